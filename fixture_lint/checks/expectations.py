"""Expectations that have crept into a recording. A fixture says what happened, a test what must."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.detectors.notes import assertion_in
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind, conversation
from fixture_lint.kinds.leftovers import classify
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["embedded", "in_note"]


def embedded(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Unknown keys at structural positions whose names are those of expectations."""
    for structure, member in conversation.unknown_members(document, run.config.extra_keys):
        if classify(member, structure.role) == "expectation":
            message = "{path}: expectation stored in a recording; it belongs to the test"
            yield rule.finding(document, member, message)


def in_note(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """A note that reads like an assertion."""
    for role, node in conversation.structures(document):
        note = node.get("note") if role == "meta" else None
        words = assertion_in(note.value) if note is not None and note.type == "string" else None
        if note is not None and words:
            message = f"meta.note reads like an assertion ({words!r}); say what happened instead"
            yield rule.finding(document, note, message)
