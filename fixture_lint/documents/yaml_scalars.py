"""How YAML spells the value of a scalar: a map from the value to its text.

Each style has its own spelling (YAML 1.1, chapter 9): escapes, folded lines, indentation. A scalar
is read here a second time, piece by piece; where that does not give the value that PyYAML has read
there is no map, so a misunderstanding cannot lead to a wrong place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.tree import Document, Node

_B = r"(?:\r\n|[\r\n\x85\u2028\u2029])"
_N = r"[^\r\n\x85\u2028\u2029]"
_BREAK = re.compile(_B)
_BLANKS_AND_BREAKS = re.compile(r"[ \t\r\n\x85\u2028\u2029]*+")
_FOLD = rf"(?P<fold>[ \t]*+{_B}(?:[ \t]*+{_B})*+[ \t]*+)"


def _flow(inside: str, escapes: str) -> re.Pattern[str]:
    """A piece of a scalar whose lines are folded: a run that is spelled as it is, an escape, or
    the end of a line with all white space around it."""
    run = rf"(?P<run>(?:[^{inside} \t\r\n\x85\u2028\u2029]++|[ \t]++(?!{_B}))++)"
    return re.compile(f"{run}|{_FOLD}{escapes}")


_PLAIN = _flow("", "")
_SINGLE = _flow("'", "|(?P<quote>'')")
_DOUBLE = _flow(
    r"\"\\",
    rf"|\\(?:(?P<joined>{_B}(?:[ \t]*+{_B})*+[ \t]*+)|x(?P<x>[0-9a-fA-F]{{2}})"
    r"|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<letter>.))",
)
_LETTERS = dict(
    zip('0abtnvfre \t"/\\N_LP', '\0\a\b\t\n\v\f\r\x1b \t"/\\\x85\xa0\u2028\u2029', strict=True)
)
_HEADER = re.compile(rf"[|>](?P<mode>[0-9+-]*+)(?P<note>[ \t]*+(?:#{_N}*+)?){_B}?")
_CONTENT = re.compile(rf"{_N}*+")
_INDENT = re.compile(" *+")

_Piece = tuple[str, int, int]
"""A part of a value, and the span of its spelling."""


class ValueMap(NamedTuple):
    """Where a value is spelled. ``text`` is the spelling of the scalar from its first character;
    each piece of the value begins at one of ``at`` and is spelled at that of ``starts`` to that of
    ``ends``. A piece as long as its spelling is spelled as it is."""

    text: str
    indent: int
    at: list[int]
    starts: list[int]
    ends: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span in ``text`` of a part of the value."""
        first = self._start(start)
        return first, max(first, self._end(end)) if end > start else first

    def is_folded(self, index: int) -> bool:
        """Whether a character of the value is spelled by the end of a line."""
        piece = bisect_right(self.at, index) - 1
        return _BREAK.search(self.text, self.starts[piece], self.ends[piece]) is not None

    def _start(self, index: int) -> int:
        piece = bisect_right(self.at, index) - 1
        if index >= self.at[-1]:  # The last entry stands for the end of the value.
            return self.ends[-1]
        inside = index - self.at[piece]
        return self.starts[piece] + (inside if self._is_verbatim(piece) else 0)

    def _end(self, index: int) -> int:
        piece = bisect_right(self.at, index - 1) - 1
        inside = index - self.at[piece]
        return self.starts[piece] + inside if self._is_verbatim(piece) else self.ends[piece]

    def _is_verbatim(self, piece: int) -> bool:
        return self.ends[piece] - self.starts[piece] == self.at[piece + 1] - self.at[piece]


def map_of(document: Document, node: Node) -> ValueMap | None:
    """The map of a scalar, made when it is first needed. None if its spelling is not understood."""
    known: dict[tuple[int, int], ValueMap | None] = document.memo.setdefault("value maps", {})
    if (node.start, node.end) not in known:
        known[node.start, node.end] = _map(document.text, node)
    return known[node.start, node.end]


def value_of(text: str, indent: int) -> str:
    """The value of a scalar, given by its spelling and, of a block scalar, its indentation."""
    return "".join(value for value, _, _ in _pieces(text, indent))


def finds_indent(text: str, indent: int) -> bool:
    """Whether a parser takes an indentation for that of a block scalar: the header states it, or
    no line up to the first visible one has more, and that one has it (YAML 1.1, section 9.2.1)."""
    header = _HEADER.match(text)
    if header is None or header["mode"].strip("+-"):
        return header is not None
    position = header.end()
    while position < len(text):
        start = _end(_INDENT, text, position)
        stop = _end(_CONTENT, text, start)
        if start < stop:
            return start - position == indent and text[start] != "\t"
        if start - position > indent:
            return False
        position = max(_end(_BREAK, text, stop), position + 1)
    return True


def has_note(text: str) -> bool:
    """Whether a comment follows the sign that opens a block scalar."""
    header = _HEADER.match(text)
    return header is not None and "#" in header["note"]


def _map(document_text: str, node: Node) -> ValueMap | None:
    text = document_text[node.start : node.end]
    indent = 0
    if text[:1] in ("|", ">"):
        # What follows the last line is a part of the value too.
        rest = _BLANKS_AND_BREAKS.match(document_text, node.end)
        text = document_text[node.start : rest.end() if rest else node.end]
        indent = _indent_of(text, node.value)
    pieces = list(_pieces(text, indent))
    if "".join(piece for piece, _, _ in pieces) != node.value:
        return None
    at = [0]
    for piece, _, _ in pieces:
        at.append(at[-1] + len(piece))
    begin = 1 if text[:1] in ("'", '"') else 0
    end = pieces[-1][2] if pieces else begin
    starts = [start for _, start, _ in pieces] + [end]
    ends = [end for _, _, end in pieces] + [end]
    return ValueMap(text, indent, at, starts, ends)


def _pieces(text: str, indent: int) -> Iterator[_Piece]:
    """The pieces of a scalar, given by its spelling."""
    style = text[:1]
    if style in ("|", ">") and style:
        yield from _block_pieces(text, indent)
    elif style == "#":
        yield text, 0, len(text)  # A comment: no plain scalar begins like one.
    elif style in ("'", '"') and style:
        yield from _flow_pieces(text, _SINGLE if style == "'" else _DOUBLE, 1, len(text) - 1)
    else:
        yield from _flow_pieces(text, _PLAIN, 0, len(text))


def _flow_pieces(text: str, pattern: re.Pattern[str], position: int, stop: int) -> Iterator[_Piece]:
    while position < stop:
        match = pattern.match(text, position, stop)
        if match is None:
            return  # Not our syntax: what has been read is not the value.
        kind = match.lastgroup
        position = match.end()
        value = match[0] if kind == "run" else _read_piece(kind or "", match)
        if value:
            yield value, match.start(), position


def _read_piece(kind: str, match: re.Match[str]) -> str:
    if kind == "quote":
        return "'"
    if kind in ("x", "u", "U"):
        code = int(match[kind], 16)
        return chr(code) if code < 0x110000 else ""
    if kind == "letter":
        return _LETTERS.get(match[kind], "")
    breaks = [_normal(end) for end in _BREAK.findall(match[kind])]
    if kind == "joined":
        return "".join(breaks[1:])
    if breaks[0] != "\n":
        return "".join(breaks)
    return "".join(breaks[1:]) or " "


def _normal(line_end: str) -> str:
    return line_end if line_end in ("\u2028", "\u2029") else "\n"


class _Line(NamedTuple):
    """A line of a block scalar: ``start`` and ``stop`` are those of its content, ``end`` is the
    piece that its end is, None if nothing ends it."""

    start: int
    stop: int
    end: _Piece | None


def _lines(text: str, position: int, indent: int) -> Iterator[_Line]:
    """The lines from a position up to the first visible one that is less indented."""
    is_ended = True
    while is_ended and position < len(text):
        start = min(_end(_INDENT, text, position), position + indent)
        stop = _end(_CONTENT, text, start)
        if start < stop and start - position < indent:
            return
        position = _end(_BREAK, text, stop)
        is_ended = position > stop
        follows = min(_end(_INDENT, text, position), position + indent)
        yield _Line(
            start, stop, (_normal(text[stop:position]), stop, follows) if is_ended else None
        )


def _block_pieces(text: str, indent: int) -> Iterator[_Piece]:
    """A literal or folded scalar (YAML 1.1, section 9.3). Lines that are less indented end it."""
    header = _HEADER.match(text)
    if header is None:
        return
    blank: list[_Piece] = []  # The ends of blank lines that nothing has followed so far.
    last: _Piece | None = None  # The end of the last line that is not blank.
    was_flush = False
    for line in _lines(text, header.end(), indent):
        if line.start == line.stop:
            blank += [line.end] if line.end else []
            continue
        is_flush = text[line.start] not in " \t"
        if last is not None:
            yield from _line_end(last, blank, text[0] == ">" and was_flush and is_flush)
        yield from blank
        yield text[line.start : line.stop], line.start, line.stop
        blank, last, was_flush = [], line.end, is_flush
    if "-" not in header["mode"] and last is not None:
        yield last
    if "+" in header["mode"]:
        yield from blank


def _line_end(last: _Piece, before: list[_Piece], is_folded: bool) -> Iterator[_Piece]:
    """What the end of a line is between two lines: folded it is a space, or nothing before blank
    lines."""
    if not is_folded or last[0] != "\n":
        yield last
    elif not before:
        yield " ", last[1], last[2]


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _indent_of(text: str, value: str) -> int:
    """The indentation of a block scalar: what its first visible line has more than the value."""
    header = _end(_HEADER, text, 0)
    seen = re.search(r"[^ \t\r\n\x85\u2028\u2029]", text[header:])
    meant = re.search(r"[^ \t\r\n\x85\u2028\u2029]", value)
    if seen is None or meant is None:
        return 1
    return max(1, _column(text[header:], seen.start()) - _column(value, meant.start()))


def _column(text: str, offset: int) -> int:
    ends = [match.end() for match in _BREAK.finditer(text, 0, offset)]
    return offset - (ends[-1] if ends else 0)
