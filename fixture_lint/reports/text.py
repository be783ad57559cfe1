"""The report for people: each finding with the line it is about and what the fix would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fixture_lint.documents.printable import shown, shown_path, shown_with_columns
from fixture_lint.documents.tree import line_at
from fixture_lint.reports import FileReport, Report
from fixture_lint.reports.columns import width_of
from fixture_lint.reports.summary import summary
from fixture_lint.rules import Finding

_WIDTH = 96
"""Longest piece of a line that is shown, in characters."""

_SHOWN_PER_FILE = 50
"""Findings shown for one file; the rest is counted. The JSON report is complete."""

_COLOURS = {
    "error": "31",
    "warning": "33",
    "info": "36",
    "bold": "1",
    "faint": "2",
    "+": "32",
    "-": "31",
}


def report(report: Report, *, colour: bool = False, quiet: bool = False) -> Iterator[str]:
    """The lines of the report. ``quiet`` leaves out everything but the findings."""
    paint = _painter(colour)
    for file in report.files:
        if file.diff:
            yield from (_diff_line(line, paint) for line in file.diff.split("\n"))
        elif file.applied and not quiet:
            yield from _applied(file, paint)
        for finding in file.findings[:_SHOWN_PER_FILE]:
            yield from _finding(file, finding, paint)
        hidden = len(file.findings) - _SHOWN_PER_FILE
        if hidden > 0:
            more = f"{hidden} more findings in this file; --output-format json lists all"
            yield f"{paint('bold', shown_path(file.path))}: {more}"
            yield ""
    if not quiet:
        yield from summary(report)


def _painter(colour: bool) -> Callable[[str, str], str]:
    if colour:
        return lambda name, text: f"\x1b[{_COLOURS[name]}m{text}\x1b[0m"
    return lambda name, text: text


def _diff_line(line: str, paint: Callable[[str, str], str]) -> str:
    safe = shown(line.rstrip("\r")) + ("\\r" if line.endswith("\r") else "")
    if len(safe) > 4 * _WIDTH:
        safe = f"{safe[: 2 * _WIDTH]} … {safe[-_WIDTH:]}"
    return paint(line[:1], safe) if line[:1] in ("+", "-") else safe


def _applied(file: FileReport, paint: Callable[[str, str], str]) -> Iterator[str]:
    yield f"{paint('bold', shown_path(file.path))}: fixed"
    by_title: dict[str, list[str]] = {}
    for fix in file.applied:
        by_title.setdefault(fix.title, []).append(f"{fix.code} {fix.name}")
    for title, rules in by_title.items():
        yield f"  {title}  {paint('faint', ', '.join(dict.fromkeys(rules)))}"
    yield ""


def _finding(file: FileReport, finding: Finding, paint: Callable[[str, str], str]) -> Iterator[str]:
    place = f"{shown_path(file.path)}:{finding.line}:{finding.column}"
    rule = paint(finding.severity, f"{finding.code} {finding.name}")
    yield f"{paint('bold', place)}: {rule} {finding.severity}: {finding.message}"
    record = finding.line if finding.line in file.texts and 0 not in file.texts else 0
    text = file.texts.get(record)
    if text and not finding.code.startswith("FX00"):
        yield from _frame(text, finding, paint)
    if finding.fingerprint:
        yield f"  fingerprint: {finding.fingerprint}"
    if finding.fix:
        flag = "--fix" if finding.fix.safety == "safe" else "--fix --unsafe-fixes"
        yield f"  fix ({flag}): {finding.fix.title}"
    yield ""


def _frame(text: str, finding: Finding, paint: Callable[[str, str], str]) -> Iterator[str]:
    """The line of a finding with the place underlined; of a long line only the part around it."""
    line, line_start = line_at(text, min(finding.start, len(text)))
    begin = finding.start - line_start
    end = max(begin + 1, min(finding.end - line_start, len(line)))
    left = max(0, min(begin - _WIDTH // 3, len(line) - _WIDTH))
    piece = line[left : left + _WIDTH]
    # Masking looks at more than what is shown: a piece of a key would not look like one.
    printed, columns = shown_with_columns(line[max(0, left - 400) : left + _WIDTH + 400])
    shift = min(left, 400)
    first, last = columns[shift], columns[min(shift + len(piece), len(columns) - 1)]
    cut_left = "…" if left else ""
    cut_right = "…" if left + _WIDTH < len(line) else ""
    marked_from = columns[min(shift + begin - left, len(columns) - 1)]
    marked_to = max(marked_from + 1, columns[min(shift + end - left, len(columns) - 1)])
    number = str(finding.line)
    yield f"  {paint('faint', number + ' |')} {cut_left}{printed[first:last]}{cut_right}"
    blank = " " * (len(cut_left) + width_of(printed[first:marked_from]))
    underline = "^" * max(1, width_of(printed[marked_from : min(marked_to, last)]))
    yield f"  {' ' * len(number)} {paint('faint', '|')} {blank}{paint(finding.severity, underline)}"


def statistics(report: Report) -> Iterator[str]:
    """How often each rule found something, instead of the findings themselves."""
    for count, code, name, is_fixable in report.by_rule():
        yield f"{count:6}  {code} {name}{'  (--fix)' if is_fixable else ''}"
