"""Ollama chat and generate: arguments are objects, and there are no ids.

A result names its tool in ``tool_name``; of several calls of one tool it answers the first that is
open. Newer servers may give ids, which are read.

Source: https://github.com/ollama/ollama/blob/main/docs/api.md
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.conversation import Message
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects import chat
from fixture_lint.kinds.dialects.common import (
    UNFINISHED,
    arguments_object,
    by_order,
    loss,
    lost,
    output_text,
    prepare,
)
from fixture_lint.kinds.wire import Form

_LOST = {"logprobs": "logprobs", "thinking": "reasoning"}
_ENDS = (None, "", "stop")
_DURATIONS = ("total_duration", "load_duration", "prompt_eval_duration", "eval_duration")
_COUNTS = ("prompt_eval_count", "eval_count")


def messages(document: Document, root: Node, form: Form) -> list[Message]:
    """The messages of a request, or the one of a response; see ``Dialect``."""
    if form == "request":
        return chat.history(document, root)
    losses = lost(document, root, _LOST)
    if root.text_of("done_reason") not in _ENDS:
        losses.append(loss(document, root, UNFINISHED))
    node = root.get("message")
    if node is not None and node.type == "object":
        read = chat.message(document, node)
    else:
        read = Message("assistant", root.text_of("response") or "", (), (), root)
    return [read._replace(speaker="assistant", losses=(*read.losses, *losses))]


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history; see ``Dialect``."""
    prepared, losses = prepare(turns, str)
    prepared, sentences = by_order(prepared)
    losses += sentences
    written: list[dict[str, Any]] = []
    for number, turn in enumerate(prepared, 1):
        if turn.speaker != "tools":
            message, sentences = _written(turn, f"turn {number}")
            losses += sentences
            written.append(message)
        for result in turn.results:
            text, sentences = output_text(result, f"turn {number}")
            losses += sentences
            written.append({"role": "tool", "tool_name": result.tool, "content": text})
    return {"model": model, "messages": written, "stream": False, "options": {}}, losses


def response(message: Message, model: str) -> tuple[Any, list[str]]:
    """The response in which a message would have come; see ``Dialect``."""
    [turn], losses = prepare([message], str)
    written, sentences = _written(turn, "the message")
    return {
        "model": model,
        "created_at": "1970-01-01T00:00:00Z",
        "message": written,
        "done": True,
        "done_reason": "stop",
        **dict.fromkeys(_DURATIONS + _COUNTS, 0),
    }, losses + sentences


def _written(turn: Message, where: str) -> tuple[dict[str, Any], list[str]]:
    written: dict[str, Any] = {"role": turn.speaker, "content": turn.text}
    losses: list[str] = []
    calls = []
    for call in turn.calls:
        args, sentences = arguments_object(call, where)
        losses += sentences
        calls.append({"function": {"name": call.tool, "arguments": args}})
    if calls:
        written["tool_calls"] = calls
    return written, losses
