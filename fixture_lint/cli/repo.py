"""``fixture-lint repo``: compares the fixtures of a set with each other, and a change with git."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from fixture_lint.cli import Parser, output
from fixture_lint.cli.arguments import add_output, add_rules
from fixture_lint.cli.check import make_run
from fixture_lint.cli.main import FINDINGS, INTERNAL, NOTHING, OK
from fixture_lint.committed import Change
from fixture_lint.comparing import compare, compares
from fixture_lint.config import ConfigError
from fixture_lint.git import Unavailable, commit_base, open_base
from fixture_lint.reports import Report
from fixture_lint.run import Run

_DESCRIPTION = """\
Runs the rules that look at more than one fixture: near duplicates (FX711), the same note twice
(FX205), contradictions (FX712, where it is selected), and several scenarios recorded again at once
(FX702). `fixture-lint` judges them as well when it is given folders or nothing, FX702 with --base;
given single files, as by pre-commit, it cannot: the hook fixture-lint-repo runs this command.
"""
_EPILOG = """\
exit codes: 0 nothing found; 1 findings; 2 usage or configuration error, or --base cannot be read;
3 internal error; 4 there was no conversation to look at.
"""


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError."""
    args = _parser().parse_args(argv)
    run = make_run(args.select, args.ignore)
    if not compares(run):
        raise ConfigError("--select and --ignore leave no rule that compares fixtures")
    report = _compared(args, run)
    output.write(report, run, args, sys.stdout)
    if report.has_internal_error:
        return INTERNAL
    if report.has_failed:
        return FINDINGS
    if report.checked or args.allow_empty:
        return OK
    print(
        "fixture-lint: nothing was checked: there is no conversation in the fixture set, and only "
        "conversations are compared; `fixture-lint --show-files` lists the set",
        file=sys.stderr,
    )
    return NOTHING


def _compared(args: argparse.Namespace, run: Run) -> Report:
    """The report of the run. Without ``--base`` a repository whose HEAD cannot be read has nothing
    to be compared with, which is said and is no mistake: so it is before the first commit."""
    try:
        opened = open_base(args.base) if args.base is not None else commit_base()
        with opened or nullcontext() as base:
            change = Change(base, args.base or "") if base is not None else None
            return output.with_progress(compare(args.paths, run, change))
    except Unavailable as error:
        if args.base is not None:
            raise ConfigError(f"--base {args.base}: {error}") from error
        print(f"fixture-lint: no change was compared with git: {error}", file=sys.stderr)
        return output.with_progress(compare(args.paths, run))


def _parser() -> Parser:
    parser = Parser(
        prog="fixture-lint repo",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or folders; default: the fixture set"
    )
    parser.add_argument(
        "--base",
        metavar="REVISION",
        help="the branch that a change is compared with (FX702 is a warning then); default: HEAD, "
        "or what pre-commit was given",
    )
    add_rules(parser)
    add_output(parser)
    return parser
