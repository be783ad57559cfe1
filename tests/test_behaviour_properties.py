"""Properties of the semantic diff of neutral conversations: noise on either side changes nothing,
an edit is exactly its class, whatever else the conversation holds."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from conftest import make_run
from hypothesis import assume, given
from hypothesis import strategies as st

from fixture_lint.behaviour.review import FileReview
from fixture_lint.reviewing import review
from tests.conversations import clean_texts

RUN = make_run()
Edit = Callable[[list[Any], random.Random], None]


def compared(old: Any, new: Any) -> FileReview:
    before, after = (json.dumps(one, indent=2).encode() for one in (old, new))
    return review(before, after, "late-parcel.json", RUN)


def noisy(story: Any, seed: int) -> Any:
    """The same conversation as a recorder leaves it that strips nothing."""
    drawn = random.Random(seed)
    made = copy.deepcopy(story)
    names: dict[str, str] = {}
    for turn in made["turns"]:
        for call in turn.get("calls", []):
            names[call["ref"]] = f"call_{drawn.randrange(10**9):09}aZ{drawn.randrange(99)}"
            call["ref"] = names[call["ref"]]
        for result in turn.get("results", []):
            result["ref"] = names[result["ref"]]
        if drawn.random() < 0.5:
            turn["created_at"] = 1_700_000_000 + drawn.randrange(10**7)
            turn["usage"] = {"total_tokens": drawn.randrange(1, 900)}
    made["meta"]["request_id"] = f"req_{drawn.randrange(10**12):012}A"
    return made


def story_of(text: str) -> Any:
    """A conversation as Python values; numbers beyond their range are others."""
    return json.loads(text, parse_float=lambda spelled: min(float(spelled), 1e300))


def seen(found: FileReview) -> list[tuple[str, str, str | None, str | None]]:
    return [(c.name, c.where, c.old, c.new) for c in found.changes]


def _say(turns: list[Any], drawn: random.Random) -> None:
    turns[-1]["text"] += " and one thing more"


def _ask(turns: list[Any], drawn: random.Random) -> None:
    turns[0]["text"] += "; another question"


def _argue(turns: list[Any], drawn: random.Random) -> None:
    call = drawn.choice(_calls(turns))
    call["args"]["a new name"] = "new value"


def _tool(turns: list[Any], drawn: random.Random) -> None:
    drawn.choice(_calls(turns))["tool"] = "cancel"


def _fail(turns: list[Any], drawn: random.Random) -> None:
    results = [r for turn in turns for r in turn.get("results", []) if "output" in r]
    assume(results)
    result = drawn.choice(results)
    del result["output"]
    result["error"] = {"code": "gone", "message": "no longer there"}


def _calls(turns: list[Any]) -> list[Any]:
    found = [call for turn in turns for call in turn.get("calls", [])]
    assume(found)
    return found


def _added(turns: list[Any], drawn: random.Random) -> None:
    turns[-1:-1] = [
        {"from": "assistant", "calls": [{"ref": "c999", "tool": "archive", "args": {}}]},
        {"from": "tools", "results": [{"ref": "c999", "output": None}]},
    ]


EDITS: dict[str, Edit] = {
    "text-changed": _say,
    "user-input-changed": _ask,
    "args-changed": _argue,
    "tool-changed": _tool,
    "result-to-error": _fail,
    "call-added": _added,
}


@given(text=clean_texts(), seed=st.integers())
def test_a_conversation_does_not_differ_from_its_noisy_recording(text: str, seed: int) -> None:
    story = story_of(text)
    for old, new in ((story, noisy(story, seed)), (noisy(story, seed + 1), noisy(story, seed))):
        found = compared(old, new)
        assert seen(found) == []
        assert {change.name for change in found.quiet} == {"noise-only"}
    assert {c.name for c in compared(noisy(story, seed), story).quiet} <= {
        "cleanup-only",
        "layout-only",
    }


@given(
    text=clean_texts(),
    seed=st.integers(0, 2**32),
    names=st.lists(st.sampled_from(sorted(EDITS)), unique=True, max_size=3),
)
def test_noise_on_either_side_changes_nothing(text: str, seed: int, names: list[str]) -> None:
    old = story_of(text)
    new = copy.deepcopy(old)
    for name in names:
        EDITS[name](new["turns"], random.Random(seed))
    wanted = seen(compared(old, new))
    assert seen(compared(noisy(old, seed), new)) == wanted
    assert seen(compared(old, noisy(new, seed))) == wanted
    assert seen(compared(noisy(old, seed), noisy(new, seed + 1))) == wanted


@given(text=clean_texts(), seed=st.integers(0, 2**32), name=st.sampled_from(sorted(EDITS)))
def test_one_edit_is_exactly_its_class(text: str, seed: int, name: str) -> None:
    old = story_of(text)
    new = copy.deepcopy(old)
    EDITS[name](new["turns"], random.Random(seed))
    found = compared(old, noisy(new, seed))
    assert [change.name for change in found.changes] == [name]
    assert found.exit == 1


@given(text=clean_texts(), other=clean_texts())
def test_any_two_conversations_can_be_compared(text: str, other: str) -> None:
    old, new = story_of(text), story_of(other)
    there, back = compared(old, new), compared(new, old)
    assert there.problem == back.problem == ""
    assert bool(there.changes) == bool(back.changes)
    assert there.is_behaviour == (old["turns"] != new["turns"]) or not there.changes
