"""The entry point: finds the command, and turns every way to end into an exit code."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import FileIO, TextIOWrapper
from types import FrameType
from typing import NoReturn

COMMANDS = {
    "allow": "allow",
    "convert": "convert",
    "diff": "diff",
    "explain": "explain",
    "init": "init",
    "record": "record",
    "repo": "repo",
    "test-rules": "test_rules",
}
"""Commands beside checking, and the modules that hold them."""

OK, FINDINGS, USAGE, INTERNAL, NOTHING = 0, 1, 2, 3, 4


def main(argv: Sequence[str]) -> int:
    """Runs one command line (without the program's name) and returns its exit code.

    0 clean, 1 findings, 2 usage or configuration error, 3 internal error, 4 nothing checked,
    130 interrupted, 143 terminated.
    """
    try:
        _prepare_output()
        code = _dispatch(argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # The reader has gone, and with it every reason to print.
        _forget_output()
        return FINDINGS
    except OSError as error:
        print(f"fixture-lint: the report cannot be written: {error.strerror}", file=sys.stderr)
        _forget_output()
        return INTERNAL
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE


def _dispatch(argv: Sequence[str]) -> int:
    from fixture_lint.config import ConfigError

    name, rest = "check", argv
    if argv and argv[0] in COMMANDS:
        name, rest = COMMANDS[argv[0]], argv[1:]
    command = import_module(f"fixture_lint.cli.{name}")
    try:
        code: int = command.main(rest)
        return code
    except ConfigError as error:
        print(f"fixture-lint: FX002 config-error: {error}", file=sys.stderr)
        return USAGE


def _prepare_output() -> None:
    """Makes standard output and error take every character, and exist: a stream that was closed
    before the start is None, and what is written to it is for nobody."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, TextIOWrapper(FileIO(os.devnull, "w")))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Lets nothing be flushed at exit to an output that does not take it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)


def _terminated(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def run() -> NoReturn:
    """The console script. SIGTERM, and a terminal that is closed, unwind like an exception, so that
    no temporary file stays and --verify puts back what it has not proven."""
    signal.signal(signal.SIGTERM, _terminated)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) == signal.SIG_DFL:  # Not under nohup.
        signal.signal(hangup, _terminated)
    sys.exit(main(sys.argv[1:]))
