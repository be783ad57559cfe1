"""What the events of a stream add up to: the response as it would have come without streaming.

Texts and arguments are joined piece by piece; counts, and whatever else a later event states
again, are those of the last event. Numbers stay as they are spelled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fixture_lint.documents.tree import Node
from fixture_lint.kinds.assembly import blocks, chat, gemini, responses

_DIALECTS: dict[str, Callable[[Sequence[Node]], Any]] = {
    "anthropic": blocks.anthropic,
    "bedrock": blocks.bedrock,
    "chat": chat.chat,
    "cohere": blocks.cohere,
    "gemini": gemini.gemini,
    "mistral": chat.chat,
    "ollama": chat.ollama,
    "responses": responses.responses,
}


def assemble(dialect: str, events: Sequence[Node]) -> Any:
    """The response that the events of one stream add up to.

    Arguments: the name of the dialect, and the roots of the events. What is of an unexpected type
    is passed over.

    Returns: Python values as JSON has them, with ``Value``s for what is taken over as recorded
    (see ``conversation.to_text``); an empty response if there are no events.

    Errors: KeyError for a dialect that nobody knows.
    """
    return _DIALECTS[dialect](events)
