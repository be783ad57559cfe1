"""Objects in arguments and outputs whose keys stand in another order than in an earlier version."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.behaviour.compare import Comparison
from fixture_lint.checks.ordering import payloads, reordered
from fixture_lint.conversation import Value
from fixture_lint.documents.embedded import owner
from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.kinds import bodies, conversation
from fixture_lint.kinds.dialects import named
from fixture_lint.kinds.wire import Form


def drifts(
    document: Document, version: Document, found: Comparison
) -> Iterator[tuple[Node, list[Member]]]:
    """The objects that have the same keys as in the version, in another order, each with its
    members in the order of the version; outer ones first."""
    if not found.has("payload-order-drift"):
        return
    for pair in _pairs(document, version, found):
        for old, new, wanted in reordered(*pair):
            if {member.name for member in old.members} == {member.name for member in new.members}:
                yield new, wanted


def _pairs(document: Document, version: Document, found: Comparison) -> Iterator[tuple[Node, Node]]:
    if found.kind == conversation.NAME:
        yield from payloads(document, version)
        return
    old, new = list(_values(version)), list(_values(document))
    # With as many calls as before, and the same behaviour, they are the same ones.
    if len(old) == len(new) and not found.is_behaviour:
        yield from zip(old, new, strict=True)


def _values(document: Document) -> Iterator[Node]:
    """Arguments and outputs that are objects or lists of the document itself, not of a string."""
    for body in bodies.bodies(document):
        if body.known is None or owner(body.carrier) is not document:
            continue
        form: Form = "request" if body.known.form == "request" else "response"
        dialect = named(body.known.provider.dialect)
        for message in dialect.messages(document, body.root, form):
            outputs = (result.output for result in message.results)
            for value in (*(call.args for call in message.calls), *outputs):
                if isinstance(value, Value) and value.document is document:
                    yield value.node
