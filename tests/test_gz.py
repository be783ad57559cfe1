"""Packed files are checked like the text that they hold, and never written."""

from __future__ import annotations

import gzip
import random
import zlib

import pytest
from conversations import TRACKED
from hostile import MIB, Lint, Outcome, command, measured, state

from fixture_lint.api import lint_text
from fixture_lint.detectors.samples import sample

lint = command

NAME = "late-parcel.json.gz"
TOKEN = sample("github-ghp", random.Random(7))
CASSETTE = """\
requests:
- body: '{}'
  headers: {authorization: ['**REDACTED**']}
  method: POST
  uri: https://api.example.com/v1/chat
responses:
- body: {string: !!binary bGF0ZQ==}
  status: {code: 200, message: OK}
"""


def packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def untouched(lint: Lint, data: bytes, name: str = NAME) -> Outcome:
    """What is found in a file, which no repair changes."""
    path = lint.write(data, name)
    before = state(path)
    checked = lint.check(name)
    for flags in (["--fix"], ["--fix", "--unsafe-fixes"], ["--diff"]):
        fixed = lint.report(*flags, name)
        assert (fixed.findings, fixed.summary["fixed"]) == (checked.findings, 0)
    assert state(path) == before
    assert all(finding["fix"] is None for finding in checked.findings)
    return checked


def test_a_clean_one_is_clean(lint: Lint) -> None:
    found = untouched(lint, packed(TRACKED))
    assert (found.code, found.findings, found.summary["checked"]) == (0, [], 1)


def test_a_cassette_is_checked(lint: Lint) -> None:  # B18
    found = untouched(lint, packed(CASSETTE), "late-parcel.yaml.gz")
    assert [code for code in found.codes if code.startswith(("FX1", "FX4"))] == []
    text = CASSETTE.replace("'{}'", f"'use {TOKEN}'")
    found = untouched(lint, packed(text), "late-parcel.yaml.gz")
    assert "FX401" in found.codes
    assert TOKEN[4:] not in found.text


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"text": "where', '"latency_ms": 12, "text": "where', "FX305"),
        ('\n    {\n      "from": "user"', '\n  {\n      "from": "user"', "FX103"),
        ("late-parcel", "another-one", "FX109"),
    ],
)
def test_it_is_judged_like_the_text(lint: Lint, old: str, new: str, code: str) -> None:
    text = TRACKED.replace(old, new, 1)
    plain = lint_text(text, path="late-parcel.json", settings={})
    found = untouched(lint, packed(text))
    assert code in found.codes
    assert found.codes == [finding.code for finding in plain]
    assert found.places == [(finding.line, finding.column) for finding in plain]
    for one, other in zip(found.findings, plain, strict=True):
        assert (
            other.fix is None or one["message"] == f"{other.message}; no fix, as the file is packed"
        )


@pytest.mark.parametrize("name", ["a.json", "a.json.gz", "a.har", "a.har.gz"])
def test_bytes_say_that_a_file_is_packed(lint: Lint, name: str) -> None:
    assert untouched(lint, packed('{"a": 1, "a": 2}\n'), name).codes == ["FX107"]


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.ndjson.gz"])
def test_lines_are_judged_one_by_one(lint: Lint, name: str) -> None:
    found = untouched(lint, packed('{"a": 1}\n{\n{"a": 1, "a": 2}\n'), name)
    assert (found.codes, [line for line, _ in found.places]) == (["FX101", "FX107"], [2, 3])


def test_a_name_alone_does_not_pack_a_file(lint: Lint) -> None:
    path = lint.write(TRACKED.rstrip(), NAME)
    assert lint.check(NAME).codes == ["FX106"]
    assert lint.fix(NAME).summary["fixed"] == 1
    assert path.read_text() == TRACKED


def test_several_members_are_one_text(lint: Lint) -> None:
    half = len(TRACKED) // 2
    data = packed(TRACKED[:half]) + packed(TRACKED[half:]) + b"\0" * 512
    assert untouched(lint, data).codes == []


LEAKING = packed(f'{{"a": "{TOKEN}"}}\n')


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (LEAKING[:-1], "Truncated gzip"),
        (LEAKING[:12], "Truncated gzip"),
        (b"\x1f\x8b", "Truncated gzip"),
        (LEAKING[:-8] + b"\0" * 8, "Damaged gzip"),
        (b"\x1f\x8b" + b"\xff" * 40, "Damaged gzip"),
        (LEAKING + b"late", "Damaged gzip: something follows its end"),
        (LEAKING + LEAKING[:9], "Truncated gzip"),
    ],
)
def test_a_damaged_one_is_a_finding(lint: Lint, data: bytes, words: str) -> None:
    found = untouched(lint, data)
    assert (found.code, found.codes[0], found.summary["unreadable"]) == (1, "FX005", 1)
    assert found.findings[0]["message"] == words
    assert TOKEN[4:] not in found.text


def test_what_can_be_unpacked_of_it_is_searched(lint: Lint) -> None:
    assert untouched(lint, LEAKING[:-1]).codes == ["FX005", "FX401"]
    assert untouched(lint, LEAKING + b"late").codes == ["FX005", "FX401"]


def test_a_bomb_is_a_finding(lint: Lint) -> None:  # F06
    stream = zlib.compressobj(1, zlib.DEFLATED, 31)
    data = b"".join([*(stream.compress(b"\0" * MIB) for _ in range(300)), stream.flush()])
    path = lint.write(data, NAME)
    before = state(path)
    found, peak = measured(lint, NAME)
    assert (found.codes, found.findings[0]["message"]) == (["FX005"], "Decodes to more than 32 MiB")
    assert peak < 300
    assert state(path) == before


def test_a_folder_is_walked_for_them(lint: Lint) -> None:
    for name in ("a.yaml.gz", "b.har.gz", "c.txt.gz", "d.chunks.txt.gz", "e.gz"):
        lint.write(packed('{"a": 1, "a": 2}\n'), f"some/{name}")
    assert lint.check("some").paths == ["some/a.yaml.gz", "some/b.har.gz", "some/d.chunks.txt.gz"]
