"""Commands that others have written, and how they come to an end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PATIENCE = 3.0
"""Seconds that a command has for ending by itself, once it is told to."""


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends a command that leads a session of its own, with all that it has started."""
    _signal(process, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
    if sys.platform != "win32":
        _signal(process, signal.SIGKILL)
    process.wait()


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    if sys.platform == "win32":
        process.terminate()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Lets signals wait: who presses Ctrl-C twice must not lose what is being put back."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
