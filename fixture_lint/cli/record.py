"""``fixture-lint record SCENARIO -- COMMAND``: records one scenario, anew or for the first time."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterable, Sequence

from fixture_lint import config
from fixture_lint.cli import Parser
from fixture_lint.cli.main import FINDINGS, NOTHING, OK
from fixture_lint.config import ConfigError
from fixture_lint.documents.printable import shortened, shown, shown_path
from fixture_lint.recorder import Prepared, prepare, write
from fixture_lint.recordings import NothingRecorded, RecordingRefused
from fixture_lint.run import Run
from fixture_lint.scenarios import ENDING, NAME, Scenarios, find, nearest

_DESCRIPTION = """\
Runs COMMAND, which records one scenario, and writes what it has recorded into the one file of that
scenario: ids, times and counts dropped, calls numbered, personal data replaced by stand-ins, a
recording with a secret refused before a byte is written. Then shows what has changed in behaviour.

COMMAND hands its recording over by writing to the file that the variable FIXTURE_LINT_RECORDING
names, as JSON: a neutral conversation, or the requests and responses of a provider, one a line. It
is a pipe, so nothing unclean is on a disk. A recorder in Python calls
fixture_lint.recorder.write_fixture(), which does so by itself. FIXTURE_LINT_SCENARIO is the name of
the scenario.

One scenario at a time, by its name: whoever records all that fails anew commits regressions as
updates. So there is no --all, and no pattern.
"""
_EXAMPLES = """\
examples:
  fixture-lint record late-parcel -- pytest tests/test_parcels.py -k late --live
  fixture-lint record late-parcel --note "carrier reports a delay; the agent only informs" \\
      --to tests/fixtures -- python record.py late-parcel

exit codes: 0 recorded, or nothing had changed; 1 refused (a secret, not clean, COMMAND failed) and
nothing written; 2 usage; 3 internal error; 4 nothing was recorded.
"""


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError."""
    parser = _parser()
    split = list(argv).index("--") if "--" in argv else len(argv)
    args = parser.parse_args(argv[:split])
    command = argv[split + 1 :]
    scenario = _scenario(parser, args.scenarios)
    if not command:
        parser.error("say how to record: the command stands behind --, such as -- pytest -k late")
    run = Run.configured(config.load(os.getcwd()))
    known = find(run)
    path = _path(scenario, args.to, known, run)
    note = _note(parser, args.note, path, nearest(scenario, known.paths))
    try:
        return _record(scenario, path, command, note)
    except NothingRecorded as error:
        _say([f"{error}; {shown_path(path)} was not written"])
        return NOTHING
    except RecordingRefused as error:
        _say(str(error).split("\n"))
        return FINDINGS


def _parser() -> Parser:
    parser = Parser(
        prog="fixture-lint record",
        usage="fixture-lint record SCENARIO [--note TEXT] [--to FOLDER] -- COMMAND ...",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("scenarios", metavar="SCENARIO", nargs="*", help="its name: late-parcel")
    parser.add_argument("--note", metavar="TEXT", help="what the scenario is for")
    parser.add_argument("--to", metavar="FOLDER", help="where the file of a new scenario goes")
    return parser


def _scenario(parser: Parser, names: Sequence[str]) -> str:
    if len(names) != 1:
        given = f"{len(names)} scenarios were named" if names else "no scenario was named"
        parser.error(f"{given}; record one at a time, and read what has changed before the next")
    name = names[0].removesuffix(ENDING)
    if not NAME.fullmatch(name):
        parser.error(
            f"{shown(repr(names[0]))} is no name of a scenario, which consists of small letters, "
            "digits and hyphens, such as late-parcel; patterns and paths are not taken"
        )
    return name


def _path(scenario: str, folder: str | None, known: Scenarios, run: Run) -> str:
    """The one file of a scenario, which need not exist yet."""
    paths = known.paths.get(scenario, ())
    if len(paths) > 1:
        listed = " and ".join(map(shown_path, paths))
        raise ConfigError(
            f"{len(paths)} files are scenario {scenario}: {listed}; delete all but one"
        )
    if paths and not paths[0].endswith(ENDING):
        raise ConfigError(f"{shown_path(paths[0])}: only files that end with {ENDING} are recorded")
    if paths:
        if folder is not None and os.path.realpath(folder) != os.path.realpath(
            os.path.dirname(paths[0]) or os.curdir
        ):
            raise ConfigError(f"{scenario} is {shown_path(paths[0])} already; leave out --to")
        return paths[0]
    if folder is None:
        folders = known.folders
        if len(folders) != 1:
            among = f", such as {shown_path(folders[0])}" if folders else ""
            raise ConfigError(
                f"{known.missing(scenario)}; for a new one say where: --to FOLDER{among}"
            )
        folder = folders[0]
    path = os.path.normpath(os.path.join(folder, scenario + ENDING))
    if not run.config.includes(path):
        raise ConfigError(
            f"{shown_path(path)} would not belong to the fixture set, so no hook would check it; "
            "say another folder with --to, or add it to `include`"
        )
    return path


def _note(parser: Parser, given: str | None, path: str, near: str) -> str | None:
    """The note of a new scenario, which somebody has to write; None for one that has its own."""
    if given is not None and not given.strip():
        parser.error("--note must say what the scenario is for")
    if given is not None or os.path.lexists(path):
        return given
    is_new = f"{shown_path(path)} is new{near}"
    if not _is_terminal():
        parser.error(
            f'{is_new} say with --note "…" what it is for, such as "carrier API times out once, '
            'agent retries; no refund yet"'
        )
    note = _asked(f"{is_new} what is it for, what makes it differ from others?")
    if not note:
        parser.error("a new scenario needs a note")
    return note


def _record(scenario: str, path: str, command: Sequence[str], note: str | None) -> int:
    from fixture_lint.capturing import NotRun, captured
    from fixture_lint.checks.masking import masked_text
    from fixture_lint.recorder import earlier, make_run

    run = make_run(path)
    earlier(path, run)  # What would be refused in the end need not be recorded.
    name = f"`{shortened(masked_text(' '.join(command)), 100)}`"
    try:
        code, recording = captured(command, scenario)
    except NotRun as error:
        raise ConfigError(f"{name} cannot be run: {error}") from error
    if code:
        by = f"was ended by signal {-code}" if code < 0 else f"failed with exit code {code}"
        raise RecordingRefused(f"{name} {by}; {shown_path(path)} was not written")
    if not recording.strip():
        raise NothingRecorded(f"{name} recorded nothing")
    prepared = prepare(recording, path, run, note)
    _show(prepared)
    if prepared.review.is_note_stale and note is None and _is_terminal():
        print(f"  note: {prepared.review.note[1]}", file=sys.stderr)
        note = _asked("Does the note still tell what the scenario is for? Enter keeps it.")
        prepared = prepare(recording, path, run, note) if note else prepared
    is_written = write(prepared)
    _say(f"lost: {loss}" for loss in prepared.losses)
    _say(f"{f.code} {f.name}: {f.message}" for f in prepared.findings)
    print(_outcome(prepared, is_written))
    return OK


def _show(prepared: Prepared) -> None:
    from fixture_lint.reports import review_text

    if prepared.old not in (None, prepared.new):
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        width = shutil.get_terminal_size().columns
        review_text.write([prepared.review], sys.stdout, color=colour, width=width)
        sys.stdout.flush()


def _outcome(prepared: Prepared, is_written: bool) -> str:
    path = shown_path(prepared.path)
    if not is_written:
        return f"unchanged {path}: it behaves as it did before, so nothing was written"
    return f"recorded  {path}" + (" (new)" if prepared.old is None else "")


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _asked(question: str) -> str:
    """What is typed to a question, in one line; empty if nothing is."""
    print(f"{question}\n> ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        print(f"fixture-lint: {shown(line)}", file=sys.stderr)
