"""Edits of a text: a range and what replaces it. Nothing else ever changes a fixture."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """Replace ``text[start:end]`` by ``text``. An insertion has ``start == end``."""

    start: int
    end: int
    text: str


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made; they must not overlap. Offsets are those of the old text."""
    pieces: list[str] = []
    position = 0
    for edit in sorted(edits):
        pieces += (text[position : edit.start], edit.text)
        position = edit.end
    pieces.append(text[position:])
    return "".join(pieces)


def overlap(edits: Iterable[Edit], taken: Sequence[Edit]) -> bool:
    """Whether edits touch characters that others change, or insert where others begin.

    ``taken`` is sorted, and its edits do not overlap one another.
    """
    for edit in edits:
        at = bisect_left(taken, edit)
        for other in taken[max(at - 1, 0) : at + 1]:
            if edit.start == other.start or (edit.start < other.end and other.start < edit.end):
                return True
    return False
