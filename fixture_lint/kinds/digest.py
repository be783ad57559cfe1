"""What a conversation holds, as hashes: enough to compare it with all others of a fixture set.

The hashes are those of one process. They are made of values as ``json`` and ``orjson`` give them,
which is what a clean file is read to anyway; ``document_values`` makes the same of a tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

from fixture_lint.documents.tree import Document, Node, to_plain


class Digest(NamedTuple):
    """A conversation, to be compared. A hash of 0 stands for what it does not have.

    ``note`` is the note without case and white space. ``origin`` is the provider with the model,
    ``skeleton`` the tools that are called, in their order. ``opening`` is what the user says before
    anybody answers, 0 if nobody does. ``leaves`` are the texts, arguments, outputs and errors, each
    with its place: how many calls were made before, or which call it belongs to, and the way inside
    it. Refs are no part of it, and the order of keys is none.
    """

    note: int
    origin: int
    skeleton: int
    calls: int
    opening: int
    leaves: array[int]


class _Number(str):
    """A number as text: integers as they are spelled, all others as Python prints them."""

    __slots__ = ()


def document_values(document: Document) -> Any:
    """The values of a document, with its numbers so that they give the same hashes as those of a
    file that was read by a library."""
    return to_plain(document.root, _scalar)


def _scalar(node: Node) -> Any:
    if node.type == "number":
        return _Number(_printed(node.value))
    return node.value if node.type == "string" else _WORDS[node.type]


_WORDS = {"true": True, "false": False, "null": None}


def _printed(spelling: str) -> str:
    if spelling.removeprefix("-").isdecimal():
        return spelling
    try:
        return repr(float(spelling))
    except ValueError:
        return spelling


def digest(conversation: dict[str, Any]) -> Digest:
    """The digest of a conversation, given as values. What is of a wrong type does not count."""
    meta = _object(conversation.get("meta"))
    turns = [turn for turn in _list(conversation.get("turns")) if type(turn) is dict]
    note = " ".join(_text(meta.get("note")).casefold().split())
    tools: list[str] = []
    leaves = array("q", _leaves(turns, tools))
    return Digest(
        hash(note) if note else 0,
        hash((_text(meta.get("provider")), _text(meta.get("model")))),
        hash(tuple(tools)),
        len(tools),
        _opening(turns),
        leaves,
    )


def _opening(turns: list[dict[str, Any]]) -> int:
    texts: list[str] = []
    for turn in turns:
        if turn.get("from") != "user":
            return hash(tuple(texts)) if any(texts) else 0
        texts.append(_text(turn.get("text")))
    return 0


def _leaves(turns: list[dict[str, Any]], tools: list[str]) -> list[int]:
    """The leaves of the turns; ``tools`` takes the tools that are called."""
    found: list[int] = []
    refs: dict[str, int] = {}
    since = 0
    unknown = -1  # The hash of this number is that of the next.
    payload: list[tuple[int, Any]] = []
    for turn in turns:
        text = turn.get("text")
        if type(text) is str:
            since += 1
            found.append(hash((len(tools), since, _text(turn.get("from")), text)))
        for call in _objects(turn.get("calls")):
            tools.append(_text(call.get("tool")))
            since = 0
            refs[_text(call.get("ref"))] = len(tools)
            payload.append((len(tools), _only(call, "args", "raw_args")))
        for result in _objects(turn.get("results")):
            place = refs.get(_text(result.get("ref")))
            if place is None:
                place = unknown = unknown - 1
            payload.append((place, _only(result, "output", "error")))
    _add_leaves(payload, found.append)
    return found


def _add_leaves(payload: list[tuple[int, Any]], add: Callable[[int], None]) -> None:
    """Adds the leaves of values with their places. Every clean file comes this way."""
    while payload:
        place, value = payload.pop()
        for key, inner in value.items() if type(value) is dict else enumerate(value):
            kind = type(inner)
            if kind is str:
                add(hash((place, key, inner)))
            elif kind is not dict and kind is not list:
                add(hash((place, key, str(inner), 0)))
            elif inner:
                payload.append((hash((place, key)), inner))
            else:
                add(hash((place, key, "{}" if kind is dict else "[]", 0)))


def _only(values: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: values[key] for key in keys if key in values}


def _objects(value: Any) -> list[dict[str, Any]]:
    return [element for element in _list(value) if type(element) is dict]


def _list(value: Any) -> list[Any]:
    return value if type(value) is list else []


def _object(value: Any) -> dict[str, Any]:
    return value if type(value) is dict else {}


def _text(value: Any) -> str:
    return value if type(value) is str else ""
