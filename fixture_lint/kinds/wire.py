"""Requests and responses of model providers, kept as they went over the wire.

A provider is data: ``providers/<name>.json`` says how its documents are recognised, where ids,
times, counts, opaque and encoded values stand, and which dialect it speaks. What cannot be said as
data, the shape of messages, is in ``dialects/``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Literal, NamedTuple

from fixture_lint.documents.tree import Document, Member, Node, walk
from fixture_lint.kinds.positions import Positions

NAME = "wire"
RECORDED: frozenset[str] | None = None

Form = Literal["request", "response", "error", "chunk"]

VALUE_CLASSES = ("call-id", "id", "time", "latency", "usage", "fingerprint", "padding")
"""What changes at every recording, by class."""

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "providers")
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "any": object,
}


class Provider(NamedTuple):
    """A provider as its file describes it."""

    name: str
    title: str
    dialect: str
    positions: Positions
    forms: tuple[tuple[frozenset[str], dict[str, Any]], ...]
    """What its documents look like, each with the keys without which none does."""
    stream: dict[str, Any]
    """How its streams begin and end, and what their events are called; empty if it has none."""


class Recognised(NamedTuple):
    """Whose document it is, and what it is."""

    provider: Provider
    form: Form


@cache
def providers() -> tuple[Provider, ...]:
    """All providers, in the order in which they are tried: the most particular first."""
    found = {}
    for name in sorted(os.listdir(_FOLDER)):
        with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
            data = json.load(file)
        found[data["name"]] = data
    ordered = sorted(found.values(), key=lambda data: (data["order"], data["name"]))
    return tuple(_provider(data, found) for data in ordered)


def _provider(data: dict[str, Any], known: dict[str, dict[str, Any]]) -> Provider:
    sources = [data, known[data["like"]]] if "like" in data else [data]
    patterns = [
        (pattern, class_)
        for source in sources
        for class_, listed in (
            *source["values"].items(),
            ("opaque", source.get("opaque", ())),
            ("encoded", source.get("encoded", ())),
        )
        for pattern in listed
    ]
    positions = Positions(dict.fromkeys(patterns))
    stream: dict[str, Any] = next(
        (source["stream"] for source in sources if "stream" in source), {}
    )
    forms = tuple((_keys(form), form) for form in data["forms"])
    return Provider(data["name"], data["title"], data["dialect"], positions, forms, stream)


def _keys(form: dict[str, Any]) -> frozenset[str]:
    return frozenset(path.partition("/")[0] for path in form["has"]) - {"*"}


def recognise(plain: Any) -> bool:
    """Whether a document, given as Python values, is a request or a response of a provider."""
    found = recognise_value(plain)
    return found is not None and found.form != "chunk"


def recognise_value(plain: Any) -> Recognised | None:
    """The provider and the form of a document given as Python values, None if nobody knows it.

    An event of a stream is a ``chunk``. A list of requests or responses is of no form.
    """
    if not isinstance(plain, dict):
        return None
    for provider in providers():
        for keys, form in provider.forms:
            if keys <= plain.keys() and _fits(plain, form):
                return Recognised(provider, form["form"])
    return None


def _fits(plain: dict[str, Any], form: dict[str, Any]) -> bool:
    """Whether a document has all that a form asks for, at least one of its ``any``, and nothing of
    what it ``lacks``; each is a map of paths and of what has to stand at one of their ends."""
    return (
        all(_stands(plain, *wanted) for wanted in form["has"].items())
        and ("any" not in form or any(_stands(plain, *wanted) for wanted in form["any"].items()))
        and not any(_stands(plain, *unwanted) for unwanted in form.get("lacks", {}).items())
    )


def fits_any(plain: Any, conditions: Iterable[dict[str, str]]) -> bool:
    """Whether a value has, for one of the conditions, at each path what has to stand there."""
    for wanted in conditions:  # Asked of each event of a stream: loops cost the least.
        for path, what in wanted.items():
            if not _stands(plain, path, what):
                break
        else:
            return True
    return False


def _stands(plain: Any, path: str, wanted: str) -> bool:
    steps = _steps(path)
    if "*" in steps:
        return any(_is(value, wanted) for value in _at(plain, steps))
    for step in steps:
        if isinstance(plain, dict):
            if step not in plain:
                return False
            plain = plain[step]
        elif isinstance(plain, list) and step.isdecimal() and int(step) < len(plain):
            plain = plain[int(step)]
        else:
            return False
    return _is(plain, wanted)


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(path.split("/"))


def _at(plain: Any, steps: tuple[str, ...]) -> list[Any]:
    """The values at a path of keys and indexes; ``*`` stands for any element of an array or any key
    of an object, as in ``positions``."""
    values = [plain]
    for step in steps:
        values = [below for value in values for below in _below(value, step)]
    return values


def _below(value: Any, step: str) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values() if step == "*" else (value[step],) if step in value else ()
    if isinstance(value, list):
        if step == "*":
            return value
        if step.isdecimal():
            return value[int(step) : int(step) + 1]
    return ()


def _is(value: Any, wanted: str) -> bool:
    """Whether a value is what a form asks for: a type, ``=`` with a constant, ``^`` with the
    beginning of a text, ``~`` with a regular expression."""
    if wanted[0] in "=^~":
        text = str(value).lower() if isinstance(value, bool) else value
        if not isinstance(text, str):
            return False
        if wanted[0] == "~":
            return re.fullmatch(wanted[1:], text) is not None
        return text == wanted[1:] if wanted[0] == "=" else text.startswith(wanted[1:])
    if wanted == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, _TYPES[wanted])


def recognised(document: Document) -> Recognised | None:
    """The provider and the form of a document, None if it is no request or response."""
    if "wire" not in document.memo:
        document.memo["wire"] = recognise_value(document.plain())
    found: Recognised | None = document.memo["wire"]
    return found


def order(document: Document, extra: frozenset[str]) -> list[tuple[Node, list[Member]]]:
    """Nothing: keys stay as they were recorded."""
    return []


def payload(document: Document) -> list[Node]:
    """The whole document: its keys are the provider's."""
    return [document.root]


def arguments(document: Document) -> list[Node]:
    """Nothing: what a model was given as arguments is not told apart here."""
    return []


def prose(document: Document) -> Iterator[Node]:
    """Every string but what is opaque."""
    found = recognised(document)
    positions = found.provider.positions if found else Positions()
    opaque = {id(node) for class_, node in positions.find(document.root) if class_ == "opaque"}
    return (n for n in walk(document.root) if n.type == "string" and id(n) not in opaque)
