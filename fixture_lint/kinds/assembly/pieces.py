"""Joining what comes in pieces."""

from __future__ import annotations

from typing import Any

from fixture_lint.conversation import Value
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.tree import Document, Node

_TEXTS = frozenset(
    ["content", "refusal", "reasoning", "reasoning_content", "tool_plan", "text", "thinking",
     "summary", "data", "transcript", "arguments", "input", "response", "signature"]
)  # fmt: skip
"""Keys of strings that go on in the next event; all others are stated again, if at all."""

_PARTS = frozenset(["text", "thinking"])
"""Types of parts that go on in the next event."""

_DEPTH = 8
"""What is nested deeper comes in one piece."""


class Joined(list[str]):
    """A text in pieces; ``settled`` makes one string of them."""


class Parts(list[Any]):
    """A list whose elements come in pieces. Pieces of one element state its index, or follow each
    other and are of one type."""

    def __init__(self) -> None:
        super().__init__()
        self._by_index: dict[float, dict[str, Any]] = {}

    def extend_with(self, node: Node, depth: int = 0) -> None:
        """Takes what an event has of a list."""
        for item in node.items():
            if item.type == "object":
                merge(self._place(item), item, depth=depth)
            else:
                self.append(kept(item))

    def _place(self, item: Node) -> dict[str, Any]:
        """The element that an object is a piece of."""
        index, id = item.get("index"), item.text_of("id")
        known: dict[str, Any] | None = None
        if index is not None and index.type == "number":
            known = self._by_index.get(float(index.value))
            # Some services give all calls one index, and tell them by their ids.
            if known is not None and id and known.get("id", id) != id:
                known = None
        elif self and isinstance(self[-1], dict) and not id:
            is_same = item.text_of("type") == self[-1].get("type")
            known = self[-1] if is_same and item.text_of("type") in _PARTS else None
        if known is None:
            known = {}
            self.append(known)
            if index is not None and index.type == "number":
                self._by_index[float(index.value)] = known
        return known


def merge(held: dict[str, Any], node: Node, *without: str, depth: int = 0) -> None:
    """Adds the members of an object to what there is, without some: texts go on, lists grow,
    objects are merged, and everything else is what was stated last."""
    for member in node.members:
        if member.key is not None and member.name not in without:
            _add(held, member.name, member.value, depth + 1)


def take(held: dict[str, Any], node: Node, *names: str) -> None:
    """Adds some members of an object to what there is, as ``merge`` does."""
    for member in node.members:
        if member.key is not None and member.name in names:
            _add(held, member.name, member.value, 1)


def _add(held: dict[str, Any], name: str, value: Node, depth: int) -> None:
    old = held.get(name)
    if value.type == "null":
        held.setdefault(name, None)
    elif value.type in ("object", "array") and depth > _DEPTH:
        held[name] = kept(value)
    elif value.type == "array":
        held[name] = _parts(old)
        held[name].extend_with(value, depth)
    elif value.type == "object":
        held[name] = old if isinstance(old, dict) else {}
        merge(held[name], value, depth=depth)
    elif value.type != "string":
        held[name] = kept(value)
    elif name not in _TEXTS:
        held[name] = value.value or old or ""
    elif isinstance(old, Parts):
        old.append({"type": "text", "text": value.value})
    else:
        join(held, name, value.value)


def _parts(old: Any) -> Parts:
    if isinstance(old, Parts):
        return old
    parts = Parts()
    if isinstance(old, Joined) and any(old):
        parts.append({"type": "text", "text": "".join(old)})
    return parts


def join(held: dict[str, Any], key: str, piece: str) -> None:
    """Appends a piece to a text, without copying what there is."""
    if not isinstance(held.get(key), Joined):
        held[key] = Joined([held[key]] if isinstance(held.get(key), str) else [])
    held[key].append(piece)


def settled(value: Any) -> Any:
    """The same value with every text in one piece."""
    if isinstance(value, Joined):
        return "".join(value)
    if isinstance(value, dict):
        return {key: settled(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [settled(inner) for inner in value]
    return value


def parsed(text: str) -> Any:
    """Joined arguments as the object that they spell; the text where they spell none."""
    if not text.strip():
        return {}
    try:
        return kept(read(text))
    except (ParseError, TooDeep):
        return text


def kept(node: Node) -> Value:
    """A recorded value that is taken over as it is."""
    return Value(Document("", "", node), node)


def index_of(node: Node, key: str, otherwise: float = 0) -> float:
    """The number under a key, or another one if there is none."""
    found = node.get(key)
    return float(found.value) if found is not None and found.type == "number" else otherwise


def in_order(held: dict[float, Any]) -> list[Any]:
    """The values of a dictionary in the order of their indexes."""
    return [held[index] for index in sorted(held)]


def object_of(node: Node | None, key: str) -> Node | None:
    """The object under a key, None if there is none."""
    found = node.get(key) if node is not None else None
    return found if found is not None and found.type == "object" else None


def objects(node: Node | None) -> list[Node]:
    """The objects of an array, nothing of anything else."""
    return [item for item in (node.items() if node is not None else []) if item.type == "object"]
