"""The texts of a document and of all that it embeds, without their places: for screens.

They are those of ``opening.texts`` and perhaps some more, each with its names. JSON and the events
of streams, which are most of what is embedded, are read by the fast library; everything rarer is
opened by ``opening`` itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from fixture_lint.documents import opening
from fixture_lint.documents.codecs import (
    BINARY,
    HEX,
    PERCENT,
    Codec,
    TooLarge,
    Unopened,
)
from fixture_lint.documents.deltas import lines_of
from fixture_lint.documents.embedded import MAX_DEPTH, Embedded
from fixture_lint.documents.joined import joined
from fixture_lint.documents.named import Level, Named, Unsure, add_nodes, add_value, new_level
from fixture_lint.documents.sniffing import may_be_base64, may_be_hex, runs
from fixture_lint.documents.strings import Text, comments
from fixture_lint.documents.tree import Document, Node
from fixture_lint.documents.yaml_tags import tags

SHORTEST = 8
"""Shorter texts hold no others."""

_PAIR = re.compile(r"[^=&;?#\s]=(?!=)[^&;#\s\"\\<>]")
_SCHEME_LETTERS = frozenset("bBtTaAdD")
_SCHEME = re.compile(r"\s*(?:basic|bearer|token|apikey|digest)\s", re.IGNORECASE)
_SHORTEST_RUN = 16
_OPENINGS = frozenset("{[")
_SHORT = 100
_SIGN = re.compile(
    r"[={%\[]|[A-Za-z0-9+/_-]{16}|data:|eyJ|^\s*(?:basic|bearer|token|apikey|digest)\s",
    re.IGNORECASE,
)
"""What stands in each text that holds others."""
_PERCENT = re.compile("%[0-9A-Fa-f]{2}")
_MINUS_ZERO = re.compile(r":\s*-0(?![.0-9])")


def of_document(document: Document) -> Iterator[set[Named]]:
    """The texts of a document of YAML or JSON, depth by depth: those that stand in it, those that
    they hold, and so on. Raises Unsure.

    What the caller takes out of a set before it asks for the next one is not opened.
    """
    level = new_level()
    binary: set[int] = set()
    if document.syntax == "yaml":
        if "#" in document.text:
            level.texts.update((node.value, "", "") for node in comments(document))
        if "binary" in document.text:
            binary |= {start for (start, _), tag in tags(document).items() if tag.is_binary}
    yield from _deeper(add_nodes(document.root, "", level, binary))


def of_value(value: object, name: str = "") -> Iterator[set[Named]]:
    """The same for a value of JSON that stands under a name."""
    yield from _deeper(add_value(value, name, new_level()))


def _deeper(level: Level) -> Iterator[set[Named]]:
    """The texts of a level and of all below it. One that is the spelling of others, as JSON is, is
    not among them."""
    for depth in range(MAX_DEPTH + 1):
        below = new_level()
        is_open = bool(level.streams)
        for events in level.streams:
            _add_joined(events, below)
        if depth < MAX_DEPTH:
            spellings = [
                named
                for named in level.texts
                if len(named[0]) >= SHORTEST
                and ("data:" in named[0] or named[0].lstrip()[:1] in _OPENINGS)
                and _is_spelling(named[0], named[1], below)
            ]
            level.texts.difference_update(spellings)
            is_open = is_open or bool(spellings)
        yield level.texts
        for named in level.binary:
            if _add_decoded(named, BINARY, below) or _open(named[0], named[1], below):
                is_open = True
        for text, name, _ in level.texts:
            if len(text) >= SHORTEST:
                is_open = _open(text, name, below) or is_open
        if depth >= MAX_DEPTH and (is_open or below.texts):
            raise Unsure
        if not below.texts and not below.streams:
            return
        level = below


def _is_spelling(text: str, name: str, below: Level) -> bool:
    """Whether a text says nothing but what it embeds, which is added."""
    if text.lstrip()[:1] in _OPENINGS and _add_json(text, name, below):
        return True
    lines = lines_of(text)
    if lines is None:
        return False
    events = []
    for start, end in lines.places:
        event = _parsed(text[start:end])
        if event is not None:
            events.append(event)
            add_value(event, name, below)
        elif lines.is_all and end > start:
            below.texts.add((text[start:end], name, ""))
    if len(events) > 1:
        below.streams.append(events)
    return lines.is_all


def _open(text: str, name: str, below: Level) -> bool:
    """Adds what a text holds, and tells whether it holds anything. JSON and events are opened
    already."""
    if len(text) <= _SHORT and not _SIGN.search(text):
        return False
    start = text.lstrip()[:1]
    is_open = lines_of(text) is not None or start in ("{", "[")
    if "%" in text and _PERCENT.search(text):
        is_open = _add_decoded((text, name, ""), PERCENT, below) or is_open
    if may_be_hex(text):
        is_open = _add_decoded((text, name, ""), HEX, below) or is_open
    if _may_be_in_headers(text, name, start) or _may_be_in_base64(text):
        for embedded in _others(text, name):
            add_nodes(embedded.document.root, embedded.name, below)
            is_open = True
    return is_open


def _add_decoded(named: Named, codec: Codec, below: Level) -> bool:
    text, name, _ = named
    try:
        decoded = codec.decode(text)
    except (TooLarge, Unopened) as error:
        raise Unsure from error
    if decoded is None or not decoded.text:
        return False
    if not _add_json(decoded.text, name, below):
        below.texts.add((decoded.text, name, ""))
    return True


def _add_json(text: str, name: str, below: Level) -> bool:
    value = _parsed(text)
    if value is None:
        return False
    add_value(value, name, below)
    return True


def _parsed(text: str) -> Any:
    """The object or array that a text is, None if it is something else. Raises Unsure where keys
    come twice, or where numbers that differ look alike."""
    import orjson

    if text.lstrip()[:1] not in ("{", "["):
        return None
    if "-0" in text and _MINUS_ZERO.search(text):
        raise Unsure
    try:
        value = orjson.loads(text)
        # Each string has two quotes, and those inside are escaped: none is lost if none is missing.
        if "\\u0022" not in text and orjson.dumps(value).count(b'"') == text.count('"'):
            return value
    except (orjson.JSONDecodeError, TypeError):  # Perhaps a lone surrogate.
        pass
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except RecursionError as error:
        raise Unsure from error
    except ValueError:
        return None


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Unsure
    return value


def _may_be_in_headers(text: str, name: str, start: str) -> bool:
    if "=" in text and (name.casefold().endswith("cookie") or _PAIR.search(text)):
        return True
    return start in _SCHEME_LETTERS and _SCHEME.match(text) is not None


def _may_be_in_base64(text: str) -> bool:
    if len(text) < _SHORTEST_RUN:
        return False
    if "eyJ" in text:
        return True
    return any(map(may_be_base64, runs(text.encode("utf-8", "replace"))))


def _others(text: str, name: str) -> Iterator[Embedded]:
    """What a text holds in other ways than as JSON, as events, or percent-encoded."""
    node = Node("string", 0, len(text), text)
    carried = Text(Document("", text, node, syntax="text"), node, name)
    try:
        yield from opening.in_headers(carried)
        yield from opening.in_base64(carried)
    except (TooLarge, Unopened) as error:
        raise Unsure from error


def _add_joined(events: list[Any], below: Level) -> None:
    for text in joined(events):
        if not _add_json(text, "", below):
            below.texts.add((text, "", ""))
