"""What stands around the bodies of a cassette: addresses, headers, the status; and what of it, and
of what texts mention, was drawn for one recording."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.behaviour.items import Item
from fixture_lint.behaviour.values import Leaf, Leaves, leaves
from fixture_lint.kinds.cassette.interactions import Side
from fixture_lint.kinds.frozen import id_form

_COMPARED = ("content-type", "retry-after", "anthropic-version", "anthropic-beta", "openai-beta")
"""Headers that are behaviour, not circumstance."""

_ID = "‹id›"
_SHORTEST = 5
_STEPS = re.compile(r"[/?#=&:]")
_BOUNDARY = re.compile(r'boundary="?([^\s;"]{8,70})"?')
_TOKEN = re.compile(r"[A-Za-z0-9_-]{5,256}")
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://[^/?#]*)?([^?#]*)", re.IGNORECASE)


def address(side: Side) -> str:
    """The method and the path of a request."""
    url = side.urls[0].value if side.urls else ""
    path = _URL.match(url)
    return f"{side.method} {path[1] if path else ''}".strip()


def ids_in_url(side: Side) -> Iterator[str]:
    """The steps of an address that are ids, such as that of a batch."""
    url = side.urls[0].value if side.urls else ""
    return (step for step in _STEPS.split(url) if id_form(step, "id") is not None)


def boundary(side: Side) -> str:
    """The boundary between the parts of a multipart body (RFC 2046), empty if it is none."""
    header = side.header("content-type")
    found = _BOUNDARY.search(header.value) if header is not None else None
    return found[1] if found else ""


def surroundings_of(side: Side) -> Leaves:
    """What stands around a body and is behaviour: the status, some headers, the query."""
    found = {
        f"/header {header.name}": Leaf("string", _BOUNDARY.sub("boundary", header.value))
        for header in side.headers
        if header.name in _COMPARED
    }
    if side.status is not None:
        found |= {f"/status{p}": leaf for p, leaf in leaves(side.status).by_pointer.items()}
    for number, url in enumerate(side.urls):
        found[f"/url {number + 1}" if number else "/url"] = Leaf("string", url.value)
    return Leaves(found)


def joined(value: Leaves, around: Leaves) -> Leaves:
    """A value together with what stands around it."""
    return Leaves({**around.by_pointer, **value.by_pointer}, value.orders)


def _is_telling(id_: str) -> bool:
    """Whether an id is so long that a word which equals it is a mention of it."""
    return len(id_) >= _SHORTEST and any(map(str.isdigit, id_))


def without_ids(items: list[Item], ids: set[str]) -> list[Item]:
    """Steps in which mentions of ids that a provider has given are all the same."""
    ids = set(filter(_is_telling, ids))

    def plain(match: re.Match[str]) -> str:
        return _ID if match[0] in ids else match[0]

    def replaced(value: Leaves) -> Leaves:
        found = {
            pointer: Leaf(leaf.type, _TOKEN.sub(plain, leaf.text))
            if leaf.type == "string"
            else leaf
            for pointer, leaf in value.by_pointer.items()
        }
        return Leaves(found, value.orders)

    def step(item: Item) -> Item:
        tool = _TOKEN.sub(plain, item.tool) if item.kind == "request" else item.tool
        answers = tuple(map(step, item.answers))
        return item._replace(tool=tool, value=replaced(item.value), answers=answers)

    return [step(item) for item in items] if ids else items
