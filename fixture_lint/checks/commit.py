"""Rules over all fixtures of one change: what a review would have to look at together.

The check of such a rule is called as ``check(changed, since, rule)`` with the conversations whose
behaviour has changed, in the order of their paths.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from fixture_lint.documents.printable import shown_path
from fixture_lint.documents.tree import Document
from fixture_lint.rules import Finding, Rule

__all__ = ["several_rerecorded"]

_NAMED = 5
"""Scenarios that are named beside the first; the rest is counted."""


def several_rerecorded(changed: Sequence[Document], since: str, rule: Rule) -> Iterator[Finding]:
    """More than one scenario whose behaviour has changed, placed at the first. ``since`` names the
    base that was asked for; without one it is a commit in the making, which nobody can answer for
    yet, and the finding is info."""
    if len(changed) < 2:
        return
    first, *others = changed
    more = len(others) - _NAMED
    listed = ", ".join(map(_name, others[:_NAMED])) + (f" and {more} more" if more > 0 else "")
    where = f"since {since}" if since else "in one commit"
    message = (
        f"{len(changed)} scenarios changed behaviour {where}: this one, {listed}; record one at a "
        "time"
    )
    yield rule.finding(first, first.root, message, severity=None if since else "info")


def _name(document: Document) -> str:
    name = shown_path(os.path.splitext(os.path.basename(document.path))[0])
    return f"{name}:{document.record}" if document.record else name
