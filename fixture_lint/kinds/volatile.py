"""The volatile values of provider requests, responses and streams, by position and shape.

The position says what a value is; its shape says whether it changes at every recording. The same
key elsewhere, in arguments of tools, in schemas or in settings, is the user's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fixture_lint.detectors.identifiers import is_time
from fixture_lint.documents.spans import Spans, spans
from fixture_lint.documents.strings import Carrier, strings
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import bodies, cassette, stream, wire
from fixture_lint.kinds.cassette.interactions import Side
from fixture_lint.kinds.frozen import Form, constant, id_form

KINDS = (wire.NAME, stream.NAME, cassette.NAME)
"""The kinds whose volatile values freeze."""

_RANKS = {class_: rank for rank, class_ in enumerate(("opaque", *wire.VALUE_CLASSES))}


class Volatile(NamedTuple):
    """A volatile value: its class, the document in which it stands, its node, and what it freezes
    to: the ``form`` of an id, the ``constant`` of anything else. No character of it may change if
    it ``is_signed``. ``side`` is the request or response of a cassette that carries it."""

    class_: str
    carrier: Carrier
    node: Node
    form: Form | None
    constant: str
    is_signed: bool
    side: Side | None


def volatile(document: Document) -> list[Volatile]:
    """The volatile values of a wire or stream document or of a cassette, in the order of the text.

    Ids that the client of a cassette has brought along are left out: no provider has given them,
    and no recording changes them.
    """
    if "volatile" not in document.memo:
        found = list(_volatile(document))
        if cassette.cassette(document) is not None:
            kept = _given(_id(value) for value in found)
            found = [value for value, is_kept in zip(found, kept, strict=True) if is_kept]
        document.memo["volatile"] = found
    known: list[Volatile] = document.memo["volatile"]
    return known


def _id(value: Volatile) -> _Id:
    is_sent = value.side is not None and value.side.is_request
    return _Id(value.node.value, value.form is not None, is_sent)


class _Id(NamedTuple):
    """What decides whether a value is an id that a client has brought along."""

    value: str
    is_id: bool
    is_sent: bool


def _given(ids: Iterable[_Id]) -> Iterator[bool]:
    """For each value whether it is none of the ids that a request has held before any response."""
    given: set[str] = set()
    brought: set[str] = set()
    for id_ in ids:
        if id_.is_id and id_.value not in given:
            (brought if id_.is_sent else given).add(id_.value)
        yield not id_.is_id or id_.value not in brought


def classes_in(document: Document) -> list[str]:
    """The class of each volatile value of a document that a signature does not cover, in no order:
    enough to count them, without reading the trees of what it embeds."""
    found: list[tuple[str, _Id]] = []
    for piece, values in bodies.glances(document):
        is_sent = piece.side is not None and piece.side.is_request
        for classes, value in values:
            class_ = min(classes, key=_rank)
            node = _leaf(value) if class_ in wire.VALUE_CLASSES else None
            if node is None:
                continue
            is_id = class_ in ("id", "call-id")
            dialect = piece.provider.dialect
            if _form(node, class_, dialect) if is_id else constant(node, class_) is not None:
                found.append((class_, _Id(node.value, is_id, is_sent)))
    known = [class_ for _, class_, *_ in _noted(document)]
    if cassette.cassette(document) is None:
        return [class_ for class_, _ in found]
    kept = _given(id_ for _, id_ in found)
    return known + [class_ for (class_, _), is_kept in zip(found, kept, strict=True) if is_kept]


def _leaf(value: Any) -> Node | None:
    """A text or number as a node that stands nowhere."""
    if isinstance(value, str):
        return Node("string", 0, 0, value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return Node("number", 0, 0, repr(value)) if is_number else None


def _form(node: Node, class_: str, dialect: str) -> Form | None:
    return id_form(node.value, class_, dialect) if node.type == "string" else None


def _volatile(document: Document) -> Iterator[Volatile]:
    signed: dict[int, frozenset[int]] = {}
    for carrier, class_, node, dialect, side in (*_placed(document), *_noted(document)):
        if class_ not in wire.VALUE_CLASSES or node.type not in ("string", "number"):
            continue
        is_id = class_ in ("id", "call-id")
        form = _form(node, class_, dialect) if is_id else None
        new = None if is_id else constant(node, class_)
        if form is None and new is None:
            continue
        if id(carrier) not in signed:
            signed[id(carrier)] = frozenset(id(t.node) for t in strings(carrier) if t.is_signed)
        is_signed = id(node) in signed[id(carrier)]
        yield Volatile(class_, carrier, node, form, new or "", is_signed, side)


def opaque_places(document: Document) -> list[Spans]:
    """Where opaque values stand in the file: signatures, encrypted content, media."""
    return [
        spans(carrier, node, 0, len(node.value))
        for carrier, class_, node, *_ in _placed(document)
        if class_ == "opaque" and node.type == "string" and node.value
    ]


_Placed = tuple[Carrier, str, Node, str, Side | None]


def _placed(document: Document) -> Iterator[_Placed]:
    """Each node at a position that its provider names, once, with its class and the dialect. Of
    two classes the more particular one counts."""
    for piece in bodies.pieces(document):
        classes: dict[int, tuple[str, Node]] = {}
        for class_, node in piece.provider.positions.find(piece.root):
            known = classes.get(id(node))
            if known is None or _rank(class_) < _rank(known[0]):
                classes[id(node)] = class_, node
        for class_, node in sorted(classes.values(), key=lambda placed: placed[1].start):
            yield piece.carrier, class_, node, piece.provider.dialect, piece.side


def _noted(document: Document) -> Iterator[_Placed]:
    """When and how fast a cassette was recorded, as its recorder has noted it."""
    known = cassette.cassette(document)
    for interaction in known.interactions if known else ():
        for node in interaction.times:
            class_ = "time" if is_time(node.value) else "latency"
            yield document, class_, node, "", None


def _rank(class_: str) -> int:
    return _RANKS.get(class_, len(_RANKS))
