"""Windows of a YAML text: the lines of the entries that hold some places, each readable by itself.

An entry in block style with all its lines is a text of the same structure, whatever stands around
it; only directives and what an alias refers to come from outside.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fixture_lint.documents.edits import Edit
from fixture_lint.documents.json import ParseError, TooDeep
from fixture_lint.documents.tree import Member, Node
from fixture_lint.documents.yaml import BREAKS, line_starts, read

_LEVELS = 2
_LONG = 20_000
"""An entry of more characters is looked into below these levels too."""

_DIRECTIVE = re.compile(rf"(?:^|[{BREAKS}])%")
_DASH = re.compile(r" *- +")


class Window(NamedTuple):
    """Whole lines of a text."""

    start: int
    end: int


def windows(text: str, edits: Sequence[Edit]) -> list[Window] | None:
    """The windows that hold edits, which are sorted; none overlaps another. None if an edit stands
    in no entry that can be told from what is around it."""
    if _DIRECTIVE.search(text):
        return None
    try:
        root = read(text)
    except (ParseError, TooDeep):
        return None
    starts = line_starts(text)
    found: list[Window] = []
    for edit in edits:
        if found and edit.end <= found[-1].end:
            continue
        window = _around(text, starts, root, edit)
        if window is None or (found and window.start < found[-1].end):
            return None
        found.append(window)
    return found


def _around(text: str, starts: Sequence[int], root: Node, edit: Edit) -> Window | None:
    """The entry that holds an edit, two levels below the top, or deeper if it is long."""
    found: Window | None = None
    node, end, level = root, len(text), 0
    while level < _LEVELS or (found and found.end - found.start > _LONG):
        entries = _entries(text, starts, node, end, edit.start)
        inner = next((entry for entry in entries if _holds(entry[0], edit)), None)
        if inner is None:
            break
        found, node = inner
        end, level = found.end, level + 1
    return found


def _holds(window: Window, edit: Edit) -> bool:
    """Whether an edit stands in a window and leaves something of it."""
    is_inside = window.start <= edit.start and edit.end <= window.end
    return is_inside and (edit.start > window.start or edit.end < window.end)


def _entries(
    text: str, starts: Sequence[int], node: Node, end: int, near: int
) -> Iterator[tuple[Window, Node]]:
    """The entries of a collection in block style that begin on lines of their own, with the values
    that they hold; of them those around an offset. The last one ends where the collection's own
    entry does."""
    members = node.members
    if not members or (text[node.start] in "[{" and members[0].start > node.start):
        return
    first = bisect_right(members, near, key=lambda member: member.start) - 1
    for at in range(max(first, 0), min(first + 2, len(members))):
        begin = _begin(text, starts, members[at], node)
        last = at + 1 == len(members)
        after = end if last else _begin(text, starts, members[at + 1], node)
        if begin is not None and after is not None:
            yield Window(begin, after), members[at].value


def _begin(text: str, starts: Sequence[int], member: Member, node: Node) -> int | None:
    """Where the line of an entry begins, None if something else stands on it too."""
    line = starts[bisect_right(starts, member.start) - 1]
    before = text[line : member.start]
    alone = _DASH.fullmatch(before) if node.type == "array" else not before.strip(" ")
    return line if alone else None
