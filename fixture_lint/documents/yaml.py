"""Reading YAML without losing anything: the same tree as for JSON, with exact spans.

PyYAML parses, by libyaml where it is there; nothing is ever constructed. Its events are put into
the tree without recursion, in linear time. Scalars become what YAML 1.1 (section 10.1, and the
types of yaml.org/type) makes of them, because that is what the recorders' own loaders do.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import yaml

from fixture_lint.documents.json import MAX_DEPTH, ParseError, TooDeep
from fixture_lint.documents.tree import Member, Node, NodeType
from fixture_lint.documents.yaml_errors import SURROGATE, SURROGATE_ESCAPE, explained, unprintable
from fixture_lint.documents.yaml_tags import Tag, Tags

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

BREAKS = "\r\n\x85\u2028\u2029"
"""What ends a line in YAML 1.1, section 5.4; ``\\r\\n`` is one break."""

UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that must not stand in a YAML text (YAML 1.1, section 5.1)."""

_BREAK = re.compile(f"\r\n|[{BREAKS}]")
_LONGEST_NAME = 1000
_SHORT = 40
_TAG = "tag:yaml.org,2002:"
_PROPERTY = re.compile(
    r"(?:&[0-9A-Za-z_-]+|!<[^>\s]*>|![^\s\[\]{},]*)"
    r"(?:[ \t\r\n\x85\u2028\u2029]+(?:#[^\r\n\x85\u2028\u2029]*)?)*"
)
_TAG_SPELLING = re.compile(r"(?:^|(?<=\s)|(?<=[\[{,-]))(!<[^>\s]*>|![^\s\[\]{},]*)")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+")
_COMMENT = re.compile(r"(?:^|(?<=[ \t\r\n\x85\u2028\u2029]))#[^\r\n\x85\u2028\u2029]*")


def read(text: str) -> Node:
    """The tree of a YAML text without byte order mark.

    The span of a node is that of its content, without anchor and tag; a block scalar ends with its
    last line. A file of one document has the root of that document; several documents are the
    elements of one array, so that positions and edits are those of the file. An empty file is
    ``null``. Keys are strings as they are spelled. A number is what YAML 1.1 reads as a number and
    JSON can spell; all other numbers, dates and tagged values are strings.

    An alias is a leaf of type ``null`` whose value is its spelling: what it refers to stands in
    the tree once. Raises ParseError with the place of the first error, also for an alias that
    refers to nothing or to what holds it; and TooDeep beyond MAX_DEPTH levels.
    """
    return read_tagged(text)[0]


def read_tagged(text: str) -> tuple[Node, Tags]:
    """The tree of a YAML text, and the tags that are written in it. Raises as ``read`` does."""
    bad = UNPRINTABLE.search(text)
    if bad is not None:
        raise ParseError(bad.start(), unprintable(bad[0]))
    if text.startswith("\ufeff"):  # libyaml would take it away, and all places would be wrong.
        raise ParseError(0, "a second byte order mark")
    collecting = gc.isenabled()
    gc.disable()  # As for JSON: many small objects and no cycles.
    try:
        composer = _Composer(text)
        return composer.compose(), composer.tags
    except yaml.MarkedYAMLError as error:
        if "nesting depth" in (error.problem or ""):  # libyaml looks ahead, and has a limit too.
            raise TooDeep(error.problem_mark.index if error.problem_mark else 0) from error
        raise explained(text, error) from error
    except (yaml.YAMLError, ValueError) as error:  # The pure parser's chr() of a huge escape.
        raise ParseError(0, "it cannot be read; an escape names no character") from error
    finally:
        if collecting:
            gc.enable()


def comments(text: str, root: Node) -> Iterator[Node]:
    """The comments of a YAML text, as strings that are spelled as they are."""
    position = 0
    for start, end in [*_leaves(root), (len(text), len(text))]:
        if "#" in text[position:start]:
            for match in _COMMENT.finditer(text, position, start):
                yield Node("string", match.start(), match.end(), match[0])
        position = max(position, end)


def line_starts(text: str) -> list[int]:
    """Where the lines of a YAML text begin."""
    return [0, *(match.end() for match in _BREAK.finditer(text))]


def resolved(value: str) -> str:
    """The tag that a plain scalar has without saying so (YAML 1.1, as PyYAML resolves it)."""
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers
    for tag, pattern in (*resolvers.get(value[:1], ()), *resolvers.get(None, ())):
        if pattern.match(value):
            return str(tag)
    return _TAG + "str"


def _leaves(root: Node) -> Iterator[tuple[int, int]]:
    """The spans of all scalars and aliases, keys and what they hold included, in their order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if not node.members and node.type not in ("object", "array"):
            yield node.start, node.end
        for member in reversed(node.members):
            stack.append(member.value)
            if member.key is not None:
                stack.append(member.key)


class _Composer:
    """Puts events into a tree. ``open`` holds the collections that have not ended, each with the
    anchor that it bears; ``keys`` the key of each of them that waits for its value."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.roots: list[Node] = []
        self.open: list[tuple[Node, str | None]] = []
        self.keys: list[Node | None] = []
        self.anchors: set[str] = set()
        self.tags: Tags = {}

    def compose(self) -> Node:
        loader = LOADER(self.text)
        try:
            self._take(loader.get_event)
        finally:
            loader.dispose()
        if len(self.roots) == 1:
            return self.roots[0]
        if not self.roots:
            return Node("null", 0, 0)
        whole = Node("array", self.roots[0].start, self.roots[-1].end)
        whole.members = [Member(None, root) for root in self.roots]
        return whole

    def _take(self, next_event: Callable[[], Any]) -> None:
        while True:
            event = next_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._add(self._scalar(event))
                if event.anchor is not None:
                    self.anchors.add(event.anchor)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._begin(event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._end(event)
            elif kind is yaml.AliasEvent:
                self._add(self._alias(event))
            elif kind is yaml.DocumentStartEvent:
                self.anchors.clear()
            elif kind is yaml.StreamEndEvent:
                return

    def _add(self, node: Node) -> None:
        """Puts a node under the collection that is open: as an element, a key or a value."""
        if not self.open:
            self.roots.append(node)
            return
        parent = self.open[-1][0]
        if parent.type == "array":
            parent.members.append(Member(None, node))
            return
        key = self.keys[-1]
        if key is not None:
            parent.members.append(Member(key, node))
            self.keys[-1] = None
            return
        if node.type in ("number", "true", "false", "null") and node.value[:1] != "*":
            node.type = "string"  # An alias stays what it is; no scalar begins like one.
        self.keys[-1] = node

    def _begin(self, event: Any) -> None:
        start = event.start_mark.index
        if len(self.open) == MAX_DEPTH:
            raise TooDeep(start)
        start = self._content(start, (event.anchor is not None) + (event.tag is not None))
        if event.tag is not None:
            self._note_tag(event, start, True)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        node = Node("object" if is_mapping else "array", start, start)
        if event.flow_style and self.text[start : start + 1] in "[{":
            node.end = -1
        self.open.append((node, event.anchor))
        self.keys.append(None)
        if event.anchor is not None:
            self.anchors.add(event.anchor)

    def _end(self, event: Any) -> None:
        node, _ = self.open.pop()
        self.keys.pop()
        if node.end < 0:  # It has brackets.
            node.end = event.end_mark.index
        elif node.members:  # The mark of its end stands at whatever follows.
            node.end = node.members[-1].end
        if self.open and self.open[-1][0].type == "object" and self.keys[-1] is None:
            node.value = self._name(node)
        self._add(node)

    def _name(self, node: Node) -> str:
        """The name of a collection that is a key: its spelling, but keys in long keys in long keys
        must not take memory without end."""
        if node.end - node.start <= _LONGEST_NAME:
            return self.text[node.start : node.end]
        return f"{self.text[node.start : node.start + _LONGEST_NAME]}… {node.start}"

    def _scalar(self, event: Any) -> Node:
        text = self.text
        start, end = event.start_mark.index, event.end_mark.index
        if event.anchor is not None or event.tag is not None:
            start = min(self._content(start, 2), end)
            if event.tag is not None:
                self._note_tag(event, start, False)
        value = event.value
        style = text[start : start + 1]
        if start < end and style in "|>":
            return Node("string", start, start + len(text[start:end].rstrip(" \t" + BREAKS)), value)
        if start < end and style in "\"'":
            surrogate = SURROGATE_ESCAPE.search(text, start, end) if _is_pure() else None
            if surrogate is not None:
                raise ParseError(surrogate.start(), SURROGATE)
            return Node("string", start, end, value)
        return Node(type_of(value, event.tag), start, end, value)

    def _alias(self, event: Any) -> Node:
        start, end = event.start_mark.index, event.end_mark.index
        name = self.text[start:end]
        if event.anchor not in self.anchors:
            raise ParseError(start, f"alias {name} refers to no anchor before it")
        if any(event.anchor == anchor for _, anchor in self.open):
            raise ParseError(start, f"alias {name} refers to what it is a part of")
        return Node("null", start, end, name)

    def _note_tag(self, event: Any, start: int, is_collection: bool) -> None:
        at = event.start_mark.index
        spelled = _TAG_SPELLING.search(self.text, at, start)
        place = spelled.start(1) if spelled else at
        self.tags[start, is_collection] = Tag(event.tag, spelled[1] if spelled else "", place)

    def _content(self, start: int, limit: int) -> int:
        """Where the content of a node begins behind its anchor and tag."""
        for _ in range(limit):
            match = _PROPERTY.match(self.text, start)
            if match is None:
                break
            start = match.end()
        return start


def type_of(value: str, tag: str | None) -> NodeType:
    """The type of a plain scalar, by its tag or by what it looks like."""
    if tag is None and len(value) <= _SHORT:
        return _type_of_short(value)
    return _type_of(value, tag)


@lru_cache(maxsize=4096)
def _type_of_short(value: str) -> NodeType:
    """The same for a scalar without a tag that may come again: keys and names of headers do."""
    return _type_of(value, None)


def _type_of(value: str, tag: str | None) -> NodeType:
    kind = (tag or resolved(value)).removeprefix(_TAG)
    if kind == "null":
        return "null"
    if kind == "bool" and value.lower() in ("yes", "no", "on", "off", "true", "false"):
        return "true" if value.lower() in ("yes", "on", "true") else "false"
    if kind in ("int", "float") and _JSON_NUMBER.fullmatch(value):
        return "number"
    return "string"


def _is_pure() -> bool:
    return LOADER is yaml.SafeLoader
