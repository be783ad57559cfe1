"""The report for scripts: complete, one object, described in ``docs/json.md``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from fixture_lint.reports import FileReport, Report
from fixture_lint.rules import Finding

VERSION = 1
"""Grows when a key changes its meaning or goes away; new keys do not count."""


def report(report: Report) -> Iterator[str]:
    """The report as one JSON text. Paths and messages are ASCII with escapes, so that every
    terminal and every log can hold them."""
    yield json.dumps(
        {
            "version": VERSION,
            "files": [_file(file) for file in report.files],
            "statistics": {code: count for count, code, _, _ in report.by_rule()},
            "summary": {
                "checked": report.checked,
                "unknown": report.unknown,
                "unreadable": report.unreadable,
                "excluded": report.excluded,
                "fixed": report.fixed,
                "freezable": report.freezable,
                "error": report.count("error"),
                "warning": report.count("warning"),
                "info": report.count("info"),
            },
        },
        indent=2,
    )


def _file(file: FileReport) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "path": file.path,
        "kind": file.kind,
        "findings": [_finding(finding) for finding in file.findings],
        "fixed": [fix._asdict() for fix in file.applied],
    }
    if file.diff:
        entry["diff"] = [_shown(line) for line in file.diff.split("\n")]
    return entry


def _shown(line: str) -> str:
    from fixture_lint.documents.printable import shown

    return shown(line)


def _finding(finding: Finding) -> dict[str, Any]:
    fix = finding.fix
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "pointer": finding.pointer,
        "fingerprint": finding.fingerprint or None,
        "fix": {"title": fix.title, "safety": fix.safety} if fix else None,
    }
