"""A real player replays what was fixed: the client sends back the ids that it is given, and still
finds its interactions."""

from __future__ import annotations

import gzip
import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import vcr

from fixture_lint.api import fix_text
from tests.cassettes import recordings, written
from tests.exchanges import Exchange

ALL = ["ids", "times", "usage", "fingerprints"]
EVERYTHING = {"select": ["FX3", "FX4", "FX83"], "freeze": ALL}

# What vcrpy compares, and what the linter is told of it.
MATCHERS = {
    "none": ["method", "scheme", "host", "port", "path", "query"],
    "json": ["method", "uri", "body"],
    "bytes": ["method", "uri", "raw_body"],
}


def ids(value: Any) -> list[str]:
    """The ids that a response gives and a client sends back."""
    found = []
    for choice in value.get("choices", ()):
        found += [call["id"] for call in choice["message"].get("tool_calls", ())]
    found += [block["id"] for block in value.get("content", ()) if "id" in block]
    return found


def converse(exchanges: list[Exchange]) -> list[Any]:
    """What a client does: it asks, and asks again with the ids that it was given."""
    given: list[Any] = []
    renamed: dict[str, str] = {}
    for exchange in exchanges:
        text = exchange.sent
        for old, new in renamed.items():
            text = text.replace(old, new)
        request = urllib.request.Request(
            exchange.url, text.encode(), exchange.request_headers, method=exchange.method
        )
        with urllib.request.urlopen(request) as response:
            data = response.read()
            packed = response.headers.get("content-encoding") == "gzip"
            given.append(json.loads(gzip.decompress(data) if packed else data))
        if exchange is exchanges[0]:
            renamed = dict(zip(ids(exchange.answer), ids(given[0]), strict=True))
    return given


def replay(folder: Path, text: str, matching: str, exchanges: list[Exchange]) -> list[Any]:
    path = folder / "test_parcels.yaml"
    path.write_text(text, encoding="utf-8")
    player = vcr.VCR(record_mode="none", match_on=MATCHERS[matching])
    with player.use_cassette(str(path)) as cassette:
        given = converse(exchanges)
        assert cassette.all_played
    return given


@pytest.mark.parametrize("body", ["text", "gzip", "binary"])
@pytest.mark.parametrize("matching", MATCHERS)
@pytest.mark.parametrize("provider", ["openai-chat", "anthropic-messages"])
def test_a_frozen_cassette_replays_as_before(
    tmp_path: Path, provider: str, matching: str, body: str
) -> None:
    for seed in range(3):
        exchanges = [
            exchange._replace(
                request_headers={k: v for k, v in exchange.request_headers.items() if v[:1] != "<"}
            )
            for exchange in recordings(seed, provider=provider, stream=False)
        ]
        old = written(exchanges, "vcrpy", body=body).decode()
        settings = EVERYTHING | {"cassette-matching": matching}
        new = fix_text(old, path="test_parcels.yaml", settings=settings, unsafe=True)
        assert new != old
        before = replay(tmp_path, old, matching, exchanges)
        after = replay(tmp_path, new, matching, exchanges)
        assert [shape(one) for one in before] == [shape(one) for one in after]
        if matching != "bytes" and body == "text":
            assert ids(before[0]) != ids(after[0])


def shape(value: Any) -> Any:
    """A response without the values that freeze."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    is_text = isinstance(value, str) and " " in value
    return value if is_text or value is None else type(value).__name__
