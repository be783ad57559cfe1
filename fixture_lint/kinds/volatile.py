"""The volatile values of provider requests, responses and streams, by position and shape.

The position says what a value is; its shape says whether it changes at every recording. The same
key elsewhere, in arguments of tools, in schemas or in settings, is the user's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.opening import Carrier, strings
from fixture_lint.documents.spans import Spans, spans
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import stream, wire
from fixture_lint.kinds.frozen import Form, constant, id_form

KINDS = (wire.NAME, stream.NAME)
"""The kinds whose volatile values freeze."""

_RANKS = {class_: rank for rank, class_ in enumerate(("opaque", *wire.VALUE_CLASSES))}


class Volatile(NamedTuple):
    """A volatile value: its class, the document in which it stands, its node, and what it freezes
    to: the ``form`` of an id, the ``constant`` of anything else. No character of it may change if
    it ``is_signed``."""

    class_: str
    carrier: Carrier
    node: Node
    form: Form | None
    constant: str
    is_signed: bool


def volatile(document: Document) -> list[Volatile]:
    """The volatile values of a wire or stream document, in the order of the text."""
    if "volatile" not in document.memo:
        document.memo["volatile"] = list(_volatile(document))
    found: list[Volatile] = document.memo["volatile"]
    return found


def _volatile(document: Document) -> Iterator[Volatile]:
    signed: dict[int, frozenset[int]] = {}
    for carrier, class_, node, dialect in _placed(document):
        if class_ not in wire.VALUE_CLASSES or node.type not in ("string", "number"):
            continue
        is_id = class_ in ("id", "call-id")
        form = id_form(node.value, class_, dialect) if is_id and node.type == "string" else None
        new = None if is_id else constant(node, class_)
        if form is None and new is None:
            continue
        if id(carrier) not in signed:
            signed[id(carrier)] = frozenset(id(t.node) for t in strings(carrier) if t.is_signed)
        is_signed = id(node) in signed[id(carrier)]
        yield Volatile(class_, carrier, node, form, new or "", is_signed)


def opaque_places(document: Document) -> list[Spans]:
    """Where opaque values stand in the file: signatures, encrypted content, media."""
    return [
        spans(carrier, node, 0, len(node.value))
        for carrier, class_, node, _ in _placed(document)
        if class_ == "opaque" and node.type == "string" and node.value
    ]


def _placed(document: Document) -> Iterator[tuple[Carrier, str, Node, str]]:
    """Each node at a position that its provider names, once, with its class and the dialect. Of
    two classes the more particular one counts."""
    for carrier, root, provider in stream.pieces(document):
        if provider is None:
            continue
        classes: dict[int, tuple[str, Node]] = {}
        for class_, node in provider.positions.find(root):
            known = classes.get(id(node))
            if known is None or _rank(class_) < _rank(known[0]):
                classes[id(node)] = class_, node
        for class_, node in sorted(classes.values(), key=lambda placed: placed[1].start):
            yield carrier, class_, node, provider.dialect


def _rank(class_: str) -> int:
    return _RANKS.get(class_, len(_RANKS))
