"""General verbs for rules of a project's own: forbidden keys and forbidden texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.tree import Document, walk
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["keys", "texts"]


def keys(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Keys inside arguments and outputs (data: ``keys``, with ``*`` for any characters, and the
    ``message``)."""
    for root in kind.payload(document) if kind else [document.root]:
        for node in walk(root):
            for member in node.members:
                if any(fnmatchcase(member.name, pattern) for pattern in rule.data["keys"]):
                    yield rule.finding(document, member, rule.data["message"])


def texts(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Strings of texts, arguments and outputs in which a regular expression is found (data:
    ``pattern`` in Python's syntax, and the ``message``)."""
    pattern = re.compile(rule.data["pattern"])
    strings = (
        kind.prose(document) if kind else (n for n in walk(document.root) if n.type == "string")
    )
    for node in strings:
        for match in pattern.finditer(node.value):
            if match[0]:
                span = span_in(document, node, *match.span())
                yield rule.finding(document, span, rule.data["message"])
