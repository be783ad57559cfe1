"""``fixture-lint record SCENARIO -- COMMAND``: one scenario, the same file, and nothing else."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Result
from conversations import TRACKED

from fixture_lint import lint_text
from fixture_lint.cli.main import main
from fixture_lint.detectors.samples import sample
from fixture_lint.documents import files

if os.name == "nt":
    pytest.skip("recording needs named pipes", allow_module_level=True)

Lint = Callable[..., Result]
NOTE = "carrier reports a delay; the agent informs and offers a refund"
PATH = "fixtures/late-parcel.json"
OTHER = "fixtures/greeting.json"


@pytest.fixture
def lint(project: Path, capfd: pytest.CaptureFixture[str]) -> Lint:
    """Runs the command line in the project; what its commands print is a part of its output."""

    def run(*argv: str) -> Result:
        capfd.readouterr()
        code = main(argv)
        captured = capfd.readouterr()
        return Result(code, captured.out, captured.err)

    return run


@pytest.fixture(autouse=True)
def fixtures(project: Path) -> Path:
    (project / "fixtures").mkdir()
    (project / OTHER).write_text(TRACKED.replace('"late-parcel"', '"greeting"'))
    return project / "fixtures"


def conversation(days: int = 2, **meta: Any) -> str:
    made = json.loads(TRACKED)
    made["meta"] = {"provider": "chat-completions", "model": "small"} | meta
    made["turns"][2]["results"][0]["output"]["days"] = days
    made["turns"][1]["usage"] = {"total_tokens": random.getrandbits(20)}
    return json.dumps(made)


def saying(text: str, *more: str) -> list[str]:
    """A recorder that knows nothing of this package."""
    texts = (text, *more)
    steps = [f"printf '%s\\n' {shlex.quote(one)} > \"$FIXTURE_LINT_RECORDING\"" for one in texts]
    return ["sh", "-c", "; ".join(steps)]


def by_library(path: str, text: str) -> list[str]:
    """A recorder in Python."""
    source = f"""
        import json
        from fixture_lint.recorder import write_fixture
        made = write_fixture(json.loads({text!r}), {path!r})
        print("handed over:", made.written, made.review)
    """
    return [sys.executable, "-c", textwrap.dedent(source)]


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(p.relative_to(folder)): (p.read_bytes(), p.stat().st_mtime_ns) for p in paths}


def record(lint: Lint, name: str, *options: str, by: list[str]) -> Result:
    return lint("record", name, *options, "--", *by)


def test_a_new_scenario(project: Path, lint: Lint) -> None:
    before = state(project)
    result = record(lint, "late-parcel", "--note", NOTE, by=saying(conversation()))
    assert (result.code, result.out, result.err) == (0, f"recorded  {PATH} (new)\n", "")
    text = (project / PATH).read_text()
    assert lint_text(text, path=PATH) == []
    assert json.loads(text)["meta"]["note"] == NOTE
    after = state(project)
    del after[PATH]
    assert after == before


def test_the_same_file_again(project: Path, lint: Lint) -> None:
    record(lint, "late-parcel", "--note", NOTE, by=saying(conversation()))
    before = state(project)
    result = record(lint, "late-parcel", by=saying(conversation()))
    assert (result.code, state(project)) == (0, before)
    assert result.out.startswith(f"unchanged {PATH}")
    result = record(lint, "late-parcel", by=saying(conversation(days=5)))
    assert result.code == 0
    assert "days 2 → 5" in result.out
    assert "environment changed" in result.out
    assert result.out.endswith(f"recorded  {PATH}\n")
    after = state(project)
    assert after.pop(PATH) != before.pop(PATH)
    assert after == before
    result = record(lint, "late-parcel", "--note", f"{NOTE} at once", by=saying(conversation(6)))
    assert json.loads((project / PATH).read_text())["meta"]["note"] == f"{NOTE} at once"


def test_a_recorder_in_python_hands_over(project: Path, lint: Lint) -> None:
    by = by_library(str(project / "elsewhere" / "late-parcel.json"), conversation(note=NOTE))
    result = record(lint, "late-parcel", "--note", "the note of the command counts", by=by)
    assert result.code == 0
    assert not (project / "elsewhere").exists()
    assert json.loads((project / PATH).read_text())["meta"]["note"] == (
        "the note of the command counts"
    )


def test_a_recorder_in_python_writes_no_other_scenario(project: Path, lint: Lint) -> None:
    before = state(project)
    by = by_library(OTHER, conversation(note=NOTE))
    result = record(lint, "late-parcel", "--note", NOTE, by=by)
    assert (result.code, result.out) == (1, "")
    assert "`fixture-lint record late-parcel` is running, so fixtures/greeting.json" in result.err
    assert "failed with exit code 1; fixtures/late-parcel.json was not written" in result.err
    assert state(project) == before


def test_a_test_may_be_the_recorder(project: Path, lint: Lint) -> None:
    (project / "test_live.py").write_text(
        "import json\nfrom fixture_lint.recorder import write_fixture\n"
        f"def test_late():\n    write_fixture(json.loads({conversation()!r}), {PATH!r})\n"
    )
    by = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_live.py"]
    assert record(lint, "late-parcel", "--note", NOTE, by=by).code == 0
    assert (project / PATH).exists()


def test_requests_and_responses_one_a_line(project: Path, lint: Lint) -> None:
    request = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
    message = {"role": "assistant", "content": "Hello."}
    response = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}  # fmt: skip
    by = saying(json.dumps(request), json.dumps(response))
    assert record(lint, "late-parcel", "--note", NOTE, by=by).code == 0
    assert [t["from"] for t in json.loads((project / PATH).read_text())["turns"]] == [
        "user", "assistant",
    ]  # fmt: skip


def test_what_is_lost_and_what_is_doubtful_is_said(project: Path, lint: Lint) -> None:
    request = {"model": "m", "messages": [{"role": "system", "content": "Be brief."},
                                          {"role": "user", "content": "hi"}]}  # fmt: skip
    by = saying(json.dumps(request))
    result = record(lint, "late-parcel", "--note", "Late parcel", by=by)
    assert result.code == 0
    assert "lost: system and developer messages" in result.err
    assert "FX205 note-uninformative" in result.err


def test_a_recording_larger_than_a_pipe_arrives_whole(project: Path, lint: Lint) -> None:
    made = json.loads(conversation())
    made["turns"][2]["results"][0]["output"]["log"] = "late again, " * 40_000
    (project / "big.json").write_text(json.dumps(made))
    by = ["sh", "-c", 'cat big.json > "$FIXTURE_LINT_RECORDING"']
    assert record(lint, "late-parcel", "--note", NOTE, by=by).code == 0
    assert "late again, " * 40_000 in (project / PATH).read_text()


def test_an_endless_recording_is_refused(
    project: Path, lint: Lint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_DOCUMENT", 1 << 20)
    by = ["sh", "-c", 'head -c 3000000 /dev/zero > "$FIXTURE_LINT_RECORDING"']
    result = record(lint, "late-parcel", "--note", NOTE, by=by)
    assert (result.code, "larger than 1 MiB" in result.err) == (1, True)


# Refused.


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--note", NOTE, "--", "true"], "no scenario was named"),
        (["late-parcel", "greeting", "--", "true"], "2 scenarios were named; record one at a time"),
        (["--all", "--", "true"], "unrecognized arguments: --all"),
        (["late-*", "--", "true"], "patterns and paths are not taken"),
        (["late-?arcel", "--", "true"], "patterns and paths are not taken"),
        (["fixtures/late-parcel.json", "--", "true"], "patterns and paths are not taken"),
        (["../late-parcel", "--", "true"], "patterns and paths are not taken"),
        (["Late\x1b[31m", "--", "true"], r"\x1b[31m"),
        (["greeting"], "the command stands behind --"),
        (["greeting", "--"], "the command stands behind --"),
        (["greeting", "--note", " ", "--", "true"], "--note must say"),
        (["late-parcel", "--", "true"], 'is new; say with --note "…"'),
        (["greting", "--", "true"], "did you mean 'greeting'?"),
        (["greeting", "--to", "other", "--", "true"], "leave out --to"),
        (["late-parcel", "--to", "src", "--note", NOTE, "--", "true"], "not belong to the fixture"),
        (["greeting", "--", "no-such-command-here"], "cannot be run: no such file"),
        (["greeting", "--", "nul\0"], "cannot be run"),
    ],
)
def test_usage(project: Path, lint: Lint, argv: list[str], message: str) -> None:
    before = state(project)
    result = lint("record", *argv)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert "\x1b" not in result.err
    assert state(project) == before


def test_where_a_new_file_goes_must_be_clear(project: Path, lint: Lint) -> None:
    (project / "cassettes").mkdir()
    (project / "cassettes" / "other.json").write_text(TRACKED)
    result = record(lint, "new-one", "--note", NOTE, by=["true"])
    assert (result.code, "say where: --to FOLDER" in result.err) == (2, True)
    by = saying(conversation())
    assert record(lint, "new-one", "--note", NOTE, "--to", "cassettes", by=by).code == 0
    assert (project / "cassettes" / "new-one.json").exists()


def test_two_files_of_one_name_are_refused(project: Path, lint: Lint) -> None:
    (project / "fixtures" / "old").mkdir()
    (project / "fixtures" / "old" / "greeting.json").write_text(TRACKED)
    result = record(lint, "greeting", by=["touch", "ran"])
    assert result.code == 2
    assert "fixtures/greeting.json and fixtures/old/greeting.json" in result.err
    assert not (project / "ran").exists()


def test_a_scenario_is_found_by_its_header_as_well(project: Path, lint: Lint) -> None:
    (project / OTHER).rename(project / "fixtures" / "hello.json")
    result = record(lint, "greeting", by=["touch", "ran"])
    assert (result.code, (project / "ran").exists()) == (4, True)
    assert "fixtures/hello.json was not written" in result.err


def test_a_fixture_that_cannot_be_replaced_is_not_recorded(project: Path, lint: Lint) -> None:
    (project / OTHER).write_text("<<<<<<< HEAD\n")
    result = record(lint, "greeting", by=["touch", "ran"])
    assert (result.code, (project / "ran").exists()) == (1, False)
    assert "fixtures/greeting.json:1: File is not valid JSON" in result.err
    (project / "fixtures" / "book.yaml").write_text(TRACKED.replace("late-parcel", "book"))
    result = record(lint, "book", by=["touch", "ran"])
    assert (result.code, "end with .json" in result.err) == (2, True)


@pytest.mark.parametrize(
    ("by", "code", "message"),
    [
        (["true"], 4, "`true` recorded nothing; fixtures/greeting.json was not written"),
        (saying("{}"), 4, "no turns"),
        (saying('{"meta": {}, "turns": []}'), 4, "no turns"),
        (["sh", "-c", "exit 3"], 1, "failed with exit code 3; fixtures/greeting.json was not"),
        (["sh", "-c", "kill -9 $$"], 1, "was ended by signal 9"),
        (saying("{"), 1, "not valid JSON"),
        (saying('{"meta": {}, "turns": [{"from": "user"}]}'), 1, "FX201"),
        (saying(conversation(), conversation()), 1, "more than one conversation"),
        ([*saying(conversation(9))[:2], saying(conversation(9))[2] + "; exit 5"], 1, "code 5"),
    ],
)
def test_nothing_is_written(
    project: Path, lint: Lint, by: list[str], code: int, message: str
) -> None:
    before = state(project)
    result = record(lint, "greeting", by=by)
    assert (result.code, result.out) == (code, "")
    assert message in result.err
    assert state(project) == before


def test_a_secret_is_refused_and_shown_nowhere(
    project: Path, lint: Lint, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = sample("github-ghp", random.Random(1))
    (project / "recording").write_text(conversation().replace("P7", secret))
    temporary = project / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    seen = 'ls -lR "$TMPDIR" > seen; cat recording > "$FIXTURE_LINT_RECORDING"'
    result = record(lint, "greeting", by=["sh", "-c", f"{seen}; ls -lR $TMPDIR >> seen"])
    assert (result.code, result.out) == (1, "")
    assert "FX401 secret at /turns/" in result.err
    assert secret[4:] not in result.err
    # What takes the recording is a pipe of one user, and it is gone.
    listed = (project / "seen").read_text()
    assert re.findall(r"^(\S+) .* (recording|fixture-lint-\S+)$", listed, re.MULTILINE) != []
    assert {kind for kind, name in re.findall(r"^(\S+) .* (\S+)$", listed, re.MULTILINE)
            if name == "recording"} == {"prw-------"}  # fmt: skip
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_command_and_leaves_nothing(project: Path, number: int) -> None:
    before = state(project)
    temporary = project / "tmp"
    temporary.mkdir()
    source = 'trap "" INT; echo "{" > "$FIXTURE_LINT_RECORDING"; echo $$ > pid; sleep 60'
    command = [sys.executable, "-m", "fixture_lint", "record", "greeting", "--", "sh", "-c", source]
    environment = os.environ | {"TMPDIR": str(temporary)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    for _ in range(200):
        if (project / "pid").exists() and (project / "pid").read_text().strip():
            break
        time.sleep(0.05)
    pid = int((project / "pid").read_text())
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert list(temporary.iterdir()) == []
    os.unlink(project / "pid")
    assert state(project) == before


def on_terminal(argv: list[str], answer: str) -> tuple[int, str]:
    """Runs the command on a terminal, on which somebody answers its question."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-m", "fixture_lint", *argv])
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 1000)
        except OSError:
            break
        shown += piece
        if b"> " in shown and answer:
            os.write(terminal, answer.encode())
            answer = ""
        if not piece:
            break
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode()


def test_on_a_terminal_the_note_is_asked_for(project: Path) -> None:
    argv = ["record", "late-parcel", "--", *saying(conversation())]
    code, shown = on_terminal(argv, f"{NOTE}\n")
    assert (code, "is new; what is it for" in shown) == (0, True), shown
    assert json.loads((project / PATH).read_text())["meta"]["note"] == NOTE
    argv = ["record", "late-parcel", "--", *saying(conversation(days=5))]
    code, shown = on_terminal(argv, "\n")
    assert (code, NOTE in shown, "still tell what the scenario is for" in shown) == (0, True, True)
    assert json.loads((project / PATH).read_text())["meta"]["note"] == NOTE
    argv = ["record", "late-parcel", "--", *saying(conversation(days=6))]
    on_terminal(argv, "the carrier needs six days; nobody complains\n")
    written = json.loads((project / PATH).read_text())
    assert written["meta"]["note"] == "the carrier needs six days; nobody complains"
    assert written["turns"][2]["results"][0]["output"]["days"] == 6


def test_on_a_terminal_an_empty_note_is_none(project: Path) -> None:
    code, shown = on_terminal(["record", "late-parcel", "--", "touch", "ran"], "\n")
    assert (code, "a new scenario needs a note" in shown) == (2, True)
    assert not (project / "ran").exists()


def test_a_recording_outside_of_the_command_is_refused(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not on a disk: the variable must name a pipe that somebody reads."""
    from fixture_lint.recorder import RecordingRefused, write_fixture

    monkeypatch.setenv("FIXTURE_LINT_SCENARIO", "late-parcel")
    for name in ("nowhere", "file", "pipe"):
        monkeypatch.setenv("FIXTURE_LINT_RECORDING", str(project / name))
        (project / "file").write_text("")
        if name == "pipe":
            os.mkfifo(project / "pipe")
        with pytest.raises(RecordingRefused, match="FIXTURE_LINT_RECORDING"):
            write_fixture(json.loads(conversation()), PATH)
    assert (project / "file").read_text() == ""
    assert not (project / PATH).exists()
