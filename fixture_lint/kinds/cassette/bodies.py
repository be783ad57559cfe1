"""What the sides of a cassette carry, opened: JSON, streams, other text, or what stays closed.

Bodies are stored as text, in base64 (as ``!!binary`` in YAML), in hex, or as a tree; compressed
ones are inflated. A text that is JSON becomes a document of its own, embedded in the cassette.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fixture_lint.documents.codecs import BINARY, HEX, PLAIN, Codec, TooLarge, Unopened
from fixture_lint.documents.embedded import Embedded, Part, text_document
from fixture_lint.documents.lazily import lazy_json
from fixture_lint.documents.strings import Carrier
from fixture_lint.documents.tree import Document, Node
from fixture_lint.documents.yaml_tags import is_binary
from fixture_lint.kinds.cassette import Cassette
from fixture_lint.kinds.cassette.interactions import Side

_MEDIA = re.compile(
    r"\s*(?:image/|audio/|video/|font/|multipart/|application/(?:octet-stream|pdf|zip|wasm|grpc"
    r"|(?:x-|vnd\.google\.)?protobuf))",
    re.IGNORECASE,
)
_HEX = re.compile("(?:[0-9a-f]{2})+", re.IGNORECASE)
_TEXT = re.compile(r"\s*(?:text/|application/(?:[\w.-]+\+)?(?:json|xml|x-ndjson))", re.IGNORECASE)


class Content(NamedTuple):
    """The content of a side: the document in which it stands, and how it is stored. ``carrier`` is
    None where nothing could be opened; ``tree`` is the body that is stored as a tree."""

    side: Side
    carrier: Carrier | None
    tree: Node | None
    storage: Codec | None
    """None for a tree."""


def contents(document: Document, known: Cassette) -> list[Content]:
    """The contents of all sides of a cassette that have one, in the order of the interactions."""
    if "contents" not in document.memo:
        document.memo["contents"] = [
            _content(document, side, side.body) for side in known.sides if side.body is not None
        ]
    found: list[Content] = document.memo["contents"]
    return found


def _content(document: Document, side: Side, body: Node) -> Content:
    storage = stored_as(document, side)
    if storage is None:
        return Content(side, document, body, None)
    nodes = [body, *body.items()]
    parts = tuple(Part(document, n, 0, len(n.value)) for n in nodes if n.type == "string")
    try:
        decoded = storage.decode("".join(part.piece for part in parts))
    except (Unopened, TooLarge):
        decoded = None
    if decoded is None:
        return Content(side, None, None, storage)
    path, text = document.path, decoded.text
    inner = lazy_json(path, text) or text_document(path, text)
    return Content(side, Embedded(inner, parts, storage, decoded, ""), None, storage)


def stored_as(document: Document, side: Side) -> Codec | None:
    """How the body of a side is stored; None for a tree."""
    body, holder = side.body, side.holder
    if body is None:
        return None
    binary = side.node.get("responseIsBinary")
    if binary is not None and binary.type == "true" and not side.is_request:
        return HEX if _is_text(body) else None
    if body.type != "string":
        return None
    encoding = holder.text_of("encoding") if holder is not None else None
    if is_binary(document, body):
        return BINARY
    if holder is not None and holder.text_of("type") == "binary":
        return HEX if _HEX.fullmatch(body.value) else BINARY
    if side.body_key == "base64_string" or encoding == "base64":
        return BINARY
    return PLAIN


def _is_text(body: Node) -> bool:
    """Whether a body is a text, or a list of pieces of one."""
    return body.type == "string" or (
        body.type == "array" and all(item.type == "string" for item in body.items())
    )


def is_media(side: Side) -> bool:
    """Whether a side says that it carries an image, a sound or another thing that is no text."""
    header = side.header("content-type")
    return header is not None and _MEDIA.match(header.value) is not None


def why_closed(content: Content) -> str:
    """Why a body that should be a text could not be opened; empty if it was, or if it is none."""
    if content.carrier is not None or is_media(content.side):
        return ""
    encoding, type_ = content.side.header("content-encoding"), content.side.header("content-type")
    if encoding is not None and encoding.value.strip().lower() not in ("", "identity"):
        return f"content-encoding {encoding.value.strip()[:20]}"
    text = _TEXT.match(type_.value) if type_ is not None else None
    return "by its content-type it is a text" if text else ""
