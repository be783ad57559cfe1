"""The texts of a value of JSON and of a tree under the names that ``strings.strings`` gives them,
without their places."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple

from fixture_lint.documents.codecs import HEX, TooLarge, Unopened, is_base64
from fixture_lint.documents.deltas import DELTAS
from fixture_lint.documents.sniffing import may_be_hex
from fixture_lint.documents.strings import LONG_NUMBER, names_in_turns, stated_name
from fixture_lint.documents.tree import Node
from fixture_lint.documents.yaml_tags import key_name

Named = tuple[str, str, str]
"""A text, the name under which it stands, and the name of what that stands in."""

_DEEP = 100
_NUMBERS = range(10**6, 10**19)


class Unsure(Exception):
    """Something is closed, too deep, or may be read in two ways: who wants to know opens all."""


class Level(NamedTuple):
    """The texts that stand at one depth, the lists of events among which pieces of texts may stand,
    and the scalars that say themselves that they are base64."""

    texts: set[Named]
    streams: list[list[Any]]
    binary: set[Named]


def new_level() -> Level:
    """A level with nothing in it."""
    return Level(set(), [], set())


def add_value(value: object, name: str, level: Level) -> Level:
    """Adds the texts of a value of JSON, keys and long whole numbers included, under the names that
    ``strings.strings`` gives them."""
    if isinstance(value, str):
        level.texts.add((value, name, ""))
    stack: list[tuple[Any, str, str]] = [(value, name, "")]
    lists: list[list[Any]] = []
    shapes: set[tuple[str, ...]] = set()
    while stack:
        value, name, within = stack.pop()
        if type(value) is dict:
            shape = (name, *value)  # The events of a stream have few of them.
            if shape not in shapes:
                shapes.add(shape)
                level.texts.update([(key, "", name) for key in value])
            _add_members(value, name, level.texts, stack)
        elif type(value) is list:
            if sum([type(item) is dict for item in value]) > 1:
                lists.append(value)
            _add_items(value, name, within, level.texts, stack)
        elif type(value) is int and value in _NUMBERS:
            level.texts.add((str(value), name, within))
    if lists and any(not DELTAS.isdisjoint(shape[1:]) for shape in shapes):
        level.streams.extend(lists)
    return level


def _add_members(
    value: dict[str, Any], name: str, texts: set[Named], stack: list[tuple[Any, str, str]]
) -> None:
    for key, item in value.items():
        told = (_stated(value, name) or key) if key == "value" else key
        if type(item) is str:
            texts.add((item, told, name))
        elif item is not None and type(item) is not float:
            stack.append((item, told, name))


def _add_items(
    value: list[Any], name: str, within: str, texts: set[Named], stack: list[tuple[Any, str, str]]
) -> None:
    names = [name] * len(value)
    if len(value) > 1 and type(value[0]) is str:
        values = [item if type(item) is str else None for item in value]
        if _add_hex(values, texts):
            return
        names = names_in_turns(values, name)
    for item, told in zip(value, names, strict=True):
        if type(item) is str:
            texts.add((item, told, within))
        elif item is not None and type(item) is not float:
            stack.append((item, told, within))


def _add_hex(values: list[str | None], texts: set[Named]) -> bool:
    """Adds the bytes in hex that several strings are together, and tells whether they are."""
    if not may_be_hex(values[0] or "") or None in values:
        return False
    together = "".join(value or "" for value in values)
    try:
        if HEX.decode(together) is None:
            return False
    except (Unopened, TooLarge) as error:
        raise Unsure from error
    texts.add((together, "", ""))
    return True


def _stated(value: dict[str, Any], within: str) -> str:
    """The name that a pair such as ``{"name": "phone", "value": "..."}`` states."""
    said = (value.get("name"), value.get("key"))
    told = next((name for name in said if name and isinstance(name, str)), "")
    return stated_name(told, within) or ""


def add_nodes(root: Node, name: str, level: Level, binary: Container[int] = ()) -> Level:
    """The same for a tree; ``binary`` are the places of scalars that are base64."""
    lists: list[Node] = []
    stack: list[tuple[Node, str, str]] = [(root, name, "")]
    keys: set[str] = set()
    while stack:
        node, name, within = stack.pop()
        kind = node.type
        if kind == "string" or (kind == "number" and LONG_NUMBER.fullmatch(node.value)):
            is_blob = binary and node.start in binary and is_base64(node.value)
            (level.binary if is_blob else level.texts).add((node.value, name, within))
        elif kind == "array":
            lists.append(node)
            members = node.members
            if len(members) < 2 or members[0].value.type != "string":
                stack += [(item, name, within) for _, item in members]
                continue
            values = [item.value if item.type == "string" else None for _, item in members]
            if not _add_hex(values, level.texts):
                below = zip(members, names_in_turns(values, name), strict=True)
                stack += [(item, told, within) for (_, item), told in below]
        elif node.members:
            _add_node_members(node, name, level.texts, stack)
            keys.update([member.name for member in node.members])
    if not DELTAS.isdisjoint(keys):
        objects = ([item for item in node.items() if item.type == "object"] for node in lists)
        level.streams.extend(
            [_value(item) for item in items] for items in objects if len(items) > 1
        )
    return level


def _add_node_members(
    node: Node, name: str, texts: set[Named], stack: list[tuple[Node, str, str]]
) -> None:
    stated = stated_name(node.text_of("name") or node.text_of("key"), name)
    for member in node.members:
        key, item = member
        if key is None:
            stack.append((item, name, ""))
            continue
        told = key.value
        if key.members or key.type != "string":
            stack.append((key, "", name))
        else:
            texts.add((told, "", name))
        if stated and told == "value":
            told = stated
        elif key.members:
            told = key_name(member)
        stack.append((item, told, name))


def _value(root: Node, depth: int = 0) -> Any:
    """A tree as a value. Raises Unsure where keys come twice, for keys that are no strings, and
    where it is too deep."""
    if depth > _DEEP:
        raise Unsure
    depth += 1
    if root.type == "object":
        keys = [member.name for member in root.members if member.key and not member.key.members]
        if len(set(keys)) < len(root.members):
            raise Unsure
        return {member.name: _value(member.value, depth) for member in root.members}
    if root.type == "array":
        return [_value(member.value, depth) for member in root.members]
    if root.type == "number":
        return int(root.value) if root.value.isdigit() and len(root.value) < 20 else 0.5
    return root.value if root.type == "string" else None
