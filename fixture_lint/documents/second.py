"""The second reading: an independent reader confirms a new text before it is written.

The standard library's parser knows nothing of our own reader. It is used with hooks that keep
the spelling of numbers, the order of members and duplicate keys, so that nothing can hide.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from fixture_lint.documents.tree import Pointer


class _Number(NamedTuple):
    spelling: str


class _Object(NamedTuple):
    pairs: tuple[tuple[str, Any], ...]


class Unconfirmed(Exception):
    """The second reader does not confirm a change; the text says why."""


def read(text: str) -> Any:
    """The value of a text: objects as pairs in their order, numbers with their spelling.

    Raises Unconfirmed if the text is not valid JSON.
    """
    try:
        return json.loads(
            text,
            parse_float=_Number,
            parse_int=_Number,
            parse_constant=_refuse_constant,
            object_pairs_hook=lambda pairs: _Object(tuple(pairs)),
        )
    except (ValueError, RecursionError) as error:
        raise Unconfirmed(f"the new text cannot be read: {error}") from error


def confirm_layout(old: str, new: str, ordered_below: frozenset[str] | None) -> None:
    """Confirms that two texts say the same. The order of members is free, except below the keys
    in ``ordered_below``, which hold what was recorded; None stands for all keys.

    Raises Unconfirmed.
    """
    if _flat(read(old), ordered_below) != _flat(read(new), ordered_below):
        raise Unconfirmed("the layout would change a value or the order of recorded keys")


def confirm_edits(old: str, new: str, pointers: Iterable[Pointer]) -> None:
    """Confirms that two texts are equal outside the nodes that the pointers lead to.

    Raises Unconfirmed.
    """
    masked: dict[str | int, Any] = {}
    for pointer in pointers:
        place = masked
        for step in pointer:
            place = place.setdefault(step, {})
        place[_MASKED] = {}
    if _flat(read(old), None, masked) != _flat(read(new), None, masked):
        raise Unconfirmed("an edit would change something outside its place")


_MASKED = -1
"""Marks the nodes that an edit changed in a tree of pointers; no index or key is equal to it."""


def _flat(
    root: Any, ordered_below: frozenset[str] | None, masked: dict[str | int, Any] | None = None
) -> list[Any]:
    """A value as a list of its parts in their order, to be compared without recursion.

    With ``ordered_below`` members are sorted by their keys, except below these.
    """
    parts: list[Any] = []
    stack: list[tuple[Any, bool, dict[str | int, Any]]] = [
        (root, ordered_below is None, masked or {})
    ]
    while stack:
        value, is_ordered, mask = stack.pop()
        if _MASKED in mask:
            parts.append(_MASKED)
        elif isinstance(value, _Object):
            pairs = value.pairs if is_ordered else sorted(value.pairs, key=lambda pair: pair[0])
            parts.append((_Object, tuple(key for key, _ in pairs)))
            for key, child in reversed(pairs):
                below = is_ordered or key in (ordered_below or ())
                stack.append((child, below, mask.get(key, {})))
        elif isinstance(value, list):
            parts.append((list, len(value)))
            for index in range(len(value) - 1, -1, -1):
                stack.append((value[index], is_ordered, mask.get(index, {})))
        else:
            parts.append((type(value), value))
    return parts


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON")
