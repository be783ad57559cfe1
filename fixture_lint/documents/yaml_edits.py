"""Edits of a YAML scalar: its own style where that can hold the new text, double quotes elsewhere.

There is no writer for YAML. The new spelling is read again before it is proposed, so an edit
either gives the value that was wanted or is none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

import yaml

from fixture_lint.documents.edits import Edit, apply
from fixture_lint.documents.tree import Document, Node
from fixture_lint.documents.yaml import BREAKS, LOADER, UNPRINTABLE, resolved, type_of
from fixture_lint.documents.yaml_scalars import (
    ValueMap,
    finds_indent,
    has_note,
    map_of,
    value_of,
)

_LONGEST_KEY = 1000
"""A key on its own must end within 1024 characters (YAML 1.1, section 9.1)."""

_SHORT = 64
"""A plain scalar up to this length is replaced as a whole: what it is depends on all of it, and two
edits that are made of different minds must not meet in it."""

_ANY_BREAK = re.compile(f"[{BREAKS}]")
_LINE_BREAK = re.compile("\r\n|[\r\n\x85]")
_UNSAFE = re.compile(f"{UNPRINTABLE.pattern}|[\x85\u2028\u2029\ufeff]")
_ESCAPED = re.compile(f'{UNPRINTABLE.pattern}|[\\\\"\n\r\t\x85\u2028\u2029\ufeff]')
_ESCAPED_IN_ASCII = re.compile(f"{_ESCAPED.pattern}|[^\x00-\x7f]")
_KEY_END = re.compile("[ \t]*:")
_MARKER = re.compile(f"[{BREAKS}](?:---|\\.\\.\\.)(?:[ \t{BREAKS}]|$)")
"""What ends a document at the beginning of a line, also between quotes (section 9.1.2)."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHORTHAND = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
# YAML 1.2 (section 10.3.2) reads more plain scalars as numbers than YAML 1.1 does.
_NUMBER_SINCE_1_2 = re.compile(
    r"0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
)


def respelled(document: Document, node: Node, edits: list[Edit]) -> list[Edit] | None:
    """Edits of the value of a scalar as edits of the document's text; sorted, not overlapping.

    All of them are made at once: in the style of the scalar if that can hold the new value, else
    the whole scalar is spelled in double quotes. None if neither is possible: a number that would
    be none, a comment of several lines, a key that would be too long, half of a character.
    """
    wanted = apply(node.value, edits)
    known = map_of(document, node)
    if known is None or node.start == node.end:
        return None
    if node.type != "string":
        is_number = node.type == "number" == type_of(wanted, None)
        return [Edit(node.start, node.end, wanted)] if is_number else None
    pieces = _in_style(document, node, known, edits, wanted)
    if pieces is None and not known.text.startswith("#"):
        pieces = _in_quotes(document, known, node, wanted)
    return pieces if pieces is None or _is_possible_key(document, node, pieces) else None


def _in_style(
    document: Document, node: Node, known: ValueMap, edits: list[Edit], wanted: str
) -> list[Edit] | None:
    style = known.text[0]
    spelled = [_spelled(document, known, edit.text) for edit in edits]
    spaced = [re.sub("^ | $", r"\\ ", text or "") for text in spelled] if style == '"' else spelled
    for texts in (spelled, spaced):
        pieces = [
            Edit(*known.span(edit.start, edit.end), text)
            for edit, text in zip(edits, texts, strict=True)
            if text is not None
        ]
        if len(pieces) < len(edits) or pieces[-1].end > node.end - node.start:
            return None  # The end of the last line is not a part of the scalar's own text.
        new = apply(known.text, pieces)
        if style not in "'\"|>#":
            if not wanted or not _reads_plain(document, node, new, wanted):
                return None
            if len(new) <= _SHORT:
                pieces = [Edit(0, len(known.text), new)]
        elif not (_is_harmless(known, edits, pieces) or _reads_as(known, new, wanted)):
            continue
        return [Edit(node.start + e.start, node.start + e.end, e.text) for e in pieces]
    return None


def _in_quotes(document: Document, known: ValueMap, node: Node, wanted: str) -> list[Edit] | None:
    if _SURROGATE.search(wanted) or has_note(known.text):
        return None
    edit = Edit(node.start, node.end, f'"{_escaped(wanted, document.text.isascii())}"')
    return [edit] if _fits(document.text, edit, wanted) else None


def quoted(document: Document, text: str) -> str | None:
    """A text between double quotes, on one line; None if YAML has no spelling for it."""
    if _SURROGATE.search(text):
        return None
    return f'"{_escaped(text, document.text.isascii())}"'


def _fits(text: str, edit: Edit, wanted: str) -> bool:
    """Whether an edit changes one scalar to the value that is wanted, and nothing else. Quotes do
    not fit wherever another style does: at the beginning of a line, or before a tab."""
    try:
        old, new = _events(text), _events(apply(text, [edit]))
    except yaml.YAMLError:
        return False
    changed = [after for before, after in zip(old, new, strict=False) if before != after]
    return len(old) == len(new) and [event[-1] for event in changed] in ([], [wanted])


def _events(text: str) -> list[tuple[Any, ...]]:
    facts = ("anchor", "tag", "implicit", "value")
    return [
        (type(event), *(getattr(event, fact, None) for fact in facts))
        for event in yaml.parse(text, Loader=LOADER)
    ]


def _spelled(document: Document, known: ValueMap, text: str) -> str | None:
    """A part of a value in the style of a scalar, None if the style has no spelling for it."""
    style = known.text[0]
    if style == '"':
        return None if _SURROGATE.search(text) else _escaped(text, document.text.isascii())
    if _UNSAFE.search(text) or "\r" in text:
        return None
    if style == "'":
        return None if "\n" in text else text.replace("'", "''")
    if style == "|" and known.at[-1]:
        line_end = _LINE_BREAK.search(known.text)
        newline = line_end[0] if line_end else "\n"
        indented = re.sub(r"\n(?!\n)", "\n" + " " * known.indent, text)
        return indented.replace("\n", newline)
    return None if "\n" in text or not known.at[-1] else text


def _escaped(text: str, in_ascii: bool) -> str:
    """A text as it stands between double quotes (YAML 1.1, section 5.6), on one line."""
    return (_ESCAPED_IN_ASCII if in_ascii else _ESCAPED).sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if character in _SHORTHAND:
        return _SHORTHAND[character]
    if code < 0x100:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


def _is_harmless(known: ValueMap, edits: list[Edit], pieces: list[Edit]) -> bool:
    """Whether edits of a quoted scalar cannot touch the folding of its lines, so that it need not
    be read again: each puts visible text, on an indented line, in the place of other text whose
    ends are not spelled by the end of a line."""
    return known.text[0] in "'\"" and all(
        edit.start < edit.end
        and not known.is_folded(edit.start)
        and not known.is_folded(edit.end - 1)
        and piece.text.strip(" \t") == piece.text != ""
        and known.text[piece.start - 1] not in BREAKS
        for edit, piece in zip(edits, pieces, strict=True)
    )


def _reads_as(known: ValueMap, text: str, wanted: str) -> bool:
    """Whether a new spelling that is no plain one gives the value that is wanted."""
    if text[:1] != known.text[0] or _MARKER.search(text):
        return False
    if text[0] in "|>" and not finds_indent(text, known.indent):
        return False
    return value_of(text, known.indent) == wanted


def _reads_plain(document: Document, node: Node, text: str, wanted: str) -> bool:
    """Whether a parser reads a plain scalar as the value that is wanted, in such a place as it is
    in, and as text if it was text before."""
    collection, scalar = yaml.MappingStartEvent, yaml.ScalarEvent
    before = document.text[node.start - 1 : node.start]
    if _is_in_brackets(document, node):
        start = before if before in BREAKS else ""
        probe, expected, at = f"[{start}{text}\n]", [yaml.SequenceStartEvent, scalar], 1
    elif before and before not in BREAKS:
        probe, expected, at = f".: {text}\n", [collection, scalar, scalar], 2
    elif colon := _KEY_END.match(document.text, node.end):
        probe, expected, at = f"{text}{colon[0]} .", [collection, scalar, scalar], 1
    else:
        probe, expected, at = f"{text}\n", [scalar], 0
    try:
        events = [e for e in yaml.parse(probe, Loader=LOADER) if isinstance(e, yaml.NodeEvent)]
    except yaml.YAMLError:
        return False
    read: Any = events[at] if [type(event) for event in events] == expected else None
    if read is None or read.value != wanted or read.implicit != (True, False) or read.anchor:
        return False
    was_text = resolved(node.value) == _TEXT
    return not was_text or (resolved(wanted) == _TEXT and not _NUMBER_SINCE_1_2.fullmatch(wanted))


_TEXT = "tag:yaml.org,2002:str"


def _is_in_brackets(document: Document, node: Node) -> bool:
    """Whether a node stands in a collection with brackets, where fewer characters are plain."""
    around = document.root
    while around.members:
        if document.text[around.start] in "[{":
            return True
        index = bisect_right(around.members, node.start, key=lambda member: member.start) - 1
        if index < 0:
            return False
        key, value = around.members[index]
        around = key if key is not None and node.start < value.start else value
    return False


def _is_possible_key(document: Document, node: Node, pieces: list[Edit]) -> bool:
    """A key stands on one line and is not long; a node that is no key may be anything."""
    if not _KEY_END.match(document.text, node.end):
        return True
    growth = sum(len(piece.text) - (piece.end - piece.start) for piece in pieces)
    is_on_one_line = not any(_ANY_BREAK.search(piece.text) for piece in pieces)
    return is_on_one_line and node.end - node.start + growth <= _LONGEST_KEY
