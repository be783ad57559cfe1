"""The interactions of a cassette: requests and responses with their parts, as nodes of its tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.tree import Member, Node
from fixture_lint.documents.yaml_tags import key_name
from fixture_lint.kinds.cassette.families import Family, Shape


class Header(NamedTuple):
    """A header: its name in small letters, its values, and what has to go if it is dropped: members
    of ``holder``."""

    name: str
    values: tuple[Node, ...]
    holder: Node
    members: tuple[Member, ...]

    @property
    def value(self) -> str:
        """The first value, empty if there is none."""
        return self.values[0].value if self.values else ""


class Side(NamedTuple):
    """A request or a response. ``body`` is the string or the tree of its content; ``keys`` are
    those of the objects on the way to it."""

    node: Node
    is_request: bool
    urls: tuple[Node, ...]
    headers: tuple[Header, ...]
    cookies: tuple[Node, ...]
    body: Node | None
    body_key: str
    holder: Node | None
    """The object in which the body stands."""
    lengths: tuple[Node, ...]
    status: Node | None
    method: str

    def header(self, name: str) -> Header | None:
        """The first header with a name in small letters."""
        return next((header for header in self.headers if header.name == name), None)


class Interaction(NamedTuple):
    """A request and its response; one of them may be missing. ``times`` are the notes of the
    recorder about when and how fast."""

    node: Node
    request: Side | None
    response: Side | None
    times: tuple[Node, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The request and the response, as far as they are there."""
        return tuple(side for side in (self.request, self.response) if side is not None)


def interactions(root: Node, family: Family) -> Iterator[Interaction]:
    """The interactions of a cassette of a family, in the order of the text."""
    if family.name == "unknown-transport":
        return
    if family.name == "parallel-lists":
        yield from _parallel(root, family)
        return
    listed = at(root, family.where)
    if family.name in ("request-hash", "response-only"):
        nodes = [root]
    else:
        nodes = [node for node in listed.items() if node.type == "object"] if listed else []
    for node in nodes:
        times = tuple(t for t in (at(node, path) for path in family.times) if t is not None)
        request = _side(node, family.request, True) if family.request else None
        yield Interaction(node, request, _side(node, family.response, False), times)


def _parallel(root: Node, family: Family) -> Iterator[Interaction]:
    """The nth request with the nth response."""
    requests, responses = root.get("requests"), root.get("responses")
    asked = requests.items() if requests else []
    answered = responses.items() if responses else []
    assert family.request is not None  # This family has both.
    for number in range(max(len(asked), len(answered))):
        request = _side(asked[number], family.request, True) if number < len(asked) else None
        response = (
            _side(answered[number], family.response, False) if number < len(answered) else None
        )
        side = request or response
        if side is not None:
            yield Interaction(side.node, request, response, ())


def at(node: Node, path: str) -> Node | None:
    """The node at a path of keys separated by ``/``; the node itself for an empty path."""
    found: Node | None = node
    for step in path.split("/") if path else ():
        found = found.get(step) if found is not None else None
    return found


def _side(node: Node, shape: Shape, is_request: bool) -> Side | None:
    side = at(node, shape.side)
    if side is None or side.type != "object":
        return None
    body, body_key, holder = _body(side, shape)
    urls = (at(side, path) for path in shape.urls)
    status = next((found for path in shape.status if (found := at(side, path)) is not None), None)
    return Side(
        side,
        is_request,
        tuple(leaf for url in urls if url is not None for leaf in _leaves(url)),
        tuple(header for path in shape.headers for header in _headers(at(side, path))),
        tuple(leaf for path in shape.cookies for leaf in _leaves(at(side, path))),
        body,
        body_key,
        holder,
        tuple(found for path in shape.lengths if (found := at(side, path)) is not None),
        status,
        (side.text_of(shape.method) or "").upper(),
    )


def _body(side: Node, shape: Shape) -> tuple[Node | None, str, Node | None]:
    for path in shape.body:
        above, _, key = path.rpartition("/")
        holder = at(side, above)
        found = holder.get(key) if holder is not None else None
        if found is not None and found.type != "null":
            return found, key, holder
    return None, "", None


def _leaves(node: Node | None) -> tuple[Node, ...]:
    """A string, or the values of a list of pairs with a name and a value."""
    if node is None:
        return ()
    if node.type == "string":
        return (node,)
    found = (item.get("value") for item in node.items())
    return tuple(value for value in found if value is not None and value.type == "string")


def _headers(node: Node | None) -> Iterator[Header]:
    """Headers in each of the ways in which recorders write them: a map from names to a value or to
    a list of values, a list of pairs with a name and a value, a list in which names and values
    take turns."""
    if node is None:
        return
    if node.type == "object":
        for member in node.members:
            yield Header(key_name(member).lower(), _values(member.value), node, (member,))
        return
    elements = node.members if node.type == "array" else []
    if elements and all(element.value.type == "string" for element in elements):
        for name, value in zip(elements[::2], elements[1::2], strict=False):
            yield Header(name.value.value.lower(), (value.value,), node, (name, value))
        return
    for element in elements:
        told = element.value.text_of("name")
        found = element.value.get("value")
        if told is not None and found is not None:
            yield Header(told.lower(), _values(found), node, (element,))


def _values(node: Node) -> tuple[Node, ...]:
    listed = node.items() if node.type == "array" else [node]
    return tuple(value for value in listed if value.type in ("string", "number"))
