"""``--verify COMMAND``: what stays fixed is what the command has passed with."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cassettes import recordings, written
from tests.conftest import Result
from tests.conversations import conversation
from tests.hostile import finish, spawn
from tests.wire_recordings import ALNUM

if os.name == "nt":
    pytest.skip("the commands here are for POSIX shells", allow_module_level=True)

CLEAN = conversation({"from": "user", "text": "where is P-7?"}).encode()
DIRTY = CLEAN.rstrip(b"\n")  # FX106

Lint = Callable[..., Result]


def names(count: int) -> list[str]:
    return [f"fixtures/late-{number}.json" for number in range(1, count + 1)]


def prepare(folder: Path, count: int) -> list[Path]:
    (folder / "fixtures").mkdir(exist_ok=True)
    paths = [folder / name for name in names(count)]
    for path in paths:
        path.write_bytes(DIRTY)
    return paths


def is_fixed(number: int) -> str:
    """Shell: whether a file ends with a newline."""
    return f'[ -z "$(tail -c1 fixtures/late-{number}.json)" ]'


def command(*groups: Collection[int]) -> str:
    """A command that logs each run, and fails if all files of a group are fixed."""
    broken = [" && ".join(is_fixed(number) for number in sorted(group)) for group in groups]
    return "; ".join(["echo run >> log", *(f"if {one}; then exit 1; fi" for one in broken)])


def runs(folder: Path) -> int:
    return len((folder / "log").read_text().splitlines())


def fix(lint: Lint, verify: str, *argv: str) -> Result:
    # That all are one scenario, and not that of their names, is of no interest here.
    chosen = ("--ignore", "FX109,FX205", "--output-format", "json")
    return lint("--fix", "--verify", verify, *chosen, *argv, "fixtures")


def refused(result: Result) -> list[str]:
    """The files that are named as not kept."""
    return [
        file["path"]
        for file in result.report["files"]
        for finding in file["findings"]
        if finding["code"] == "FX006" and finding["message"].startswith("Not kept: `")
    ]


def test_the_command_sees_the_files_before_and_after(project: Path, lint: Lint) -> None:
    paths = prepare(project, 3)
    result = fix(lint, "cat fixtures/*.json >> seen; echo --- >> seen")
    assert (result.code, result.found, result.err) == (0, [], "")
    assert (project / "seen").read_bytes() == DIRTY * 3 + b"---\n" + CLEAN * 3 + b"---\n"
    assert [path.read_bytes() for path in paths] == [CLEAN] * 3
    assert result.report["summary"]["fixed"] == 3


@pytest.mark.parametrize(
    ("count", "broken", "most"),
    [
        (1, {1}, 3),  # Before, with the fix, and once more without it.
        (7, {1}, 8),
        (7, {4}, 8),
        (7, {7}, 8),
        (7, {2, 6}, 12),
        (7, {3, 4}, 12),
        (5, {1, 2, 3, 4, 5}, 12),
    ],
)
def test_exactly_the_files_that_break_it_are_put_back(
    project: Path, lint: Lint, count: int, broken: set[int], most: int
) -> None:
    paths = prepare(project, count)
    result = fix(lint, command(*({number} for number in broken)))
    assert result.code == 1
    assert refused(result) == [names(count)[number - 1] for number in sorted(broken)]
    for number, path in enumerate(paths, 1):
        assert path.read_bytes() == (DIRTY if number in broken else CLEAN)
    assert result.found == ["FX006", "FX106"] * len(broken)  # As before fixing.
    assert result.report["summary"]["fixed"] == count - len(broken)
    assert result.report["summary"]["checked"] == count
    assert runs(project) <= most


def test_files_that_break_it_only_together_keep_as_many_fixes_as_can_be(
    project: Path, lint: Lint
) -> None:
    paths = prepare(project, 6)
    result = fix(lint, command({2, 5}))
    assert refused(result) == [names(6)[4]]
    assert [path.read_bytes() == CLEAN for path in paths] == [True] * 4 + [False, True]


@settings(
    max_examples=max(15, settings.default.max_examples // 8),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data(), count=st.integers(1, 9))
def test_at_the_end_the_command_passes_and_nothing_more_could_be_kept(
    project: Path, lint: Lint, data: st.DataObject, count: int
) -> None:
    paths = prepare(project, 9)
    for path in paths[count:]:
        path.unlink()
    numbers = st.integers(1, count)
    groups = data.draw(st.lists(st.sets(numbers, min_size=1, max_size=3), max_size=3))
    result = fix(lint, command(*groups))
    kept = {n for n, path in enumerate(paths[:count], 1) if path.read_bytes() == CLEAN}
    assert all(path.read_bytes() in (CLEAN, DIRTY) for path in paths[:count])
    assert not any(group <= kept for group in groups)
    for number in set(range(1, count + 1)) - kept:
        assert any(group <= kept | {number} for group in groups)
    put_back = [name for n, name in enumerate(names(count), 1) if n not in kept]
    assert (refused(result), result.code) == (put_back, int(bool(put_back)))


def test_a_command_that_fails_before_lets_nothing_be_fixed(project: Path, lint: Lint) -> None:
    (path,) = prepare(project, 1)
    secret = "ghp_" + "".join(Random(5).choices(ALNUM, k=36))
    (project / "out").write_text(f"early\n{'x' * 9000}\n\x1b[31mtoken {secret}\n1 failed\n\n")
    result = lint("--fix", "--verify", "cat out >&2; exit 7", "fixtures")
    assert (result.code, result.out) == (2, "")
    assert path.read_bytes() == DIRTY
    assert "`cat out >&2; exit 7` fails before anything is fixed (exit code 7)." in result.err
    assert result.err.endswith("\n  1 failed\n")
    assert "token " in result.err
    assert "early" not in result.err
    assert secret[4:12] not in result.err
    assert "\x1b" not in result.err


def test_a_command_that_is_not_there_is_said(project: Path, lint: Lint) -> None:
    (path,) = prepare(project, 1)
    result = lint("--fix", "--verify", "no-such-command-here", "fixtures")
    assert (result.code, path.read_bytes()) == (2, DIRTY)
    assert "(exit code 127)" in result.err
    assert "no-such-command-here: " in result.err


def test_a_secret_in_the_command_is_not_shown(project: Path, lint: Lint) -> None:
    prepare(project, 1)
    secret = "ghp_" + "".join(Random(6).choices(ALNUM, k=36))
    for verify in (f"T={secret}; {is_fixed(1)}", f"T={secret}; ! {is_fixed(1)}"):
        result = lint("--fix", "--verify", verify, "fixtures")
        assert result.code in (1, 2)
        assert secret[4:12] not in result.out + result.err


def test_without_anything_to_fix_the_command_runs_once(project: Path, lint: Lint) -> None:
    for path in prepare(project, 2):
        path.write_bytes(CLEAN)
    assert fix(lint, command()).code == 0
    assert runs(project) == 1


def test_a_command_that_fails_anyway_is_not_laid_to_the_fixes(project: Path, lint: Lint) -> None:
    paths = prepare(project, 3)
    result = fix(lint, "mkdir made && echo fine")
    assert (result.code, result.out) == (2, "")
    assert "passed at first and fails now with the same files, so nothing was fixed" in result.err
    assert [path.read_bytes() for path in paths] == [DIRTY] * 3


def test_modes_and_links_survive(project: Path, lint: Lint) -> None:
    paths = prepare(project, 3)
    paths[0].chmod(0o640)
    (project / "other-name.json").hardlink_to(paths[1])
    target = project / "fixtures" / "target"
    paths[2].rename(target)
    paths[2].symlink_to("target")
    result = fix(lint, command({1}, {2}, {3}))
    assert len(refused(result)) == 3
    assert paths[0].stat().st_mode & 0o777 == 0o640
    assert (project / "other-name.json").samefile(paths[1])
    assert paths[2].is_symlink()
    assert [path.read_bytes() for path in (*paths, target)] == [DIRTY] * 4
    assert sorted(os.listdir(project / "fixtures")) == sorted(["target", *map(_name, paths)])


def _name(path: Path) -> str:
    return path.name


def test_a_file_that_somebody_has_changed_is_not_put_back(project: Path, lint: Lint) -> None:
    paths = prepare(project, 3)
    changing = f'if {is_fixed(2)}; then echo "{{}}" > fixtures/late-2.json; exit 1; fi'
    result = fix(lint, f"echo run >> log; {changing}")
    assert paths[1].read_bytes() == b"{}\n"
    assert [paths[0].read_bytes(), paths[2].read_bytes()] == [DIRTY, DIRTY]
    assert result.code == 2  # With this file the command fails, whatever is done to the others.
    assert "fails now" in result.err


def test_a_file_that_the_command_has_rewritten_is_named(project: Path, lint: Lint) -> None:
    paths = prepare(project, 3)
    # As a recorder does that runs once: the file is written anew, and then it is fine.
    once = "if [ ! -e done ]; then touch done; printf '{}' > fixtures/late-2.json; exit 1; fi"
    result = fix(lint, f"if {is_fixed(2)}; then {once}; fi")
    assert [path.read_bytes() for path in paths] == [CLEAN, b"{}", CLEAN]
    file = next(f for f in result.report["files"] if f["path"] == names(3)[1])
    assert file["findings"][0]["message"].startswith("Not put back, though `")
    assert result.report["summary"]["fixed"] == 2
    assert result.code == 1


def test_what_the_command_prints_is_not_mixed_in(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    prepare(project, 2)
    verify = f"echo loud; echo louder >&2; ! {is_fixed(1)}"
    process = spawn(project, "--fix", "--verify", verify, "fixtures")
    code, out, err = finish(process)
    assert (code, err) == (1, "")
    assert "loud" not in out.replace(verify, "")
    assert capfd.readouterr() == ("", "")


def test_the_command_gets_no_input(project: Path, lint: Lint) -> None:
    prepare(project, 1)
    assert fix(lint, "read line && exit 1; exit 0").code == 0


@pytest.mark.parametrize(
    ("argv", "advice"),
    [
        (["--verify", "true"], "needs --fix"),
        (["--fix", "--diff", "--verify", "true"], "leave out --diff"),
        (["--diff", "--verify", "true"], "leave out --diff"),
        (["--fix", "--verify", " "], 'such as --verify "pytest tests/"'),
        (["--fix", "--verify", "true", "-"], "needs files"),
    ],
)
def test_wrong_use_is_explained(project: Path, lint: Lint, argv: list[str], advice: str) -> None:
    result = lint(*argv)
    assert (result.code, result.out) == (2, "")
    assert advice in result.err


def test_help_teaches_it(lint: Lint) -> None:
    text = " ".join(lint("--help").out.split())
    assert '--fix --verify "pytest tests/" keep only fixes that the tests pass with' in text
    assert "files that it fails with are put back and named (FX006)" in text


PAUSE = "touch paused; sleep 60 & echo $! > sleeper; wait"
"""Shell: waits until it is stopped, by a process of its own."""


def stop(folder: Path, verify: str, *numbers: int) -> int:
    """The exit code of a run that gets signals when its command pauses."""

    def default_signals() -> None:
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)

    process = spawn(folder, "--fix", "--verify", verify, "fixtures", preexec_fn=default_signals)
    end = time.monotonic() + 20
    while not (folder / "paused").exists() or not (folder / "sleeper").exists():
        assert process.poll() is None, finish(process)
        assert time.monotonic() < end
        time.sleep(0.01)
    for number in numbers:
        process.send_signal(number)
        time.sleep(0.05)
    code, _, err = finish(process)
    assert err == ""
    return code


def is_running(sleeper: Path) -> bool:
    try:
        os.kill(int(sleeper.read_text()), 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{int(sleeper.read_text())}/stat")
    return not status.exists() or status.read_text().split()[2] != "Z"


STOPS = [
    pytest.param((signal.SIGINT,), 130, id="SIGINT"),
    pytest.param((signal.SIGTERM,), 143, id="SIGTERM"),
    pytest.param((signal.SIGHUP,), 129, id="SIGHUP"),
    pytest.param((signal.SIGINT, signal.SIGINT, signal.SIGINT), 130, id="impatient"),
]


@pytest.mark.parametrize(("numbers", "code"), STOPS)
def test_a_stopped_run_leaves_nothing_that_is_not_proven(
    project: Path, numbers: tuple[int, ...], code: int
) -> None:
    paths = prepare(project, 4)
    ended = stop(project, f"if {is_fixed(4)}; then {PAUSE}; fi", *numbers)
    # The last of many signals may meet the interpreter at its very end.
    assert ended == code or (len(numbers) > 1 and ended == -signal.SIGINT)
    assert [path.read_bytes() for path in paths] == [DIRTY] * 4
    assert sorted(os.listdir(project / "fixtures")) == sorted(map(_name, paths))
    assert not is_running(project / "sleeper")


@pytest.mark.parametrize(("numbers", "code"), STOPS)
def test_a_run_stopped_while_it_seeks_keeps_what_is_accepted(
    project: Path, numbers: tuple[int, ...], code: int
) -> None:
    paths = prepare(project, 4)
    # All together fail. The first half passes; the pause is in the run with the third.
    verify = f"if {is_fixed(4)}; then exit 1; fi; if {is_fixed(3)}; then {PAUSE}; fi"
    ended = stop(project, verify, *numbers)
    assert ended == code or (len(numbers) > 1 and ended == -signal.SIGINT)
    assert [path.read_bytes() for path in paths] == [CLEAN, CLEAN, DIRTY, DIRTY]


def test_a_command_that_crashes_is_one_that_fails(project: Path, lint: Lint) -> None:
    paths = prepare(project, 4)
    result = fix(lint, f"if {is_fixed(3)}; then kill -SEGV $$; fi")
    assert refused(result) == [names(4)[2]]
    assert [path.read_bytes() == CLEAN for path in paths] == [True, True, False, True]


def test_a_terminal_shows_how_far_it_is(project: Path) -> None:
    import pty

    prepare(project, 7)
    terminal, inner = pty.openpty()
    process = spawn(project, "--fix", "--verify", command({7}), "fixtures", stderr=inner)
    process.communicate(timeout=60)
    os.close(inner)
    shown = os.read(terminal, 100_000).decode()
    os.close(terminal)
    assert "verifying: run 2, 0 of 7 files accepted" in shown
    assert "verifying: run 4, 3 of 7 files accepted" in shown
    assert shown.endswith("\r\x1b[K")


TESTS = """
import json
from pathlib import Path

def test_old():
    assert json.loads(Path("fixtures/late-1.json").read_text())["turns"]

def test_bytes():
    assert len(Path("fixtures/late-2.json").read_bytes()) == {length}
"""


def test_with_pytest(project: Path, lint: Lint) -> None:
    paths = prepare(project, 3)
    (project / "test_parcels.py").write_text(TESTS.format(length=len(DIRTY)))
    result = fix(lint, f"{shlex.quote(sys.executable)} -m pytest -q -p no:cacheprovider")
    assert refused(result) == [names(3)[1]]
    assert [path.read_bytes() for path in paths] == [CLEAN, DIRTY, CLEAN]


REPLAY = """
import json, urllib.request
import pytest, vcr

@pytest.mark.parametrize("name", ["plain", "cookie"])
def test_replay(name):
    cassette = f"cassettes/{name}.yaml"
    with vcr.use_cassette(cassette, record_mode="none"):
        request = urllib.request.Request(URL, data=DATA, method="POST")
        answer = urllib.request.urlopen(request)  # As a context it would swallow exceptions.
        assert json.loads(answer.read())["object"] == "chat.completion"
        if name == "cookie":
            assert answer.headers["set-cookie"].startswith("__cf_bm=")
"""


def replayed(folder: Path) -> list[Path]:
    """Two cassettes of vcrpy with a live cookie, and tests that replay them; one of the tests
    wants the cookie."""
    pytest.importorskip("vcr")
    exchange = recordings(3, provider="openai-chat", stream=False)[0]
    cookie = f"__cf_bm={''.join(Random(7).choices(ALNUM, k=43))}-1767000000-1.0.1.1; path=/; secure"
    headers = exchange.response_headers | {"set-cookie": cookie}
    data = written([exchange._replace(response_headers=headers)], "vcrpy")
    paths = [folder / "cassettes" / f"{name}.yaml" for name in ("plain", "cookie")]
    (folder / "cassettes").mkdir()
    for path in paths:
        path.write_bytes(data)
    source = REPLAY.replace("URL", repr(exchange.url)).replace("DATA", repr(exchange.sent.encode()))
    (folder / "test_replay.py").write_text(source)
    return paths


PYTEST = f"{shlex.quote(sys.executable)} -m pytest -q -p no:cacheprovider"


def test_cassettes_that_are_written_here_are_replayed_by_vcrpy(project: Path) -> None:
    replayed(project)
    run = subprocess.run(PYTEST, shell=True, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_a_cassette_whose_cookie_a_test_wants_is_put_back(project: Path, lint: Lint) -> None:
    plain, cookie = replayed(project)
    before = plain.read_bytes()
    result = lint(
        "--fix", "--verify", PYTEST, "--select", "FX402", "--output-format", "json", "cassettes"
    )
    assert (result.code, refused(result)) == (1, ["cassettes/cookie.yaml"])
    assert cookie.read_bytes() == before
    assert b"REDACTED" in plain.read_bytes().split(b"set-cookie", 1)[1]
    assert b"__cf_bm" not in plain.read_bytes()
