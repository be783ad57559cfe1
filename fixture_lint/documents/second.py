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


class _Masked(NamedTuple):
    """Stands for a node that an edit changed."""


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


def confirm_layout(old: str, new: str, ordered_below: frozenset[str]) -> None:
    """Confirms that two texts say the same. The order of members is free, except below the keys
    in ``ordered_below``, which hold what was recorded.

    Raises Unconfirmed.
    """
    if _unordered(read(old), ordered_below) != _unordered(read(new), ordered_below):
        raise Unconfirmed("the layout would change a value or the order of recorded keys")


def confirm_edits(old: str, new: str, pointers: Iterable[Pointer]) -> None:
    """Confirms that two texts are equal outside the nodes that the pointers lead to.

    Raises Unconfirmed.
    """
    before, after = read(old), read(new)
    for pointer in sorted(set(pointers), key=len):
        before, after = _mask(before, pointer), _mask(after, pointer)
    if before != after:
        raise Unconfirmed("an edit would change something outside its place")


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _unordered(value: Any, ordered_below: frozenset[str]) -> Any:
    if isinstance(value, list):
        return [_unordered(element, ordered_below) for element in value]
    if isinstance(value, _Object):
        pairs = [
            (key, child if key in ordered_below else _unordered(child, ordered_below))
            for key, child in value.pairs
        ]
        return _Object(tuple(sorted(pairs, key=lambda pair: pair[0])))
    return value


def _mask(value: Any, pointer: Pointer) -> Any:
    if not pointer or isinstance(value, _Masked):
        return _Masked()
    step, rest = pointer[0], pointer[1:]
    if isinstance(value, _Object):
        return _Object(
            tuple((key, _mask(child, rest) if key == step else child) for key, child in value.pairs)
        )
    if isinstance(value, list):
        return [_mask(child, rest) if at == step else child for at, child in enumerate(value)]
    return value
