"""Streams of events, as a fake model server plays them or as they were recorded.

Three notations: the text of server-sent events, a list of events with one JSON value a line, and a
script in JSON (``meta.protocol`` and ``responses``). Faults that are meant are declared: in text by
a comment ``: fixture-fault <kind>`` before the event, in a script by ``fault``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from fixture_lint.documents import sse
from fixture_lint.documents.codecs import PLAIN, Decoded
from fixture_lint.documents.embedded import Embedded, Part, owner
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.lazily import tree
from fixture_lint.documents.sse import Span
from fixture_lint.documents.strings import Carrier
from fixture_lint.documents.tree import Document, Node, to_plain, walk
from fixture_lint.kinds import wire
from fixture_lint.kinds.wire import Provider

NAME = "stream"
RECORDED: frozenset[str] | None = None

FAULTS = (
    "half-event",
    "no-terminal",
    "disconnect",
    "malformed-data",
    "idle-timeout",
    "http-error",
)

_FAULT = re.compile(r"\s*fixture-fault\s+([a-z-]+)\s*")
_LINE = re.compile(r"[^\r\n]+")
_LOOKED_AT = 50
"""Events at the beginning of a stream by which its provider is recognised."""


class StreamEvent:
    """An event: where it stands in the text of its stream, its name if the notation has one, and
    its data: ``plain`` as Python values, and ``root`` in the tree of ``carrier``.

    ``is_json`` is False where the data is no JSON, as that of ``[DONE]``; ``data`` is its text.
    """

    __slots__ = (
        "_data",
        "_own",
        "_stream",
        "data",
        "end",
        "event",
        "is_json",
        "name",
        "plain",
        "start",
    )

    def __init__(self, stream: Carrier, data: Span | Node | str, name: str = "") -> None:
        """Arguments: the document of the stream; the place of the data in its text, the data as a
        part of its tree, or the text of data that stands in several places; the name."""
        self._stream = stream
        self._data = data
        self._own: tuple[Carrier, Node] | None = None
        self.name = name
        self.event: sse.Event | None = None
        self.data = ""
        if isinstance(data, Node):
            self.start, self.end = data.start, data.end
            self.is_json, self.plain = True, to_plain(data)
            return
        self.start, self.end = data if isinstance(data, tuple) else (0, 0)
        self.data = data if isinstance(data, str) else _text(stream)[slice(*data)]
        self.is_json, self.plain = (False, None) if isinstance(data, str) else _plain(self.data)

    @property
    def carrier(self) -> Carrier:
        """The document that holds its JSON; that of the stream if it has none."""
        return self._read()[0] if self.is_json else self._stream

    @property
    def node(self) -> Node | None:
        """The part of the document that it is, None for all of it."""
        return self._data if isinstance(self._data, Node) else None

    @property
    def root(self) -> Node | None:
        """Its value in the tree of the document, None if it is no JSON."""
        return self._read()[1] if self.is_json else None

    def _read(self) -> tuple[Carrier, Node]:
        if isinstance(self._data, Node):
            return self._stream, self._data
        if self._own is None:
            assert isinstance(self._data, tuple)  # Of data in several places none is JSON.
            document = owner(self._stream)
            start, end = self._data
            inner = Document(document.path, self.data, partial(tree, self.data))
            inner.memo["plain"] = self.plain
            part = Part(self._stream, document.root, start - document.root.start, end - start)
            self._own = Embedded(inner, (part,), PLAIN, Decoded(self.data), ""), inner.root
        return self._own


class Stream(NamedTuple):
    """The events of one response, and the document in which they stand; whose they are, None if
    nobody knows; the faults that are declared for it; and the object of a script that holds it,
    otherwise the whole text. It ``is_recorded`` if it is the body of a cassette, so that a real
    server has sent it."""

    carrier: Carrier
    provider: Provider | None
    events: tuple[StreamEvent, ...]
    faults: tuple[str, ...]
    place: Node
    is_recorded: bool = False


def recognise(plain: Any) -> bool:
    """Whether a document, given as Python values, is a script in JSON."""
    if not isinstance(plain, dict) or not isinstance(plain.get("responses"), list):
        return False
    meta = plain.get("meta")
    return isinstance(meta, dict) and "protocol" in meta


def recognise_text(text: str) -> bool:
    """Whether a text is a stream: server-sent events, or a list of events of a known provider."""
    return sse.is_stream(text) or is_chunk_list(text)


def is_chunk_list(text: str) -> bool:
    """Whether the first lines of a text are JSON, each an event of a provider's stream."""
    lines = [match[0] for match in _LINE.finditer(text[:1_000_000]) if match[0].strip()]
    plains = [_plain(line)[1] for line in lines[:3]]
    found = [wire.recognise_value(plain) for plain in plains]
    return len(lines) > 1 and any(map(_is_chunk, plains, found))


def _is_chunk(plain: Any, known: wire.Recognised | None) -> bool:
    """Whether a value is an event. Those of Gemini are responses that are not finished."""
    if known is None or known.form == "chunk":
        return known is not None
    rules = known.provider.stream
    return "has-no-chunks" in rules and not wire.fits_any(plain, rules["terminal"])


def scripted(document: Document) -> list[Stream]:
    """The responses of a script in JSON, each with its events."""
    return list(_scripted(document))


def spelled(carrier: Carrier) -> list[Stream]:
    """The responses in the text of a file, or in a text that a document carries."""
    return list(_responses(_spelled(carrier)))


def declared_faults(text: str, event: sse.Event) -> list[str]:
    """The faults that the comments of an event declare."""
    comments = (text[start:end] for start, end in event.comments)
    return [match[1] for match in map(_FAULT.fullmatch, comments) if match]


def _scripted(document: Document) -> Iterator[Stream]:
    meta = document.root.get("meta")
    protocol = meta.text_of("protocol") if meta else None
    known = {provider.name: provider for provider in wire.providers()}
    listed = document.root.get("responses")
    for response in listed.items() if listed else []:
        events = response.get("events")
        found = tuple(
            StreamEvent(document, node, node.text_of("type") or "")
            for node in (events.items() if events else [])
        )
        fault = response.get("fault")
        kind = fault.text_of("kind") if fault else None
        provider = known.get(protocol or "")
        yield Stream(document, provider, found, (kind,) if kind else (), response)


def _spelled(carrier: Carrier) -> Stream:
    text = _text(carrier)
    faults: list[str] = []
    if sse.is_stream(text):
        listed = sse.events(text)
        found = [_from_sse(carrier, event) for event in listed]
        faults = [fault for event in listed for fault in declared_faults(text, event)]
    else:
        found = [
            StreamEvent(carrier, match.span()) for match in _LINE.finditer(text) if match[0].strip()
        ]
    provider = next(filter(None, map(_provider, found[:_LOOKED_AT])), None)
    return Stream(carrier, provider, tuple(found), tuple(faults), owner(carrier).root)


def _text(carrier: Carrier) -> str:
    return owner(carrier).text


def _responses(stream: Stream) -> Iterator[Stream]:
    """A list of events may hold several responses, one after the other."""
    rules = stream.provider.stream if stream.provider else {}
    begin, is_over, id = 0, False, None
    for number, event in enumerate(stream.events if "first" in rules else ()):
        if event.event is not None:
            break
        plain = event.plain if isinstance(event.plain, dict) else {}
        if is_over and wire.fits_any(plain, rules["first"]) and plain.get("id") != id:
            yield stream._replace(events=stream.events[begin:number])
            begin, is_over = number, False
        is_over = is_over or wire.fits_any(plain, rules["terminal"])
        id = plain.get("id", event)
    yield stream._replace(events=stream.events[begin:])


def _from_sse(carrier: Carrier, event: sse.Event) -> StreamEvent:
    text = _text(carrier)
    names = event.values("event")
    data = event.values("data")
    name = text[slice(*names[-1])] if names else ""
    joined = "\n".join(text[start:end] for start, end in data)
    made = StreamEvent(carrier, data[0] if len(data) == 1 else joined, name)
    made.start, made.end, made.event = event.start, event.end, event
    return made


def _provider(event: StreamEvent) -> Provider | None:
    found = wire.recognise_value(event.plain) if event.is_json else None
    return found.provider if found else None


def _plain(text: str) -> tuple[bool, Any]:
    """Whether a text is JSON, and its Python value."""
    import orjson

    try:
        return True, orjson.loads(text)
    except ValueError:  # Numbers beyond its range, and lone surrogates, are JSON too.
        try:
            return True, to_plain(read(text))
        except (ParseError, TooDeep):
            return False, None


order, payload, arguments = wire.order, wire.payload, wire.arguments
"""As of a single response: no key changes its place, and everything is the provider's."""


def prose(document: Document) -> Iterator[Node]:
    """Every string."""
    return (node for node in walk(document.root) if node.type == "string")
