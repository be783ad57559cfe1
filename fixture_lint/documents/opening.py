"""Opening what strings hold: JSON in a string, base64, percent-encoding, queries, headers, streams.

Nothing here knows what the text means. A string may hold several texts, and each may hold others;
what is opened is looked at beside the string itself. Only a string that says nothing else, such as
JSON from its first character to its last, need not be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.codecs import (
    BASE64,
    BINARY,
    HEX,
    PERCENT,
    PLAIN,
    Codec,
    TooLarge,
    Unopened,
    is_base64,
)
from fixture_lint.documents.deltas import joined_deltas, lines_of
from fixture_lint.documents.embedded import (
    MAX_DEPTH,
    Embedded,
    Part,
    inner_document,
    json_document,
    owner,
)
from fixture_lint.documents.sniffing import may_be_hex
from fixture_lint.documents.strings import Carrier, Text, strings
from fixture_lint.documents.tree import Document, Node, walk
from fixture_lint.documents.yaml_tags import is_binary


class Sealed(NamedTuple):
    """A string that could not be opened, and why."""

    text: Text
    why: str
    is_limit: bool


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
_URI_RUN = re.compile(r"[^\s\"<>\\^`{|}]{8,}")
"""A run without those characters of ASCII that a URI cannot hold (RFC 3986, section 2), long enough
to say something."""
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
        depth = carrier.depth if isinstance(carrier, Embedded) else 0
        streams: list[list[Embedded]] = []
        together = list(_hex_in_pieces(carrier))
        pieces = {id(part.node) for embedded in together for part in embedded.parts}
        for text in strings(carrier):
            if id(text.node) in pieces:
                continue
            try:
                opened = _opened(text)
            except (Unopened, TooLarge) as error:
                is_limit = isinstance(error, TooLarge)
                yield text
                yield Sealed(text, _TOO_LARGE if is_limit else str(error), is_limit)
                continue
            if depth < MAX_DEPTH:
                yield text._replace(is_spelling=True) if opened.is_all else text
                pending += opened.inner
            else:
                yield text
                if not all(map(_is_seen_already, opened.inner)):
                    yield Sealed(text, f"it is embedded more than {MAX_DEPTH} levels deep", True)
            if opened.is_stream:
                streams.append(opened.inner)
        if depth < MAX_DEPTH:
            pending += [*together, *_deltas(carrier, streams)]


_TOO_LARGE = "it decodes to more than 32 MiB"


class _Opened(NamedTuple):
    """What a text holds, whether that is all that it says, and whether these are the events of a
    stream."""

    inner: list[Embedded]
    is_all: bool = False
    is_stream: bool = False


def _deltas(carrier: Carrier, streams: list[list[Embedded]]) -> list[Embedded]:
    """The texts that events carry in pieces."""
    if isinstance(carrier, Embedded) and carrier.codec is not PLAIN:
        return []
    events: list[list[tuple[Carrier, Node]]] = [
        [(event, event.document.root) for event in stream if event.document.root.members]
        for stream in streams
    ]
    return joined_deltas(carrier, events)


def _opened(text: Text) -> _Opened:
    value = text.node.value
    if text.node.type != "string":
        return _Opened([])
    if isinstance(text.carrier, Document) and is_binary(text.carrier, text.node):
        whole = list(_decoded(text, 0, len(value), BINARY, text.name))
        if whole or is_base64(value):
            return _Opened(whole, True)
    if len(value) < 8:
        return _Opened([])
    json = list(_json(text, 0, len(value), PLAIN, text.name)) if value.lstrip()[:1] in "{[" else []
    if json:
        return _Opened(json, True)
    lines = None if _DATA_URL.match(value) else lines_of(value, _is_whole(text))
    if lines is None:
        return _Opened(list(_open(text)))
    opener = _decoded if lines.is_all else _json
    inner = [e for place in lines.places for e in opener(text, *place, PLAIN, text.name)]
    if lines.is_all:
        return _Opened(inner, True, True)
    return _Opened([*inner, *_open(text)], False, True)


def _open(text: Text) -> Iterator[Embedded]:
    value = text.node.value
    yield from in_headers(text)
    if "%" in value:
        yield from _in_percent(text)
    if may_be_hex(value):
        yield from _decoded(text, 0, len(value), HEX, text.name)
    yield from in_base64(text)


def _in_percent(text: Text) -> Iterator[Embedded]:
    """The percent-encoded parts of a text. What stands beside them, as prose beside a URL, is not
    encoded: written anew in that code it would be another text."""
    for run in _URI_RUN.finditer(text.node.value):
        if "%" in run[0]:
            name = text.name if len(run[0]) == len(text.node.value) else ""
            yield from _decoded(text, *run.span(), PERCENT, name)


def _is_seen_already(inner: Embedded) -> bool:
    """Whether a text is a piece of its carrier as it stands: whoever has read that has read it."""
    return inner.codec is PLAIN and not inner.document.root.members


def in_headers(text: Text) -> Iterator[Embedded]:
    """What a string holds in the ways of headers, queries and forms."""
    yield from _authorization(text)
    if "=" in text.node.value:
        yield from _pairs(text)


def _decoded(text: Text, start: int, end: int, codec: Codec, name: str) -> Iterator[Embedded]:
    """The text in a piece of a value, as JSON where it is JSON."""
    part = Part(text.carrier, text.node, start, end - start)
    decoded = codec.decode(part.piece)
    if decoded is None or not decoded.text:
        return
    path = part.document.path
    document = inner_document(path, decoded.text)
    yield Embedded(document, (part,), codec, decoded, name)


def _json(text: Text, start: int, end: int, codec: Codec, name: str) -> Iterator[Embedded]:
    part = Part(text.carrier, text.node, start, end - start)
    decoded = codec.decode(part.piece)
    document = json_document(part.document.path, decoded.text) if decoded else None
    if decoded and document:
        yield Embedded(document, (part,), codec, decoded, name)


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


def in_base64(text: Text) -> Iterator[Embedded]:
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


def _is_whole(text: Text) -> bool:
    """Whether a text is all of a file that has no other syntax."""
    return isinstance(text.carrier, Document) and text.carrier.syntax == "text"


def _hex_in_pieces(carrier: Carrier) -> Iterator[Embedded]:
    """Lists of strings that are bytes in hex together, as nock keeps long bodies."""
    document = owner(carrier)
    for node in walk(document.root):
        items = node.items() if node.type == "array" and len(node.members) > 1 else []
        if not items or not may_be_hex(items[0].value):
            continue
        parts = tuple(Part(carrier, item, 0, len(item.value)) for item in items)
        try:
            decoded = HEX.decode("".join(part.piece for part in parts))
        except (Unopened, TooLarge):
            continue  # What cannot be opened together is said of the first piece alone.
        if decoded is not None:
            path, text = document.path, decoded.text
            inner = inner_document(path, text)
            yield Embedded(inner, parts, HEX, decoded, "")
