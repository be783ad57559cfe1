"""Fixes under the eyes of a command: what it fails with is put back.

``fixture-lint --fix --verify "pytest tests/"`` runs the command before anything is fixed and again
with all fixed files. If it fails now, the files that break it are found by halving: a half is kept
if the command passes with it on top of what was kept before. What lies on the disk at the end is
what the command has passed with.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from fixture_lint.checks.masking import masked_text
from fixture_lint.documents import files
from fixture_lint.documents.printable import shortened, shown
from fixture_lint.engine import lint
from fixture_lint.processes import stop, undisturbed
from fixture_lint.reports import Report
from fixture_lint.rules import engine_finding
from fixture_lint.run import Run

Write = Callable[[str, bytes, bytes], None]
"""Replaces the bytes of a file, as ``documents.files.replace`` does."""

Tell = Callable[[str], None]
"""Shows how far a run is; an empty text takes that away."""

_LINES = 20
_MOST = 8192
"""The last lines of an output that are shown, and the bytes in which they are looked for."""


class CommandFailed(Exception):
    """The command fails with the files as they were; the text says how. Nothing is fixed."""


class _Change(NamedTuple):
    path: str
    old: bytes
    new: bytes


def verified(command: str, run: Run, fix: Callable[[Write], Report], tell: Tell) -> Report:
    """The report of a run whose fixes the command has seen.

    ``fix`` does the run and writes with what it is given; ``tell`` is told how far it is. A file
    that the command fails with has its old bytes, its findings of before and FX006. Raises
    CommandFailed; whatever else ends it, no file stays fixed that the command has not passed with.
    """
    trial = _Trial(command, tell)
    if not trial.passes():
        raise CommandFailed(f"{trial.name} fails before anything is fixed{trial.ending()}")
    try:
        report = fix(trial.write)
        changes = tuple(trial.unproven.values())
        if changes and not trial.keeps(changes) and len(trial.refused) == len(changes):
            trial.check_again()
    except BaseException:
        with undisturbed():
            trial.put_back(tuple(trial.unproven.values()))
        raise
    for path, why in trial.refused.items():
        _refuse(report, run, path, why)
    return report


def _refuse(report: Report, run: Run, path: str, why: str) -> None:
    """Lets a report say why a file is not kept fixed, and what is found in it as it lies there."""
    reported = next(file for file in report.files if file.path == path)
    try:
        found = lint(files.read_document(path), path, run)
    except (OSError, files.Unreadable):
        found = reported._replace(applied=())
    refused = engine_finding("FX006", why)
    report.replace(reported, found._replace(findings=[refused, *found.findings]))


class _Trial:
    """The files that were written, and what the command has said to them. ``refused`` names those
    that are not kept, and says why."""

    def __init__(self, command: str, tell: Tell) -> None:
        self._command = command
        self._tell = tell
        self._runs = self._written = self._accepted = 0
        self._code = 0
        self._tail = b""
        self.name = f"`{shortened(masked_text(command), 100)}`"
        self.unproven: dict[str, _Change] = {}
        self.refused: dict[str, str] = {}

    def write(self, path: str, old: bytes, new: bytes) -> None:
        """Writes a fixed file, and remembers what it was. Raises files.NotWritten."""
        # Known before it is written: an interruption in between leaves nothing behind.
        self.unproven[path] = _Change(path, old, new)
        try:
            files.replace(path, old, new)
        except files.NotWritten:
            del self.unproven[path]
            raise
        self._written += 1

    def keeps(self, changes: Sequence[_Change], is_broken: bool = False) -> bool:
        """Keeps those of the changes with which the command passes, and puts the others back. Says
        whether it kept all. ``is_broken`` says that the command is known to fail with them."""
        if not is_broken:
            self._write_again(changes)
            if self.passes():
                self._accept(changes)
                return True
            self.put_back(changes)
        left = [change for change in changes if change.path not in self.refused]
        if len(left) < len(changes):  # What has failed is not what can be tried again.
            if left:
                self.keeps(left)
            return False
        if len(changes) == 1:
            self.refused[changes[0].path] = f"Not kept: {self.name} fails with the fixed file"
            return False
        half = len(changes) // 2
        kept_first = self.keeps(changes[:half])
        # Together with all of the first half, the second is what has failed just now.
        self.keeps(changes[half:], is_broken=kept_first)
        return False

    def check_again(self) -> None:
        """Makes sure that the command still passes with the files of before: with nothing kept, it
        may be the command that has changed. Raises CommandFailed."""
        if not self.passes():
            passed = f"{self.name} passed at first and fails now with the same files"
            raise CommandFailed(f"{passed}, so nothing was fixed{self.ending()}")

    def passes(self) -> bool:
        """Whether the command ends with 0. Raises CommandFailed if it cannot be run."""
        self._runs += 1
        count = f", {self._accepted} of {self._written} files accepted" if self._written else ""
        self._tell(f"verifying: run {self._runs}{count}")
        try:
            with tempfile.TemporaryFile() as output:
                self._code = _exit_code(self._command, output)
                output.seek(max(0, output.seek(0, os.SEEK_END) - _MOST))
                self._tail = output.read(_MOST)
        except OSError as error:
            raise CommandFailed(f"{self.name} cannot be run: {files.reason(error)}") from error
        finally:
            self._tell("")
        return self._code == 0

    def ending(self) -> str:
        """How the latest run of the command ended, with its last lines."""
        text = masked_text(self._tail.decode("utf-8", "replace"))
        lines = [shown(line.rstrip()) for line in text.splitlines() if line.strip()][-_LINES:]
        by = f"signal {-self._code}" if self._code < 0 else f"exit code {self._code}"
        if not lines:
            return f" ({by}, no output)"
        return f" ({by}). Its last lines:\n" + "\n".join(f"  {line}" for line in lines)

    def put_back(self, changes: Sequence[_Change]) -> None:
        """Writes the old bytes. A file that somebody has changed since stays as it is."""
        for change in changes:
            if change.path not in self.unproven:
                continue
            try:
                files.replace(change.path, change.new, change.old)
            except files.NotWritten as error:
                if not _holds(change.path, change.old):
                    why = f"Not put back, though {self.name} fails: {error}"
                    self.refused[change.path] = why
            del self.unproven[change.path]

    def _write_again(self, changes: Sequence[_Change]) -> None:
        for change in changes:
            if change.path in self.unproven:
                continue
            self.unproven[change.path] = change
            try:
                files.replace(*change)
            except files.NotWritten as error:
                del self.unproven[change.path]
                self.refused[change.path] = f"Not written: {error}"

    def _accept(self, changes: Sequence[_Change]) -> None:
        for change in changes:
            self._accepted += self.unproven.pop(change.path, None) is not None


def _holds(path: str, data: bytes) -> bool:
    with suppress(OSError, files.Unreadable), files.open_regular(path) as stream:
        return stream.read(len(data) + 1) == data
    return False


def _exit_code(command: str, output: BinaryIO) -> int:
    """Runs a command by the shell, with its output into a file. It gets no input and no signal of
    the terminal: when this process is to end, it is ended first, with all that it has started."""
    process = subprocess.Popen(
        command,
        shell=True,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        return process.wait()
    except BaseException:
        with undisturbed():
            stop(process)
        raise
