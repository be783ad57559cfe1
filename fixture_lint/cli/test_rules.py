"""``fixture-lint test-rules [FOLDER ...]``: runs the examples of rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from fixture_lint import rules
from fixture_lint.cli import Parser
from fixture_lint.cli.main import FINDINGS, OK
from fixture_lint.config import ConfigError


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError for a wrong rule file."""
    parser = Parser(
        prog="fixture-lint test-rules",
        description="Runs the examples that stand beside rules: what is bad must be found where "
        "stated, what is good must be clean, and the fix must make the one of the other.",
    )
    parser.add_argument(
        "folders",
        nargs="*",
        metavar="FOLDER",
        help="folders of rule files; default: the rules of fixture-lint itself",
    )
    args = parser.parse_args(argv)
    known = list(rules.load())
    tested = [] if args.folders else list(known)
    for folder in args.folders:
        try:
            made = rules.load_folder(folder, known)
        except ValueError as error:
            raise ConfigError(str(error)) from error
        known += made
        tested += made
    return _test(tested, known)


def _test(tested: Sequence[rules.Rule], known: Sequence[rules.Rule]) -> int:
    from fixture_lint.examples import describe, failures

    count = failed = 0
    for rule in tested:
        for example in rule.examples:
            count += 1
            problems = list(failures(rule, example, known))
            if problems:
                failed += 1
                print(f"{rule.code} {rule.name}: {describe(example)}")
                for problem in problems:
                    print("  " + problem.replace("\n", "\n  ").rstrip())
    plural = "" if len(tested) == 1 else "s"
    print(f"{len(tested)} rule{plural}, {count} examples, {failed} failed")
    sys.stdout.flush()
    return FINDINGS if failed else OK
