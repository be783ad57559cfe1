"""What is written for a provider is what its official library accepts.

The libraries are needed for these tests only: the optional dependencies ``sdk``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings

from fixture_lint.conversation import Message
from fixture_lint.kinds.dialects import named
from tests.neutral import as_json, assistant, call, conversations, result, tools, user

FEWER = settings(max_examples=settings.default.max_examples // 3)
"""The profile decides; each dialect has its turn."""

RESPONSES = [
    ("chat", "openai.types.chat.ChatCompletion", "created"),
    ("responses", "openai.types.responses.Response", "created_at"),
    ("mistral", "mistralai.client.models.ChatCompletionResponse", "created"),
    ("cohere", "cohere.V2ChatResponse", "finish_reason"),
    ("ollama", "ollama.ChatResponse", "message"),
]
"""A dialect, the type of a response in the library of its provider, and a key that it needs."""

REQUESTS = [
    ("chat", "openai.types.chat.ChatCompletionMessageParam", "messages"),
    ("responses", "openai.types.responses.ResponseInputItem", "input"),
    ("mistral", "mistralai.client.models.ChatCompletionRequestMessage", "messages"),
    ("cohere", "cohere.ChatMessageV2", "messages"),
    ("ollama", "ollama.Message", "messages"),
]
"""A dialect, the type of a message in a request, and the key under which messages stand."""


@cache
def adapter(name: str) -> Any:
    """What validates values of a type of an official library; skips where that is not installed."""
    package = name.partition(".")[0]
    pytest.importorskip(package, reason=f"{package} is not installed: pip install '.[sdk]'")
    from pydantic import TypeAdapter

    module, _, type_ = name.rpartition(".")
    return TypeAdapter(getattr(import_module(module), type_))


def validate(adapter_: Any, value: Any) -> None:
    """Raises ValidationError where a value is not of a type, also in what is read lazily."""
    pending = [adapter_.validate_python(value, strict=True)]
    while pending:
        found = pending.pop()
        if isinstance(found, dict):
            pending += found.values()
        elif type(found).__name__ == "ValidatorIterator":
            pending += list(found)


@pytest.mark.parametrize(("dialect", "type_", "needed"), RESPONSES)
@FEWER
@given(turns=conversations(encodable=True))
def test_responses_are_what_the_library_expects(
    dialect: str, type_: str, needed: str, turns: list[Message]
) -> None:
    expected = adapter(type_)
    for turn in turns:
        if turn.speaker == "assistant":
            written = as_json(named(dialect).response(turn, "small")[0])
            validate(expected, written)
            del written[needed]
            with pytest.raises(ValueError, match=needed):
                validate(expected, written)


@pytest.mark.parametrize(("dialect", "type_", "key"), REQUESTS)
@FEWER
@given(turns=conversations(errors=True, encodable=True))
def test_requests_are_what_the_library_sends(
    dialect: str, type_: str, key: str, turns: list[Message]
) -> None:
    expected = adapter(type_)
    messages = as_json(named(dialect).request(turns, "small")[0])[key]
    for message in messages:
        validate(expected, message)
    with pytest.raises(ValueError, match="role"):
        validate(expected, {"role": 7})


CALLED = assistant("I look.", call("c1", "track", '{"code": "P7"}'))


def test_the_libraries_find_text_and_calls() -> None:
    pytest.importorskip("openai", reason="openai is not installed: pip install '.[sdk]'")
    from openai.types.chat import ChatCompletion
    from openai.types.responses import Response

    chat = ChatCompletion.model_validate(as_json(named("chat").response(CALLED, "small")[0]))
    [choice] = chat.choices
    assert choice.message.content == "I look."
    [made] = choice.message.tool_calls
    assert (made.id, made.function.name) == ("call_c1", "track")
    assert made.function.arguments == '{"code":"P7"}'
    response = Response.model_validate(as_json(named("responses").response(CALLED, "small")[0]))
    assert response.output_text == "I look."
    assert [item.type for item in response.output] == ["message", "function_call"]
    assert response.output[1].call_id == "call_c1"


def test_a_history_links_results_to_calls() -> None:
    turns = [user("where?"), CALLED, tools(result("c1", "{}"))]
    pytest.importorskip("mistralai", reason="mistralai is not installed: pip install '.[sdk]'")
    from mistralai.client.models import ChatCompletionRequest

    written = as_json(named("mistral").request(turns, "small")[0])
    request = ChatCompletionRequest.model_validate(written)
    assert request.messages[1].tool_calls[0].id == request.messages[2].tool_call_id == "call00001"
