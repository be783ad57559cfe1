"""The canonical layout of JSON, printed from the tree with every spelling kept.

Two spaces a level, each member and element on its own line, ``"key": value``, empty containers
in place, one newline at the end; strings escape only what they must; numbers as written. The
same bytes as ``json.dumps(value, indent=2, ensure_ascii=False) + "\\n"``, as orjson with
``OPT_INDENT_2`` and as ``JSON.stringify(value, null, 2)``, number spellings apart.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Literal

from fixture_lint.documents.json import quote
from fixture_lint.documents.tree import Document, Member, Node

Aspect = Literal[
    "encoding", "indentation", "minified", "final-newline", "escapes", "key-order", "payload-order"
]
"""What the layout consists of. Any subset can be made canonical while the rest stays as it is."""

Order = Callable[[Node], list[Member]]
"""The members of an object in the order in which they are to stand."""

_SPACE = " \t\r\n"


def render(document: Document, aspects: Container[str], order: Order, newline: str = "\n") -> str:
    """The text of a document with the given aspects made canonical.

    ``order`` says how the members of each object are to stand. ``newline`` ends the lines.
    A text whose white space is not to be changed keeps it between members that change places.
    """
    text, root = document.text, document.root
    spaced = "indentation" in aspects or "minified" in aspects
    body = _render_tree(text, root, spaced, "escapes" in aspects, order)
    head = "" if spaced else text[: root.start]
    tail = text[root.end :]
    if document.record:
        line = head + body + tail
        return line.replace("\r", " ") if "encoding" in aspects else line
    if spaced and "final-newline" not in aspects:
        tail = tail if tail.strip(_SPACE) == "" else "\n"
    if "final-newline" in aspects:
        tail = "\n"
    result = head + body + tail
    if "encoding" in aspects or spaced:
        result = result.replace("\r\n", "\n").replace("\r", "\n")
        if newline != "\n":
            result = result.replace("\n", newline)
    return result


def _render_tree(text: str, root: Node, spaced: bool, escapes: bool, order: Order) -> str:
    pieces: list[str] = []
    stack: list[str | tuple[Node, int]] = [(root, 1)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        node, depth = item
        if not node.members:
            pieces.append(_spell_leaf(text, node, spaced, escapes))
            continue
        parts: list[str | tuple[Node, int]] = []
        members = order(node) if node.type == "object" else node.members
        opening, closing = ("{", "}") if node.type == "object" else ("[", "]")
        line = "\n" + "  " * depth
        slot_end = node.start + 1
        for index, member in enumerate(members):
            slot = node.members[index]  # Without spacing, members move between the old places.
            if spaced:
                parts.append((opening if index == 0 else ",") + line)
            else:
                parts.append((opening if index == 0 else "") + text[slot_end : slot.start])
                slot_end = slot.end
            if member.key is not None:
                key = _spell_leaf(text, member.key, spaced, escapes)
                parts.append(key + (": " if spaced else text[member.key.end : member.value.start]))
            parts.append((member.value, depth + 1))
        parts.append("\n" + "  " * (depth - 1) if spaced else text[slot_end : node.end - 1])
        parts.append(closing)
        stack.extend(reversed(parts))
    return "".join(pieces)


def _spell_leaf(text: str, node: Node, spaced: bool, escapes: bool) -> str:
    if node.type == "string" and escapes:
        return quote(node.value)
    if node.type in ("object", "array") and spaced:
        return "{}" if node.type == "object" else "[]"
    return text[node.start : node.end]
