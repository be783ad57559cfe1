"""What is written for Anthropic, Gemini and Bedrock is what their official libraries accept.

The libraries are needed for these tests only: the optional dependencies ``sdk``. Nothing is sent.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings

from fixture_lint.conversation import Message, to_text
from fixture_lint.kinds.dialects import named
from tests.neutral import as_json, assistant, call, conversations, result, tools, user

CALLED = assistant("I look.", call("c1", "track", '{"code": "P7", "weight": 1.50}'))
ANSWERED = tools(result("c1", '{"state": "late"}'))
TURNS = [user("where is parcel P7?"), CALLED, ANSWERED, user("well?"), assistant("It is late.")]


def library(package: str, module: str) -> Any:
    """A module of an official library; skips where that is not installed."""
    pytest.importorskip(package, reason=f"{package} is not installed: pip install '.[sdk]'")
    return import_module(module)


def responses(dialect: str, turns: list[Message]) -> list[Any]:
    """What the messages of the assistant would have come in."""
    spoken = [turn for turn in turns if turn.speaker == "assistant"]
    return [named(dialect).response(turn, "small")[0] for turn in spoken]


@cache
def adapter(type_: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(type_)


def validated(type_: Any, value: Any) -> Any:
    """A value as a library reads it, with everything that it would read lazily."""
    read = adapter(type_).validate_python(value, strict=True)
    pending = [read]
    while pending:
        found = pending.pop()
        if isinstance(found, dict):
            pending += found.values()
        elif type(found).__name__ == "ValidatorIterator":
            pending += list(found)
    return read


@settings(max_examples=30)
@given(turns=conversations(errors=True, encodable=True))
def test_anthropic(turns: list[Message]) -> None:
    types = library("anthropic", "anthropic.types")
    request = as_json(named("anthropic").request(turns, "small")[0])
    params = types.message_create_params.MessageCreateParamsNonStreaming
    validated(params, request)
    for written in responses("anthropic", turns):
        assert validated(types.Message, as_json(written)).to_dict() == as_json(written)


def test_anthropic_types_notice_what_is_wrong() -> None:
    types = library("anthropic", "anthropic.types")
    [called, _] = responses("anthropic", TURNS)
    for key in ("id", "content", "usage"):
        written = as_json(called)
        del written[key]
        with pytest.raises(ValueError, match=key):
            validated(types.Message, written)
    params = types.message_create_params.MessageCreateParamsNonStreaming
    request = as_json(named("anthropic").request(TURNS, "small")[0])
    del request["messages"][2]["content"][0]["tool_use_id"]
    with pytest.raises(ValueError, match="tool_use_id"):
        validated(params, request)


@settings(max_examples=30)
@given(turns=conversations(errors=True, encodable=True))
def test_gemini(turns: list[Message]) -> None:
    types = library("google.genai", "google.genai.types")
    request = as_json(named("gemini").request(turns, "small")[0])
    for content in request["contents"]:
        parts = types.Content.model_validate(content).parts
        ids = [part.function_call.id for part in parts if part.function_call]
        assert ids == [p["functionCall"]["id"] for p in content["parts"] if "functionCall" in p]
    spoken = [turn for turn in turns if turn.speaker == "assistant"]
    for turn, written in zip(spoken, responses("gemini", turns), strict=True):
        response = types.GenerateContentResponse.model_validate(as_json(written))
        assert len(response.function_calls or []) == len(turn.calls)
        assert turn.calls or response.text == turn.text


def test_gemini_types_notice_what_is_wrong() -> None:
    types = library("google.genai", "google.genai.types")
    [called, _] = responses("gemini", TURNS)
    [made] = types.GenerateContentResponse.model_validate(as_json(called)).function_calls
    assert (made.id, made.name, made.args) == ("call_c1", "track", {"code": "P7", "weight": 1.5})
    written = as_json(called)
    written["candidates"][0]["content"]["parts"][1]["functionCall"]["arguments"] = {}
    with pytest.raises(ValueError, match="arguments"):
        types.GenerateContentResponse.model_validate(written)


@cache
def converse() -> Any:
    """The model of the operation, as the library carries it."""
    session = library("botocore", "botocore.session").get_session()
    return session.get_service_model("bedrock-runtime").operation_model("Converse")


@settings(max_examples=30)
@given(turns=conversations(errors=True, encodable=True))
def test_bedrock(turns: list[Message]) -> None:
    validate = library("botocore", "botocore.validate")
    parsers = library("botocore", "botocore.parsers")
    request = as_json(named("bedrock").request(turns, "small")[0])
    report = validate.ParamValidator().validate(request, converse().input_shape)
    assert not report.has_errors(), report.generate_report()
    for written in responses("bedrock", turns):
        answer = {"status_code": 200, "headers": {}, "body": to_text(written).encode()}
        parsed = parsers.create_parser("rest-json").parse(answer, converse().output_shape)
        del parsed["ResponseMetadata"]
        assert parsed == as_json(written)


def test_the_model_of_bedrock_notices_what_is_wrong() -> None:
    validate = library("botocore", "botocore.validate")
    request = as_json(named("bedrock").request(TURNS, "small")[0])
    del request["messages"][1]["content"][1]["toolUse"]["toolUseId"]
    request["messages"][2]["content"][0]["toolResult"]["isError"] = True
    report = validate.ParamValidator().validate(request, converse().input_shape)
    assert "toolUseId" in report.generate_report()
    assert "isError" in report.generate_report()
