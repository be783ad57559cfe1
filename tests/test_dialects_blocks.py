"""What Anthropic, Gemini and Bedrock say in blocks is read as a conversation, and written so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint import lint_text, rules
from fixture_lint.conversation import Message, Result, Value, to_line, to_text
from fixture_lint.kinds import wire
from fixture_lint.kinds.dialects import named
from tests.neutral import (
    NOWHERE,
    assistant,
    call,
    conversations,
    messages_of,
    plain,
    result,
    tools,
    user,
    value,
)

PROVIDERS = {"anthropic": "anthropic-messages", "bedrock": "bedrock-converse", "gemini": "gemini"}
DIALECTS = list(PROVIDERS)


def system(text: str) -> Message:
    return Message("system", text, (), (), NOWHERE)


TURNS = [
    user("where is parcel P7?"),
    assistant("I look.", call("c1", "track", '{"code": "P7", "weight": 1.50}')),
    tools(result("c1", '{"state": "late", "days": 1e400}')),
    user("well?"),
    assistant("It is late."),
]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(turns=conversations(errors=True))
def test_a_conversation_comes_back_as_it_was(dialect: str, turns: list[Message]) -> None:
    written, losses = named(dialect).request(turns, "small")
    read_back = messages_of(dialect, written, "request")
    assert losses == []
    assert [message.losses for message in read_back] == [()] * len(turns)
    assert plain(read_back) == plain(turns)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(turns=conversations())
def test_each_answer_comes_back_from_its_response(dialect: str, turns: list[Message]) -> None:
    for turn in turns:
        if turn.speaker == "assistant":
            written, losses = named(dialect).response(turn, "small")
            read_back = messages_of(dialect, written, "response")
            assert (losses, read_back[0].losses) == ([], ())
            assert plain(read_back) == plain([turn])


@pytest.mark.parametrize("dialect", DIALECTS)
@given(turns=conversations(errors=True))
def test_what_is_written_is_written_again_the_same(dialect: str, turns: list[Message]) -> None:
    written, _ = named(dialect).request([system("be brief"), *turns], "small")
    read_back = messages_of(dialect, written, "request")
    assert (read_back[0].speaker, read_back[0].text) == ("system", "be brief")
    again, _ = named(dialect).request(read_back, "small")
    assert to_text(again) == to_text(written)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_written_is_recognised_and_clean(dialect: str) -> None:
    every_rule = {"select": [rule.code for rule in rules.load()]}
    made = named(dialect)
    for form, (written, _) in (
        ("request", made.request(TURNS, "small")),
        ("response", made.response(TURNS[1], "small")),
        ("response", made.response(TURNS[4], "small")),
    ):
        text = to_text(written)
        found = wire.recognise_value(json.loads(text))
        assert found is not None
        assert (found.provider.name, found.form) == (PROVIDERS[dialect], form)
        assert lint_text(text, path="late-parcel.json", settings=every_rule) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_numbers_stay_as_they_are_spelled(dialect: str) -> None:
    text = to_text(named(dialect).request(TURNS, "small")[0])
    assert "1.50" in text
    assert "1e400" in text


@pytest.mark.parametrize(
    ("dialect", "id_"),
    [("anthropic", "toolu_c12"), ("bedrock", "tooluse_c12"), ("gemini", "call_c12")],
)
def test_references_keep_their_numbers(dialect: str, id_: str) -> None:
    turns = [assistant("", call("c12", "track", "{}")), tools(result("c12", "{}"))]
    assert to_text(named(dialect).request(turns, "small")[0]).count(f'"{id_}"') == 2
    assert f'"{id_}"' in to_text(named(dialect).response(turns[0], "small")[0])


@pytest.mark.parametrize(
    ("dialect", "key", "called", "said"),
    [
        ("anthropic", "stop_reason", "tool_use", "end_turn"),
        ("bedrock", "stopReason", "tool_use", "end_turn"),
        ("gemini", "finishReason", "STOP", "STOP"),
    ],
)
def test_a_response_says_why_it_ended(dialect: str, key: str, called: str, said: str) -> None:
    ends = []
    for turn in (TURNS[1], TURNS[4]):
        written, _ = named(dialect).response(turn, "small")
        ends.append(written["candidates"][0][key] if dialect == "gemini" else written[key])
    assert ends == [called, said]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_messages_of_the_system_become_one(dialect: str) -> None:
    turns = [system("be brief"), system("be kind"), user("hello")]
    written, losses = named(dialect).request(turns, "small")
    assert losses == ["turn 2: the place of a message of the system"]
    [first, second] = messages_of(dialect, written, "request")
    assert (first.speaker, first.text, second.text) == ("system", "be brief\nbe kind", "hello")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_results_go_with_what_the_user_says_next(dialect: str) -> None:
    written, _ = named(dialect).request(TURNS, "small")
    said = written.get("messages") or written["contents"]
    ours = "model" if dialect == "gemini" else "assistant"
    assert [message["role"] for message in said] == ["user", ours, "user", ours]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_has_no_place_is_told_when_it_is_written(dialect: str) -> None:
    turns = [
        user("hello"),
        system("be brief"),
        assistant("", call("c1", "track", "{}")._replace(args=None, raw_args='{"half')),
        tools(Result("c1", "track", '{"a": 1}')),
        assistant("", call("c2", "search", "{}")._replace(is_server_side=True)),
    ]
    written, losses = named(dialect).request(turns, "small")
    assert losses == [
        "turn 5: a call that the provider executed itself",
        "turn 2: the place of a message of the system",
        "turn 3: arguments that are no object",
        "turn 4: that an output is a text of JSON",
    ]
    assert "search" not in to_text(written)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("output", ["[1, 2.0]", '"late"', '"7"', '""', "[]"])
def test_outputs_that_are_no_objects(dialect: str, output: str) -> None:
    turns = [assistant("", call("c1", "track", "{}")), tools(result("c1", output))]
    written, losses = named(dialect).request(turns, "small")
    [_, read_back] = messages_of(dialect, written, "request")
    found = read_back.results[0].output
    spelled = to_line(found)
    assert losses == []
    assert spelled == to_line(value(output))


@pytest.mark.parametrize(
    ("output", "wrapped"),
    [
        ('{"days": 2}', '{"days":2}'),
        ("7.0", '{"output":7.0}'),
        ("null", '{"output":null}'),
        ('{"output": 7}', '{"output":{"output":7}}'),
        ('{"output": 7, "days": 2}', '{"output":7,"days":2}'),
        ('{"error": "late"}', '{"output":{"error":"late"}}'),
        ('{"error": null}', '{"output":{"error":null}}'),
        ('{"error": "", "days": 2}', '{"error":"","days":2}'),
    ],
)
def test_gemini_wraps_what_is_no_object_or_would_be_misread(output: str, wrapped: str) -> None:
    turns = [assistant("", call("c1", "track", "{}")), tools(result("c1", output))]
    written, losses = named("gemini").request(turns, "small")
    assert losses == []
    assert to_line(written["contents"][1]["parts"][0]["functionResponse"]["response"]) == wrapped
    [_, read_back] = messages_of("gemini", written, "request")
    assert to_line(read_back.results[0].output) == to_line(value(output))
    assert read_back.results[0].error is None
    assert (read_back.results[0].output is None) == (output == "null")


# Anthropic


def blocks(*listed: Any) -> Message:
    """What Anthropic says in a response with these blocks."""
    response = {"type": "message", "role": "assistant", "content": list(listed)}
    [message] = messages_of("anthropic", response, "response")
    return message


def seen(message: Message) -> list[tuple[str, str, str | None, bool]]:
    return [
        (c.id, c.tool, to_line(c.args) if c.args else None, c.is_server_side) for c in message.calls
    ]


def test_anthropic_blocks() -> None:
    message = blocks(
        {"type": "thinking", "thinking": "sesame", "signature": "sesame"},
        {"type": "redacted_thinking", "data": "sesame"},
        {"type": "text", "text": "I ", "citations": None},
        {"type": "text", "text": "look.", "citations": [{"cited_text": "sesame"}]},
        {"type": "tool_use", "id": "toolu_1", "name": "track", "input": {"n": 1.5}},
        {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"q": "a"}},
        {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [{"url": "u"}]},
        {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "roll", "input": {}},
        {"type": "text", "text": " Done."},
        {"type": "container_upload", "file_id": "sesame"},
    )
    assert message.text == "I look. Done.[container_upload]"
    assert seen(message) == [
        ("toolu_1", "track", '{"n":1.5}', False),
        ("srvtoolu_1", "web_search", '{"q":"a"}', True),
        ("mcptoolu_1", "roll", "{}", True),
    ]
    assert list(message.losses) == [
        "reasoning at /content/0",
        "reasoning at /content/1",
        "citations at /content/3/citations",
        "the result of a call of the provider at /content/6",
        "the place of a text behind a call at /content/8",
        "the place of a text behind a call at /content/9",
        "a content part of type container_upload at /content/9",
    ]


@pytest.mark.parametrize(
    ("reason", "losses"),
    [
        ("end_turn", ()),
        ("tool_use", ()),
        (None, ()),
        ("max_tokens", ("that the response did not end by itself at the root",)),
        ("refusal", ("that a text is a refusal at the root",)),
    ],
)
def test_how_an_anthropic_response_ended(reason: str | None, losses: tuple[str, ...]) -> None:
    response = {"content": [{"type": "text", "text": "hi"}], "stop_reason": reason}
    [message] = messages_of("anthropic", response, "response")
    assert (message.text, message.losses) == ("hi", losses)


def anthropic(*messages: Any, **settings: Any) -> list[Message]:
    request = {"model": "small", "max_tokens": 9, **settings, "messages": list(messages)}
    return messages_of("anthropic", request, "request")


def answered(**block: Any) -> Result:
    used = {"type": "tool_use", "id": "toolu_1", "name": "track", "input": {}}
    [_, message] = anthropic(
        {"role": "assistant", "content": [used]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", **block}]},
    )
    assert message.speaker == "tools"
    [found] = message.results
    return found


@pytest.mark.parametrize(
    ("content", "output"),
    [
        ('{"days": 1e400}', '{"days":1e400}'),
        ([{"type": "text", "text": "[1,"}, {"type": "text", "text": "2]"}], "[1,2]"),
        ("late", '"late"'),
        ("", '""'),
        (None, '""'),
        ([{"type": "image", "source": {}}], '"[image]"'),
    ],
)
def test_anthropic_results(content: Any, output: str) -> None:
    found = answered(content=content)
    assert (to_line(found.output), found.error) == (output, None)
    assert isinstance(found.output, Value) == (output[0] in "{[")


def test_anthropic_errors_are_texts() -> None:
    found = answered(content='{"code": 7}', is_error=True)
    assert (found.id, found.output, found.error) == ("toolu_1", None, '{"code": 7}')
    assert answered(is_error=True).error == ""


def test_results_and_a_text_are_two_messages() -> None:
    one = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "late"}
    two = {"type": "tool_result", "tool_use_id": "toolu_2", "content": "later"}
    read_back = anthropic(
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": "I look."},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "track"}]},
        {"role": "user", "content": [one]},
        {"role": "user", "content": [two, {"type": "text", "text": "well?"}]},
        {
            "role": "user",
            "content": [{"type": "text", "text": "hel"}, {"type": "text", "text": "lo?"}],
        },
        system=[{"type": "text", "text": "be "}, {"type": "text", "text": "brief"}],
    )
    assert [(m.speaker, m.text, len(m.calls), len(m.results)) for m in read_back] == [
        ("system", "be brief", 0, 0),
        ("user", "hello", 0, 0),
        ("assistant", "I look.", 1, 0),
        ("tools", "", 0, 2),
        ("user", "well?\nhello?", 0, 0),
    ]
    assert [sentence for m in read_back for sentence in m.losses] == [
        "the boundary between two texts at /messages/5/content/0"
    ]


def test_a_text_before_a_result_is_moved_and_told() -> None:
    used = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "late"}
    said = {"type": "text", "text": "well?"}
    [results, message] = anthropic({"role": "user", "content": [said, used]})
    assert (results.speaker, message.text) == ("tools", "well?")
    assert message.losses == ("the place of a text before a result at /messages/0/content/1",)


def test_an_unknown_role_steers_the_model() -> None:
    [message] = anthropic({"role": "narrator", "content": "be brief"})
    assert (message.speaker, message.text) == ("system", "be brief")
    assert message.losses == ("an unknown role at /messages/0",)


@pytest.mark.parametrize("type_", ["server_tool_use", "mcp_tool_use"])
def test_a_call_of_the_provider_may_be_unfinished(type_: str) -> None:
    message = blocks({"type": type_, "id": "x", "name": "search", "input": {}})
    assert seen(message) == [("x", "search", "{}", True)]


def test_a_result_inside_the_answer_is_the_provider_s_own() -> None:
    used = {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}}
    own = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "found"}
    [message] = anthropic({"role": "assistant", "content": [used, own]})
    assert seen(message) == [("toolu_1", "search", "{}", True)]


# Bedrock


def test_bedrock_blocks() -> None:
    message = {
        "role": "assistant",
        "content": [
            {"reasoningContent": {"reasoningText": {"text": "sesame", "signature": "sesame"}}},
            {"citationsContent": {"content": [{"text": "I "}, {"text": "go."}], "citations": [{}]}},
            {"toolUse": {"toolUseId": "tooluse_1", "name": "track", "input": {"n": 1}}},
            {"toolUse": {"toolUseId": "x", "name": "run", "input": {}, "type": "server_tool_use"}},
            {"toolUse": {"toolUseId": "y", "name": "nova_code_interpreter", "input": {}}},
            {"toolResult": {"toolUseId": "y", "content": [{"json": {"stdOut": "sesame"}}]}},
            {"image": {"format": "png", "source": {"bytes": "sesame"}}},
        ],
    }  # fmt: skip
    response = {"output": {"message": message}, "stopReason": "max_tokens"}
    [read_back] = messages_of("bedrock", response, "response")
    assert read_back.text == "I go.[image]"
    assert seen(read_back) == [
        ("tooluse_1", "track", '{"n":1}', False),
        ("x", "run", "{}", True),
        ("y", "nova_code_interpreter", "{}", True),
    ]
    assert list(read_back.losses) == [
        "reasoning at /output/message/content/0",
        "citations at /output/message/content/1/citationsContent/citations",
        "the result of a call of the provider at /output/message/content/5/toolResult",
        "the place of a text behind a call at /output/message/content/6",
        "a content part of type image at /output/message/content/6",
        "that the response did not end by itself at the root",
    ]


@pytest.mark.parametrize(
    ("outcome", "output", "error"),
    [
        ({"content": [{"json": {"days": 2}}]}, '{"days":2}', None),
        ({"content": [{"json": [1]}], "status": "success"}, "[1]", None),
        ({"content": [{"json": 7}]}, '"7"', None),
        ({"content": [{"text": '{"days": '}, {"text": "2}"}]}, '{"days":2}', None),
        ({"content": [{"text": "late "}, {"json": {"days": 2}}]}, '"late {\\"days\\":2}"', None),
        ({"content": [{"document": {"name": "a"}}]}, '"[document]"', None),
        ({"content": []}, '""', None),
        ({"content": [{"text": "lost"}], "status": "error"}, "null", "lost"),
        ({"content": [{"json": {"code": 7}}], "status": "error"}, "null", '{"code":7}'),
    ],
)
def test_bedrock_results(outcome: Any, output: str, error: str | None) -> None:
    said = {"role": "user", "content": [{"toolResult": {"toolUseId": "tooluse_1", **outcome}}]}
    [message] = messages_of("bedrock", {"messages": [said]}, "request")
    [found] = message.results
    assert (found.id, to_line(found.output), found.error) == ("tooluse_1", output, error)


def test_bedrock_takes_objects_as_json_and_everything_else_as_text() -> None:
    turns = [
        assistant("", call("c1", "track", "{}"), call("c2", "track", "{}")),
        tools(result("c1", '{"a": 1}'), result("c2", "[1]")),
    ]
    written, _ = named("bedrock").request(turns, "small")
    first, second = written["messages"][1]["content"]
    assert to_line(first["toolResult"]["content"]) == '[{"json":{"a":1}}]'
    assert to_line(second["toolResult"]["content"]) == '[{"text":"[1]"}]'


def test_settings_in_bedrock_messages_say_nothing() -> None:
    guarded = {"guardContent": {"text": {"text": "well?", "qualifiers": ["query"]}}}
    point = {"cachePoint": {"type": "default"}}
    request = {
        "system": [{"text": "be brief"}, point],
        "messages": [{"role": "user", "content": [{"text": "hello "}, point, guarded]}],
    }
    read_back = messages_of("bedrock", request, "request")
    assert [(m.speaker, m.text, m.losses) for m in read_back] == [
        ("system", "be brief", ()),
        ("user", "hello well?", ()),
    ]


# Gemini


def snake(value: Any) -> Any:
    """The keys of the provider as the SDK dumps them, with nulls where nothing is."""
    if isinstance(value, list):
        return [snake(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    names = {"functionCall": "function_call", "functionResponse": "function_response"}
    spelled = {names.get(key, key): snake(inner) for key, inner in value.items()}
    is_part = {"text", *names.values()} & spelled.keys()
    nothing = dict.fromkeys(["thought", "text", "inline_data", "executable_code", *names.values()])
    return {**nothing, **spelled} if is_part else spelled


@given(turns=conversations(errors=True))
def test_both_spellings_of_gemini_say_the_same(turns: list[Message]) -> None:
    request = without_values(named("gemini").request(turns, "small")[0])
    camel, snaked = (messages_of("gemini", made, "request") for made in (request, snake(request)))
    assert plain(snaked) == plain(camel)
    assert [message.losses for message in snaked] == [()] * len(turns)


def without_values(value: Any) -> Any:
    """Recorded values as an empty object: their keys are nobody's to spell."""
    if isinstance(value, Value):
        return {}
    if isinstance(value, list):
        return [without_values(inner) for inner in value]
    return {k: without_values(v) for k, v in value.items()} if isinstance(value, dict) else value


def test_results_of_role_function() -> None:
    contents = [
        {"role": "model", "parts": [{"functionCall": {"name": "track", "args": {"n": 1}}}]},
        {"role": "function", "parts": [{"functionResponse": {"name": "track", "response": {}}}]},
        {"role": "user", "parts": [{"text": "well?"}]},
    ]
    assert plain(messages_of("gemini", {"contents": contents}, "request")) == [
        ("assistant", "", [(1, "track", '{"n":1}')], []),
        ("tools", "", [], [(1, "{}", None)]),
        ("user", "well?", [], []),
    ]


def without_ids(value: Any) -> Any:
    """What was written, without the ids of calls and results."""
    if isinstance(value, list):
        return [without_ids(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {key: without_ids(inner) for key, inner in value.items() if key != "id"}


@given(turns=conversations(errors=True))
def test_without_ids_gemini_tells_results_by_name_and_order(turns: list[Message]) -> None:
    in_order = []
    for turn in turns:
        ids = [made.id for made in in_order[-1].calls] if turn.results else []
        results = sorted(turn.results, key=lambda r: ids.index(r.id))
        in_order.append(turn._replace(results=tuple(results)))
    written, _ = named("gemini").request(in_order, "small")
    read_back = messages_of("gemini", without_ids(written), "request")
    assert {item.id for m in read_back for item in (*m.calls, *m.results)} <= {""}
    assert plain(read_back) == plain(in_order)
    again, _ = named("gemini").request(read_back, "small")
    assert to_text(again) == to_text(named("gemini").request(in_order, "small")[0])


def gemini(*parts: Any, **candidate: Any) -> Message:
    said = {"content": {"role": "model", "parts": list(parts)}, **candidate}
    [message] = messages_of("gemini", {"candidates": [said, {}]}, "response")
    return message


def test_gemini_parts() -> None:
    message = gemini(
        {"text": "sesame", "thought": True, "thoughtSignature": "sesame"},
        {"text": "I "},
        {"text": "look.", "thought": False},
        {"functionCall": {"name": "track", "args": {"n": 1.5}}, "thoughtSignature": "sesame"},
        {"executableCode": {"language": "PYTHON", "code": "1 + 1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "sesame"}},
        {"toolCall": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"q": "a"}}},
        {"toolResponse": {"id": "t1", "response": {"sesame": 1}}},
        {"inlineData": {"mimeType": "image/png", "data": "sesame"}},
        {"thoughtSignature": "sesame", "text": ""},
        finishReason="MAX_TOKENS",
        citationMetadata={"citations": [{"uri": "sesame"}]},
        groundingMetadata={},
    )
    assert message.text == "I look.[inlineData]"
    assert seen(message) == [
        ("", "track", '{"n":1.5}', False),
        ("", "code_execution", '{"language":"PYTHON","code":"1 + 1"}', True),
        ("t1", "GOOGLE_SEARCH_WEB", '{"q":"a"}', True),
    ]
    below = "/candidates/0/content/parts"
    assert list(message.losses) == [
        f"a signature of reasoning at {below}/0/thoughtSignature",
        f"reasoning at {below}/0",
        f"a signature of reasoning at {below}/3/thoughtSignature",
        f"the result of a call of the provider at {below}/5",
        f"the result of a call of the provider at {below}/7",
        f"the place of a text behind a call at {below}/8",
        f"a content part of type inlineData at {below}/8",
        f"a signature of reasoning at {below}/9/thoughtSignature",
        "citations at /candidates/0/citationMetadata",
        "another candidate at /candidates/1",
        "that the response did not end by itself at /candidates/0/finishReason",
    ]


@pytest.mark.parametrize(
    ("response", "output", "error"),
    [
        ({"error": "lost"}, "null", "lost"),
        ({"error": {"code": 7}}, "null", '{"code":7}'),
        ({"error": ""}, "null", ""),
        ({"error": None, "days": 2}, '{"error":null,"days":2}', None),
        ({"output": '{"days": 2}'}, '{"days":2}', None),
        ({"result": "late"}, '{"result":"late"}', None),
        (None, "null", None),
    ],
)
def test_gemini_results(response: Any, output: str, error: str | None) -> None:
    answer = {"functionResponse": {"name": "track", "response": response}}
    request = {"contents": [{"role": "user", "parts": [answer]}]}
    [message] = messages_of("gemini", request, "request")
    [found] = message.results
    assert (found.tool, to_line(found.output), found.error) == ("track", output, error)


def test_instructions_of_gemini() -> None:
    for given_ in ("be brief", {"parts": [{"text": "be brief"}]}):
        for key in ("systemInstruction", "system_instruction"):
            [message] = messages_of("gemini", {key: given_, "contents": []}, "request")
            assert (message.speaker, message.text) == ("system", "be brief")


def test_a_candidate_that_says_nothing() -> None:
    [message] = messages_of("gemini", {"candidates": [{"finishReason": "SAFETY"}]}, "response")
    assert (message.speaker, message.text) == ("assistant", "")
    assert message.losses == (
        "that the response did not end by itself at /candidates/0/finishReason",
    )
    assert messages_of("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}, "response") == []


# Whatever is there

WORDS = [
    "messages", "contents", "candidates", "output", "message", "role", "content", "parts", "type",
    "text", "system", "systemInstruction", "toolUse", "toolResult", "toolUseId", "tool_use",
    "tool_result", "tool_use_id", "is_error", "id", "name", "input", "args", "json", "status",
    "functionCall", "functionResponse", "function_call", "response", "error", "thought", "model",
    "assistant", "user", "executableCode", "toolCall", "toolType", "reasoningContent", "citations",
    "citationsContent", "guardContent", "image", "finishReason", "stop_reason", "thinking",
]  # fmt: skip
ANY = st.recursive(
    st.sampled_from([*WORDS, None, True, 7, "", '{"a": 1}', "[", "SESAME"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6)
    ),
    max_leaves=40,
)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(value=ANY, form=st.sampled_from(["request", "response", "error"]))
def test_whatever_a_document_holds_it_is_read(dialect: str, value: Any, form: wire.Form) -> None:
    said = [{"role": role, "content": value, "parts": value} for role in ("user", "assistant")]
    for root in (
        value,
        {"messages": value, "contents": value, "system": value, "systemInstruction": value},
        {"messages": said, "contents": said, "candidates": said, "content": value},
        {"candidates": [{"content": said[0]}], "output": {"message": said[1]}},
    ):
        read_back = messages_of(dialect, to_text(root), form)
        assert all("SESAME" not in sentence for m in read_back for sentence in m.losses)
        written, _ = named(dialect).request(read_back, "small")
        json.loads(to_text(written))
