"""Embedded JSON whose tree is read when somebody asks for it: most bodies of a cassette are only
looked at as Python values, and a faster reader gives these."""

from __future__ import annotations

from functools import partial

from fixture_lint.documents.embedded import json_document
from fixture_lint.documents.json import TooDeep, read
from fixture_lint.documents.tree import Document, Node


def lazy_json(path: str, text: str) -> Document | None:
    """A text as a document if it is an object or an array of JSON, otherwise None.

    What the faster reader does not take (RFC 8259 leaves the range of numbers and lone surrogates
    open) is read at once.
    """
    import orjson

    if text.lstrip(" \t\n\r")[:1] not in ("{", "["):
        return None
    try:
        plain = orjson.loads(text)
    except (ValueError, RecursionError):
        return json_document(path, text)
    document = Document(path, text, partial(tree, text))
    document.memo["plain"] = plain
    return document


def tree(text: str) -> Node:
    """The tree of a text that a faster reader has taken for JSON."""
    try:
        return read(text)
    except TooDeep:  # The faster reader bears more.
        return Node("string", 0, len(text), text)
