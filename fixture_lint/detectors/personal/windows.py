"""The parts of a long text in which numbers and addresses of machines can stand. The rest of it, as
most of what a body of JSON holds, need not be looked at by their detectors.

None of their detectors reads over a quotation mark, a comma or the end of a line, and each looks
only so far for words around a value. So what is found in a text is found in one of its parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.detectors.personal import gates
from fixture_lint.detectors.personal.matches import BEFORE

_LONG = 300
_LONGEST_VALUE = 48
_BEFORE = BEFORE + 2
_BEHIND = 28
_HARD = re.compile('[",\n]')
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HEAD = re.compile(r"[A-Za-z0-9_.\-/]*+\Z")
_TAIL = re.compile(r"[A-Za-z0-9_.\-/]*+")
_NO_ENDS = "_.-/"
"""Characters of names with which none begins or ends."""

_OTHER_IDS = re.compile("[0-9]{2}[A-Za-z]{2}[0-9]{5}")
"""The one form of an id that ``gates.numbers`` passes over unless another number is there."""


def windows(text: str) -> set[str]:
    """The parts of a text that must be searched, the whole of a short one. Spaces and hyphens must
    be plain."""
    if len(text) <= _LONG:
        return {text}
    found: set[str] = set()
    start = end = 0
    for first, last in sorted(_spans(text)):
        begin = _begin(text, first, end)
        if end and begin > end:
            found.add(text[start:end])
            end = 0
        if not end:
            start = begin
        mark = _HARD.search(text, last, last + _LONGEST_VALUE)
        end = max(end, (mark.start() if mark else last + _LONGEST_VALUE) + _BEHIND)
    if end:
        found.add(text[start:end])
    return found


def _begin(text: str, first: int, least: int) -> int:
    """Where the part of a value begins of which some digits stand at ``first``."""
    at = _last_mark(text, max(0, first - _LONGEST_VALUE), first)
    if at >= 0:
        return max(0, at + 1 - _BEFORE)  # There are only words before the mark.
    return _last_mark(text, least, max(least, first - _LONGEST_VALUE - _BEFORE)) + 1


def _last_mark(text: str, start: int, end: int) -> int:
    return max(
        text.rfind('"', start, end), text.rfind(",", start, end), text.rfind("\n", start, end)
    )


def _spans(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (*gates.MACHINES, _OTHER_IDS):
        yield from (match.span() for match in pattern.finditer(text))
    for match in gates.LETTERED.finditer(text):
        if not _is_in_long_name(text, *match.span()):
            yield match.span()
    for match in gates.RUN.finditer(text):
        if gates.has_digits_of_a_number(match[0]) and not _is_moment(text, match):
            yield match.span()


def _is_moment(text: str, match: re.Match[str]) -> bool:
    """Whether digits are a day or seconds, with a letter behind them, in a moment."""
    if text[match.end() : match.end() + 1] == "T":
        return _DAY.fullmatch(match[0]) is not None
    return gates.is_clock(match)


def _is_in_long_name(text: str, start: int, end: int) -> bool:
    """Whether a place is a part of a name that is longer than any id, as all of base64 is."""
    head = _HEAD.search(text, max(0, start - _LONGEST_VALUE), start)
    tail = _TAIL.match(text, end, end + _LONGEST_VALUE)
    before = head[0].lstrip(_NO_ENDS) if head else ""
    behind = tail[0].rstrip(_NO_ENDS) if tail else ""
    return len(before) + end - start + len(behind) >= _LONGEST_VALUE
