"""Signatures and encrypted values that were changed outside of a new recording."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.checks.opaque import modified
from fixture_lint.checks.rerecording import compared, is_tampering
from fixture_lint.documents.embedded import lift, locate, value_edit
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["opaque_values"]


def opaque_values(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Signed and encrypted values that have changed alone. The fix takes back those of the base:
    whoever made them refuses every other."""
    known = compared(document, run)
    if known is None or not is_tampering(known.found):
        return
    for (carrier, node, key), was in modified(document, known.earlier.document):
        edits = lift([value_edit(carrier, node, 0, len(node.value), was)])
        fix = rule.fix(f"restore {key} of {known.base}", edits) if edits else None
        what = "was cut" if was.startswith(node.value) else "changed"
        message = f"Signed or encrypted content at {{path}} {what} since {known.base}"
        yield rule.finding(document, locate(carrier, node.start, node.end), message, fix)
