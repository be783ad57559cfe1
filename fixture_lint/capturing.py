"""Running a recorder, and taking what it has recorded through a pipe.

The pipe has a name, so that a recorder in any language, and one that runs several processes deep,
writes to it as to a file. What it writes is held in memory and is on no disk.
"""

from __future__ import annotations

import os
import select
import subprocess
import tempfile
from collections.abc import Sequence
from typing import NamedTuple

from fixture_lint.documents import files
from fixture_lint.processes import stop, undisturbed
from fixture_lint.recorder import RECORDING_VARIABLE, SCENARIO_VARIABLE

_PIECE = 1 << 16
_EVERY = 0.05
"""Seconds after which it is noticed that a command has ended."""


class NotRun(Exception):
    """A command cannot be run; the text says why."""


class Captured(NamedTuple):
    """The exit code of a command (negative: the signal that ended it), and what it recorded. Of a
    recording that is too large only so much is kept that one can see that it is."""

    code: int
    recording: bytes


def captured(command: Sequence[str], scenario: str) -> Captured:
    """Runs a command and takes its recording of a scenario. Its output goes to standard error.

    Raises NotRun. Whatever else ends the run ends the command, and leaves nothing behind.
    """
    if not hasattr(os, "mkfifo"):
        raise NotRun("recording needs named pipes, which this system does not have")
    with tempfile.TemporaryDirectory(prefix="fixture-lint-") as folder:
        pipe = os.path.join(folder, "recording")
        os.mkfifo(pipe, 0o600)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        # While this end is open, the pipe does not look closed between two writers.
        writer = os.open(pipe, os.O_WRONLY)
        try:
            names = {SCENARIO_VARIABLE: scenario, RECORDING_VARIABLE: pipe}
            return _run(command, {**os.environ, **names}, reader)
        finally:
            os.close(writer)
            os.close(reader)


def _run(command: Sequence[str], environment: dict[str, str], reader: int) -> Captured:
    try:
        process = subprocess.Popen(command, env=environment, stdout=2, start_new_session=True)
    except (OSError, ValueError) as error:
        why = files.reason(error) if isinstance(error, OSError) else str(error)
        raise NotRun(why) from error
    try:
        recording = _read(process, reader)
        return Captured(process.wait(), recording)
    except BaseException:
        with undisturbed():
            stop(process)
        raise


def _read(process: subprocess.Popen[bytes], reader: int) -> bytes:
    """What comes through the pipe until the command has ended and the pipe is empty."""
    pieces: list[bytes] = []
    room = files.MAX_DOCUMENT + 1
    while True:
        has_ended = process.poll() is not None
        if select.select([reader], [], [], 0 if has_ended else _EVERY)[0]:
            piece = os.read(reader, _PIECE)[:room]
            room -= len(piece)
            pieces.append(piece)
        elif has_ended:
            return b"".join(pieces)
