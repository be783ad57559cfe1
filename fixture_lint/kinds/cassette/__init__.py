"""Cassettes: recorded HTTP interactions that a test replays, in the spelling of their recorder.

Nothing in them has an order or a layout of ours: the next recording would undo it. What may change
is what a replay cannot see; see ``families`` for what players compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fixture_lint.documents.tree import Document, Node, outline, walk
from fixture_lint.kinds import wire
from fixture_lint.kinds.cassette.families import Family, family_of
from fixture_lint.kinds.cassette.interactions import Interaction, Side, interactions

NAME = "cassette"
UNKNOWN_TRANSPORT = "unknown-transport"
"""The family of cassettes whose interactions are nothing that is known here."""

RECORDED: frozenset[str] | None = None


class Cassette(NamedTuple):
    """The family of a cassette and its interactions, in the order of the text."""

    family: Family
    interactions: tuple[Interaction, ...]

    @property
    def sides(self) -> Iterator[Side]:
        """All requests and responses, in the order of the interactions."""
        return (side for interaction in self.interactions for side in interaction.sides)


def recognise(plain: Any) -> bool:
    """Whether a document, given as Python values, is a cassette."""
    return family_of(plain) is not None


def cassette(document: Document) -> Cassette | None:
    """The cassette that a document is, None if it is none."""
    if "cassette" not in document.memo:
        family = family_of(outline(document.root)) if document.syntax != "text" else None
        document.memo["cassette"] = family and Cassette(
            family, tuple(interactions(document.root, family))
        )
    found: Cassette | None = document.memo["cassette"]
    return found


order, payload, arguments = wire.order, wire.payload, wire.arguments
"""As of a single request: no key changes its place, and everything is the recorder's and the
servers'."""


def prose(document: Document) -> Iterator[Node]:
    """Every string."""
    return (node for node in walk(document.root) if node.type == "string")
