"""What is looked for in one pass over a text: needles of token families, telling words.

The automaton is built when the first text is searched; building it takes about as long as reading
a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from fixture_lint.detectors.families import Family, families
from fixture_lint.detectors.telling import SPELLINGS, WHOLE_NAMES

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick


class Place(NamedTuple):
    """A family, and how far at least and at most its needle stands from the start of a value."""

    family: Family
    least: int
    most: int


class Hits(NamedTuple):
    """Needles of families with their places, and the places of telling words."""

    marks: list[tuple[tuple[Place, ...], int]]
    words: list[tuple[int, int]]


def places_of_needles(known: Iterable[Family]) -> list[tuple[str, tuple[Place, ...]]]:
    """The literals of families, each once, with all places at which it may stand."""
    places: dict[str, list[Place]] = {}
    for family in known:
        # Two vendors with the same shape: the second needs its name.
        has_twin = family.context is not None and bool(family.context.words)
        for literal, least, most in () if has_twin else family.needles:
            places.setdefault(literal, []).append(Place(family, least, most))
    return [(literal, tuple(at)) for literal, at in places.items()]


@cache
def anchored() -> tuple[Family, ...]:
    """Families of which no literal is long enough to be a needle."""
    return tuple(family for family in families() if family.anchor is not None)


@cache
def _automaton() -> tuple[AhoCorasick, list[tuple[Place, ...]]]:
    from ahocorasick_rs import AhoCorasick

    known = places_of_needles(families())
    whole = ('"sig"', "'sig'", "sig:", *WHOLE_NAMES[1:])
    literals = [literal for literal, _ in known]
    return AhoCorasick([*literals, *SPELLINGS, *whole]), [places for _, places in known]


def hits(text: str) -> Hits:
    """What stands where in a text, which must not hold lone surrogates."""
    automaton, known = _automaton()
    marks: list[tuple[tuple[Place, ...], int]] = []
    words: list[tuple[int, int]] = []
    for index, start, end in automaton.find_matches_as_indexes(text, overlapping=True):
        if index < len(known):
            marks.append((known[index], start))
        else:
            words.append((start, end))
    return Hits(marks, words)
