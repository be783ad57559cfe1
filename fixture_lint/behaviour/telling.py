"""Which behaviour a document records, by what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fixture_lint.behaviour import tools
from fixture_lint.behaviour.items import Behaviour
from fixture_lint.behaviour.values import Leaf, Leaves
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import cassette, conversation, stream, wire

CONTRACT = "contract"
"""What a review calls a document that declares tools."""


def kind_of(document: Document) -> str:
    """The name of the kind of a document that records behaviour; empty for every other."""
    if document.syntax == "text":
        return stream.NAME if stream.recognise_text(document.text) else ""
    if document.syntax == "python":
        return ""
    if cassette.cassette(document) is not None:
        return cassette.NAME
    plain = document.plain()
    if conversation.recognise(plain):
        return conversation.NAME
    if document.syntax == "json":
        if stream.recognise(plain):
            return stream.NAME
        if wire.recognise_value(plain) is not None:
            return wire.NAME
    return CONTRACT if tools.is_contract(plain) else ""


def told(document: Document) -> Behaviour | None:
    """The behaviour that a document records, None if it is of no kind that does."""
    if "behaviour" not in document.memo:
        document.memo["behaviour"] = _told(document, kind_of(document))
    found: Behaviour | None = document.memo["behaviour"]
    return found


def _told(document: Document, kind: str) -> Behaviour | None:
    if kind == conversation.NAME:
        from fixture_lint.behaviour.conversations import of_conversation

        return of_conversation(document)
    if kind == CONTRACT:
        return Behaviour(tuple(tools.of_contract(document.root)))
    if kind:
        from fixture_lint.behaviour.exchanges import of_exchanges

        return of_exchanges(document)
    return None


def joined(found: Sequence[Behaviour]) -> Behaviour:
    """The behaviour of several documents of one file, one after the other."""
    if len(found) == 1:
        return found[0]
    volatile: Counter[tuple[str, str]] = Counter()
    rest: dict[str, Leaf] = {}
    for number, one in enumerate(found):
        volatile.update(one.volatile)
        rest |= {f"/{number}{pointer}": leaf for pointer, leaf in one.rest.by_pointer.items()}
    return Behaviour(
        tuple(item for one in found for item in one.items),
        found[0].meta if found else {},
        volatile,
        {
            f"{n} {where}": value
            for n, one in enumerate(found)
            for where, value in one.opaque.items()
        },
        tuple(count for one in found for count in one.chunks),
        Leaves(rest),
    )
