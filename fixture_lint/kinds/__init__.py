"""Kinds: what a document is, recognised by its content, and how its parts are reached."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from fixture_lint.documents.tree import Document, Member, Node


class Kind(Protocol):
    """What the engine and the rules need to know of a kind. A kind is a module with these names.

    ``RECORDED`` names the keys below which the order of members is part of the recording; None
    says that it is everywhere.
    """

    NAME: str
    RECORDED: frozenset[str] | None

    def recognise(self, plain: Any) -> bool:
        """Whether a document, given as Python values, is of this kind."""

    def order(self, document: Document, extra: frozenset[str]) -> list[tuple[Node, list[Member]]]:
        """Each object whose keys have a documented order, and its members in that order; ``extra``
        names keys that the project has added."""

    def payload(self, document: Document) -> list[Node]:
        """The nodes that hold domain data: arguments and outputs of tools."""

    def arguments(self, document: Document) -> list[Node]:
        """The arguments of each call of a tool, as parsed."""

    def prose(self, document: Document) -> Iterator[Node]:
        """Every string that people, models or tools said, in texts and in domain data."""


def names() -> tuple[str, ...]:
    """The names of all kinds, in the order in which they are tried."""
    return tuple(kind.NAME for kind in _all())


def named(name: str) -> Kind:
    """The kind with a name; KeyError if there is none."""
    return {kind.NAME: kind for kind in _all()}[name]


def recognise(plain: Any) -> Kind | None:
    """The kind of a document given as Python values, None if nobody knows it."""
    return next((kind for kind in _all() if kind.recognise(plain)), None)


def recognise_text(text: str) -> Kind | None:
    """The kind of a document that is no JSON and no YAML, None if nobody knows it."""
    from fixture_lint.kinds import stream

    return stream if stream.recognise_text(text) else None


def _all() -> Iterator[Kind]:
    """The kinds in the order in which they are tried, each imported when it is its turn."""
    for name in ("conversation", "cassette", "stream", "wire"):
        yield import_module(f"{__name__}.{name}")
