"""Statements about the length of a body: the header ``content-length`` and what HAR and go-vcr note
beside it. Clients such as botocore and urllib3 check it, so it changes with the body.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.codecs import BINARY, PLAIN
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.embedded import Embedded, can_change
from fixture_lint.documents.spelling import Change, edits_of
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.cassette import Cassette, cassette
from fixture_lint.kinds.cassette.bodies import Content, contents
from fixture_lint.kinds.cassette.interactions import Side


class Length(NamedTuple):
    """A statement about the length of a body: the side, the node that states it, what it states and
    how many bytes the body has. ``is_header`` tells it from a note of the recorder."""

    side: Side
    node: Node
    stated: int
    actual: int
    is_header: bool


def lengths(document: Document, known: Cassette) -> Iterator[Length]:
    """The statements that can be judged: a response to HEAD states the length of what it does not
    send, a tree was not stored as it was sent, and an encoded body was sent in another length."""
    methods = {
        id(interaction.response): interaction.request.method
        for interaction in known.interactions
        if interaction.request is not None and interaction.response is not None
    }
    for content in contents(document, known):
        side = content.side
        actual = _bytes_in(content)
        if actual is None or methods.get(id(side)) == "HEAD":
            continue
        if side.header("content-encoding") or side.header("transfer-encoding"):
            continue
        header = side.header("content-length")
        stating = [(node, True) for node in (header.values if header else ())]
        for node, is_header in (*stating, *((node, False) for node in side.lengths)):
            if node.value.isascii() and node.value.isdecimal() and len(node.value) < 12:
                yield Length(side, node, int(node.value), actual, is_header)


def restated(old: Document, new: Document) -> list[Edit]:
    """Edits of a changed cassette that state the lengths of its bodies anew, where they were right
    before the change."""
    before, after = cassette(old), cassette(new)
    if before is None or after is None:
        return []
    were_right = {key for key, length in _numbered(old, before) if length.stated == length.actual}
    edits: list[Edit] = []
    for key, length in _numbered(new, after):
        if key in were_right and length.stated != length.actual:
            edits += stating(new, length.node, length.actual) or []
    return edits


def stating(document: Document, node: Node, size: int) -> list[Edit] | None:
    """Edits that make a node state a length, in its own spelling."""
    return edits_of(document, [Change(node, 0, len(node.value), str(size))])


def _numbered(document: Document, known: Cassette) -> Iterator[tuple[tuple[int, int], Length]]:
    """Statements with the number of their side and their own on that side: both stay when values
    change."""
    numbers = {id(side): number for number, side in enumerate(known.sides)}
    counts: dict[int, int] = {}
    for length in lengths(document, known):
        number = numbers[id(length.side)]
        counts[number] = counts.get(number, 0) + 1
        yield (number, counts[number]), length


def _bytes_in(content: Content) -> int | None:
    """How many bytes a body has as it was sent, None if that cannot be known."""
    carrier = content.carrier
    if not isinstance(carrier, Embedded) or content.storage not in (PLAIN, BINARY):
        return None
    if content.storage is not PLAIN and not can_change(carrier):
        return None  # Compressed: the text is not what was sent.
    return len(carrier.document.text.encode("utf-8", "surrogatepass"))
