"""``fixture-lint [PATHS]``: checks fixtures, and fixes them where it is asked to."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from fixture_lint import config
from fixture_lint.cli import output
from fixture_lint.cli.arguments import parser
from fixture_lint.cli.main import FINDINGS, INTERNAL, NOTHING, OK, USAGE
from fixture_lint.documents import files
from fixture_lint.reports import Report
from fixture_lint.run import Run

if TYPE_CHECKING:
    from fixture_lint.committed import Change
    from fixture_lint.engine import Mode

STDIN = "-"


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError."""
    args = parser().parse_args(argv)
    complaint = _complaint(args)
    if complaint:
        print(f"fixture-lint: {complaint}", file=sys.stderr)
        return USAGE
    run = make_run(args.select, args.ignore)
    if args.show_files:
        return _show_files(args, run)
    if args.base is None and not os.environ.get("PRE_COMMIT"):
        return _run(args, run)
    from fixture_lint.cli.base import comparing

    with comparing(args.base, run) as change:
        return _run(args, run, change)


def _run(args: argparse.Namespace, run: Run, change: Change | None = None) -> int:
    from fixture_lint import engine

    mode = engine.Mode(args.fix, args.unsafe_fixes, args.diff)
    out = sys.stdout
    if args.paths == [STDIN]:
        name = args.stdin_filename
        report, fixed = engine.check_stdin(sys.stdin.buffer.read(), name, run, mode)
        if args.fix and not args.diff:
            sys.stdout.buffer.write(fixed)
            out = sys.stderr
    else:
        checked = _check_files(args, run, mode, change)
        if checked is None:
            return USAGE
        report = checked
    output.write(report, run, args, out)
    return _exit_code(report, args)


def _check_files(
    args: argparse.Namespace, run: Run, mode: Mode, change: Change | None
) -> Report | None:
    """The report on files; None if the command of ``--verify`` fails by itself, which is said."""
    from fixture_lint import engine

    def check(write: Callable[[str, bytes, bytes], None] = files.replace) -> Report:
        reports = engine.check(
            args.paths, run, mode, force_exclude=args.force_exclude, write=write, change=change
        )
        return output.with_progress(reports)

    if args.verify is None:
        return check()
    from fixture_lint.verifying import CommandFailed, verified

    try:
        return verified(args.verify, run, check, output.tell)
    except CommandFailed as error:
        print(f"fixture-lint: {error}", file=sys.stderr)
        return None


def _complaint(args: argparse.Namespace) -> str:
    """What is wrong with arguments that are each right."""
    if args.unsafe_fixes and not (args.fix or args.diff):
        return "--unsafe-fixes needs --fix or --diff"
    if args.verify is not None:
        if args.diff:
            return "--verify cannot be used with --diff, which writes nothing: leave out --diff"
        if not args.fix:
            return "--verify needs --fix: it runs the command before and after fixing"
        if STDIN in args.paths:
            return "--verify needs files: a text on standard input is not fixed in its place"
        if not args.verify.strip():
            return '--verify needs a command, such as --verify "pytest tests/"'
    if STDIN in args.paths and len(args.paths) > 1:
        return "standard input (-) cannot be checked together with files"
    if args.base is not None and args.paths == [STDIN] and not args.stdin_filename:
        return "--base needs --stdin-filename to find the earlier version of the text"
    if args.stdin_filename and args.paths != [STDIN]:
        return "--stdin-filename names a text on standard input: give - as the path"
    return ""


def make_run(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Run:
    """A run with the configuration of the current folder, narrowed by the command line.

    Raises ConfigError.
    """
    settings = config.load(os.getcwd())
    if select:
        settings = settings._replace(select=_split(select))
    if ignore:
        settings = settings._replace(ignore=(*settings.ignore, *_split(ignore)))
    return Run.configured(settings)


def _split(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for value in values for word in value.split(",") if word)


def _show_files(args: argparse.Namespace, run: Run) -> int:
    from fixture_lint.discovery import discover
    from fixture_lint.documents.printable import shown_path

    count = 0
    for found in discover(args.paths, run.config, args.force_exclude):
        if not found.excluded:
            count += 1
            print(shown_path(found.path) + (f"  ({found.problem})" if found.problem else ""))
    return OK if count or args.allow_empty else NOTHING


def _exit_code(report: Report, args: argparse.Namespace) -> int:
    if report.has_internal_error:
        return INTERNAL
    if report.has_failed or (report.fixed and (args.exit_non_zero_on_fix or args.diff)):
        return FINDINGS
    found_nothing = not report.checked and not report.unreadable
    meant_to_be_empty = args.allow_empty or (args.force_exclude and bool(args.paths))
    if found_nothing and not meant_to_be_empty:
        message = "nothing was checked"
        if report.unknown:
            message += f": no known kind in {report.unknown} file{'s' * (report.unknown > 1)}"
        print(f"fixture-lint: {message}; `--show-files` lists what was found", file=sys.stderr)
        return NOTHING
    return OK
