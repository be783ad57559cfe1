"""Streams of events, as a fake model server plays them or as they were recorded.

Three notations: the text of server-sent events, a list of events with one JSON value a line, and a
script in JSON (``meta.protocol`` and ``responses``). Faults that are meant are declared: in text by
a comment ``: fixture-fault <kind>`` before the event, in a script by ``fault``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from fixture_lint.documents import sse
from fixture_lint.documents.codecs import PLAIN, Decoded
from fixture_lint.documents.embedded import Embedded, Part
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.opening import Carrier
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


class StreamEvent(NamedTuple):
    """An event: the document that holds its JSON and the root of that, where it stands in the text
    of the file, and its name if the notation has one.

    ``root`` is None where the data is no JSON; ``data`` is its text then, and for ``[DONE]``.
    """

    carrier: Carrier
    root: Node | None
    data: str
    start: int
    end: int
    name: str = ""
    event: sse.Event | None = None


class Stream(NamedTuple):
    """The events of one response; whose they are, None if nobody knows; the faults that are
    declared for it; and the object of a script that holds it, otherwise the whole text."""

    provider: Provider | None
    events: tuple[StreamEvent, ...]
    faults: tuple[str, ...]
    place: Node


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
    plains = [_plain(line) for line in lines[:3]]
    found = [wire.recognise_value(plain) for plain in plains]
    return len(lines) > 1 and any(map(_is_chunk, plains, found))


def _is_chunk(plain: Any, known: wire.Recognised | None) -> bool:
    """Whether a value is an event. Those of Gemini are responses that are not finished."""
    if known is None or known.form == "chunk":
        return known is not None
    rules = known.provider.stream
    return "has-no-chunks" in rules and not wire.fits_any(plain, rules["terminal"])


def streams(document: Document) -> list[Stream]:
    """The responses of a document of this kind, each with its events."""
    if "streams" not in document.memo:
        in_json = document.syntax == "json"
        found = _scripted(document) if in_json else _responses(_spelled(document))
        document.memo["streams"] = list(found)
    known: list[Stream] = document.memo["streams"]
    return known


def pieces(document: Document) -> list[tuple[Carrier, Node, Provider | None]]:
    """The JSON values of a wire or stream document in which a provider's positions stand, and the
    provider."""
    known = wire.recognised(document) if document.syntax == "json" else None
    if known is not None:
        return [(document, document.root, known.provider)]
    return [
        (event.carrier, event.root, stream.provider)
        for stream in streams(document)
        for event in stream.events
        if event.root is not None
    ]


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
            StreamEvent(document, node, "", node.start, node.end, node.text_of("type") or "")
            for node in (events.items() if events else [])
        )
        fault = response.get("fault")
        kind = fault.text_of("kind") if fault else None
        provider = known.get(protocol or "")
        yield Stream(provider, found, (kind,) if kind else (), response)


def _spelled(document: Document) -> Stream:
    text = document.text
    faults: list[str] = []
    if sse.is_stream(text):
        listed = sse.events(text)
        found = [_from_sse(document, event) for event in listed]
        faults = [fault for event in listed for fault in declared_faults(text, event)]
    else:
        found = [
            _event(document, match.start(), match.end())
            for match in _LINE.finditer(text)
            if match[0].strip()
        ]
    provider = next(filter(None, map(_provider, found[:_LOOKED_AT])), None)
    return Stream(provider, tuple(found), tuple(faults), document.root)


def _responses(stream: Stream) -> Iterator[Stream]:
    """A list of events may hold several responses, one after the other."""
    rules = stream.provider.stream if stream.provider else {}
    begin, is_over, id = 0, False, None
    for number, event in enumerate(stream.events if "first" in rules else ()):
        if event.event is not None:
            break
        plain = to_plain(event.root) if event.root is not None else {}
        plain = plain if isinstance(plain, dict) else {}
        if is_over and wire.fits_any(plain, rules["first"]) and plain.get("id") != id:
            yield stream._replace(events=stream.events[begin:number])
            begin, is_over = number, False
        is_over = is_over or wire.fits_any(plain, rules["terminal"])
        id = plain.get("id", event)
    yield stream._replace(events=stream.events[begin:])


def _from_sse(document: Document, event: sse.Event) -> StreamEvent:
    text = document.text
    names = [text[start:end] for start, end in event.values("event")]
    data = event.values("data")
    name = names[-1] if names else ""
    if len(data) == 1:
        made = _event(document, *data[0])
        return made._replace(start=event.start, end=event.end, name=name, event=event)
    joined = "\n".join(text[start:end] for start, end in data)
    return StreamEvent(document, None, joined, event.start, event.end, name, event)


def _event(document: Document, start: int, end: int) -> StreamEvent:
    """The event whose data is a piece of a text."""
    data = document.text[start:end]
    try:
        inner = Document(document.path, data, read(data))
    except (ParseError, TooDeep):
        return StreamEvent(document, None, data, start, end)
    part = Part(document, document.root, start - document.root.start, end - start)
    carrier = Embedded(inner, (part,), PLAIN, Decoded(data), "")
    return StreamEvent(carrier, inner.root, data, start, end)


def _provider(event: StreamEvent) -> Provider | None:
    found = wire.recognise_value(to_plain(event.root)) if event.root is not None else None
    return found.provider if found else None


def _plain(line: str) -> Any:
    try:
        return to_plain(read(line))
    except (ParseError, TooDeep):
        return None


order, payload, arguments = wire.order, wire.payload, wire.arguments
"""As of a single response: no key changes its place, and everything is the provider's."""


def prose(document: Document) -> Iterator[Node]:
    """Every string."""
    return (node for node in walk(document.root) if node.type == "string")
