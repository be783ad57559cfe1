"""What a run prints: progress while it lasts, the report at its end."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from typing import TextIO

from fixture_lint.reports import Report
from fixture_lint.reports.summary import summary
from fixture_lint.run import Run

_ADVICE = (
    "Stage the fixed files and commit again. If a file is only partly staged, stage or stash the "
    "rest of it first: pre-commit takes fixes back that meet unstaged changes."
)


def with_progress(reports: Iterator[Report]) -> Report:
    """The finished report. A run of more than a second shows on a terminal how far it is."""
    shown_at = time.monotonic() + 1
    is_terminal = sys.stderr.isatty()
    report = next(reports)
    written = False
    for report in reports:
        if is_terminal and time.monotonic() > shown_at:
            seen = report.checked + report.unknown + report.unreadable
            sys.stderr.write(f"\r{seen} files …")
            sys.stderr.flush()
            shown_at = time.monotonic() + 0.1
            written = True
    if written:
        sys.stderr.write("\r\x1b[K")
    return report


def tell(text: str) -> None:
    """Shows on a terminal what a long run does now; an empty text takes that away."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def write(report: Report, run: Run, args: argparse.Namespace, out: TextIO) -> None:
    """Prints the report in the format that was asked for."""
    for line in _lines(report, run, args, out):
        print(line, file=out)
    if args.output_format == "github":
        _write_step_summary(report)
    under_pre_commit = bool(os.environ.get("PRE_COMMIT")) and args.output_format == "text"
    if report.fixed and report.fixing and under_pre_commit:
        print(_ADVICE, file=out)


def _lines(report: Report, run: Run, args: argparse.Namespace, out: TextIO) -> Iterator[str]:
    if args.output_format == "json":
        from fixture_lint.reports import json

        return json.report(report)
    if args.output_format == "github":
        from fixture_lint.reports import github

        return github.report(report)
    if args.output_format == "sarif":
        from fixture_lint.reports import sarif

        return sarif.report(report, run.rules)
    if args.output_format == "markdown":
        from fixture_lint.reports import markdown

        return markdown.report(report)
    if not report.files:  # The most frequent report needs nothing of what shows findings.
        return iter(()) if args.quiet else summary(report)
    from fixture_lint.reports import text

    if args.statistics:
        return (line for part in (text.statistics, summary) for line in part(report))
    colour = out.isatty() and not os.environ.get("NO_COLOR")
    return text.report(report, colour=colour, quiet=args.quiet)


def _write_step_summary(report: Report) -> None:
    """Appends the whole table to the summary of the step, where annotations leave something out."""
    from fixture_lint.reports import github, markdown

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path and github.overflows(report):
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.writelines(line + "\n" for line in markdown.report(report))
