"""Streams: clean ones raise nothing, a defect of each sort is told by its code, and what was said
comes back whole from its pieces."""

from __future__ import annotations

import copy
import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fixture_lint.conversation import to_line, to_text
from fixture_lint.documents.embedded import text_document
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document
from fixture_lint.engine import lint
from fixture_lint.kinds.assembly import assemble
from fixture_lint.kinds.bodies import streams
from fixture_lint.kinds.dialects import named
from tests.conftest import make_run
from tests.streams import (
    DELTAS,
    NAMED,
    PROTOCOLS,
    SSE,
    Event,
    Recorded,
    blocks,
    chunks,
    recorded,
    script,
    sse,
)

RUN = make_run(select=["FX82"])


def codes(text: str | bytes, path: str = "late-parcel.sse") -> list[str]:
    """What is found in a stream, FX001 and what cannot be read included."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return [finding.code for finding in lint(data, path, RUN).findings]


def listed(events: list[Event]) -> list[str]:
    return codes(chunks(events), "late-parcel.chunks.txt")


# Clean streams


@given(recorded(SSE), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_a_clean_stream_raises_nothing(stream: Recorded, line_end: str, bom: bool) -> None:
    text = ": ping\n\n" + sse(stream.protocol, stream.events)
    text = "\ufeff" * bom + text.replace("\n", line_end)
    assert codes(text.encode()) == []


@given(recorded())
def test_a_clean_list_and_a_clean_script_raise_nothing(stream: Recorded) -> None:
    assert listed(stream.events) == []
    assert codes(script(stream.protocol, stream.events), "late-parcel.json") == []


@given(st.sampled_from(NAMED), st.data())
def test_a_list_may_hold_several_responses(protocol: str, data: st.DataObject) -> None:
    one, other = (data.draw(recorded((protocol,))) for _ in range(2))
    assert listed(one.events + other.events) == []


@given(recorded(SSE))
def test_the_end_needs_no_blank_line(stream: Recorded) -> None:
    text = sse(stream.protocol, stream.events)
    assert codes(text.removesuffix("\n")) == codes(text.removesuffix("\n\n")) == []


def test_of_a_stream_that_nobody_knows_only_the_grammar_is_judged() -> None:
    rpc = 'event: message\ndata: {"jsonrpc": "2.0", "id": 1, "result": {}}\n\n'
    assert codes(": ping - 2026-05-12 22:04:21\n\n" + rpc + "event: half\n\ndata: {\n\n") == []
    assert codes(rpc + "dat: {}\n\n") == ["FX820"]


# Defects, one at a time


Change = Callable[[list[Event], int], list[Event]]


def dropped(events: list[Event], at: int) -> list[Event]:
    return events[:at] + events[at + 1 :]


def doubled(events: list[Event], at: int) -> list[Event]:
    return events[: at + 1] + events[at:]


def swapped(events: list[Event], at: int) -> list[Event]:
    return [*events[:at], events[at + 1], events[at], *events[at + 2 :]]


def moved(by: int) -> Change:
    """Changes the index of a block or an item."""

    def change(events: list[Event], at: int) -> list[Event]:
        event = copy.deepcopy(events[at])
        body = next(iter(event.values())) if "type" not in event else event
        key = next(k for k in ("contentBlockIndex", "output_index", "index") if k in body)
        body[key] += by
        return [*events[:at], event, *events[at + 1 :]]

    return change


STARTS = {
    "openai-responses": "response.output_item.added",
    "anthropic-messages": "content_block_start",
    "bedrock-converse": "contentBlockStart",
    "cohere-v2": "content-start|tool-call-start",
}
DELTAS_OF_BLOCKS = {
    "openai-responses": r"response.*(?<!summary_text)\.delta",
    "anthropic-messages": "content_block_delta",
    "cohere-v2": "content-delta|tool-call-delta",
}
STOPS = {
    "openai-responses": "response.output_item.done",
    "anthropic-messages": "content_block_stop",
    "cohere-v2": "content-end|tool-call-end",
}
FIRST = {
    "openai-responses": "response.created",
    "anthropic-messages": "message_start",
    "cohere-v2": "message-start",
}
LAST = {
    "openai-responses": "response.completed",
    "anthropic-messages": "message_stop",
    "bedrock-converse": "messageStop",
    "cohere-v2": "message-end",
}


def kind(event: Event) -> str:
    return str(event.get("type") or next(iter(event)))


CASES: list[tuple[str, dict[str, str], Change, str]] = [
    ("drop the first", FIRST, dropped, "FX824"),
    ("double the first", FIRST, doubled, "FX824"),
    ("swap the first", FIRST, swapped, "FX824"),
    ("drop a start", STARTS, dropped, "FX824"),
    ("double a start", STARTS, doubled, "FX824"),
    ("swap a start", STARTS, swapped, "FX824"),
    ("another index of a start", STARTS, moved(7), "FX824"),
    ("another index of a delta", DELTAS_OF_BLOCKS, moved(7), "FX824"),
    ("another index of a stop", STOPS, moved(7), "FX824"),
    ("drop a stop", STOPS, dropped, "FX824"),
    ("double a stop", STOPS, doubled, "FX824"),
    ("drop the last", LAST, dropped, "FX823"),
    ("double the last", LAST, doubled, "FX824"),
]


@pytest.mark.parametrize(
    ("protocol", "where", "change", "code"),
    [
        pytest.param(protocol, where[protocol], change, code, id=f"{protocol}: {name}")
        for name, where, change, code in CASES
        for protocol in where
        if (name, protocol) not in {("drop a start", "bedrock-converse"),
                                    ("swap a start", "bedrock-converse")}
    ],
)  # fmt: skip
@settings(max_examples=12)
@given(st.data())
def test_an_event_out_of_order_is_told(
    protocol: str, where: str, change: Change, code: str, data: st.DataObject
) -> None:
    stream = data.draw(recorded((protocol,), 1))
    places = [n for n, event in enumerate(stream.events) if re.fullmatch(where, kind(event))]
    if change is swapped:  # A ping may stand anywhere.
        places = [n for n in places if kind(stream.events[n + 1]) != "ping"] or [0]
    events = change(stream.events, data.draw(st.sampled_from(places)))
    # Without its start a text of Cohere may look like the next call, and the other way round.
    found = listed(events)
    assert code in found
    assert set(found) <= {code, "FX825"}
    if protocol in SSE:
        assert codes(sse(protocol, events)) == found
    assert codes(script(protocol, events), "late-parcel.json") == found


@settings(max_examples=20)
@given(recorded(("anthropic-messages", "bedrock-converse"), 1))
def test_numbers_of_blocks_without_one_between_are_told(stream: Recorded) -> None:
    text = chunks(stream.events)
    assert codes(text, "x.chunks.txt") == []
    skipped = re.sub(r'(ndex": )([1-9])', lambda found: f"{found[1]}{int(found[2]) + 1}", text)
    assert codes(skipped, "x.chunks.txt") == ["FX824"]


@settings(max_examples=30)
@given(recorded(("openai-responses",)), st.data())
def test_numbers_that_do_not_rise_are_told(stream: Recorded, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(stream.events) - 2))
    for change in (doubled, swapped):
        assert "FX824" in codes(sse(stream.protocol, change(stream.events, at)))
    wrong = copy.deepcopy(stream.events)
    wrong[at + 1]["sequence_number"] = wrong[at]["sequence_number"]
    assert codes(sse(stream.protocol, wrong)) == ["FX824"]


@settings(max_examples=30)
@given(recorded(DELTAS, 1), st.data())
def test_a_piece_of_arguments_that_is_cut_is_told(stream: Recorded, data: st.DataObject) -> None:
    events = copy.deepcopy(stream.events)
    pieces = [(holder, key) for event in events for holder, key in argument_pieces(event)]
    index = data.draw(st.integers(0, len(pieces) - 1))
    holder, key = pieces[index]
    if not holder[key]:
        return
    # A whole piece may be lost without a trace: what must be told is what is no object any more.
    if stream.protocol != "openai-responses":
        last = [n for n, (h, k) in enumerate(pieces) if h[k].endswith("}")][-1]
        holder, key = pieces[last]
    holder[key] = holder[key][:-1]
    assert listed(events) == ["FX825"]
    if stream.protocol in SSE:
        assert codes(sse(stream.protocol, events)) == ["FX825"]


def argument_pieces(event: Event) -> list[tuple[Event, str]]:
    if event.get("type") == "response.function_call_arguments.delta":
        return [(event, "delta")]
    found = []
    stack: list[Any] = [event]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            for name in ("partial_json", "arguments", "input"):
                if isinstance(value.get(name), str) and not value.get("call_id"):
                    found.append((value, name))
            stack += value.values()
        elif isinstance(value, list):
            stack += value
    return found if not str(event.get("type")).startswith("response.") else []


@settings(max_examples=30)
@given(recorded(("openai-responses",), 1), st.data())
def test_a_value_that_its_pieces_do_not_make_is_told(stream: Recorded, data: st.DataObject) -> None:
    events = copy.deepcopy(stream.events)
    stated = [e for e in events if e["type"].endswith("arguments.done")]
    stated += [e["item"] for e in events if kind(e) == "response.output_item.done"]
    stated += events[-1]["response"]["output"]
    holder = data.draw(st.sampled_from([one for one in stated if "arguments" in one]))
    holder["arguments"] = '{"other": 1}'
    assert codes(sse(stream.protocol, events)) == ["FX825"]


@settings(max_examples=20)
@given(recorded(("openai-chat",), 1))
def test_defects_of_chunks_of_chat_completions_are_told(stream: Recorded) -> None:
    def after(change: Callable[[list[Event]], object]) -> list[str]:
        events = copy.deepcopy(stream.events)
        change(events)
        return codes(sse(stream.protocol, events))

    def calls(events: list[Event]) -> list[Event]:
        found = [e["choices"][0]["delta"].get("tool_calls", [None])[0] for e in events[:-1]]
        return [call for call in found if call and "id" in call]

    def ends(events: list[Event]) -> list[int]:
        return [n for n, e in enumerate(events[:-1]) if e["choices"][0]["finish_reason"]]

    other = {"id": "chatcmpl-2"}
    assert after(lambda events: events[-1].update(other)) == ["FX824"]
    assert after(lambda events: calls(events)[0].update(index=5)) == ["FX824"]
    assert after(lambda events: calls(events)[0].pop("id")) == ["FX824"]
    assert after(lambda events: calls(events)[0]["function"].pop("name")) == ["FX824"]
    assert after(lambda events: events.pop(ends(events)[0])) == ["FX824"]
    assert after(lambda events: events.insert(ends(events)[0], events[ends(events)[0]])) == [
        "FX824"
    ]
    assert after(lambda events: events[ends(events)[0]]["choices"][0].update(index=9)) == ["FX824"]
    text = sse(stream.protocol, stream.events)
    assert codes(text + "data: [DONE]\n\n") == ["FX824"]
    assert codes(text.removesuffix("data: [DONE]\n\n")) == ["FX823"]
    assert codes("event: chunk\n" + text) == ["FX821"]


@given(recorded(("gemini", "ollama")))
def test_a_stream_ends_with_its_last_chunk(stream: Recorded) -> None:
    assume(len(stream.events) > 2)
    assert listed(doubled(stream.events, len(stream.events) - 1)) == ["FX824"]
    assert listed(stream.events[:-1]) == ["FX823"]


@settings(max_examples=30)
@given(recorded(NAMED), st.data())
def test_a_name_that_contradicts_its_data_is_told(stream: Recorded, data: st.DataObject) -> None:
    made = blocks(stream.protocol, stream.events)
    at = data.draw(st.integers(0, len(made) - 1))
    wrong = ["event: other\n" + made[at].split("\n", 1)[1]]
    assert codes(joined(made[:at] + wrong + made[at + 1 :])) == ["FX821"]
    nameless = [made[at].split("\n", 1)[1]]
    needed = ["FX821"] if stream.protocol == "anthropic-messages" else []
    assert codes(joined(made[:at] + nameless + made[at + 1 :])) == needed


def joined(made: list[str]) -> str:
    return "".join(f"{block}\n\n" for block in made)


# Faults


def broken(block: str, how: str) -> str:
    """A block of server-sent events with one defect."""
    if how == "half":
        return re.sub(r"data: .*", "id: 7", block) if "event:" in block else "event: x"
    if how == "empty":
        return re.sub(r"data: .*", "data:", block)
    if how == "malformed":
        return block[:-1]
    assert how == "nul"
    return block.replace('"type"', '"ty\0pe"', 1)


FAULTS = {
    "half": "half-event",
    "empty": "half-event",
    "malformed": "malformed-data",
    "nul": "malformed-data",
}


@pytest.mark.parametrize("how", FAULTS)
@settings(max_examples=25)
@given(recorded(NAMED), st.data())
def test_a_broken_event_is_told_once_unless_it_is_declared(
    how: str, stream: Recorded, data: st.DataObject
) -> None:
    made = blocks(stream.protocol, stream.events)
    at = data.draw(st.integers(1, len(made) - 1))
    wrong = broken(made[at], how)

    def found(*comments: str) -> list[str]:
        return codes(joined([*made[:at], *comments, wrong, *made[at + 1 :]]))

    comment = f": fixture-fault {FAULTS[how]}"
    other = next(f for f in FAULTS.values() if f != FAULTS[how])
    assert found() == ["FX822"]
    assert found(comment) == []
    wrong = f"{comment}\n{wrong}"
    assert found() == []
    wrong = broken(made[at], how)
    assert found(f": fixture-fault {other}") == found(": fixture-fault no-terminal") == ["FX822"]
    # A declaration holds for the next event only.
    assert found(comment, broken(made[0], "half")) == ["FX822"] + ["FX822"] * (
        comment != ": fixture-fault half-event"
    )


@settings(max_examples=30)
@given(recorded(SSE), st.data())
def test_a_stream_that_is_cut_anywhere_is_told(stream: Recorded, data: st.DataObject) -> None:
    text = sse(stream.protocol, stream.events)
    end = text.rstrip().rfind("data: ")
    cut = text[: data.draw(st.integers(0, end))]
    first = blocks(stream.protocol, stream.events)[0]
    found = codes(cut)
    assert set(found) <= {"FX820", "FX822", "FX823", "FX101"}
    assert found or not cut.startswith(first)


@settings(max_examples=30)
@given(recorded(SSE, 1), st.data())
def test_a_fault_silences_what_it_declares_and_no_more(
    stream: Recorded, data: st.DataObject
) -> None:
    made = blocks(stream.protocol, stream.events)
    assume(len(stream.events) > 2)
    at = data.draw(st.integers(1, len(stream.events) - 2))
    cut = joined(made[:at])
    for fault in ("disconnect", "idle-timeout", "http-error"):
        assert codes(f"{cut}: fixture-fault {fault}\n\n") == []
    assert "FX823" in codes(f"{cut}: fixture-fault malformed-data\n\n")
    assert codes(f"{cut}: fixture-fault half-event\n\n") == ["FX823"]
    assert "FX823" not in codes(f"{cut}: fixture-fault no-terminal\n\n")
    assert codes(f"{cut}: fixture-fault disconnect\n\n{made[at][:-1]}") == []
    whole = joined(made)
    assert codes(f": fixture-fault disconnect\n\n{whole}") == []
    assert codes(f": fixture-fault disconnect\n\n{whole}event: half\n\n") == ["FX822"]


@settings(max_examples=30)
@given(recorded(("anthropic-messages",)))
def test_without_a_terminal_all_blocks_are_closed(stream: Recorded) -> None:
    complete = joined(blocks(stream.protocol, stream.events[:-1]))
    assert codes(complete) == ["FX823"]
    assert codes(f"{complete}: fixture-fault no-terminal\n\n") == []
    open_ended = joined(blocks(stream.protocol, stream.events[:-3]))
    assert codes(f"{open_ended}: fixture-fault no-terminal\n\n") == ["FX824"]


@settings(max_examples=30)
@given(recorded(), st.data())
def test_a_script_declares_its_faults_as_data(stream: Recorded, data: st.DataObject) -> None:
    assume(len(stream.events) > 1)
    at = data.draw(st.integers(1, len(stream.events) - 1))

    def found(events: list[Event], **response: Any) -> list[str]:
        return codes(script(stream.protocol, events, **response), "late-parcel.json")

    cut = stream.events[:at]
    for fault in ("disconnect", "idle-timeout"):
        assert found(cut, fault={"kind": fault, "after_event": at}) == []
    assert found(stream.events, fault={"kind": "malformed-data", "after_event": at}) == []
    assert found(cut, status=529, fault={"kind": "http-error"}) == []


def test_a_script_may_end_in_half_an_event() -> None:
    response = {"id": "resp_1", "object": "response", "output": []}
    events = [
        {"type": "response.created", "sequence_number": 0, "response": response},
        {"type": "response.in_progress", "sequence_number": 1, "response": response},
    ]
    text = script("openai-responses", events)
    assert codes(text, "late-parcel.json") == ["FX823"]
    fault = {"kind": "half-event", "after_event": 1}
    assert codes(script("openai-responses", events, fault=fault), "late-parcel.json") == []


# Assembly


DIALECTS = {
    "openai-chat": "chat",
    "openai-responses": "responses",
    "anthropic-messages": "anthropic",
    "gemini": "gemini",
    "bedrock-converse": "bedrock",
    "ollama": "ollama",
    "cohere-v2": "cohere",
}


def assembled(stream: Recorded, text: str) -> Document:
    """The response that a stream adds up to, printed and read again."""
    (found,) = streams(text_document("", text))
    roots = [event.root for event in found.events if event.root is not None]
    printed = to_text(assemble(DIALECTS[stream.protocol], roots))
    return Document("", printed, read(printed))


@given(recorded())
def test_what_was_said_comes_back_from_its_pieces(stream: Recorded) -> None:
    texts = [chunks(stream.events)]
    texts += [sse(stream.protocol, stream.events)] if stream.protocol in SSE else []
    dialect = named(DIALECTS[stream.protocol])
    for text in texts:
        whole = assembled(stream, text)
        (message,) = dialect.messages(whole, whole.root, "response")
        said = stream.said[0]
        assert message.text == said.text
        assert [call.tool for call in message.calls] == [call.tool for call in said.calls]
        for call, expected in zip(message.calls, said.calls, strict=True):
            assert call.id in (expected.id, "")
            assert call.args is not None
            spelled = to_line(call.args)
            parsed = read(expected.arguments)
            assert spelled == to_line(call.args._replace(node=parsed))
    if stream.protocol == "openai-chat":
        choices = json.loads(assembled(stream, texts[0]).text)["choices"]
        assert [c["message"]["content"] for c in choices] == [said.text for said in stream.said]
        for choice, said in zip(choices, stream.said, strict=True):
            calls = choice["message"].get("tool_calls", [])
            made = [(c["id"], c["function"]["name"], c["function"]["arguments"]) for c in calls]
            assert made == [tuple(call) for call in said.calls]


@given(recorded())
def test_counts_and_reasons_are_those_of_the_last_event(stream: Recorded) -> None:
    whole = json.loads(assembled(stream, chunks(stream.events)).text)
    text = json.dumps(whole)
    expected = {
        "openai-chat": '"total_tokens": 7',
        "openai-responses": '"output_tokens": 4',
        "anthropic-messages": '"output_tokens": 4',
        "bedrock-converse": '"totalTokens": 7',
        "cohere-v2": '"output_tokens": 4',
        "ollama": '"eval_count": 4',
        "gemini": f'"totalTokenCount": {2 + len(stream.events)}',
    }
    assert expected[stream.protocol] in text
    if stream.protocol == "anthropic-messages":
        assert whole["usage"] == {"input_tokens": 3, "output_tokens": 4}
        assert whole["stop_reason"] in ("tool_use", "end_turn")


@given(recorded(("openai-responses",)))
def test_the_items_of_a_script_make_the_response_that_a_server_repeats(stream: Recorded) -> None:
    whole = json.loads(assembled(stream, chunks(stream.events)).text)
    short = copy.deepcopy(stream.events)
    short[-1]["response"]["output"] = []
    assert json.loads(assembled(stream, chunks(short)).text) == whole
    # The client got no item as a whole, only its pieces.
    pieces = [event for event in short if kind(event) != "response.output_item.done"]
    made = json.loads(assembled(stream, chunks(pieces)).text)["output"]
    said = stream.said[0]
    assert [item.get("arguments") for item in made if item["type"] == "function_call"] == [
        call.arguments for call in said.calls
    ]
    texts = [item["content"][0]["text"] for item in made if item["type"] == "message"]
    assert texts == [said.text]
    if said.thoughts:
        assert made[0]["summary"][0]["text"] == said.thoughts


def test_arguments_of_gemini_come_in_pieces_of_values() -> None:
    def chunk(call: Event) -> Event:
        part = {"functionCall": call}
        return {"candidates": [{"content": {"role": "model", "parts": [part]}}]}

    def piece(path: str, **value: Any) -> Event:
        return chunk({"partialArgs": [{"jsonPath": path} | value], "willContinue": True})

    events = [
        chunk({"name": "order", "willContinue": True}),
        piece("$.items[0].name", stringValue="ap", willContinue=True),
        piece("$.items[0].name", stringValue="ple"),
        piece("$.items[0].price", numberValue=0.5),
        piece("$.items[1].name", stringValue="pear"),
        piece("$.gift", boolValue=True),
        piece("$.note", nullValue="NULL_VALUE"),
        chunk({}),
        chunk({"name": "list", "args": {}}),
    ]
    events[-1]["candidates"][0]["finishReason"] = "STOP"
    text = chunks(events).replace("0.5", "0.50")
    whole = assembled(Recorded("gemini", events, []), text)
    (message,) = named("gemini").messages(whole, whole.root, "response")
    assert [call.tool for call in message.calls] == ["order", "list"]
    assert message.calls[0].args is not None
    assert to_line(message.calls[0].args) == (
        '{"items":[{"name":"apple","price":0.50},{"name":"pear"}],"gift":true,"note":null}'
    )


# Hostile streams


EVENTS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.floats(), st.integers(-2, 10**30), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["type", "index", "delta", "choices", "content", "message", "tool_calls", "id",
                 "function", "arguments", "candidates", "parts", "functionCall", "partialArgs",
                 "jsonPath", "usage", "item", "response", "output", "output_index",
                 "content_block", "contentBlockDelta", "contentBlockIndex", "done", "role"]
            ),
            inner, max_size=4,
        ),
    ),
    max_leaves=12,
)  # fmt: skip
BEGINNINGS = st.sampled_from(
    [
        {"type": "message_start", "message": {}},
        {"type": "response.created", "sequence_number": 0},
        {"object": "chat.completion.chunk", "choices": []},
        {"candidates": [{"content": {}}]},
        {"messageStart": {}},
        {"model": "m", "created_at": "", "done": False},
        {"type": "message-start"},
    ]
)


@settings(max_examples=30)
@given(BEGINNINGS, st.lists(st.dictionaries(st.text(max_size=2), EVENTS) | EVENTS, max_size=5))
def test_events_of_any_shape_are_judged_and_assembled(first: Event, rest: list[Any]) -> None:
    text = "".join(f"data: {json.dumps(event)}\n\n" for event in [first, *rest])
    assert "FX001" not in codes(text)
    assert "FX001" not in codes(text.replace("data: ", "").replace("\n\n", "\n"), "x.chunks.txt")
    for dialect in DIALECTS.values():
        (found,) = streams(text_document("", text))
        roots = [event.root for event in found.events if event.root is not None]
        read(to_text(assemble(dialect, roots)))


@settings(max_examples=30)
@given(recorded(SSE), st.data())
def test_bytes_in_a_stream_may_be_anything(stream: Recorded, data: st.DataObject) -> None:
    text = sse(stream.protocol, stream.events)
    at = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text(max_size=4) | st.sampled_from(["\0", "\r", "\n\n", "\ufeff", "\x85"]))
    changed = (text[:at] + junk + text[at:]).encode("utf-8", "surrogatepass")
    assert "FX001" not in codes(changed)


@pytest.mark.parametrize(
    "text",
    [
        ": fixture\0\n\n{}",
        "{}id: 7\0\n\n",
        "{}what is this\n\n",
        '{}<html>502 Bad Gateway</html>\n\n',
        "{} data: {{}}\n\n",
    ],
)  # fmt: skip
@settings(max_examples=15)
@given(recorded(SSE))
def test_a_line_that_is_no_field_is_told(text: str, stream: Recorded) -> None:
    found = codes(text.format(sse(stream.protocol, stream.events)))
    assert found == ["FX820"]


@pytest.mark.parametrize(
    "text",
    [
        "data: {\"type\": \"message_start\", \"message\": {}}\n\n" + "data: [1, 2]\n" * 80_000,
        "data:\n" * 200_000,
        "event: message_start\n" * 50_000,
        "data: " + "[" * 300_000,
        ":" * 1_000_000,
        "data: {\"choices\": [{\"delta\": {}}]}\n\n" * 20_000,
    ],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_a_megabyte_of_nonsense_is_judged(text: str) -> None:
    started = time.process_time()
    assert "FX001" not in codes(text)
    assert time.process_time() - started < 10


def long_stream(protocol: str, count: int) -> str:
    """A stream whose pieces of text and of arguments are many."""
    if protocol == "anthropic-messages":
        begin: list[Event] = [
            {"type": "message_start", "message": {"content": []}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use"}},
        ]
        piece = {"type": "input_json_delta", "partial_json": '"a",'}
        middle = [{"type": "content_block_delta", "index": 0, "delta": piece}] * count
        return sse(protocol, begin + middle)
    chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "m", "created": 0}
    calls = [
        {"index": n, "id": f"call_c{n}", "function": {"name": "f", "arguments": "{}"}}
        for n in range(count)
    ]
    deltas = [{"role": "assistant", "tool_calls": [call]} for call in calls]
    events = [chunk | {"choices": [{"index": 0, "delta": d}]} for d in deltas]
    return sse(protocol, events)


@pytest.mark.parametrize("protocol", ["anthropic-messages", "openai-chat"])
def test_time_grows_with_the_length(protocol: str) -> None:
    def work(text: str) -> float:
        started = time.process_time()
        codes(text)
        (found,) = streams(text_document("", text))
        roots = [event.root for event in found.events if event.root is not None]
        to_text(assemble(DIALECTS[protocol], roots))
        return time.process_time() - started

    once, twice = long_stream(protocol, 1500), long_stream(protocol, 3000)
    assert any(
        min(work(twice) for _ in range(2)) <= 2.4 * min(work(once) for _ in range(2))
        for _ in range(4)
    )


def test_every_protocol_has_a_dialect() -> None:
    assert set(PROTOCOLS) == set(DIALECTS)
