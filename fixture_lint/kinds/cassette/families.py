"""The families of cassettes: how each recorder spells an interaction.

A family is data: where its interactions stand, and where in one of them the parts of a request and
of a response are. Shapes are those of the recorders' own serialisers: vcrpy, cassetter, go-vcr,
VCR for Ruby and betamax, HAR 1.2 as Polly.JS writes it, nock, and recordings that are named by a
hash of their request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

BodyMatching = Literal["bytes", "json", "none"]
"""How a player compares the body of a request with what was recorded."""


class Shape(NamedTuple):
    """Where the parts of one side stand: paths of keys separated by ``/`` below an interaction. Of
    several paths for a body the first that exists counts."""

    side: str
    urls: tuple[str, ...] = ()
    headers: tuple[str, ...] = ("headers",)
    cookies: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    lengths: tuple[str, ...] = ()
    """Numbers that state how many bytes the body has, beside the header."""
    status: tuple[str, ...] = ()
    method: str = "method"


class Family(NamedTuple):
    """A way to spell cassettes. ``where`` is the path of its interactions, ``matching`` and
    ``matches_headers`` are what its player does unless it is told otherwise, None if its own
    configuration decides. ``is_keyed`` tells that a hash of the request names the interaction, so
    that no request can change."""

    name: str
    title: str
    recognise: Callable[[Any], bool]
    where: str
    request: Shape | None
    response: Shape
    matching: BodyMatching | None = None
    matches_headers: bool | None = None
    is_keyed: bool = False
    times: tuple[str, ...] = ()
    """Where the recorder notes when or how fast it has recorded, below an interaction."""


def _first(plain: Any, key: str) -> Any:
    """The first interaction of a cassette, None if there is none."""
    listed = plain.get(key) if isinstance(plain, dict) else None
    first = listed[0] if isinstance(listed, list) and listed else None
    return first if isinstance(first, dict) else None


def _side(plain: Any, key: str) -> dict[str, Any]:
    side = plain.get(key) if isinstance(plain, dict) else None
    return side if isinstance(side, dict) else {}


def _is_vcrpy(plain: Any) -> bool:
    first = _first(plain, "interactions")
    return "uri" in _side(first, "request") and isinstance(_side(first, "response"), dict)


def _is_cassetter(plain: Any) -> bool:
    first = _first(plain, "interactions")
    request, response = _side(first, "request"), _side(first, "response")
    body = _side(response, "body") or _side(request, "body")
    is_typed = "type" in body and "string" not in body
    return "uri" in request and (isinstance(response.get("status"), int | float) or is_typed)


def _is_go_vcr(plain: Any) -> bool:
    request = _side(_first(plain, "interactions"), "request")
    return "url" in request and "uri" not in request


def _is_ruby_vcr(plain: Any) -> bool:
    return isinstance(plain, dict) and isinstance(plain.get("http_interactions"), list)


def _is_har(plain: Any) -> bool:
    return isinstance(_side(plain, "log").get("entries"), list)


def _is_nock(plain: Any) -> bool:
    first = plain[0] if isinstance(plain, list) and plain else None
    keys = {"scope", "method", "path"}
    return isinstance(first, dict) and keys <= first.keys() and "response" in first


def _is_request_hash(plain: Any) -> bool:
    request, response = _side(plain, "request"), _side(plain, "response")
    return "url" in request and "method" in request and "body" in response


def _is_parallel_lists(plain: Any) -> bool:
    request, response = _first(plain, "requests"), _first(plain, "responses")
    return request is not None and response is not None and "uri" in request


def _is_response_only(plain: Any) -> bool:
    if not isinstance(plain, dict) or not isinstance(plain.get("headers"), dict | list):
        return False
    is_status = isinstance(plain.get("status"), int | float)
    return is_status and "body" in plain and not plain.keys() & {"method", "url", "uri"}


def _is_unknown_transport(plain: Any) -> bool:
    return isinstance(plain, dict) and isinstance(plain.get("interactions"), list | dict)


_VCRPY_BODY = ("parsed_body", "body/string", "body/base64_string", "body/content", "body")
_VCRPY_REQUEST = Shape("request", urls=("uri",), body=_VCRPY_BODY)
_VCRPY_RESPONSE = Shape(
    "response", urls=("url",), body=(*_VCRPY_BODY, "content"),
    status=("status/code", "status_code", "status"),
)  # fmt: skip

FAMILIES = (
    Family(
        "cassetter", "cassetter", _is_cassetter, "interactions", _VCRPY_REQUEST, _VCRPY_RESPONSE,
        times=("recorded_at",),
    ),
    Family("vcrpy", "vcrpy", _is_vcrpy, "interactions", _VCRPY_REQUEST, _VCRPY_RESPONSE),
    Family(
        "go-vcr", "go-vcr", _is_go_vcr, "interactions",
        Shape("request", urls=("url",), body=("body",), lengths=("content_length",)),
        Shape("response", body=("body",), lengths=("content_length",), status=("code",)),
        matching="bytes", matches_headers=True, times=("response/duration",),
    ),
    Family(
        "ruby-vcr", "VCR for Ruby, betamax", _is_ruby_vcr, "http_interactions",
        _VCRPY_REQUEST, _VCRPY_RESPONSE, times=("recorded_at",),
    ),
    Family(
        "har", "HAR", _is_har, "log/entries",
        Shape(
            "request", urls=("url", "queryString"), cookies=("cookies",), body=("postData/text",),
            lengths=("bodySize",),
        ),
        Shape(
            "response", urls=("redirectURL",), cookies=("cookies",), body=("content/text",),
            lengths=("bodySize", "content/size"), status=("status",),
        ),
        matching="bytes", matches_headers=True, is_keyed=True, times=("startedDateTime", "time"),
    ),
    Family(
        "nock", "nock", _is_nock, "",
        Shape("", urls=("scope", "path"), headers=("reqheaders",), body=("body",)),
        Shape("", headers=("rawHeaders", "headers"), body=("response",), status=("status",)),
        matching="bytes", matches_headers=True,
    ),
    Family(
        "request-hash", "recording named by a hash of its request", _is_request_hash, "",
        Shape("request", urls=("url",), body=("body",)), Shape("response", body=("body",)),
        matching="bytes", matches_headers=True, is_keyed=True,
    ),
    Family(
        "parallel-lists", "lists of requests and responses", _is_parallel_lists, "",
        _VCRPY_REQUEST._replace(side=""), _VCRPY_RESPONSE._replace(side=""),
    ),
    Family(
        "response-only", "response without its request", _is_response_only, "",
        None, Shape("", body=("body/string", "body"), status=("status",)),
    ),
    Family(
        "unknown-transport", "cassette without HTTP interactions", _is_unknown_transport, "",
        None, Shape(""),
    ),
)  # fmt: skip
"""In the order in which they are tried: the most particular first."""


def family_of(plain: Any) -> Family | None:
    """The family of a document given as Python values, of which the first element of each list and
    the upper levels are enough; None if it is no cassette."""
    return next((family for family in FAMILIES if family.recognise(plain)), None)
