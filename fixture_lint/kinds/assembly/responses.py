"""Events of an OpenAI response. The last one repeats the whole of it; scripts may leave that out.

Source: https://platform.openai.com/docs/api-reference/responses-streaming
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.documents.tree import Node
from fixture_lint.kinds.assembly.pieces import (
    Joined,
    in_order,
    index_of,
    join,
    kept,
    merge,
    object_of,
    settled,
)

_ENDS = {
    "response.completed": "completed",
    "response.incomplete": "incomplete",
    "response.failed": "failed",
}
_PIECES = {
    "response.output_text.delta": ("output_text", "text"),
    "response.refusal.delta": ("refusal", "refusal"),
    "response.reasoning_text.delta": ("reasoning_text", "text"),
    "response.reasoning_summary_text.delta": ("summary_text", "text"),
}
"""Pieces of the parts of an item: the type of the part, and the key of its text."""

_ARGUMENTS = {
    "response.function_call_arguments.delta": "arguments",
    "response.mcp_call_arguments.delta": "arguments",
    "response.custom_tool_call_input.delta": "input",
    "response.code_interpreter_call_code.delta": "code",
}


class _Item:
    """An item of the output: as an event states it, and the pieces that others add."""

    def __init__(self) -> None:
        self.stated: Node | None = None
        self.is_done = False
        self.texts: dict[str, Any] = {}
        self.parts: dict[tuple[bool, float], dict[str, Any]] = {}


def responses(events: Sequence[Node]) -> Any:
    """A response: as the last event states it, its items from the events before if it has none."""
    whole: dict[str, Any] = {"object": "response", "output": []}
    items: dict[float, _Item] = {}
    numbers: dict[str, float] = {}
    for event in events:
        kind = event.text_of("type") or ""
        stated = object_of(event, "response")
        if stated is not None:
            whole |= {m.name: kept(m.value) for m in stated.members}
        if kind in _ENDS:
            whole.setdefault("status", _ENDS[kind])
        item = object_of(event, "item")
        if event.get("output_index") is not None or item is not None:
            # Scripts that are written by hand give no numbers.
            id = (item.text_of("id") if item is not None else None) or ""
            index = index_of(event, "output_index", numbers.get(id, float(len(items))))
            numbers |= {id: index} if id else {}
            _take(items.setdefault(index, _Item()), kind, event)
    output = whole["output"]
    if not isinstance(output, list) and output.node.members:
        return whole
    return settled(whole | {"output": [_written(item) for item in in_order(items)]})


def _take(item: _Item, kind: str, event: Node) -> None:
    stated, piece = object_of(event, "item"), event.text_of("delta")
    if stated is not None:
        item.stated = stated
        item.is_done = kind == "response.output_item.done"
    elif piece is not None and kind in _ARGUMENTS:
        join(item.texts, _ARGUMENTS[kind], piece)
    elif piece is not None and kind in _PIECES:
        type, key = _PIECES[kind]
        is_summary = type == "summary_text"
        index = index_of(event, "summary_index" if is_summary else "content_index")
        part = item.parts.setdefault((is_summary, index), {"type": type})
        join(part, key, piece)


def _written(item: _Item) -> Any:
    if item.stated is not None and item.is_done:
        return kept(item.stated)
    written: dict[str, Any] = {}
    if item.stated is not None:
        merge(written, item.stated)
    for key, pieces in item.texts.items():
        written[key] = Joined(pieces)
    for is_summary, key in ((True, "summary"), (False, "content")):
        parts = {
            i: part for (of_summary, i), part in item.parts.items() if of_summary == is_summary
        }
        if parts:
            written[key] = in_order(parts)
    return written
