"""Chunks of chat completions, and the lines of Ollama.

Sources: https://platform.openai.com/docs/api-reference/chat-streaming,
https://github.com/ollama/ollama/blob/main/docs/api.md
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.documents.tree import Node
from fixture_lint.kinds.assembly.pieces import (
    Parts,
    in_order,
    index_of,
    kept,
    merge,
    object_of,
    objects,
    settled,
    take,
)

_PADDING = ("obfuscation", "p")
_GENERATED = ("response", "thinking")
"""What ``/api/generate`` of Ollama sends in pieces."""


def chat(events: Sequence[Node]) -> Any:
    """A chat completion: each choice with its message, and the calls in it."""
    whole: dict[str, Any] = {}
    choices: dict[float, dict[str, Any]] = {}
    for event in events:
        _state(whole, event, "choices", *_PADDING)
        for number, choice in enumerate(objects(event.get("choices"))):
            index = index_of(choice, "index", number)
            held = choices.setdefault(index, {"index": int(index), "message": {}})
            merge(held, choice, "index", "delta", *_PADDING)
            delta = object_of(choice, "delta")
            if delta is not None:
                merge(held["message"], delta)
    whole["object"] = "chat.completion"
    whole["choices"] = [_completed(choice) for choice in in_order(choices)]
    return settled(whole)


def _completed(choice: dict[str, Any]) -> dict[str, Any]:
    """A choice as it is without streaming: calls are told by their place, not by an index."""
    message = {"role": "assistant", "content": None} | choice["message"]
    calls = message.get("tool_calls")
    if isinstance(calls, Parts):
        for call in calls:
            if isinstance(call, dict):
                call.pop("index", None)
    return choice | {"message": message}


def _state(whole: dict[str, Any], event: Node, *without: str) -> None:
    """What an event says about the response as a whole: the last one counts that says anything."""
    for member in event.members:
        value = member.value
        is_empty = value.type == "null" or (value.type == "string" and not value.value)
        if member.name not in without and not (is_empty and member.name in whole):
            whole[member.name] = kept(value)


def ollama(events: Sequence[Node]) -> Any:
    """The last line, with the text, the thoughts and the calls of all of them."""
    whole: dict[str, Any] = {}
    message: dict[str, Any] = {}
    for event in events:
        _state(whole, event, "message", *_GENERATED)
        said = object_of(event, "message")
        if said is not None:
            merge(message, said)
        take(whole, event, *_GENERATED)
    if message:
        whole["message"] = {"role": "assistant", "content": ""} | message
    return settled(whole)
