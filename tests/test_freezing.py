"""Volatile values of requests, responses and streams freeze: these values and nothing else."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixture_lint.api import fix_text, lint_text
from tests.conftest import Result
from tests.wire_recordings import (
    NOTATIONS,
    PROVIDERS,
    Behaviour,
    Chance,
    Frozen,
    Provider,
    behaviours,
    path_of,
    written,
)

ALL = ["ids", "times", "usage", "fingerprints"]
EVERYTHING = {"select": ["FX3"], "freeze": ALL}

_PROVIDERS = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda p: p.name)
_NOTATIONS = pytest.mark.parametrize("notation", NOTATIONS)


def frozen(text: str, path: str = "", **settings: Any) -> str:
    return fix_text(text, path=path, settings=EVERYTHING | settings, unsafe=True)


@_PROVIDERS
@_NOTATIONS
@settings(max_examples=max(5, settings.default.max_examples // 10))
@given(behaviour=behaviours(), seed=st.integers())
def test_two_recordings_of_one_behaviour_freeze_to_the_same_file(
    provider: Provider, notation: str, behaviour: Behaviour, seed: int
) -> None:
    if notation == "list.jsonl" and provider.name.startswith("gemini"):
        return  # A line of such a list is a response of its own: see below.
    path = path_of(notation)
    recorded = written(provider, notation, behaviour, Chance(seed))
    again = written(provider, notation, behaviour, Chance(seed + 1))
    wanted = written(provider, notation, behaviour, Frozen())
    assert frozen(recorded, path) == wanted
    assert frozen(again, path) == wanted
    assert frozen(wanted, path) == wanted
    left = lint_text(wanted, path=path, settings=EVERYTHING)
    assert [f for f in left if "signature" not in f.message] == []


@_PROVIDERS
@_NOTATIONS
@settings(max_examples=max(5, settings.default.max_examples // 10))
@given(behaviour=behaviours(), seed=st.integers())
def test_a_safe_fix_changes_no_value(
    provider: Provider, notation: str, behaviour: Behaviour, seed: int
) -> None:
    text = written(provider, notation, behaviour, Chance(seed))
    fixed = fix_text(text, path=path_of(notation), settings={"freeze": ALL})
    if notation.endswith((".sse", ".jsonl")):
        assert fixed == text
    else:
        assert json.loads(fixed) == json.loads(text)


def chat(*calls: tuple[str, str], text: str = "", **more: Any) -> str:
    """A response with calls, each an id and its arguments."""
    made = [
        {"id": id_, "type": "function", "function": {"name": "track", "arguments": arguments}}
        for id_, arguments in calls
    ]
    message = {"role": "assistant", "content": text, "tool_calls": made}
    choices = [{"index": 0, "message": message, "finish_reason": "tool_calls"}]
    return json.dumps({"object": "chat.completion", "choices": choices, **more})


ID = "call_9xKq2LmRw7"
NESTED = json.dumps({"json": json.dumps({"in": f"\n{ID}"})})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (f"see {ID}.", "see call_c1."),
        (f"https://x.test/{ID}?a=1&id={ID}", "https://x.test/call_c1?a=1&id=call_c1"),
        (NESTED, NESTED.replace(ID, "call_c1")),
        (f"https://x.test/?u=a%2F{ID}", "https://x.test/?u=a%2Fcall_c1"),
        (f"x{ID} {ID}_ {ID}-1 {ID.lower()}", f"x{ID} {ID}_ {ID}-1 {ID.lower()}"),
        ("call_other9xKq", "call_other9xKq"),
        (f'{{"longer": "{ID}\\u0061"}}', f'{{"longer": "{ID}\\u0061"}}'),
    ],
)  # fmt: skip
def test_an_id_changes_wherever_it_is_a_whole_word(text: str, wanted: str) -> None:
    fixed = json.loads(frozen(chat((ID, "{}"), text=text)))
    message = fixed["choices"][0]["message"]
    assert message["tool_calls"][0]["id"] == "call_c1"
    assert message["content"] == wanted


@pytest.mark.parametrize(
    ("id_", "wanted"),
    [
        ("call_9xKq2LmRw7", "call_c1"),
        ("call_00_9xKq2LmRw7", "call_c1"),
        ("chatcmpl-tool-3f0c9d528a414b7e", "chatcmpl-tool-c1"),
        ("toolu_vrtx_01Kd93mPq7Zr", "toolu_vrtx_c1"),
        ("srvtoolu_01Kd93mPq7Zr", "srvtoolu_s1"),
        ("tooluse_Kd93-mPq7_Zrabc", "tooluse_c1"),
        ("k3V9x2MqP", "call00001"),
        ("3f0c9d52-8a41-4b7e-9c1d-52e07f6ab310", "00000000-0000-4000-8000-000000000001"),
        ("3f0c9d528a414b7e", "0000000000000001"),
        ("get_weather_4s8x1a2b3c4d", "get_weather_1"),
        *((kept, kept) for kept in (
            "call_1", "call_c7", "call00003", "functions.track:0", "track:0", "rec-3f0c9d528a41",
            "weather", "call_weather", "00000000-0000-0000-0000-000000000000", "", "<id>", "1",
        )),
    ],
)  # fmt: skip
def test_the_form_of_a_frozen_id(id_: str, wanted: str) -> None:
    fixed = json.loads(frozen(chat((id_, "{}"))))
    assert fixed["choices"][0]["message"]["tool_calls"][0]["id"] == wanted


@given(st.lists(st.sampled_from(["call_c1", "call_c2", "call_c3", "call_c5"]), unique=True))
def test_a_new_name_stands_nowhere_in_the_file(present: list[str]) -> None:
    text = chat((ID, "{}"), ("call_2ndKq2LmRw", "{}"), text=" ".join(present))
    message = json.loads(frozen(text))["choices"][0]["message"]
    new = [call["id"] for call in message["tool_calls"]]
    assert message["content"] == " ".join(present)
    assert len(set(new)) == 2
    assert set(new).isdisjoint(present)


def reasons(text: str, path: str = "", **settings: Any) -> list[tuple[str, str, bool]]:
    found = lint_text(text, path=path, settings=EVERYTHING | settings)
    return [(f.code, f.message.partition("; ")[2], f.fix is not None) for f in found]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"reasoning_details": [{"signature": f"abc.{ID}.x"}]}, "signature"),
        ({"thinking": {"text": f"see {ID}", "signature": "c2ln"}}, "signature"),
    ],
)
def test_an_id_in_what_is_signed_stays_everywhere(more: dict[str, Any], why: str) -> None:
    text = chat((ID, "{}"), ("call_2ndKq2LmRw", "{}"), text=f"see {ID}", **more)
    fixed = frozen(text)
    assert fixed == text.replace("call_2ndKq2LmRw", "call_c1")
    (found,) = reasons(fixed)
    assert found == ("FX301", "it stays, because a signature covers a place where it stands", False)


def test_an_id_in_what_machines_have_made_stays_everywhere() -> None:
    id_ = "toolu_01Kd93mPq7Zr"
    call = {"type": "tool_use", "id": id_, "name": "track", "input": {}}
    sealed = {"type": "redacted_thinking", "data": f"abc.{id_}.x"}
    whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": "small"}
    text = json.dumps(whole | {"content": [call, sealed]})
    assert frozen(text) == text
    assert [code for code, _, _ in reasons(text)] == ["FX301"]


def test_what_is_signed_is_not_counted(lint: Any, project: Path) -> None:
    part = {"functionCall": {"id": "k3v9x2mq", "name": "t", "args": {}}, "thoughtSignature": "c2ln"}
    candidate = {"content": {"role": "model", "parts": [part]}}
    (project / "one.json").write_text(json.dumps({"candidates": [candidate]}))
    assert lint("one.json", "--output-format", "json").report["summary"]["freezable"] == 0


def sse(*events: Any) -> str:
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"


def chunk(**delta: Any) -> dict[str, Any]:
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}


def head(id_: str) -> dict[str, Any]:
    function = {"name": "track", "arguments": ""}
    return chunk(tool_calls=[{"index": 0, "id": id_, "type": "function", "function": function}])


@pytest.mark.parametrize("in_lines", [False, True])
def test_an_id_that_is_split_over_two_events_stays_everywhere(in_lines: bool) -> None:
    events = [head(ID), chunk(content=f"see {ID[:7]}"), chunk(content=f"{ID[7:]} again")]
    text = "".join(json.dumps(e) + "\n" for e in events) if in_lines else sse(*events)
    path = "split.jsonl" if in_lines else "split.sse"
    assert frozen(text, path) == text
    ((code, why, has_fix),) = reasons(text, path)
    assert (code, has_fix) == ("FX301", False)
    assert "split over two events" in why


def test_an_id_in_joined_arguments_changes_without_moving_a_border() -> None:
    def piece(text: str) -> dict[str, Any]:
        return chunk(tool_calls=[{"index": 0, "function": {"arguments": text}}])

    def stream(id_: str) -> str:
        return sse(head(id_), piece('{"see'), piece(f'": "a\\n{id_}'), piece('\\n"}'))

    assert frozen(stream(ID), "joined.sse") == stream("call_c1")


def test_lines_that_are_documents_of_their_own_keep_their_ids() -> None:
    line = chat((ID, "{}"), created=1773483871) + "\n"
    fixed = frozen(line * 2, "many.jsonl")
    assert fixed == line.replace("1773483871", "0") * 2
    assert all("lines are fixed one by one" in why for _, why, _ in reasons(fixed, "many.jsonl"))


@pytest.mark.parametrize("group", ALL)
def test_only_what_the_configuration_names_is_frozen(group: str) -> None:
    more = {"created": 1773483871, "usage": {"total_tokens": 7}, "system_fingerprint": "fp_8c2d41"}
    text = chat((ID, "{}"), **more)
    wanted = {
        "ids": text.replace(ID, "call_c1"),
        "times": text.replace("1773483871", "0"),
        "usage": text.replace("7}", "0}"),
        "fingerprints": text.replace("fp_8c2d41", "fp_1"),
    }
    assert frozen(text, freeze=[group]) == wanted[group]
    told = [why for _, why, has_fix in reasons(text, freeze=[group]) if not has_fix]
    assert len(told) == 3
    assert all(re.search(r'"\w+" is not in `freeze`, so it stays$', why) for why in told)
    assert frozen(text, freeze=[]) == text


def test_an_unknown_class_is_refused(lint: Any, project: Path) -> None:
    (project / "fixture-lint.toml").write_text('freeze = ["id"]\n')
    result = lint(".")
    assert result.code == 2
    assert "did you mean 'ids'" in result.err


def test_what_could_be_frozen_is_counted_in_one_line(lint: Any, project: Path) -> None:
    (project / "one.json").write_text(chat((ID, "{}"), created=1773483871, usage={"a": 3}))
    (project / "two.sse").write_text(sse(head(ID), chunk(content="x")))
    line = "3 values can be frozen: --fix --unsafe-fixes --select FX3"
    for format_ in ("text", "markdown", "github"):
        assert line in lint("one.json", "two.sse", "--output-format", format_).out.splitlines()
    result: Result = lint("one.json", "two.sse", "--output-format", "json")
    assert result.report["summary"]["freezable"] == 3
    assert "can be frozen" not in lint("one.json", "--select", "FX3").out
    assert "can be frozen" not in lint("one.json", "--select", "FX4").out
    assert "can be frozen" not in lint("one.json", "--ignore", "FX3").out
    fixed: Result = lint("one.json", "two.sse", "--fix", "--unsafe-fixes", "--select", "FX3")
    assert fixed.code == 0
    assert "can be frozen" not in lint("one.json", "two.sse").out
    (project / "many.json").write_text(chat(*((f"call_9xK{n}qLm", "{}") for n in range(1204))))
    assert "1,204 values can be frozen" in lint("many.json").out


def test_a_half_frozen_pair_is_written_together_and_in_one_pass_with_the_others() -> None:
    def request(*ids: str) -> str:
        calls = [
            {"id": i, "type": "function", "function": {"name": "t", "arguments": "{}"}}
            for i in ids[:2]
        ]
        answers = [{"role": "tool", "tool_call_id": i, "content": "x"} for i in ids[2:]]
        asked = {"role": "user", "content": "go"}
        messages = [asked, {"role": "assistant", "content": "", "tool_calls": calls}, *answers]
        return json.dumps({"model": "small", "messages": messages})

    half = request("call_c1", "call_2ndKq2LmRw", ID, "call_2ndKq2LmRw")
    alone = {"select": ["FX833"]}
    whole = request("call_c1", "call_2ndKq2LmRw", "call_c1", "call_2ndKq2LmRw")
    assert fix_text(half, settings=alone, unsafe=True) == whole
    assert lint_text(whole, settings=alone) == []
    assert frozen(half, select=["FX3", "FX833"]) == request(
        "call_c1", "call_c2", "call_c1", "call_c2"
    )
    lost = request("call_c1", "call_2ndKq2LmRw", ID)
    assert lint_text(lost, settings=alone) == []


def _seconds(text: str, path: str) -> float:
    best = 99.0
    for _ in range(3):
        start = time.process_time()
        frozen(text, path)
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize(("notation", "size"), [("response", 1000), ("script.sse", 200)])
def test_the_time_grows_with_the_length(notation: str, size: int) -> None:
    def recording(size: int) -> str:
        calls = tuple(("track", {"n": n}) for n in range(size))
        behaviour = Behaviour(calls, calls, ("x",), True, "c2ln")
        return written(PROVIDERS[0], notation, behaviour, Chance(1))

    path = path_of(notation)
    assert any(
        _seconds(recording(2 * size), path) <= 2.4 * _seconds(recording(size), path) + 0.05
        for _ in range(4)
    )
