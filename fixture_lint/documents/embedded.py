"""Embedded documents: texts that strings of other documents carry, at any depth.

An embedded document knows its carriers and its codec. A span in it leads to a span of the file; an
edit in it becomes edits of the file, in the style of every level on the way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from fixture_lint.documents.codecs import Codec, Decoded
from fixture_lint.documents.edits import Edit, apply
from fixture_lint.documents.json import quote, splice
from fixture_lint.documents.tree import Document, Node

MAX_DEPTH = 5
"""Deepest embedding that is opened."""


class Part(NamedTuple):
    """A piece of the value of a string: ``value[offset : offset + length]`` of a node."""

    carrier: Document | Embedded
    node: Node
    offset: int
    length: int

    @property
    def piece(self) -> str:
        """The piece of the value."""
        return self.node.value[self.offset : self.offset + self.length]

    @property
    def document(self) -> Document:
        """The document in which the string stands."""
        return self.carrier.document if isinstance(self.carrier, Embedded) else self.carrier


class Embedded(NamedTuple):
    """A document, the parts that carry it joined in this order, and how they encode it."""

    document: Document
    parts: tuple[Part, ...]
    codec: Codec
    decoded: Decoded
    name: str
    """The key, header or parameter under which the text stands."""

    @property
    def depth(self) -> int:
        """How many levels below the file it stands; the first is 1."""
        carrier = self.parts[0].carrier
        return 1 + (carrier.depth if isinstance(carrier, Embedded) else 0)

    @property
    def trail(self) -> tuple[str, ...]:
        """The codecs that led to it from the file, without those that change nothing."""
        carrier = self.parts[0].carrier
        above = carrier.trail if isinstance(carrier, Embedded) else ()
        return above if self.codec.name == "text" else (*above, self.codec.name)


def text_document(path: str, text: str) -> Document:
    """A text without syntax, as a document of one string that is spelled as it is."""
    return Document(path, text, Node("string", 0, len(text), text))


def locate(carrier: Document | Embedded, start: int, end: int) -> tuple[int, int]:
    """The span in the file of a span of a document. Of a text that several strings carry it is
    the part in the first of them."""
    while isinstance(carrier, Embedded):
        first, last = carrier.decoded.span(start, end)
        for part in carrier.parts:
            if first < part.length or part is carrier.parts[-1]:
                break
            first, last = first - part.length, last - part.length
        first, last = min(first, part.length), min(last, part.length)
        start, end = splice(
            part.document.text, part.node, part.offset + first, part.offset + max(first, last)
        )
        carrier = part.carrier
    return start, end


def value_edit(
    carrier: Document | Embedded, node: Node, start: int, end: int, new: str
) -> tuple[Document | Embedded, Edit]:
    """An edit of a part of a string's value, given in characters of that value."""
    document = carrier.document if isinstance(carrier, Embedded) else carrier
    return carrier, Edit(*splice(document.text, node, start, end), _spelled(document, node, new))


def lift(edits: Iterable[tuple[Document | Embedded, Edit]]) -> list[Edit] | None:
    """Edits in embedded documents as edits of the file, deepest first.

    None if a text can be read but not be put back, as in compressed bytes.
    """
    pending: dict[int, tuple[Document | Embedded, list[Edit]]] = {}
    for carrier, edit in edits:
        pending.setdefault(_identity(carrier), (carrier, []))[1].append(edit)
    while True:
        inner = [carrier for carrier, _ in pending.values() if isinstance(carrier, Embedded)]
        if not inner:
            break
        deepest = max(inner, key=lambda embedded: embedded.depth)
        raised = _raise(deepest, pending.pop(_identity(deepest))[1])
        if raised is None:
            return None
        for part, edit in raised:
            key = _identity(part.carrier)
            pending.setdefault(key, (part.carrier, []))[1].append(edit)
    return sorted(edit for _, group in pending.values() for edit in group)


def _identity(carrier: Document | Embedded) -> int:
    return id(carrier.document if isinstance(carrier, Embedded) else carrier)


def _raise(embedded: Embedded, edits: list[Edit]) -> list[tuple[Part, Edit]] | None:
    """Edits of an embedded document as edits of the documents that carry it."""
    spell = embedded.codec.spell
    if spell is not None:
        pieces = [Edit(*embedded.decoded.span(e.start, e.end), spell(e.text)) for e in edits]
    else:
        old = "".join(part.piece for part in embedded.parts)
        new = embedded.codec.encode(apply(embedded.document.text, edits), old)
        if new is None:
            return None
        pieces = [Edit(0, len(old), new)]
    return [raised for piece in pieces for raised in _distribute(embedded.parts, piece)]


def _distribute(parts: tuple[Part, ...], edit: Edit) -> list[tuple[Part, Edit]]:
    """The new text goes into the first part that the edit touches, the others lose their share."""
    raised: list[tuple[Part, Edit]] = []
    begin = 0
    text = edit.text
    for part in parts:
        start, end = max(edit.start - begin, 0), min(edit.end - begin, part.length)
        is_last = part is parts[-1]
        touched = start < end or (start == end and not raised and (start < part.length or is_last))
        if start <= part.length and touched:
            first, last = splice(
                part.document.text, part.node, part.offset + start, part.offset + max(start, end)
            )
            raised.append((part, Edit(first, last, _spelled(part.document, part.node, text))))
            text = ""
        begin += part.length
    return raised


def _spelled(document: Document, node: Node, text: str) -> str:
    """A piece of a value as it is spelled in a string: as it is in plain text, escaped in JSON, and
    in ASCII where the whole document escapes what is not."""
    if node.end - node.start == len(node.value):
        return text
    if "\\u" in document.text and document.text.isascii():
        return json.dumps(text)[1:-1]
    return quote(text)[1:-1]
