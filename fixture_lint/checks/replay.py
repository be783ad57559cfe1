"""What a replay compares: which parts of the requests of a cassette must keep their bytes.

A player looks for the recorded interaction whose request equals the one that a test sends. What
the test itself sends cannot change with the cassette, so what takes part in this comparison stays
as it is, or changes only as the client's own echo of a response does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fixture_lint.documents.spans import Span
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.cassette import Cassette, cassette
from fixture_lint.kinds.cassette.families import BodyMatching
from fixture_lint.kinds.cassette.interactions import Side
from fixture_lint.kinds.vcr_settings import settings
from fixture_lint.run import Run

__all__: list[str] = []  # No check stands here.

_OF_PYTHON = ("vcrpy", "cassetter", "parallel-lists")
"""Families whose players are configured in Python."""

_KEYED = "it stays, because a hash of the request names the recording"
_BYTES = "it stays, because requests are compared byte by byte (see `cassette-matching`)"
_VALUES = "it stays, because the bodies of requests are compared (see `cassette-matching`)"
_URLS = "it stays, because the URLs of requests are compared"
_HEADERS = "it stays, because the headers of requests are compared"


class Replay(NamedTuple):
    """How the requests of a cassette are compared: their bodies, whether their headers count, and
    whether nobody has said so. ``is_keyed`` tells that no request can change at all."""

    body: BodyMatching
    headers: bool
    is_guess: bool
    is_keyed: bool


def replay(document: Document, run: Run) -> Replay:
    """How the requests of a cassette are compared: as its recorder always does, as the tests beside
    it say, or as the configuration says; the strictest where nobody knows."""
    if "replay" not in document.memo:
        document.memo["replay"] = _replay(document, run)
    known: Replay = document.memo["replay"]
    return known


def _replay(document: Document, run: Run) -> Replay:
    known = cassette(document)
    assert known is not None  # Only cassettes are asked.
    family = known.family
    if family.matching is not None:
        return Replay(family.matching, bool(family.matches_headers), False, family.is_keyed)
    told = settings(document.path, run.config.root) if family.name in _OF_PYTHON else None
    if told is not None:
        return Replay(told.body, told.headers, False, False)
    body = run.config.cassette_matching
    return Replay(body, body == "bytes", True, False)


def fixed_for_echo(document: Document, run: Run) -> Iterator[tuple[Span, str]]:
    """The spans of a file in which not even an id may change that a client sends back, and why."""
    known = cassette(document)
    if known is None:
        return
    how = replay(document, run)
    for side in _requests(known):
        if how.is_keyed:
            yield from _spans((*_parts(side), *_header_values(side)), _KEYED)
        elif how.body == "bytes":
            yield from _spans(_parts(side), _BYTES)
        if how.headers and not how.is_keyed:
            yield from _spans(_header_values(side), _HEADERS)


def fixed_for_values(document: Document, run: Run) -> Iterator[tuple[Span, str]]:
    """The spans of a file in which no value may change that a test itself sends, and why. A URL is
    compared by every player."""
    known = cassette(document)
    if known is None:
        return
    how = replay(document, run)
    for side in _requests(known):
        yield from _spans(side.urls, _KEYED if how.is_keyed else _URLS)
        why = why_value_stays(document, run, side)
        if why and side.body is not None:
            yield from _spans((side.body,), why)
        if how.headers or how.is_keyed:
            yield from _spans(_header_values(side), _HEADERS)


def why_fixed(fixed: Sequence[tuple[Span, str]], span: Span) -> str:
    """Why a place stays that is one of those where nothing may change, given in their order; empty
    if it may change."""
    at = bisect_right(fixed, span[0], key=lambda place: place[0][0]) - 1
    return fixed[at][1] if at >= 0 and span[1] <= fixed[at][0][1] else ""


def why_value_stays(document: Document, run: Run, side: Side | None) -> str:
    """Why a value in the body of a side must not change, empty if it may."""
    if side is None or not side.is_request:
        return ""
    how = replay(document, run)
    if how.is_keyed:
        return _KEYED
    return "" if how.body == "none" else _BYTES if how.body == "bytes" else _VALUES


def _requests(known: Cassette) -> Iterator[Side]:
    return (side for side in known.sides if side.is_request)


def _parts(side: Side) -> tuple[Node, ...]:
    return side.urls if side.body is None else (*side.urls, side.body)


def _header_values(side: Side) -> tuple[Node, ...]:
    return tuple(value for header in side.headers for value in header.values)


def _spans(nodes: tuple[Node, ...], why: str) -> Iterator[tuple[Span, str]]:
    return (((node.start, node.end), why) for node in nodes)
