"""The screen for canonical text: equal bytes prove what a reading would only confirm."""

from __future__ import annotations

from typing import Any

import orjson

_CANONICAL = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


def canonical_value(data: bytes) -> Any:
    """The Python value of a JSON document whose bytes are canonical, otherwise None.

    Equal bytes prove UTF-8 without BOM, canonical white space and escapes, one final newline and
    unique keys. Different bytes prove nothing. The order of keys is not covered. (A document that
    is ``null`` gives None too; it is of no known kind.)
    """
    try:
        value = orjson.loads(data)
        return value if orjson.dumps(value, option=_CANONICAL) == data else None
    except (orjson.JSONDecodeError, TypeError, RecursionError):
        return None
