"""The semantic diff on bad input: it says what is wrong, and shows nothing that is private."""

from __future__ import annotations

import copy
import json
import random
import time
from typing import Any

import pytest
from conftest import make_run
from hypothesis import given
from hypothesis import strategies as st
from test_behaviour import STORY, compared, edited, quiet, said

from fixture_lint.api import canonical_json
from fixture_lint.detectors.samples import sample
from fixture_lint.reviewing import review

RUN = make_run()
GOOD = canonical_json(STORY).encode()
PATHS = st.sampled_from(["a.json", "a.jsonl", "a.yaml", "a.sse", "a.har", "a", "a.json.gz"])


@given(
    old=st.one_of(st.binary(max_size=200), st.just(GOOD)),
    new=st.one_of(st.binary(max_size=200), st.just(GOOD)),
    path=PATHS,
)
def test_any_bytes_can_be_reviewed(old: bytes, new: bytes, path: str) -> None:
    found = review(old, new, path, RUN)
    assert found.state in ("changed", "same", "unreadable")
    assert review(None, new, path, RUN).state in ("added", "unreadable")
    assert review(old, None, path, RUN).state in ("deleted", "unreadable")


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["meta", "turns", "from", "text", "calls", "results", "ref", "args", "output",
                 "error", "interactions", "request", "response", "body", "headers", "messages",
                 "role", "content", "choices", "message", "tools", "model", "object"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)  # fmt: skip


@given(old=_JSON, new=_JSON)
def test_wrong_types_anywhere_do_not_matter(old: Any, new: Any) -> None:
    review(json.dumps(old).encode(), json.dumps(new).encode(), "a.json", RUN)
    wrapped = [{"meta": {"kind": "conversation"}, "turns": one} for one in (old, new)]
    for made in (wrapped, [{"meta": one, "turns": []} for one in (old, new)]):
        before, after = (json.dumps(one).encode() for one in made)
        assert review(before, after, "a.json", RUN).problem == ""


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty file"),
        (GOOD[:100], "not valid JSON"),
        (GOOD.replace(b"queued", b"\xff\xfe"), "is not UTF-8"),
        (
            b"<<<<<<< HEAD\n" + GOOD + b"=======\n" + GOOD + b">>>>>>> other\n",
            "merge conflict marker",
        ),
        (b"[" * 10_000, "deep"),
    ],
    ids=["empty", "cut", "no UTF-8", "merge conflict", "deep"],
)
def test_a_version_that_cannot_be_read_says_which_and_why(data: bytes, words: str) -> None:
    for old, new, which in ((data, GOOD, "old version"), (GOOD, data, "new version")):
        found = review(old, new, "broken-kettle.json", RUN)
        assert found.state == "unreadable"
        assert found.problem.startswith(f"{which}: line ")
        assert words in found.problem


def test_versions_of_different_kinds_are_not_compared() -> None:
    stream = b'data: {"object":"chat.completion.chunk","choices":[]}\n\ndata: [DONE]\n\n'
    cassette = b"interactions:\n- request: {method: GET, uri: http://x.test/}\n  response: {}\n"
    assert review(GOOD, GOOD, "a.json", RUN).state == "same"
    assert review(b'{"a": 1}', b'{"a": 2}', "a.json", RUN).problem == "of no kind with behaviour"
    assert "different kinds" in review(cassette, GOOD, "a.yaml", RUN).problem
    assert review(stream, stream, "a.sse", RUN).problem == ""


def _masks() -> dict[str, str]:
    drawn = random.Random(5)
    return {
        "secret": sample("groq", drawn),
        "address": "jane.miller@corp-mail.net",
        "phone": "+1 415 736 2291",
    }


@pytest.mark.parametrize("what", sorted(_masks()))
def test_nothing_private_is_shown(what: str) -> None:
    private = _masks()[what]
    old = edited(said(f"kettle 7714 no longer heats: {private}", 0))
    new = edited(said(f"kettle 7714 leaks: {private}", 0))
    new["turns"][3]["calls"][0]["args"]["cause"] = private
    new["meta"]["note"] = f"asked by {private}"
    found = compared(old, new)
    assert {c.name for c in found.changes} == {"user-input-changed", "args-changed"}
    assert private not in repr(found)
    assert "‹" in repr(found)


@pytest.mark.parametrize("what", sorted(_masks()))
def test_control_characters_are_visible(what: str) -> None:
    found = compared(STORY, edited(said(f"\x1b[31m{_masks()[what]}\u202e", 5)))
    assert "\x1b" not in repr(found).replace("\\x1b", "")
    assert not any("\u202e" in str(value) for row in found.rows for value in row)


def test_a_secret_that_was_taken_out_is_a_clean_up() -> None:
    secret = _masks()["secret"]
    old = edited(lambda turns: turns[3]["calls"][0]["args"].update(key=secret))
    new = edited(lambda turns: turns[3]["calls"][0]["args"].update(key="REDACTED"))
    found = compared(old, new)
    assert found.changes == ()
    assert "cleanup-only" in quiet(found)


def test_a_stand_in_that_became_a_person_is_a_change() -> None:
    old = edited(said("write to user-1@example.com", 0))
    new = edited(said("write to jane.miller@corp-mail.net", 0))
    assert [c.name for c in compared(old, new).changes] == ["user-input-changed"]


def test_a_person_that_became_another_one_is_a_change() -> None:
    old = edited(said("write to jane.miller@corp-mail.net", 0))
    new = edited(said("write to john.baker@corp-mail.net", 0))
    found = compared(old, new)
    assert ([c.name for c in found.changes], quiet(found)) == (["user-input-changed"], [])


def test_many_people_in_one_text_take_linear_time() -> None:
    def text(count: int, host: str) -> str:
        return ", ".join(f"anna.{n}@{host}" for n in range(count)) + ("!" if "x" in host else "?")

    def seconds(count: int) -> float:
        old = edited(said(text(count, "corp-mail.net"), 0))
        new = edited(said(text(count, "x-mail.org"), 0))
        start = time.process_time()
        compared(old, new)
        return time.process_time() - start

    seconds(10)
    assert seconds(400) < 3 * seconds(200) + 0.2


def _long(count: int, word: str) -> dict[str, Any]:
    story = copy.deepcopy(STORY)
    story["turns"] = [
        {"from": "user" if n % 2 == 0 else "assistant", "text": f"{word} {n * 7919 % count}"}
        for n in range(count)
    ]
    return story


def test_many_steps_that_are_all_other_ones_take_no_quadratic_time() -> None:
    def seconds(count: int) -> float:
        old, new = _long(count, "one"), _long(count, "other")
        start = time.process_time()
        assert compared(old, new).changes
        return time.process_time() - start

    seconds(50)
    assert seconds(4000) < 3 * seconds(2000) + 0.3


def test_empty_containers_that_are_filled_take_linear_time() -> None:
    def seconds(count: int) -> float:
        old, new = copy.deepcopy(STORY), copy.deepcopy(STORY)
        old["turns"][2]["results"][0]["output"] = [[]] * count
        new["turns"][2]["results"][0]["output"] = [[n] for n in range(count)]
        start = time.process_time()
        assert compared(old, new).changes
        return time.process_time() - start

    seconds(50)
    assert seconds(8000) < 3 * seconds(4000) + 0.3
