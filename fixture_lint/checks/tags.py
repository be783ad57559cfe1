"""Tags of YAML that name code."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.documents.tree import Document
from fixture_lint.documents.yaml_tags import Tag, tags
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["unsafe"]


def unsafe(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Tags that a loader cannot load without code of that name: each once, at its first place, with
    the number of the values that bear it."""
    if document.syntax != "yaml":
        return
    borne: dict[str, list[Tag]] = {}
    for tag in tags(document).values():
        if tag.needs_code:
            borne.setdefault(tag.full, []).append(tag)
    for first, *others in borne.values():
        count = f" ({len(others) + 1} values bear it)" if others else ""
        message = (
            f"YAML tag {first.spelling} needs code to load: a safe loader refuses it, any other "
            f"runs what it names{count}"
        )
        span = first.start, first.start + len(first.spelling)
        yield rule.finding(document, span, message)
