"""Costs of whole processes, measured in pairs so that the drift of the machine hits both sides."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, NamedTuple

Command = Sequence[str]


class Failed(Exception):
    """A command ended with an exit code that its job does not expect."""


class Job(NamedTuple):
    """What is measured: stages in turn, each of commands that run at the same time.

    ``prepare`` runs before each measurement and is not measured. A stage that does not end is
    stopped.
    """

    stages: Sequence[Sequence[Command]]
    codes: frozenset[int] = frozenset({0})
    prepare: Callable[[], object] = lambda: None


TOO_LONG = 300
"""Seconds after which a stage is stopped: only something that grows too fast takes so long."""


class Cost(NamedTuple):
    """Seconds on the clock, and seconds of all processors together (user and system)."""

    wall: float
    cpu: float


def single(command: Command, *codes: int) -> Job:
    """A job of one process."""
    return Job([[command]], frozenset(codes or (0,)))


def sequence(*commands: Command) -> Job:
    """A job of processes one after the other."""
    return Job([[command] for command in commands])


def paired(ours: Job, theirs: Job, rounds: int, folder: Path) -> tuple[Cost, Cost]:
    """The medians of both jobs, run in turn in a folder; the first round of each is not counted."""
    costs: tuple[list[Cost], list[Cost]] = ([], [])
    for number in range(rounds + 1):
        for job, seen in zip((ours, theirs), costs, strict=True):
            cost = once(job, folder)
            if number:
                seen.append(cost)
    return _median(costs[0]), _median(costs[1])


def _median(costs: list[Cost]) -> Cost:
    return Cost(statistics.median(c.wall for c in costs), statistics.median(c.cpu for c in costs))


def once(job: Job, folder: Path) -> Cost:
    """What a job costs this time. Raises Failed."""
    job.prepare()
    cpu = 0.0
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        for stage in job.stages:
            running = [_start(command, folder, output) for command in stage]
            timer = threading.Timer(TOO_LONG, _kill, (running,))
            timer.start()
            for command, process in zip(stage, running, strict=True):
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                cpu += usage.ru_utime + usage.ru_stime
                if process.returncode not in job.codes:
                    timer.cancel()
                    raise Failed(_why(command, process.returncode, output))
            timer.cancel()
        return Cost(time.perf_counter() - started, cpu)


def _start(command: Command, folder: Path, output: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
    )


def _kill(running: list[subprocess.Popen[bytes]]) -> None:
    for process in running:
        if process.returncode is None:
            os.kill(process.pid, signal.SIGKILL)


def environment() -> dict[str, str]:
    """Our environment without what would change how Python starts or which package it finds."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}


def _why(command: Command, code: int, output: IO[bytes]) -> str:
    if code == -signal.SIGKILL:
        return f"{Path(command[0]).name} was stopped; it has no end within {TOO_LONG} seconds"
    output.seek(max(output.tell() - 400, 0))
    tail = output.read().decode(errors="replace").strip()
    return f"{Path(command[0]).name} ended with {code}: {tail}"


_PEAK = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def peak_memory(command: Command, folder: Path, *codes: int) -> float:
    """The largest resident size of one process, in MiB; it may also end with these codes.

    A process inherits the peak of the one that starts it, so a bare interpreter does; it is a
    lower bound of what can be seen.
    """
    printed = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _PEAK, *command],
        cwd=folder,
        env=environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    code, peak = map(int, printed.stdout.split())
    if code not in (0, *codes):
        raise Failed(f"{Path(command[0]).name} ended with {code}: {printed.stderr[-400:]}")
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
