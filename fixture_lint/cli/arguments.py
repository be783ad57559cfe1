"""The arguments of ``fixture-lint [PATHS]``."""

from __future__ import annotations

import argparse

from fixture_lint import __version__
from fixture_lint.cli import Parser

_EPILOG = """\
examples:
  fixture-lint                      check the fixture set of the configuration
  fixture-lint --fix fixtures/      make fixtures canonical, report what is left
  fixture-lint --diff fixtures/     show what --fix would change, write nothing
  fixture-lint --fix --verify "pytest tests/"
                                    keep only fixes that the tests pass with
  fixture-lint --select FX3 a.json  run only the rules on volatile values
  fixture-lint --base origin/main   also judge what has changed since that branch
  fixture-lint explain FX304        why a rule exists, with examples
  fixture-lint test-rules rules/    run the examples of your own rules
  fixture-lint record late-parcel -- python record.py
                                    record one scenario anew and show what has changed
  fixture-lint init                 write a configuration, an example and the hook

exit codes: 0 clean, or all repaired; 1 findings remain; 2 usage or configuration error;
3 internal error; 4 nothing was checked; 130 and 143 interrupted and terminated.

configuration: [tool.fixture-lint] in pyproject.toml, or fixture-lint.toml.
"""


_USAGE = """\
fixture-lint [options] [PATH ...]
       fixture-lint diff --base REF          what a new recording changes in behaviour
       fixture-lint record SCENARIO -- COMMAND
                                             record one scenario again
       fixture-lint repo                     compare fixtures with each other
       fixture-lint convert FILE ...         a provider's recording as a conversation, and back
       fixture-lint allow FILE:LINE          accept a finding, for a reason
       fixture-lint explain [RULE]           why a rule exists, with examples
       fixture-lint test-rules [FOLDER]      check the examples of rules
       fixture-lint init                     the first minute in a project"""


def parser() -> Parser:
    """The arguments of checking."""
    made = Parser(
        prog="fixture-lint",
        usage=_USAGE,
        description="Checks recorded AI conversations that serve as test fixtures: stable layout "
        "and references,\nno times, ids, counts or expectations, a note that says what for.",
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
    fixing.add_argument(
        "--verify",
        metavar="COMMAND",
        help="with --fix: run COMMAND, such as your tests, by the shell before and after fixing; "
        "files that it fails with are put back and named (FX006). If it fails before, nothing is "
        "fixed",
    )
    which = made.add_argument_group("what is checked")
    add_rules(which)
    which.add_argument(
        "--force-exclude",
        action="store_true",
        help="exclusions hold also for files given by name (for hooks)",
    )
    which.add_argument(
        "--stdin-filename",
        metavar="PATH",
        default="",
        help="the name for a text on standard input (PATH is -); with --fix the fixed text is "
        "written to standard output",
    )
    which.add_argument(
        "--base",
        metavar="REVISION",
        help="also compare each file with its version in the commit that HEAD and REVISION, such "
        "as origin/main, have in common (FX410, FX507, FX701 to FX710, FX836); as a hook of "
        "pre-commit it is HEAD",
    )
    which.add_argument("--show-files", action="store_true", help="list the files and stop")
    output = made.add_argument_group("output and exit code")
    add_output(output)
    output.add_argument(
        "--exit-non-zero-on-fix", action="store_true", help="exit with 1 if something was fixed"
    )
    return made


def add_rules(parser: argparse._ActionsContainer) -> None:
    """Adds the arguments that say which rules run."""
    parser.add_argument(
        "--select", action="append", default=[], metavar="RULES",
        help="only these rules: codes, prefixes (FX3) or names, with commas",
    )  # fmt: skip
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="RULES", help="not these rules"
    )


def add_output(parser: argparse._ActionsContainer) -> None:
    """Adds the arguments that say what is printed."""
    parser.add_argument(
        "--output-format",
        choices=("text", "json", "github", "sarif", "markdown"),
        default="text",
        help="text for people (default), json for scripts, github for annotations, sarif for code "
        "scanning, markdown for a summary",
    )
    parser.add_argument(
        "--statistics", action="store_true", help="count the findings of each rule instead"
    )
    parser.add_argument("--quiet", action="store_true", help="findings only, no summary")
    parser.add_argument(
        "--allow-empty", action="store_true", help="exit with 0 if there was nothing to check"
    )
