"""Taking entries out of a YAML mapping: whole entries in block style, by lines, or none.

What stands in brackets, bears an anchor that is used elsewhere, or has a comment of its own stays:
no edit is proposed then.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container
from typing import NamedTuple

from fixture_lint.documents.edits import Edit
from fixture_lint.documents.tree import Document, Member, Node, walk
from fixture_lint.documents.yaml import BREAKS, comments, line_starts

_BREAK = rf"(?:\r\n|[{BREAKS}])"
_REST = re.compile(rf"[ \t]*+(?:({_BREAK})(?:[ \t]*+{_BREAK})*+|\Z)")
"""What may follow an entry on its last line, and the blank lines after it: they may be a part of
its value, and left behind they could become a part of the one before."""

_LAST_BREAK = re.compile(rf"{_BREAK}\Z")
_ANCHOR = re.compile(r"&([0-9A-Za-z_-]+)")
_IN_LIST = re.compile(r" *(?:- +)+")


class _Entry(NamedTuple):
    """The lines of an entry: where the first begins, and where the first after them does.
    ``break_`` is what ends them, empty at the end of a text without one."""

    member: Member
    start: int
    end: int
    break_: str


def delete_entries(document: Document, parent: Node, gone: Container[int]) -> list[Edit] | None:
    """Edits that take entries out of a mapping; ``gone`` holds the ``id`` of their values.

    Other entries that go begin with the break before their line and the first one ends where the
    next begins, so two edits of one mapping that must not both be made overlap.
    """
    members = parent.members
    doomed = [member for member in members if id(member.value) in gone]
    is_in_brackets = document.text[parent.start] in "[{" and members[0].start > parent.start
    if not doomed or is_in_brackets:
        return None
    entries = [_entry(document, member, member is members[0]) for member in doomed]
    found = [entry for entry in entries if entry is not None]
    if len(found) < len(doomed) or not all(_stands_alone(document, parent, e) for e in found):
        return None
    if len(doomed) == len(members):
        return _emptied(document, members)
    kept = next(at for at, member in enumerate(members) if id(member.value) not in gone)
    edits = [_without(document.text, entry) for entry in found[kept:]]
    if kept:
        column = members[0].start - _line_start(document, members[0].start)
        if _line_start(document, members[kept].start) != found[kept - 1].end:
            return None  # A comment stands between, or the sign of a long key.
        edits.append(Edit(members[0].start, found[kept - 1].end + column, ""))
    return sorted(edits)


def _entry(document: Document, member: Member, is_first: bool) -> _Entry | None:
    """The lines of an entry, None if it shares them with something else."""
    text = document.text
    start = _line_start(document, member.start)
    before = text[start : member.start]
    if before.strip(" ") and not (is_first and _IN_LIST.fullmatch(before)):
        return None
    rest = _REST.match(text, member.end)
    if rest is None:
        return None
    last = _LAST_BREAK.search(rest[0])
    return _Entry(member, start, rest.end(), last[0] if last else "")


def _without(text: str, entry: _Entry) -> Edit:
    before = _LAST_BREAK.search(text, max(entry.start - 2, 0), entry.start)
    start = before.start() if before else entry.start
    # The last line of a text may have no end, but the line before it keeps its own.
    kept = "" if entry.break_ else text[start : entry.start]
    return Edit(start, entry.end - len(entry.break_), kept)


def _emptied(document: Document, members: list[Member]) -> list[Edit] | None:
    """Nothing would be null, which is another value. None behind an anchor or a tag."""
    text = document.text
    start, end = members[0].start, members[-1].end
    line = _line_start(document, start)
    before = text[:line].rstrip(" " + BREAKS)
    if text[line:start].strip() or not before or before.endswith("---"):
        return [Edit(start, end, "{}")]
    return [Edit(len(before), end, " {}")] if before.endswith(":") else None


def _stands_alone(document: Document, parent: Node, entry: _Entry) -> bool:
    return not _has_comment(document, parent, entry) and not _is_used(document, entry)


def _has_comment(document: Document, parent: Node, entry: _Entry) -> bool:
    """Whether a comment speaks of an entry: within it, in the line before it, or behind it where it
    is not that of the next entry."""
    text = document.text
    if "#" not in text:
        return False
    if "comments" not in document.memo:
        document.memo["comments"] = list(comments(text, document.root))
    column = entry.member.start - _line_start(document, entry.member.start)
    is_last = entry.member is parent.members[-1]
    for comment in document.memo["comments"]:
        if entry.start <= comment.start < entry.end:
            return True
        line = _line_start(document, comment.start)
        if text[line : comment.start].strip(" \t"):
            continue
        if comment.start < entry.start and not text[comment.end : entry.member.start].strip():
            return True
        if line == entry.end and comment.start - line >= column + (not is_last):
            return True
    return False


def _is_used(document: Document, entry: _Entry) -> bool:
    """Whether something refers to an anchor within an entry."""
    text = document.text[entry.start : entry.end]
    names = {f"*{match[1]}" for match in _ANCHOR.finditer(text)} if "&" in text else set()
    if not names:
        return False
    nodes = [n for node in walk(document.root) for n in (node, *_keys(node))]
    return any(node.type == "null" and node.value in names for node in nodes)


def _keys(node: Node) -> list[Node]:
    return [n for member in node.members if member.key for n in walk(member.key)]


def _line_start(document: Document, offset: int) -> int:
    if "yaml lines" not in document.memo:
        document.memo["yaml lines"] = line_starts(document.text)
    starts: list[int] = document.memo["yaml lines"]
    return starts[bisect_right(starts, offset) - 1]
