"""Edits of a text: a range and what replaces it. Nothing else ever changes a fixture."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fixture_lint.documents.tree import Member, Node


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


def delete_members(parent: Node, doomed: Iterable[Member]) -> list[Edit]:
    """Edits that take members out of an object, each with one of its commas.

    The text stays valid JSON whatever the number of members that are left.
    """
    gone = {id(member.value) for member in doomed}
    edits: list[Edit] = []
    kept_end: int | None = None  # Where the last member that stays has ended.
    run_start: int | None = None  # Where a run of leading doomed members began.
    previous_end = parent.start + 1
    for member in parent.members:
        if id(member.value) in gone:
            if kept_end is not None:
                edits.append(Edit(previous_end, member.end, ""))
            elif run_start is None:
                run_start = member.start
        else:
            if kept_end is None and run_start is not None:
                edits.append(Edit(run_start, member.start, ""))
            kept_end = member.end
        previous_end = member.end
    if kept_end is None and run_start is not None:
        edits.append(Edit(parent.start + 1, parent.end - 1, ""))
    return edits
