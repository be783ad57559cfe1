"""Runs the command line on hostile input, and looks at all that it prints and leaves behind."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fixture_lint.cli.main import main

NAME = "late-parcel.json"
MIB = 1024 * 1024

_CONVERSATION = """\
{
  "meta": {
    "scenario": "%(scenario)s",
    "recorded": "2026-03-14",
    "provider": "chat-completions",
    "model": "small",
    "note": %(note)s
  },
  "turns": [
    {
      "from": "user",
      "text": %(text)s
    },
    {
      "from": "assistant",
      "calls": [
        {
          "ref": "c1",
          "tool": "track_parcel",
          "args": {
            %(args)s
          }
        }
      ]
    },
    {
      "from": "tools",
      "results": [
        {
          "ref": "c1",
          "output": {
            "status": "delayed"
          }
        }
      ]
    },
    {
      "from": "assistant",
      "text": "It arrives on Tuesday."
    }
  ]
}
"""


def conversation(
    *args: str,
    text: str = '"Where is my parcel?"',
    note: str = '"courier reports a delay twice before the parcel arrives"',
    scenario: str = "late-parcel",
) -> str:
    """A canonical conversation. ``args`` are the members of the arguments as they are spelled,
    one a line; text and note are spelled with their quotes."""
    members = ",\n            ".join(args or ('"parcel": "P7"',))
    parts = {"args": members, "text": text, "note": note, "scenario": scenario}
    return _CONVERSATION % parts


STUCK = 60
"""Seconds of the processor after which a run counts as one that does not end."""


class Outcome(NamedTuple):
    code: int
    files: list[dict[str, Any]]
    summary: dict[str, int]
    text: str
    seconds: float

    @property
    def paths(self) -> list[str]:
        return [file["path"] for file in self.files]

    @property
    def findings(self) -> list[dict[str, Any]]:
        return [finding for file in self.files for finding in file["findings"]]

    @property
    def codes(self) -> list[str]:
        return [finding["code"] for finding in self.findings]

    @property
    def places(self) -> list[tuple[int, int]]:
        return [(finding["line"], finding["column"]) for finding in self.findings]


class State(NamedTuple):
    data: bytes
    mode: int
    modified: int
    inode: int
    links: int


def state(path: Path) -> State:
    status = path.stat()
    return State(
        path.read_bytes(), status.st_mode, status.st_mtime_ns, status.st_ino, status.st_nlink
    )


class Lint:
    """Runs the command in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.removed: list[Path] = []
        """Files that a test takes away during a run."""
        self._capsys = capsys

    def write(self, data: str | bytes, name: str = NAME) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def check(self, *arguments: str) -> Outcome:
        code, text, _ = self.run(*arguments)
        outcome = self.report(*arguments, text=text)
        assert outcome.code == code
        return outcome

    def fix(self, *arguments: str) -> Outcome:
        return self.report("--fix", *arguments)

    def report(self, *arguments: str, text: str = "") -> Outcome:
        code, printed, seconds = self.run("--output-format", "json", *arguments)
        report = json.loads(printed)
        return Outcome(code, report["files"], report["summary"], text, seconds)

    def run(self, *arguments: str) -> tuple[int, str, float]:
        names = tree(self.folder)
        started = time.process_time()
        code = main(arguments)
        seconds = time.process_time() - started
        assert seconds < STUCK
        out, err = self._capsys.readouterr()
        assert_printable(out + err)
        removed = {str(path) for path in self.removed}
        assert tree(self.folder) == [name for name in names if name not in removed]
        return code, out, seconds


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Lint:
    """The command in an empty folder of its own, beside which there can be others."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    return Lint(project, capsys)


def tree(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


def assert_printable(output: str) -> None:
    assert "Traceback" not in output
    assert "UnicodeEncodeError" not in output
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\ud800-\udfff]", output)


def spawn(
    folder: Path, *arguments: str, driver: str = "", **options: Any
) -> subprocess.Popen[bytes]:
    """Starts the command as its console script does, in a process of its own. ``driver`` is
    source that is run before: it bends functions of the operating system."""
    source = f"{driver}\nfrom fixture_lint.cli.main import run\nrun()\n"
    command = [sys.executable, "-c", source, *arguments]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, **(streams | options))


def finish(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """The exit code of a process and what it printed; it is ended if it hangs."""
    try:
        out, err = (data.decode() if data else "" for data in process.communicate(timeout=60))
    finally:
        process.kill()
        process.wait()
    assert_printable(out + err)
    return process.returncode, out, err


PEAK = """
import atexit, re
def write_peak():
    with open("/proc/self/status") as status, open("../peak", "w") as peak:
        peak.write(re.search(r"VmHWM:\\s*(\\d+) kB", status.read())[1])
atexit.register(write_peak)
"""
"""Writes the largest memory that the command had at any time, in KiB."""


def measured(lint: Lint, *arguments: str) -> tuple[Outcome, int]:
    """A run in a process of its own, ended after ten seconds, and its memory in MiB."""
    if not os.path.exists("/proc/self/status"):
        pytest.skip("the system does not tell how much memory a process had")
    process = spawn(lint.folder, "--output-format", "json", *arguments, driver=PEAK)
    code, printed, errors = finish(process)
    assert errors == ""
    report = json.loads(printed)
    peak = int((lint.folder.parent / "peak").read_text()) // 1024
    return Outcome(code, report["files"], report["summary"], "", 0), peak
