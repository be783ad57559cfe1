"""The report as a Markdown table, for a step summary or a comment on a pull request.

What stands in a fixture is not trusted: it makes no markup, no link and no mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.documents.printable import shown
from fixture_lint.reports import Report
from fixture_lint.reports.summary import summary
from fixture_lint.rules import SEVERITIES

MAX_CHARACTERS = 60_000
"""Longest table. A comment on GitHub may have 65,536 characters."""

_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#|~!&$-])")


def report(report: Report) -> Iterator[str]:
    """The table, errors first, and the counts."""
    rows = [
        (SEVERITIES.index(finding.severity), file.path, finding)
        for file in report.files
        for finding in file.findings
    ]
    rows.sort(key=lambda row: -row[0])
    yield "### fixture-lint"
    yield ""
    if rows:
        yield "| file | line | rule | severity | message | fix |"
        yield "| --- | --- | --- | --- | --- | --- |"
    room = MAX_CHARACTERS
    for number, (_, path, finding) in enumerate(rows):
        safety = finding.fix.safety if finding.fix else ""
        line = (
            f"| {plain(path)} | {finding.line} | {finding.code} {plain(finding.name)} "
            f"| {finding.severity} | {plain(finding.message)} | {safety} |"
        )
        room -= len(line) + 1
        if room < 0:
            yield f"| … | | | | {len(rows) - number} more | |"
            break
        yield line
    yield ""
    for line in summary(report):
        yield from (line, "")


def plain(text: str) -> str:
    """Text without any meaning in Markdown: markup escaped, mentions and addresses taken apart."""
    escaped = _MARKUP.sub(r"\\\1", shown(text)).replace("@", "@\u2060")
    return escaped.replace("://", ":\u2060//").replace("www.", "www\u2060.")
