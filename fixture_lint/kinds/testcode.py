"""Python test code: no fixture, but it says how fixtures are recorded and replayed.

It is known by the name of its file, never by its content, and has no values that rules on fixtures
could look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.rules import TEST

NAME = TEST
RECORDED: frozenset[str] | None = None

ENDING = ".py"

_WORDS = (b"record_mode", b"vcr", b"VCR", b"Vcr", b"cassette", b"Cassette", b"etamax")
"""Words of VCR configuration: of vcrpy, pytest-recording, pytest-vcr and betamax."""


def may_record(data: bytes) -> bool:
    """Whether a source may say when cassettes are recorded. Cheap: most sources need no more."""
    return b"record" in data and any(word in data for word in _WORDS)


def recognise(plain: Any) -> bool:
    """Never: no value is a source."""
    return False


def order(document: Document, extra: frozenset[str]) -> list[tuple[Node, list[Member]]]:
    """Nothing."""
    return []


def payload(document: Document) -> list[Node]:
    """Nothing."""
    return []


arguments = payload


def prose(document: Document) -> Iterator[Node]:
    """Nothing."""
    return iter(())
