"""Links, modes, devices and strange names: what is read, what is written, how it is shown."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hostile import NAME, Lint, Outcome, assert_printable, command, conversation, state

from fixture_lint.cli.main import main

lint = command

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX links, modes and names")

OTHER_USER = 65534
IGNORE_NAME = ("--ignore", "scenario-file-name")

CLEAN = conversation().encode()
DIRTY = CLEAN + b"\n\n"
"""One finding, FX106, which can be fixed."""


def assert_fixable(outcome: Outcome, path: str) -> None:
    """One file was checked, with one finding."""
    assert (outcome.code, outcome.paths, outcome.codes) == (1, [path], ["FX106"])
    assert outcome.summary["checked"] == 1


def assert_fixed(outcome: Outcome, path: str) -> None:
    """One file was checked and written, and nothing is left to be said."""
    assert (outcome.code, outcome.paths, outcome.codes) == (0, [path], [])
    assert (outcome.summary["checked"], outcome.summary["fixed"]) == (1, 1)


def assert_unreadable(outcome: Outcome, path: str, words: str) -> None:
    """Nothing was checked, and one finding says why."""
    assert (outcome.code, outcome.paths, outcome.codes) == (1, [path], ["FX005"])
    assert (outcome.summary["unreadable"], outcome.summary["checked"]) == (1, 0)
    assert words in outcome.findings[0]["message"].lower()


def assert_nothing_left(lint: Lint, path: str) -> None:
    again = lint.fix(path)
    assert (again.code, again.files, again.summary["fixed"]) == (0, [], 0)


def test_a_link_is_checked_once_and_stays_a_link(lint: Lint) -> None:  # C01
    target = lint.write(DIRTY, f"recorded/{NAME}")
    link = lint.folder / NAME
    link.symlink_to(Path("recorded", NAME))
    assert_fixable(lint.check(NAME), NAME)
    assert_fixed(lint.fix(NAME), NAME)
    assert link.is_symlink()
    assert os.readlink(link) == f"recorded/{NAME}"
    assert not target.is_symlink()
    assert target.read_bytes() == CLEAN
    assert_nothing_left(lint, NAME)


@pytest.mark.parametrize(
    "arguments",
    [(NAME, f"recorded/{NAME}"), (f"recorded/{NAME}", NAME), (".",)],
    ids=["link-first", "target-first", "walked"],
)
def test_a_link_and_its_target_are_one_file(lint: Lint, arguments: tuple[str, ...]) -> None:  # C02
    target = lint.write(DIRTY, f"recorded/{NAME}")
    link = lint.folder / NAME
    link.symlink_to(Path("recorded", NAME))
    first = NAME if arguments == (".",) else arguments[0]
    assert_fixable(lint.check(*arguments), first)
    assert_fixed(lint.fix(*arguments), first)
    assert link.is_symlink()
    assert target.read_bytes() == CLEAN


@pytest.mark.parametrize(
    "dirty",
    [pytest.param(DIRTY, id="becomes-shorter"), pytest.param(CLEAN[:-1], id="becomes-longer")],
)
def test_all_names_of_a_file_show_the_new_bytes(lint: Lint, dirty: bytes) -> None:  # C03
    first = lint.write(dirty, f"first/{NAME}")
    second = lint.folder / "second" / NAME
    second.parent.mkdir()
    second.hardlink_to(first)
    before = state(first)
    checked = lint.check(f"first/{NAME}")
    assert (checked.code, checked.summary["checked"]) == (1, 1)
    assert "FX106" in checked.codes
    assert state(first) == before
    assert_fixed(lint.fix(f"first/{NAME}"), f"first/{NAME}")
    for path in (first, second):
        after = state(path)
        assert (after.data, after.links) == (CLEAN, 2)
        assert (after.inode, after.mode) == (before.inode, before.mode)


def test_a_short_file_of_two_names_can_grow(lint: Lint) -> None:  # C03
    grown = re.sub(rb"\n *", b"", CLEAN)
    first = lint.write(grown, f"first/{NAME}")
    second = lint.folder / "second" / NAME
    second.parent.mkdir()
    second.hardlink_to(first)
    assert lint.check(f"second/{NAME}").code == 1
    assert_fixed(lint.fix(f"second/{NAME}"), f"second/{NAME}")
    assert first.read_bytes() == second.read_bytes() == CLEAN
    assert first.stat().st_nlink == 2


@pytest.mark.parametrize("named", [True, False], ids=["named", "walked"])
def test_a_link_to_nothing_is_a_finding(lint: Lint, named: bool) -> None:  # C04
    (lint.folder / NAME).symlink_to("missing.json")
    argument = NAME if named else "."
    for outcome in (lint.check(argument), lint.fix(argument)):
        assert_unreadable(outcome, NAME, "does not exist")
    assert os.listdir(lint.folder) == [NAME]


@pytest.mark.parametrize("named", [True, False], ids=["named", "walked"])
def test_a_loop_of_links_is_a_finding(lint: Lint, named: bool) -> None:  # C05
    (lint.folder / NAME).symlink_to("back")
    (lint.folder / "back").symlink_to(NAME)
    argument = NAME if named else "."
    for outcome in (lint.check(argument), lint.fix(argument)):
        assert_unreadable(outcome, NAME, "symbolic links")
    assert sorted(os.listdir(lint.folder)) == ["back", NAME]
    assert os.readlink(lint.folder / NAME) == "back"


@pytest.mark.parametrize("up", ["..", "../..", "."])
def test_a_link_to_a_folder_above_leads_in_no_circle(lint: Lint, up: str) -> None:  # C06
    path = lint.write(DIRTY, f"parcels/north/{NAME}")
    link = path.parent / "up"
    link.symlink_to(up)
    shown = f"parcels/north/{NAME}"
    assert_fixable(lint.check("parcels"), shown)
    assert_fixed(lint.fix("parcels"), shown)
    assert path.read_bytes() == CLEAN
    assert os.readlink(link) == up


@pytest.mark.parametrize(
    ("link", "target", "argument"),
    [
        pytest.param(NAME, f"outside/{NAME}", NAME, id="file-named"),
        pytest.param(NAME, f"outside/{NAME}", ".", id="file-walked"),
        pytest.param("linked", "outside", "linked", id="folder-named"),
        pytest.param("linked", "outside", "linked/", id="folder-named-with-slash"),
        pytest.param("linked", "outside", ".", id="folder-walked"),
    ],
)
def test_a_link_out_of_the_tree_is_not_followed(
    lint: Lint, link: str, target: str, argument: str
) -> None:  # C07
    outside = lint.write(DIRTY, f"../outside/{NAME}")
    (lint.folder / link).symlink_to(Path("..", target))
    before = state(outside)
    for outcome in (lint.check(argument), lint.fix(argument)):
        assert (outcome.code, outcome.codes) == (1, ["FX005"])
        assert "link out of the tree" in outcome.findings[0]["message"].lower()
        assert (outcome.summary["unreadable"], outcome.summary["checked"]) == (1, 0)
        assert outcome.paths[0].rstrip("/") == link
    assert state(outside) == before
    assert os.listdir(outside.parent) == [NAME]


@pytest.mark.parametrize("mode", [0o640, 0o755, 0o600, 0o666], ids=oct)
def test_a_fixed_file_keeps_its_mode(lint: Lint, mode: int) -> None:  # C08
    path = lint.write(DIRTY)
    path.chmod(mode)
    assert_fixable(lint.check(NAME), NAME)
    assert_fixed(lint.fix(NAME), NAME)
    after = state(path)
    assert (after.data, after.mode & 0o7777) == (CLEAN, mode)
    assert_nothing_left(lint, NAME)
    assert state(path) == after


def test_a_read_only_file_is_not_written(lint: Lint) -> None:  # C09
    path = lint.write(DIRTY)
    path.chmod(0o444)
    before = state(path)
    assert_fixable(lint.check(NAME), NAME)
    fixed = lint.fix(NAME)
    assert (fixed.code, sorted(fixed.codes)) == (1, ["FX006", "FX106"])
    assert fixed.summary["fixed"] == 0
    assert "read-only" in fixed.findings[0]["message"]
    assert state(path) == before


@pytest.fixture
def shared(lint: Lint, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lint]:
    """As ``lint``, in a folder that another user than root can reach and owns."""
    folder = Path(tempfile.mkdtemp())
    lint.folder = folder
    monkeypatch.chdir(folder)
    if os.geteuid() == 0:
        os.chown(folder, OTHER_USER, OTHER_USER)
    yield lint
    for path in folder.iterdir():
        path.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def without_privileges(*paths: Path) -> Iterator[None]:
    """Gives the files to another user if this one is root, whom no mode keeps out, and acts as
    that user. What is imported late must have been imported before."""
    if os.geteuid() != 0:
        yield
        return
    for path in paths:
        os.chown(path, OTHER_USER, OTHER_USER)
    os.seteuid(OTHER_USER)
    try:
        try:
            os.listdir(".")
        except PermissionError:
            pytest.skip("another user than root cannot reach the folder for temporary files")
        yield
    finally:
        os.seteuid(0)


def import_everything(lint: Lint) -> None:
    """Makes the command load all modules that a repair needs."""
    with tempfile.TemporaryDirectory(dir=lint.folder) as folder:
        warm = Path(folder, NAME)
        warm.write_bytes(DIRTY)
        assert lint.check(str(warm)).code == 1
        assert lint.fix(str(warm)).code == 0


def test_a_file_without_permission_does_not_keep_others_from_being_checked(
    shared: Lint,
) -> None:  # C10
    lint = shared
    import_everything(lint)
    locked = lint.write(DIRTY, f"locked/{NAME}")
    other = lint.write(CLEAN)
    before = state(locked), state(other)
    locked.chmod(0o000)
    with without_privileges(lint.folder, locked.parent, locked, other):
        for outcome in (lint.check("."), lint.fix(".")):
            assert (outcome.code, outcome.paths) == (1, [f"locked/{NAME}"])
            assert outcome.codes == ["FX005"]
            assert "permission denied" in outcome.findings[0]["message"].lower()
            assert (outcome.summary["checked"], outcome.summary["unreadable"]) == (1, 1)
    assert locked.stat().st_mode & 0o7777 == 0
    locked.chmod(before[0].mode & 0o7777)
    assert (state(locked), state(other)) == before


def test_a_folder_that_cannot_be_written_keeps_its_file(shared: Lint) -> None:  # C21
    lint = shared
    import_everything(lint)
    path = lint.write(DIRTY, f"locked/{NAME}")
    before = state(path)
    path.parent.chmod(0o555)
    name = f"locked/{NAME}"
    with without_privileges(lint.folder, path.parent, path):
        assert_fixable(lint.check(name), name)
        fixed = lint.fix(name)
    assert (fixed.code, sorted(fixed.codes)) == (1, ["FX006", "FX106"])
    assert fixed.summary["fixed"] == 0
    assert "permission denied" in fixed.findings[0]["message"].lower()
    assert state(path) == before
    assert os.listdir(path.parent) == [NAME]


def timed(*arguments: str, folder: Path, stdin: int = subprocess.DEVNULL) -> tuple[Outcome, float]:
    """A run in a process of its own, which is ended after ten seconds, and how long it took."""
    command = [sys.executable, "-m", "fixture_lint", "--output-format", "json", *arguments]
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=folder, stdin=stdin, capture_output=True, text=True, timeout=60
    )
    seconds = time.monotonic() - started
    assert_printable(done.stdout + done.stderr)
    report = json.loads(done.stdout)
    return Outcome(done.returncode, report["files"], report["summary"], "", seconds), seconds


def test_a_named_pipe_is_refused_without_waiting(lint: Lint) -> None:  # C11
    lint.write(CLEAN, f"good/{NAME}")
    os.mkfifo(lint.folder / "pipe.json")
    clean, usual = timed("good", folder=lint.folder)
    assert (clean.code, clean.summary["checked"]) == (0, 1)
    reader = os.open(lint.folder / "pipe.json", os.O_RDONLY | os.O_NONBLOCK)
    try:
        for arguments in (["pipe.json"], ["--fix", "pipe.json"], ["--fix", "."]):
            outcome, seconds = timed(*arguments, folder=lint.folder)
            assert (outcome.code, outcome.paths, outcome.codes) == (1, ["pipe.json"], ["FX005"])
            assert "not a regular file" in outcome.findings[0]["message"].lower()
            assert outcome.summary["checked"] == (arguments[-1] == ".")
            assert seconds < usual + 1
        # A writer, even one that has gone, would have made the reader ready.
        assert select.select([reader], [], [], 0) == ([], [], [])
    finally:
        os.close(reader)
    assert (lint.folder / "pipe.json").is_fifo()


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/stdin"])
def test_a_device_is_refused_without_waiting(lint: Lint, device: str) -> None:  # C12
    if not os.path.exists(device):
        pytest.skip(f"there is no {device} here")
    lint.write(CLEAN)
    _, usual = timed(NAME, folder=lint.folder)
    mode = os.stat("/dev/zero").st_mode
    silent, writer = os.pipe()
    try:
        for arguments in ([device], ["--fix", device]):
            outcome, seconds = timed(*arguments, folder=lint.folder, stdin=silent)
            assert_unreadable(outcome, device, "not a regular file")
            assert seconds < usual + 1
    finally:
        os.close(silent)
        os.close(writer)
    assert os.stat("/dev/zero").st_mode == mode


@pytest.mark.parametrize("argument", ["parcels.json", "."])
def test_a_folder_with_the_ending_of_a_file_is_walked(lint: Lint, argument: str) -> None:  # C13
    path = lint.write(CLEAN, f"parcels.json/{NAME}")
    before = state(path)
    for outcome in (lint.check(argument), lint.fix(argument)):
        assert (outcome.code, outcome.files, outcome.summary["checked"]) == (0, [], 1)
    assert state(path) == before
    assert path.parent.is_dir()


def test_an_empty_folder_with_the_ending_of_a_file_is_nothing_checked(lint: Lint) -> None:  # C13
    (lint.folder / "parcels.json").mkdir()
    for outcome in (lint.check("parcels.json"), lint.fix("parcels.json")):
        assert (outcome.code, outcome.files, outcome.summary["unreadable"]) == (4, [], 0)


STRANGE_NAMES = [
    pytest.param("a\nb.json", r"a\nb.json", id="C14-newline"),
    pytest.param(os.fsdecode(b"late-\xff.json"), r"late-\udcff.json", id="C15-not-UTF-8"),
    pytest.param("a\x1b[31mb\x07.json", r"a\x1b[31mb\x07.json", id="C16-escape-and-bell"),
    pytest.param("a b.json", "a b.json", id="C17-space"),
    pytest.param("a:b.json", "a:b.json", id="C17-colon"),
    pytest.param("a,b.json", "a,b.json", id="C17-comma"),
    pytest.param("a%0Ab.json", "a%0Ab.json", id="C17-percent"),
    pytest.param("a*b.json", "a*b.json", id="C17-star"),
    pytest.param("[x].json", "[x].json", id="C17-brackets"),
    pytest.param("-x.json", "-x.json", id="C17-dash"),
    pytest.param("--fix.json", "--fix.json", id="C17-dashes"),
    pytest.param("::error file=x::pwned.json", "./::error file=x::pwned.json", id="C18-command"),
]


def write_strange(lint: Lint, name: str, data: bytes = DIRTY) -> Path:
    try:
        return lint.write(data, name)
    except (OSError, UnicodeError):
        pytest.skip("the file system does not take such a name")


@pytest.mark.parametrize(("name", "shown"), STRANGE_NAMES)
def test_a_file_of_any_name_is_checked_shown_safely_and_fixed(
    lint: Lint, name: str, shown: str
) -> None:
    path = write_strange(lint, name)
    checked = lint.check(*IGNORE_NAME, "--", name)
    assert_fixable(checked, name)
    lines = checked.text.split("\n")
    assert [line for line in lines if "FX106" in line and line.startswith(f"{shown}:")] == lines[:1]
    assert_fixed(lint.fix(*IGNORE_NAME, "--", name), name)
    assert path.read_bytes() == CLEAN
    assert os.listdir(lint.folder) == [name]


@pytest.mark.parametrize(("name", "shown"), STRANGE_NAMES)
def test_a_file_of_any_name_is_found_in_its_folder(lint: Lint, name: str, shown: str) -> None:
    write_strange(lint, name)
    assert_fixable(lint.check(*IGNORE_NAME, "."), name)
    assert lint.run("--show-files", ".")[:2] == (0, f"{shown}\n")
    assert_fixed(lint.fix(*IGNORE_NAME, "."), name)


@pytest.mark.parametrize(("name", "shown"), STRANGE_NAMES)
def test_every_text_output_shows_a_name_on_one_line(lint: Lint, name: str, shown: str) -> None:
    path = write_strange(lint, name)
    before = state(path)
    checked = lint.check("--", name)
    assert (checked.code, checked.codes) == (1, ["FX109", "FX106"])
    starts = [line for line in checked.text.split("\n") if line.startswith(f"{shown}:")]
    assert len(starts) == 2
    code, diff, _ = lint.run("--diff", "--", name)
    assert code == 1
    assert diff.split("\n")[:2] == [f"--- {shown}", f"+++ {shown} (fixed)"]
    assert state(path) == before
    code, printed, _ = lint.run("--fix", "--", name)
    assert code == 1
    assert printed.split("\n")[0] == f"{shown}: fixed"
    path.unlink()
    missing = lint.check("--", name)
    assert_unreadable(missing, name, "no such file")
    assert missing.text.startswith(f"{shown}:1:1: FX005 ")


def test_a_name_taken_for_an_option_is_shown_safely(
    lint: Lint, capsys: pytest.CaptureFixture[str]
) -> None:  # C16
    assert main(["-\x1b[31m\x07.json"]) == 2
    assert_printable("".join(capsys.readouterr()))


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param({"LC_ALL": "C"}, id="C-locale"),
        pytest.param(
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, id="ASCII-locale"
        ),
        pytest.param({"PYTHONIOENCODING": "ascii:strict"}, id="ASCII-output"),
    ],
)
@pytest.mark.parametrize("name", [b"late-\xff.json", "опоздание-📦.json".encode()])
def test_a_name_can_be_printed_in_every_locale(
    lint: Lint, variables: dict[str, str], name: bytes
) -> None:  # C15
    path = write_strange(lint, os.fsdecode(name))

    def run(*options: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "fixture_lint", *IGNORE_NAME, *options, "--", name]
        done = subprocess.run(
            command, env={**os.environ, **variables}, capture_output=True, timeout=60
        )
        output = (done.stdout + done.stderr).decode()
        assert_printable(output)
        return done.returncode, output

    code, output = run()
    assert code == 1
    assert output.count("FX106") == 1
    assert run("--output-format", "json")[0] == 1
    code, output = run("--fix")
    assert code == 0
    assert ".json: fixed" in output
    assert path.read_bytes() == CLEAN
    assert os.listdir(os.fsencode(lint.folder)) == [name]


def test_the_longest_possible_name_can_be_fixed(lint: Lint) -> None:  # C19
    scenario = "a" * 250
    name = f"{scenario}.json"
    clean = conversation(scenario=scenario).encode()
    path = write_strange(lint, name, clean + b"\n\n")
    assert len(os.fsencode(name)) == 255
    assert_fixable(lint.check(name), name)
    assert_fixed(lint.fix(name), name)
    assert path.read_bytes() == clean


def test_a_file_named_in_several_ways_is_one_file(lint: Lint) -> None:  # C20
    path = lint.write(DIRTY)
    ways = [NAME, f"./{NAME}", NAME, str(path), ".", f"../project/{NAME}"]
    for _ in ways:
        assert_fixable(lint.check(*ways), NAME if ways[0] == "." else ways[0])
        ways.append(ways.pop(0))
    assert_fixed(lint.fix(*ways), ways[0])
    assert path.read_bytes() == CLEAN
