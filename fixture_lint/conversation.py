"""The neutral conversation as values: what was said, called and answered, whoever recorded it.

Arguments and outputs are nodes of the documents they come from, so that the spelling of numbers and
the order of keys stay as they were recorded.
"""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

from fixture_lint.documents.json import quote
from fixture_lint.documents.tree import Document, Node


class Value(NamedTuple):
    """A recorded value: a node, and the document in whose text it stands."""

    document: Document
    node: Node


class Call(NamedTuple):
    """A call of a tool. ``id`` is the provider's, empty if it gave none. ``args`` are the arguments
    where they are an object, otherwise ``raw_args`` is what the model wrote."""

    id: str
    tool: str
    args: Value | None
    raw_args: str = ""
    is_server_side: bool = False
    """The provider has executed it itself: nobody answers it."""


class Result(NamedTuple):
    """The answer to a call. ``id`` is that of the call, empty if calls are told by their order.
    ``output`` is a recorded value or a text; ``error`` is the message of a failed call."""

    id: str
    tool: str
    output: Value | str | None
    error: str | None = None


class Message(NamedTuple):
    """A message of a request or a response, in the terms of the neutral conversation. ``place`` is
    the node of the message in its document."""

    speaker: Literal["user", "assistant", "tools", "system"]
    text: str
    calls: tuple[Call, ...]
    results: tuple[Result, ...]
    place: Node
    losses: tuple[str, ...] = ()
    """What the neutral form cannot hold, in words, each with its JSON Pointer."""


def to_text(value: Any) -> str:
    """A value as JSON in canonical layout (two spaces a level, a line break at the end).

    Arguments: Python values as JSON has them, in which recorded ``Value``s may stand at any depth.
    Numbers of recorded values stay as they are spelled; strings escape only what they must.
    """
    return _print(value, "\n") + "\n"


def to_line(value: Any) -> str:
    """A value as JSON without any white space, as models write arguments; otherwise ``to_text``."""
    return _print(value, "")


def _print(root: Any, line: str) -> str:
    """Without recursion: recorded values nest up to the limit of the reader."""
    pieces: list[str] = []
    colon = ": " if line else ":"
    stack: list[tuple[Any, int] | str] = [(root, 1)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        value, depth = item
        members = _members(value)
        if not members:
            pieces.append(_leaf(value))
            continue
        indent = line + "  " * depth if line else ""
        is_object = members[0][0] is not None
        pieces.append("{" if is_object else "[")
        parts: list[tuple[Any, int] | str] = []
        for index, (key, inner) in enumerate(members):
            lead = ("," if index else "") + indent
            parts.append(lead if key is None else lead + quote(key) + colon)
            parts.append((inner, depth + 1))
        parts.append((indent[:-2] if line else "") + ("}" if is_object else "]"))
        stack.extend(reversed(parts))
    return "".join(pieces)


def _members(value: Any) -> list[tuple[str | None, Any]]:
    """What a container holds, with the keys of an object; nothing of a scalar."""
    if isinstance(value, Value):
        document, node = value
        return [
            (member.name if node.type == "object" else None, Value(document, member.value))
            for member in node.members
        ]
    if isinstance(value, dict):
        return list(value.items())
    return [(None, inner) for inner in value] if isinstance(value, list) else []


def _leaf(value: Any) -> str:
    if not isinstance(value, Value):
        return quote(value) if isinstance(value, str) else json.dumps(value)
    node = value.node
    if node.type == "string":
        return quote(node.value)
    if node.type in ("object", "array"):
        return "{}" if node.type == "object" else "[]"
    return node.value if node.type == "number" else node.type
