"""Recorded values as leaves, and how two of them differ.

Two values are equal if their leaves are: the order of keys does not count, that of arrays does;
null, missing and empty are different things, and so are a number and the string of its digits.
Nothing is normalised, Unicode neither.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Container, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from fixture_lint.documents.tree import Member, Node, NodeType

MOST_SHOWN = 8
"""Differences of one value beyond which they are told as a number."""

_SPACE = re.compile(r"\s+")


class Leaf(NamedTuple):
    """A scalar, or an empty container: its type and its text. Numbers keep their spelling."""

    type: NodeType
    text: str

    @property
    def spelled(self) -> str:
        """The leaf as JSON."""
        if self.type == "string":
            return json.dumps(self.text, ensure_ascii=False)
        return {"object": "{}", "array": "[]", "number": self.text}.get(self.type, self.type)


class Leaves(NamedTuple):
    """A value: its leaves by JSON Pointer, and the order of the keys of each object."""

    by_pointer: Mapping[str, Leaf]
    orders: Mapping[str, tuple[str, ...]] = {}

    @property
    def key(self) -> frozenset[tuple[str, Leaf]]:
        """What is the same for equal values."""
        return frozenset(self.by_pointer.items())


class Difference(NamedTuple):
    """A leaf that differs: where, the old and the new one (None if there is none), and, if only
    its format differs, in what: ``case``, ``white space``, ``number form``, ``string ↔ number`` or
    ``Unicode form``."""

    pointer: str
    old: Leaf | None
    new: Leaf | None
    format: str = ""


NOTHING = Leaves({})


def text_leaf(text: str) -> Leaves:
    """A text as a value."""
    return Leaves({"": Leaf("string", text)})


def leaves(root: Node, without: Container[int] = ()) -> Leaves:
    """The leaves below a node. ``without`` holds the ids of nodes that are left out with all that
    is below them."""
    found: dict[str, Leaf] = {}
    orders: dict[str, tuple[str, ...]] = {}
    stack: list[tuple[Node, str]] = [(root, "")]
    while stack:
        node, pointer = stack.pop()
        if id(node) in without:
            continue
        if node.type in ("object", "array") and node.members:
            if node.type == "object":
                orders[pointer] = tuple(member.name for member in node.members)
            stack.extend(
                (member.value, f"{pointer}/{step}") for member, step in reversed(list(_steps(node)))
            )
        else:
            found[pointer] = Leaf(node.type, node.value)
    return Leaves(found, orders)


def _steps(node: Node) -> Iterator[tuple[Member, str]]:
    for index, member in enumerate(node.members):
        name = str(index) if member.key is None else member.name
        yield member, name.replace("~", "~0").replace("/", "~1") if member.key else name


def differences(old: Leaves, new: Leaves) -> list[Difference]:
    """The leaves in which two values differ, in the order of the old one and then of the new."""
    found = []
    inner = _above(old), _above(new)
    for pointer in dict.fromkeys((*old.by_pointer, *new.by_pointer)):
        before, after = old.by_pointer.get(pointer), new.by_pointer.get(pointer)
        # What was empty and holds something now is told by what it holds.
        is_filled = (after is None and pointer in inner[1]) or (
            before is None and pointer in inner[0]
        )
        is_empty = (before or after or _NULL).type in ("object", "array")
        if before != after and not (is_filled and is_empty):
            found.append(Difference(pointer, before, after, format_of(before, after)))
    return found


_NULL = Leaf("null", "")


def _above(value: Leaves) -> set[str]:
    """The pointers of all containers that hold something."""
    found: set[str] = set()
    for pointer in value.by_pointer:
        while pointer:
            pointer = pointer.rpartition("/")[0]
            if pointer in found:
                break
            found.add(pointer)
    return found


def format_of(old: Leaf | None, new: Leaf | None) -> str:
    """In what two different leaves differ if they say the same; empty if they do not."""
    if old is None or new is None or "object" in (old.type, new.type):
        return ""
    if old.type == new.type == "string":
        return format_of_texts(old.text, new.text)
    if old.type == new.type == "number":
        return "number form" if _number(old.text) == _number(new.text) is not None else ""
    if {old.type, new.type} == {"string", "number"}:
        same = _number(old.text) is not None and _number(old.text) == _number(new.text)
        return "string ↔ number" if same else ""
    return ""


def format_of_texts(old: str, new: str) -> str:
    """The same for two texts."""
    if _SPACE.sub("", old) == _SPACE.sub("", new):
        return "white space"
    if old.casefold() == new.casefold():
        return "case"
    if unicodedata.normalize("NFC", old) == unicodedata.normalize("NFC", new):
        return "Unicode form"
    if _SPACE.sub("", old).casefold() == _SPACE.sub("", new).casefold():
        return "case, white space"
    return ""


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text) if len(text) <= 100 else None
    except InvalidOperation:
        return None


def reordered(old: Leaves, new: Leaves) -> list[str]:
    """Where equal sets of keys of an object have changed order only."""
    return [
        pointer
        for pointer, keys in new.orders.items()
        if (before := old.orders.get(pointer)) is not None
        and before != keys
        and sorted(before) == sorted(keys)
    ]
