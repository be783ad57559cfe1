"""What is looked for in one pass: needles of token families, telling words, escapes.

The automata are built when the first text or file is searched; building them takes about as long
as reading a file.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from fixture_lint.detectors.families import Family, families
from fixture_lint.detectors.telling import SPELLINGS, WHOLE_NAMES

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick, BytesAhoCorasick

FAMILY, WORD, ESCAPE = range(3)
"""Kinds of needles, in the order in which they are numbered."""


class Place(NamedTuple):
    """A family, and how far at least and at most its needle stands from the start of a value."""

    family: Family
    least: int
    most: int


class Needle(NamedTuple):
    """A literal: of families, which stand in ``places``, of a telling name, or of an escape."""

    literal: str
    kind: int
    places: tuple[Place, ...] = ()


class Hits(NamedTuple):
    """Needles of families with their places, and the places of telling words."""

    marks: list[tuple[Needle, int]]
    words: list[tuple[int, int]]


@cache
def needles() -> tuple[Needle, ...]:
    """All needles; those of escapes come last."""
    places: dict[str, list[Place]] = {}
    for family in families():
        # Two vendors with the same shape: the second needs its name.
        has_twin = family.context is not None and bool(family.context.words)
        for literal, least, most in () if has_twin else family.needles:
            places.setdefault(literal, []).append(Place(family, least, most))
    whole = ('"sig"', "'sig'", "sig:", *WHOLE_NAMES[1:])
    return (
        *(Needle(literal, FAMILY, tuple(at)) for literal, at in places.items()),
        *(Needle(word, WORD) for word in (*SPELLINGS, *whole)),
        *(Needle(escape, ESCAPE) for escape in ("\\u", "\\/")),
    )


@cache
def first_of(kind: int) -> int:
    """The index of the first needle of a kind."""
    return next(index for index, needle in enumerate(needles()) if needle.kind == kind)


@cache
def anchored() -> tuple[Family, ...]:
    """Families of which no literal is long enough to be a needle."""
    return tuple(family for family in families() if family.anchor is not None)


@cache
def _automaton() -> AhoCorasick:
    from ahocorasick_rs import AhoCorasick

    return AhoCorasick([needle.literal for needle in needles() if needle.kind != ESCAPE])


@cache
def _bytes_automaton() -> BytesAhoCorasick:
    from ahocorasick_rs import BytesAhoCorasick

    return BytesAhoCorasick([needle.literal.encode() for needle in needles()])


def hits(text: str) -> Hits:
    """What stands where in a text, which must not hold lone surrogates."""
    known = needles()
    first_word = first_of(WORD)
    found = _automaton().find_matches_as_indexes(text, overlapping=True)
    return Hits(
        [(known[index], start) for index, start, _ in found if index < first_word],
        [(start, end) for index, start, end in found if index >= first_word],
    )


def hits_in_bytes(data: bytes) -> list[tuple[int, int, int]]:
    """The indexes of needles in raw bytes, with their starts and ends."""
    return _bytes_automaton().find_matches_as_indexes(data, overlapping=True)
