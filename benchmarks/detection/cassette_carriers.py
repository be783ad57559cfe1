"""Carriers in cassettes: bodies, headers, cookies and addresses, as vcrpy, Polly.JS (HAR) and nock
write them. A piece is one interaction."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from benchmarks.detection import words
from benchmarks.detection.cases import Case, spelled_name
from benchmarks.detection.json_carriers import address
from benchmarks.detection.registry import NO_HEADERS, TOKENS, carrier, key_of, object_of
from benchmarks.detection.spelled import (
    HOLE,
    Spelled,
    base64_text,
    gzip_hex,
    gzip_text,
    hex_text,
    in_json,
    json_string,
    yaml_double,
    yaml_scalar,
    yaml_wrapped,
)
from benchmarks.detection.streams import stream

HEADERS = frozenset(("token", "cookie", "header"))
PAIRS = frozenset(("token", "password", "personal"))
_SESSIONS = words.listed("session|sid|auth_token|sessionid|access_token|jwt")
IN = " " * 8


def _interaction(
    random: Random,
    body: str = "'{\"ok\": true}'",
    sent: str = "      accept:\n      - '*/*'\n",
    received: str = "",
    uri: str = "",
) -> str:
    """An interaction of vcrpy; one of its parts has the hole. Bodies hang below their key."""
    plain = f"https://{words.host(random)}/v1/{random.choice(words.NOUNS)}"
    return (
        "- request:\n    body: '{\"n\": 1}'\n    headers:\n"
        f"{sent}    method: POST\n    uri: {uri or plain}\n"
        f"  response:\n    body:\n      string: {body}\n    headers:\n"
        f"      content-type:\n      - application/json\n{received}"
        "    status:\n      code: 200\n      message: OK\n"
    )


@carrier("cassette, body in a folded scalar", "vcrpy")
def _folded(random: Random, case: Case) -> Spelled:
    made = yaml_wrapped(object_of(random, case), IN)
    return made.put(_interaction(random, HOLE))


@carrier("cassette, body in !!binary", "vcrpy")
def _binary(random: Random, case: Case) -> Spelled:
    made = base64_text(object_of(random, case), 76, "\n" + IN)
    return made.put(_interaction(random, f"!!binary |\n{IN}{HOLE}"))


@carrier("cassette, gzip body in !!binary", "vcrpy")
def _gzip(random: Random, case: Case) -> Spelled:
    made = gzip_text(object_of(random, case), 76, "\n" + IN)
    encoding = "      content-encoding:\n      - gzip\n"
    return made.put(_interaction(random, f"!!binary |\n{IN}{HOLE}", received=encoding))


@carrier("cassette, body as a tree", "vcrpy")
def _tree(random: Random, case: Case) -> Spelled:
    name = key_of(random, case)
    key = name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name)
    template = _interaction(random, "''").replace("    body:\n      string: ''\n", HOLE)
    made = yaml_scalar(case.value, random).put(f"    parsed_body:\n      {key}: {HOLE}\n")
    return made.put(template)


@carrier("cassette, stream as a body", "vcrpy", named=False, forms=NO_HEADERS)
def _stream(random: Random, case: Case) -> Spelled:
    template = _interaction(random, HOLE).replace("application/json", "text/event-stream")
    return yaml_double(stream(case.prose, random, arguments=False)).put(template)


def _header(name: str, scalar: str = HOLE) -> str:
    return f"      {name}:\n      - {scalar}\n"


def _header_name(random: Random, case: Case) -> str:
    return spelled_name(case.words, random.choice(("header", "kebab")))


@carrier("cassette, header", "vcrpy", forms=HEADERS)
def _in_header(random: Random, case: Case) -> Spelled:
    held = _header(_header_name(random, case))
    place = random.choice(({"sent": held}, {"received": held}))
    return yaml_scalar(case.value, random).put(_interaction(random, **place))


@carrier("cassette, header in !!binary", "vcrpy", forms=HEADERS)
def _in_binary_header(random: Random, case: Case) -> Spelled:
    held = _header(_header_name(random, case), f"!!binary |\n{IN}{HOLE}")
    made = base64_text(case.value, 76, "\n" + IN)
    return made.put(_interaction(random, sent=held))


@carrier("cassette, cookie", "vcrpy", forms=TOKENS)
def _in_cookie(random: Random, case: Case) -> Spelled:
    pair = case.value.put(f"{random.choice(_SESSIONS)}={HOLE}")
    if random.random() < 0.5:
        made = pair.put(f"theme=dark; {HOLE}; lang=en")
        return yaml_scalar(made, random).put(_interaction(random, sent=_header("cookie")))
    made = pair.put(f"{HOLE}; Path=/; HttpOnly; Secure")
    return yaml_scalar(made, random).put(_interaction(random, received=_header("set-cookie")))


@carrier("cassette, query of the address", "vcrpy", forms=NO_HEADERS)
def _in_query(random: Random, case: Case) -> Spelled:
    return yaml_scalar(address(random, case), random).put(_interaction(random, uri=HOLE))


def _entry(
    random: Random,
    value: Spelled,
    request: dict[str, Any] | None = None,
    response: dict[str, Any] | None = None,
    content: dict[str, Any] | None = None,
) -> Spelled:
    """An entry of a HAR file; one of its strings is the hole, for a text that is JSON."""
    listed: dict[str, Any] = {"headers": [], "cookies": []}
    entry = {
        "_id": "".join(random.choices("0123456789abcdef", k=32)),
        "_order": 0,
        "request": {
            "method": "POST",
            "url": f"https://{words.host(random)}/v1/{random.choice(words.NOUNS)}",
            "httpVersion": "HTTP/1.1",
            "queryString": [],
            "postData": {"mimeType": "application/json", "params": [], "text": '{"n": 1}'},
            **listed,
            **(request or {}),
        },
        "response": {
            "status": 200,
            "statusText": "OK",
            "content": {"mimeType": "application/json", **(content or {"text": "{}"})},
            **listed,
            **(response or {}),
        },
        "startedDateTime": "2026-03-14T10:24:31.596Z",
        "time": random.randint(20, 900),
    }
    return in_json(entry, value, indent=2)


def _pairs(name: str) -> list[dict[str, str]]:
    return [{"name": "accept", "value": "any"}, {"name": name, "value": HOLE}]


@carrier("HAR, header", "har", forms=HEADERS)
def _har_header(random: Random, case: Case) -> Spelled:
    held = {"headers": _pairs(_header_name(random, case))}
    place = random.choice(({"request": held}, {"response": held}))
    return _entry(random, json_string(case.value), **place)


@carrier("HAR, cookie", "har", forms=TOKENS)
def _har_cookie(random: Random, case: Case) -> Spelled:
    held = {"cookies": _pairs(random.choice(_SESSIONS))}
    place = random.choice(({"request": held}, {"response": held}))
    return _entry(random, json_string(case.value), **place)


@carrier("HAR, queryString", "har", forms=PAIRS)
def _har_query(random: Random, case: Case) -> Spelled:
    name = spelled_name(case.words, random.choice(("snake", "camel", "kebab")))
    return _entry(random, json_string(case.value), {"queryString": _pairs(name)})


@carrier("HAR, body", "har")
def _har_body(random: Random, case: Case) -> Spelled:
    made = json_string(object_of(random, case))
    if random.random() < 0.5:
        post = {"mimeType": "application/json", "params": [], "text": HOLE}
        return _entry(random, made, {"postData": post})
    return _entry(random, made, content={"text": HOLE})


@carrier("HAR, body in base64", "har")
def _har_base64(random: Random, case: Case) -> Spelled:
    made = json_string(base64_text(object_of(random, case)))
    return _entry(random, made, content={"encoding": "base64", "text": HOLE})


def _call(random: Random, value: Spelled, **parts: Any) -> Spelled:
    """A call of nock; one of its strings is the hole, for a text that is JSON."""
    call = {
        "scope": f"https://{words.host(random)}:443",
        "method": "POST",
        "path": f"/v1/{random.choice(words.NOUNS)}",
        "body": {"n": 1},
        "status": 200,
        "response": {"ok": True},
        "rawHeaders": ["Content-Type", "application/json"],
        "responseIsBinary": False,
    }
    return in_json(call | parts, value, indent=2)


@carrier("nock, rawHeaders", "nock", forms=HEADERS)
def _nock_header(random: Random, case: Case) -> Spelled:
    raw = ["Content-Type", "application/json", _header_name(random, case), HOLE]
    return _call(random, json_string(case.value), rawHeaders=raw)


@carrier("nock, body in hex", "nock")
def _nock_hex(random: Random, case: Case) -> Spelled:
    made = json_string(hex_text(object_of(random, case)))
    return _call(random, made, response=HOLE, responseIsBinary=True)


@carrier("nock, gzip body in hex", "nock")
def _nock_gzip(random: Random, case: Case) -> Spelled:
    made = json_string(gzip_hex(object_of(random, case)))
    raw = ["Content-Type", "application/json", "Content-Encoding", "gzip"]
    return _call(random, made, response=[HOLE], rawHeaders=raw, responseIsBinary=True)


@carrier("nock, path", "nock", forms=NO_HEADERS - {"url"})
def _nock_path(random: Random, case: Case) -> Spelled:
    whole = address(random, case)
    cut = whole.text.index("/", len("https://"))
    path = Spelled(whole.text[cut:], whole.start - cut, whole.end - cut)
    return _call(random, json_string(path), path=HOLE)
