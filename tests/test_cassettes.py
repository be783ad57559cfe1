"""Cassettes: every family is understood, and hygiene in place breaks no replay."""

from __future__ import annotations

import base64
import difflib
import gzip
import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from fixture_lint.api import fix_text, lint_text
from fixture_lint.detectors.samples import sample
from fixture_lint.documents.tree import Document
from fixture_lint.kinds.cassette import cassette
from fixture_lint.reading import documents
from tests.cassettes import FAMILIES, bodies, path_of, recordings, written
from tests.conftest import Result, make_run

ALL = ["ids", "times", "usage", "fingerprints"]
IDS = {"select": ["FX301", "FX303"], "cassette-matching": "none"}
EVERYTHING = {"select": ["FX3", "FX4", "FX83"], "freeze": ALL, "cassette-matching": "none"}

_NAMES = {
    "vcrpy-json": "vcrpy",
    "vcrpy-parsed": "vcrpy",
    "vcrpy-httpx": "vcrpy",
    "betamax": "ruby-vcr",
}
"""Families that are spelled in several ways."""

_FIXED_REQUESTS = ("go-vcr", "har", "nock", "request-hash")
"""Families whose players compare the bytes of a request, whatever the configuration says."""

_IN_FAMILIES = pytest.mark.parametrize("family", FAMILIES)
TOKEN = sample("groq", random.Random(7))
COOKIE = sample("session-cookie", random.Random(7))


def found(text: str | bytes, path: str, **settings: Any) -> list[tuple[str, int, int]]:
    return [(f.code, f.line, f.column) for f in lint_text(text, path=path, settings=settings)]


def changed(old: str, new: str) -> list[str]:
    lines = difflib.unified_diff(old.split("\n"), new.split("\n"), lineterm="", n=0)
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def value_of(text: str, path: str) -> Any:
    if path.endswith((".yaml", ".yml")):
        return yaml.load(text, _Loader)
    return json.loads(text)


class _Loader(yaml.CSafeLoader):
    """Knows what Ruby calls bytes."""


_Loader.add_constructor("!binary", _Loader.yaml_constructors["tag:yaml.org,2002:binary"])


# Recognition and silence


@_IN_FAMILIES
@pytest.mark.parametrize("seed", range(12))
def test_a_family_is_recognised_and_a_clean_cassette_has_no_finding(family: str, seed: int) -> None:
    exchanges = recordings(seed)
    path = path_of(family)
    for body in bodies(family):
        data = written(exchanges, family, body=body)
        (document,) = documents(data, path, make_run())
        assert isinstance(document, Document)
        known = cassette(document)
        assert known is not None
        assert known.family.name == _NAMES.get(family, family)
        single = family in ("request-hash", "response-only")
        assert len(known.interactions) == (1 if single else len(exchanges))
        codes = [code for code, *_ in found(data, path)]
        assert codes == (["FX834"] if family == "response-only" else [])


@pytest.mark.parametrize(
    "value",
    [
        {"interactions": {}},
        {"interactions": []},
        {"interactions": [None, 1, "x", [], {}]},
        {"interactions": [{"request": None, "response": []}], "version": 1},
        {"interactions": [{"request": {"uri": 1, "method": []}, "response": {"body": 7}}]},
        {"interactions": [{"request": {"uri": "u", "headers": [1, {}]}, "response": None}]},
        {"interactions": [{"request_sample": {"raw": "x"}, "response_sample": {}}]},
        {"http_interactions": [{"request": {"headers": {"a": {"b": []}}}, "response": 1}]},
        {"http_interactions": {}},
        {"log": {"entries": [{"request": {"headers": [{"name": 1}]}, "response": {}}]}},
        {"log": {"entries": []}},
        [{"scope": 1, "method": 2, "path": 3, "response": ["zz", 1], "responseIsBinary": True}],
        {"request": {"url": 1, "method": 2}, "response": {"body": [[], {"__data__": []}]}},
        {"requests": [{"uri": "u"}], "responses": [{}, {}]},
        {"status": 200, "headers": [], "body": None},
    ],
)
def test_what_only_looks_like_a_cassette_is_borne(value: Any) -> None:
    for path, text in (("c.yaml", yaml.safe_dump(value)), ("c.json", json.dumps(value) + "\n")):
        for options in ({}, EVERYTHING, {"select": ["FX"]}):
            codes = {finding.code for finding in lint_text(text, path=path, settings=options)}
            assert "FX001" not in codes
            fix_text(text, path=path, settings=options, unsafe=True)


# Freezing


def pairs(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    """The leaves of two values of the same shape."""
    assert type(old) is type(new)
    if isinstance(old, dict):
        assert list(old) == list(new)
        for key in old:
            yield from pairs(old[key], new[key])
    elif isinstance(old, list):
        assert len(old) == len(new)
        for one, other in zip(old, new, strict=True):
            yield from pairs(one, other)
    else:
        yield old, new


def words(value: Any) -> list[str]:
    return re.findall(r"[A-Za-z0-9_-]+|[^A-Za-z0-9_-]", value if isinstance(value, str) else "")


@_IN_FAMILIES
@settings(max_examples=max(4, settings.default.max_examples // 12), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_ids_are_exchanged_one_for_one_and_nothing_else_changes(family: str, seed: int) -> None:
    path = path_of(family)
    old = written(recordings(seed), family).decode()
    new = fix_text(old, path=path, settings=IDS, unsafe=True)
    assert fix_text(new, path=path, settings=IDS, unsafe=True) == new
    names: dict[str, str] = {}
    for one, other in pairs(value_of(old, path), value_of(new, path)):
        if str(one).isdecimal() or isinstance(one, int):
            continue  # The length of a body.
        if not isinstance(one, str):
            assert one == other
            continue
        before, after = words(one), words(other)
        assert len(before) == len(after)
        for a, b in zip(before, after, strict=True):
            assert names.setdefault(a, b) == b
    assert len(set(names.values())) == len(names)
    if family not in _FIXED_REQUESTS and family != "response-only":
        assert old != new or "ollama" in old or "11434" in old


@_IN_FAMILIES
@pytest.mark.parametrize("seed", range(6))
def test_everything_freezes_to_a_fixed_point(family: str, seed: int) -> None:
    path = path_of(family)
    for body in bodies(family):
        old = written(recordings(seed), family, body=body).decode()
        new = fix_text(old, path=path, settings=EVERYTHING, unsafe=True)
        assert fix_text(new, path=path, settings=EVERYTHING, unsafe=True) == new
        left = lint_text(new, path=path, settings=EVERYTHING)
        assert [f for f in left if f.fix is not None] == []
        assert {f.code for f in lint_text(new, path=path)} <= {"FX834"}


@_IN_FAMILIES
def test_two_recordings_of_the_same_behaviour_differ_less_once_they_are_frozen(family: str) -> None:
    path = path_of(family)
    old = written(recordings(3, provider="openai-chat", stream=False), family).decode()
    new = fix_text(old, path=path, settings=EVERYTHING, unsafe=True)
    live = re.findall(r"(?:call|chatcmpl)[_-][A-Za-z0-9]{20,}", old)
    kept = re.findall(r"(?:call|chatcmpl)[_-][A-Za-z0-9]{20,}", new)
    if family in _FIXED_REQUESTS:
        assert {id_ for id_ in kept if id_.startswith("chatcmpl")} == set()
    else:
        assert live
        assert kept == []


def test_an_id_that_a_client_has_brought_along_stays() -> None:
    request = {
        "model": "small",
        "messages": [
            {"role": "user", "content": "track it"},
            {
                "role": "assistant",
                "tool_calls": [
                    {
                        "id": "call_SeededByTheTest7",
                        "type": "function",
                        "function": {"name": "track", "arguments": "{}"},
                    }
                ],
            },
            {"role": "tool", "tool_call_id": "call_SeededByTheTest7", "content": "late"},
        ],
    }
    response = {
        "id": "chatcmpl-9xKq2LmRw7Hq",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "late"}}],
    }
    text = vcrpy([(request, response)])
    new = fix_text(text, path="c.yaml", settings=IDS, unsafe=True)
    assert new == text.replace("chatcmpl-9xKq2LmRw7Hq", "chatcmpl-1")


def vcrpy(exchanges: list[tuple[Any, Any]], **headers: Any) -> str:
    """A cassette as vcrpy writes it."""
    interactions = [
        {
            "request": {
                "body": json.dumps(sent),
                "headers": {"content-type": ["application/json"]},
                "method": "POST",
                "uri": "https://api.example.com/v1/chat/completions",
            },
            "response": {
                "body": {"string": json.dumps(received)},
                "headers": {"content-type": ["application/json"], **headers},
                "status": {"code": 200, "message": "OK"},
            },
        }
        for sent, received in exchanges
    ]
    return yaml.dump({"interactions": interactions, "version": 1}, Dumper=yaml.CDumper)


# What a replay compares


def two_steps() -> str:
    exchanges = recordings(5, provider="openai-chat", stream=False)
    return written(exchanges, "vcrpy").decode()


def call_ids(text: str) -> set[str]:
    return set(re.findall(r"call_[A-Za-z0-9]+", text)) - {"call_id"}


def test_ids_that_requests_repeat_stay_where_requests_are_compared_byte_by_byte() -> None:
    text = two_steps()
    strict = fix_text(text, path="c.yaml", settings={"select": ["FX3"]}, unsafe=True)
    assert call_ids(strict) == call_ids(text)
    messages = [f.message for f in lint_text(text, path="c.yaml", settings={"select": ["FX301"]})]
    assert messages
    assert all("cassette-matching" in message for message in messages)
    loose = {"select": ["FX3"], "cassette-matching": "json"}
    assert call_ids(fix_text(text, path="c.yaml", settings=loose, unsafe=True)) <= {
        "call_c1",
        "call_c2",
        "call_c3",
    }


@pytest.mark.parametrize("matching", ["bytes", "json", "none"])
@_IN_FAMILIES
def test_requests_keep_their_bytes_where_they_are_compared(family: str, matching: str) -> None:
    path = path_of(family)
    if family == "response-only" or (matching != "bytes" and family not in _FIXED_REQUESTS):
        return
    for seed in range(4):
        old = written(recordings(seed), family).decode()
        options = EVERYTHING | {"cassette-matching": matching}
        new = fix_text(old, path=path, settings=options, unsafe=True)
        assert list(requests(value_of(old, path))) == list(requests(value_of(new, path)))


def requests(value: Any) -> Iterator[Any]:
    """What a player compares."""
    if isinstance(value, dict) and "log" in value:
        for entry in value["log"]["entries"]:
            yield entry["_id"], entry["request"]
    elif isinstance(value, list):
        for one in value:
            yield one["scope"], one["path"], one.get("body"), one.get("reqheaders")
    elif "requests" in value:
        yield value["requests"]
    elif "request" in value:
        yield value["request"]
    else:
        for one in value.get("interactions", value.get("http_interactions")):
            yield one["request"]


def test_the_settings_of_the_tests_decide(project: Path, lint: Any) -> None:
    for name, matcher in (("strict", "raw_body"), ("loose", "body")):
        folder = project / name / "cassettes"
        folder.mkdir(parents=True)
        (folder / "test_a.yaml").write_text(two_steps(), encoding="utf-8")
        config = f'import vcr\nmy_vcr = vcr.VCR(match_on=["method", "uri", "{matcher}"])\n'
        (project / name / "conftest.py").write_text(config, encoding="utf-8")
    lint("--fix", "--unsafe-fixes", "--select", "FX301", ".")
    written = {
        name: (project / name / "cassettes" / "test_a.yaml").read_text(encoding="utf-8")
        for name in ("strict", "loose")
    }
    assert call_ids(written["strict"]) == call_ids(two_steps())
    assert "call_c1" in written["loose"]


# Headers


def with_header(family: str, name: str, value: str) -> str:
    one, two = recordings(8, provider="openai-chat", stream=False)
    two = two._replace(response_headers={**two.response_headers, name: value})
    return written([one, two], family).decode()


@pytest.mark.parametrize(
    "family", [f for f in FAMILIES if f not in ("request-hash", "response-only")]
)
@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("set-cookie", f"{COOKIE}; path=/; HttpOnly", COOKIE.partition("=")[2]),
        ("x-api-key", TOKEN, TOKEN),
        ("authorization", f"Bearer {TOKEN}", TOKEN),
    ],
    ids=["cookie", "key", "bearer"],
)
def test_a_credential_in_a_header_becomes_a_marker_and_two_lines_change(
    family: str, name: str, value: str, secret: str
) -> None:
    path, text = path_of(family), with_header(family, name, value)
    place = text.index(secret)
    line = text.count("\n", 0, place) + 1
    column = place - text.rfind("\n", 0, place)
    codes = {"FX834"} if family == "response-only" else set()
    hits = [f for f in found(text, path) if f[0] not in codes]
    assert hits == [("FX402", line, column)] * text.count(secret)
    # Players that compare all headers would see the cookie that a client sends back.
    unsafe = name == "set-cookie" and family in _FIXED_REQUESTS
    assert not unsafe or secret in fix_text(text, path=path, settings={})
    new = fix_text(text, path=path, settings={}, unsafe=unsafe)
    assert secret not in new
    lines = changed(text, new)
    assert len(lines) == 2 * text.count(secret)
    assert all("REDACTED" in line for line in lines if line[0] == "+")
    assert fix_text(new, path=path, settings={}, unsafe=True) == new


@pytest.mark.parametrize(
    ("name", "value", "is_found"),
    [
        ("openai-organization", "parcels-inc", True),
        ("x-ms-deployment-name", "parcels-staging", True),
        ("x-ms-deployment-name", "gpt-4o-parcels", True),
        ("x-ms-deployment-name", "gpt-4o-mini", False),
        ("x-ms-deployment-name", "grok-4-1-fast-non-reasoning", False),
        ("azureml-model-session", "d007-20260102030405", False),
    ],
)
def test_what_identifies_an_account(name: str, value: str, is_found: bool) -> None:
    text = with_header("vcrpy", name, value)
    assert [code for code, *_ in found(text, "c.yaml")] == ["FX408"] * is_found
    volatile = lint_text(text, path="c.yaml", settings={"select": ["FX307"]})
    assert any(name in f.message for f in volatile) == (name == "azureml-model-session")


def test_one_header_changed_in_a_binary_scalar_gives_two_lines() -> None:
    value = base64.b64encode(f"Bearer {TOKEN}".encode()).decode()
    text = two_steps().replace(
        "      content-type:\n      - application/json\n",
        f"      x-goog-api-key:\n      - !!binary {value}\n"
        "      content-type:\n      - application/json\n",
        1,
    )
    assert [code for code, *_ in found(text, "c.yaml")] == ["FX402"]
    options = {"cassette-matching": "none"}
    new = fix_text(text, path="c.yaml", settings=options)
    (gone, come) = changed(text, new)
    assert value in gone
    assert base64.b64decode(come.split()[-1]) == b"REDACTED"


@pytest.mark.parametrize("matching", ["bytes", "json", "none"])
def test_a_credential_of_a_request_is_safe_to_replace_only_where_headers_do_not_count(
    matching: str,
) -> None:
    one, two = recordings(8, provider="openai-chat", stream=False)
    one = one._replace(request_headers={**one.request_headers, "authorization": f"Bearer {TOKEN}"})
    text = written([one, two], "vcrpy").decode()
    options = {"cassette-matching": matching}
    assert (TOKEN in fix_text(text, path="c.yaml", settings=options)) == (matching == "bytes")
    assert TOKEN not in fix_text(text, path="c.yaml", settings=options, unsafe=True)


def test_a_credential_in_a_header_of_another_meaning_goes_alone() -> None:
    text = with_header("vcrpy", "location", f"https://shop.example.com/p?key={TOKEN}&page=2")
    new = fix_text(text, path="c.yaml", settings={})
    assert "https://shop.example.com/p?key=REDACTED&page=2" in new


def test_many_volatile_values_and_one_cookie_are_one_finding_and_one_line(
    project: Path, lint: Any
) -> None:
    folder = project / "cassettes"
    folder.mkdir()
    exchanges = [e for seed in range(9) for e in recordings(seed, provider="openai-chat")]
    text = written(exchanges, "vcrpy").decode()
    first = exchanges[0].response_headers | {"set-cookie": f"{COOKIE}; path=/"}
    exchanges[0] = exchanges[0]._replace(response_headers=first)
    text = written(exchanges, "vcrpy").decode()
    (folder / "a.yaml").write_text(text, encoding="utf-8")
    result: Result = lint("cassettes")
    assert result.code == 1
    assert result.out.count("FX") == 2  # The finding, and the line that counts.
    assert "FX402" in result.out
    assert re.search(r"\d+ values can be frozen: --fix --unsafe-fixes --select FX3", result.out)


# Bodies


def body_in_yaml(body: bytes | str, **headers: str) -> str:
    value = {
        "interactions": [
            {
                "request": {
                    "body": None,
                    "headers": {},
                    "method": "GET",
                    "uri": "https://a.test/p",
                },
                "response": {
                    "body": {"string": body},
                    "headers": {name.replace("_", "-"): [v] for name, v in headers.items()},
                    "status": {"code": 200, "message": "OK"},
                },
            }
        ],
        "version": 1,
    }
    return yaml.dump(value, Dumper=yaml.CDumper)


@pytest.mark.parametrize("pack", [gzip.compress, bytes])
def test_a_key_in_a_packed_body_is_found(pack: Any) -> None:
    data = pack(json.dumps({"parcel": "P7", "api_key": TOKEN}).encode())
    text = body_in_yaml(data + b"", content_type="application/json")
    text = text.replace("string: '", "string: !!binary '") if pack is bytes else text
    if pack is bytes:
        encoded = base64.b64encode(data).decode()
        text = re.sub(r"string: .*(?:\n {8,}.*)*", f"string: !!binary {encoded}", text)
    assert {code for code, *_ in found(text, "c.yaml")} == {"FX401"}
    assert TOKEN not in str(lint_text(text, path="c.yaml", settings={}))


@pytest.mark.parametrize(
    ("body", "headers", "codes"),
    [
        (gzip.compress(b'{"a": 1}' * 9)[:-5], {"content_type": "application/json"}, {"FX409"}),
        (b"\x1b\x03\x80bad", {"content_encoding": "br"}, {"FX409"}),
        (b"\x28\xb5\x2f\xfd\x00\x01\x02", {"content_encoding": "zstd"}, {"FX409"}),
        (b"\x89PNG\r\n\x1a\n\x00\x01", {"content_type": "image/png"}, set()),
        (b"\x00\x01\x02\xff" * 9, {"content_type": "application/octet-stream"}, set()),
        (
            b"--b\r\nContent-Disposition: form-data\r\n\r\n\xff\xfe\r\n--b--",
            {"content_type": "multipart/form-data; boundary=b"},
            set(),
        ),
        (b"", {"content_length": "0"}, set()),
        (b"short", {"content_length": "99"}, {"FX832"}),
        (b"short", {"content_length": "many"}, set()),
    ],
    ids=[
        "truncated gzip",
        "brotli",
        "zstandard",
        "image",
        "bytes",
        "form",
        "empty",
        "too long",
        "no number",
    ],
)
def test_bodies_that_are_odd(body: bytes, headers: dict[str, str], codes: set[str]) -> None:
    text = body_in_yaml(body, **headers)
    assert {code for code, *_ in found(text, "c.yaml")} == codes
    options = {"select": ["FX"], "cassette-matching": "none"}
    new = fix_text(text, path="c.yaml", settings=options, unsafe=True)
    assert new == text.replace("'99'", "'5'")


@pytest.mark.parametrize("family", [f for f in FAMILIES if "gzip" in bodies(f)])
def test_a_compressed_body_is_stored_as_the_text_that_it_was(family: str) -> None:
    path = path_of(family)
    if not path.endswith((".yaml", ".yml")):
        return
    exchanges = recordings(4, provider="openai-chat", stream=False)
    packed = written(exchanges, family, body="gzip").decode()
    options = {"select": ["FX830"], "cassette-matching": "none"}
    new = fix_text(packed, path=path, settings=options, unsafe=True)
    assert "binary" not in new
    assert "gzip" not in re.sub(r"(?i)accept-encoding:\n.*", "", new)
    assert lint_text(new, path=path, settings={"select": ["FX832"]}) == []
    for exchange in exchanges:
        assert any(one == exchange.body.decode() for one in strings(value_of(new, path)))


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value


def test_the_length_changes_with_the_body_and_only_if_it_was_right() -> None:
    text = two_steps()
    assert "content-length" in text
    options = {"select": ["FX303"], "cassette-matching": "none"}
    new = fix_text(text, path="c.yaml", settings=options, unsafe=True)
    assert lint_text(new, path="c.yaml", settings={"select": ["FX832"]}) == []
    broken = re.sub(r"content-length:\n      - '\d+'", "content-length:\n      - '7'", text)
    kept = fix_text(broken, path="c.yaml", settings=options, unsafe=True)
    assert kept.count("- '7'") == broken.count("- '7'") > 0


def test_the_work_grows_with_the_events_of_a_packed_stream() -> None:
    def seconds(count: int) -> float:
        chunk = {"id": "chatcmpl-9xKq2LmRw7Hq", "object": "chat.completion.chunk", "created": 0}
        chunk |= {"model": "small", "choices": [{"index": 0, "delta": {"content": "word " * 20}}]}
        body = f"data: {json.dumps(chunk)}\n\n".encode() * count + b"data: [DONE]\n\n"
        text = body_in_yaml(body, content_type="text/event-stream")
        assert "!!binary" in text
        started = time.process_time()
        new = fix_text(text, path="c.yaml", settings=IDS, unsafe=True)
        assert new != text
        return time.process_time() - started

    seconds(10)
    assert seconds(1600) < 8 * seconds(400)


def test_personal_data_beside_a_percent_encoded_url_is_replaced_as_it_is_written() -> None:
    said = "Track at https://shop.example/a%20b and write to lena.krause@krause-post.de."
    text = body_in_yaml(json.dumps({"text": said}), content_type="application/json")
    new = fix_text(text, path="c.yaml", settings={"select": ["FX5"]}, unsafe=True)
    assert "a%20b and write to user-1@example.com." in new.replace("\n       ", "")
    assert fix_text(new, path="c.yaml", settings={"select": ["FX5"]}, unsafe=True) == new


# Streams and pairing inside bodies


@pytest.mark.parametrize("family", [f for f in FAMILIES if f not in ("nock", "request-hash")])
@pytest.mark.parametrize("provider", ["openai-chat", "openai-responses", "anthropic-messages"])
def test_a_stream_that_breaks_off_is_found_in_a_body(family: str, provider: str) -> None:
    path = path_of(family)
    exchanges = recordings(2, provider=provider, stream=True)
    last = exchanges[-1]
    blocks = last.body.decode().rstrip("\n").split("\n\n")
    shorter = ("\n\n".join(blocks[: len(blocks) // 2]) + "\n\n").encode()
    exchanges[-1] = last._replace(
        body=shorter,
        response_headers={k: v for k, v in last.response_headers.items() if k != "content-length"},
    )
    codes = {code for code, *_ in found(written(exchanges, family), path)}
    assert codes - {"FX834"} == {"FX823"}


def test_what_servers_that_speak_like_others_really_send_is_no_fault_of_a_recording() -> None:
    def chunk(delta: dict[str, str], reason: str | None = None, id: str = "gen-1") -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        value = {"id": id, "object": "chat.completion.chunk", "created": 0, "model": "small"}
        return f"data: {json.dumps(value | {'choices': [choice]})}\n\n"

    said, end = chunk({"content": "In two days."}), chunk({}, "stop")
    opening = chunk({"role": "assistant"}, id="chatcmpl-1")
    thinking = chunk({"reasoning_content": ""})
    done = "data: [DONE]\n\n"
    other = chunk({"role": "assistant", "content": "No."}, id="chatcmpl-1")
    for pieces, codes in (
        ([opening, said, end, done], set()),  # A gateway begins before its provider answers.
        ([thinking, said, end, done], set()),  # Nobody names the role.
        ([opening, said, end], set()),  # Not all send the last line.
        ([opening, said], {"FX823"}),
        ([other, said, end, done], {"FX824"}),
    ):
        text = body_in_yaml("".join(pieces), content_type="text/event-stream")
        assert {code for code, *_ in found(text, "c.yaml")} == codes, pieces


@pytest.mark.parametrize("family", [f for f in FAMILIES if f != "response-only"])
def test_a_result_without_its_call_is_found_in_a_body(family: str) -> None:
    path = path_of(family)
    exchanges = recordings(6, provider="openai-chat", stream=False)
    history = json.loads(json.dumps(exchanges[-1].request))
    calling = next(m for m in history["messages"] if m.get("tool_calls"))
    calling["tool_calls"][0]["id"] = "call_SomebodyElse12"
    exchanges[-1] = exchanges[-1]._replace(request=history)
    codes = {code for code, *_ in found(written(exchanges, family), path)}
    assert {"FX213", "FX214"} <= codes


# Failures


@pytest.mark.parametrize(
    ("path", "status", "codes"),
    [
        ("cassettes/test_track.yaml", 401, ["FX835"]),
        ("cassettes/test_track.yaml", 503, ["FX835"]),
        ("cassettes/test_track.yaml", 304, []),
        ("cassettes/test_track_401.yaml", 401, []),
        ("cassettes/test_track_401.yaml", 429, ["FX835"]),
        ("cassettes/test_errors/test_track.yaml", 500, []),
        ("cassettes/test_rate_limit.yaml", 429, []),
        ("cassettes/test_generate.yaml", 429, ["FX835"]),
        ("cassettes/test_parcel_with_duplicate_name.yaml", 409, []),
        ("cassettes/test_parcel_already_sent.yaml", 409, []),
    ],
)
def test_a_recorded_failure_is_meant_if_the_name_says_so(
    path: str, status: int, codes: list[str]
) -> None:
    exchanges = [e._replace(status=status) for e in recordings(1, provider="openai-chat")]
    text = written(exchanges, "vcrpy").decode()
    options = {"select": ["FX835"]}
    assert [f.code for f in lint_text(text, path=path, settings=options)] == codes


# Personal data


@pytest.mark.parametrize("matching", ["bytes", "json", "none"])
def test_personal_data_that_a_test_sends_stays_where_it_is_compared(matching: str) -> None:
    sent = {
        "model": "small",
        "messages": [{"role": "user", "content": "I am at p.lind@nordwind.de"}],
    }
    received = {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "ok"}}],
    }
    text = vcrpy([(sent, received)])
    options = {"select": ["FX501"], "cassette-matching": matching}
    (finding,) = lint_text(text, path="c.yaml", settings=options)
    new = fix_text(text, path="c.yaml", settings=options, unsafe=True)
    assert ("nordwind" in new) == (matching != "none") == ("compared" in finding.message)
    assert fix_text(text, path="c.yaml", settings=options) == text
