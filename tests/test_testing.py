"""``fixture_lint.testing``: variants of a recording in memory, and recordings by name in pytest."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import textwrap
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from conversations import TRACKED, clean_texts
from hypothesis import assume, given
from hypothesis import strategies as st

from fixture_lint import canonical_json, lint_text
from fixture_lint.detectors.families import named
from fixture_lint.documents.printable import shown
from fixture_lint.testing import Derived, NoSuchCall, derive

CONVERSATION: dict[str, Any] = json.loads(TRACKED)
FAMILIES = sorted(name for name, family in named().items() if family.is_marked)


def result(derived: Any, ref: str = "c1") -> Any:
    results = [r for turn in derived["turns"] for r in turn.get("results", ())]
    return next(r for r in results if r["ref"] == ref)


def found(derived: Derived) -> list[str]:
    text = canonical_json(derived.data)
    return [f.code for f in lint_text(text, path="late-parcel.json", settings={})]


@st.composite
def recordings(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    """A clean conversation, and the ref of one of its calls."""
    text = draw(clean_texts())
    assume("1e400" not in text)  # Python reads it as infinity.
    conversation = json.loads(text)
    refs = [call["ref"] for turn in conversation["turns"] for call in turn.get("calls", ())]
    assume(refs)
    return conversation, draw(st.sampled_from(refs))


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in texts(part)]
    if isinstance(value, list):
        return [text for element in value for text in texts(element)]
    return [value] if isinstance(value, str) else []


@given(recordings(), st.text(max_size=8), st.integers(0, 40), st.sampled_from(FAMILIES))
def test_nothing_but_the_named_result_changes_and_never_the_original(
    recording: tuple[dict[str, Any], str], message: str, n: int, family: str
) -> None:
    conversation, ref = recording
    before = copy.deepcopy(conversation)
    original = derive(conversation)
    made = [
        original.with_error(ref, "timeout", message),
        original.replace_output(ref, {"at": message}),
        original.inject_secret(ref, family),
    ]
    if "output" in result(conversation, ref):
        made.append(original.truncate(ref, n))
    for derived in made:
        data = derived.data
        changed, was = result(data, ref), result(before, ref)
        changed.clear()
        changed.update(was)
        assert data == before
    assert conversation == before
    assert original.data == before


@given(recordings(), st.integers(0, 60))
def test_variants_are_clean(recording: tuple[dict[str, Any], str], n: int) -> None:
    conversation, ref = recording
    derived = derive(conversation)
    assert found(derived.with_error(ref, "timeout", "the carrier did not answer")) == []
    assert found(derived.replace_output(ref, ["a", {"b": None}])) == []
    if "output" in result(conversation, ref):
        # A text that is cut may look like another one: an address in its middle, for example.
        assert set(found(derived.truncate(ref, n))) <= {"FX302", "FX308", "FX502", "FX506"}


@given(recordings(), st.sampled_from(FAMILIES))
def test_an_injected_secret_is_one(recording: tuple[dict[str, Any], str], family: str) -> None:
    conversation, ref = recording
    derived = derive(conversation).inject_secret(ref, family)
    assert derived.secret in "\n".join(texts(derived.data))
    assert derived.secret not in "\n".join(texts(conversation))
    findings = lint_text(
        canonical_json(derived.data), path="late-parcel.json", settings={"select": ["FX4"]}
    )
    steps = [shown(step) for step in derived.secret_at.split("/")]  # As findings show them.
    assert "/".join(steps) in [finding.pointer for finding in findings]


@given(st.text(), st.integers(0, 30))
def test_a_text_is_cut_to_length(text: str, n: int) -> None:
    output = result(derive(CONVERSATION).replace_output("c1", text).truncate("c1", n))["output"]
    assert output == text[:n]


@given(st.recursive(st.integers() | st.text(max_size=4) | st.none(),
                    lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text(max_size=3), inner, max_size=3)),
       st.integers(0, 30))  # fmt: skip
def test_everything_else_is_cut_as_its_json(value: Any, n: int) -> None:
    output = result(derive(CONVERSATION).replace_output("c1", value).truncate("c1", n))["output"]
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    assert output == (value if len(text) <= n else text[:n])


def test_variants_of_variants() -> None:
    derived = derive(CONVERSATION).inject_secret("track").truncate("c1", 12)
    assert len(result(derived)["output"]) == 12
    assert derived.secret.startswith("ghp_")
    failed = derived.with_error("c1", "timeout", "no answer")
    assert result(failed) == {"ref": "c1", "error": {"code": "timeout", "message": "no answer"}}
    assert failed["turns"][1] == CONVERSATION["turns"][1]
    leaking = failed.inject_secret("c1")
    assert result(leaking)["error"]["message"] == f"no answer {leaking.secret}"
    assert leaking.secret_at == "/turns/2/results/0/error/message"
    assert leaking.secret != derived.secret


@pytest.mark.parametrize(
    ("output", "place"),
    [
        ("late", ""), ({"a": [1, {"b/c~": "x"}]}, "/a/1/b~1c~0"), ({}, "/note"), ([], "/0"),
        ({"note": 1}, "/note_"), ([1, 2], "/2"), (None, ""), (7, ""), ("", ""),
    ],
)  # fmt: skip
def test_where_a_secret_is_put(output: Any, place: str) -> None:
    derived = derive(CONVERSATION).replace_output("c1", output).inject_secret("c1", "npm")
    assert derived.secret_at == f"/turns/2/results/0/output{place}"
    assert derived.secret.startswith("npm_")


def test_what_is_read_is_a_copy() -> None:
    derived = derive(CONVERSATION)
    derived["turns"].clear()
    derived.data["meta"]["note"] = "x"
    value = {"a": [1]}
    other = derived.replace_output("c1", value)
    value["a"].append(2)
    result(other)["output"]["a"].append(3)
    assert derived.data == CONVERSATION
    assert result(other)["output"] == {"a": [1]}
    assert (list(derived), len(derived), derived.scenario) == (["meta", "turns"], 2, "late-parcel")
    assert derived == CONVERSATION
    with pytest.raises(TypeError):
        derived["turns"] = []  # type: ignore[index]
    with pytest.raises(AttributeError):
        derived.other = 1  # type: ignore[attr-defined]


def test_a_secret_is_not_in_what_is_printed_of_a_variant() -> None:
    derived = derive(CONVERSATION).inject_secret("c1")
    assert repr(derived) == "<Derived late-parcel>"
    assert derive(derived) is derived


def twice() -> dict[str, Any]:
    made = copy.deepcopy(CONVERSATION)
    call = {"ref": "c2", "tool": "track", "args": {}}
    made["turns"][1]["calls"] += [call, {"ref": "c3", "tool": "refund", "args": {}}]
    made["turns"][2]["results"] += [{"ref": "c2", "error": {"code": "a", "message": "b"}}]
    return made


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("track", r"2 calls are called 'track'; name one by its ref: c1 \(track\), c2 \(track\)"),
        ("refnd", r"no call 'refnd'; did you mean 'refund'\?; the conversation has c1 \(track\)"),
        ("c9", r"no call 'c9'; .*c3 \(refund\)"),
        ("", r"no call ''; the conversation has"),
        ("c3", "call c3 has no result"),
        ("refund", "call c3 has no result"),
    ],
)
def test_a_call_that_cannot_be_meant(call: str, message: str) -> None:
    derived = derive(twice())
    with pytest.raises(NoSuchCall, match=message):
        derived.with_error(call, "a", "b")
    with pytest.raises(NoSuchCall, match=message):
        derived.inject_secret(call)


def test_what_cannot_be_done() -> None:
    derived = derive(twice())
    with pytest.raises(ValueError, match="the result of c2 is an error and has no output to cut"):
        derived.truncate("c2", 3)
    for length in (-1, True, 1.5, "3"):
        with pytest.raises(ValueError, match="whole number, 0 or more"):
            derived.truncate("c1", length)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not finite at '/a'"):
        derived.replace_output("c1", {"a": float("nan")})
    with pytest.raises(ValueError, match="no family 'github'; did you mean"):
        derived.inject_secret("c1", "github")
    with pytest.raises(ValueError, match=r"call inject_secret\(\) first"):
        _ = derived.secret
    with pytest.raises(ValueError, match="no neutral conversation"):
        derive({"messages": []})
    with pytest.raises(ValueError, match="value of type set"):
        derive({"turns": [{"from": {1}}]})


def test_from_a_file(project: Path) -> None:
    path = project / "late-parcel.json"
    path.write_text(TRACKED)
    before = path.stat()
    derived = derive(path).with_error("c1", "a", "b").inject_secret("c1")
    assert derive(str(path)).data == CONVERSATION
    assert derived["meta"] == CONVERSATION["meta"]
    assert (path.stat(), list(project.iterdir())) == (before, [path])
    (project / "late.yaml").write_text(
        "meta: {scenario: late}\nturns:\n- {from: user, text: 12x}\n"
    )
    assert derive("late.yaml")["turns"] == [{"from": "user", "text": "12x"}]
    (project / "cassette.json").write_text('{"interactions": [{"request": {}, "response": {}}]}')
    with pytest.raises(ValueError, match=r"cassette\.json holds no conversation"):
        derive("cassette.json")
    (project / "broken.json").write_text("{\n,}")
    with pytest.raises(ValueError, match=r"broken\.json:2: File is not valid JSON"):
        derive("broken.json")
    with pytest.raises(ValueError, match=r"missing\.json: no such file"):
        derive("missing.json")
    with pytest.raises(ValueError, match="is a directory"):
        derive(project)


# pytest.

TESTS = """
import os
import pytest
from fixture_lint.testing import UnknownScenario

def test_variants(recorded):
    late = recorded("late-parcel")
    assert late["meta"]["note"].startswith("carrier")
    assert late.with_error("track", "timeout", "x")["turns"][2]["results"][0]["error"]
    assert recorded("late-parcel") is late

def test_elsewhere(recorded, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert recorded("refund-damaged-item").scenario == "refund-damaged-item"

@pytest.mark.parametrize("name, near", NAMES)
def test_missing(recorded, name, near):
    with pytest.raises(UnknownScenario) as error:
        recorded(name)
    assert str(error.value) == near
"""
NAMES = [
    ("refnd", "no scenario 'refnd'; did you mean 'refund-damaged-item'? 2 scenarios in tests/data"),
    ("late-parcl", "no scenario 'late-parcl'; did you mean 'late-parcel'? 2 scenarios in "
                   "tests/data"),
    ("zzz", "no scenario 'zzz'; 2 scenarios in tests/data"),
    ("", "no scenario ''; 2 scenarios in tests/data"),
]  # fmt: skip


def plugin() -> list[str]:
    """What loads the plugin where the installed package does not tell of it yet."""
    known = [point.value for point in entry_points(group="pytest11")]
    return [] if "fixture_lint.testing.plugin" in known else ["-p", "fixture_lint.testing.plugin"]


def run_pytest(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin(), *argv]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def tested(project: Path) -> Path:
    """A project with a configuration, two recordings, something else, and tests."""
    data = project / "tests" / "data"
    data.mkdir(parents=True)
    (project / "fixture-lint.toml").write_text('include = ["tests/data/"]\n')
    (data / "late-parcel.json").write_text(TRACKED)
    (data / "refund-damaged-item.json").write_text(
        TRACKED.replace('"late-parcel"', '"refund-damaged-item"')
    )
    (data / "other.json").write_text('{"some": "data"}')
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "tests" / "test_it.py").write_text(TESTS.replace("NAMES", repr(NAMES)))
    return project


def test_recordings_by_name(tested: Path) -> None:
    run = run_pytest(tested)
    assert (run.returncode, "6 passed" in run.stdout) == (0, True), run.stdout
    run = run_pytest(tested / "tests", "-k", "not missing")
    assert (run.returncode, "2 passed" in run.stdout) == (0, True), run.stdout


def test_a_missing_scenario_fails_the_test_with_a_hint(tested: Path) -> None:
    (tested / "tests" / "test_it.py").write_text("def test_it(recorded):\n    recorded('refnd')\n")
    run = run_pytest(tested)
    assert run.returncode == 1
    assert "no scenario 'refnd'; did you mean 'refund-damaged-item'?" in run.stdout


def test_two_files_of_one_name_and_a_broken_one(tested: Path) -> None:
    data = tested / "tests" / "data"
    (data / "old").mkdir()
    (data / "old" / "late-parcel.json").write_text(TRACKED)
    (data / "refund-damaged-item.json").write_text("<<<<<<< HEAD\n")
    (tested / "tests" / "test_it.py").write_text(
        "import pytest\n\n@pytest.mark.parametrize('name', ['late-parcel', 'refund-damaged-item'])"
        "\ndef test_it(recorded, name):\n    recorded(name)\n"
    )
    run = run_pytest(tested)
    both = "2 files are scenario 'late-parcel': tests/data/late-parcel.json, tests/data/old/late"
    assert both in run.stdout
    assert "refund-damaged-item.json:1: File is not valid JSON" in run.stdout


def test_a_wrong_configuration_is_told(tested: Path) -> None:
    (tested / "fixture-lint.toml").write_text("includ = []\n")
    assert "unknown key 'includ'; did you mean 'include'" in run_pytest(tested).stdout


def test_the_plugin_costs_nothing_before_it_is_used(tested: Path) -> None:
    probe = """
        import sys
        import pytest
        before = set(sys.modules)
        import fixture_lint.testing.plugin
        print(sorted(set(sys.modules) - before))
    """
    command = [sys.executable, "-c", textwrap.dedent(probe)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {"", ".testing", ".testing.plugin", ".documents", ".documents.values",
              ".documents.json", ".documents.tree"}  # fmt: skip
    assert set(eval(run.stdout)) <= {f"fixture_lint{name}" for name in loaded}


def test_the_package_names_its_plugin() -> None:
    import tomllib

    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
    names = project["project"]["entry-points"]["pytest11"]
    assert names == {"fixture-lint": "fixture_lint.testing.plugin"}


def test_injected_secrets_differ_and_are_made_when_they_are_needed() -> None:
    derived = derive(CONVERSATION)
    random.seed(1)
    one = derived.inject_secret("c1").secret
    random.seed(1)
    assert derived.inject_secret("c1").secret != one
