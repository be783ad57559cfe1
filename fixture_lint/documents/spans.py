"""Spans of a file: where a piece of an embedded text stands in it, and which spans are taken."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable

from fixture_lint.documents.embedded import owner
from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.strings import Carrier
from fixture_lint.documents.tree import Document, Node

Span = tuple[int, int]
Spans = tuple[Span, ...]


def spans(carrier: Carrier, node: Node, start: int, end: int) -> Spans:
    """Where ``node.value[start:end]`` stands in the file: one span for each string that carries a
    piece of it."""
    document = owner(carrier)
    return _raised(carrier, *span_in(document, node, start, end))


def _raised(carrier: Carrier, start: int, end: int) -> Spans:
    if isinstance(carrier, Document):
        return ((start, end),)
    first, last = carrier.decoded.span(start, end)
    found: list[Span] = []
    begin = 0
    for part in carrier.parts:
        low, high = max(first - begin, 0), min(last - begin, part.length)
        if low < high:
            place = span_in(part.document, part.node, part.offset + low, part.offset + high)
            found += _raised(part.carrier, *place)
        begin += part.length
    return tuple(found)


class Taken:
    """Spans of which no two overlap."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._spans: list[Span] = []
        for span in spans:
            self.add((span,))

    def add(self, spans: Spans) -> bool:
        """Takes spans and says so, unless one of them overlaps one that is taken."""
        if any(self._overlaps(span) for span in spans):
            return False
        for span in spans:
            insort(self._spans, span)
        return True

    def _overlaps(self, span: Span) -> bool:
        at = bisect_left(self._spans, span)
        before = self._spans[at - 1][1] if at else 0
        return before > span[0] or (at < len(self._spans) and self._spans[at][0] < span[1])
