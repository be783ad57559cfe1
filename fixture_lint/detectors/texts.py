"""The texts of a value of JSON, and whether secrets or personal data are found in them: what the
raw bytes of a file leave open is settled here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from fixture_lint.detectors import tokens
from fixture_lint.detectors.personal.finding import holds

_SHORTEST = 8
"""Shorter texts hold no others."""

_PAIR = re.compile(r"[^=&;?#\s]=[^&;#\s]")
_SCHEME = re.compile(r"\s*(?:basic|bearer|token|apikey|digest)\s", re.IGNORECASE)
_NUMBERS = range(10**6, 10**19)
"""Whole numbers that may be the name of something."""


def hold(plain: object, secret: bool, personal: bool) -> bool:
    """Whether a value of JSON must be searched for secrets or for personal data, given that nothing
    in it is encoded. No guarantees that nothing is found in its texts and in those that they hold.
    """
    for text, name, within in set(named(plain)):
        if secret and tokens.find(text, name):
            return True
        if personal and holds(text, name, within):
            return True
        if len(text) < _SHORTEST or not _may_hold_others(text, name):
            continue
        for inner, told, outer in _texts_in(text, name):
            if inner is None or (secret and tokens.find(inner, told)):
                return True
            if personal and holds(inner, told, outer):
                return True
    return False


def _may_hold_others(text: str, name: str) -> bool:
    """Whether a text may hold others with names of their own: the pairs of a query or a cookie,
    what follows the scheme of a header, JSON."""
    if "=" in text and (_PAIR.search(text) or name.casefold().endswith("cookie")):
        return True
    start = text.lstrip()[:1]
    return start in ("{", "[") or (start in "bBtTaAdD" and _SCHEME.match(text) is not None)


def _texts_in(text: str, name: str) -> Iterator[tuple[str | None, str, str]]:
    """What a text holds that stands under a name, as ``named`` gives it; None for what stays
    closed."""
    from fixture_lint.documents.json import read
    from fixture_lint.documents.opening import Sealed, texts
    from fixture_lint.documents.tree import Document

    source = json.dumps({name: text})
    for inner in texts(Document("", source, read(source))):
        if isinstance(inner, Sealed):
            yield None, "", ""
        else:
            yield inner.node.value, inner.name, inner.within


def named(plain: object, name: str = "") -> Iterator[tuple[str, str, str]]:
    """The texts of a value of JSON, keys and long whole numbers included, each with the name under
    which it stands and that of what holds it. A text comes under every name that
    ``opening.strings`` may give it: its key, also within a list, and the name that a pair such as
    ``{"name": "phone", "value": "..."}`` states."""
    stack: list[tuple[object, str, str]] = [(plain, name, "")]
    while stack:
        value, name, within = stack.pop()
        if isinstance(value, str):
            yield value, name, within
        elif isinstance(value, dict):
            for key, item in value.items():
                yield key, "", ""
                stack.append((item, key, name))
                if key == "value":
                    said = (value.get("name"), value.get("key"))
                    stack += ((item, told, name) for told in said if isinstance(told, str))
        elif isinstance(value, list):
            stack += ((item, name, within) for item in value)
        elif isinstance(value, int) and value in _NUMBERS:
            yield str(value), name, within
