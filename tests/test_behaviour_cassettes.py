"""The semantic diff of cassettes: of all families, packed or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from conftest import make_run

from fixture_lint.api import fix_text
from fixture_lint.behaviour.review import FileReview
from fixture_lint.reviewing import review
from tests.cassettes import FAMILIES, Exchange, bodies, path_of, recordings, written

RUN = make_run()
_IN_FAMILIES = pytest.mark.parametrize("family", FAMILIES)
_SEEDS = pytest.mark.parametrize("seed", range(3))
_ONE_SIDED = ("request-hash", "response-only")


def compared(old: bytes, new: bytes, family: str) -> FileReview:
    found = review(old, new, path_of(family), RUN)
    assert found.problem == ""
    return found


def names(found: FileReview) -> tuple[set[str], set[str]]:
    return {c.name for c in found.changes}, {c.name for c in found.quiet}


@_IN_FAMILIES
@_SEEDS
def test_a_second_recording_is_noise(family: str, seed: int) -> None:
    for body in bodies(family):
        old, new = (written(recordings(seed, again=again), family, body=body) for again in (0, 1))
        found = compared(old, new, family)
        assert names(found) == (set(), {"noise-only"})
        assert found.exit == 5


@_IN_FAMILIES
@_SEEDS
def test_freezing_is_a_clean_up(family: str, seed: int) -> None:
    settings = {"select": ["FX3"], "cassette-matching": "none"}
    for body in bodies(family):
        old = written(recordings(seed), family, body=body)
        new = fix_text(old.decode(), path=path_of(family), settings=settings, unsafe=True)
        found = compared(old, new.encode(), family)
        assert names(found) == (set(), {"cleanup-only"})
        assert found.exit == 0


def with_body(exchange: Exchange, edit: Callable[[Any], None]) -> Exchange:
    answer = exchange.answer
    edit(answer)
    return exchange._replace(body=json.dumps(answer, separators=(",", ":")).encode())


def other_text(answer: Any) -> None:
    answer["choices"][0]["message"]["content"] = "nothing can be done"


def other_reason(answer: Any) -> None:
    answer["choices"][0]["finish_reason"] = "length"


def other_argument(answer: Any) -> None:
    call = answer["choices"][0]["message"]["tool_calls"][0]
    call["function"]["arguments"] = json.dumps({"parcel": "P-0"})


@_IN_FAMILIES
@_SEEDS
@pytest.mark.parametrize(
    ("edit", "class_", "which"),
    [
        (other_text, "text-changed", -1),
        (other_reason, "response-changed", -1),
        (other_argument, "args-changed", 0),
    ],
    ids=["text", "reason", "argument"],
)
def test_one_edit_among_noise_is_its_class(
    family: str, seed: int, edit: Any, class_: str, which: int
) -> None:
    if which == 0 and family in _ONE_SIDED:
        return  # They hold the last exchange only.
    old = recordings(seed, provider="openai-chat", stream=False)
    new = recordings(seed, provider="openai-chat", stream=False, again=1)
    new[which] = with_body(new[which], edit)
    found = compared(written(old, family), written(new, family), family)
    # The later request still quotes the old call: a client that sends back something else.
    misquoted = {"request-changed"} if which == 0 else set()
    assert {c.name for c in found.changes} == {class_} | misquoted
    assert found.exit == 1


def test_what_a_later_request_repeats_is_told_once() -> None:
    found = compared(*[written(recordings(1, provider="openai-chat"), "vcrpy")] * 2, "vcrpy")
    users = [row.head for row in found.rows if row.kind == "user"]
    calls = [row.label for row in found.rows if row.kind == "call"]
    assert len(users) == len(set(users))
    assert calls == [f"c{number}" for number in range(1, len(calls) + 1)]


def test_another_status_and_a_changed_setting_are_seen() -> None:
    old = recordings(3, provider="openai-chat", stream=False)
    new = [exchange._replace(status=503) for exchange in old]
    found = compared(written(old, "vcrpy"), written(new, "vcrpy"), "vcrpy")
    assert {c.name for c in found.changes} == {"response-changed"}
    new = [e._replace(request=e.request | {"temperature": 1.5}) for e in old]
    found = compared(written(old, "vcrpy"), written(new, "vcrpy"), "vcrpy")
    assert [(c.name, c.where, c.old, c.new) for c in found.changes] == [
        ("request-changed", "/temperature", None, "1.5")
    ]


def test_a_tool_that_is_declared_otherwise_is_a_change_of_the_prompt() -> None:
    old = recordings(3, provider="openai-chat", stream=False)
    new = json.loads(json.dumps([exchange.request for exchange in old]))
    for request in new:
        request["tools"].reverse()
        request["tools"][0]["function"]["description"] = "something else"
    edited = [e._replace(request=request) for e, request in zip(old, new, strict=True)]
    found = compared(written(old, "vcrpy"), written(edited, "vcrpy"), "vcrpy")
    assert [(c.name, c.where) for c in found.changes] == [
        ("contract-changed", "/function/description")
    ]


def test_a_client_that_cuts_white_space_repeats_what_was_said() -> None:
    def recorded(text: str) -> bytes:
        first, second = recordings(5, provider="openai-chat", stream=False)
        answer = {"role": "assistant", "content": text}
        choices = [{"index": 0, "message": answer, "finish_reason": "stop"}]
        said = {"object": "chat.completion", "model": "small-1", "choices": choices}
        again = [*first.request["messages"], answer | {"content": text.strip()}]
        again += [{"role": "user", "content": "go on"}]
        first = first._replace(body=json.dumps(said).encode())
        second = second._replace(request=second.request | {"messages": again})
        return written([first, second], "vcrpy")

    found = compared(recorded("It is late.\n"), recorded("It is lost.\n"), "vcrpy")
    first = next(row.head for row in found.rows if row.kind == "say")
    assert first == r"It is lost.\n"
    assert [c.name for c in found.changes] == ["text-changed"]


def test_the_boundary_of_a_multipart_body_is_drawn_anew() -> None:
    def recorded(boundary: str, content: str = "hello") -> bytes:
        part = 'Content-Disposition: form-data; name="file"'
        body = f"--{boundary}\r\n{part}\r\n\r\n{content}\r\n--{boundary}--\r\n"
        request = {
            "method": "POST",
            "uri": "https://api.openai.com/v1/files",
            "headers": {"content-type": [f"multipart/form-data; boundary={boundary}"]},
            "body": body,
        }
        response = {"status": {"code": 200}, "headers": {}, "body": {"string": "{}"}}
        interactions = [{"request": request, "response": response}]
        return yaml.safe_dump({"interactions": interactions, "version": 1}).encode()

    found = compared(recorded("a1b2c3d4e5f6"), recorded("f6e5d4c3b2a1"), "vcrpy")
    assert names(found) == (set(), {"noise-only"})
    found = compared(recorded("a1b2c3d4e5f6"), recorded("f6e5d4c3b2a1", "bye"), "vcrpy")
    assert [c.name for c in found.changes] == ["request-changed"]
