"""Python values as JSON has them: copied and checked before anything is made of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from fixture_lint.documents.json import MAX_DEPTH
from fixture_lint.documents.tree import Pointer, format_pointer

_END = object()


class NotJson(ValueError):
    """A Python value that JSON cannot hold. The text says what is wrong, ``pointer`` where; neither
    shows the value."""

    def __init__(self, pointer: Pointer, what: str) -> None:
        self.pointer = format_pointer(pointer)
        super().__init__(what)


def copied(value: Any) -> Any:
    """A deep copy of a value out of dicts, lists and scalars; mappings become dicts, tuples lists.

    Raises NotJson for NaN and infinities, keys that are no strings, values of other types, values
    that hold themselves, and nesting beyond MAX_DEPTH. Does not recurse.
    """
    holder: list[Any] = [None]
    inside: list[int] = []  # The ids of the containers around a value.
    stack: list[tuple[Any, Any, Any, Pointer]] = [(value, holder, 0, ())]
    while stack:
        item, into, key, place = stack.pop()
        if item is _END:
            inside.pop()
            continue
        members = _members(item, place)
        if members is None:
            into[key] = _scalar(item, place)
            continue
        if id(item) in inside:
            raise NotJson(place, "a value that holds itself")
        if len(inside) == MAX_DEPTH:
            raise NotJson(place[:3], f"nested deeper than {MAX_DEPTH} levels")
        inside.append(id(item))
        made: Any = {} if isinstance(item, Mapping) else [None] * len(members)
        into[key] = made
        stack.append((_END, None, None, ()))
        if isinstance(made, dict):
            made.update(dict.fromkeys(name for name, _ in members))  # In the order of the keys.
        stack += [(inner, made, name, (*place, name)) for name, inner in reversed(members)]
    return holder[0]


def _members(value: Any, place: Pointer) -> list[tuple[Any, Any]] | None:
    """What a container holds, with keys or indexes; None for everything else."""
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise NotJson(place, "a key that is no string")
        return [(str(key), inner) for key, inner in value.items()]
    return list(enumerate(value)) if isinstance(value, (list, tuple)) else None


def _scalar(value: Any, place: Pointer) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return _int(value, place)
    if not isinstance(value, float):
        raise NotJson(place, f"a value of type {type(value).__name__}")
    if not math.isfinite(value):
        raise NotJson(place, "a number that is not finite")
    return float(value)


def _int(value: int, place: Pointer) -> int:
    number = int(value)
    try:
        str(number)
    except ValueError as error:  # sys.set_int_max_str_digits
        raise NotJson(place, "a number of too many digits") from error
    return number
