"""What happens while a run is under way: other writers, full disks, signals, defects of our own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hostile import NAME, Lint, Outcome, command, conversation, finish, spawn, state

from fixture_lint import fixing
from fixture_lint.checks import find, layout, structure

lint = command

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and files")

ROOT = Path(__file__).parent.parent
CLEAN = conversation().encode()
DIRTY = CLEAN + b"\n\n"
"""One finding, FX106, which can be fixed."""

TEMPORARY = re.compile(r"\.fixture-lint-.*\.tmp")


def assert_not_written(outcome: Outcome, code: str, words: str) -> None:
    """The finding that could have been fixed is still there, beside the reason why it was not."""
    assert (outcome.code, sorted(outcome.codes)) == (1, sorted(["FX006", code]))
    assert outcome.summary["fixed"] == 0
    assert words in outcome.findings[0]["message"].lower()


def findings_of(printed: str) -> list[str]:
    return [
        finding["code"] for file in json.loads(printed)["files"] for finding in file["findings"]
    ]


def append(path: Path) -> bytes:
    with path.open("ab") as stream:
        stream.write(b" ")
    return DIRTY + b" "


def overwrite(path: Path) -> bytes:
    """Other bytes, but as many of them and with the time of before."""
    status = path.stat()
    other = DIRTY.replace(b"P7", b"P8")
    path.write_bytes(other)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    return other


@pytest.mark.parametrize(
    ("function", "change"),
    [
        pytest.param("fsync", append, id="appended-while-writing"),
        pytest.param("fsync", overwrite, id="overwritten-while-writing"),
        pytest.param("replace", append, id="appended-before-the-swap"),
    ],
)
def test_the_bytes_of_another_writer_survive(
    lint: Lint,
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    change: Callable[[Path], bytes],
) -> None:  # D01
    path = lint.write(DIRTY)
    real = getattr(os, function)
    theirs: list[bytes] = []

    def meanwhile(*arguments: Any) -> None:
        if not theirs:
            theirs.append(change(path))
        real(*arguments)

    monkeypatch.setattr(os, function, meanwhile)
    outcome = lint.fix(NAME)
    assert [path.read_bytes()] == theirs
    assert_not_written(outcome, "FX106", "changed on disk")


def test_a_file_that_is_deleted_before_the_swap_is_not_made_again(
    lint: Lint, monkeypatch: pytest.MonkeyPatch
) -> None:  # D01
    path = lint.write(DIRTY)
    lint.removed.append(path)
    real = os.fsync

    def meanwhile(descriptor: int) -> None:
        path.unlink(missing_ok=True)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    assert_not_written(lint.fix(NAME), "FX106", "no such file")
    assert os.listdir(lint.folder) == []


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system in memory of 64 KiB."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a small file system needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, timeout=60)


def fill(folder: Path) -> None:
    """Takes all the space that is left on a disk."""
    try:
        with (folder / "ballast").open("wb", buffering=0) as stream:
            while stream.write(bytes(4096)):
                pass
    except OSError:
        return


def on_few_pages(text: str) -> bytes:
    """A conversation on one line that fills its pages: laid out, it needs one more."""
    flat = re.sub(r"\n *", "", conversation(text=f'"{text}"')).encode() + b"\n"
    more = "parcel " * 4096
    missing = -len(flat) % 4096
    return flat if not missing else on_few_pages(text + more[:missing])


@pytest.mark.parametrize("names", [1, 2], ids=["one-name", "two-names"])
def test_a_full_disk_changes_nothing(lint: Lint, names: int) -> None:  # D02
    with small_disk(lint.folder / "small") as folder:
        path = lint.write(on_few_pages("late"), f"small/{NAME}")
        if names == 2:
            (folder / "other-name").hardlink_to(path)
        fill(folder)
        before, listed = state(path), sorted(os.listdir(folder))
        assert_not_written(lint.fix(f"small/{NAME}"), "FX105", "no space left on device")
        assert state(path)._replace(modified=before.modified) == before
        assert sorted(os.listdir(folder)) == listed
        (folder / "ballast").unlink()
        assert lint.fix(f"small/{NAME}").code == 0


def limit_file_size() -> None:
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


INDENTED = re.sub(rb"^ +", lambda match: match[0] * 2, CLEAN, flags=re.MULTILINE)
FLAT = re.sub(rb"\n *", b"", CLEAN) + b"\n"


@pytest.mark.parametrize("names", [1, 2], ids=["one-name", "two-names"])
@pytest.mark.parametrize("data", [INDENTED, FLAT], ids=["becomes-shorter", "becomes-longer"])
def test_a_limit_of_the_file_size_changes_nothing(
    lint: Lint, data: bytes, names: int
) -> None:  # D02
    path = lint.write(data)
    if names == 2:
        (lint.folder / "other-name").hardlink_to(path)
    before = state(path)
    listed = sorted(os.listdir(lint.folder))
    process = spawn(
        lint.folder, "--fix", "--output-format", "json", NAME, preexec_fn=limit_file_size
    )
    code, printed, errors = finish(process)
    assert (code, errors, len(findings_of(printed))) == (1, "", 2)
    assert "FX006" in findings_of(printed)
    assert "file too large" in printed.lower()
    assert state(path)._replace(modified=before.modified) == before
    assert sorted(os.listdir(lint.folder)) == listed


PAUSE = """
import os, time
calls = 0
real = os.{function}
def pausing(*arguments, **options):
    global calls
    calls += 1
    if calls == {call}:
        open("../paused", "x").close()
        time.sleep(60)
    return real(*arguments, **options)
os.{function} = pausing
"""
"""Holds the command at a call of a function of the operating system."""

MOMENTS = [
    pytest.param(PAUSE.format(function="fsync", call=1), 1, id="before-fsync"),
    pytest.param(PAUSE.format(function="replace", call=1), 1, id="before-the-swap"),
    pytest.param(PAUSE.format(function="fsync", call=2), 1, id="after-the-swap"),
    pytest.param(PAUSE.format(function="fsync", call=1), 2, id="in-place"),
]


def default_signals() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def stopped(lint: Lint, driver: str, number: int) -> tuple[int, str, str]:
    """A repair that is stopped at its pause."""
    process = spawn(lint.folder, "--fix", ".", driver=driver, preexec_fn=default_signals)
    try:
        wait_for(lint.folder.parent / "paused", process)
        process.send_signal(number)
    finally:
        ended = finish(process)
    return ended


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 10
    while not path.exists():
        assert process.poll() is None, "the process ended before its pause"
        assert time.monotonic() < end, "the process did not come to its pause"
        time.sleep(0.01)


STOPS = [
    pytest.param(signal.SIGINT, 130, id="D03-SIGINT"),
    pytest.param(signal.SIGTERM, 143, id="D04-SIGTERM"),
]


@pytest.mark.parametrize(("number", "code"), STOPS)
@pytest.mark.parametrize(("driver", "names"), MOMENTS)
def test_a_stopped_repair_leaves_the_old_or_the_new_file(
    lint: Lint, driver: str, names: int, number: int, code: int
) -> None:
    path = lint.write(INDENTED)
    if names == 2:
        (lint.folder / "other-name").hardlink_to(path)
    listed = sorted(os.listdir(lint.folder))
    assert stopped(lint, driver, number) == (code, "", "")
    assert path.read_bytes() in (INDENTED, CLEAN)
    assert sorted(os.listdir(lint.folder)) == listed
    assert lint.fix(NAME).code == 0
    assert path.read_bytes() == CLEAN


STOP_AT_CREATION = """
import os
real = os.open
def creating(path, flags, *arguments, **options):
    descriptor = real(path, flags, *arguments, **options)
    if flags & os.O_CREAT and not os.path.exists("../paused"):
        os.close(real("../paused", os.O_CREAT | os.O_WRONLY))
        os.kill(os.getpid(), {number})
    return descriptor
os.open = creating
"""


@pytest.mark.parametrize(("number", "code"), STOPS)
def test_a_repair_stopped_at_the_birth_of_its_temporary_file_takes_it_away(
    lint: Lint, number: int, code: int
) -> None:
    path = lint.write(DIRTY)
    driver = STOP_AT_CREATION.format(number=int(number))
    process = spawn(lint.folder, "--fix", NAME, driver=driver, preexec_fn=default_signals)
    ended = finish(process)
    assert (lint.folder.parent / "paused").exists()
    assert ended == (code, "", "")
    assert path.read_bytes() == DIRTY
    assert os.listdir(lint.folder) == [NAME]


@pytest.mark.parametrize(("number", "code"), STOPS)
def test_a_check_can_be_stopped_while_it_loads(lint: Lint, number: int, code: int) -> None:
    lint.write(DIRTY)
    driver = f"""
import os, sys
class Stopping:
    def find_spec(self, name, path=None, target=None):
        if name == "fixture_lint.cli.check":
            os.kill(os.getpid(), {int(number)})
sys.meta_path.insert(0, Stopping())
"""
    process = spawn(lint.folder, NAME, driver=driver, preexec_fn=default_signals)
    assert finish(process) == (code, "", "")


@pytest.mark.parametrize(
    ("driver", "left", "configuration"),
    [
        pytest.param(MOMENTS[0].values[0], 1, "", id="before-fsync"),
        pytest.param(MOMENTS[1].values[0], 1, "", id="before-the-swap"),
        pytest.param(
            MOMENTS[1].values[0], 1, 'include = ["fixtures/**"]', id="with-all-files-included"
        ),
        pytest.param(MOMENTS[2].values[0], 0, "", id="after-the-swap"),
    ],
)
def test_what_a_killed_repair_leaves_is_ignored_by_later_runs(
    lint: Lint, driver: str, left: int, configuration: str
) -> None:  # D05
    path = lint.write(DIRTY, f"fixtures/{NAME}")
    if configuration:
        lint.write(configuration, "fixture-lint.toml")
    code, _, errors = stopped(lint, driver, signal.SIGKILL)
    assert (code, errors) == (-signal.SIGKILL, "")
    assert path.read_bytes() in (DIRTY, CLEAN)
    names = sorted(set(os.listdir(path.parent)) - {NAME})
    assert len(names) == left
    assert all(TEMPORARY.fullmatch(name) for name in names)
    was_old = path.read_bytes() == DIRTY
    for arguments in ((), (".",), ("fixtures",)):
        checked = lint.check(*arguments)
        assert (checked.code, checked.codes) == (int(was_old), ["FX106"] * was_old)
        assert (checked.summary["checked"], checked.summary["unknown"]) == (1, 0)
    assert lint.run("--show-files")[1] == f"fixtures/{NAME}\n"
    fixed = lint.fix()
    assert (fixed.code, fixed.summary["checked"]) == (0, 1)
    assert path.read_bytes() == CLEAN
    assert sorted(set(os.listdir(path.parent)) - {NAME}) == names


def test_the_documentation_names_what_a_killed_repair_leaves() -> None:  # D05
    texts = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert any(".fixture-lint-*.tmp" in path.read_text(encoding="utf-8") for path in texts)


def write_many(lint: Lint) -> None:
    """So many findings that no pipe holds their report."""
    for index in range(200):
        lint.write(conversation(note='"TODO"') + "\n" * 9, f"fixtures/{index}/{NAME}")


@pytest.mark.parametrize("options", [[], ["--output-format", "json"], ["--diff"]])
def test_a_reader_that_stops_reading_ends_the_run_quietly(
    lint: Lint, options: list[str]
) -> None:  # D06
    write_many(lint)
    process = spawn(lint.folder, *options, "fixtures")
    assert process.stdout is not None
    assert process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    errors = process.stderr.read().decode()
    assert (process.wait(timeout=60), errors) == (1, "")
    process.stderr.close()


def run_without_reader(lint: Lint, *arguments: str) -> tuple[int, str]:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        process = spawn(lint.folder, *arguments, stdout=writer)
    finally:
        os.close(writer)
    code, _, errors = finish(process)
    return code, errors


@pytest.mark.parametrize("options", [[], ["--output-format", "json"], ["--diff"]], ids=" ".join)
def test_a_reader_that_has_gone_before_the_first_line_is_no_error(
    lint: Lint, options: list[str]
) -> None:  # D06
    lint.write(DIRTY)
    assert run_without_reader(lint, *options, NAME) == (1, "")


@pytest.mark.parametrize(
    "arguments",
    [["--show-files", "."], ["--help"], ["--version"], ["explain"], ["explain", "FX106"]],
    ids=" ".join,
)
def test_no_reader_is_no_error_for_any_command(lint: Lint, arguments: list[str]) -> None:  # D06
    lint.write(DIRTY)
    code, errors = run_without_reader(lint, *arguments)
    assert errors == ""
    assert code in (0, 1)


@pytest.mark.parametrize(("data", "code"), [(CLEAN, 0), (DIRTY, 1)], ids=["clean", "dirty"])
@pytest.mark.parametrize("descriptor", [1, 2], ids=["stdout", "stderr"])
def test_a_run_without_an_output_ends_as_with_one(
    lint: Lint, data: bytes, code: int, descriptor: int
) -> None:  # D06
    lint.write(data)
    process = spawn(lint.folder, NAME, preexec_fn=lambda: os.close(descriptor))
    ended, _, errors = finish(process)
    assert (ended, errors) == (code, "")


@pytest.mark.parametrize("options", [[], ["--output-format", "json"]], ids=" ".join)
def test_a_full_disk_behind_the_output_is_said_in_one_line(
    lint: Lint, options: list[str]
) -> None:  # D06
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no device that is always full here")
    lint.write(DIRTY)
    with open("/dev/full", "wb") as full:
        code, _, errors = finish(spawn(lint.folder, *options, NAME, stdout=full))
    assert code in (1, 3)
    assert "no space left on device" in errors.lower()
    assert errors.count("\n") == 1


@contextmanager
def gone_after_listing(monkeypatch: pytest.MonkeyPatch, path: Path) -> Iterator[None]:
    real = os.scandir

    @contextmanager
    def scanning(folder: str) -> Iterator[Iterator[os.DirEntry[str]]]:
        with real(folder) as entries:
            yield entries
        if not os.path.isabs(folder):  # The harness, too, looks into the folder.
            path.unlink(missing_ok=True)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", scanning)
        yield


@contextmanager
def gone_before_opening(monkeypatch: pytest.MonkeyPatch, path: Path) -> Iterator[None]:
    real = os.open

    def opening(name: Any, *arguments: Any, **options: Any) -> int:
        if os.path.basename(name) == path.name:
            path.unlink(missing_ok=True)
        return real(name, *arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", opening)
        yield


@pytest.mark.parametrize("fix", [False, True], ids=["check", "fix"])
@pytest.mark.parametrize("name", ["parcel.json", "parcels.jsonl"])
@pytest.mark.parametrize("gone", [gone_after_listing, gone_before_opening])
def test_a_file_that_is_deleted_after_it_was_found_is_reported(
    lint: Lint, monkeypatch: pytest.MonkeyPatch, gone: Any, name: str, fix: bool
) -> None:  # D07
    other = lint.write(CLEAN)
    path = lint.write(DIRTY, name)
    lint.removed.append(path)
    before = state(other)
    with gone(monkeypatch, path):
        outcome = lint.fix(".") if fix else lint.report(".")
    assert (outcome.code, outcome.paths, outcome.codes) == (1, [name], ["FX005"])
    assert "no such file" in outcome.findings[0]["message"].lower()
    assert (outcome.summary["checked"], outcome.summary["unreadable"]) == (1, 1)
    assert os.listdir(lint.folder) == [NAME]
    assert state(other) == before


MEET = """
import os, time
real = os.{function}
def meeting(*arguments, **options):
    os.{function} = real
    open(f"../here-{{os.getpid()}}", "x").close()
    while not os.path.exists("../go"):
        time.sleep(0.001)
    return real(*arguments, **options)
os.{function} = meeting
"""
"""Holds the command at its first call of a function until it is told to go on."""


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_two_repairs_of_one_file_at_once_leave_it_repaired(
    lint: Lint, function: str
) -> None:  # D08
    path = lint.write(INDENTED)
    driver = MEET.format(function=function)
    arguments = ["--fix", "--output-format", "json", NAME]
    both = [spawn(lint.folder, *arguments, driver=driver) for _ in range(2)]
    try:
        for process in both:
            wait_for(lint.folder.parent / f"here-{process.pid}", process)
    finally:
        (lint.folder.parent / "go").touch()
        ended = [finish(process) for process in both]
    assert_one_or_both_repaired(ended)
    assert any(code == 0 for code, _, _ in ended)
    assert path.read_bytes() == CLEAN
    assert os.listdir(lint.folder) == [NAME]


def test_two_repairs_of_many_files_at_once_leave_them_repaired(lint: Lint) -> None:  # D08
    paths = [lint.write(INDENTED, f"{index}/{NAME}") for index in range(100)]
    alike = "FX205,FX711"  # They are copies of each other.
    arguments = ["--fix", "--output-format", "json", "--ignore", alike, "."]
    ended = [finish(p) for p in [spawn(lint.folder, *arguments) for _ in range(2)]]
    assert_one_or_both_repaired(ended)
    for path in paths:
        assert path.read_bytes() == CLEAN
        assert os.listdir(path.parent) == [NAME]


def assert_one_or_both_repaired(ended: list[tuple[int, str, str]]) -> None:
    """A run that came too late for a file says so, and nothing else is wrong."""
    for code, printed, errors in ended:
        codes = set(findings_of(printed))
        assert (code, errors) == (int("FX006" in codes), "")
        assert codes <= {"FX006", "FX103"}


def test_a_second_repair_has_nothing_to_do(lint: Lint) -> None:  # D09
    text = conversation(text=r'"caf\u00e9"').replace('"from": "user",', '"usage": 7,', 1)
    text = text.replace('"usage": 7,', '"usage": 7, "created_at": "2026-03-14T10:24:31Z",')
    text = text.replace('"text": "caf', '"from": "user", "text": "caf').replace("\n", "\r\n")
    path = lint.write("\ufeff" + text + "\r\n")
    first = lint.fix(NAME)
    assert (first.code, first.findings, first.summary["fixed"]) == (0, [], 1)
    assert {fix["code"] for fix in first.files[0]["fixed"]} >= {"FX102", "FX106", "FX302", "FX304"}
    after = state(path)
    second = lint.fix(NAME)
    assert (second.code, second.files, second.summary["fixed"]) == (0, [], 0)
    assert state(path) == after


@pytest.fixture
def failing_rule(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """FX217 turn-order divides by zero."""

    def fail(document: Any, kind: Any, rule: Any, run: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(structure, "turn_order", fail)
    find.cache_clear()
    yield
    find.cache_clear()


@pytest.mark.usefixtures("failing_rule")
def test_a_rule_that_fails_does_not_hide_the_others(lint: Lint) -> None:  # D10
    path = lint.write(conversation(note='"TODO"'))
    before = state(path)
    for outcome in (lint.check(NAME), lint.fix(NAME)):
        assert (outcome.code, sorted(outcome.codes)) == (3, ["FX001", "FX205"])
        assert "Internal error in FX217" in outcome.findings[0]["message"]
    assert "FX001" in lint.run(NAME)[1]
    assert state(path) == before


@pytest.mark.usefixtures("failing_rule")
def test_a_rule_that_fails_does_not_keep_other_files_from_being_read(lint: Lint) -> None:  # D10
    lint.write(conversation(note='"TODO"'), f"a/{NAME}")
    lint.write("{", "b/broken.json")
    outcome = lint.check(".")
    assert (outcome.code, sorted(outcome.codes)) == (3, ["FX001", "FX101", "FX205"])
    assert outcome.paths == [f"a/{NAME}", "b/broken.json"]


def fail(*arguments: Any) -> None:
    raise ZeroDivisionError


def never_settle(text: str, edits: Any) -> str:
    """Makes no edit, so that its finding stays."""
    return text


DATED = conversation('"parcel": "P7"', '"weight": 1.10').replace(
    '"text": "Where', '"created_at": "2026-03-14T10:24:31Z",\n      "text": "Where'
)
"""One finding, FX302, which an edit takes away."""

UNENDED = conversation('"parcel": "P7"', '"weight": 1.10') + "\n"
"""One finding, FX106, which the layout takes away."""


@pytest.mark.parametrize(
    ("text", "module", "function", "does"),
    [
        pytest.param(DATED, fixing, "apply", fail, id="edits-fail"),
        pytest.param(UNENDED, layout, "canonical", fail, id="layout-fails"),
        pytest.param(DATED, fixing, "apply", never_settle, id="edits-never-settle"),
    ],
)
def test_a_fix_that_fails_is_an_internal_error_of_one_file(
    lint: Lint, monkeypatch: pytest.MonkeyPatch, text: str, module: Any, function: str, does: Any
) -> None:  # D10
    path = lint.write(text)
    other = lint.write(conversation(note='"TODO"'), f"other/{NAME}")
    before = state(path), state(other)
    found = lint.check(NAME).codes
    monkeypatch.setattr(module, function, does)
    outcome = lint.fix(NAME, f"other/{NAME}")
    assert (outcome.code, outcome.codes) == (3, ["FX001", *found, "FX205"])
    assert outcome.summary["fixed"] == 0
    assert (state(path), state(other)) == before


CORRUPTIONS = {
    "another-text": ('"delayed"', '"lost"'),
    "another-number": ("1.10", "1.11"),
    "another-spelling": ("1.10", "1.1"),
    "another-type": ('"P7"', "7"),
    "another-key": ('"weight"', '"kilos"'),
    "one-member-less": (',\n            "weight": 1.10', ""),
    "one-member-more": ("1.10", '1.10, "courier": null'),
    "key-twice": ("1.10", '1.10, "weight": 1.10'),
    "recorded-order": (
        '"parcel": "P7",\n            "weight": 1.10',
        '"weight": 1.10,\n            "parcel": "P7"',
    ),
    "another-escape": ('"delayed"', r'"delayed\u0000"'),
    "no-json": ('"delayed"', '"delayed'),
}


def corrupting(real: Callable[..., str], found: str, wrong: str) -> Callable[..., str]:
    def corrupted(*arguments: Any) -> str:
        text = real(*arguments)
        assert found in text
        return text.replace(found, wrong)

    return corrupted


@pytest.mark.parametrize(("found", "wrong"), CORRUPTIONS.values(), ids=CORRUPTIONS)
@pytest.mark.parametrize(
    ("text", "module", "function", "code"),
    [
        pytest.param(DATED, fixing, "apply", "FX302", id="edit"),
        pytest.param(UNENDED, layout, "canonical", "FX106", id="layout"),
    ],
)
def test_a_fix_that_would_change_something_else_is_refused(
    lint: Lint,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    module: Any,
    function: str,
    code: str,
    found: str,
    wrong: str,
) -> None:  # D11
    path = lint.write(text)
    before = state(path)
    assert lint.check(NAME).codes == [code]
    with monkeypatch.context() as patched:
        patched.setattr(module, function, corrupting(getattr(module, function), found, wrong))
        assert_not_written(lint.fix(NAME), code, "not written")
    assert state(path) == before
    assert lint.fix(NAME).code == 0


def test_one_record_that_would_change_keeps_its_whole_file(
    lint: Lint, monkeypatch: pytest.MonkeyPatch
) -> None:  # D11
    lines = [re.sub(r"\n *", " ", text).strip() for text in (DATED, DATED.replace("P7", "P8"))]
    path = lint.write("\n".join(lines) + "\n", "parcels.jsonl")
    before = state(path)
    real = fixing.apply

    def corrupted(*arguments: Any) -> str:
        return real(*arguments).replace('"P8"', '"P9"')

    monkeypatch.setattr(fixing, "apply", corrupted)
    outcome = lint.fix("parcels.jsonl")
    assert (outcome.code, outcome.codes) == (1, ["FX006", "FX302", "FX302"])
    assert state(path) == before


def test_a_broken_file_does_not_keep_a_good_one_from_being_repaired(lint: Lint) -> None:  # D12
    good = lint.write(DIRTY)
    broken = lint.write(DIRTY[:200], "broken.json")
    before = state(broken)
    checked = lint.check(".")
    assert (checked.code, checked.codes) == (1, ["FX101", "FX106"])
    fixed = lint.fix(".")
    assert (fixed.code, fixed.codes, fixed.summary["fixed"]) == (1, ["FX101"], 1)
    assert good.read_bytes() == CLEAN
    assert state(broken) == before
