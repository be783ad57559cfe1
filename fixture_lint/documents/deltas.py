"""Streams that are kept as texts: what their lines say, and the texts that their events carry in
pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.codecs import PLAIN, Decoded
from fixture_lint.documents.embedded import Embedded, Part, inner_document, owner
from fixture_lint.documents.strings import Carrier
from fixture_lint.documents.tree import Node, walk

INDEXES = frozenset({"index", "content_index", "output_index", "item_id", "type"})
DELTAS = frozenset({"delta", "choices", "candidates", "content_block"})


class Lines(NamedTuple):
    """The places of what the lines of a stream say, each the data of an event, a comment or another
    field, and whether that is all that its text says."""

    places: list[tuple[int, int]]
    is_all: bool


def lines_of(value: str, is_file: bool = False) -> Lines | None:
    """What the lines of a text say if there are server-sent events in it (WHATWG HTML, 9.2.6), or
    if it is a list of objects of JSON, one a line; None if it is neither. Of a whole file nothing
    else is expected. Names of events that are plain words say nothing."""
    is_list = value.lstrip()[:1] == "{" and _NEXT_OBJECT.search(value) is not None
    if not (is_file or is_list or "data:" in value):
        return None
    places: list[tuple[int, int]] = []
    is_all = True
    for line in _LINE.finditer(value):
        field = _FIELD.match(value, *line.span())
        if field is not None:
            places.append((field.end(), line.end()))
        elif value.startswith("{", line.start()):
            places.append(line.span())
        elif not line[0].isspace() and not _NAME.fullmatch(line[0]):
            is_all = False
    return Lines(places, is_all) if places else None


_LINE = re.compile(r"[^\r\n]+")
_NAME = re.compile(r"event: ?[A-Za-z0-9_.-]{0,60}")
_FIELD = re.compile(f"(?!{_NAME.pattern}$)(?:data|event|id|retry)?: ?", re.MULTILINE)
_NEXT_OBJECT = re.compile(r"[\r\n]\s*\{")


def joined_deltas(carrier: Carrier, streams: list[list[tuple[Carrier, Node]]]) -> list[Embedded]:
    """The texts that the events of a stream carry in pieces, joined.

    Events are the elements of a list in the document, or those of ``streams``, the texts in it that
    hold several. Pieces belong together when they stand at the same place of their events and the
    events say the same index.
    """
    document = owner(carrier)
    joined: list[Embedded] = []
    for events in (*_listed(carrier), *streams):
        groups: dict[tuple[str, ...], list[tuple[Carrier, Node]]] = {}
        for event_carrier, event in events:
            for place, node in _delta_strings(event):
                groups.setdefault(place, []).append((event_carrier, node))
        for pieces in groups.values():
            if len(pieces) > 1:
                joined.append(_join(document.path, pieces))
    return joined


def _join(path: str, pieces: list[tuple[Carrier, Node]]) -> Embedded:
    parts = tuple(Part(carrier, node, 0, len(node.value)) for carrier, node in pieces)
    value = "".join(part.piece for part in parts)
    document = inner_document(path, value)
    return Embedded(document, parts, PLAIN, Decoded(value), "")


def _listed(carrier: Carrier) -> Iterator[list[tuple[Carrier, Node]]]:
    """Arrays of at least two objects."""
    document = owner(carrier)
    for node in walk(document.root):
        if node.type == "array" and sum(item.type == "object" for item in node.items()) > 1:
            yield [(carrier, item) for item in node.items() if item.type == "object"]


def _delta_strings(event: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    """The strings of an event below a delta, each with its place: the path, and every index."""
    stack: list[tuple[Node, tuple[str, ...], bool]] = [(event, (), False)]
    while stack:
        node, place, inside = stack.pop()
        if node.type == "string" and inside:
            yield place, node
        indexes = tuple(
            f"{member.name}={member.value.value}"
            for member in node.members
            if member.name in INDEXES and member.value.type in ("number", "string")
        )
        for member in reversed(node.members):
            is_delta = inside or member.name in DELTAS
            stack.append((member.value, (*place, *indexes, member.name), is_delta))
