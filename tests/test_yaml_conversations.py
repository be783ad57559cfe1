"""A conversation in YAML is judged as the same one in JSON, and fixed to the same values."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml as pyyaml
from conversations import META
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.api import fix_text, lint_text
from fixture_lint.documents import yaml
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import to_plain
from fixture_lint.rules import Finding

NAME = "late-parcel"
LAYOUT = {"FX103", "FX104", "FX105", "FX106", "FX108", "FX111", "FX114"}
"""Rules about what the text of JSON looks like."""


def findings(text: str, ending: str) -> list[Finding]:
    found = lint_text(text, path=f"{NAME}.{ending}", settings={})
    return [finding for finding in found if finding.code not in LAYOUT]


def fixed(text: str, ending: str) -> str:
    return fix_text(text, path=f"{NAME}.{ending}", settings={}, unsafe=True)


def in_order(found: list[Finding]) -> list[Finding]:
    return sorted(found, key=lambda finding: (finding.code, finding.pointer, finding.message))


def said(found: list[Finding]) -> list[tuple[str, str, str]]:
    # Where nothing can be fixed the message says why, and in brackets that is often so.
    return [(f.code, f.pointer, f.message.partition(";")[0]) for f in in_order(found)]


# By hand

DIRTY = """\
# how the courier answers late
meta:
  scenario: late-parcel
  recorded: 2026-03-14 10:24:31  # by the recorder
  provider: chat-completions
  model: small
  note: carrier reports a delay; the agent informs and offers a refund
  request_id: %(request)s
turns:
- from: user
  text: >-
    where is parcel
    P7?
- created_at: 2026-03-14T10:24:31Z
  from: assistant
  calls:
  - id: "%(call)s"
    tool: track
    args: {zone: 3, code: P7}
  usage:
    total_tokens: 12

    by_kind:
      cached: 3
- from: tools
  results:
    - tool_call_id: %(call)s
      latency_ms: 12
      output: |
        late
- from: assistant
  text: It is two days late.
  system_fingerprint: fp_44709d6fcb
"""
CLEAN = """\
# how the courier answers late
meta:
  scenario: late-parcel
  recorded: 2026-03-14  # by the recorder
  provider: chat-completions
  model: small
  note: carrier reports a delay; the agent informs and offers a refund
turns:
- from: user
  text: >-
    where is parcel
    P7?
- from: assistant
  calls:
  - ref: "c1"
    tool: track
    args: {zone: 3, code: P7}
- from: tools
  results:
    - ref: c1
      output: |
        late
- from: assistant
  text: It is two days late.
"""
IDS = {"call": "call_" + "x7Qz" * 6, "request": "req_" + "a1B2" * 6}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_only_what_is_left_over_goes(line_end: str) -> None:
    text = (DIRTY % IDS).replace("\n", line_end)
    settings = {"newline": "auto"}
    name = f"{NAME}.yaml"
    assert fix_text(text, path=name, settings=settings) == CLEAN.replace("\n", line_end)
    assert lint_text(CLEAN, path=name, settings={}) == []


def test_findings_stand_where_the_text_stands() -> None:
    found = findings(DIRTY % IDS, "yaml")
    places = {(finding.code, finding.line, finding.column) for finding in found}
    assert places == {
        ("FX207", 4, 13), ("FX303", 8, 3), ("FX302", 14, 3), ("FX301", 17, 5), ("FX304", 20, 3),
        ("FX301", 27, 7), ("FX305", 28, 7), ("FX306", 33, 3),
    }  # fmt: skip


@pytest.mark.parametrize("date", ["2026-03-14", "'2026-03-14'", '"2026-03-14"'])
def test_a_date_may_be_read_as_one(date: str) -> None:
    text = CLEAN.replace("2026-03-14 ", f"{date} ")
    assert lint_text(text, path=f"{NAME}.yaml", settings={}) == []


def test_several_conversations_are_several() -> None:
    for text in (f"{CLEAN}---\n{CLEAN}", re.sub("(?m)^", "  ", CLEAN).replace("  #", "-\n #", 1)):
        assert {finding.code for finding in findings(text, "yaml")} == {"FX110"}


def test_what_an_alias_stands_for_is_no_violation() -> None:
    text = CLEAN.replace("{zone: 3", "&args {zone: 3").replace(
        "output: |\n        late", "output: *args"
    )
    assert findings(text, "yaml") == []
    again = text.replace('  - ref: "c1"\n', '  - &call\n    ref: "c1"\n')
    again = again.replace("args: &args", "<<: {}\n    args: &args")
    assert {finding.code for finding in findings(again, "yaml")} == {"FX203"}


@pytest.mark.parametrize(
    "entry",
    [
        "latency_ms: 12  # measured by hand",
        "# measured by hand\n  latency_ms: 12",
        "latency_ms: 12\n  # measured by hand",
        "usage:\n    # by hand\n    total_tokens: 12",
        "? latency_ms\n  : 12",
        "&late latency_ms: 12",
        "usage: &late {total_tokens: 12}\n- from: assistant\n  text: [*late]",
    ],
)
def test_what_would_take_more_with_it_has_no_fix(entry: str) -> None:
    text = f"{CLEAN}  {entry}\n"
    (finding,) = [f for f in findings(text, "yaml") if f.code in ("FX304", "FX305")]
    assert finding.fix is None
    assert fixed(text, "yaml") == text


def test_there_is_no_fix_in_brackets() -> None:
    text = CLEAN + "- {from: user, text: 'thanks', latency_ms: 12}\n"
    (finding,) = findings(text, "yaml")
    assert (finding.code, finding.fix) == ("FX305", None)


@pytest.mark.parametrize("entry", ["args: '{\"a\": 1}'", "args: {}\n    output: late"])
def test_what_is_to_be_written_anew_has_no_fix(entry: str) -> None:
    text = CLEAN.replace("args: {zone: 3, code: P7}", entry)
    found = findings(text, "yaml")
    assert {finding.code for finding in found} & {"FX218", "FX219"}
    assert all(finding.fix is None for finding in found if finding.code in ("FX218", "FX219"))


# Generated

TEXTS = st.sampled_from(
    [
        "where is it?", "it's late: \"very\"", "two\nlines", "two\n\n  lines \n", "yes", "012",
        "1e5", "2026-03-14", "", " spaced ", "# no comment", "- no list", "Ж 📦", "a: b", "{a",
        "*a", "&a", "say call_" + "x7Qz" * 6, "anna.bauer@corp-mail.de wrote", "null",
        f"{'a' * 90} b",
    ]
)  # fmt: skip
LEFTOVERS = st.sampled_from(
    [
        ("latency_ms", 12), ("usage", {"total_tokens": 12, "by": {"cached": 3}}),
        ("created_at", "2026-03-14T10:24:31Z"), ("system_fingerprint", "fp_44709d6fcb"),
        ("request_id", "req_" + "a1B2" * 6), ("expected", "late"), ("other", ["x", {"y": None}]),
        ("duration", 1.5), ("tokens", {}),
    ]
)  # fmt: skip
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(-5, 5000), st.booleans(), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["a", "id", "no", "1", "x y", "text"]), inner, max_size=3),
    ),
    max_leaves=5,
)
TRACE = 'Traceback (most recent call last):\n  File "/home/x/a.py", line 3, in f\nKeyError: 1'
ERRORS = st.sampled_from(
    [
        {"code": "timeout", "message": "no answer"},
        {"message": TRACE},
    ]
)  # fmt: skip
STYLES = st.fixed_dictionaries(
    {
        "indent": st.sampled_from([2, 4]),
        "width": st.sampled_from([40, 1000]),
        "texts": st.sampled_from([None, '"', "'", "|"]),
        "default_flow_style": st.sampled_from([False, False, None, True]),
        "allow_unicode": st.booleans(),
        "explicit_start": st.booleans(),
    }
)


@st.composite
def with_leftovers(draw: st.DrawFn, members: dict[str, Any]) -> dict[str, Any]:
    listed = list(members.items())
    for key, value in draw(st.lists(LEFTOVERS, max_size=2, unique_by=lambda pair: pair[0])):
        listed.insert(draw(st.integers(0, len(listed))), (key, value))
    return dict(listed)


@st.composite
def dirty(draw: st.DrawFn) -> dict[str, Any]:
    """Conversations as a careless recorder leaves them."""
    turns: list[dict[str, Any]] = []
    count = 0
    for _ in range(draw(st.integers(1, 2))):
        turns.append(draw(with_leftovers({"from": "user", "text": draw(TEXTS)})))
        calls, results = [], []
        for _ in range(draw(st.integers(0, 2))):
            count += 1
            linked = draw(st.sampled_from(["ref", "id", "both", "odd"]))
            name, provider_id = f"c{count}", f"call_{'x7Qz' * 5}{count:04}"
            if linked == "odd":
                name = f"call-{count}"
            ref = {"ref": name} if linked != "id" else {}
            ids = {"id": provider_id} if linked in ("id", "both") else {}
            answered = {"tool_call_id": provider_id} if ids else {}
            args = draw(st.dictionaries(st.sampled_from(["a", "zone"]), VALUES, max_size=2))
            outcome = draw(
                st.one_of(VALUES.map(lambda v: {"output": v}), ERRORS.map(lambda e: {"error": e}))
            )
            calls.append(draw(with_leftovers({**ids, **ref, "tool": "track", "args": args})))
            results.append(draw(with_leftovers({**ref, **answered, **outcome})))
        if calls:
            turns.append(draw(with_leftovers({"from": "assistant", "calls": calls})))
            turns.append({"from": "tools", "results": draw(st.permutations(results))})
        turns.append(draw(with_leftovers({"from": "assistant", "text": draw(TEXTS)})))
    meta = META | {
        "recorded": draw(st.sampled_from(["2026-03-14", "2026-03-14T10:24:31Z", "today"]))
    }
    return {"meta": draw(with_leftovers(meta)), "turns": turns}


def in_json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def in_yaml(value: Any, style: dict[str, Any]) -> str:
    """The text that PyYAML writes. ``texts`` is the style of all texts that can have it."""

    class Dumper(pyyaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:
            return True

        def represent_str(self, data: str) -> Any:
            return self.represent_scalar("tag:yaml.org,2002:str", data, style["texts"])

    Dumper.add_representer(str, Dumper.represent_str)
    options = {key: option for key, option in style.items() if key != "texts"}
    return pyyaml.dump(value, Dumper=Dumper, sort_keys=False, **options)


def value_of(text: str) -> Any:
    return to_plain(yaml.read(text))


@given(dirty(), STYLES)
def test_the_same_is_found_and_fixed(value: Any, style: dict[str, Any]) -> None:
    one, other = in_json(value), in_yaml(value, style)
    assert value_of(other) == to_plain(read(one))
    in_one, in_other = findings(one, "json"), findings(other, "yaml")
    assert said(in_other) == said(in_one)
    new = fixed(other, "yaml")
    assert fixed(new, "yaml") == new
    if [f.fix is None for f in in_order(in_one)] == [f.fix is None for f in in_order(in_other)]:
        assert value_of(new) == to_plain(read(fixed(one, "json")))
    elif not style["default_flow_style"] and style["default_flow_style"] is not None:
        raise AssertionError("in block style all that JSON can fix is fixed")
