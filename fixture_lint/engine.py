"""One file's way through: read, lint, fix, write, report."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from fixture_lint.discovery import Found, discover
from fixture_lint.documents import files, second
from fixture_lint.documents.printable import shown
from fixture_lint.documents.tree import Document
from fixture_lint.fixing import Fixed, Unsettled, fix
from fixture_lint.inspection import inspect
from fixture_lint.reading import PARSE_ERROR, Read, documents, is_line_format, records
from fixture_lint.reports import FileReport, Report
from fixture_lint.rules import Finding, engine_finding
from fixture_lint.run import Run

_ONCE_A_FILE = frozenset({"FX102", "FX106", "FX202"})
"""Findings about a file as a whole: of JSON Lines only the first one is kept."""

UNKNOWN_KIND = "FX202"


class Mode(NamedTuple):
    """What a run does beside checking: ``fixing`` writes what the safe fixes make of a file, with
    ``unsafe`` all fixes; ``diffing`` only says what they would make."""

    fixing: bool = False
    unsafe: bool = False
    diffing: bool = False


def check(
    paths: Sequence[str], run: Run, mode: Mode, *, force_exclude: bool = False
) -> Iterator[Report]:
    """Checks files. Yields the growing report before each file and at the end."""
    report = _new_report(run, mode)
    for found in discover(paths, run.config, force_exclude):
        yield report
        if found.excluded:
            report.excluded += 1
            continue
        report.add(_check_file(found, run, mode))
    if not paths:
        report.files += _stale_ignores(run)
    yield report


def check_stdin(data: bytes, path: str, run: Run, mode: Mode) -> tuple[Report, bytes]:
    """Checks a text that stands for a file, and gives back what the fixes make of it."""
    report = _new_report(run, mode)
    written = [data]
    report.add(_process(data, path, run, mode, written.append))
    return report, written[-1]


def lint(data: bytes, path: str, run: Run) -> FileReport:
    """What is found in the bytes of a file; the path decides which configuration holds."""
    return _lint(documents(data, path, run), path, run)


def _new_report(run: Run, mode: Mode) -> Report:
    return Report(run.config.fail_level, mode.fixing and not mode.diffing, mode.diffing)


def _check_file(found: Found, run: Run, mode: Mode) -> FileReport:
    path = found.path
    if found.problem:
        return _unreadable(path, found.problem)
    try:
        if is_line_format(path) and os.path.getsize(path) > files.MAX_DOCUMENT:
            with files.open_regular(path) as stream:
                return _lint(records(stream, path, run), path, run, keep_text=False)
        data = files.read_document(path)
    except files.Unreadable as error:
        return _unreadable(path, str(error))
    except OSError as error:
        return _unreadable(path, files.reason(error))
    return _process(data, path, run, mode, partial(files.replace, path, data))


def _unreadable(path: str, why: str) -> FileReport:
    return FileReport(path, None, [engine_finding("FX005", why[:1].upper() + why[1:])])


def _process(
    data: bytes, path: str, run: Run, mode: Mode, write: Callable[[bytes], None]
) -> FileReport:
    before = lint(data, path, run)
    wanted = [f for f in before.findings if f.fix and (mode.unsafe or f.fix.safety == "safe")]
    if not (mode.fixing or mode.diffing) or not wanted:
        return before
    try:
        fixed = fix(data, path, run, mode.unsafe)
        if fixed.data == data:
            return before
        if not mode.diffing:
            write(fixed.data)
    except (second.Unconfirmed, files.NotWritten) as error:
        refused = engine_finding("FX006", f"Not written: {error}")
        return before._replace(findings=[refused, *before.findings])
    except Unsettled as error:
        broken = engine_finding("FX001", f"Internal error: {error}")
        return before._replace(findings=[broken, *before.findings])
    after = lint(fixed.data, path, run)
    diff = _diff(path, data, fixed) if mode.diffing else ""
    return after._replace(applied=fixed.applied, diff=diff)


def _lint(reads: Iterator[Read], path: str, run: Run, keep_text: bool = True) -> FileReport:
    findings: list[Finding] = []
    seen: set[str] = set()
    kind: str | None = None
    texts: dict[int, str] = {}
    ignored = run.ignored(path)
    for read in reads:
        if not isinstance(read, Document):
            code = read.finding.code
            if code == PARSE_ERROR and code in ignored:
                run.used_ignores |= ignored[code]
            else:
                findings.append(read.finding)
                texts |= {read.record: read.text} if keep_text else {}
            continue
        inspection = inspect(read, run)
        kind = kind or (inspection.kind.NAME if inspection.kind else None)
        fresh = [f for f in inspection.findings if f.code not in seen or f.code not in _ONCE_A_FILE]
        seen |= {finding.code for finding in fresh}
        findings += fresh
        if fresh and keep_text:
            texts[read.record] = read.text
    if kind is not None:
        findings = [finding for finding in findings if finding.code != UNKNOWN_KIND]
    return FileReport(path, kind, findings, texts)


def _stale_ignores(run: Run) -> list[FileReport]:
    findings = [
        engine_finding("FX003", f"per-file-ignores: {name} for {glob!r} matched nothing; remove it")
        for glob, name in run.unused_ignores()
    ]
    return [FileReport(run.config.source, None, findings)] if findings else []


def _diff(path: str, old: bytes, fixed: Fixed) -> str:
    import difflib

    def lines(data: bytes) -> list[str]:
        return data.decode("utf-8", "replace").split("\n")

    name = shown(path)
    diff = difflib.unified_diff(
        lines(old), lines(fixed.data), name, f"{name} (fixed)", lineterm="", n=2
    )
    return "\n".join(diff)
