"""Embedded documents: texts that strings of other documents carry, at any depth.

An embedded document knows its carriers and its codec. A span in it leads to a span of the file; an
edit in it becomes edits of the file, in the style of every level on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fixture_lint.documents.codecs import Codec, Decoded
from fixture_lint.documents.edits import Edit, apply
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.spelling import Change, edits_of, span_in
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
        return owner(self.carrier)


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


def json_document(path: str, text: str) -> Document | None:
    """A text as a document if it is an object or an array of JSON, otherwise None."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return Document(path, text, read(text))
    except (ParseError, TooDeep):
        return None


def text_document(path: str, text: str) -> Document:
    """A text without syntax, as a document of one string that is spelled as it is."""
    return Document(path, text, Node("string", 0, len(text), text), syntax="text")


def inner_document(path: str, text: str) -> Document:
    """An embedded text as a document: of JSON if it is that, otherwise without syntax."""
    return json_document(path, text) or text_document(path, text)


def owner(carrier: Document | Embedded) -> Document:
    """The document that a carrier is, or that it holds."""
    return carrier.document if isinstance(carrier, Embedded) else carrier


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
        start, end = span_in(
            part.document, part.node, part.offset + first, part.offset + max(first, last)
        )
        carrier = part.carrier
    return start, end


def value_edit(
    carrier: Document | Embedded, node: Node, start: int, end: int, new: str
) -> tuple[Document | Embedded, Change]:
    """A change of a part of a value, given in characters of that value, for ``lift``."""
    return carrier, Change(node, start, end, new)


def can_change(carrier: Document | Embedded) -> bool:
    """Whether a changed text can be put back through all levels of what it is packed in. It is
    worked out once for each level: thousands of events may be packed in one body."""
    if not isinstance(carrier, Embedded):
        return True
    memo = carrier.document.memo
    if "can change" not in memo:
        memo["can change"] = _can_be_packed(carrier) and can_change(carrier.parts[0].carrier)
    known: bool = memo["can change"]
    return known


def _can_be_packed(embedded: Embedded) -> bool:
    if embedded.codec.spell is not None:
        return True
    old = "".join(part.piece for part in embedded.parts)
    return embedded.codec.encode(embedded.document.text, old) is not None


def lift(changes: Iterable[tuple[Document | Embedded, Change]]) -> list[Edit] | None:
    """Changes of values, in a file and in what it embeds, as edits of the file, deepest first.

    None if a text can be read but not be put back, as in compressed bytes, or if a syntax on the
    way has no spelling for it.
    """
    pending: dict[int, tuple[Document | Embedded, list[Change]]] = {}
    for carrier, change in changes:
        pending.setdefault(_identity(carrier), (carrier, []))[1].append(change)
    while inner := [carrier for carrier, _ in pending.values() if isinstance(carrier, Embedded)]:
        depth = max(embedded.depth for embedded in inner)
        for deepest in (embedded for embedded in inner if embedded.depth == depth):
            raised = _raise(deepest, pending.pop(_identity(deepest))[1])
            if raised is None:
                return None
            for carrier, change in raised:
                pending.setdefault(_identity(carrier), (carrier, []))[1].append(change)
    edits: list[Edit] = []
    for carrier, group in pending.values():
        spelled = edits_of(owner(carrier), group)
        if spelled is None:
            return None
        edits += spelled
    return sorted(edits)


def _identity(carrier: Document | Embedded) -> int:
    return id(owner(carrier))


def _raise(
    embedded: Embedded, changes: list[Change]
) -> list[tuple[Document | Embedded, Change]] | None:
    """Changes in an embedded document as changes in the documents that carry it."""
    edits = edits_of(embedded.document, changes)
    if edits is None:
        return None
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


def _distribute(
    parts: tuple[Part, ...], edit: Edit
) -> Iterator[tuple[Document | Embedded, Change]]:
    """The new text goes into the first part that the edit touches, the others lose their share."""
    begin = 0
    text: str | None = edit.text
    for part in parts:
        start, end = max(edit.start - begin, 0), min(edit.end - begin, part.length)
        takes_insertion = start == end and text is not None
        touched = start < end or (takes_insertion and (start < part.length or part is parts[-1]))
        if start <= part.length and touched:
            first, last = part.offset + start, part.offset + max(start, end)
            yield part.carrier, Change(part.node, first, last, text or "")
            text = None
        begin += part.length
