"""Which of many sets are nearly equal, without comparing each with each.

Two sets that share at least 90 % of the larger one cannot differ in more than one tenth of their
elements. So they share at least one of their rarest elements, if a few more than a tenth of them
are looked at: only sets that do are compared (prefix filtering, as in joins of large databases:
Chaudhuri, Ganti and Kaushik, "A Primitive Operator for Similarity Joins", 2006).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from heapq import merge
from typing import NamedTuple

_MOST_COUNTERS = 1 << 20
"""More counters than that would cost more memory than they save time."""


class Alike(NamedTuple):
    """The first set that is nearly equal, and how many percent of the larger one both share."""

    other: int
    percent: int


def first_alike(sets: Sequence[Sequence[int]], percent: int) -> list[Alike | None]:
    """For each set the first one before it with which it shares at least ``percent`` of the larger
    of both, None if there is none. Sets are given as sequences; what occurs twice counts once.

    The time grows with the number of sets as long as few of them share rare elements without being
    alike. An empty set is like nothing.
    """
    counts = _counts(sets)
    mask = len(counts) - 1
    found: list[Alike | None] = [None] * len(sets)
    sizes: list[int] = []
    first_equal: dict[bytes, int] = {}
    holders: dict[int, list[int]] = {}
    for index, elements in enumerate(sets):
        own = set(elements)
        sizes.append(len(own))
        ordered = array("q", sorted(own))
        equal = first_equal.setdefault(ordered.tobytes(), index)
        if not own:
            continue
        if equal != index:
            found[index] = found[equal] or Alike(equal, 100)
            continue
        rarest = sorted(ordered, key=lambda element: counts[element & mask])
        prefix = rarest[: len(own) - _needed(len(own), percent) + 1]
        lists = [holders[element] for element in prefix if element in holders]
        for other in _distinct(merge(*lists) if len(lists) > 1 else lists[0] if lists else ()):
            larger, smaller = max(sizes[other], len(own)), min(sizes[other], len(own))
            if smaller < _needed(larger, percent):
                continue
            shared = len(own.intersection(sets[other]))
            if shared >= _needed(larger, percent):
                found[index] = Alike(other, 100 * shared // larger)
                break
        for element in prefix:
            if counts[element & mask] > 1:  # No other set has it otherwise.
                holders.setdefault(element, []).append(index)
    return found


def _needed(size: int, percent: int) -> int:
    return -(-size * percent // 100)


def _counts(sets: Sequence[Sequence[int]]) -> array[int]:
    """How often elements occur, at the place of their lowest bits: never too few times. Which of
    two elements is taken for the rarer one decides on the time only."""
    size = 1
    while size < min(sum(map(len, sets)), _MOST_COUNTERS):
        size *= 2
    counts = array("l", bytes(size * array("l").itemsize))
    for elements in sets:
        for element in elements:
            counts[element & (size - 1)] += 1
    return counts


def _distinct(ascending: Iterator[int] | Sequence[int]) -> Iterator[int]:
    last = -1
    for index in ascending:
        if index != last:
            yield index
        last = index
