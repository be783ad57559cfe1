"""``fixture-lint [PATHS]``: checks fixtures, and fixes them where it is asked to."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from fixture_lint import __version__, config, rules
from fixture_lint.cli import Parser
from fixture_lint.cli.main import FINDINGS, INTERNAL, NOTHING, OK, USAGE
from fixture_lint.reports import Report
from fixture_lint.run import Run

_EPILOG = """\
examples:
  fixture-lint                      check the fixture set of the configuration
  fixture-lint --fix fixtures/      make fixtures canonical, report what is left
  fixture-lint --diff fixtures/     show what --fix would change, write nothing
  fixture-lint --select FX3 a.json  run only the rules on volatile values
  fixture-lint explain FX304        why a rule exists, with examples
  fixture-lint test-rules rules/    run the examples of your own rules

exit codes: 0 clean, or all repaired; 1 findings remain; 2 usage or configuration error;
3 internal error; 4 nothing was checked; 130 and 143 interrupted and terminated.

configuration: [tool.fixture-lint] in pyproject.toml, or fixture-lint.toml.
"""


def parser() -> Parser:
    """The arguments of checking."""
    made = Parser(
        prog="fixture-lint",
        usage="fixture-lint [options] [PATH ...]\n       fixture-lint explain [RULE]\n"
        "       fixture-lint test-rules [FOLDER]",
        description="Checks recorded AI conversations that serve as test fixtures: stable layout "
        "and references, no times, ids, counts or expectations, a note that says what for.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="files or folders; default: the fixture set")
    add("--version", action="version", version=f"fixture-lint {__version__}")
    fixing = made.add_argument_group("fixing")
    fixing.add_argument(
        "--fix", action="store_true", help="make the safe fixes and write the files"
    )
    fixing.add_argument(
        "--unsafe-fixes",
        action="store_true",
        help="with --fix or --diff: also fixes that may change what a test observes",
    )
    fixing.add_argument(
        "--diff",
        action="store_true",
        help="show what would change and write nothing; for reading, not for `git apply`, since "
        "long tokens are masked",
    )
    which = made.add_argument_group("what is checked")
    which.add_argument(
        "--select", action="append", default=[], metavar="RULES",
        help="only these rules: codes, prefixes (FX3) or names, with commas",
    )  # fmt: skip
    which.add_argument(
        "--ignore", action="append", default=[], metavar="RULES", help="not these rules"
    )
    which.add_argument(
        "--force-exclude",
        action="store_true",
        help="exclusions hold also for files given by name (for hooks)",
    )
    which.add_argument("--show-files", action="store_true", help="list the files and stop")
    output = made.add_argument_group("output and exit code")
    output.add_argument("--output-format", choices=("text", "json"), default="text")
    output.add_argument("--quiet", action="store_true", help="findings only, no summary")
    output.add_argument(
        "--exit-non-zero-on-fix", action="store_true", help="exit with 1 if something was fixed"
    )
    output.add_argument(
        "--allow-empty", action="store_true", help="exit with 0 if there was nothing to check"
    )
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError."""
    args = parser().parse_args(argv)
    if args.unsafe_fixes and not (args.fix or args.diff):
        print("fixture-lint: --unsafe-fixes needs --fix or --diff", file=sys.stderr)
        return USAGE
    run = make_run(args.select, args.ignore)
    if args.show_files:
        return _show_files(args.paths, run, args.force_exclude, args.allow_empty)
    from fixture_lint import engine

    reports = engine.check(
        args.paths,
        run,
        fixing=args.fix,
        unsafe=args.unsafe_fixes,
        diffing=args.diff,
        force_exclude=args.force_exclude,
    )
    report = _with_progress(reports)
    _print(report, args.output_format, args.quiet)
    return _exit_code(report, args)


def make_run(select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Run:
    """A run with the configuration of the current folder, narrowed by the command line.

    Raises ConfigError, also for rule files of the project that are wrong.
    """
    settings = config.load(os.getcwd())
    if select:
        settings = settings._replace(select=_split(select))
    if ignore:
        settings = settings._replace(ignore=(*settings.ignore, *_split(ignore)))
    known = list(rules.load())
    try:
        for folder in settings.rules:
            known += rules.load_folder(Path(settings.root, folder), known)
        return Run(settings, known)
    except rules.UnknownRule as error:
        raise config.ConfigError(str(error)) from error
    except ValueError as error:
        raise config.ConfigError(str(error)) from error


def _split(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for value in values for word in value.split(",") if word)


def _show_files(paths: Sequence[str], run: Run, force_exclude: bool, allow_empty: bool) -> int:
    from fixture_lint.discovery import discover
    from fixture_lint.documents.printable import shown

    count = 0
    for found in discover(paths, run.config, force_exclude):
        if not found.excluded:
            count += 1
            print(shown(found.path) + (f"  ({found.problem})" if found.problem else ""))
    return OK if count or allow_empty else NOTHING


def _with_progress(reports: Iterator[Report]) -> Report:
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


def _print(report: Report, output_format: str, quiet: bool) -> None:
    if output_format == "json":
        from fixture_lint.reports import json

        lines = json.report(report)
    else:
        from fixture_lint.reports import text

        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        lines = text.report(report, colour=colour, quiet=quiet)
    for line in lines:
        print(line)
    if report.fixed and report.fixing and os.environ.get("PRE_COMMIT") and output_format == "text":
        print(
            "Stage the fixed files and commit again. If a file is only partly staged, stage or "
            "stash the rest of it first: pre-commit takes fixes back that meet unstaged changes."
        )


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
