"""Events of an OpenAI response: their numbers, and values that come in pieces and as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fixture_lint.kinds.protocols.steps import (
    Mark,
    Problem,
    Step,
    at,
    dicts,
    is_number,
    is_object,
)

_VALUES = {
    "response.function_call_arguments": "arguments",
    "response.mcp_call_arguments": "arguments",
    "response.custom_tool_call_input": "input",
    "response.code_interpreter_call_code": "code",
}
"""What comes in pieces, and the key under which the whole of it is repeated."""


class _Value(NamedTuple):
    """A value that an event states as a whole: the item that it belongs to, and its path, key and
    text."""

    item: float
    path: str
    key: str
    text: str


def problems(steps: Sequence[Step], is_over: bool, is_short: bool) -> Iterator[Problem]:
    """Events of a response: rising numbers, and values that are what their pieces add up to."""
    falling = _falling(steps)
    if falling is not None:
        yield falling
        return
    pieces: dict[float, list[str]] = {}
    known: dict[float, str] = {}
    items: dict[str, float] = {}
    for step in steps:
        for value in _stated(step, items):
            if value.item not in known:
                known[value.item] = "".join(pieces.get(value.item, [value.text]))
            message = _mistake(value, known[value.item], is_short)
            if message:
                yield Problem("arguments", Mark(step.event, path=value.path), message)
                return
        family, _, what = step.kind.rpartition(".")
        index, piece = step.plain.get("output_index"), step.plain.get("delta")
        if what != "delta" or family not in _VALUES:
            continue
        if is_number(index) and isinstance(piece, str):
            pieces.setdefault(index, []).append(piece)


def _falling(steps: Sequence[Step]) -> Problem | None:
    """The first number that is no larger than the one before. Events may have none."""
    number = float("-inf")
    for step in steps:
        current = step.plain.get("sequence_number")
        if not is_number(current):
            continue
        if current <= number:
            message = f"sequence_number {current:g} after {number:g}"
            return Problem("sequence", Mark(step.event, path="sequence_number"), message)
        number = current
    return None


def _mistake(value: _Value, known: str, is_short: bool) -> str:
    """What is wrong with a value, given what its pieces add up to; empty if nothing is."""
    if value.text != known:
        return f"The pieces of {value.key} do not add up to this"
    if value.key == "arguments" and not is_short and not is_object(value.text):
        return "The arguments of a call are no JSON object"
    return ""


def _stated(step: Step, items: dict[str, float]) -> Iterator[_Value]:
    """The values that an event states as a whole. ``items`` tells the number of an item by its id;
    an event that brings an item puts it there."""
    family, _, what = step.kind.rpartition(".")
    index = step.plain.get("output_index")
    item = at(step.plain, "item")
    if is_number(index) and isinstance(at(item, "id"), str):
        items[item["id"]] = index
    if what == "done" and family in _VALUES and is_number(index):
        key = _VALUES[family]
        yield from _value(index, key, key, step.plain)
    elif step.kind == "response.output_item.done" and is_number(index):
        yield from _of_item(index, "item", item)
    elif what in ("completed", "incomplete"):
        for number, item in enumerate(dicts(at(step.plain, "response/output"))):
            if isinstance(item.get("id"), str) and item["id"] in items:
                yield from _of_item(items[item["id"]], f"response/output/{number}", item)


def _of_item(index: float, path: str, item: Any) -> Iterator[_Value]:
    key = _ITEMS.get(at(item, "type") or "")
    if key is not None:
        yield from _value(index, f"{path}/{key}", key, item)


def _value(index: float, path: str, key: str, holder: dict[str, Any]) -> Iterator[_Value]:
    if isinstance(holder.get(key), str):
        yield _Value(index, path, key, holder[key])


_ITEMS = {
    "function_call": "arguments",
    "mcp_call": "arguments",
    "custom_tool_call": "input",
    "code_interpreter_call": "code",
}
