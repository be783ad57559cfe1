"""The library, standard input and the first minute."""

from __future__ import annotations

import io
import json
import math
import sys
from pathlib import Path

import pytest
from conversations import TRACKED, clean_texts
from hypothesis import assume, given
from hypothesis import strategies as st

import fixture_lint
from fixture_lint import FixRefused, api, canonical_json, fix_text, lint_text
from fixture_lint.documents.second import Unconfirmed

DIRTY = TRACKED.replace('"from": "user",', '"usage": 3,\n      "from": "user",')


def test_lint_text_finds_and_fix_text_repairs(project):
    assert lint_text(TRACKED) == []
    (finding,) = lint_text(DIRTY)
    assert (finding.code, finding.line, finding.pointer) == ("FX304", 11, "/turns/0/usage")
    assert fix_text(DIRTY) == TRACKED
    assert [f.code for f in lint_text(TRACKED, path="other.json")] == ["FX109"]
    assert [f.code for f in lint_text(b"\xff")] == ["FX101"]
    assert fix_text("{") == "{"


def test_the_configuration_of_the_project_holds_unless_settings_are_given(project):
    (project / "fixture-lint.toml").write_text('ignore = ["FX3"]\n')
    assert lint_text(DIRTY) == []
    assert [f.code for f in lint_text(DIRTY, settings={})] == ["FX304"]
    assert lint_text(DIRTY, settings={"ignore": ["token-usage"]}) == []
    with pytest.raises(ValueError, match="unknown key 'ignroe'; did you mean 'ignore'"):
        lint_text(DIRTY, settings={"ignroe": []})


def test_a_fix_that_is_not_confirmed_is_refused(monkeypatch):
    def refuse(*args):
        raise Unconfirmed("no")

    monkeypatch.setattr(api, "fix", refuse)
    with pytest.raises(FixRefused, match="no"):
        fix_text(DIRTY)


@given(clean_texts())
def test_a_recorder_that_uses_canonical_json_is_clean(text):
    assume("1e400" not in text)  # Python reads it as infinity.
    value = json.loads(text)
    shuffled = {key: value[key] for key in reversed(value)}
    printed = canonical_json(shuffled)
    assert lint_text(printed, path="late-parcel.json", settings={}) == []
    assert json.loads(printed) == value


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3), inner, max_size=3),
))  # fmt: skip
def test_canonical_json_holds_any_value(value):
    printed = canonical_json(value)
    assert json.loads(printed) == value
    printed.encode()
    if "\\ud" not in printed:
        assert printed == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("value", [math.nan, math.inf, {1: 1, "1": 2}])
def test_canonical_json_refuses_what_json_cannot_hold(value):
    with pytest.raises(ValueError, match=r"JSON|equal"):
        canonical_json(value)
    with pytest.raises(TypeError):
        canonical_json({"a": object()})


def test_the_library_is_typed_and_has_no_other_names():
    assert set(fixture_lint.__all__) == {
        "Finding", "Fix", "FixRefused", "canonical_json", "fix_text", "lint_text",
    }  # fmt: skip
    for name in fixture_lint.__all__:
        assert getattr(fixture_lint, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'lint_txt'"):
        _ = fixture_lint.lint_txt


def test_no_fixture_of_this_project_matches_the_patterns():
    """The recipe of the README, on the examples."""
    folder = Path(__file__).parent.parent / "examples" / "fixtures"
    clean = folder / "courier-missed-window.json"
    assert lint_text(clean.read_bytes(), path=str(clean), settings={"select": ["FX3"]}) == []


@pytest.fixture
def stdin(monkeypatch, capsysbinary):
    from fixture_lint.cli.main import main

    def run(text: str, *argv: str):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        capsysbinary.readouterr()
        code = main([*argv, "-"])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


def test_standard_input(project, stdin):
    code, out, _ = stdin(DIRTY, "--stdin-filename", "late-parcel.json")
    assert code == 1
    assert out.startswith("late-parcel.json:11:7: FX304")
    code, out, err = stdin(DIRTY, "--fix", "--stdin-filename", "late-parcel.json")
    assert (code, out) == (0, TRACKED)
    assert "late-parcel.json: fixed" in err
    code, out, err = stdin("{", "--fix")
    assert (code, out) == (1, "{")
    assert "FX101" in err
    code, out, _ = stdin(DIRTY, "--diff")
    assert out.startswith("--- \n+++  (fixed)\n@@")
    assert '-      "usage": 3,' in out
    assert code == 1
    assert list(project.iterdir()) == []


def test_standard_input_stands_alone(lint):
    assert lint("-", "a.json").code == 2
    result = lint("--stdin-filename", "a.json", "b.json")
    assert (result.code, "give - as the path" in result.err) == (2, True)


def test_init_writes_a_working_start(project, lint):
    result = lint("init")
    assert result.code == 0
    written = sorted(str(p.relative_to(project)) for p in project.rglob("*") if p.is_file())
    assert written == [
        ".pre-commit-config.yaml",
        "fixture-lint.toml",
        "tests/fixtures/example-conversation.json",
    ]
    checked = lint()
    assert (checked.code, "1 file checked" in checked.out) == (0, True)


def test_init_overwrites_nothing(project, lint):
    lint("init")
    before = {p: p.read_bytes() for p in project.rglob("*") if p.is_file()}
    again = lint("init")
    assert (again.code, again.out.count("kept"), again.out.count("written")) == (0, 3, 0)
    assert {p: p.read_bytes() for p in project.rglob("*") if p.is_file()} == before


def test_init_shows_the_hook_where_it_may_not_write(project, lint):
    (project / ".pre-commit-config.yaml").write_text("repos: []\n")
    (project / "pyproject.toml").write_text("[tool.fixture-lint]\n")
    out = lint("init").out
    assert "add the hook below `repos:`" in out
    assert "- id: fixture-lint" in out
    assert (project / ".pre-commit-config.yaml").read_text() == "repos: []\n"
    assert not (project / "fixture-lint.toml").exists()
