"""Values that change at every recording and say nothing about behaviour."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.documents.edits import delete_members
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind, conversation
from fixture_lint.kinds.leftovers import classify
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["values"]


def values(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Members at structural positions whose key and value are of one class (data: ``class``, and
    the ``message``). The fix deletes them."""
    for structure, member in conversation.unknown_members(document, run.config.extra_keys):
        if classify(member, structure.role) == rule.data["class"]:
            edits = delete_members(structure.node, [member])
            fix = rule.fix(f'delete "{member.name}"', edits)
            yield rule.finding(document, member, rule.data["message"], fix)
