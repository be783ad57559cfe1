"""The command line: output, exit codes, help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conversations import TRACKED

from fixture_lint import __version__
from fixture_lint.checks import structure

ROOT = Path(__file__).parent.parent
DIRTY = TRACKED.replace(
    '"from": "user",\n      "text": "where is parcel P7?"',
    '"text": "wo ist das P\\u00e4ckchen 包裹 P7?",\n      "from": "user",\n      "usage": 7',
).replace('"turns"', '"expect": "\x1b[31m",\n  "turns"'.replace("\x1b", "\\u001b"))

GOLDEN = (Path(__file__).parent / "golden" / "report.txt").read_text(encoding="utf-8")
DIFF = (Path(__file__).parent / "golden" / "diff.txt").read_text(encoding="utf-8")


@pytest.fixture
def dirty(project: Path) -> Path:
    file = project / "late-parcel.json"
    file.write_text(DIRTY, encoding="utf-8")
    return file


def test_text_report(dirty, lint):
    result = lint(dirty.name)
    assert result.out == GOLDEN
    assert (result.code, result.err) == (1, "")


def test_quiet_report_has_the_findings_only(dirty, lint):
    assert lint("--quiet", dirty.name).out == GOLDEN.rpartition("3 errors")[0]


def test_diff_shows_and_writes_nothing(dirty, lint):
    result = lint("--diff", dirty.name)
    assert (result.code, result.out) == (1, DIFF)
    assert dirty.read_text(encoding="utf-8") == DIRTY


def test_diff_of_a_clean_file_says_nothing(project, lint):
    (project / "late-parcel.json").write_text(TRACKED)
    result = lint("--diff", "late-parcel.json")
    assert (result.code, result.out.count("\n")) == (0, 1)


def test_fix_says_what_was_done_and_what_is_left(dirty, lint):
    result = lint("--fix", dirty.name)
    assert result.code == 1
    assert 'late-parcel.json: fixed\n  delete "usage"  FX304 token-usage\n' in result.out
    assert "  print the canonical layout  FX104 key-order, FX108 escape-style\n" in result.out
    assert "FX601" in result.out
    assert result.out.endswith("1 file checked, 0 of unknown kind, 0 unreadable, 1 fixed\n")


@pytest.mark.parametrize(("argv", "code"), [([], 0), (["--exit-non-zero-on-fix"], 1)])
def test_a_full_repair_is_success_unless_told_otherwise(project, lint, argv, code):
    (project / "late-parcel.json").write_text(
        TRACKED.replace('"from": "user"', '"usage": 1, "from": "user"')
    )
    assert lint("--fix", *argv, "late-parcel.json").code == code
    assert (project / "late-parcel.json").read_text() == TRACKED
    assert lint("--fix", *argv, "late-parcel.json").code == 0


def test_unsafe_fixes_are_made_only_when_asked_for(project, lint):
    value = json.loads(TRACKED)
    value["turns"][1]["calls"][0]["output"] = value["turns"].pop(2)["results"][0]["output"]
    file = project / "late-parcel.json"
    file.write_text(json.dumps(value, indent=2) + "\n")
    before = file.read_bytes()
    result = lint("--fix", file.name)
    assert "fix (--fix --unsafe-fixes): move the results into a tools turn" in result.out
    assert "1 with --fix --unsafe-fixes" in result.out
    assert (result.code, file.read_bytes()) == (1, before)
    assert lint("--fix", "--unsafe-fixes", file.name).code == 0
    assert file.read_text() == TRACKED
    assert lint("--unsafe-fixes", file.name).code == 2


def test_json_report(dirty, lint):
    result = lint("--output-format", "json", "--diff", dirty.name)
    (file,) = result.report["files"]
    assert (file["path"], file["kind"]) == (dirty.name, "conversation")
    assert result.report["version"] == 1
    assert result.report["summary"] == {
        "checked": 1, "unknown": 0, "unreadable": 0, "excluded": 0, "fixed": 1,
        "error": 1, "warning": 0, "info": 0, "freezable": 0,
    }  # fmt: skip
    assert file["findings"] == [
        {
            "code": "FX601",
            "name": "embedded-expectation",
            "severity": "error",
            "message": "/expect: expectation stored in a recording; it belongs to the test",
            "line": 9,
            "column": 3,
            "end_line": 9,
            "end_column": 11,
            "pointer": "/expect",
            "fingerprint": None,
            "fix": None,
        }
    ]
    assert {"code": "FX304", "name": "token-usage", "title": 'delete "usage"'} in file["fixed"]
    assert DIFF.startswith("\n".join(file["diff"]))


def test_colour_only_on_a_terminal(dirty, lint, monkeypatch):
    assert "\x1b" not in lint(dirty.name).out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[31mFX601" in lint(dirty.name).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in lint(dirty.name).out


@pytest.mark.parametrize(
    ("make", "argv", "code"),
    [
        ({}, [], 4),
        ({}, ["."], 4),
        ({}, ["--allow-empty"], 0),
        ({}, ["missing.json"], 1),
        ({"package.json": "{}\n"}, ["package.json"], 4),
        ({"package.json": "{}\n"}, ["--allow-empty", "package.json"], 0),
        ({"package.json": "{}\n"}, ["--force-exclude", "package.json"], 0),
        ({"fixtures/a.json": "{}\n"}, [], 1),
        ({"late-parcel.json": TRACKED, "package.json": "{}\n"}, ["."], 0),
        ({"late-parcel.json": TRACKED}, ["--nonsense"], 2),
        ({"late-parcel.json": TRACKED}, ["--select", "FX999", "late-parcel.json"], 2),
    ],
)
def test_exit_codes(project, lint, make, argv, code):
    for path, text in make.items():
        (project / path).parent.mkdir(exist_ok=True)
        (project / path).write_text(text)
    result = lint(*argv)
    assert result.code == code
    if code == 4:
        assert "nothing was checked" in result.err


def test_a_failing_rule_does_not_hide_the_others(dirty, lint, monkeypatch):
    def fail(document, kind, rule, run):
        raise ZeroDivisionError

    monkeypatch.setattr(structure, "turn_order", fail)
    from fixture_lint.checks import find

    find.cache_clear()
    result = lint("--output-format", "json", "--fix", dirty.name)
    find.cache_clear()
    assert result.code == 3
    assert set(result.found) == {"FX001", "FX104", "FX108", "FX304", "FX601"}
    assert dirty.read_text(encoding="utf-8") == DIRTY
    assert "FX217 turn-order: ZeroDivisionError" in result.out
    assert "Traceback" not in result.out + result.err


def test_many_findings_are_counted_in_text_and_complete_in_json(project, lint):
    turns = ", ".join(f'{{"from": "user", "text": "a", "k{n}": 1}}' for n in range(300))
    meta = TRACKED.partition('"meta":')[2].partition("},")[0]
    (project / "late-parcel.json").write_text(f'{{"meta": {meta}}}, "turns": [{turns}]}}')
    text = lint("--select", "FX203", "late-parcel.json").out
    assert text.count("FX203") == 50
    assert "250 more findings in this file" in text
    assert (
        len(lint("--select", "FX203", "--output-format", "json", "late-parcel.json").found) == 300
    )


def test_a_long_line_is_shown_around_the_place(project, lint):
    text = json.dumps({"turns": [{"from": "bot", "text": "x" * 500}], "meta": {}})
    (project / "late-parcel.json").write_text(text)
    frame = lint("--select", "FX201", "late-parcel.json").out.split("\n")
    assert max(len(line) for line in frame) < 130
    assert frame[2].index("^^^^^") == frame[1].index('"bot"')


def test_help_teaches(lint):
    result = lint("--help")
    assert result.code == 0
    for words in (
        "examples:",
        "exit codes:",
        "configuration:",
        "--unsafe-fixes",
        "explain",
        "git apply",
    ):
        assert words in result.out
    assert lint("--version").out == f"fixture-lint {__version__}\n"
    assert "FOLDER" in lint("test-rules", "--help").out
    assert "RULE" in lint("explain", "--help").out


def test_explain(lint, project):
    listed = lint("explain").out
    assert "FX005  unreadable-file" in listed
    assert "FX304  token-usage" in listed
    whole = lint("explain", "token-usage").out
    assert whole.startswith("FX304 token-usage\n")
    for words in (
        "conversation: error, fix: safe",
        "found:",
        "fixed:",
        "not found:",
        "teaches people",
    ):
        assert words in whole
    assert lint("explain", "FX3").out.count("\n") == 9
    assert "unreadable" in lint("explain", "FX005").out
    assert (
        json.loads(lint("explain", "--output-format", "json", "FX304").out)[0]["name"]
        == "token-usage"
    )
    unknown = lint("explain", "token-useage")
    assert (unknown.code, "did you mean 'token-usage'?" in unknown.err) == (2, True)


def test_a_reader_that_leaves_early_causes_no_traceback(dirty):
    process = subprocess.Popen(
        [sys.executable, "-m", "fixture_lint", *[dirty.name] * 1, "--output-format", "text"],
        cwd=dirty.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdout.close()
    _, err = process.communicate(timeout=20)
    assert err == b""
    assert process.returncode in (1, 120)


def test_an_ascii_terminal_gets_escapes(dirty):
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "fixture_lint", dirty.name]
    result = subprocess.run(command, cwd=dirty.parent, env=env, capture_output=True, check=False)
    assert result.stderr == b""
    assert b"\\u5305\\u88f9" in result.stdout
