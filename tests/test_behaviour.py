"""The semantic diff: one edit is reported as exactly its class, and noise as nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from conftest import make_run

from fixture_lint.api import canonical_json, fix_text
from fixture_lint.behaviour.classes import BY_NAME, CLASSES
from fixture_lint.behaviour.review import FileReview
from fixture_lint.reviewing import review

STORY: dict[str, Any] = {
    "meta": {
        "scenario": "broken-kettle",
        "recorded": "2026-03-14",
        "provider": "chat-completions",
        "model": "small",
        "note": "warranty still holds; the replacement is ordered at once",
    },
    "turns": [
        {"from": "user", "text": "kettle 7714 no longer heats"},
        {
            "from": "assistant",
            "calls": [{"ref": "c1", "tool": "find_order", "args": {"order": "7714"}}],
        },
        {
            "from": "tools",
            "results": [{"ref": "c1", "output": {"sku": "KET-02", "cents": 3900}}],
        },
        {
            "from": "assistant",
            "calls": [
                {
                    "ref": "c2",
                    "tool": "send_replacement",
                    "args": {"order": "7714", "pieces": 1, "cause": "defect"},
                }
            ],
        },
        {"from": "tools", "results": [{"ref": "c2", "output": {"state": "queued"}}]},
        {"from": "assistant", "text": "A new kettle is on its way, worth EUR 39.00."},
    ],
}


def compared(old: Any, new: Any, path: str = "broken-kettle.json") -> FileReview:
    """The review of two versions, given as values or texts."""
    before, after = (
        (one if isinstance(one, str) else canonical_json(one)).encode() for one in (old, new)
    )
    return review(before, after, path, make_run())


def classes(found: FileReview) -> list[str]:
    return [change.name for change in found.changes]


def quiet(found: FileReview) -> list[str]:
    return [change.name for change in found.quiet]


def edited(edit: Callable[[list[Any]], None]) -> dict[str, Any]:
    story = copy.deepcopy(STORY)
    edit(story["turns"])
    return story


def renumbered(turns: list[Any]) -> None:
    for place, ref in ((1, "c5"), (2, "c5"), (3, "c6"), (4, "c6")):
        (turns[place].get("calls") or turns[place]["results"])[0]["ref"] = ref


def with_policy(turns: list[Any]) -> None:
    for turn in turns[3:5]:
        (turn.get("calls") or turn["results"])[0]["ref"] = "c3"
    call = {"ref": "c2", "tool": "warranty_of", "args": {"sku": "KET-02"}}
    turns[3:3] = [
        {"from": "assistant", "calls": [call]},
        {"from": "tools", "results": [{"ref": "c2", "output": {"years": 2}}]},
    ]


def without_lookup(turns: list[Any]) -> None:
    del turns[1:3]
    for turn in turns[1:3]:
        (turn.get("calls") or turn["results"])[0]["ref"] = "c1"


def exchanged(turns: list[Any]) -> None:
    turns[1:5] = [*turns[3:5], *turns[1:3]]
    for place, ref in ((1, "c1"), (2, "c1"), (3, "c2"), (4, "c2")):
        (turns[place].get("calls") or turns[place]["results"])[0]["ref"] = ref


def args(**changed: Any) -> Callable[[list[Any]], None]:
    def edit(turns: list[Any]) -> None:
        found = turns[3]["calls"][0]["args"]
        found.update(changed)
        for name in [name for name, value in changed.items() if value is ...]:
            del found[name]

    return edit


def other_tool(turns: list[Any]) -> None:
    turns[3]["calls"][0]["tool"] = "refund"


def raw(turns: list[Any]) -> None:
    call = turns[3]["calls"][0]
    del call["args"]
    call["raw_args"] = '{"order": 7714'


def output(**changed: Any) -> Callable[[list[Any]], None]:
    return lambda turns: turns[4]["results"][0]["output"].update(changed)


def failed(turns: list[Any]) -> None:
    turns[4]["results"][0] = {"ref": "c2", "error": {"code": "timeout", "message": "no answer"}}


def said(text: str, place: int = 5) -> Callable[[list[Any]], None]:
    return lambda turns: turns[place].update(text=text)


def reordered_args(turns: list[Any]) -> None:
    call = turns[3]["calls"][0]
    call["args"] = dict(reversed(call["args"].items()))


def more_said(turns: list[Any]) -> None:
    turns[3]["text"] = "It is under warranty."


VECTORS = {
    "refs renumbered": (renumbered, [], ""),
    "a call inserted": (with_policy, ["call-added"], ""),
    "a call removed": (without_lookup, ["call-removed"], ""),
    "calls exchanged": (exchanged, ["call-reordered"], ""),
    "another tool": (other_tool, ["tool-changed"], ""),
    "a number": (args(pieces=2), ["args-changed"], "/pieces"),
    "letter case": (args(cause="Defect"), ["args-format-changed"], "/cause"),
    "a number as a string": (args(pieces="1"), ["args-format-changed"], "/pieces"),
    "a spelling of a number": (args(pieces=1.0), ["args-format-changed"], "/pieces"),
    "an argument removed": (args(cause=...), ["args-changed"], "/cause"),
    "an argument null": (args(cause=None), ["args-changed"], "/cause"),
    "an argument empty": (args(cause=""), ["args-changed"], "/cause"),
    "arguments that are no JSON": (raw, ["args-validity-changed"], ""),
    "an output": (output(state="sent"), ["result-changed"], "/state"),
    "an error": (failed, ["result-to-error"], ""),
    "another text": (
        said("A new kettle is on its way, worth EUR 49.00."),
        ["text-changed"],
        "",
    ),
    "white space": (
        said("A new kettle is on its way,  worth EUR 39.00."),
        ["text-format-changed"],
        "",
    ),
    "the user": (said("kettle 7714 leaks", 0), ["user-input-changed"], ""),
    "another thing said": (more_said, ["turn-added"], ""),
}


@pytest.mark.parametrize("name", VECTORS)
def test_one_edit_is_exactly_one_change_of_its_class(name):
    edit, expected, where = VECTORS[name]
    found = compared(STORY, edited(edit))
    assert classes(found) == expected
    assert [change.where for change in found.changes] == ([where] if expected else [])
    assert quiet(found) == []
    assert found.exit == (1 if expected else 0)


@pytest.mark.parametrize("name", VECTORS)
def test_the_way_back_is_one_change_as_well(name):
    edit, expected, _ = VECTORS[name]
    back = {
        "call-added": "call-removed",
        "call-removed": "call-added",
        "turn-added": "turn-removed",
        "result-to-error": "error-to-result",
    }
    found = compared(edited(edit), STORY)
    assert classes(found) == [back.get(name, name) for name in expected]


def test_equal_versions_have_no_change():
    found = compared(STORY, STORY)
    assert (found.state, found.changes, found.quiet, found.exit) == ("same", (), (), 0)


def test_refs_that_were_only_renumbered_are_counted():
    assert compared(STORY, edited(renumbered)).renumbered == 2


def test_keys_of_arguments_in_another_order_are_no_behaviour():
    found = compared(STORY, edited(reordered_args))
    assert (classes(found), quiet(found), found.exit) == ([], ["payload-order-drift"], 0)


def test_a_cut_output_says_both_lengths():
    long = copy.deepcopy(STORY)
    long["turns"][2]["results"][0]["output"] = "a kettle with a lid and a very long cord"
    short = copy.deepcopy(long)
    short["turns"][2]["results"][0]["output"] = "a kettle w"
    (change,) = compared(long, short).changes
    assert (change.name, change.remark) == ("result-changed", "40 → 10 characters")


def dirty() -> dict[str, Any]:
    """The same story as a recorder leaves it that strips nothing."""
    story = copy.deepcopy(STORY)
    for place, id_ in ((1, "call_7Hq2LmRwX0aB"), (3, "call_9xKq2LmRt51Z")):
        call = story["turns"][place]["calls"][0]
        story["turns"][place]["calls"] = [{"id": id_, "tool": call["tool"], "args": call["args"]}]
        result = story["turns"][place + 1]["results"][0]
        story["turns"][place + 1]["results"] = [{"id": id_, "output": result["output"]}]
    story["turns"][5] |= {
        "created_at": "2026-03-14T10:12:44Z",
        "usage": {"input_tokens": 412, "output_tokens": 31},
    }
    return story


def test_a_dirty_base_and_its_own_fix_are_a_clean_up():
    base = canonical_json(dirty())
    fixed = fix_text(base, path="broken-kettle.json", settings={})
    assert "call_" not in fixed
    found = compared(base, fixed)
    assert (classes(found), quiet(found), found.exit) == ([], ["cleanup-only"], 0)


def test_an_address_that_got_a_stand_in_and_an_indent_that_was_repaired():
    base = edited(said("kettle 7714 no longer heats, write to jane.miller@corp-mail.net", 0))
    crooked = json.dumps(base, indent=4) + "\n"
    fixed = fix_text(crooked, path="broken-kettle.json", settings={})
    assert "jane" not in fixed
    found = compared(crooked, fixed)
    assert (classes(found), quiet(found)) == ([], ["redaction-only", "layout-only"])
    assert found.exit == 0
    assert "jane" not in repr(found)


def test_a_new_recording_with_new_ids_is_noise():
    found = compared(STORY, dirty())
    assert (classes(found), quiet(found), found.exit) == ([], ["noise-only"], 5)
    assert found.quiet[0].remark == "2 ids, 1 time, 2 token counts"


def test_a_text_that_mentions_a_call_names_it_by_its_ref() -> None:
    base = dirty()
    base["turns"][5]["text"] = "as call_7Hq2LmRwX0aB said, it is queued"
    fixed = fix_text(canonical_json(base), path="broken-kettle.json", settings={})
    assert "as c1 said" in fixed
    assert classes(compared(base, fixed)) == []


def test_another_date_alone_is_the_header():
    later = copy.deepcopy(STORY)
    later["meta"]["recorded"] = "2026-05-01"
    found = compared(STORY, later)
    assert (classes(found), quiet(found)) == ([], ["meta-only"])
    assert found.recorded == ("2026-03-14", "2026-05-01")


def test_every_class_is_unique_and_has_a_mark():
    assert len(BY_NAME) == len(CLASSES)
    assert all(known.mark and known.exit in (0, 1, 5) for known in CLASSES)
