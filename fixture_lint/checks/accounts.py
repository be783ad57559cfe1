"""Identifiers of accounts in requests, responses and streams of providers."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.detectors.personal import is_fake
from fixture_lint.detectors.placeholders import is_placeholder
from fixture_lint.documents.spans import spans
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind, stream
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["identifiers"]


def identifiers(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Values at the positions that a provider names ``account``; stand-ins and placeholders are
    none. They have no fix: which value a client expects in their place is for people to say."""
    for carrier, root, provider in stream.pieces(document):
        if provider is None:
            continue
        for class_, node in provider.positions.find(root):
            if class_ != "account" or node.type != "string" or not node.value:
                continue
            if is_placeholder(node.value) or is_fake("user-name", node.value):
                continue
            if not is_fake("email", node.value):
                [place, *_] = spans(carrier, node, 0, len(node.value))
                yield rule.finding(document, place, rule.data["message"])
