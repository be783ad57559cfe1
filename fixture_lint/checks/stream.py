"""Streams: grammar, names of events, faults, the end, the order, and arguments in pieces."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.documents.embedded import Embedded, locate
from fixture_lint.documents.tree import Document, Node, node_at
from fixture_lint.kinds import Kind, bodies, protocols
from fixture_lint.kinds.protocols.steps import Mark
from fixture_lint.kinds.stream import Stream
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["aspect"]


def aspect(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """What is wrong with the streams of a document in one aspect (data: ``aspect``)."""
    if "stream problems" not in document.memo:
        document.memo["stream problems"] = [
            (found, problem)
            for found in bodies.streams(document)
            for problem in protocols.problems(found)
        ]
    for found, problem in document.memo["stream problems"]:
        if problem.aspect == rule.data["aspect"]:
            yield rule.finding(document, _marked(found, problem.mark), problem.message)


def _marked(stream: Stream, mark: Mark) -> Node | tuple[int, int]:
    """The node, or the span of the file, that a finding marks."""
    event = mark.event
    if mark.span is not None:
        return locate(stream.carrier, *mark.span)
    names = event.event.values("event") if event.event else []
    root = event.root
    if root is None or (names and not mark.path):
        lines = [*names, *(event.event.values("data") if event.event else ())]
        return locate(stream.carrier, *(lines[0] if lines else (event.start, event.end)))
    steps = tuple(int(step) if step.isdecimal() else step for step in mark.path.split("/") if step)
    node = node_at(root, steps)
    if not isinstance(event.carrier, Embedded):
        return node
    # Of an object only the opening is marked, as everywhere.
    return locate(event.carrier, node.start, node.start + 1 if node.members else node.end)
