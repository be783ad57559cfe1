"""``fixture-lint diff``: what two versions of fixtures show of another behaviour."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from fixture_lint.cli import Parser, output
from fixture_lint.cli.main import FINDINGS, INTERNAL, NOTHING, OK, USAGE
from fixture_lint.documents.printable import shown_path
from fixture_lint.run import Run

if TYPE_CHECKING:
    from fixture_lint.behaviour.review import FileReview
    from fixture_lint.cli.pairs import Pair

NOISE = 5
"""The exit code for fixtures in which only what changes at every recording has changed."""

_DESCRIPTION = """\
Compares two versions of recorded conversations, step by step: what the user, the model and its
tools did differently. Ids, times, counts, layout and the way a stream was cut are no difference.

OLD and NEW are two files, or two folders whose files are compared by their relative paths. With
--base the files of the work tree are compared with what they were where the branch left REF;
without PATH all changed files of the fixture set.
"""
_EXAMPLES = """\
examples:
  fixture-lint diff --base HEAD                    what you are about to commit
  fixture-lint diff --base origin/main             what a pull request changes
  fixture-lint diff --base HEAD tests/fixtures/late-parcel.json
  fixture-lint diff before.json after.json         two files, also of two checkouts
  fixture-lint diff --base origin/main --output-format markdown --report-only
                                                   the text of a comment on a pull request
  git config diff.fixture.textconv "fixture-lint diff --textconv"
                                                   `git diff` and `git log -p` show the steps of
                                                   files with diff=fixture in .gitattributes

exit codes: 0 no behaviour has changed; 1 it has, or a file could not be compared; 5 only noise has
changed: complete the recorder's stripping; 2 usage or configuration error; 3 internal error; 4 none
of the files named is a fixture; 130 and 143 interrupted and terminated. If several apply: the
signal, 3, 2, 1, 5, 4.
"""

_MODE = re.compile(r"[0-7]{6}|\.")
_NARROW, _USUAL, _WIDE = 60, 100, 120


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError."""
    parser = _parser()
    args = parser.parse_args(argv)
    complaint = _complaint(args)
    if complaint:
        parser.error(complaint)
    from fixture_lint.cli.check import make_run
    from fixture_lint.cli.pairs import NoPairs, pairs_of_base, pairs_of_paths
    from fixture_lint.git import Unavailable

    run = make_run()
    if args.textconv:
        return _textconv(args.paths[0], run, sys.stdout)
    try:
        if args.base is None:
            pairs = pairs_of_paths(*_versions(args.paths), run.config)
        else:
            pairs = pairs_of_base(args.base, args.paths, run.config)
        reviews, is_broken = _reviewed(pairs, run)
    except (NoPairs, Unavailable) as error:
        print(f"fixture-lint: {error}", file=sys.stderr)
        return USAGE
    _write(reviews, args, sys.stdout)
    return INTERNAL if is_broken else _exit_code(reviews, args)


def _parser() -> Parser:
    parser = Parser(
        prog="fixture-lint diff",
        usage="fixture-lint diff [options] OLD NEW\n"
        "       fixture-lint diff [options] --base REF [PATH ...]\n"
        "       fixture-lint diff --textconv FILE",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="two versions; with --base files and folders")
    add("--base", metavar="REF", help="a branch, tag or commit that git knows")
    add(
        "--output-format", choices=("text", "markdown", "json"), default="text",
        help="text for people (default), markdown for a comment or a step summary, json for "
        "scripts",
    )  # fmt: skip
    add("--report-only", action="store_true", help="exit with 0 instead of 1 and 5")
    add(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="auto (default): on a terminal, unless NO_COLOR is set",
    )  # fmt: skip
    add("--textconv", action="store_true", help="print one file as its steps, a line each, for git")
    return parser


def _complaint(args: argparse.Namespace) -> str:
    """What is wrong with arguments that are each right."""
    if args.textconv:
        if args.base is not None or len(args.paths) != 1:
            return "--textconv takes one file and nothing else"
        return ""
    if args.base is None and len(args.paths) != 2 and not _is_from_git(args.paths):
        return "give two versions (OLD NEW), or --base REF with the paths to compare, if any"
    return ""


def _is_from_git(paths: Sequence[str]) -> bool:
    """Whether the arguments are what git gives to a program of ``diff.<driver>.command``: path, old
    file, id and mode, new file, id and mode, and after a rename the new path and what was renamed
    (git(1), GIT_EXTERNAL_DIFF)."""
    return len(paths) in (7, 9) and all(_MODE.fullmatch(paths[number]) for number in (3, 6))


def _versions(paths: Sequence[str]) -> tuple[str, str, str, str]:
    """The two versions, and what the file is called in each if its name is another one."""
    if len(paths) == 2:
        return paths[0], paths[1], "", ""
    return paths[1], paths[4], paths[0], paths[7] if len(paths) == 9 else paths[0]


def _reviewed(pairs: Iterable[Pair], run: Run) -> tuple[list[FileReview], bool]:
    """The reviews of all pairs, and whether one of them failed by an error of this program."""
    from fixture_lint.cli.pairs import unreadable
    from fixture_lint.inspection import where
    from fixture_lint.reviewing import review

    found: list[FileReview] = []
    is_broken = was_told = False
    told_at = time.monotonic() + 1
    for pair in pairs:
        if time.monotonic() > told_at:
            output.tell(f"{len(found)} files …")
            told_at, was_told = time.monotonic() + 0.1, True
        if pair.problem:
            found.append(unreadable(pair.path, pair.problem))
            continue
        try:
            found.append(review(pair.old, pair.new, pair.path, run, pair.old_path))
        except Exception as error:  # The other files are still to be compared.
            is_broken = True
            found.append(unreadable(pair.path, f"FX001 internal error: {where(error)}"))
    if was_told:
        output.tell("")
    return found, is_broken


def _write(reviews: Sequence[FileReview], args: argparse.Namespace, out: TextIO) -> None:
    if args.output_format == "json":
        from fixture_lint.reports import review_json

        review_json.write(reviews, out)
    elif args.output_format == "markdown":
        from fixture_lint.reports import review_markdown

        review_markdown.write(reviews, out)
    else:
        from fixture_lint.reports import review_text

        is_terminal = out.isatty()
        color = is_terminal and not os.environ.get("NO_COLOR")
        if args.color != "auto":
            color = args.color == "always"
        review_text.write(reviews, out, color=color, width=_width(out) if is_terminal else _USUAL)
        if not reviews and args.base is not None:
            print(f"no fixture differs from {shown_path(args.base)}", file=out)


def _width(out: TextIO) -> int:
    try:
        width = os.get_terminal_size(out.fileno()).columns
    except (OSError, ValueError):
        return _USUAL
    return min(max(width, _NARROW), _WIDE)


def _exit_code(reviews: Sequence[FileReview], args: argparse.Namespace) -> int:
    has_changed = any(review.state == "unreadable" or review.exit == FINDINGS for review in reviews)
    has_noise = any(review.exit == NOISE for review in reviews)
    if has_changed or has_noise:
        return OK if args.report_only else FINDINGS if has_changed else NOISE
    # What git lists is compared as far as it is a fixture; what a person names should be one.
    if args.paths and reviews and all(review.problem for review in reviews):
        print("fixture-lint: nothing was compared: no known kind in these files", file=sys.stderr)
        return NOTHING
    return OK


def _textconv(path: str, run: Run, out: TextIO) -> int:
    """Prints a file as its steps; one without steps as its text. Git needs 0, whatever is in it."""
    from fixture_lint.checks.masking import masked_text
    from fixture_lint.documents import files
    from fixture_lint.documents.printable import shown
    from fixture_lint.reports.review_text import textconv
    from fixture_lint.reviewing import review

    try:
        data = files.read_document(path)
    except files.Unreadable as error:
        print(f"fixture-lint: {shown_path(path)}: {error}", file=sys.stderr)
        return USAGE
    found = review(data, data, path, run)
    if found.problem:
        print(f"not a fixture: {found.problem}", file=out)
        text = masked_text(data.decode("utf-8", "replace"))
        lines = [shown(line) for line in text.split("\n")]
    else:
        lines = list(textconv(found))
    for line in lines:
        print(line, file=out)
    return OK
