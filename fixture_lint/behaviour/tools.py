"""The tools that a contract or a request declares.

The spellings are those of the public API references: ``{"type": "function", "function": {...}}``,
``{"name", "parameters"}``, ``{"name", "input_schema"}``, ``{"toolSpec": {...}}`` and
``{"functionDeclarations": [...]}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

from fixture_lint.behaviour.items import Item
from fixture_lint.behaviour.values import leaves
from fixture_lint.documents.tree import Node

_LISTS = ("tools", "functions", "functionDeclarations", "function_declarations")
_WRAPPERS = ("function", "toolSpec", "tool_spec")
_SCHEMAS = ("parameters", "input_schema", "inputSchema", "parametersJsonSchema")


def declared(root: Node) -> Iterator[tuple[str, Node]]:
    """The tools that an object declares, each with its name and its node. A tool without a name,
    such as one that the provider runs itself, is called by its type."""
    for member in root.members:
        if member.name in _LISTS:
            for element in member.value.items():
                yield from _tools(element)
        elif member.name in ("toolConfig", "tool_config") and member.value.type == "object":
            yield from declared(member.value)


def _tools(element: Node) -> Iterator[tuple[str, Node]]:
    inner = list(declared(element))
    if inner:
        yield from inner
        return
    for key in _WRAPPERS:
        wrapped = element.get(key)
        if wrapped is not None and wrapped.text_of("name"):
            yield wrapped.text_of("name") or "", element
            return
    yield element.text_of("name") or element.text_of("type") or "", element


def steps(root: Node) -> list[Item]:
    """The declared tools of an object as steps. Their order says nothing, so it is that of their
    names."""
    return _sorted(declared(root))


def _sorted(found: Iterable[tuple[str, Node]]) -> list[Item]:
    return [Item("tool", name, leaves(node)) for name, node in sorted(found, key=itemgetter(0))]


def is_contract(plain: Any) -> bool:
    """Whether a document, given as Python values, declares tools and nothing else: a tool, a list
    of tools, or an object with such a list."""
    if isinstance(plain, list):
        return bool(plain) and all(map(_is_tool, plain))
    if not isinstance(plain, dict):
        return False
    listed = plain.get("tools")
    return _is_tool(plain) or (isinstance(listed, list) and "messages" not in plain
                               and bool(listed) and all(map(_is_tool, listed)))  # fmt: skip


def _is_tool(plain: Any) -> bool:
    if not isinstance(plain, dict):
        return False
    if isinstance(plain.get("functionDeclarations"), list):
        return True
    for key in _WRAPPERS:
        if isinstance(plain.get(key), dict):
            plain = plain[key]
    has_schema = any(isinstance(plain.get(key), dict) for key in _SCHEMAS)
    return isinstance(plain.get("name"), str) and has_schema


def of_contract(root: Node) -> list[Item]:
    """The tools of a contract as steps."""
    elements = root.items() or (
        [node for _, node in declared(root)] if root.get("tools") is not None else [root]
    )
    return _sorted(tool for element in elements for tool in _tools(element))
