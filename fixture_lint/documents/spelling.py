"""How the values of a document are spelled: the place of a part of a value, and edits of values.

Each syntax has its own spelling. What is said of a value, by characters of that value, becomes
here what is said of the text; nothing else has to know which syntax it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from fixture_lint.documents.edits import Edit, apply
from fixture_lint.documents.json import Offsets, offsets_of, quote
from fixture_lint.documents.tree import Document, Node


class Change(NamedTuple):
    """Replace ``value[start:end]`` of a string by ``text``; of a number all or a part of it."""

    node: Node
    start: int
    end: int
    text: str


_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def span_in(document: Document, node: Node, start: int, end: int) -> tuple[int, int]:
    """The span in the text of a part of a value, given in characters of that value.

    Where the spelling is not understood it is the span of the whole node.
    """
    if document.syntax in ("text", "python") or node.type != "string":
        return node.start + start, node.start + end
    if document.syntax == "json":
        offsets = _offsets(document, node)
        return offsets.of(start), offsets.of(end)
    from fixture_lint.documents.yaml_scalars import map_of

    known = map_of(document, node)
    if known is None:
        return node.start, node.end
    first, last = known.span(start, end)
    # The last line of a block scalar ends outside of the node.
    return min(node.start + first, node.end), min(node.start + last, node.end)


def _offsets(document: Document, node: Node) -> Offsets:
    """The offsets of the characters of a string of JSON, made when they are first needed."""
    known: dict[int, Offsets] = document.memo.setdefault("offsets", {})
    if node.start not in known:
        known[node.start] = offsets_of(document.text, node)
    return known[node.start]


def edits_of(document: Document, changes: Iterable[Change]) -> list[Edit] | None:
    """Changes of values as edits of the text, each in the style in which its value is spelled.

    All changes of a value are made together, since what can be spelled depends on the whole of it.
    None if one of them cannot be spelled, or if two of them overlap.
    """
    by_node: dict[tuple[int, int], tuple[Node, list[Edit]]] = {}
    for node, start, end, text in changes:
        by_node.setdefault((node.start, node.end), (node, []))[1].append(Edit(start, end, text))
    edits: list[Edit] = []
    for node, wanted in by_node.values():
        wanted.sort()
        if any(a.end > b.start or a.start == b.start for a, b in pairwise(wanted)):
            return None  # Of two texts for one place nobody knows which comes first.
        spelled = _respelled(document, node, wanted)
        if spelled is None:
            return None
        edits += spelled
    return sorted(edits)


def _respelled(document: Document, node: Node, edits: list[Edit]) -> list[Edit] | None:
    if document.syntax == "yaml":
        from fixture_lint.documents.yaml_edits import respelled

        return respelled(document, node, edits)
    spelled = [
        Edit(*span_in(document, node, edit.start, edit.end), _spelled(document, node, edit.text))
        for edit in edits
    ]
    if document.syntax == "json" and node.type == "number":
        return spelled if _NUMBER.fullmatch(apply(node.value, edits)) else None
    return spelled


def _spelled(document: Document, node: Node, text: str) -> str:
    """A piece of a value as it is spelled in plain text or in JSON: as it is, or escaped, and in
    ASCII where the whole document escapes what is not."""
    if document.syntax in ("text", "python") or node.type != "string":
        return text
    if "escapes all" not in document.memo:
        document.memo["escapes all"] = "\\u" in document.text and document.text.isascii()
    if document.memo["escapes all"]:
        return json.dumps(text)[1:-1]
    return quote(text)[1:-1]
