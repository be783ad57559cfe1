"""Cassettes of every family, written from one list of exchanges as the recorders write them."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

import yaml

from tests.exchanges import Exchange, compact, recordings

__all__ = ["FAMILIES", "Exchange", "bodies", "path_of", "recordings", "written", "zipped"]

_TIME = "2026-03-14T10:24:31Z"


def written(exchanges: Sequence[Exchange], family: str, *, body: str = "text") -> bytes:
    """A cassette of a family with these exchanges; a family that holds one of them takes the last.

    ``body`` says how bodies of responses stand in it: ``"text"``, ``"gzip"`` (as they were sent,
    with the header that says so), or ``"binary"`` (bytes that need not be). Bytes that are no text
    are always written as bytes. KeyError for a family or a way that does not exist, see ``bodies``.
    """
    way = _FAMILIES[family]
    packed = [_packed(exchange, body) for exchange in exchanges]
    if body not in way.bodies or (
        way.bodies == _TEXT and any(one.body.is_binary for one in packed)
    ):
        raise KeyError(f"{family} has no {body} bodies, or a body is no text")
    return way.write(packed).encode()


def bodies(family: str) -> tuple[str, ...]:
    """The ways in which bodies of responses can stand in a family."""
    return _FAMILIES[family].bodies


def path_of(family: str) -> str:
    """A name under which such a cassette would be kept."""
    return "cassettes/test_parcels" + _FAMILIES[family].ending


def zipped(data: bytes) -> bytes:
    """The same as a ``.gz`` file."""
    return gzip.compress(data, mtime=0)


class _Body(NamedTuple):
    """A body of a response, and whether it is to be written as bytes."""

    data: bytes
    is_binary: bool

    @property
    def scalar(self) -> str | bytes:
        """What a YAML writer is given."""
        return self.data if self.is_binary else self.data.decode()


class _Packed(NamedTuple):
    exchange: Exchange
    headers: dict[str, str]
    body: _Body


def _packed(exchange: Exchange, way: str) -> _Packed:
    headers, data = dict(exchange.response_headers), exchange.body
    if way == "gzip":
        data = zipped(data)
        headers["content-encoding"] = "gzip"
        if "content-length" in headers:
            headers["content-length"] = str(len(data))
        headers = dict(sorted(headers.items()))
    try:
        data.decode()
    except UnicodeDecodeError:
        way = "binary"
    return _Packed(exchange, headers, _Body(data, way == "binary"))


def _lists(headers: Mapping[str, str]) -> dict[str, list[str]]:
    return {name: [value] for name, value in headers.items()}


def _titled(headers: Mapping[str, str]) -> dict[str, list[str]]:
    return {name.title(): [value] for name, value in headers.items()}


def _code(status: int) -> dict[str, Any]:
    return {"code": status, "message": _reason(status)}


def _reason(status: int) -> str:
    return HTTPStatus(status).phrase


def _vcrpy_value(packed: Sequence[_Packed]) -> dict[str, Any]:
    return {
        "interactions": [
            {
                "request": _vcrpy_request(one.exchange),
                "response": {
                    "body": {"string": one.body.scalar},
                    "headers": _lists(one.headers),
                    "status": _code(one.exchange.status),
                },
            }
            for one in packed
        ],
        "version": 1,
    }


def _vcrpy_request(exchange: Exchange) -> dict[str, Any]:
    return {
        "body": exchange.sent or None,
        "headers": _lists(exchange.request_headers),
        "method": exchange.method,
        "uri": exchange.url,
    }


def _dumped(value: Any, **options: Any) -> str:
    text: str = yaml.dump(value, Dumper=yaml.CSafeDumper, **options)
    return text


def _vcrpy(packed: Sequence[_Packed]) -> str:
    return _dumped(_vcrpy_value(packed))


def _vcrpy_json(packed: Sequence[_Packed]) -> str:
    return json.dumps(_vcrpy_value(packed), indent=4) + "\n"


def _vcrpy_parsed(packed: Sequence[_Packed]) -> str:
    """Bodies of JSON as trees: the serialiser that projects write for vcrpy."""
    value = _vcrpy_value(packed)
    for interaction, one in zip(value["interactions"], packed, strict=True):
        request, response = interaction["request"], interaction["response"]
        del request["body"]
        request["parsed_body"] = one.exchange.request
        if not one.exchange.is_stream:
            del response["body"]
            response["parsed_body"] = one.exchange.answer
    return _dumped(value, allow_unicode=True, width=120)


def _vcrpy_httpx(packed: Sequence[_Packed]) -> str:
    """The old form that vcrpy had for httpx."""
    value = _vcrpy_value(packed)
    for interaction, one in zip(value["interactions"], packed, strict=True):
        interaction["response"] = {
            "content": one.body.scalar,
            "headers": _lists(one.headers),
            "http_version": "HTTP/1.1",
            "status_code": one.exchange.status,
        }
    return _dumped(value)


def _cassetter(packed: Sequence[_Packed]) -> str:
    def typed(one: _Packed) -> dict[str, Any]:
        if one.body.is_binary:
            return {"type": "binary", "content": one.body.data.hex()}
        if one.exchange.is_stream:
            return {"type": "text", "content": one.body.data.decode()}
        return {"type": "json", "content": one.exchange.answer}

    interactions = [
        {
            "request": {
                "method": one.exchange.method,
                "uri": one.exchange.url,
                "headers": _lists(one.exchange.request_headers),
                "body": {"type": "json", "content": one.exchange.request},
            },
            "response": {
                "status": one.exchange.status,
                "headers": _lists(one.headers),
                "body": typed(one),
            },
            "recorded_at": _TIME,
        }
        for one in packed
    ]
    return _dumped({"version": 1, "interactions": interactions}, sort_keys=False)


class _Go(yaml.CSafeDumper):
    """Texts of several lines as blocks, no folding."""


def _go_text(dumper: yaml.CSafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Go.add_representer(str, _go_text)


def _go_vcr(packed: Sequence[_Packed]) -> str:
    def protocol(version: int) -> dict[str, Any]:
        return {"proto": f"HTTP/{version}.{2 - version}", "proto_major": version,
                "proto_minor": 2 - version}  # fmt: skip

    interactions = [
        {
            "id": number,
            "request": protocol(1) | {
                "content_length": len(one.exchange.sent.encode()),
                "host": one.exchange.host.split("//")[1],
                "body": one.exchange.sent,
                "headers": _titled(one.exchange.request_headers),
                "url": one.exchange.url,
                "method": one.exchange.method,
            },
            "response": protocol(2) | {
                "content_length": int(one.headers.get("content-length", -1)),
                "uncompressed": "content-encoding" not in one.headers,
                "body": one.body.scalar,
                "headers": _titled(one.headers),
                "status": f"{one.exchange.status} {_reason(one.exchange.status)}",
                "code": one.exchange.status,
                "duration": f"{len(one.body.data) / 977:.9f}s",
            },
        }
        for number, one in enumerate(packed)
    ]  # fmt: skip
    value = {"version": 2, "interactions": interactions}
    options = {"sort_keys": False, "allow_unicode": True, "explicit_start": True}
    return str(yaml.dump(value, Dumper=_Go, width=10**6, **options))


def _ruby_vcr(packed: Sequence[_Packed]) -> str:
    interactions = [
        {
            "request": {
                "method": one.exchange.method.lower(),
                "uri": one.exchange.url,
                "body": {"encoding": "UTF-8", "string": one.exchange.sent},
                "headers": _titled(one.exchange.request_headers),
            },
            "response": {
                "status": _code(one.exchange.status),
                "headers": _titled(one.headers),
                "body": {"encoding": "ASCII-8BIT", "string": one.body.scalar},
            },
            "recorded_at": "Sat, 14 Mar 2026 10:24:31 GMT",
        }
        for one in packed
    ]
    value = {"http_interactions": interactions, "recorded_with": "VCR 6.4.0"}
    text = _dumped(value, sort_keys=False, allow_unicode=True, explicit_start=True)
    return text.replace("!!binary |", "!binary |-")


def _betamax(packed: Sequence[_Packed]) -> str:
    def body(held: _Body) -> dict[str, str]:
        if held.is_binary:
            return {"encoding": "utf-8", "base64_string": base64.b64encode(held.data).decode()}
        return {"encoding": "utf-8", "string": held.data.decode()}

    interactions = [
        {
            "request": {
                "body": {"encoding": "utf-8", "string": one.exchange.sent},
                "headers": _lists(one.exchange.request_headers),
                "method": one.exchange.method,
                "uri": one.exchange.url,
            },
            "response": {
                "body": body(one.body),
                "headers": _lists(one.headers),
                "status": _code(one.exchange.status),
                "url": one.exchange.url,
            },
            "recorded_at": _TIME[:-1],
        }
        for one in packed
    ]
    return json.dumps({"http_interactions": interactions, "recorded_with": "betamax/0.9.0"})


def _har(packed: Sequence[_Packed]) -> str:
    """As Polly.JS writes them: keys sorted, an id that is a hash of the request."""

    def pairs(headers: Mapping[str, str]) -> list[dict[str, str]]:
        return [{"name": name, "value": value} for name, value in headers.items()]

    def size(headers: Mapping[str, str]) -> int:
        return sum(len(name) + len(value) + 4 for name, value in headers.items())

    entries = [
        {
            "_id": f"{_hash(compact([one.exchange.url, one.exchange.request])):032x}",
            "_order": number,
            "cache": {},
            "request": {
                "bodySize": len(one.exchange.sent.encode()),
                "cookies": [],
                "headers": pairs(one.exchange.request_headers),
                "headersSize": size(one.exchange.request_headers),
                "httpVersion": "HTTP/1.1",
                "method": one.exchange.method,
                "postData": {
                    "mimeType": "application/json",
                    "params": [],
                    "text": one.exchange.sent,
                },
                "queryString": [
                    {"name": name, "value": value}
                    for name, value in re.findall(r"[?&](\w+)=([^&]*)", one.exchange.url)
                ],
                "url": one.exchange.url,
            },
            "response": {
                "bodySize": len(one.body.data),
                "content": {
                    "mimeType": one.headers["content-type"],
                    "size": len(one.body.data),
                    **_har_text(one.body),
                },
                "cookies": [{"name": "__cf_bm", "path": "/", "value": "<COOKIE>"}],
                "headers": pairs(one.headers),
                "headersSize": size(one.headers),
                "httpVersion": "HTTP/1.1",
                "redirectURL": "",
                "status": one.exchange.status,
                "statusText": _reason(one.exchange.status),
            },
            "startedDateTime": _TIME.replace("Z", ".596Z"),
            "time": 431,
            "timings": {"blocked": -1, "connect": -1, "dns": -1, "receive": 0, "send": 0,
                        "ssl": -1, "wait": 431},
        }
        for number, one in enumerate(packed)
    ]  # fmt: skip
    creator = {"comment": "persister:fs", "name": "Polly.JS", "version": "6.0.6"}
    log = {"_recordingName": "parcels", "creator": creator, "entries": entries, "pages": [],
           "version": "1.2"}  # fmt: skip
    return json.dumps({"log": log}, indent=2, ensure_ascii=False) + "\n"


def _har_text(body: _Body) -> dict[str, str]:
    if body.is_binary:
        return {"encoding": "base64", "text": base64.b64encode(body.data).decode()}
    return {"text": body.data.decode()}


def _hash(text: str) -> int:
    import hashlib

    return int(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(), 16)


def _nock(packed: Sequence[_Packed]) -> str:
    """Objects are written as such, compressed bodies as a list of hex strings, one for each piece
    that came, other bytes as one."""

    def response(one: _Packed) -> Any:
        if "content-encoding" in one.headers:
            data = one.body.data.hex()
            return [data[at : at + 2048] for at in range(0, len(data), 2048)]
        if one.body.is_binary:
            return one.body.data.hex()
        return one.body.data.decode() if one.exchange.is_stream else one.exchange.answer

    calls = [
        {
            "scope": one.exchange.host + ":443",
            "method": one.exchange.method,
            "path": one.exchange.path,
            "body": one.exchange.request,
            "status": one.exchange.status,
            "response": response(one),
            "rawHeaders": [part for pair in one.headers.items() for part in pair],
            "reqheaders": one.exchange.request_headers,
            "responseIsBinary": one.body.is_binary,
        }
        for one in packed
    ]
    return json.dumps(calls, indent=2, ensure_ascii=False)


def _request_hash(packed: Sequence[_Packed]) -> str:
    """As llama-stack writes it: what the SDK made of the response, with the names of its types."""
    exchange = packed[-1].exchange
    name = "openai.types.chat.chat_completion"
    if exchange.is_stream:
        kind = f"{name}_chunk.ChatCompletionChunk"
        held: Any = [{"__type__": kind, "__data__": event} for event in exchange.answer]
    else:
        held = {"__type__": f"{name}.ChatCompletion", "__data__": exchange.answer}
    value = {
        "test_id": "tests/integration/test_parcels.py::test_late[client-small-1]",
        "request": {
            "method": exchange.method,
            "url": exchange.url,
            "headers": {},
            "body": exchange.request,
            "endpoint": "/v1/chat/completions",
            "model": "small-1",
        },
        "response": {"body": held, "is_streaming": exchange.is_stream},
        "id_normalization_mapping": {},
    }
    return json.dumps(value, indent=2)


def _parallel_lists(packed: Sequence[_Packed]) -> str:
    requests = []
    for one in packed:
        request = _vcrpy_request(one.exchange)
        body = request["body"]
        requests.append(request | {"body": body.encode() if one.body.is_binary else body})
    responses = [
        {
            "body": {"string": one.body.scalar},
            "headers": _lists(one.headers),
            "status": _code(one.exchange.status),
        }
        for one in packed
    ]
    return _dumped({"requests": requests, "responses": responses})


def _response_only(packed: Sequence[_Packed]) -> str:
    last = packed[-1]
    headers = {"content-type": last.headers["content-type"]}
    text = last.body.data.decode()
    value = {"status": last.exchange.status, "headers": headers, "body": text}
    return json.dumps(value, indent=2) + "\n"


class _Family(NamedTuple):
    write: Callable[[Sequence[_Packed]], str]
    ending: str
    bodies: tuple[str, ...] = ("text", "binary", "gzip")


_TEXT = ("text",)
_FAMILIES = {
    "vcrpy": _Family(_vcrpy, ".yaml"),
    "vcrpy-json": _Family(_vcrpy_json, ".json", _TEXT),
    "vcrpy-parsed": _Family(_vcrpy_parsed, ".yaml", _TEXT),
    "vcrpy-httpx": _Family(_vcrpy_httpx, ".yaml"),
    "cassetter": _Family(_cassetter, ".yaml", ("text", "binary")),
    "go-vcr": _Family(_go_vcr, ".yaml"),
    "ruby-vcr": _Family(_ruby_vcr, ".yml"),
    "betamax": _Family(_betamax, ".json"),
    "har": _Family(_har, ".har"),
    "nock": _Family(_nock, ".json"),
    "request-hash": _Family(_request_hash, ".json", _TEXT),
    "parallel-lists": _Family(_parallel_lists, ".yaml"),
    "response-only": _Family(_response_only, ".json", _TEXT),
}
FAMILIES = tuple(_FAMILIES)
"""The families, as they are named here."""
