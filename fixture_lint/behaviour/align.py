"""Which step of an old version is which of the new one.

Equal steps first, by a longest common subsequence; then equal steps that have moved; then, between
two that are settled, steps of one kind and tool by how alike they are; then what is left by its
place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from fixture_lint.behaviour.items import Item

_MOST_CELLS = 250_000
"""Pairs of steps beyond which they are aligned by a quicker method that may find fewer."""

_T = TypeVar("_T")
_WORD = re.compile(r"\w+|[^\w\s]")


class Pair(NamedTuple):
    """A step in both versions; one of them is None if it was added or removed. ``has_moved`` if it
    stands elsewhere among the others."""

    old: Item | None
    new: Item | None
    has_moved: bool = False


def align(old: Sequence[Item], new: Sequence[Item]) -> list[Pair]:
    """The steps of two versions in pairs, in the order of the new one; what was removed stands
    before what followed it."""
    numbers: dict[Hashable, int] = {}
    old_keys, new_keys = (
        [numbers.setdefault(item.key, len(numbers)) for item in side] for side in (old, new)
    )
    matched = dict(_equal(old_keys, new_keys))
    moved = _moves(old, new, matched)
    partner = {**matched, **moved}
    for old_gap, new_gap in _gaps(len(old), len(new), matched, moved):
        partner |= _alike(old, new, old_gap, new_gap)
    return list(_pairs(old, new, partner, frozenset(moved)))


def _equal(old: Sequence[int], new: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The indexes of a longest common subsequence, in pairs."""
    begin, end = 0, 0
    shorter = min(len(old), len(new))
    while begin < shorter and old[begin] == new[begin]:
        yield begin, begin
        begin += 1
    while end < shorter - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    inner_old, inner_new = old[begin : len(old) - end], new[begin : len(new) - end]
    if len(inner_old) * len(inner_new) <= _MOST_CELLS:
        pairs = _best(inner_old, inner_new, lambda one, other: float(one == other))
    else:
        pairs = _quickly(inner_old, inner_new)
    yield from ((begin + i, begin + j) for i, j in pairs)
    yield from ((len(old) - k, len(new) - k) for k in range(end, 0, -1))


def _quickly(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    from difflib import SequenceMatcher

    blocks = SequenceMatcher(None, old, new).get_matching_blocks()
    return [(i + k, j + k) for i, j, length in blocks for k in range(length)]


def _best(
    old: Sequence[_T], new: Sequence[_T], likeness: Callable[[_T, _T], float]
) -> list[tuple[int, int]]:
    """The pairs, in order on both sides, whose likenesses add up to the most; none of likeness 0.
    Of equally good ones those that come first."""
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    alike = [[likeness(one, other) for other in new] for one in old]
    for i in range(len(old) - 1, -1, -1):
        row, below = best[i], best[i + 1]
        for j in range(len(new) - 1, -1, -1):
            together = alike[i][j] + below[j + 1] if alike[i][j] else 0.0
            row[j] = max(below[j], row[j + 1], together)
    pairs, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if alike[i][j] and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _moves(old: Sequence[Item], new: Sequence[Item], matched: dict[int, int]) -> dict[int, int]:
    """Equal steps that are left on both sides. What follows by itself where messages move, such as
    the rest of a response, is no move of its own."""
    taken = set(matched.values())
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for j in range(len(new) - 1, -1, -1):
        if j not in taken:
            waiting[new[j].key].append(j)
    return {
        i: waiting[item.key].pop()
        for i, item in enumerate(old)
        if i not in matched and waiting[item.key]
    }


def _gaps(
    old: int, new: int, matched: dict[int, int], moved: dict[int, int]
) -> Iterator[tuple[list[int], list[int]]]:
    """The steps that are left between two that are settled."""
    arrived = set(moved.values())
    before = (-1, -1)
    for here in (*sorted(matched.items()), (old, new)):
        old_gap = [i for i in range(before[0] + 1, here[0]) if i not in moved]
        new_gap = [j for j in range(before[1] + 1, here[1]) if j not in arrived]
        if old_gap and new_gap:
            yield old_gap, new_gap
        before = here


def _alike(
    old: Sequence[Item], new: Sequence[Item], old_gap: list[int], new_gap: list[int]
) -> dict[int, int]:
    if len(old_gap) * len(new_gap) > _MOST_CELLS // 25:
        same = dict(_quickly([old[i].kind for i in old_gap], [new[j].kind for j in new_gap]))
        return {old_gap[i]: new_gap[j] for i, j in same.items()}
    bags = [_words(old[i]) for i in old_gap], [_words(new[j]) for j in new_gap]

    def likeness(i: int, j: int) -> float:
        one, other = old[old_gap[i]], new[new_gap[j]]
        if one.kind != other.kind:
            return 0.0
        if one.tool != other.tool:
            return _OTHER_TOOL if one.kind in ("call", "request") else 0.0
        return 1.0 + _overlap(bags[0][i], bags[1][j])

    pairs = _best(range(len(old_gap)), range(len(new_gap)), likeness)
    return {old_gap[i]: new_gap[j] for i, j in pairs}


_OTHER_TOOL = 0.01
"""So little that a pair of one tool is never given up for one of two."""


def _words(item: Item) -> frozenset[str]:
    return frozenset(
        f"{pointer} {word}"
        for pointer, leaf in item.value.by_pointer.items()
        for word in _WORD.findall(leaf.text[:4000])
    )


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one | other), 1)


def _pairs(
    old: Sequence[Item], new: Sequence[Item], partner: dict[int, int], moved: frozenset[int]
) -> Iterator[Pair]:
    origin = {j: i for i, j in partner.items()}
    position = 0
    for j, item in enumerate(new):
        i = origin.get(j)
        if i is None:
            yield Pair(None, item)
            continue
        if i not in moved:
            while position < i:
                if position not in partner:
                    yield Pair(old[position], None)
                position += 1
            position = i + 1
        yield Pair(old[i], item, i in moved)
    for i in range(position, len(old)):
        if i not in partner:
            yield Pair(old[i], None)
