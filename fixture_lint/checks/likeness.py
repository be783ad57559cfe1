"""Which of many sets are nearly equal, without comparing each with each.

Two sets that share at least 90 % of the larger one cannot differ in more than one tenth of their
elements. So they share at least one of their rarest elements, if a few more than a tenth of them
are looked at: only sets that do are compared (prefix filtering, as in joins of large databases:
Chaudhuri, Ganti and Kaushik, "A Primitive Operator for Similarity Joins", 2006).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
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
    known = _Known(sets, percent)
    first_equal: dict[bytes, int] = {}
    for index, elements in enumerate(sets):
        own = set(elements)
        known.marks.append(_mark(own))
        ordered = array("q", sorted(own))
        equal = first_equal.setdefault(ordered.tobytes(), index)
        if not own:
            continue
        if equal != index:
            found[index] = found[equal] or Alike(equal, 100)
            continue
        rarest = sorted(ordered, key=lambda element: counts[element & mask])
        prefix = rarest[: len(own) - _needed(len(own), percent) + 1]
        found[index] = known.first(own, prefix)
        # What no other set has leads nowhere.
        known.add(index, [element for element in prefix if counts[element & mask] > 1])
    return found


class _Known:
    """The sets so far: which of them have an element among their rarest, and their marks."""

    def __init__(self, sets: Sequence[Sequence[int]], percent: int) -> None:
        self.sets = sets
        self.percent = percent
        self.marks: list[int] = []
        self.holders: dict[int, list[int]] = {}

    def add(self, index: int, elements: Sequence[int]) -> None:
        for element in elements:
            self.holders.setdefault(element, []).append(index)

    def first(self, own: set[int], prefix: Sequence[int]) -> Alike | None:
        """The first set that is like one whose rarest elements are given."""
        best: Alike | None = None
        for element in prefix:
            found = self._first_of(self.holders.get(element, ()), own, best)
            best = found or best
        return best

    def _first_of(self, holder: Sequence[int], own: set[int], best: Alike | None) -> Alike | None:
        """The first of some sets that is alike, None if it does not come before the best so far.
        Marks are compared in larger and larger pieces: mostly the first one decides."""
        mark, marks = self.marks[-1], self.marks
        largest = len(own) * 100 // self.percent
        most = 2 * (largest - _needed(largest, self.percent)) + 1
        start, length = 0, 16
        while start < len(holder):
            piece = holder[start : start + length]
            for other in [o for o in piece if (mark ^ marks[o]).bit_count() <= most]:
                if best is not None and other >= best.other:
                    return None
                alike = self._compared(own, other)
                if alike is not None:
                    return alike
            if best is not None and piece[-1] >= best.other:
                return None
            start, length = start + length, length * 4
        return None

    def _compared(self, own: set[int], other: int) -> Alike | None:
        its = set(self.sets[other])
        larger = max(len(its), len(own))
        shared = len(own & its)
        if shared < _needed(larger, self.percent):
            return None
        return Alike(other, 100 * shared // larger)


def _mark(elements: set[int]) -> int:
    """The parities of the elements that end in the same bits. Two marks differ in no more places
    than their sets in elements, which tells most pairs apart in no time."""
    mark = 0
    for element in elements:
        mark ^= 1 << (element & 255)
    return mark


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
