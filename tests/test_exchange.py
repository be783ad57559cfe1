"""Calls and results in requests of every provider: clean ones raise nothing, broken ones say what
is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from neutral import assistant, call, conversations, tools, user, value

from fixture_lint.api import canonical_json, lint_text
from fixture_lint.conversation import Message, Result, to_text
from fixture_lint.kinds import wire
from fixture_lint.kinds.dialects import named

DIALECT = {provider.name: provider.dialect for provider in wire.providers()}
PROVIDERS = sorted(set(DIALECT) - {"chat-family"})
WITHOUT_IDS = ["ollama"]
WITH_IDS = sorted(set(PROVIDERS) - set(WITHOUT_IDS))
PAIRING = ["FX212", "FX213", "FX214", "FX215"]

TURNS = [
    user("track both"),
    assistant("", call("c1", "track", '{"code": "P7"}'), call("c2", "refund", '{"code": "P8"}')),
    tools(
        Result("c1", "track", value('{"late": true}')), Result("c2", "refund", value('{"paid": 3}'))
    ),
    assistant("One is late."),
]


def request(provider: str, turns: list[Message] = TURNS) -> Any:
    """The request of a provider with these turns as its history, as Python values."""
    return json.loads(to_text(named(DIALECT[provider]).request(turns, "small")[0]))


def codes(plain: Any) -> list[str]:
    text = canonical_json(plain)
    return [f.code for f in lint_text(text, settings={"select": PAIRING})]


def items(plain: Any, is_wanted: Any) -> Iterator[tuple[list[Any], int]]:
    """The places of elements of lists, innermost and in the order of the text."""
    if isinstance(plain, dict):
        for below in plain.values():
            yield from items(below, is_wanted)
    elif isinstance(plain, list):
        for index, item in enumerate(plain):
            inner = list(items(item, is_wanted))
            yield from inner
            if not inner and is_wanted(item):
                yield plain, index


def is_call(item: Any) -> bool:
    return isinstance(item, dict) and (
        bool({"function", "toolUse", "functionCall"} & item.keys())
        or item.get("type") in ("tool_use", "function_call")
    )


def is_result(item: Any) -> bool:
    return isinstance(item, dict) and (
        item.get("role") == "tool"
        or bool({"toolResult", "functionResponse"} & item.keys())
        or item.get("type") in ("tool_result", "function_call_output")
    )


@pytest.mark.parametrize("provider", PROVIDERS)
@given(turns=conversations(encodable=True))
def test_clean_histories_raise_nothing(provider: str, turns: list[Message]) -> None:
    text = to_text(named(DIALECT[provider]).request(turns, "small")[0])
    assert lint_text(text, settings={"select": PAIRING}) == []


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(("is_doomed", "code"), [(is_result, "FX214"), (is_call, "FX213")])
def test_what_is_dropped_leaves_an_orphan(
    provider: str, number: int, is_doomed: Any, code: str
) -> None:
    plain = request(provider)
    listed, index = list(items(plain, is_doomed))[number]
    del listed[index]
    assert codes(plain) == [code]


@pytest.mark.parametrize("provider", WITH_IDS)
def test_a_result_with_another_id_answers_nothing(provider: str) -> None:
    plain = request(provider)
    listed, index = next(items(plain, is_result))
    spelled = json.dumps(listed[index])
    first = next(
        id_ for id_ in ("toolu_c1", "tooluse_c1", "call00001", "call_c1") if id_ in spelled
    )
    listed[index] = json.loads(spelled.replace(first, first[:-1] + "7"))
    assert sorted(codes(plain)) == ["FX213", "FX214"]


@pytest.mark.parametrize("provider", WITH_IDS)
def test_two_open_calls_with_one_id(provider: str) -> None:
    plain = request(provider)
    (calls, first), (_, second) = items(plain, is_call)
    calls[second] = calls[first]
    results, index = list(items(plain, is_result))[1]
    del results[index]
    assert codes(plain) == ["FX212"]


@pytest.mark.parametrize("provider", ["openai-chat", "openai-responses", "mistral", "cohere-v2"])
def test_a_result_after_another_message_is_late(provider: str) -> None:
    late = [TURNS[0], TURNS[1], user("hurry"), TURNS[2], TURNS[3]]
    assert codes(request(provider, late)) == ["FX215", "FX215"]


def test_a_request_that_goes_on_is_not_judged() -> None:
    plain = request("openai-responses")
    listed, index = next(items(plain, is_call))
    del listed[index]
    assert codes(plain | {"previous_response_id": "resp_1"}) == []


def test_a_call_of_the_last_message_is_open() -> None:
    plain = request("openai-chat", TURNS[:2])
    assert codes(plain) == ["FX214", "FX214"]


BLOCK = {"type": "tool_result"}


@pytest.mark.parametrize(
    "plain",
    [
        {"model": "small", "messages": [{"role": "tool"}, {"role": "assistant", "tool_calls": 3}]},
        {"model": "small", "messages": [None, 7, {"role": "assistant", "tool_calls": [None]}]},
        {"contents": [{"role": "user", "parts": [{"functionResponse": None}]}]},
        {"model": "s", "system": "", "messages": [{"role": "user", "content": [BLOCK, None, 3]}]},
        {"model": "small", "input": [{"type": "function_call_output"}, None, "x"]},
        {"modelId": "s", "messages": [{"role": "user", "content": [{"toolResult": 3}]}]},
    ],
)  # fmt: skip
def test_broken_requests_end_without_a_traceback(plain: Any) -> None:
    assert "FX001" not in codes(plain)
