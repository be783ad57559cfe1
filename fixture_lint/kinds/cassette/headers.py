"""What headers of cassettes mean: which identify an account, which carry credentials, which change
at every recording, and which are behaviour.

Names are compared in small letters (RFC 9110, section 5.1).
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_right
from functools import cache
from typing import NamedTuple

from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.cassette import cassette
from fixture_lint.kinds.cassette.interactions import Header, Side

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "headers.json")


class Meanings(NamedTuple):
    """Names of headers by what they mean; of volatile ones a pattern for those of responses and
    one for those of requests."""

    credentials: frozenset[str]
    """Of these the whole value is a credential."""
    accounts: frozenset[str]
    received: re.Pattern[str]
    sent: re.Pattern[str]


@cache
def meanings() -> Meanings:
    """What headers mean, as ``headers.json`` says."""
    with open(_FILE, encoding="utf-8") as file:
        data = json.load(file)
    return Meanings(
        frozenset(data["credentials"]),
        frozenset(data["accounts"]),
        _pattern(data["received"], data["behaviour"]),
        _pattern(data["sent"], data["behaviour"]),
    )


def _pattern(listed: dict[str, list[str]], kept: list[str]) -> re.Pattern[str]:
    """A pattern of names, none of which is among those that are kept: clients act on them."""
    wanted = [*map(re.escape, listed["names"]), *listed["patterns"]]
    return re.compile(f"(?!(?:{'|'.join(map(re.escape, kept))})$)(?:{'|'.join(wanted)})")


class Placed(NamedTuple):
    """A value of a header or cookie with its place in the file."""

    start: int
    end: int
    name: str
    node: Node
    side: Side


def is_volatile(header: Header, side: Side) -> bool:
    """Whether a header changes at every recording and is no behaviour."""
    known = meanings().sent if side.is_request else meanings().received
    return known.fullmatch(header.name) is not None


def placed(document: Document) -> list[Placed]:
    """The values of all headers and cookies of a cassette, in the order of the text."""
    if "headers" not in document.memo:
        known = cassette(document)
        document.memo["headers"] = sorted(
            (
                Placed(node.start, node.end, name, node, side)
                for side in (known.sides if known else ())
                for name, node in _named(side)
            ),
            key=lambda found: found.start,
        )
    found: list[Placed] = document.memo["headers"]
    return found


def _named(side: Side) -> list[tuple[str, Node]]:
    cookie = "cookie" if side.is_request else "set-cookie"
    listed = [(header.name, value) for header in side.headers for value in header.values]
    return listed + [(cookie, value) for value in side.cookies]


def header_at(document: Document, offset: int) -> Placed | None:
    """The value of a header in which an offset of the file stands."""
    found = placed(document)
    at = bisect_right(found, offset, key=lambda header: header.start) - 1
    return found[at] if at >= 0 and offset < found[at].end else None


def url_at(document: Document, offset: int) -> bool:
    """Whether an offset of the file stands in a URL of a request or response of a cassette."""
    known = cassette(document)
    urls = (url for side in (known.sides if known else ()) for url in side.urls)
    return any(url.start <= offset < url.end for url in urls)
