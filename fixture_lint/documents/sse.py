"""Server-sent events as text, and lists of events with one JSON value a line.

The grammar is that of the WHATWG HTML standard, section 9.2.6 (event stream interpretation): lines
are fields, comments or blank; a blank line dispatches what was gathered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

Span = tuple[int, int]

FIELDS = ("event", "data", "id", "retry")

_LINE = re.compile(r"(([^:\r\n]*+)(:? ?)[^\r\n]*+)(?:\r\n|\r|\n|\Z)")


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
    return list(_events(text))


def _events(text: str) -> Iterator[Event]:
    lines: list[Line] = []
    for match in _LINE.finditer(text):
        start, end = match.span(1)
        if start == len(text):
            break  # Behind the last line there is no blank one.
        if start < end:
            lines.append(Line(match[2], start, end, match.end(3)))
        elif lines:
            yield Event(tuple(lines), lines[0].start, lines[-1].end, True)
            lines = []
    if lines:
        yield Event(tuple(lines), lines[0].start, lines[-1].end, False)


def is_stream(text: str) -> bool:
    """Whether a text is a stream: its first line is a field or a comment, and it has data or an
    event."""
    found = _events(text.removeprefix("\ufeff"))
    begun = next(found, None)
    if begun is None or begun.lines[0].field not in (*FIELDS, ""):
        return False
    if begun.lines[0].field == "" and not text.lstrip("\ufeff\r\n").startswith(":"):
        return False
    return any(line.field in ("event", "data") for e in chain([begun], found) for line in e.lines)
