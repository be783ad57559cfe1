"""Bombs and bait: what unpacks without end, and what makes patterns try again and again."""

from __future__ import annotations

import base64
import gzip
import json
import time
import zlib
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from hostile import MIB, NAME, Lint, command, conversation, measured, state

from fixture_lint.api import lint_text
from fixture_lint.detectors import personal, tokens
from fixture_lint.detectors.personal import email, ids, keyed, keys, network, payment, phones
from fixture_lint.detectors.samples import sample

lint = command


def bomb(wbits: int, size: int) -> bytes:
    """Zeros, packed. The same blocks again and again: packing them all would take a minute."""
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    zeros = bytes(16 * MIB)
    blocks = [packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2)]
    return blocks[0] + blocks[1] * (size // len(zeros) - 1) + packer.flush()


def packed(data: bytes, times: int) -> bytes:
    for _ in range(times):
        data = gzip.compress(data)
    return data


GZIP, ZLIB, RAW = 31, 15, -15
TEN_GIB = 10 * 1024 * MIB

BOMBS: dict[str, Callable[[], bytes]] = {
    "gzip": lambda: bomb(GZIP, TEN_GIB),
    "zlib": lambda: bomb(ZLIB, TEN_GIB),
    "gzip in gzip": lambda: packed(bomb(GZIP, TEN_GIB), 1),
    "gzip in base64 in gzip": lambda: packed(base64.b64encode(bomb(GZIP, TEN_GIB // 4)), 1),
    "text in gzip": lambda: packed(b"late parcel " * (40 * MIB // 12), 1),
    "many layers": lambda: packed(b"late parcel", 40),
}


def as_base64(data: bytes) -> str:
    return json.dumps(base64.b64encode(data).decode())


@pytest.mark.big
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_unpacked_to_a_limit(lint: Lint, name: str) -> None:  # F06
    path = lint.write(conversation(text=as_base64(BOMBS[name]())))
    before = state(path)
    for options in ([], ["--fix"]):
        outcome, peak = measured(lint, *options, NAME)
        assert outcome.code == 1
        assert {"FX005", "FX409"} & set(outcome.codes)
        assert peak < 300
    assert state(path) == before
    assert seconds(lint.run, NAME) < HANG


@pytest.mark.big
@pytest.mark.parametrize("data", [bomb(RAW, TEN_GIB), bytes(8 * MIB)], ids=["deflate", "zeros"])
def test_what_nobody_can_know_to_be_packed_is_no_text(lint: Lint, data: bytes) -> None:  # F06
    lint.write(conversation(text=as_base64(data)))
    outcome, peak = measured(lint, NAME)
    assert (outcome.code, outcome.codes) == (1, ["FX113"])
    assert peak < 300
    assert seconds(lint.run, NAME) < HANG


@pytest.mark.parametrize("times", range(1, 5))
def test_what_is_packed_several_times_is_searched(times: int) -> None:  # F06
    data = packed(f"use {sample('groq', Random(7))} now".encode(), times)
    assert codes(conversation(text=as_base64(data))) == ["FX401"]
    assert codes(conversation(text=as_base64(packed(b"late parcel", times)))) == []


def test_what_is_packed_too_often_or_otherwise_is_said_to_be_closed() -> None:  # F06
    for data in (packed(b"late parcel", 5), b"PK\x03\x04" + bytes(40), packed(b"BZh91AY", 2)):
        assert codes(conversation(text=as_base64(data))) == ["FX409"]


def codes(text: str) -> list[str]:
    return [finding.code for finding in lint_text(text, path=NAME, settings={})]


RUNS = {
    "addresses": "a@a.a.a.a",
    "signs of addresses": "@",
    "parts of addresses": "a.",
    "quoted addresses": '"a"@',
    "phones": "+1 (((((",
    "pluses": "+",
    "groups of digits": "12 34 ",
    "digits": "4929123",
    "one digit": "0",
    "cards": "4929 1234 5678 9012 ",
    "hyphens and digits": "1-",
    "dates": "2026-01-01",
    "dates apart": "2026-01-01 ",
    "tokens": "eyJ",
    "tokens with dots": "ey" + "JhbGciOiJub25lIn0.",  # No whole token stands in a file.
    "base64": "QUJDREVGR0hJSktM",
    "base64 lines": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldY\n",
    "base64 words": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldY ",
    "percent": "%25%25",
    "percent and letters": "a%2",
    "passwords": "password=",
    "passwords in words": "my password is ",
    "keys": '"api_key": "',
    "values": "api_key=a1B2c3D4e5 ",
    "cookies": "Cookie: a=b; sid=",
    "schemes": "Bearer ",
    "blocks": "-----BEGIN",
    "private keys": "-----BEGIN PRIVATE KEY-----\n",
    "ends": "-----END PRIVATE KEY-----",
    "pairs": "a=b&",
    "equal signs": "=",
    "questions": "?a=",
    "JSON": '{"a":',
    "JSON in JSON": '{"a": "{\\"a\\": 1}"} ',
    "brackets": "[",
    "events": 'data: {"a": 1}\n',
    "empty events": "data:\n",
    "deltas": 'data: {"delta": {"text": "a"}}\n\n',
    "titles": "Mr. A. ",
    "names": "Anna Lindqvist ",
    "names of somebody": "my name is Anna ",
    "labels": "Name: ",
    "addresses of houses": "12 Baker Lane, ",
    "Cyrillic": "посылка",
    "Cyrillic words": "Меня зовут Анна ",
    "Han": "我的密码是",
    "Han names": "姓名：王小明",
    "numbers of networks": "1.2.3.",
    "colons": "a:",
    "hexadecimal": "deadbeef:",
    "schemes of addresses": "http://",
    "users": "https://a:b",
    "postgres": "postgres://a:",
    "backslashes": "\\",
    "escapes": "\\u0041\\n",
    "quotes": '"',
    "white space": " ",
    "lines": "\n",
    "dots": ".",
    "hyphens": "-",
    "underlines": "_",
    "slashes": "/",
    "commas": "a, ",
    "ids": "call_a1B2c3",
    "groups of letters": "AB12 ",
    "national ids": "ABCDE1234F ",
    "IBANs": "DE89 3704 0044 0532 ",
    "halves of characters": "\ud800",
    "pairs of halves": "\udc00\ud800a",
    "random": "",
}
"""Pieces of bait, to be repeated."""


def run_of(name: str, size: int) -> str:
    piece = RUNS[name]
    if not piece:
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/ =@.:-\"'\n%"
        piece = "".join(Random(7).choices(letters, k=10_000))
    return piece * (size // len(piece))


def under_keys(text: str) -> Iterable[Any]:
    for name in ("customer_name", "shipping_address", "birth_date", "user_name"):
        key = keys.key_of(name)
        assert key is not None
        yield list(keyed.find_under_key(text, key))


DETECTORS: dict[str, Callable[[str], object]] = {
    "secrets": tokens.find,
    "secrets under a name": lambda text: tokens.find(text, "api_key"),
    "passwords": lambda text: tokens.find(text, "password"),
    "cookies": lambda text: tokens.find(text, "set-cookie"),
    "personal": personal.find,
    "e-mail": lambda text: list(email.find_email(text, "")),
    "payment": lambda text: list(payment.find_payment(text, "card")),
    "phones": lambda text: list(phones.find_phones(text, "phone")),
    "ids": lambda text: list(ids.find_ids(text, "passport")),
    "network": lambda text: list(network.find_network(text, "ip")),
    "labels": lambda text: list(keyed.find_labelled(text)),
    "cues": lambda text: list(keyed.find_cued(text)),
    "keys": lambda text: list(under_keys(text)),
}

HANG = 20
"""Seconds of the processor that a bomb would need many times over, if it were unpacked."""

TRIES = 4
"""Another process may take the time of one measurement, hardly of four."""

NOTHING = 0.05
"""So few seconds are no growth of anything: they are lost in the noise."""


def seconds(function: Callable[..., object], *arguments: Any) -> float:
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


def growth(function: Callable[[Any], object], once: Any, twice: Any) -> float:
    """How many times as much of the processor's time the second text takes, each the best of
    two."""
    first = min(seconds(function, once) for _ in range(2))
    second = min(seconds(function, twice) for _ in range(2))
    return second / max(first, NOTHING)


def assert_linear(function: Callable[[Any], object], once: Any, twice: Any) -> None:
    assert any(growth(function, once, twice) <= 2.4 for _ in range(TRIES))


@pytest.mark.big
@pytest.mark.parametrize("name", RUNS)
def test_detectors_take_the_bait_in_linear_time(name: str) -> None:  # F08
    for detector in DETECTORS.values():
        assert_linear(detector, run_of(name, 15_000), run_of(name, 30_000))


def in_places(text: str) -> str:
    """A conversation that holds a text as a text, an argument, a key and an error."""
    spelled = json.dumps(text)
    value = json.loads(conversation(f'"code": {spelled}, {json.dumps(text[:2000])}: 1'))
    value["turns"][0]["text"] = text
    value["turns"][2]["results"][0] = {"ref": "c1", "error": {"code": "no", "message": text}}
    return json.dumps(value, indent=2) + "\n"


def look(text: str) -> None:
    assert not [finding for finding in lint_text(text, settings={}) if finding.code == "FX001"]


@pytest.mark.big
@pytest.mark.parametrize("name", RUNS)
def test_a_run_takes_the_bait_in_linear_time(name: str) -> None:  # F08
    assert_linear(look, in_places(run_of(name, 6_000)), in_places(run_of(name, 12_000)))


@pytest.mark.big
@pytest.mark.parametrize("name", RUNS)
def test_a_broken_file_of_bait_is_met_calmly(lint: Lint, name: str) -> None:  # F08
    text = run_of(name, 30_000)
    for data in (json.dumps(text)[:-1], f'{{"a": "{text}', f"{{{text}"):
        path = lint.write(data.encode("utf-8", "surrogatepass"))
        before = state(path)
        assert lint.fix(NAME).code in (0, 1, 4)
        assert state(path) == before


@pytest.mark.big
@pytest.mark.parametrize("name", RUNS)
def test_a_very_long_string_of_bait_is_searched(lint: Lint, name: str) -> None:  # F08
    is_long = name in ("addresses", "values")
    lint.write(conversation(text=json.dumps(run_of(name, MIB // 3 if is_long else MIB // 16))))
    code, printed, _ = lint.run(NAME)
    assert code in (0, 1)
    assert "FX001" not in printed
    assert "FX113" in printed or not is_long
