"""The neutral conversation: a header, and turns that say who made them and what they held.

``{"meta": {...}, "turns": [{"from": "user", "text": ...}, {"from": "assistant", "calls": [...]},
{"from": "tools", "results": [...]}]}``. Arguments and outputs are recorded payload; everything
else is structure with a documented order of keys.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any, Literal, NamedTuple

from fixture_lint.documents.tree import Document, Member, Node, walk

NAME = "conversation"

Role = Literal["document", "meta", "turn", "call", "result", "error"]

KEYS: dict[Role, tuple[str, ...]] = {
    "document": ("$schema", "meta", "turns"),
    "meta": (
        "kind",
        "scenario",
        "recorded",
        "provider",
        "model",
        "note",
        "contract",
        "prompt_version",
        "tags",
    ),
    "turn": ("from", "text", "calls", "results"),
    "call": ("ref", "tool", "args", "raw_args"),
    "result": ("ref", "output", "error"),
    "error": ("type", "code", "message", "retryable"),
}
"""The keys of each structural object, in their documented order."""

TURN_KEYS = {
    "user": frozenset({"from", "text"}),
    "assistant": frozenset({"from", "text", "calls"}),
    "tools": frozenset({"from", "results"}),
}
"""The keys that each speaker's turn may have."""

_OBJECT_IN: dict[tuple[Role, str], Role] = {
    ("document", "meta"): "meta",
    ("result", "error"): "error",
}
_LIST_IN: dict[tuple[Role, str], Role] = {
    ("document", "turns"): "turn",
    ("turn", "calls"): "call",
    ("turn", "results"): "result",
}
RECORDED = frozenset({"args", "output"})

INLINED = {"output": "output", "result": "output", "response": "output", "error": "error"}
"""Keys under which a result is found attached to its call, and where it belongs in a result."""

_ERROR_KEY = re.compile(
    r"err|errors?(?:[_-]?(?:message|details?))?|exception|trace|(?:stack|back)[_-]?trace|traceback"
    r"|stack",
    re.IGNORECASE | re.ASCII,
)

REF = re.compile(r"c[1-9][0-9]*")


class Structure(NamedTuple):
    """A structural object and the role it plays."""

    role: Role
    node: Node

    @property
    def keys(self) -> Container[str]:
        """The keys that are known here; those of a turn depend on who speaks."""
        speaker = self.node.text_of("from") if self.role == "turn" else None
        return TURN_KEYS.get(speaker or "", KEYS[self.role])


class Turn(NamedTuple):
    """A turn: who made it, and its calls and results."""

    node: Node
    speaker: str | None
    calls: list[Node]
    results: list[Node]


def recognise(plain: Any) -> bool:
    """Whether a document is a conversation, or a list of them; wrong types inside do not matter."""
    if isinstance(plain, list):
        return bool(plain) and all(_is_one(element) for element in plain)
    return _is_one(plain)


def _is_one(plain: Any) -> bool:
    if not isinstance(plain, dict):
        return False
    meta, turns = plain.get("meta"), plain.get("turns")
    if isinstance(meta, dict) and meta.get("kind") == NAME:
        return True
    if str(plain.get("$schema", "")).endswith("/conversation.schema.json"):
        return True
    if "meta" in plain and "turns" in plain:
        return True
    return (
        isinstance(turns, list)
        and bool(turns)
        and all(isinstance(turn, dict) and "from" in turn for turn in turns)
    )


def scenarios(document: Document) -> list[Node]:
    """The conversations in a document: its root, or the elements of a list."""
    return document.root.items() if document.root.type == "array" else [document.root]


def structures(document: Document) -> list[Structure]:
    """All structural objects, in the order of the text."""
    found: list[Structure] | None = document.memo.get("structures")
    if found is None:
        found = [
            s for root in scenarios(document) for s in _structures(Structure("document", root))
        ]
        document.memo["structures"] = found
    return found


def _structures(structure: Structure) -> Iterator[Structure]:
    if structure.node.type != "object":
        return
    yield structure
    for member in structure.node.members:
        role = _OBJECT_IN.get((structure.role, member.name))
        if role is not None:
            yield from _structures(Structure(role, member.value))
        role = _LIST_IN.get((structure.role, member.name))
        if role is not None:
            for element in member.value.items():
                yield from _structures(Structure(role, element))


def unknown_members(document: Document, extra: Container[str]) -> list[tuple[Structure, Member]]:
    """The members whose keys are neither documented nor in ``extra``, and where they stand."""
    if "unknown members" not in document.memo:
        document.memo["unknown members"] = [
            (structure, member)
            for structure in structures(document)
            for member in structure.node.members
            if member.name not in structure.keys and member.name not in extra
        ]
    found: list[tuple[Structure, Member]] = document.memo["unknown members"]
    return found


def turns(scenario: Node) -> list[Turn]:
    """The turns of a conversation; elements of a wrong type are turns of nobody."""
    listed = scenario.get("turns") if scenario.type == "object" else None
    return [
        Turn(node, node.text_of("from"), _objects(node, "calls"), _objects(node, "results"))
        for node in (listed.items() if listed is not None else [])
    ]


def _objects(node: Node, key: str) -> list[Node]:
    listed = node.get(key)
    return [item for item in listed.items() if item.type == "object"] if listed else []


def order(document: Document, extra: frozenset[str]) -> list[tuple[Node, list[Member]]]:
    """Each structural object, and its members in documented order, the keys in ``extra`` after
    them. Other unknown keys keep their place: another rule reports them.
    """
    ordered = []
    for role, node in structures(document):
        rank = {key: place for place, key in enumerate(KEYS[role])}
        known = [m for m in node.members if m.name in rank or m.name in extra]
        placed = iter(sorted(known, key=lambda m: rank.get(m.name, len(rank))))
        ordered.append((node, [next(placed) if m in known else m for m in node.members]))
    return ordered


def payload(document: Document) -> list[Node]:
    """The values that tools were given and gave back."""
    found = []
    for role, node in structures(document):
        if role in ("call", "result"):
            found += [member.value for member in node.members if member.name in RECORDED]
    return found


def arguments(document: Document) -> list[Node]:
    """The arguments of each call, as parsed."""
    calls = (node for role, node in structures(document) if role == "call")
    return [args for args in (node.get("args") for node in calls) if args is not None]


def prose(document: Document) -> Iterator[Node]:
    """Every string that is text or recorded payload: what people, models and tools said."""
    spoken = {"turn": ("text",), "call": ("raw_args",), "error": ("message",), "meta": ("note",)}
    for role, node in structures(document):
        for member in node.members:
            if member.name in spoken.get(role, ()) and member.value.type == "string":
                yield member.value
            elif role in ("call", "result") and member.name in RECORDED:
                yield from (leaf for leaf in walk(member.value) if leaf.type == "string")


def error_texts(document: Document) -> Iterator[tuple[Node, bool]]:
    """Every string that tells what went wrong in a tool, and whether it is part of the structure:
    the messages of errors are, what a tool puts out under a key such as ``error`` is not."""
    for role, node in structures(document):
        message = node.get("message") if role == "error" else None
        if message is not None and message.type == "string":
            yield message, True
        output = node.get("output") if role == "result" else None
        if output is not None:
            yield from ((leaf, False) for leaf in _errors_in(output))


def _errors_in(output: Node) -> Iterator[Node]:
    stack = [(output, False)]
    while stack:
        node, inside = stack.pop()
        if inside and node.type == "string":
            yield node
        stack.extend(
            (member.value, inside or is_error_key(member.name)) for member in reversed(node.members)
        )


def is_error_key(name: str) -> bool:
    """Whether a tool says what went wrong under a key of its output."""
    return _ERROR_KEY.fullmatch(name) is not None
