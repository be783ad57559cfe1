"""Server-sent events as text, and lists of events with one JSON value a line.

The grammar is that of the WHATWG HTML standard, section 9.2.6 (event stream interpretation): lines
are fields, comments or blank; a blank line dispatches what was gathered.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Span = tuple[int, int]

FIELDS = ("event", "data", "id", "retry")

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_FIELD = re.compile(r"([^:\r\n]*):? ?")


class Line(NamedTuple):
    """A line of a stream: its field (empty for a comment), and where it and its value stand."""

    field: str
    start: int
    end: int
    value: int
    """Where the value begins; it ends where the line does."""


class Event(NamedTuple):
    """The lines up to a blank one. ``is_dispatched`` is False if the text ends before it."""

    lines: tuple[Line, ...]
    start: int
    end: int
    is_dispatched: bool

    def values(self, field: str) -> list[Span]:
        """Where the values of a field stand, one for each line of it."""
        return [(line.value, line.end) for line in self.lines if line.field == field]

    @property
    def comments(self) -> list[Span]:
        """Where comments stand, without their colon."""
        return [(line.value, line.end) for line in self.lines if not line.field]


def events(text: str) -> list[Event]:
    """The events of a stream, those without data and a last one without its blank line included.

    What is no field of the standard is a line too: it is for the caller to complain.
    """
    found: list[Event] = []
    lines: list[Line] = []
    position = 0
    while position < len(text):
        match = _LINE.match(text, position)
        assert match is not None  # The pattern matches anything.
        start, end = match.span(1)
        position = match.end()
        if start < end:
            lines.append(_line(text, start, end))
        elif lines:
            found.append(Event(tuple(lines), lines[0].start, lines[-1].end, True))
            lines = []
    if lines:
        found.append(Event(tuple(lines), lines[0].start, lines[-1].end, False))
    return found


def _line(text: str, start: int, end: int) -> Line:
    match = _FIELD.match(text, start, end)
    assert match is not None  # The pattern matches anything.
    return Line(match[1], start, end, match.end())


def is_stream(text: str) -> bool:
    """Whether a text is a stream: its first line is a field or a comment, and it has data or an
    event."""
    found = events(text.removeprefix("\ufeff"))
    first = next((line for event in found for line in event.lines), None)
    if first is None or first.field not in (*FIELDS, ""):
        return False
    if first.field == "" and not text.lstrip("\ufeff\r\n").startswith(":"):
        return False
    return any(line.field in ("event", "data") for event in found for line in event.lines)
