"""Recordings without a defect, as every recorder writes them: known, opened, and nothing found."""

from __future__ import annotations

import pytest

from fixture_lint.api import lint_text
from tests.cassettes import FAMILIES, bodies, path_of, recordings, written
from tests.exchanges import NAMES

WANTED = {"FX106": "no final newline", "FX834": "no request"}
"""What is true of them as recorders leave them."""


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_is_found_in_a_recording_without_a_defect(family: str, stream: bool) -> None:
    for body in bodies(family):
        for number, provider in enumerate(NAMES):
            if provider == "bedrock-converse" and stream and len(bodies(family)) == 1:
                continue  # Frames are bytes.
            exchanges = recordings(number, provider=provider, stream=stream)
            text = written(exchanges, family, body=body).decode()
            found = lint_text(text, path=path_of(family))
            assert {f"{f.code} {f.message}" for f in found if f.code not in WANTED} == set()
            packed = lint_text(text, path=path_of(family), settings={"select": ["FX830"]})
            assert bool(packed) or body != "gzip"
