"""What providers say is read as a conversation, and a conversation is written as they say it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixture_lint.api import lint_text
from fixture_lint.conversation import Message, Result, Value, to_line, to_text
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import wire
from fixture_lint.kinds.dialects import named
from tests.conversations import canonical
from tests.neutral import (
    as_json,
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

FEWER = settings(max_examples=settings.default.max_examples // 3)
"""The profile decides; each dialect has its turn."""

BY_ID = ["chat", "mistral", "responses", "cohere"]
BY_ORDER = ["ollama"]


@pytest.mark.parametrize("dialect", BY_ID)
@FEWER
@given(turns=conversations(raw=True))
def test_a_conversation_comes_back_as_it_was(dialect: str, turns: list[Message]) -> None:
    written, losses = named(dialect).request(turns, "small")
    read_back = messages_of(dialect, written, "request")
    assert losses == [sentence for message in read_back for sentence in message.losses] == []
    assert plain(read_back) == plain(turns)


@pytest.mark.parametrize("dialect", BY_ORDER)
@FEWER
@given(turns=conversations())
def test_without_ids_the_order_tells_whose_the_results_are(
    dialect: str, turns: list[Message]
) -> None:
    written, losses = named(dialect).request(turns, "small")
    read_back = messages_of(dialect, written, "request")
    assert plain(read_back, sort=True) == plain(turns, sort=True)
    assert {re.sub(r"\d+", "N", sentence) for sentence in losses} <= {
        "turn N: the order of the results of a tool"
    }
    assert losses or plain(read_back) == plain(turns)


@pytest.mark.parametrize("dialect", [*BY_ID, *BY_ORDER])
@FEWER
@given(turns=conversations())
def test_each_answer_comes_back_from_its_response(dialect: str, turns: list[Message]) -> None:
    for turn in turns:
        if turn.speaker == "assistant":
            written, losses = named(dialect).response(turn, "small")
            [read_back] = messages_of(dialect, written, "response")
            assert losses == list(read_back.losses) == []
            assert plain([read_back]) == plain([turn])


@pytest.mark.parametrize("dialect", [*BY_ID, *BY_ORDER])
@FEWER
@given(turns=conversations(errors=True))
def test_errors_are_told_where_no_place_is_for_them(dialect: str, turns: list[Message]) -> None:
    written, losses = named(dialect).request(turns, "small")
    errors = [r.error for turn in turns for r in turn.results if r.error is not None]
    assert sum("a tool result is an error" in sentence for sentence in losses) == len(errors)
    items = as_json(written).get("messages") or as_json(written)["input"]
    contents = [item.get("content", item.get("output")) for item in items]
    assert [error for error in errors if error not in contents] == []


TURNS = [
    user("where is parcel P7?"),
    assistant("I look.", call("c1", "track", '{"code": "P7", "weight": 1.50}')),
    tools(result("c1", '{"state": "late", "days": 1e400}')),
    assistant("It is late."),
]


@pytest.mark.parametrize(
    ("dialect", "provider"),
    [
        ("chat", "openai-chat"),
        ("mistral", "mistral"),
        ("responses", "openai-responses"),
        ("ollama", "ollama"),
        ("cohere", "cohere-v2"),
    ],
)
def test_a_response_is_recognised(dialect: str, provider: str) -> None:
    for turn in (TURNS[1], TURNS[3]):
        written, _ = named(dialect).response(turn, "small")
        found = wire.recognise_value(as_json(written))
        assert found is not None
        assert (found.provider.name, found.form) == (provider, "response")


def test_a_request_to_ollama_is_told_from_others() -> None:
    found = wire.recognise_value(as_json(named("ollama").request(TURNS, "small")[0]))
    assert found is not None
    assert (found.provider.name, found.form) == ("ollama", "request")


def test_cohere_says_why_it_ended_and_leaves_out_what_is_not_said() -> None:
    called, ended = (as_json(named("cohere").response(TURNS[n], "small")[0]) for n in (1, 3))
    assert (called["finish_reason"], ended["finish_reason"]) == ("TOOL_CALL", "COMPLETE")
    silent = TURNS[1]._replace(text="")
    assert "content" not in as_json(named("cohere").response(silent, "small")[0])["message"]
    assert "content" not in as_json(named("cohere").request([silent], "small")[0])["messages"][0]


@pytest.mark.parametrize("dialect", [*BY_ID, *BY_ORDER])
def test_what_is_written_is_clean_under_all_rules(dialect: str) -> None:
    said = named(dialect)
    written = [said.request(TURNS, "small")[0]]
    written += [said.response(turn, "small")[0] for turn in (TURNS[1], TURNS[3])]
    for document in written:
        found = lint_text(to_text(document), path="late.json", settings={"select": ["FX"]})
        assert [(finding.code, finding.message) for finding in found] == []


@pytest.mark.parametrize(
    ("dialect", "id_"),
    [("chat", "call_c12"), ("responses", "call_c12"), ("mistral", "call00012")],
)
def test_references_keep_their_numbers(dialect: str, id_: str) -> None:
    turns = [assistant("", call("c12", "track", "{}")), tools(result("c12", "{}"))]
    assert to_text(named(dialect).request(turns, "small")[0]).count(f'"{id_}"') == 2
    assert f'"{id_}"' in to_text(named(dialect).response(turns[0], "small")[0])


def test_a_result_answers_the_latest_call_with_its_id() -> None:
    turns = [
        assistant("", call("call_1", "track", '{"n": 1}')),
        assistant("", call("call_1", "track", '{"n": 2}')),
        tools(result("call_1", "{}"), result("call_9", "{}")),
    ]
    written, _ = named("chat").request(turns, "small")
    results = [m["tool_call_id"] for m in written["messages"] if m["role"] == "tool"]
    assert results == ["call_c2", "call_c3"]


def test_what_a_string_of_results_cannot_say_is_told() -> None:
    turns = [
        assistant("", call("c1", "a", "{}"), call("c2", "b", "{}"), call("c3", "c", "{}")),
        tools(result("c1", "7"), Result("c2", "", '{"a": 1}'), Result("c3", "", None, "no")),
    ]
    assert named("chat").request(turns, "small")[1] == [
        "turn 2: that an output is no text",
        "turn 2: that an output is a text of JSON",
        "turn 2: that a tool result is an error",
    ]


def test_ollama_tells_what_it_cannot_carry() -> None:
    turns = [
        assistant("", call("c1", "a", '{"n": 1}'), call("c2", "a", '{"n": 2}')),
        tools(result("c2", "{}")),
    ]
    raw = assistant("", call("c1", "a", "{}")._replace(args=None, raw_args="{oops"))
    assert named("ollama").request(turns, "small")[1] == [
        "turn 2: which call a tool result answers"
    ]
    assert named("ollama").response(raw, "small")[1] == [
        "the message: arguments that are no object"
    ]


def test_calls_that_a_provider_executed_are_left_out() -> None:
    searched = call("ws_1", "web_search", "{}")._replace(is_server_side=True)
    written, losses = named("chat").request([user("hi"), assistant("Found.", searched)], "small")
    assert "web_search" not in to_text(written)
    assert losses == ["turn 2: a call that the provider executed itself"]


# Reading


def read_chat(*messages: dict[str, Any]) -> list[Message]:
    return messages_of("chat", {"model": "small", "messages": list(messages)}, "request")


def called(arguments: Any) -> tuple[str | None, str]:
    """``args`` and ``raw_args`` of a call with these arguments."""
    function = {"name": "track", "arguments": arguments}
    item = {"id": "x", "type": "function", "function": function}
    [message] = read_chat({"role": "assistant", "content": None, "tool_calls": [item]})
    [made] = message.calls
    assert (made.id, made.tool, made.is_server_side) == ("x", "track", False)
    return (to_line(made.args) if made.args else None), made.raw_args


@pytest.mark.parametrize(
    ("arguments", "args", "raw_args"),
    [
        ('{"n": 1.50}', '{"n":1.50}', ""),
        ({"n": 1.5}, '{"n":1.5}', ""),
        (' {"n":1}\n', '{"n":1}', ""),
        ("", None, ""),
        ('{"n": 1', None, '{"n": 1'),
        ('{"n": 1, "n": 2}', None, '{"n": 1, "n": 2}'),
        ('{"in": {"n": 1, "n": 2}}', None, '{"in": {"n": 1, "n": 2}}'),
        ("[1]", None, "[1]"),
        ('"text"', None, '"text"'),
        ([1], None, "[1]"),
        (None, None, "null"),
    ],
)
def test_arguments_are_an_object_or_what_the_model_wrote(
    arguments: Any, args: str | None, raw_args: str
) -> None:
    assert called(arguments) == (args, raw_args)


def test_an_object_with_a_key_twice_is_what_the_model_wrote() -> None:
    arguments = '{"n": 1.0, "n": 2}'
    call = f'{{"id": "x", "function": {{"name": "track", "arguments": {arguments}}}}}'
    text = f'{{"messages": [{{"role": "assistant", "tool_calls": [{call}]}}]}}'
    [message] = messages_of("chat", text, "request")
    assert (message.calls[0].args, message.calls[0].raw_args) == (None, '{"n":1.0,"n":2}')


@pytest.mark.parametrize(
    ("content", "output"),
    [
        ('{"days": 1e400}', '{"days":1e400}'),
        ("[1, 2.0]", "[1,2.0]"),
        ("late", "late"),
        ("7", "7"),
        ('"late"', '"late"'),
        ('{"a": 1, "a": 2}', '{"a": 1, "a": 2}'),
        ('{"half', '{"half'),
        (None, ""),
        ([{"type": "text", "text": '{"a":'}, {"type": "text", "text": " 1}"}], '{"a":1}'),
        ({"a": 1}, '{"a":1}'),
        ([{"type": "document", "document": {"data": '{"a": 1}'}}], '{"a":1}'),
        ([{"type": "document", "document": {"data": {"a": 1}, "id": "0"}}], '{"a":1}'),
        (
            [
                {"type": "document", "document": {"data": {"a": 1}}},
                {"type": "document", "document": {"data": "late"}},
            ],
            '[{"a":1},"late"]',
        ),
    ],
)
def test_outputs_are_decoded_if_they_are_an_object_or_a_list(content: Any, output: str) -> None:
    [message] = read_chat({"role": "tool", "tool_call_id": "x", "content": content})
    [answer] = message.results
    found = answer.output
    assert (to_line(found) if isinstance(found, Value) else found) == output
    assert isinstance(found, Value) == (output[0:1] in ("{", "[") and content != output)


def test_messages_of_one_speaker_are_one() -> None:
    read_back = read_chat(
        {"role": "developer", "content": "be brief"},
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {"role": "assistant", "content": "I look."},
        {"role": "assistant", "tool_calls": [{"id": "x", "function": {"name": "track"}}]},
        {"role": "tool", "tool_call_id": "x", "content": "late"},
        {"role": "tool", "tool_call_id": "y", "content": "later"},
        {"role": "assistant", "content": "Late."},
        {"role": "assistant", "content": "Sorry."},
    )
    assert [(m.speaker, m.text, len(m.calls), len(m.results)) for m in read_back] == [
        ("system", "be brief", 0, 0),
        ("user", "ab", 0, 0),
        ("assistant", "I look.", 1, 0),
        ("tools", "", 0, 2),
        ("assistant", "Late.\nSorry.", 0, 0),
    ]
    assert [m.losses for m in read_back] == [
        *[()] * 4,
        ("the boundary between two texts at /messages/7",),
    ]


def test_functions_from_before_tools() -> None:
    read_back = read_chat(
        {"role": "assistant", "function_call": {"name": "track", "arguments": '{"n": 1}'}},
        {"role": "function", "name": "track", "content": '{"state": "late"}'},
    )
    assert plain(read_back) == [
        ("assistant", "", [(1, "track", '{"n":1}')], []),
        ("tools", "", [], [(1, '{"state":"late"}', None)]),
    ]


def test_a_tool_that_takes_a_text_gets_it_as_it_is() -> None:
    item = {"id": "x", "type": "custom", "custom": {"name": "run", "input": '{"n": 1}'}}
    [message] = read_chat({"role": "assistant", "tool_calls": [item]})
    assert (message.calls[0].args, message.calls[0].raw_args) == (None, '{"n": 1}')
    assert message.losses == (
        "that a tool takes a text instead of arguments at /messages/0/tool_calls/0",
    )


def test_what_a_chat_response_says_besides() -> None:
    message = {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": [{"type": "text", "text": "sesame"}]},
            {"type": "text", "text": "No", "annotations": [{"url": "sesame"}]},
            {"type": "image_url", "image_url": {"url": "sesame"}},
            {"type": "sesame street", "text": "sesame"},
        ],
        "refusal": ", never.",
        "reasoning_content": "sesame",
        "annotations": [],
        "audio": None,
    }
    choice = {"message": message, "logprobs": {"content": ["sesame"]}, "finish_reason": "length"}
    response = {"choices": [choice, {"message": {"content": "sesame"}}]}
    [read_back] = messages_of("chat", response, "response")
    assert read_back.text == "No[image_url][part], never."
    assert list(read_back.losses) == [
        "reasoning at /choices/0/message/reasoning_content",
        "reasoning at /choices/0/message/content/0",
        "citations at /choices/0/message/content/1/annotations",
        "a content part of type image_url at /choices/0/message/content/2",
        "a content part of type part at /choices/0/message/content/3",
        "that a text is a refusal at /choices/0/message",
        "logprobs at /choices/0/logprobs",
        "another choice at /choices/1",
        "that the response did not end by itself at /choices/0",
    ]


def test_what_is_heard_is_what_was_said() -> None:
    audio = {"id": "audio_1", "data": "UklGRg==", "transcript": "It is late."}
    response = {"choices": [{"message": {"role": "assistant", "content": None, "audio": audio}}]}
    [read_back] = messages_of("chat", response, "response")
    assert read_back.text == "It is late."
    assert read_back.losses == ("audio at /choices/0/message/audio",)


@pytest.mark.parametrize("form", ["request", "response"])
@pytest.mark.parametrize("dialect", [*BY_ID, *BY_ORDER])
@pytest.mark.parametrize(
    "text", ["{}", "[]", "7", '{"choices": []}', '{"choices": [{}]}', '{"choices": {}}']
)
def test_where_nothing_is_said(dialect: str, form: wire.Form, text: str) -> None:
    read_back = messages_of(dialect, text, form)
    assert [m for m in read_back if m.text or m.calls or m.results] == []


def test_the_items_of_a_response() -> None:
    response = {
        "object": "response",
        "status": "completed",
        "output": [
            {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "s"}]},
            {"type": "web_search_call", "id": "ws_1", "action": {"query": "parcel"}},
            {
                "type": "message",
                "role": "assistant",
                "content": [
                    {"type": "output_text", "text": "I look.", "annotations": [{"url": "u"}]},
                    {"type": "refusal", "refusal": " No."},
                ],
            },
            {
                "type": "function_call",
                "id": "fc_1",
                "call_id": "call_1",
                "name": "track",
                "arguments": '{"n": 1.0}',
            },
            {"type": "custom_tool_call", "call_id": "call_2", "name": "run", "input": "{}"},
            {"type": "mcp_call", "id": "mcp_1", "name": "roll", "arguments": "{}", "output": "6"},
        ],
    }
    [message] = messages_of("responses", response, "response")
    assert message.text == "I look. No."
    assert [
        (c.id, c.tool, to_line(c.args) if c.args else None, c.raw_args, c.is_server_side)
        for c in message.calls
    ] == [
        ("ws_1", "web_search", '{"query":"parcel"}', "", True),
        ("call_1", "track", '{"n":1.0}', "", False),
        ("call_2", "run", None, "{}", False),
        ("mcp_1", "roll", "{}", "", True),
    ]
    assert list(message.losses) == [
        "reasoning at /output/0",
        "citations at /output/2/content/0/annotations",
        "that a text is a refusal at /output/2/content/1",
        "the place of a text behind a call at /output/2",
        "that a tool takes a text instead of arguments at /output/4",
        "the result of a call of the provider at /output/5/output",
    ]


def test_the_items_of_a_request() -> None:
    shell = {"type": "shell_call", "call_id": "call_3", "action": {"commands": ["ls"]}}
    hosted = {"environment": {"type": "container_reference"}, "call_id": "call_4"}
    said = [{"type": "input_text", "text": "hi"}, {"type": "input_image"}]
    request = {
        "model": "small",
        "instructions": "be brief",
        "previous_response_id": "resp_0",
        "input": [
            {"role": "user", "content": said},
            {"type": "function_call", "call_id": "call_1", "name": "track", "arguments": "{}"},
            {"type": "custom_tool_call", "call_id": "call_2", "name": "run", "input": "ls"},
            shell,
            shell | hosted,
            {"type": "function_call_output", "call_id": "call_1", "output": '{"days": 2}'},
            {
                "type": "custom_tool_call_output",
                "call_id": "call_2",
                "output": [{"type": "input_text", "text": "a.txt"}],
            },
            {"type": "item_reference", "id": "rs_1"},
            {"type": "shell_call_output", "call_id": "call_3", "output": [{"stdout": "a.txt"}]},
            {"type": "shell_call_output", "call_id": "call_4", "output": [{"stdout": "a.txt"}]},
        ],
    }  # fmt: skip
    read_back = messages_of("responses", request, "request")
    assert [(m.speaker, m.text) for m in read_back] == [
        ("system", "be brief"),
        ("user", "hi[input_image]"),
        ("assistant", ""),
        ("tools", ""),
    ]
    assert [(c.id, c.tool, c.is_server_side) for c in read_back[2].calls] == [
        ("call_1", "track", False),
        ("call_2", "run", False),
        ("call_3", "shell", False),
        ("call_4", "shell", True),
    ]
    assert [(r.id, to_line(r.output)) for r in read_back[3].results] == [
        ("call_1", '{"days":2}'),
        ("call_2", '"a.txt"'),
        ("call_3", '[{"stdout":"a.txt"}]'),
    ]
    assert [sentence for m in read_back for sentence in m.losses] == [
        "the conversation before, which the provider keeps, at /previous_response_id",
        "a content part of type input_image at /input/0/content/1",
        "that a tool takes a text instead of arguments at /input/2",
        "an item that is only referred to at /input/7",
        "the result of a call of the provider at /input/9",
    ]


def test_input_may_be_one_text() -> None:
    [message] = messages_of("responses", {"model": "small", "input": "hi"}, "request")
    assert (message.speaker, message.text) == ("user", "hi")


def test_ollama() -> None:
    calls = [{"function": {"name": "track", "arguments": {"n": 1}}}]
    message = {"role": "assistant", "content": "", "thinking": "so", "tool_calls": calls}
    request = {
        "model": "small",
        "messages": [
            {"role": "user", "content": "what is it?", "images": ["aGVsbG8="]},
            message,
            {"role": "tool", "tool_name": "track", "content": '{"state": "late"}'},
        ],
    }
    read_back = messages_of("ollama", request, "request")
    assert plain(read_back) == [
        ("user", "what is it?[images]", [], []),
        ("assistant", "", [(1, "track", '{"n":1}')], []),
        ("tools", "", [], [(1, '{"state":"late"}', None)]),
    ]
    assert [sentence for m in read_back for sentence in m.losses] == [
        "a content part of type images at /messages/0/images",
        "reasoning at /messages/1/thinking",
    ]
    generated = {"model": "small", "response": "Late.", "done": True, "done_reason": "length"}
    [read_back] = messages_of("ollama", generated, "response")
    assert (read_back.speaker, read_back.text) == ("assistant", "Late.")
    assert read_back.losses == ("that the response did not end by itself at the root",)


def test_cohere() -> None:
    function = {"name": "track", "arguments": '{"n": 1}'}
    message = {
        "role": "assistant",
        "tool_plan": "I will look.",
        "tool_calls": [{"id": "track_1", "type": "function", "function": function}],
        "content": [{"type": "text", "text": "Wait."}],
        "citations": [{"start": 0}],
    }
    response = {"id": "x", "finish_reason": "TOOL_CALL", "message": message}
    [read_back] = messages_of("cohere", response, "response")
    assert plain([read_back]) == [("assistant", "Wait.", [(1, "track", '{"n":1}')], [])]
    assert read_back.losses == (
        "reasoning at /message/tool_plan",
        "citations at /message/citations",
    )


WORDS = [
    "messages", "input", "output", "choices", "message", "role", "content", "type", "text", "data",
    "tool_calls", "function_call", "function", "custom", "arguments", "name", "id", "call_id",
    "tool_call_id", "document", "images", "audio", "refusal", "action", "environment", "tools",
    "assistant", "user", "tool", "function_call_output", "computer_call_output", "shell_call",
    "web_search_call", "instructions", "response", "reasoning", "image_url",
]  # fmt: skip
ANY = st.recursive(
    st.sampled_from([*WORDS, None, True, 7, "", '{"a": 1}', "[", "SESAME"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6)
    ),
    max_leaves=40,
)


@pytest.mark.parametrize("dialect", [*BY_ID, *BY_ORDER])
@FEWER
@given(value=ANY, form=st.sampled_from(["request", "response", "error"]))
def test_whatever_a_document_holds_it_is_read(dialect: str, value: Any, form: wire.Form) -> None:
    wrapped = [value]
    if isinstance(value, list):
        wrapped += [{"messages": value}, {"input": value}, {"output": value}, {"choices": value}]
    for root in wrapped:
        read_back = messages_of(dialect, to_text(root), form)
        assert all("SESAME" not in sentence for m in read_back for sentence in m.losses)
        named(dialect).request(read_back, "small")


# Printing


@given(ANY)
def test_plain_values_are_printed_as_python_does(value: Any) -> None:
    assert to_text(value) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    assert to_line(value) == json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def test_recorded_values_keep_their_numbers() -> None:
    text = '{"n": [1.50, 1e400, -0],\n\t"e": {}, "s": "\\u0041\\ud83d", "n": null}'
    assert to_text(value(text)) == canonical(text)
    assert to_text({"a": [value(text)], "b": value("true")}) == canonical(
        f'{{"a": [{text}], "b": true}}'
    )
    assert to_line(value(text)) == '{"n":[1.50,1e400,-0],"e":{},"s":"A\\ud83d","n":null}'


def test_texts_are_printed_as_they_are() -> None:
    assert to_line({"größe \u2028": ["größe\n", value('{"gr\\u00f6\\u00dfe": 1}')]}) == (
        '{"größe \u2028":["größe\\n",{"größe":1}]}'
    )


def test_deep_values_are_printed() -> None:
    deep = "[" * 500 + "]" * 500
    assert to_line(value(deep)) == deep
    document = Document("", deep, read(deep))
    assert to_line([Value(document, document.root)]) == f"[{deep}]"
