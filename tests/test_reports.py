"""The formats for CI: valid, complete, and safe whatever names and texts hold."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from conversations import TRACKED
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import validators

from fixture_lint import rules
from fixture_lint.documents.printable import shortened
from fixture_lint.reports import FileReport, Report, github, markdown, sarif
from fixture_lint.rules import Finding, Fix

SCHEMA = json.loads(
    (Path(__file__).parent / "vendored" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8")
)
VALIDATOR = validators.validator_for(SCHEMA)(SCHEMA)
KNOWN = rules.load()

_HOSTILE = st.one_of(
    st.text(st.characters(), max_size=30),
    st.sampled_from(
        [
            "::error file=x::pwned",
            "a\n::stop-commands::x\nb",
            "a\r::set-output name=x::y",
            "%0A::error::x",
            "a:b,c%d",
            "\x1b[31mred\x07",
            "<script>alert(1)</script>",
            "| a | b |\n| --- |",
            "@everyone `x` [y](z) ![i](j)",
            "\ud800",
            "-",
        ]
    ),
)


@st.composite
def findings(draw):
    rule = draw(st.sampled_from(KNOWN))
    line = draw(st.integers(1, 9))
    fix = draw(st.none() | st.builds(Fix, _HOSTILE.map(shortened), st.just("safe"), st.just(())))
    return Finding(
        rule.code, rule.name, draw(st.sampled_from(["error", "warning", "info"])),
        shortened(draw(_HOSTILE)), 0, 1, line, 1, line, 2, draw(_HOSTILE), fix,
    )  # fmt: skip


@st.composite
def reports(draw):
    report = Report("warning", False, False)
    for path in draw(st.lists(_HOSTILE.filter(lambda p: p and "\0" not in p), max_size=4)):
        path = os.fsdecode(path.encode("utf-8", "surrogatepass"))
        report.add(FileReport(path, "conversation", draw(st.lists(findings(), max_size=30))))
    return report


@given(reports())
def test_annotations_inject_nothing(report):
    lines = list(github.report(report))
    assert "\n".join(lines).split("\n") == lines
    for line in lines:
        assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", line)
        if line.startswith("::"):
            assert re.fullmatch(
                r"::(error|warning|notice) file=[^:,]+(,(line|endLine|col|endColumn)=\d+)+"
                r",title=FX\d{3} [a-z-]+::.*",
                line,
            )
    commands = [line.split(" ")[0] for line in lines if line.startswith("::")]
    assert all(commands.count(command) <= 10 for command in commands)
    assert commands == sorted(commands, key=["::error", "::warning", "::notice"].index)


@given(reports())
def test_sarif_is_valid_and_safe(report):
    (text,) = sarif.report(report, KNOWN)
    assert text.isascii()
    assert not re.search("[\x00-\x09\x0b-\x1f]", text)
    log = json.loads(text)
    VALIDATOR.validate(log)
    (run,) = log["runs"]
    listed = [f for file in report.files for f in file.findings]
    assert [result["ruleId"] for result in run["results"]] == [f.code for f in listed]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert not re.search("[\x00-\x1f\x7f-\x9f]", result["message"]["text"])
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"(?:file://)?[A-Za-z0-9%/._~-]+", uri)


@given(reports())
def test_markdown_is_inert(report):
    lines = list(markdown.report(report))
    assert "\n".join(lines).split("\n") == lines
    rows = [line for line in lines if line.startswith("|")]
    for row in rows[2:]:
        assert len(re.findall(r"(?<!\\)\|", row)) == 7
        assert not re.search(r"(?<!\\)[<`\[]", row)
        assert not re.search(r"@\w", row)
    total = sum(len(file.findings) for file in report.files)
    assert len(rows) == (total + 2 if total else 0)


def many(count: int, message: str = "x") -> Report:
    report = Report("warning", False, False)
    one = Finding("FX203", "unknown-key", "warning", message, 0, 1, 1, 1, 1, 2)
    report.add(
        FileReport("a.json", "conversation", [one._replace(line=n + 1) for n in range(count)])
    )
    return report


def test_sarif_keeps_the_limits_of_code_scanning(monkeypatch):
    monkeypatch.setattr(sarif, "MAX_RESULTS", 20)
    (text,) = sarif.report(many(30), KNOWN)
    results = json.loads(text)["runs"][0]["results"]
    assert len(results) == 20
    assert results[-1]["message"]["text"] == "11 more results are not listed"
    VALIDATOR.validate(json.loads(text))
    monkeypatch.setattr(sarif, "MAX_BYTES", 2000)
    (text,) = sarif.report(many(30), KNOWN[:1] + tuple(r for r in KNOWN if r.code == "FX203"))
    assert len(json.loads(text)["runs"][0]["results"]) < 20


def test_fingerprints_do_not_move_with_lines():
    def prints(report):
        results = json.loads(next(sarif.report(report, KNOWN)))["runs"][0]["results"]
        return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]

    first, second = prints(many(3)), prints(many(3, "other words"))
    assert first == second
    assert len(set(first)) == 3
    moved = many(3)
    moved.files[0].findings[:] = [f._replace(line=f.line + 9) for f in moved.files[0].findings]
    assert prints(moved) == first


def test_markdown_is_cut_for_a_comment():
    lines = list(markdown.report(many(5000, "m" * 150)))
    assert sum(len(line) + 1 for line in lines) < 65_536
    assert any(re.search(r"\| \d+ more \|", line) for line in lines)


def test_what_has_no_annotation_is_in_the_step_summary(project, lint, monkeypatch):
    summary = project / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    file = project / "late-parcel.json"
    file.write_text(TRACKED + "\n")
    assert lint("--output-format", "github", file.name).out.count("::warning") == 1
    assert not summary.exists()
    file.write_text(TRACKED.replace('"from": "user",', '"from": "user", "a": 1, "b": 2,'))
    out = lint("--output-format", "github", "--select", "FX203", file.name).out
    assert out.count("::warning") == 1
    assert "(and 1 more in this file)" in out
    assert summary.read_text().count("unknown\\-key") == 2
    summary.unlink()
    assert lint("--output-format", "text", file.name).code == 1
    assert not summary.exists()


@pytest.mark.parametrize("output_format", ["text", "json", "github", "sarif", "markdown"])
def test_exit_codes_are_the_same_in_every_format(project, lint, output_format):
    file = project / "late-parcel.json"
    file.write_text(TRACKED)
    assert lint("--output-format", output_format, file.name).code == 0
    file.write_text(TRACKED + "\n")
    assert lint("--output-format", output_format, file.name).code == 1
    assert lint("--output-format", output_format).code == 4


def test_output_is_the_same_whatever_the_order_of_names(project, lint):
    for name in ("b.json", "a.json", "c/a.json"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text('{"meta": {}, "turns": [{"from": "x", "z": 1, "y": 2}]}')
    first = lint("--output-format", "json", ".").out
    assert lint("--output-format", "json", ".").out == first
    places = [
        (f["line"], f["column"], f["code"])
        for file in json.loads(first)["files"]
        for f in file["findings"]
    ]
    third = len(places) // 3
    assert places[:third] == sorted(places[:third])
    assert [file["path"] for file in json.loads(first)["files"]] == ["a.json", "b.json", "c/a.json"]


def test_statistics(project, lint):
    file = project / "late-parcel.json"
    file.write_text(TRACKED.replace('"from": "user",', '"from": "user", "a": 1, "b": 2,'))
    out = lint("--statistics", file.name).out.split("\n")
    assert out[0] == "     2  FX203 unknown-key"
    assert out[1] == "     1  FX103 indentation  (--fix)"
    report = lint("--output-format", "json", file.name).report
    assert report["statistics"] == {"FX203": 2, "FX103": 1}
