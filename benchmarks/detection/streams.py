"""Streams of server-sent events that carry a text in pieces, as several providers send it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.detection.spelled import HOLE, Spelled, in_json, joined, json_string

_Event = tuple[str, Any]
"""The type of an event, '' if the provider names none, and its data."""


def cut(text: Spelled, random: Random) -> list[Spelled]:
    """A text in pieces of at most nine characters."""
    cuts, at = [], 0
    while at < len(text.text):
        at += random.randint(2, 9)
        cuts.append(at)
    return text.pieces(cuts)


def stream(text: Spelled, random: Random, arguments: bool) -> Spelled:
    """The events of an answer with a text, or with the arguments of a call, in pieces."""
    before, delta, after = random.choice(_ARGUMENTS if arguments else _TEXTS)()
    events = [_written(kind, Spelled(_dumped(data))) for kind, data in before]
    kind, data = delta
    for piece in cut(text, random):
        event = in_json(data, json_string(piece, random.random() < 0.2), separators=(",", ":"))
        events.append(_written(kind, event))
    events += [_written(kind, Spelled(_dumped(data))) for kind, data in after]
    return joined(events)


def _dumped(data: Any) -> str:
    import json

    return data if isinstance(data, str) else json.dumps(data)


def _written(kind: str, data: Spelled) -> Spelled:
    return data.put(f"{f'event: {kind}' + chr(10) if kind else ''}data: {HOLE}\n\n")


def _chat(delta: Any, finish: str) -> tuple[list[_Event], _Event, list[_Event]]:
    def chunk(delta: Any, reason: str | None = None) -> Any:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [choice]}

    first = ("", chunk({"role": "assistant", "content": ""}))
    return [first], ("", chunk(delta)), [("", chunk({}, finish)), ("", "[DONE]")]


def _chat_text() -> tuple[list[_Event], _Event, list[_Event]]:
    return _chat({"content": HOLE}, "stop")


def _chat_arguments() -> tuple[list[_Event], _Event, list[_Event]]:
    before, delta, after = _chat(
        {"tool_calls": [{"index": 0, "function": {"arguments": HOLE}}]}, "tool_calls"
    )
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "load"}}
    start = {"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": None}
    return [*before, ("", {"id": "chatcmpl-1", "choices": [start]})], delta, after


def _messages(block: Any, delta: Any) -> tuple[list[_Event], _Event, list[_Event]]:
    message = {"id": "msg_1", "role": "assistant", "content": []}
    return (
        [
            ("message_start", {"type": "message_start", "message": message}),
            (
                "content_block_start",
                {"type": "content_block_start", "index": 0, "content_block": block},
            ),
        ],
        ("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}),
        [
            ("content_block_stop", {"type": "content_block_stop", "index": 0}),
            ("message_delta", {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
            ("message_stop", {"type": "message_stop"}),
        ],
    )


def _messages_text() -> tuple[list[_Event], _Event, list[_Event]]:
    return _messages({"type": "text", "text": ""}, {"type": "text_delta", "text": HOLE})


def _messages_arguments() -> tuple[list[_Event], _Event, list[_Event]]:
    block = {"type": "tool_use", "id": "toolu_1", "name": "load", "input": {}}
    return _messages(block, {"type": "input_json_delta", "partial_json": HOLE})


def _responses(kind: str) -> tuple[list[_Event], _Event, list[_Event]]:
    item = {"item_id": "msg_1", "output_index": 0}
    return (
        [("response.created", {"type": "response.created", "response": {"id": "resp_1"}})],
        (f"response.{kind}.delta", {"type": f"response.{kind}.delta", **item, "delta": HOLE}),
        [("response.completed", {"type": "response.completed", "response": {"id": "resp_1"}})],
    )


def _responses_text() -> tuple[list[_Event], _Event, list[_Event]]:
    return _responses("output_text")


def _responses_arguments() -> tuple[list[_Event], _Event, list[_Event]]:
    return _responses("function_call_arguments")


def _candidates() -> tuple[list[_Event], _Event, list[_Event]]:
    def chunk(text: str, **more: str) -> Any:
        return {"candidates": [{"content": {"parts": [{"text": text}]}, **more, "index": 0}]}

    return [], ("", chunk(HOLE)), [("", chunk("", finishReason="STOP"))]


_Provider = Callable[[], tuple[list[_Event], _Event, list[_Event]]]
_TEXTS: tuple[_Provider, ...] = (_chat_text, _messages_text, _responses_text, _candidates)
_ARGUMENTS: tuple[_Provider, ...] = (_chat_arguments, _messages_arguments, _responses_arguments)
