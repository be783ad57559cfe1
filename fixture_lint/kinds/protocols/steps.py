"""Events of a stream as they are judged, and what may be wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeGuard

from fixture_lint.kinds.stream import StreamEvent

Aspect = Literal["grammar", "name", "fault", "terminal", "sequence", "arguments"]


class Mark(NamedTuple):
    """What of an event a finding marks: a span of its stream's text, a path in its data, or its
    name and else the opening of its data."""

    event: StreamEvent
    span: tuple[int, int] | None = None
    path: str = ""


class Problem(NamedTuple):
    """What is wrong with a stream, in which aspect, and where."""

    aspect: Aspect
    mark: Mark
    message: str


class Step(NamedTuple):
    """An event that can be read: its data as Python values, its kind, and what that kind holds,
    which is the whole data unless the kind is a key of it."""

    event: StreamEvent
    plain: dict[str, Any]
    kind: str
    body: dict[str, Any]
    is_sentinel: bool = False


class Arguments:
    """The arguments of a call in pieces, and where the last one stands."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.last: Mark | None = None

    def add(self, piece: str, mark: Mark) -> None:
        """Takes the next piece."""
        self.pieces.append(piece)
        self.last = mark

    def problem(self) -> Iterator[Problem]:
        """That the arguments of a call are no JSON object once they are joined."""
        if self.last is not None and not is_object("".join(self.pieces)):
            message = "The pieces of arguments do not add up to a JSON object"
            yield Problem("arguments", self.last, message)


def is_object(text: str) -> bool:
    """Whether a text is a JSON object; that of a call without arguments may be empty."""
    if not text.strip():
        return True
    try:
        return isinstance(json.loads(text, parse_int=str, parse_float=str), dict)
    except (ValueError, RecursionError):
        return False


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a value is a number; readers differ in what they make of ``1``."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def at(value: Any, path: str) -> Any:
    """The value at a path of keys separated by ``/``, None if there is none."""
    for step in path.split("/"):
        value = value.get(step) if isinstance(value, dict) else None
    return value


def dicts(value: Any) -> list[dict[str, Any]]:
    """The objects of an array, nothing for every other value."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
