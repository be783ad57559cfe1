"""A screen may only skip what the full inspection would not report."""

from __future__ import annotations

import json

import pytest
from conftest import KNOWN_RULES, make_run
from conversations import TRACKED, clean_texts
from hypothesis import currently_in_test_context, event, given
from hypothesis import strategies as st
from test_minimal_diffs import VIOLATIONS
from test_noise import recordings
from test_schema import nearly_conversations

from fixture_lint.documents.screen import by_json, by_orjson
from fixture_lint.engine import lint
from fixture_lint.examples import expanded
from fixture_lint.inspection import inspect_file
from fixture_lint.kinds import screen
from fixture_lint.reading import documents

PATH = "late-parcel.json"
RUN = make_run()


def inspected(data: bytes, path: str = PATH):
    """What the full inspection finds, screens left aside."""
    return inspect_file(documents(data, path, RUN), path, RUN)


def passes_screens(data: bytes, path: str = PATH) -> bool:
    values = [by_json(data), by_orjson(data)]
    if None not in values:
        assert values[0] == values[1]
    return any(isinstance(v, dict) and screen.is_clean(v, data, path) for v in values)


def assert_sound(data: bytes, path: str = PATH) -> None:
    passed = passes_screens(data, path)
    if currently_in_test_context():
        event("passed" if passed else "inspected")
    report = inspected(data, path)
    if passed:
        assert report.findings == []
        assert report.kind == "conversation"
    assert lint(data, path, RUN)[:3] == report[:3]


@given(clean_texts(), st.sampled_from([PATH, "other.json", "", "a/late-parcel.json"]))
def test_screens_are_sound_on_clean_texts(text, path):
    assert_sound(text.encode(), path)


@given(recordings())
def test_screens_are_sound_on_recordings(recording):
    for data in recording:
        assert_sound(data)


@given(nearly_conversations(), st.data())
def test_screens_are_sound_on_near_misses(value, data):
    meta = value.get("meta") if isinstance(value, dict) else None
    if isinstance(meta, dict) and data.draw(st.booleans()):
        meta["note"] = data.draw(
            st.sampled_from(
                [
                    "TODO",
                    " ",
                    "late parcel",
                    "must refund",
                    "2026-03-14",
                    "重试一次后成功了",
                    "x" * 301,
                ]
            )
        )
        meta["recorded"] = data.draw(st.sampled_from(["2026-02-30", "2026-03-14", "2026-03-14\n"]))
    assert_sound(
        (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "replace")
    )


@pytest.mark.parametrize("code", sorted(VIOLATIONS))
@given(data=st.data())
def test_no_violation_passes_the_screens(code, data):
    dirty = VIOLATIONS[code](TRACKED, data.draw)
    if dirty != TRACKED:
        assert not passes_screens(dirty.encode())


@pytest.mark.parametrize("rule", KNOWN_RULES, ids=lambda rule: rule.code)
def test_no_bad_example_passes_the_screens(rule):
    for example in rule.examples:
        if "bad" in example and "config" not in example:
            assert_sound(expanded(example["bad"], example).encode("utf-8", "surrogatepass"))


def test_a_clean_fixture_passes():
    assert passes_screens(TRACKED.encode())
    assert not passes_screens(TRACKED.encode(), "other.json")


def test_screens_are_off_where_they_know_too_little(monkeypatch):
    def fail(*args):
        raise AssertionError("screened")

    monkeypatch.setattr("fixture_lint.engine.is_clean", fail)
    with pytest.raises(AssertionError, match="screened"):
        lint(TRACKED.encode(), PATH, make_run())
    for settings in ({"payload_key_order": "sorted"}, {"kind_by_path": {"*": "conversation"}}):
        assert lint(TRACKED.encode(), PATH, make_run(**settings)).kind == "conversation"


def test_the_screen_knows_the_limits_of_the_rules():
    from fixture_lint.detectors.identifiers import CALL_ID_NEEDLES

    assert tuple(needle.decode() for needle in screen._CALL_IDS) == CALL_ID_NEEDLES
    (size,) = (rule for rule in KNOWN_RULES if rule.name == "oversized-fixture")
    assert size.data["limit-kib"] * 1024 == screen.MAX_BYTES
