"""The tree of a document: nodes with exact spans, and the document that holds them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, NamedTuple

NodeType = Literal["object", "array", "string", "number", "true", "false", "null"]
Pointer = tuple[str | int, ...]
Syntax = Literal["json", "yaml", "text", "python"]
"""How a document spells its values; a text, and so a source of Python, is one string that is
spelled as it is."""

# CR, LF and CRLF each end one line; U+2028 and other Unicode line breaks do not.
_LINE_END = re.compile(r"\r\n|\n|\r")


class Node:
    """One value. ``start`` and ``end`` are offsets into ``Document.text``.

    ``value`` is the decoded text of a string and the spelling of a number, which is never
    converted: ``1.0`` and ``1e400`` stay what they are. ``members`` holds what an object or an
    array contains, in the order of the text, duplicates included.
    """

    __slots__ = ("end", "members", "start", "type", "value")

    def __init__(self, type: NodeType, start: int, end: int, value: str = "") -> None:
        self.type = type
        self.start = start
        self.end = end
        self.value = value
        self.members: list[Member] = []

    def get(self, key: str) -> Node | None:
        """The value of the first member of an object with this key; None for everything else."""
        for member in self.members:
            if member.key is not None and member.key.value == key:
                return member.value
        return None

    def text_of(self, key: str) -> str | None:
        """The decoded string under a key, None if it is absent or no string."""
        node = self.get(key)
        return node.value if node is not None and node.type == "string" else None

    def items(self) -> list[Node]:
        """The elements of an array; nothing for every other type."""
        return [member.value for member in self.members] if self.type == "array" else []


class Member(NamedTuple):
    """A member of an object, or an element of an array (which has no key)."""

    key: Node | None
    value: Node

    @property
    def name(self) -> str:
        """The decoded key; empty for an element of an array."""
        return self.key.value if self.key is not None else ""

    @property
    def start(self) -> int:
        """Where the member begins: at its key if it has one."""
        return self.key.start if self.key is not None else self.value.start

    @property
    def end(self) -> int:
        """Where the member ends."""
        return self.value.end


class Place(NamedTuple):
    """A line and a column, both from 1; the column counts code points."""

    line: int
    column: int


class Document:
    """A text and its tree. Immutable; what is derived from it is kept in ``memo``.

    ``record`` is the number of the line if the document is a line of JSON Lines, otherwise 0.
    ``line_end`` is what ends that line in the file. ``bom`` tells that the file begins with a
    byte order mark, which is not part of ``text``. The tree may be given as a function that reads
    it: of most texts that others embed nobody asks for it.
    """

    __slots__ = ("_root", "bom", "line_end", "memo", "path", "record", "syntax", "text")

    def __init__(
        self,
        path: str,
        text: str,
        root: Node | Callable[[], Node],
        *,
        syntax: Syntax = "json",
        bom: bool = False,
        record: int = 0,
        line_end: str = "",
    ) -> None:
        self.path = path
        self.text = text
        self._root = root
        self.syntax = syntax
        self.bom = bom
        self.record = record
        self.line_end = line_end
        self.memo: dict[str, Any] = {}

    @property
    def root(self) -> Node:
        """The tree of the text."""
        if not isinstance(self._root, Node):
            self._root = self._root()
        return self._root

    def place(self, offset: int) -> Place:
        """Line and column of an offset, as an editor shows them."""
        place = place_in(self.text, offset, self.memo)
        return Place(self.record, place.column) if self.record else place

    def pointer(self, node: Node) -> str:
        """The JSON Pointer of a node or key (RFC 6901); empty for the root."""
        return format_pointer(route(self.root, node.start, node.end))

    def plain(self) -> Any:
        """The tree as Python values. Numbers become floats: only their type matters here."""
        if "plain" not in self.memo:
            self.memo["plain"] = to_plain(self.root)
        return self.memo["plain"]


def place_in(text: str, offset: int, memo: dict[str, Any] | None = None) -> Place:
    """Line and column of an offset of any text; ``memo`` keeps the starts of the lines."""
    starts: list[int] | None = memo.get("line starts") if memo is not None else None
    if starts is None:
        starts = line_starts(text)
        if memo is not None:
            memo["line starts"] = starts
    line = bisect_right(starts, offset)
    return Place(line, offset - starts[line - 1] + 1)


def line_starts(text: str) -> list[int]:
    """The offsets at which the lines of a text begin."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def line_at(text: str, offset: int) -> tuple[str, int]:
    """The line that holds an offset, without its end, and where it starts."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    end = _LINE_END.search(text, offset)
    return text[start : end.start() if end else len(text)], start


def route(root: Node, start: int, end: int) -> Pointer:
    """The way to the smallest node that holds a span. A span inside a key leads to its object's
    member, a span that touches several members to the object itself."""
    steps: list[str | int] = []
    node = root
    while node.members:
        index = bisect_right(node.members, start, key=lambda member: member.start) - 1
        member = node.members[index]
        if index < 0 or end > member.end:
            break
        inside_value = member.value.start <= start
        if not inside_value and end > (member.key or member.value).end:
            break
        steps.append(member.key.value if member.key is not None else index)
        if not inside_value:
            break
        node = member.value
    return tuple(steps)


def format_pointer(pointer: Pointer) -> str:
    """A pointer in the spelling of RFC 6901, section 3."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in pointer)


def walk(root: Node) -> Iterator[Node]:
    """All nodes under a node, itself first, in the order of the text; without recursion."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(member.value for member in reversed(node.members))


def to_plain(root: Node, scalar: Callable[[Node], Any] | None = None) -> Any:
    """A tree as Python values, without recursion. The last of duplicate keys wins. ``scalar`` makes
    the value of a node that holds no others."""
    scalar = scalar or _scalar
    holder: list[Any] = []
    stack: list[tuple[Node, Any]] = [(root, holder.append)]
    while stack:
        node, put = stack.pop()
        if node.type == "object":
            made: dict[str, Any] = dict.fromkeys(member.name for member in node.members)
            put(made)
            stack.extend(
                (member.value, partial(made.__setitem__, member.name))
                for member in reversed(node.members)
            )
        elif node.type == "array":
            elements: list[Any] = []
            put(elements)
            stack.extend((member.value, elements.append) for member in reversed(node.members))
        else:
            put(scalar(node))
    return holder[0]


def outline(root: Node, levels: int = 5) -> Any:
    """The upper levels of a tree as Python values, of each array only the first element: enough to
    recognise a document by, and cheap however long it is."""
    if not levels:
        return None
    if root.type == "object":
        return {member.name: outline(member.value, levels - 1) for member in root.members}
    if root.type == "array":
        return [outline(member.value, levels - 1) for member in root.members[:1]]
    return _scalar(root)


def _scalar(node: Node) -> Any:
    if node.type == "string":
        return node.value
    if node.type == "number":
        return float(node.value)
    return {"true": True, "false": False, "null": None}[node.type]


def duplicate_members(root: Node) -> list[tuple[Member, Member]]:
    """The members whose key occurred before in the same object, each with the first of that key.
    Keys are compared as decoded, without any Unicode normalisation."""
    found = []
    for node in walk(root):
        if node.type != "object":
            continue
        first: dict[str, Member] = {}
        for member in node.members:
            if first.setdefault(member.name, member) is not member:
                found.append((member, first[member.name]))
    return found


def node_at(root: Node, pointer: Pointer) -> Node:
    """The node that a pointer leads to, or the last one on the way that exists."""
    node = root
    for step in pointer:
        if isinstance(step, int):
            below = node.members[step].value if step < len(node.members) else None
        else:
            below = node.get(step)
        if below is None:
            break
        node = below
    return node
