"""Opening what strings hold: JSON in a string, base64, percent-encoding, queries, headers, streams.

Nothing here knows what the text means. A string may hold several texts, and each may hold others;
what is opened is looked at beside the string itself, never instead of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.codecs import (
    BASE64,
    PERCENT,
    PLAIN,
    Codec,
    Decoded,
    TooLarge,
    Unopened,
)
from fixture_lint.documents.embedded import MAX_DEPTH, Embedded, Part, text_document
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.tree import Document, Node, walk

Carrier = Document | Embedded


class Text(NamedTuple):
    """A string of a file or of what it embeds, or a whole number that is long enough to be the name
    of something: its carrier, its node, and the name under which it stands (a key, a header, a
    parameter; empty if there is none), and the name of what that stands in. ``is_signed`` tells
    that a signature covers it, so that no character of it may change."""

    carrier: Carrier
    node: Node
    name: str
    within: str = ""
    is_signed: bool = False


class Sealed(NamedTuple):
    """A string that could not be opened, and why."""

    text: Text
    why: str
    is_limit: bool


_NUMBER = re.compile("[1-9][0-9]{6,18}")
_SIGNATURES = frozenset(
    ["signature", "thoughtSignature", "thought_signature", "encrypted_content", "encryptedContent"]
)
_AUTHORIZATION = re.compile(r"\s*(Basic|Bearer|Token|ApiKey|Digest)\s+(\S.*?)\s*", re.IGNORECASE)
# A name begins where the one before has ended: a long text without any is passed over quickly.
_PAIR = re.compile(r"(?<![^=&;?#\s])([^=&;?#\s]{1,256})=(?!=)([^&;#\s\"\\<>]*)")
_COOKIE = re.compile(r"\s*(?<![^=;\s])([^=;\s]{1,256})=([^;]*)(?:;|$)")
_ATTRIBUTES = frozenset(
    [
        "path",
        "domain",
        "expires",
        "max-age",
        "samesite",
        "secure",
        "httponly",
        "priority",
        "partitioned",
    ]
)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{8,})\.([A-Za-z0-9_-]{8,})\.")
_DATA_URL = re.compile(r"data:([\w.+/-]*)(?:;[\w=-]+)*;base64,")
_SSE_DATA = re.compile(r"^data:[ ]?(.*)$", re.MULTILINE)
_LINE_DATA = re.compile(r"^(?:data:[ ]?)?(\{.*)$", re.MULTILINE)
_BASE64_RUN = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,}={0,2}(?![A-Za-z0-9+/_=-])")


def texts(document: Document) -> list[Text | Sealed]:
    """All strings of a document and of everything that they embed, with what stayed closed.

    Each key of an object is a string too. Beyond MAX_DEPTH levels nothing is opened. What was
    opened is kept with the document.
    """
    if "texts" not in document.memo:
        document.memo["texts"] = list(_texts(document))
    opened: list[Text | Sealed] = document.memo["texts"]
    return opened


def _texts(document: Document) -> Iterator[Text | Sealed]:
    pending: list[Carrier] = [document]
    while pending:
        carrier = pending.pop()
        for text in strings(carrier):
            yield text
            depth = carrier.depth if isinstance(carrier, Embedded) else 0
            try:
                inner = list(_open(text))
            except Unopened as error:
                yield Sealed(text, str(error), False)
                continue
            except TooLarge:
                yield Sealed(text, "it decodes to more than 32 MiB", True)
                continue
            if inner and depth == MAX_DEPTH:
                yield Sealed(text, f"it is embedded more than {MAX_DEPTH} levels deep", True)
                continue
            pending += inner
        if isinstance(carrier, Document) or carrier.codec is PLAIN:
            pending += joined_deltas(carrier)


def strings(carrier: Carrier) -> Iterator[Text]:
    """The strings of one document, keys and long whole numbers included, in the order of the text;
    before them the comments of YAML.

    The name of a string is the key under which it stands, also within a list; of a pair such as
    ``{"name": "authorization", "value": "..."}`` it is the name that the pair states.
    """
    document = carrier.document if isinstance(carrier, Embedded) else carrier
    outer = carrier.name if isinstance(carrier, Embedded) else ""
    if document.syntax == "yaml":
        for node in _comments(document):
            yield Text(carrier, node, "")
    stack: list[tuple[Node, str, str, bool]] = [(document.root, outer, "", False)]
    while stack:
        node, name, within, is_signed = stack.pop()
        if node.type == "string" or (node.type == "number" and _NUMBER.fullmatch(node.value)):
            yield Text(carrier, node, name, within, is_signed)
        if not node.members:
            continue
        stated = node.text_of("name") or node.text_of("key")
        is_signed = is_signed or any(member.name in _SIGNATURES for member in node.members)
        for member in reversed(node.members):
            if member.key is None:
                stack.append((member.value, name, within, is_signed))
                continue
            key = stated if stated and member.name == "value" else member.name
            stack.append((member.value, key, name, is_signed))
            stack.append((member.key, "", name, is_signed))


def _comments(document: Document) -> list[Node]:
    if "comments" not in document.memo:
        from fixture_lint.documents import yaml

        document.memo["comments"] = list(yaml.comments(document.text, document.root))
    nodes: list[Node] = document.memo["comments"]
    return nodes


def _open(text: Text) -> Iterator[Embedded]:
    value = text.node.value
    if len(value) < 8 or text.node.type != "string":
        return
    if value.lstrip()[:1] in ("{", "["):
        yield from _json(text, 0, len(value), PLAIN, text.name)
    yield from _authorization(text)
    if "=" in value:
        yield from _pairs(text)
    if "%" in value:
        yield from _decoded(text, 0, len(value), PERCENT, text.name)
    if "data:" in value or _is_whole(text):
        yield from _events(text)
    yield from _base64(text)


def _decoded(text: Text, start: int, end: int, codec: Codec, name: str) -> Iterator[Embedded]:
    """The text in a piece of a value, as JSON where it is JSON."""
    part = Part(text.carrier, text.node, start, end - start)
    decoded = codec.decode(part.piece)
    if decoded is None or not decoded.text:
        return
    path = part.document.path
    document = _json_document(path, decoded.text) or text_document(path, decoded.text)
    yield Embedded(document, (part,), codec, decoded, name)


def _json(text: Text, start: int, end: int, codec: Codec, name: str) -> Iterator[Embedded]:
    part = Part(text.carrier, text.node, start, end - start)
    decoded = codec.decode(part.piece)
    document = _json_document(part.document.path, decoded.text) if decoded else None
    if decoded and document:
        yield Embedded(document, (part,), codec, decoded, name)


def _json_document(path: str, text: str) -> Document | None:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return Document(path, text, read(text))
    except (ParseError, TooDeep):
        return None


def _authorization(text: Text) -> Iterator[Embedded]:
    match = _AUTHORIZATION.fullmatch(text.node.value)
    if match is None:
        return
    start, end = match.span(2)
    if match[1].lower() == "basic":
        yield from _decoded(text, start, end, BASE64, text.name or "authorization")
    else:
        yield from _decoded(text, start, end, PLAIN, text.name or "authorization")


def _pairs(text: Text) -> Iterator[Embedded]:
    """The pairs of a query, a form or a cookie; each value is a text under its own name."""
    value = text.node.value
    is_cookie = text.name.lower() in ("cookie", "set-cookie")
    for match in (_COOKIE if is_cookie else _PAIR).finditer(value):
        name = match[1].rpartition("/")[2]
        if not match[2] or (is_cookie and name.lower() in _ATTRIBUTES):
            continue
        codec = PERCENT if "%" in match[2] else PLAIN
        yield from _decoded(text, *match.span(2), codec, f"cookie {name}" if is_cookie else name)


def _base64(text: Text) -> Iterator[Embedded]:
    """Base64 as the whole value, in a data URL of text, as parts of a JWT, or as a long run."""
    value = text.node.value
    url = _DATA_URL.match(value)
    if url:
        if re.match(r"text/|application/(?:\w+\+)?(?:json|xml|x-www-form)", url[1]):
            yield from _decoded(text, url.end(), len(value), BASE64, text.name)
        return
    for match in _JWT.finditer(value):
        yield from _json(text, *match.span(1), BASE64, "jwt header")
        yield from _json(text, *match.span(2), BASE64, "jwt payload")
    if len(value) >= 16:
        whole = list(_decoded(text, 0, len(value), BASE64, text.name))
        yield from whole
        if whole:
            return
    for match in _BASE64_RUN.finditer(value):
        if match.span() != (0, len(value)):
            yield from _decoded(text, *match.span(), BASE64, text.name)


def _events(text: Text) -> Iterator[Embedded]:
    """The JSON of each event of a stream that is kept as a text (WHATWG, server-sent events), or
    in a file of its own with one event a line."""
    for match in (_LINE_DATA if _is_whole(text) else _SSE_DATA).finditer(text.node.value):
        yield from _json(text, *match.span(1), PLAIN, text.name)


def _is_whole(text: Text) -> bool:
    """Whether a text is all of a file that has no other syntax."""
    return isinstance(text.carrier, Document) and text.carrier.syntax == "text"


def joined_deltas(carrier: Carrier) -> list[Embedded]:
    """The texts that the events of a stream carry in pieces, joined.

    Events are the elements of a list, or the ``data:`` lines of a text. Pieces belong together
    when they stand at the same place of their events and the events say the same index.
    """
    document = carrier.document if isinstance(carrier, Embedded) else carrier
    joined: list[Embedded] = []
    for events in _streams(carrier):
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
    document = _json_document(path, value) or text_document(path, value)
    return Embedded(document, parts, PLAIN, Decoded(value), "")


def _streams(carrier: Carrier) -> Iterator[list[tuple[Carrier, Node]]]:
    """Lists of events: arrays of at least two objects, and texts of several ``data:`` lines."""
    document = carrier.document if isinstance(carrier, Embedded) else carrier
    for node in walk(document.root):
        if node.type == "array" and sum(item.type == "object" for item in node.items()) > 1:
            yield [(carrier, item) for item in node.items() if item.type == "object"]
    for text in strings(carrier):
        if _is_whole(text) or text.node.value.count("data:") > 1:
            yield [(event, event.document.root) for event in _events(text)]


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
            if member.name in _INDEXES and member.value.type in ("number", "string")
        )
        for member in reversed(node.members):
            is_delta = inside or member.name in _DELTAS
            stack.append((member.value, (*place, *indexes, member.name), is_delta))


_INDEXES = frozenset({"index", "content_index", "output_index", "item_id", "type"})
_DELTAS = frozenset({"delta", "choices", "candidates", "content_block"})
