"""Cohere chat, version 2: OpenAI chat with one message in the response, and documents as results.

Source: https://docs.cohere.com/v2/reference/chat
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.conversation import Message
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects.chat import (
    call_id,
    history,
    message,
    written_call,
    written_history,
)
from fixture_lint.kinds.dialects.common import UNFINISHED, loss, lost, prepare
from fixture_lint.kinds.wire import Form

_LOST = {"logprobs": "logprobs"}
_ENDS = (None, "COMPLETE", "TOOL_CALL")
_ID = "00000000-0000-4000-8000-000000000001"


def messages(document: Document, root: Node, form: Form) -> list[Message]:
    """The messages of a request, or the one of a response; see ``Dialect``."""
    if form == "request":
        return history(document, root)
    node = root.get("message")
    if node is None or node.type != "object":
        return []
    losses = lost(document, root, _LOST)
    if root.text_of("finish_reason") not in _ENDS:
        losses.append(loss(document, root, UNFINISHED))
    read = message(document, node)
    return [read._replace(speaker="assistant", losses=(*read.losses, *losses))]


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history; see ``Dialect``."""
    written, losses = written_history(turns, call_id)
    for item in written:
        if item["content"] is None:
            del item["content"]
    return {"model": model, "messages": written, "stream": False}, losses


def response(message: Message, model: str) -> tuple[Any, list[str]]:
    """The response in which a message would have come; it does not name the model. See
    ``Dialect``."""
    [turn], losses = prepare([message], call_id)
    written: dict[str, Any] = {"role": "assistant"}
    if turn.calls:
        written["tool_calls"] = [written_call(call) for call in turn.calls]
    if turn.text or not turn.calls:
        written["content"] = [{"type": "text", "text": turn.text}]
    counts = {"input_tokens": 0, "output_tokens": 0}
    return {
        "id": _ID,
        "finish_reason": "TOOL_CALL" if turn.calls else "COMPLETE",
        "message": written,
        "usage": {"billed_units": counts, "tokens": dict(counts)},
    }, losses
