"""What fixes do and do not do beyond the examples of the rules."""

from __future__ import annotations

import json

import pytest
from conftest import make_run
from conversations import META, TRACKED, canonical, conversation
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint import fixing, inspection
from fixture_lint.documents import second
from fixture_lint.documents.edits import Edit
from fixture_lint.engine import lint
from fixture_lint.fixing import fix
from fixture_lint.rules import Fix

PATH = "late-parcel.json"


def fixed(text: str, unsafe: bool = False, **settings) -> str:
    return fix(text.encode(), PATH, make_run(**settings), unsafe).data.decode()


def codes(text: str, **settings) -> list[str]:
    return [finding.code for finding in lint(text.encode(), PATH, make_run(**settings)).findings]


def test_ids_and_mentions_are_renamed_together():
    text = TRACKED.replace('"c1"', '"call_7Hq2LmRwX"')
    text = text.replace("It is two days late.", "call_7Hq2LmRwX says \\u00fcber, not call_other9")
    expected = TRACKED.replace("It is two days late.", "c1 says über, not call_other9")
    assert fixed(text) == expected
    report = fix(text.encode(), PATH, make_run(), unsafe=False)
    assert "renumber: call_7Hq2LmRwX → c1" in {applied.title for applied in report.applied}


def test_a_ref_that_a_text_mentions_is_not_renamed_there():
    text = TRACKED.replace('"c1"', '"c2"').replace("It is two", "c2 is two")
    assert fixed(text) == TRACKED.replace("It is two", "c2 is two")


@pytest.mark.parametrize(
    "results",
    [
        [],  # The call has no result: it may still be renamed.
        [{"ref": "call_7Hq2LmRwX", "output": 1}],
    ],
)
def test_links_that_are_whole_are_renamed(results):
    turns = [
        {"from": "user", "text": "track"},
        {"from": "assistant", "calls": [{"ref": "call_7Hq2LmRwX", "tool": "track", "args": {}}]},
        *([{"from": "tools", "results": results}] if results else []),
    ]
    assert "call_7Hq2LmRwX" not in fixed(conversation(*turns))


@pytest.mark.parametrize(
    ("calls", "results"),
    [
        (["x1", "x1"], ["x1"]),  # Two calls of one name.
        (["x1"], ["x1", "x1"]),  # Two results of one call.
        (["x1", "x2"], ["x1", "c1"]),  # A result of nothing, which would get a call.
        (["x1", ""], ["x1"]),  # A call without a name.
    ],
)
def test_broken_links_are_never_renamed(calls, results):
    text = conversation(
        {"from": "user", "text": "track"},
        {"from": "assistant", "calls": [{"ref": r, "tool": "track", "args": {}} for r in calls]},
        {"from": "tools", "results": [{"ref": r, "output": 1} for r in results]},
    )
    assert fixed(text, unsafe=True) == text


def test_an_id_that_links_results_without_ref_becomes_the_ref():
    text = TRACKED.replace('"ref": "c1",\n          "tool"', '"id": "a 7",\n          "tool"')
    text = text.replace('"ref": "c1"', '"call_id": "a 7"')
    assert fixed(text) == TRACKED


def test_payload_is_never_touched():
    payload = '{"z": 1.50, "a": 1e400, "id": "call_7Hq2Lm", "usage": {"total": 3}, "t": " x  y "}'
    text = TRACKED.replace(
        '{\n            "state": "late",\n            "days": 2\n          }', "@"
    )
    assert "@" in text
    noisy = text.replace("@", payload).replace(
        '"from": "user",', '"from": "user", "created": 1773483871,'
    )
    assert fixed(noisy, unsafe=True) == canonical(text.replace("@", payload))


def test_a_file_with_duplicate_keys_is_never_changed():
    text = json.dumps({"meta": META, "turns": [{"from": "user", "text": "a"}]}, indent=4)
    text = text.replace('"text": "a"', '"text": "a", "text": "b"')
    assert "FX107" in codes(text)
    assert fixed(text, unsafe=True) == text
    assert all(finding.fix is None for finding in lint(text.encode(), PATH, make_run()).findings)


GREETING = conversation({"from": "user", "text": "hi"})
ORDERED, SHUFFLED = ('"from": "user",\n      "text": "hi"', '"text": "hi",\n      "from": "user"')


@pytest.mark.parametrize(
    ("ignored", "expected"),
    [
        ("FX103", GREETING.replace("\n  ", "\n    ")),
        ("FX106", GREETING.removesuffix("\n")),
        ("FX104", GREETING.replace(ORDERED, SHUFFLED)),
    ],
)
def test_an_aspect_that_is_ignored_stays(ignored, expected):
    dirty = GREETING.replace(ORDERED, SHUFFLED).replace("\n  ", "\n    ").removesuffix("\n")
    assert fixed(dirty) == GREETING
    assert fixed(dirty, ignore=(ignored,)) == expected


def test_a_uniform_crlf_stays_where_the_configuration_says_so():
    crlf = TRACKED.replace("\n", "\r\n")
    assert codes(crlf, newline="auto") == []
    assert codes(crlf) == ["FX102"]
    wide = crlf.replace("\r\n  ", "\r\n    ")
    assert fixed(wide, newline="auto") == crlf
    assert fixed(wide, ignore=("FX102",)) == crlf
    assert codes(TRACKED.replace("\n", "\r\n", 1), newline="auto") == ["FX102"]


def test_lines_of_json_lines_are_fixed_one_by_one():
    one = '{"b": 1, "a": 1.50}'
    broken = '{"a": '
    noisy = f"\ufeff{one}\r\n{broken}\r\n\n{one}"
    assert fixed(noisy) == noisy  # Named .json, it is no JSON Lines: a line is broken.
    data = fix(noisy.encode(), "log.jsonl", make_run(), unsafe=False).data.decode()
    assert data == f"{one}\n{broken}\r\n\n{one}\n"


def test_a_conversation_in_a_line_keeps_its_line():
    line = json.dumps({"turns": [{"text": "a\u00e9", "from": "user"}], "meta": META})
    expected = json.dumps(
        {"meta": META, "turns": [{"from": "user", "text": "a\u00e9"}]}, ensure_ascii=False
    )
    data = fix(f"{line}\n".encode(), "log.jsonl", make_run(), unsafe=False).data.decode()
    # One line alone is a JSON document; two are JSON Lines.
    assert data == canonical(expected)
    data = fix(f"{line}\n{line}\n".encode(), "log.jsonl", make_run(), unsafe=False).data.decode()
    assert data == f"{expected}\n{expected}\n"


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_anything_is_settled_or_left_alone(data):
    run = make_run()
    once = fix(data, PATH, run, unsafe=True).data
    assert fix(once, PATH, run, unsafe=True).data == once


def test_rules_that_fight_are_named(monkeypatch):
    def never_settles(document, run):
        start = document.root.start
        edit = Edit(start + 1, start + 1, " ")
        finding = lint(b"{", PATH, make_run()).findings[0]
        fighting = finding._replace(fix=Fix("add a blank", "safe", (edit,)))
        return inspection.Inspection(None, [], [fighting])

    monkeypatch.setattr(fixing, "inspect", never_settles)
    with pytest.raises(fixing.Unsettled, match="FX101 never settle"):
        fix(TRACKED.encode(), PATH, make_run(), unsafe=False)


@pytest.mark.parametrize(
    ("new", "place"),
    [
        ('{"a": 1.0, "b": [2, 3]}', ()),
        ('{"a": 1, "b": [2, 4]}', ("b", 1)),
    ],
)
def test_the_second_reader_sees_what_an_edit_may_change(new, place):
    second.confirm_edits('{"a": 1, "b": [2, 3]}', new, [place])


@pytest.mark.parametrize(
    "new",
    ['{"a": 1.0, "b": [2, 3]}', '{"a": 1, "b": [2, 3], "c": 1}', '{"a": 1, "b": [3, 2]}', '{"a": 1']
)  # fmt: skip
def test_the_second_reader_refuses_other_changes(new):
    with pytest.raises(second.Unconfirmed):
        second.confirm_edits('{"a": 1, "b": [2, 3]}', new, [("b", 1)])


@pytest.mark.parametrize(
    ("old", "new", "is_confirmed"),
    [
        ('{"a":1,"b":2}', '{"b": 2, "a": 1}', True),
        ('{"args":{"a":1,"b":2}}', '{"args":{"b":2,"a":1}}', False),
        ('{"a":[1,2]}', '{"a":[2,1]}', False),
        ('{"a":1}', '{"a":1.0}', False),
        ('{"a":{}}', '{"a":[]}', False),
        ('{"a":null}', "{}", False),
        ('{"a":"\\u00e9"}', '{"a":"é"}', True),
        ('{"a":"e\\u0301"}', '{"a":"é"}', False),
    ],
)
def test_the_second_reader_compares_layouts(old, new, is_confirmed):
    if is_confirmed:
        second.confirm_layout(old, new, frozenset({"args"}))
    else:
        with pytest.raises(second.Unconfirmed):
            second.confirm_layout(old, new, frozenset({"args"}))
