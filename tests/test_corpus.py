"""Real recordings: everything is read, fixes are idempotent, no false alarm about secrets.

The recordings are not part of the project. ``FIXTURE_LINT_CORPUS`` names a folder of them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fixture_lint.api import FixRefused, fix_text, lint_text

FOLDER = os.environ.get("FIXTURE_LINT_CORPUS", "")
if not FOLDER:
    pytest.skip("FIXTURE_LINT_CORPUS names no folder of real recordings", allow_module_level=True)

ENDINGS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".sse", ".har", ".traj", ".txt")
FILES = sorted(
    path for path in Path(FOLDER).rglob("*") if path.is_file() and path.name.endswith(ENDINGS)
)
KNOWN = {
    # A live cookie of a firewall, set in a response.
    ("test_openai_metrics/test_chat_streaming_metrics.yaml", "FX401"),
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


def test_secrets_are_the_known_ones():
    found = {
        ("/".join(path.parts[-2:]), finding.code)
        for path in FILES
        for finding in lint_text(path.read_bytes(), path=str(path), settings={})
        if finding.code.startswith("FX40") and finding.code not in ("FX402", "FX408", "FX409")
    }
    assert found - KNOWN == set()
