"""A run that only compares fixtures with each other, and a change with its base."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from fixture_lint import committed
from fixture_lint.committed import Change
from fixture_lint.discovery import discover
from fixture_lint.documents import files
from fixture_lint.kinds.conversation import NAME
from fixture_lint.reports import FileReport, Report
from fixture_lint.rules import engine_finding
from fixture_lint.run import Run
from fixture_lint.summaries import Gathered, add_file, judges


def compares(run: Run) -> bool:
    """Whether a rule is on that looks at more than one fixture."""
    return bool(judges(run) or committed.rules_on(run))


def compare(paths: Sequence[str], run: Run, change: Change | None = None) -> Iterator[Report]:
    """Compares the conversations of a run, and those that have changed with their base. Yields the
    growing report before each file and at the end. Only conversations are counted; what else is
    wrong with a file is no matter of this run.

    Raises git.Unavailable.
    """
    report = Report(run.config.fail_level, fixing=False, diffing=False)
    gathered = Gathered()
    for path, problem, _ in discover(paths, run.config):
        yield report
        known = len(gathered.summaries)
        gathered.places[path] = len(report.files)
        try:
            is_read = not problem and add_file(path, run, gathered.summaries)
        except (OSError, files.Unreadable):
            is_read = False
        if problem:
            why = problem[:1].upper() + problem[1:]
            report.add(FileReport(path, None, [engine_finding("FX005", why)]))
        elif len(gathered.summaries) > known:
            report.add(FileReport(path, NAME, []))
        elif not is_read:
            report.unreadable += 1
    by_path = {os.path.relpath(path): path for path in gathered.places}
    others = committed.judged(change, by_path, run) if change is not None else ()
    gathered.tell(report, run, others)
    yield report
