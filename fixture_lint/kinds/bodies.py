"""The requests, responses and streams of a document: the document itself if it is one, or what the
interactions of a cassette carry. Rules on providers look at them in the same way wherever they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fixture_lint.documents.codecs import HEX, PLAIN, text_of_base64
from fixture_lint.documents.embedded import Embedded, owner
from fixture_lint.documents.strings import SIGNATURES, Carrier
from fixture_lint.documents.tree import Document, Node, to_plain
from fixture_lint.kinds import cassette, stream, wire
from fixture_lint.kinds.cassette.bodies import contents
from fixture_lint.kinds.cassette.interactions import Side
from fixture_lint.kinds.stream import Stream, StreamEvent
from fixture_lint.kinds.wire import Provider, Recognised


class Body(NamedTuple):
    """A request, a response or a text with a stream: the document in which it stands, the part of
    it that it is (None for all of it), whose it is, and the side of a cassette that carries it."""

    carrier: Carrier
    part: Node | None
    known: Recognised | None
    side: Side | None = None

    @property
    def root(self) -> Node:
        """Its value in the tree of the document."""
        return self.part if self.part is not None else owner(self.carrier).root

    @property
    def plain(self) -> Any:
        """It as Python values."""
        return to_plain(self.part) if self.part is not None else owner(self.carrier).plain()

    @property
    def data(self) -> str:
        """The text in which it stands."""
        return owner(self.carrier).text


class Piece(NamedTuple):
    """A JSON value in which the positions of a provider stand: a body, or an event of a stream."""

    source: Body | StreamEvent
    provider: Provider
    side: Side | None = None

    @property
    def carrier(self) -> Carrier:
        """The document in which it stands."""
        return self.source.carrier

    @property
    def root(self) -> Node:
        """Its value in the tree of the document."""
        root = self.source.root
        assert root is not None  # Only events that are JSON are pieces.
        return root

    @property
    def plain(self) -> Any:
        """It as Python values."""
        return self.source.plain


def bodies(document: Document) -> list[Body]:
    """The requests and responses of a document that some provider knows, and texts that may be
    streams, in the order of the text."""
    if "bodies" not in document.memo:
        document.memo["bodies"] = list(_bodies(document))
    found: list[Body] = document.memo["bodies"]
    return found


def _bodies(document: Document) -> Iterator[Body]:
    known = cassette.cassette(document)
    if known is None:
        whole = wire.recognised(document) if document.syntax == "json" else None
        yield Body(document, None, whole)
        return
    for content in contents(document, known):
        if content.tree is not None:
            for root in _roots(content.tree):
                found = wire.recognise_value(to_plain(root)) if root.type == "object" else None
                if found is not None:
                    yield Body(document, root, found, content.side)
        elif content.carrier is not None:
            inner = owner(content.carrier)
            found = wire.recognised(inner) if inner.syntax == "json" else None
            if found is not None or inner.syntax == "text":
                yield Body(content.carrier, None, found, content.side)


def _roots(root: Node) -> Iterator[Node]:
    """The values of a body that is a tree: some recorders wrap each in the name of its type, and
    keep a stream as a list."""
    for value in root.items() if root.type == "array" else [root]:
        wrapped = value.get("__data__") if value.type == "object" else None
        yield wrapped if wrapped is not None else value


def pieces(document: Document) -> list[Piece]:
    """The JSON values of a document in which positions of providers stand."""
    if "pieces" not in document.memo:
        document.memo["pieces"] = list(_pieces(document))
    found: list[Piece] = document.memo["pieces"]
    return found


def _pieces(document: Document) -> Iterator[Piece]:
    for body in bodies(document):
        if body.known is not None:
            yield Piece(body, body.known.provider, body.side)
            continue
        for found in streams_of(body):
            for event in found.events if found.provider else ():
                if event.is_json and found.provider is not None:
                    yield Piece(event, found.provider, body.side)


Glance = tuple[Piece, list[tuple[list[str], Any]]]


def glances(document: Document) -> list[Glance]:
    """What stands at positions of providers and is covered by no signature, as Python values with
    their classes: enough to decide whether the trees need be read."""
    if "glances" not in document.memo:
        document.memo["glances"] = [
            (piece, list(piece.provider.positions.find_in(_unsigned(piece))))
            for piece in pieces(document)
        ]
    found: list[Glance] = document.memo["glances"]
    return found


def _unsigned(piece: Piece) -> Any:
    """The value of a piece without the objects that a signature covers."""
    text = piece.source.data or owner(piece.carrier).text
    return _without_signed(piece.plain) if any(name in text for name in SIGNATURES) else piece.plain


def _without_signed(value: Any) -> Any:
    if isinstance(value, dict):
        if not SIGNATURES.isdisjoint(value):
            return None
        return {key: _without_signed(item) for key, item in value.items()}
    return [_without_signed(item) for item in value] if isinstance(value, list) else value


def streams(document: Document) -> list[Stream]:
    """The streams of a document, each with its events."""
    if "streams" not in document.memo:
        listed = bodies(document)
        document.memo["streams"] = [found for body in listed for found in streams_of(body)]
    known: list[Stream] = document.memo["streams"]
    return known


def streams_of(body: Body) -> list[Stream]:
    """The streams in a body: none if it is a request or a response."""
    if body.known is not None:
        return []
    inner = owner(body.carrier)
    if body.side is None:
        return stream.scripted(inner) if inner.syntax == "json" else stream.spelled(body.carrier)
    if "streams" not in inner.memo:
        is_stream = not _is_framed(body.carrier) and stream.recognise_text(inner.text)
        found = stream.spelled(body.carrier) if is_stream else []
        inner.memo["streams"] = [spelled._replace(is_recorded=True) for spelled in found]
    known: list[Stream] = inner.memo["streams"]
    return known


def _is_framed(carrier: Carrier) -> bool:
    """Whether a text was put together from the frames of an event stream: what its events are
    called stands outside of it."""
    if not isinstance(carrier, Embedded) or carrier.codec is PLAIN:
        return False
    return carrier.codec is HEX or text_of_base64(carrier.parts[0].piece) is None
