"""One file's way through: read, lint, fix, write, report."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from fixture_lint import kinds
from fixture_lint.detectors.screen import may_hold_any
from fixture_lint.discovery import Found, discover
from fixture_lint.documents import files
from fixture_lint.documents.jsonl import is_line_format
from fixture_lint.documents.screen import canonical_value
from fixture_lint.kinds import testcode
from fixture_lint.kinds.screen import SCREENED, is_clean
from fixture_lint.reports import FileReport, Report
from fixture_lint.rules import engine_finding
from fixture_lint.run import Run

if TYPE_CHECKING:
    from fixture_lint.checks.across import Summary
    from fixture_lint.committed import Change
    from fixture_lint.summaries import Gathered

# What only files with findings need is imported where it is used: most files have none.

_UNSCREENED = (".yaml", ".yml", ".sse")
"""Endings of files that are no JSON even where their text could be."""


class Mode(NamedTuple):
    """What a run does beside checking: ``fixing`` writes what the safe fixes make of a file, with
    ``unsafe`` all fixes; ``diffing`` only says what they would make."""

    fixing: bool = False
    unsafe: bool = False
    diffing: bool = False


def check(
    paths: Sequence[str],
    run: Run,
    mode: Mode,
    *,
    force_exclude: bool = False,
    write: Callable[[str, bytes, bytes], None] = files.replace,
    change: Change | None = None,
) -> Iterator[Report]:
    """Checks files. Yields the growing report before each file and at the end. ``write`` takes the
    path, the old and the new bytes of a file that is fixed.

    A run without paths or with folders sees whole sets: it also compares fixtures with each other,
    and judges a ``change`` as a whole.
    """
    report = _new_report(run, mode)
    gathered = _gathering(paths, run)
    for found in discover(paths, run.config, force_exclude):
        yield report
        if found.excluded:
            report.excluded += 1
            continue
        if gathered is not None:
            gathered.places[found.path] = len(report.files)
        report.add(_check_file(found, run, mode, write, gathered))
    if gathered is not None:
        gathered.tell(report, run, _in_change(change, gathered, run))
    if not paths:
        report.files += _stale_ignores(run)
    yield report


def check_stdin(data: bytes, path: str, run: Run, mode: Mode) -> tuple[Report, bytes]:
    """Checks a text that stands for a file, and gives back what the fixes make of it."""
    report = _new_report(run, mode)
    written = [data]
    report.add(_process(data, path, run, mode, written.append))
    return report, written[-1]


def _in_change(change: Change | None, gathered: Gathered, run: Run) -> Iterator[FileReport]:
    if change is not None:
        from fixture_lint.committed import judged

        by_path = {os.path.relpath(path): path for path in gathered.places}
        yield from judged(change, by_path, run)


def _gathering(paths: Sequence[str], run: Run) -> Gathered | None:
    if paths and not any(os.path.isdir(path) for path in paths):
        return None
    from fixture_lint.summaries import Gathered, judges

    return Gathered() if judges(run) else None


def lint(data: bytes, path: str, run: Run, summaries: list[Summary] | None = None) -> FileReport:
    """What is found in the bytes of a file; the path decides which configuration holds. What is to
    be compared with other fixtures is added to ``summaries``."""
    screened = _screened(data, path, run, summaries)
    if screened is not None:
        return _noted(screened, run)
    from fixture_lint.inspection import inspect_file
    from fixture_lint.reading import documents

    reads = documents(data, path, run)
    if summaries is not None:
        from fixture_lint.summaries import noting

        reads = noting(reads, run, summaries)
    report = _noted(inspect_file(reads, path, run), run)
    return _unfixed(report) if files.is_packed(data) else report


def _noted(report: FileReport, run: Run) -> FileReport:
    """The report on a file, with a note if it could not be compared with its version in git. That
    is no defect: it may be just what is repaired here."""
    why = run.base.problem(report.path) if run.base is not None else ""
    if not run.base or not why:
        return report
    note = engine_finding("FX005", f"Not compared with {run.base.name}: {why}")
    return report._replace(findings=[note._replace(severity="info"), *report.findings])


def _unfixed(report: FileReport) -> FileReport:
    """The report on a packed file, which is never written: what holds it says how it was packed."""
    findings = [
        finding._replace(message=f"{finding.message}; no fix, as the file is packed", fix=None)
        if finding.fix
        else finding
        for finding in report.findings
    ]
    return report._replace(findings=findings, freezable=0)


def _screened(
    data: bytes, path: str, run: Run, summaries: list[Summary] | None
) -> FileReport | None:
    """The report on a file in which no rule can find anything, None for every other file."""
    if path.endswith(testcode.ENDING):
        return None if testcode.may_record(data) else FileReport(path, testcode.NAME, [])
    if run.base is not None and run.base.differs(data, path):
        return None
    can_screen = run.can_screen and not path.removesuffix(files.PACKED).endswith(_UNSCREENED)
    plain = canonical_value(data) if can_screen else None
    kind = kinds.recognise(plain) if plain is not None else None
    if plain is None or (kind is not None and kind.NAME != SCREENED) or may_hold_any(data, plain):
        return None
    if kind is None:
        return None if run.config.includes(path) else FileReport(path, None, [])
    if not isinstance(plain, dict) or not is_clean(plain, data, path):
        return None
    if summaries is not None:
        from fixture_lint.summaries import of_values

        summaries += of_values(plain, path)
    return FileReport(path, kind.NAME, [])


def _new_report(run: Run, mode: Mode) -> Report:
    return Report(run.config.fail_level, mode.fixing and not mode.diffing, mode.diffing)


def _check_file(
    found: Found,
    run: Run,
    mode: Mode,
    write: Callable[[str, bytes, bytes], None],
    gathered: Gathered | None,
) -> FileReport:
    path = found.path
    if found.problem:
        return _unreadable(path, found.problem)
    try:
        if is_line_format(path) and os.path.getsize(path) > files.MAX_DOCUMENT:
            from fixture_lint.inspection import inspect_file
            from fixture_lint.reading import records

            with files.open_regular(path) as stream:
                reads = records(stream, path, run)
                if gathered is not None:
                    from fixture_lint.summaries import noting

                    reads = noting(reads, run, gathered.summaries)
                return _noted(inspect_file(reads, path, run, keep_text=False), run)
        data = files.read_document(path)
    except files.Unreadable as error:
        return _unreadable(path, str(error))
    except OSError as error:
        return _unreadable(path, files.reason(error))
    return _process(data, path, run, mode, partial(write, path, data), gathered)


def _unreadable(path: str, why: str) -> FileReport:
    return FileReport(path, None, [engine_finding("FX005", why[:1].upper() + why[1:])])


def _process(
    data: bytes,
    path: str,
    run: Run,
    mode: Mode,
    write: Callable[[bytes], None],
    gathered: Gathered | None = None,
) -> FileReport:
    summaries = gathered.summaries if gathered is not None else None
    known = len(summaries or ())
    before = lint(data, path, run, summaries)
    if not _is_to_be_fixed(before, mode):
        return before
    from fixture_lint.documents.second import Unconfirmed
    from fixture_lint.fixing import Unsettled, fix
    from fixture_lint.inspection import where

    try:
        fixed = fix(data, path, run, mode.unsafe)
        if fixed.data == data:
            return before
        if not mode.diffing:
            write(fixed.data)
    except (Unconfirmed, files.NotWritten) as error:
        refused = engine_finding("FX006", f"Not written: {error}")
        return before._replace(findings=[refused, *before.findings])
    except Unsettled as error:
        broken = engine_finding("FX001", f"Internal error: {error}")
        return before._replace(findings=[broken, *before.findings])
    except Exception as error:  # The other files are still to be checked.
        broken = engine_finding("FX001", f"Internal error while fixing: {where(error)}")
        return before._replace(findings=[broken, *before.findings])
    if gathered is not None:
        gathered.take_back(known, path, fixed.data if mode.diffing else None)
    after = lint(fixed.data, path, run, summaries)
    diff = _diff(path, data, fixed.data, run) if mode.diffing else ""
    return after._replace(applied=fixed.applied, diff=diff)


def _is_to_be_fixed(report: FileReport, mode: Mode) -> bool:
    if not (mode.fixing or mode.diffing):
        return False
    if any(finding.code == "FX001" for finding in report.findings):
        return False  # A rule that failed may be one that would have stopped a fix.
    fixes = (finding.fix for finding in report.findings if finding.fix)
    return any(mode.unsafe or fix.safety == "safe" for fix in fixes)


def _stale_ignores(run: Run) -> list[FileReport]:
    findings = [
        engine_finding("FX003", f"per-file-ignores: {name} for {glob!r} matched nothing; remove it")
        for glob, name in run.unused_ignores()
    ]
    findings += [
        engine_finding("FX003", f"allow: {entry.rule} in {entry.path} matched nothing; remove it")
        for entry in run.config.allow
        if entry not in run.used_allows
    ]
    return [FileReport(run.config.source, None, findings)] if findings else []


def _diff(path: str, old: bytes, new: bytes, run: Run) -> str:
    from difflib import unified_diff

    from fixture_lint.documents.printable import shown_path

    before, after = (_masked(data, path, run).split("\n") for data in (old, new))
    name = shown_path(path)
    lines = unified_diff(before, after, name, f"{name} (fixed)", lineterm="", n=2)
    return "\n".join(lines)


def _masked(data: bytes, path: str, run: Run) -> str:
    """A file as it may be shown: what is private is masked, document by document."""
    from fixture_lint.checks.masking import masked, masked_text
    from fixture_lint.documents.tree import Document
    from fixture_lint.reading import documents

    reads = list(documents(data, path, run))
    if len(reads) == 1 and isinstance(reads[0], Document) and not reads[0].record:
        return ("\ufeff" if reads[0].bom else "") + masked(reads[0])
    return masked_text(data.decode("utf-8", "replace"))
