"""Real recordings: everything is read, fixes are idempotent, no false alarm about secrets.

The recordings are not part of the project. ``FIXTURE_LINT_CORPUS`` names a folder of them.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixture_lint.api import FixRefused, fix_text, lint_text
from fixture_lint.kinds.cassette import cassette
from fixture_lint.reading import documents
from tests.conftest import make_run

FOLDER = os.environ.get("FIXTURE_LINT_CORPUS", "")
if not FOLDER:
    pytest.skip("FIXTURE_LINT_CORPUS names no folder of real recordings", allow_module_level=True)

ENDINGS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".sse", ".har", ".traj", ".txt", ".gz")
FILES = sorted(
    path for path in Path(FOLDER).rglob("*") if path.is_file() and path.name.endswith(ENDINGS)
)
KNOWN = {
    # A live cookie of a firewall, set in a response.
    ("test_openai_metrics/test_chat_streaming_metrics.yaml", "FX402"),
}
"""Findings about secrets that are right: the last parts of the path and the code."""


def short(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", FILES, ids=short)
def test_a_recording_is_read(path):
    codes = {finding.code for finding in lint_text(path.read_bytes(), path=str(path), settings={})}
    assert "FX001" not in codes


@pytest.mark.parametrize("path", FILES, ids=short)
def test_fixes_of_a_recording_are_idempotent(path):
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        pytest.skip("no UTF-8")
    for unsafe in (False, True):
        try:
            once = fix_text(text, path=str(path), settings={}, unsafe=unsafe)
        except FixRefused:
            continue
        assert fix_text(once, path=str(path), settings={}, unsafe=unsafe) == once


FAMILIES = {
    "vcrpy": "vcrpy",
    "go-vcr": "go-vcr",
    "ruby-vcr": "ruby-vcr",
    "har": "har",
    "nock": "nock",
    "llama-stack": "request-hash",
    "vcr-parallel-lists": "parallel-lists",
    "response-only": "response-only",
}
"""What the list of the recordings calls a family, and what it is called here."""


def listed() -> Iterator[tuple[Path, str]]:
    """The cassettes that the list of the recordings names, each with its family."""
    index = Path(FOLDER) / "INDEX.tsv"
    rows = index.read_text(encoding="utf-8").splitlines() if index.exists() else []
    for row in rows:
        cells = row.split("\t")
        family = next((FAMILIES[cell] for cell in cells[4:] if cell in FAMILIES), None)
        if family:
            yield Path(FOLDER) / cells[3], family


CASSETTES = list(listed())


@pytest.mark.parametrize(("path", "family"), CASSETTES, ids=[path.name for path, _ in CASSETTES])
def test_the_family_of_a_cassette_is_right(path, family):
    (document,) = documents(unpacked(path), str(path), make_run())
    known = cassette(document)
    assert known is not None
    if known.family.name == "unknown-transport":
        assert b"request_sample" in path.read_bytes()  # What is called vcrpy there is gRPC.
    else:
        assert known.family.name == family


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


@pytest.mark.parametrize("path", [path for path, _ in CASSETTES], ids=short)
def test_ids_of_a_cassette_are_exchanged_one_for_one(path):
    if path.suffix == ".gz":
        pytest.skip("packed files are not written")
    options = {"select": ["FX301", "FX303"], "cassette-matching": "none"}
    text = path.read_text(encoding="utf-8")
    if "!binary" in text:
        pytest.skip("words of base64 are none")
    new = fix_text(text, path=str(path), settings=options, unsafe=True)
    names: dict[str, str] = {}
    for one, other in zip(WORD.findall(text), WORD.findall(new), strict=True):
        if not one.isdecimal():  # A number may be the length of a body.
            assert names.setdefault(one, other) == other
    assert len(set(names.values())) == len(names)


WORD = re.compile(r"[A-Za-z0-9_-]+|[^A-Za-z0-9_-]")


def test_secrets_are_the_known_ones():
    found = {
        ("/".join(path.parts[-2:]), finding.code)
        for path in FILES
        for finding in lint_text(path.read_bytes(), path=str(path), settings={})
        if finding.code.startswith("FX40") and finding.code not in ("FX408", "FX409")
    }
    assert found - KNOWN == set()
