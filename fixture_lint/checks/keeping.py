"""The stand-ins of an earlier recording of the same conversation, so that a new one keeps them.

Where the earlier recording has a stand-in at the place of a value, the value gets that one: a
person who comes in first does not change what all others are called.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from fixture_lint.checks import personal
from fixture_lint.detectors.personal import is_fake
from fixture_lint.detectors.personal.finding import full_name
from fixture_lint.detectors.personal.matches import Value
from fixture_lint.detectors.personal.pseudonyms import Kept
from fixture_lint.documents.opening import Sealed, texts
from fixture_lint.documents.tree import Document
from fixture_lint.run import Run

_LONGEST = 96
"""Characters of the longest stand-in, an address."""

_NUMBERED = frozenset({"ref", "id"})
"""Names under which calls are numbered: they say nothing of which call it is."""

_MOST_TRIES = 200_000
"""Comparisons of texts after which no more are made."""


class _Around(NamedTuple):
    """What stands around the values of a text: the name of the text, the pieces before, between and
    behind them, and their types and details. It is the same in both recordings."""

    name: str
    pieces: tuple[str, ...]
    types: tuple[tuple[str, str], ...]


class _Leaf(NamedTuple):
    """A text: what it is compared by, itself, and the values or stand-ins in it."""

    key: _Around | tuple[str, str]
    text: str
    values: tuple[Value, ...] = ()
    stand_ins: tuple[str, ...] = ()


def kept(document: Document, base: Document, run: Run) -> Kept:
    """The stand-in that the earlier recording has for each value for which it has one, and the
    texts of the document that the earlier recording does not have."""
    new = list(_new_leaves(document, run))
    around = dict.fromkeys(leaf.key for leaf in new if isinstance(leaf.key, _Around))
    old = list(_old_leaves(base, list(around)))
    pairs = _pairs([leaf.key for leaf in old], [leaf.key for leaf in new])
    beside = {j for _, j in pairs}
    elsewhere = "\n".join(leaf.text for j, leaf in enumerate(new) if j not in beside)
    found: dict[Value, str] = {}
    for i, j in pairs:
        for value, stand_in in zip(new[j].values, old[i].stand_ins, strict=False):
            found.setdefault(value, stand_in)
    return Kept(found, elsewhere.casefold())


def _pairs(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The indexes of texts that are the same, in order on both sides: first those that stand once
    on each side, then between them as many as possible."""
    anchors = _in_order(sorted(_alone(old, new)))
    found = list(anchors)
    i = j = 0
    for next_i, next_j in (*anchors, (len(old), len(new))):
        matcher = SequenceMatcher(None, old[i:next_i], new[j:next_j])
        for block in matcher.get_matching_blocks():
            found += [(i + block.a + k, j + block.b + k) for k in range(block.size)]
        i, j = next_i + 1, next_j + 1
    return sorted(found)


def _alone(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    counts = Counter(old), Counter(new)
    places = {key: j for j, key in enumerate(new)}
    for i, key in enumerate(old):
        if counts[0][key] == counts[1][key] == 1:
            yield i, places[key]


def _in_order(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest of the lists of pairs whose second numbers rise as well."""
    ends: list[int] = []  # The least last number of a list of each length, and where it stands.
    at: list[int] = []
    before: list[int] = []
    for index, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        before.append(at[length - 1] if length else -1)
        ends[length : length + 1] = [j]
        at[length : length + 1] = [index]
    chosen = []
    index = at[-1] if at else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = before[index]
    return chosen[::-1]


def _new_leaves(document: Document, run: Run) -> Iterator[_Leaf]:
    by_node: dict[int, list[personal.Match]] = {}
    for match in personal.matches(document, run):
        by_node.setdefault(id(match.text.node), []).append(match)
    for text in personal.searched(document):
        if text.name in _NUMBERED:
            continue
        name, whole = full_name(text.name, text.within), text.node.value
        found = sorted(by_node.get(id(text.node), ()), key=lambda match: match.start)
        if not found:
            yield _Leaf((name, whole), whole)
            continue
        starts, ends = [m.start for m in found], [m.end for m in found]
        cuts = zip([0, *ends], [*starts, len(whole)], strict=True)
        types = tuple((match.value.type, match.value.detail) for match in found)
        around = _Around(name, tuple(whole[start:end] for start, end in cuts), types)
        rest = "\n".join(around.pieces)
        yield _Leaf(around, rest, tuple(match.value for match in found))


def _old_leaves(base: Document, wanted: Sequence[_Around]) -> Iterator[_Leaf]:
    by_name: dict[str, list[_Around]] = {}
    for around in wanted:
        by_name.setdefault(around.name, []).append(around)
    tries = 0
    for text in texts(base):
        if isinstance(text, Sealed) or text.is_spelling or text.name in _NUMBERED:
            continue
        name, whole = full_name(text.name, text.within), text.node.value
        leaf = _Leaf((name, whole), whole)
        for around in by_name.get(name, ()):
            tries += 1
            stand_ins = _stand_ins(around, whole) if tries < _MOST_TRIES else None
            if stand_ins is not None:
                leaf = _Leaf(around, whole, (), stand_ins)
                break
        yield leaf


def _stand_ins(around: _Around, text: str) -> tuple[str, ...] | None:
    """The stand-ins in a text that is the same around them, None if it is another text."""
    first, *between, last = around.pieces
    if not (text.startswith(first) and text.endswith(last)):
        return None
    found: list[str] = []
    at, end = len(first), len(text) - len(last)
    for (type_, detail), behind in zip(around.types, [*between, ""], strict=True):
        if len(found) == len(between):
            stop = end if is_fake(type_, text[at:end], detail) else -1
        else:
            stop = _end_of(type_, detail, text, at, behind)
        if stop < 0:
            return None
        found.append(text[at:stop])
        at = stop + len(behind)
    return tuple(found)


def _end_of(type_: str, detail: str, text: str, at: int, behind: str) -> int:
    """Where a stand-in ends that begins at a place, by what stands behind it; -1 if none does."""
    stop = text.find(behind, at + 1, at + _LONGEST + len(behind))
    while stop >= 0 and not is_fake(type_, text[at:stop], detail):
        stop = text.find(behind, stop + 1, at + _LONGEST + len(behind))
    return stop
