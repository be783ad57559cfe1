"""The report as workflow commands of GitHub Actions: annotations on the lines of a pull request.

A step shows ten errors and ten warnings, the rest is dropped by the runner. So findings of one rule
in one file share an annotation, errors come first, and what does not fit goes to the step summary.
Escaping as the runner's toolkit does it (actions/toolkit, packages/core/src/command.ts).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.documents.printable import shown
from fixture_lint.reports import FileReport, Report
from fixture_lint.reports.summary import summary
from fixture_lint.rules import Finding

MAX_ANNOTATIONS = 10
"""Annotations of one level that a step shows."""

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


class _Group(NamedTuple):
    file: FileReport
    first: Finding
    size: int


def report(report: Report) -> Iterator[str]:
    """The annotations, and the counts as plain lines."""
    groups = _groups(report)
    for severity, command in _COMMANDS.items():
        of_level = [group for group in groups if group.first.severity == severity]
        yield from (_annotation(command, group) for group in of_level[:MAX_ANNOTATIONS])
    yield from summary(report)


def overflows(report: Report) -> bool:
    """Whether a finding has no annotation of its own."""
    groups = _groups(report)
    return any(group.size > 1 for group in groups) or any(
        sum(group.first.severity == severity for group in groups) > MAX_ANNOTATIONS
        for severity in _COMMANDS
    )


def _groups(report: Report) -> list[_Group]:
    groups: dict[tuple[str, str, str], _Group] = {}
    for file in report.files:
        for finding in file.findings:
            key = (file.path, finding.code, finding.severity)
            known = groups.get(key, _Group(file, finding, 0))
            groups[key] = known._replace(size=known.size + 1)
    return list(groups.values())


def _annotation(command: str, group: _Group) -> str:
    finding = group.first
    more = f" (and {group.size - 1} more in this file)" if group.size > 1 else ""
    fix = f"; fix: {finding.fix.title}" if finding.fix else ""
    place = {
        "file": shown(group.file.path),
        "line": finding.line,
        "endLine": finding.end_line,
        "col": finding.column,
        "endColumn": finding.end_column,
        "title": f"{finding.code} {finding.name}",
    }
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
    return f"::{command} {properties}::{_data(finding.message + more + fix)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
