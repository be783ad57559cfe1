"""What machines have signed or encrypted, in two versions of a recording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.behaviour.rest import is_cipher
from fixture_lint.documents.strings import SIGNATURES, Carrier
from fixture_lint.documents.tree import Document, Node, walk
from fixture_lint.kinds import bodies

_HIDDEN = ("redacted_thinking", "reasoning.encrypted")
"""Types of elements whose ``data`` is encrypted."""


class Opaque(NamedTuple):
    """A signed or encrypted value: the document in which it stands, its node and its key."""

    carrier: Carrier
    node: Node
    key: str


def modified(document: Document, version: Document) -> list[tuple[Opaque, str]]:
    """The opaque values that are others than in the version, each with what it was. Nothing if
    there are not as many of them, under the same keys, as there were."""
    old, new = list(_values(version)), list(_values(document))
    if [value.key for value in old] != [value.key for value in new]:
        return []
    pairs = zip(old, new, strict=True)
    return [(now, was.node.value) for was, now in pairs if was.node.value != now.node.value]


def _values(document: Document) -> Iterator[Opaque]:
    for piece in bodies.pieces(document):
        found = piece.provider.positions.find(piece.root)
        opaque = {id(node) for class_, node in found if class_ == "opaque"}
        for node in walk(piece.root):
            is_hidden = (node.text_of("type") or "").startswith(_HIDDEN)
            for member in node.members:
                if member.value.type == "string" and (
                    member.name in SIGNATURES
                    or (id(member.value) in opaque and _is_cipher(member.name, is_hidden))
                ):
                    yield Opaque(piece.carrier, member.value, member.name)


def _is_cipher(key: str, is_hidden: bool) -> bool:
    return (is_hidden and key.casefold() == "data") or is_cipher(key)
