"""``convert``: one conversation, whichever provider recorded it, and back to any of them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Result as Outcome
from hypothesis import assume, given
from neutral import assistant, call, conversations, messages_of, plain, tools, user, value

from fixture_lint.api import fix_text, lint_text
from fixture_lint.conversation import Message, Result, to_text
from fixture_lint.converting import NotConverted, from_neutral, to_neutral
from fixture_lint.detectors.samples import sample
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document
from fixture_lint.kinds.dialects import named
from fixture_lint.kinds.wire import providers

DIALECT = {provider.name: provider.dialect for provider in providers()}
PROVIDERS = sorted(set(DIALECT) - {"chat-family"})
META = {"scenario": "late-parcel", "recorded": "2026-03-14", "note": "two lookups, one is late"}

TURNS = [
    user("track both"),
    assistant("On it.", call("c1", "track", '{"code": "P7", "days": 1.50}')),
    tools(Result("c1", "track", value('{"late": true}'))),
    assistant("One is late."),
]


def document(text: str) -> Document:
    return Document("recording.json", text, read(text))


def recorded(provider: str, turns: list[Message]) -> list[Document]:
    """A conversation as a provider's last request and the response to it."""
    dialect = named(DIALECT[provider])
    request, _ = dialect.request(turns[:-1], "small")
    response, _ = dialect.response(turns[-1], "small")
    return [document(to_text(request)), document(to_text(response))]


def neutral(documents: list[Document]) -> str:
    return to_text(to_neutral(documents, META).value)


def with_names(turns: list[Message]) -> list[Message]:
    """Results that say which tool they are of, and in the order of their calls: not all providers
    have ids."""
    made = []
    latest: dict[str, str] = {}
    for turn in turns:
        latest = {c.id: c.tool for c in turn.calls} or latest
        results = [r._replace(tool=latest.get(r.id, r.tool)) for r in turn.results]
        results.sort(key=lambda result: list(latest).index(result.id))
        made.append(turn._replace(results=tuple(results)))
    return made


@given(turns=conversations(encodable=True))
def test_one_conversation_converts_to_one_fixture_whoever_recorded_it(
    turns: list[Message],
) -> None:
    turns = with_names(turns)
    assume(all(turn.text or turn.calls or turn.results for turn in turns))
    made = {name: json.loads(neutral(recorded(name, turns)))["turns"] for name in PROVIDERS}
    first = made["anthropic-messages"]
    assert {name: found for name, found in made.items() if found != first} == {}


@pytest.mark.parametrize("provider", PROVIDERS)
@given(turns=conversations(encodable=True))
def test_to_a_provider_and_back_again(provider: str, turns: list[Message]) -> None:
    turns = with_names(turns)
    text = neutral(recorded("anthropic-messages", turns))
    written, losses = from_neutral(document(text), provider, "request", "small")
    assert losses == []
    assert plain(messages_of(DIALECT[provider], written, "request")) == plain(turns)
    assert json.loads(neutral([document(written)]))["turns"] == json.loads(text)["turns"]


def test_numbers_keep_their_spelling() -> None:
    for provider in PROVIDERS:
        assert '"days": 1.50' in neutral(recorded(provider, TURNS))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_what_is_written_is_clean(provider: str, project: Path) -> None:
    text = neutral(recorded(provider, TURNS))
    assert lint_text(text, path="late-parcel.json", settings={}) == []
    for form in ("request", "response"):
        written, _ = from_neutral(document(text), provider, form, "small")
        assert lint_text(written, path="wire.json", settings={}) == []


def test_the_history_of_the_last_request_counts() -> None:
    first = recorded("openai-chat", TURNS[:2])
    assert neutral([*first, *recorded("openai-chat", TURNS)]) == neutral(
        recorded("openai-chat", TURNS)
    )


Lint = Callable[..., Outcome]
ARGUMENTS = ("--scenario", "late-parcel", "--note", "two lookups, one is late")


def saved(project: Path, provider: str, turns: list[Message] = TURNS) -> list[str]:
    names = ["request.json", "response.json"]
    for name, made in zip(names, recorded(provider, turns), strict=True):
        (project / name).write_text(made.text, encoding="utf-8")
    return names


def test_the_command(lint: Lint, project: Path) -> None:
    names = saved(project, "openai-chat")
    result = lint("convert", *names, *ARGUMENTS, "--recorded", "2026-03-14")
    assert (result.code, result.err) == (0, "")
    made = json.loads(result.out)
    assert made["meta"] == META | {"provider": "chat-completions", "model": "small"}
    assert [turn["from"] for turn in made["turns"]] == ["user", "assistant", "tools", "assistant"]
    (project / "late-parcel.json").write_text(result.out, encoding="utf-8")
    assert lint("late-parcel.json").code == 0
    for provider in PROVIDERS:
        back = lint("convert", "late-parcel.json", "--to", provider)
        assert (back.code, back.err) == (0, "")
        assert json.loads(back.out)


def test_output_is_a_new_file(lint: Lint, project: Path) -> None:
    names = saved(project, "gemini")
    arguments = ("convert", *names, *ARGUMENTS, "--output", "late-parcel.json")
    assert lint(*arguments).code == 0
    text = (project / "late-parcel.json").read_text()
    again = lint(*arguments)
    assert again.code == 2
    assert "late-parcel.json exists" in again.err
    assert (project / "late-parcel.json").read_text() == text


def test_a_secret_is_refused_and_not_shown(lint: Lint, project: Path) -> None:
    token = sample("groq", random.Random(3))
    turns = [user(f"use {token}"), assistant("Done.")]
    names = saved(project, "anthropic-messages", turns)
    result = lint("convert", *names, *ARGUMENTS, "--output", "late-parcel.json")
    assert result.code == 1
    assert "FX401" in result.err
    assert "nothing was written" in result.err
    assert token[8:] not in result.out + result.err
    assert not (project / "late-parcel.json").exists()


def test_personal_data_gets_stand_ins(lint: Lint, project: Path) -> None:
    turns = [user("my name is Petra Lindqvist"), assistant("Hello Petra Lindqvist.")]
    result = lint("convert", *saved(project, "bedrock-converse", turns), *ARGUMENTS)
    assert result.code == 0
    said = [turn["text"] for turn in json.loads(result.out)["turns"]]
    assert said == ["my name is Person 1", "Hello Person 1."]


def test_losses_are_listed(lint: Lint, project: Path) -> None:
    response = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "small",
        "content": [{"type": "thinking", "thinking": "hm", "signature": "c2ln"},
                    {"type": "text", "text": "hello"}],
        "stop_reason": "end_turn", "stop_sequence": None, "usage": {},
    }  # fmt: skip
    (project / "r.json").write_text(json.dumps(response))
    result = lint("convert", "r.json", *ARGUMENTS)
    assert result.code == 0
    assert "lost:" in result.err
    assert "/content/0" in result.err
    assert "hm" not in result.err.split("lost:")[1].split("/content/0")[0].split()


def test_a_stream_is_put_together(lint: Lint, project: Path) -> None:
    chunk = '{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "small"'
    deltas = ['{"role": "assistant", "content": "hel"}', '{"content": "lo"}']
    lines = [f'data: {chunk}, "choices": [{{"index": 0, "delta": {d}}}]}}\n\n' for d in deltas]
    end = (
        f'data: {chunk}, "choices": [{{"index": 0, "delta": {{}}, "finish_reason": "stop"}}]}}\n\n'
    )
    (project / "a.sse").write_text("".join([*lines, end, "data: [DONE]\n\n"]))
    result = lint("convert", "a.sse", *ARGUMENTS)
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)["turns"] == [{"from": "assistant", "text": "hello"}]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not valid JSON"),
        ("[]", "no request, response or stream"),
        (
            '{"type": "error", "error": {"type": "overloaded_error", "message": "no"}}',
            "is an error",
        ),
        ('{"data": [{"embedding": [1]}]}', "no request, response or stream"),
    ],
)
def test_what_cannot_be_converted_says_why(
    lint: Lint, project: Path, text: str, words: str
) -> None:
    (project / "a.json").write_text(text)
    result = lint("convert", "a.json", *ARGUMENTS)
    assert result.code == 2
    assert words in result.err
    assert "a.json" in result.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing.json", *ARGUMENTS], "missing.json"),
        (["request.json"], "--scenario and --note are required"),
        (["request.json", "--scenario", "Late Parcel", "--note", "x"], "small letters"),
        (["request.json", "--to", "gemini"], "takes one neutral conversation"),
        (["request.json", "--to", "nobody"], "invalid choice"),
    ],
)
def test_wrong_use_is_explained(
    lint: Lint, project: Path, arguments: list[str], words: str
) -> None:
    saved(project, "openai-chat")
    result = lint("convert", *arguments)
    assert result.code == 2
    assert words in result.err


def test_a_response_needs_a_last_turn_of_the_assistant() -> None:
    text = neutral(recorded("openai-chat", TURNS))
    cut = json.loads(text)
    cut["turns"].pop()
    with pytest.raises(NotConverted):
        from_neutral(document(json.dumps(cut)), "openai-chat", "response", "small")


@pytest.mark.parametrize("made", [{}, {"messages": [3], "model": "x"}, {"contents": [None]}])
def test_odd_documents_are_refused(made: Any) -> None:
    with pytest.raises(NotConverted):
        neutral([document(json.dumps(made))])


THAWED = [
    (r"chatcmpl-1\b", "chatcmpl-7Hq2LmRwX0aB9"),
    (r"\b(resp|msg|fc|rs)_1\b", r"\1_0f3a9c81d2e47b65aa"),
    (r"\bcall_c(\d)", r"call_9xKq2LmRwB7\1"),
    (r"\btoolu_c(\d)", r"toolu_01Kd93mPq7ZrT\1"),
    (r"\btooluse_c(\d)", r"tooluse_h4Kd93mPq7ZrTy2LmRwX0\1"),
    (r"\bcall0000(\d)", r"b7Zq2Lm4\1"),
    (r"\bresponse-1\b", "h4Kd93mPq7ZrTy2LmRwX0a"),
    (r'("created(?:_at)?"): 0\b', r"\1: 1773483871"),
    (r"1970-01-01T00:00:00Z", "2026-03-14T10:24:31.120Z"),
    (r'("\w*_?(?:tokens|count|duration|Tokens|TokenCount|latencyMs)"): 0\b', r"\1: 412"),
]
"""What stands in written responses, and what a provider would have sent in its place."""


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_recording_of_what_is_written_freezes_to_it(provider: str) -> None:
    written = recorded(provider, [*TURNS[:2]])[1].text
    thawed = written
    for frozen, live in THAWED:
        thawed = re.sub(frozen, live, thawed)
    assert thawed != written
    every = ["ids", "times", "usage", "fingerprints"]
    settings = {"select": ["FX3"], "freeze": every}
    assert fix_text(thawed, settings=settings, unsafe=True) == written
