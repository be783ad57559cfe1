"""A screen may only skip what the full inspection would not report."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
from urllib.parse import quote

import pytest
from conftest import KNOWN_RULES, make_run
from conversations import TRACKED, clean_texts, conversation
from hypothesis import currently_in_test_context, event, given
from hypothesis import strategies as st
from personal_samples import samples
from test_minimal_diffs import FAILED, VIOLATIONS
from test_noise import recordings
from test_schema import nearly_conversations

from fixture_lint.detectors.families import families
from fixture_lint.detectors.samples import sample
from fixture_lint.detectors.screen import may_hold_any
from fixture_lint.documents.screen import by_json, by_orjson
from fixture_lint.engine import lint
from fixture_lint.examples import expanded
from fixture_lint.inspection import inspect_file
from fixture_lint.kinds import screen
from fixture_lint.reading import documents

PATH = "late-parcel.json"


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


CARRIERS = {
    "plain": lambda text: text,
    "sentence": lambda text: f"see ({text}), please",
    "json": lambda text: json.dumps({"headers": {"authorization": f"Bearer {text}"}}),
    "json in json": lambda text: json.dumps([json.dumps({"api_key": text})]),
    "base64": lambda text: b64(json.dumps({"password": text})),
    "gzip": lambda text: base64.b64encode(gzip.compress(b64(text).encode())).decode(),
    "wrapped": lambda text: "\n".join(re.findall(".{1,24}", b64(f"key {text} and more"))),
    "percent": lambda text: f"https://a.invalid/?q={quote(quote(text))}",
    "basic": lambda text: "Basic " + b64(f"user:{text}"),
    "cookie": lambda text: f"session={text}; Path=/",
    "environment": lambda text: f"API_KEY={text}",
    "events": lambda text: "".join(
        f"data: {json.dumps({'delta': {'text': piece}})}\n\n"
        for piece in re.findall(".{1,7}", text)
    ),
}
RUN = make_run()
PERSONAL = list(samples(random.Random(22)))


def inspected(data: bytes, path: str = PATH):
    """What the full inspection finds, screens left aside."""
    return inspect_file(documents(data, path, RUN), path, RUN)


def passes_screens(data: bytes, path: str = PATH) -> bool:
    values = [by_json(data), by_orjson(data)]
    if None not in values:
        assert values[0] == values[1]
    is_clean = any(isinstance(v, dict) and screen.is_clean(v, data, path) for v in values)
    return is_clean and not may_hold_any(data, values[0] if values[1] is None else values[1])


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


@given(
    st.sampled_from([family.name for family in families()]),
    st.sampled_from(sorted(CARRIERS)),
    st.sampled_from(["x-api-key", "note", "password", "text"]),
    st.randoms(use_true_random=False),
)
def test_no_secret_passes_the_screens(family, carrier, key, rng):
    """Whatever the full search finds, in whatever carrier, the screen lets it be searched."""
    hidden = CARRIERS[carrier](sample(family, rng))
    text = conversation(
        {"from": "user", "text": "load it"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "load", "args": {key: hidden}}]},
        {"from": "tools", "results": [{"ref": "c1", "output": [hidden]}]},
    )
    assert_sound(text.encode())


@given(
    st.sampled_from(PERSONAL),
    st.sampled_from([*sorted(CARRIERS), "cue", "list", "customer"]),
    st.sampled_from(["note", "phone_number", "customer.name"]),
)
def test_no_personal_data_passes_the_screens(sample, carrier, key):
    hidden: object = {
        "cue": f"{sample.cue} {sample.value}",
        "list": [{sample.key: [sample.value]}],
        "customer": {"customer": {"name": sample.value, "id": "C-1"}},
    }.get(carrier)
    hidden = CARRIERS[carrier](sample.value) if hidden is None else hidden
    text = conversation(
        {"from": "user", "text": "load it"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "load", "args": {key: hidden}}]},
        {"from": "tools", "results": [{"ref": "c1", "output": [hidden]}]},
    )
    assert_sound(text.encode())


@pytest.mark.parametrize("code", sorted(VIOLATIONS))
@given(data=st.data())
def test_no_violation_passes_the_screens(code, data):
    clean = FAILED if code == "FX311" else TRACKED
    dirty = VIOLATIONS[code](clean, data.draw)
    if dirty != clean:
        assert not passes_screens(dirty.encode())


@given(
    st.sampled_from(["error", "Errors", "TRACEBACK", "stack", "stac\u212a", "err", "out", "note"]),
    st.sampled_from(["no P7", "at home (now)", "see /srv/shop/a.py", "x\n    at f (a.js:1:2)"]),
    st.sampled_from(["{}", '{{"in": [{}]}}', "[{}, 1]"]),
)
def test_no_error_that_a_tool_puts_out_passes_the_screens(key, text, shape):
    output = json.loads(f"{{{json.dumps(key)}: {shape.format(json.dumps(text))}}}")
    assert_sound(
        conversation(
            {"from": "user", "text": "load it"},
            {"from": "assistant", "calls": [{"ref": "c1", "tool": "load", "args": {}}]},
            {"from": "tools", "results": [{"ref": "c1", "output": output}]},
        ).encode()
    )


@pytest.mark.parametrize("rule", KNOWN_RULES, ids=lambda rule: rule.code)
def test_no_bad_example_passes_the_screens(rule):
    for example in rule.examples:
        if "bad" in example and "config" not in example:
            assert_sound(expanded(example["bad"], example).encode("utf-8", "surrogatepass"))


def test_a_clean_fixture_passes():
    assert passes_screens(TRACKED.encode())
    assert passes_screens(FAILED.encode())
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
