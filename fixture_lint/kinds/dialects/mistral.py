"""Mistral chat completions: OpenAI chat with ids of its own and results that name their tool.

The id of a call is nine letters and digits, anything else is refused; arguments may be an object.

Source: https://docs.mistral.ai/api/endpoint/chat
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.conversation import Message
from fixture_lint.kinds.dialects.chat import messages, written_history, written_response

__all__ = ["messages", "request", "response"]


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history; see ``Dialect``."""
    written, losses = written_history(turns, _call_id)
    return {"model": model, "messages": written}, losses


def response(message: Message, model: str) -> tuple[Any, list[str]]:
    """The response in which a message would have come; see ``Dialect``."""
    written, losses = written_response(message, model, f"{1:032x}", _call_id)
    for choice in written["choices"]:
        del choice["logprobs"], choice["message"]["refusal"]
    return written, losses


def _call_id(number: int) -> str:
    return f"call{number:05}"
