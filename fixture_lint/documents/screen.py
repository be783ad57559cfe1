"""The screen for canonical text: equal bytes prove what a reading would only confirm."""

from __future__ import annotations

import json
from typing import Any, NoReturn

_FEW_BYTES = 200_000
"""Importing orjson costs as much as the standard library needs for this much canonical JSON."""

_seen_bytes = 0


def canonical_value(data: bytes) -> Any:
    """The Python value of a JSON document whose bytes are canonical, otherwise None.

    Equal bytes prove UTF-8 without BOM, canonical white space and escapes, one final newline and
    unique keys. Different bytes prove nothing. The order of keys is not covered. (A document that
    is ``null`` gives None too; it is of no known kind.)
    """
    global _seen_bytes
    _seen_bytes += len(data)
    return by_orjson(data) if _seen_bytes > _FEW_BYTES else by_json(data)


def by_orjson(data: bytes) -> Any:
    """``canonical_value`` by the fast library."""
    import orjson

    option = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    try:
        value = orjson.loads(data)
        return value if orjson.dumps(value, option=option) == data else None
    except (orjson.JSONDecodeError, TypeError, RecursionError):
        return None


def by_json(data: bytes) -> Any:
    """``canonical_value`` by the standard library."""
    try:
        value = json.loads(data.decode(), parse_constant=_refuse)
        text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
        return value if text.encode() == data else None
    except (ValueError, RecursionError):
        return None


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")
