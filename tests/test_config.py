"""Configuration: where it is found, what it means, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conversations import TRACKED
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from fixture_lint import config

SCHEMA = Path(config.__file__).parent / "schemas" / "config.schema.json"
VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_bytes()))

_VALUES = st.one_of(
    st.booleans(),
    st.sampled_from(["lf", "auto", "sorted", "preserve", "error", "info", "conversation", "", 3]),
    st.lists(st.sampled_from(["*.json", 1]), max_size=2),
    st.dictionaries(
        st.sampled_from(["a", "b"]), st.sampled_from(["conversation", "x", ["FX1"], [2]])
    ),
)
_TABLES = st.dictionaries(
    st.sampled_from([*sorted(config.parse.__globals__["_READERS"]), "inlcude"]), _VALUES, max_size=3
)


def is_accepted(table) -> bool:
    try:
        config.parse(table, "fixture-lint.toml")
    except config.ConfigError:
        return False
    return True


@given(_TABLES)
def test_the_reader_agrees_with_the_published_schema(table):
    assert is_accepted(table) == VALIDATOR.is_valid(table)


def test_every_key_is_published_and_documented():
    published = set(json.loads(SCHEMA.read_bytes())["properties"])
    fields = {name.replace("_", "-") for name in config.Config._fields} - {"root", "source"}
    assert published == fields
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## Configuration")[2].partition("## Rules")[0]
    assert [key for key in published if f"`{key}`" not in section] == []


def test_the_nearest_file_with_our_table_counts(project, monkeypatch):
    (project / "fixture-lint.toml").write_text('fail-level = "error"\n')
    inner = project / "a" / "b"
    inner.mkdir(parents=True)
    (project / "a" / "pyproject.toml").write_text("[tool.other]\nkey = 1\n")
    assert config.load(str(inner)).fail_level == "error"
    (project / "a" / "pyproject.toml").write_text('[tool.fixture-lint]\nfail-level = "info"\n')
    found = config.load(str(inner))
    assert (found.fail_level, found.root) == ("info", str(project / "a"))
    monkeypatch.chdir(inner)
    assert found.relative("x.json") == "b/x.json"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("inlcude = []", "unknown key 'inlcude'; did you mean 'include'?"),
        ("select = 'FX1'", "select: must be a list of strings"),
        ("newline = 'crlf'", "newline: must be one of lf, auto"),
        ("allow-open-tail = 1", "allow-open-tail: must be true or false"),
        ("kind-by-path = {'*.json' = 'conversaton'}", "did you mean 'conversation'?"),
        ("select = ['FX999']", "unknown rule 'FX999'"),
        ("ignore = ['token-useage']", "did you mean 'token-usage'?"),
        ("per-file-ignores = {'*' = ['FX98']}", "unknown rule 'FX98'"),
        ("rules = ['nowhere']", "no such folder of rules"),
        ("select = [", "not valid TOML"),
    ],
)
def test_a_wrong_configuration_stops_the_run(project, lint, text, complaint):
    (project / "fixture-lint.toml").write_text(text)
    (project / "late-parcel.json").write_text(TRACKED)
    result = lint("late-parcel.json")
    assert result.code == 2
    assert result.err.startswith("fixture-lint: FX002 config-error: ")
    assert complaint in result.err
    assert "fixture-lint.toml" in result.err or "rule" in result.err
    assert result.out == ""


def test_select_and_ignore_narrow_the_rules(project, lint):
    (project / "late-parcel.json").write_text(TRACKED.replace('"turns"', '"expect": 1,\n"turns"'))

    def found(*argv):
        return lint("--output-format", "json", "late-parcel.json", *argv).found

    assert found() == ["FX601", "FX103"]
    assert found("--select", "FX1") == ["FX103"]
    assert found("--select", "embedded-expectation,FX2") == ["FX601"]
    assert found("--ignore", "FX103,FX601") == []
    (project / "pyproject.toml").write_text('[tool.fixture-lint]\nignore = ["FX6"]\n')
    assert found() == ["FX103"]
    assert found("--ignore", "indentation") == []


def test_per_file_ignores_and_those_that_matched_nothing(project, lint):
    folder = project / "fixtures"
    folder.mkdir()
    dirty = TRACKED.replace('"turns"', '"expect": 1,\n  "turns"')
    (folder / "late-parcel.json").write_text(dirty)
    (project / "fixture-lint.toml").write_text(
        '[per-file-ignores]\n"fixtures/late*" = ["FX601", "FX304"]\n"old/" = ["FX1"]\n'
    )
    result = lint("--output-format", "json")
    assert result.found == ["FX003", "FX003"]
    messages = [f["message"] for f in result.report["files"][0]["findings"]]
    assert "FX304 for 'fixtures/late*'" in messages[0]
    assert "FX1 for 'old/'" in messages[1]
    # A run that was told where to look cannot know what else an entry is good for.
    assert lint("--output-format", "json", "fixtures").found == []


def test_include_exclude_and_force_exclude(project, lint):
    for path in (
        "data/late-parcel.json",
        "data/old/late-parcel.json",
        "node_modules/x/fixtures/a.json",
    ):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text("{}")
    (project / "fixture-lint.toml").write_text('include = ["data/**/*.json"]\nexclude = ["old/"]\n')
    assert lint("--show-files").out.split() == ["data/late-parcel.json"]
    assert lint("--show-files", "data").out.split() == ["data/late-parcel.json"]
    assert lint("--show-files", "data/old/late-parcel.json").out.split() == [
        "data/old/late-parcel.json"
    ]
    excluded = lint("--force-exclude", "data/old/late-parcel.json")
    assert (excluded.code, "1 excluded" in excluded.out) == (0, True)
    assert lint("--show-files", "node_modules").code == 4


def test_a_kind_can_be_pinned(project, lint):
    (project / "odd.json").write_text('{\n  "a": 1\n}\n')
    assert lint("odd.json").code == 4
    (project / "fixture-lint.toml").write_text('[kind-by-path]\n"odd.json" = "conversation"\n')
    result = lint("--output-format", "json", "odd.json")
    assert result.code == 1
    assert set(result.found) == {"FX201", "FX203"}


def test_fail_level(project, lint):
    (project / "late-parcel.json").write_text(TRACKED.replace("carrier reports", "must report"))
    for level, code in (("info", 1), ("warning", 0), ("error", 0)):
        (project / "fixture-lint.toml").write_text(f'fail-level = "{level}"\n')
        result = lint("--output-format", "json", "late-parcel.json")
        assert (result.code, result.found) == (code, ["FX602"])
