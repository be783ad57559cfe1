"""The hook as its users run it: the real pre-commit in a real git repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conversations import TRACKED, conversation
from ruamel.yaml import YAML

from fixture_lint.config import DEFAULT_INCLUDE, Globs

ROOT = Path(__file__).parent.parent
FIXTURE = "tests/fixtures/late-parcel.json"
DIRTY = TRACKED.replace('"from": "user",', '"created": 1773483871,\n      "from": "user",')
HOOKS = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
HOOK, REPO_HOOK, CODE_HOOK = HOOKS

CODE = "tests/test_parcels.py"
RECORDING = """\
import vcr

tape = vcr.VCR(cassette_library_dir="cassettes", record_mode="all")
"""
QUIET = RECORDING.replace('"all"', '"none"')


def run(*command: str, cwd: Path, check: bool = False) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for who in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{who}_NAME": "dev", f"GIT_{who}_EMAIL": "dev@example.invalid"}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=check)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository that uses the hook from the installed package."""
    run("git", "init", "-q", "-b", "main", cwd=tmp_path, check=True)
    return tmp_path


def configure(repository: Path, *args: str) -> None:
    hooks = [{**hook, "language": "system", "args": list(args)} for hook in HOOKS]
    config = {"repos": [{"repo": "local", "hooks": hooks}]}
    with (repository / ".pre-commit-config.yaml").open("w") as stream:
        YAML().dump(config, stream)
    run("git", "add", ".", cwd=repository, check=True)


def write(repository: Path, text: str, path: str = FIXTURE, stage: bool = True) -> Path:
    file = repository / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    if stage:
        run("git", "add", path, cwd=repository, check=True)
    return file


def pre_commit(
    repository: Path, *args: str, hook: str = "fixture-lint"
) -> subprocess.CompletedProcess[str]:
    return run("pre-commit", "run", hook, *args, cwd=repository)


def test_a_dirty_fixture_fails_the_hook(repository):
    file = write(repository, DIRTY)
    configure(repository)
    result = pre_commit(repository)
    assert result.returncode == 1
    assert "FX302 timestamp" in result.stdout
    assert file.read_text() == DIRTY


def test_a_set_without_a_conversation_does_not_stop_a_commit(repository):
    cassette = "interactions:\n- request: {method: GET, uri: http://x.test/}\n  response: {}\n"
    write(repository, cassette, "tests/cassettes/test_late.yaml")
    configure(repository)
    result = pre_commit(repository, "--verbose", hook=REPO_HOOK["id"])
    assert (result.returncode, "0 files checked" in result.stdout) == (0, True)


def test_fixing_fails_once_then_passes(repository):
    file = write(repository, DIRTY)
    configure(repository, "--fix")
    first = pre_commit(repository)
    assert first.returncode == 1
    assert 'delete "created"' in first.stdout
    assert "Stage the fixed files" in first.stdout
    assert file.read_text() == TRACKED
    run("git", "add", FIXTURE, cwd=repository, check=True)
    assert pre_commit(repository).returncode == 0


def test_fixing_an_untracked_file_fails_too(repository):
    configure(repository, "--fix")
    file = write(repository, DIRTY, stage=False)
    assert pre_commit(repository, "--files", FIXTURE).returncode == 1
    assert file.read_text() == TRACKED


def test_what_cannot_be_fixed_stays_a_failure(repository):
    write(repository, TRACKED.replace('"turns"', '"expect": 1,\n  "turns"'))
    configure(repository, "--fix")
    assert pre_commit(repository).returncode == 1
    run("git", "add", FIXTURE, cwd=repository, check=True)
    result = pre_commit(repository)
    assert result.returncode == 1
    assert "FX601" in result.stdout


def test_excluded_files_pass_although_they_are_named(repository):
    write(repository, DIRTY)
    (repository / "fixture-lint.toml").write_text('exclude = ["tests/fixtures/"]\n')
    configure(repository)
    assert pre_commit(repository).returncode == 0


def test_a_fix_that_meets_unstaged_changes_is_taken_back(repository):
    file = write(repository, DIRTY)
    configure(repository, "--fix")
    run("git", "commit", "-qnm", "before", cwd=repository, check=True)
    write(repository, DIRTY.replace("1773483871", "1773483999"))
    unstaged = DIRTY.replace("1773483871", "1773484444")
    write(repository, unstaged, stage=False)
    result = pre_commit(repository)
    assert result.returncode == 1
    assert file.read_text() == unstaged
    staged = run("git", "show", f":{FIXTURE}", cwd=repository).stdout
    assert staged == DIRTY.replace("1773483871", "1773483999")


def test_a_fix_beside_unstaged_changes_is_kept(repository):
    file = write(repository, DIRTY)
    configure(repository, "--fix")
    run("git", "commit", "-qnm", "before", cwd=repository, check=True)
    write(repository, DIRTY.replace("1773483871", "1773483999"))
    write(
        repository,
        DIRTY.replace("1773483871", "1773483999").replace("It is two", "It's two"),
        stage=False,
    )
    assert pre_commit(repository).returncode == 1
    assert file.read_text() == TRACKED.replace("It is two", "It's two")


@pytest.mark.parametrize(
    ("path", "is_fixture"),
    [
        ("fixtures/a.json", True),
        ("tests/fixtures/deep/er/a.json", True),
        ("tests/cassettes/a.jsonl", True),
        ("recordings/a.ndjson", True),
        ("fixtures/a.py", False),
        ("package.json", False),
        ("myfixtures/a.json", False),
        ("src/fixtures.json", False),
    ],
)
def test_hook_and_configuration_agree_on_the_fixture_set(path, is_fixture):
    assert bool(re.search(HOOK["files"], path)) == is_fixture
    assert Globs(DEFAULT_INCLUDE).match(path) == is_fixture


def test_the_hook_for_test_code_sees_python_and_nothing_else(repository):
    write(repository, RECORDING, CODE)
    write(repository, DIRTY)
    write(repository, "#!/usr/bin/env python3\nimport vcr\nvcr.VCR(record_mode='all')\n", "record")
    os.chmod(repository / "record", 0o755)
    configure(repository)
    run("git", "add", ".", cwd=repository, check=True)
    result = pre_commit(repository, hook=CODE_HOOK["id"])
    assert result.returncode == 1
    assert f"{CODE}:3:62: FX901 record-mode-committed" in result.stdout
    assert "1 file checked" in result.stdout
    assert "FX901" not in pre_commit(repository).stdout


def test_the_hook_for_test_code_passes_clean_code(repository):
    write(repository, QUIET, CODE)
    write(repository, "print 'an old vcr with its record_mode'\n", "tests/old.txt")
    configure(repository)
    result = pre_commit(repository, hook=CODE_HOOK["id"])
    assert (result.returncode, "Passed" in result.stdout) == (0, True)


def test_the_hook_for_test_code_fixes_once_then_passes(repository):
    file = write(repository, RECORDING, CODE)
    configure(repository, "--fix", "--unsafe-fixes")
    first = pre_commit(repository, hook=CODE_HOOK["id"])
    assert first.returncode == 1
    assert "set record_mode to 'none'" in first.stdout
    assert file.read_text() == QUIET
    run("git", "add", CODE, cwd=repository, check=True)
    assert pre_commit(repository, hook=CODE_HOOK["id"]).returncode == 0


def test_the_hook_for_test_code_obeys_exclusions(repository):
    write(repository, RECORDING, CODE)
    (repository / "fixture-lint.toml").write_text('exclude = ["tests/test_parcels.py"]\n')
    configure(repository)
    assert pre_commit(repository, hook=CODE_HOOK["id"]).returncode == 0


def commit(repository: Path, message: str) -> None:
    run("git", "add", ".", cwd=repository, check=True)
    run("git", "commit", "-qnm", message, cwd=repository, check=True)


def scenario(number: int, answer: str) -> str:
    return conversation(
        {"from": "user", "text": f"where is parcel P{number}?"},
        {"from": "assistant", "text": answer},
        scenario=f"parcel-{number}",
        note=f"carrier reports a delay of parcel P{number}; the agent only informs",
    )


def write_scenarios(repository: Path, count: int, answer: str) -> None:
    for number in range(count):
        write(repository, scenario(number, answer), f"tests/fixtures/parcel-{number}.json")


def test_the_hook_for_all_fixtures_compares_what_is_committed_with_the_others(repository):
    write(repository, TRACKED)
    configure(repository)
    commit(repository, "before")
    copy = TRACKED.replace('"scenario": "late-parcel"', '"scenario": "later-parcel"')
    write(repository, copy, "tests/fixtures/later-parcel.json")
    result = pre_commit(repository, hook=REPO_HOOK["id"])
    assert result.returncode == 1
    assert "tests/fixtures/later-parcel.json:1:1: FX711" in result.stdout
    assert "Same calls as tests/fixtures/late-parcel.json and 100 % equal leaves" in result.stdout
    assert "same note as tests/fixtures/late-parcel.json" in result.stdout
    assert "FX711" not in pre_commit(repository).stdout


def test_the_hook_for_all_fixtures_does_not_run_for_other_files(repository):
    write(repository, TRACKED)
    configure(repository)
    commit(repository, "before")
    write(repository, "hello\n", "README.md")
    assert "Skipped" in pre_commit(repository, hook=REPO_HOOK["id"]).stdout


def test_many_scenarios_recorded_at_once_do_not_stop_a_commit(repository):
    write_scenarios(repository, 4, "It is two days late.")
    configure(repository)
    commit(repository, "before")
    write_scenarios(repository, 3, "I cannot find it.")
    result = pre_commit(repository, "--verbose", hook=REPO_HOOK["id"])
    assert result.returncode == 0
    assert (
        "tests/fixtures/parcel-0.json:1:1: FX702 several-scenarios-rerecorded info: 3 scenarios "
        "changed behaviour in one commit: this one, parcel-1, parcel-2; record one at a time"
    ) in result.stdout


def test_a_range_is_compared_with_where_it_began(repository):
    write_scenarios(repository, 4, "It is two days late.")
    configure(repository)
    commit(repository, "before")
    for number in range(2):
        answer = scenario(number, "I cannot find it.")
        write(repository, answer, f"tests/fixtures/parcel-{number}.json")
        commit(repository, f"one more {number}")
    ends = ("--from-ref", "HEAD~2", "--to-ref", "HEAD")
    result = pre_commit(repository, "--verbose", *ends, hook=REPO_HOOK["id"])
    assert "2 scenarios changed behaviour in one commit: this one, parcel-1" in result.stdout
    ends = ("--from-ref", "HEAD~1", "--to-ref", "HEAD")
    result = pre_commit(repository, "--verbose", *ends, hook=REPO_HOOK["id"])
    assert (result.returncode, "FX702" in result.stdout) == (0, False)


def test_a_first_commit_of_a_whole_folder_has_nothing_to_be_compared_with(repository):
    write(repository, TRACKED)
    env = {**os.environ, "PRE_COMMIT": "1"}
    command = [Path(sys.executable).parent / "fixture-lint", "tests"]
    result = subprocess.run(command, cwd=repository, env=env, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_hook_for_all_fixtures_passes_in_a_repository_without_a_commit(repository):
    write_scenarios(repository, 2, "It is two days late.")
    configure(repository)
    assert pre_commit(repository, hook=REPO_HOOK["id"]).returncode == 0


@pytest.mark.parametrize(
    ("hook", "args"),
    [
        (HOOK, []),
        (HOOK, ["--fix"]),
        (CODE_HOOK, ["--fix", "--unsafe-fixes"]),
    ],
    ids=["check", "fix", "test code"],
)
def test_try_repo_builds_installs_and_runs_the_hook(repository, tmp_path_factory, hook, args):
    path, dirty, clean, found = (FIXTURE, DIRTY, TRACKED, "FX302 timestamp")
    if hook is CODE_HOOK:
        path, dirty, clean, found = (CODE, RECORDING, QUIET, "set record_mode to 'none'")
    source = tmp_path_factory.mktemp("source")
    tracked = run(
        "git", "ls-files", "-co", "--exclude-standard", cwd=ROOT, check=True
    ).stdout.split("\n")
    for name in filter(None, tracked):
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    if args:
        with (source / ".pre-commit-hooks.yaml").open("w") as manifest:
            YAML().dump([{**hook, "args": args}], manifest)
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "all"]):
        run("git", *command, cwd=source, check=True)
    file = write(repository, dirty, path)
    try_repo = ("pre-commit", "try-repo", str(source), hook["id"], "--files", path)
    first = run(*try_repo, cwd=repository)
    assert first.returncode == 1, first.stdout + first.stderr
    assert found in first.stdout
    if args:
        assert file.read_text() == clean
        assert run(*try_repo, cwd=repository).returncode == 0
    else:
        assert file.read_text() == dirty


NOISY = """\
{
  "id": "chatcmpl-B1xqTz7LmWcVd4",
  "object": "chat.completion",
  "created": 1773483871,
  "model": "small",
  "choices": [
    {
      "index": 0,
      "message": {
        "role": "assistant",
        "content": "It is late."
      },
      "finish_reason": "stop"
    }
  ]
}
"""
RECORDED_AGAIN = NOISY.replace("1773483871", "1773999999").replace("B1xqTz7LmWcVd4", "K9wPn3RsYuH2")


def test_a_commit_of_noise_is_stopped_and_taken_back(repository):
    file = write(repository, NOISY)
    configure(repository, "--fix")
    assert pre_commit(repository).returncode == 0  # There is no commit yet.
    commit(repository, "before")
    write(repository, RECORDED_AGAIN)
    result = pre_commit(repository)
    assert result.returncode == 1
    assert "restore the version of HEAD" in result.stdout
    assert file.read_text() == NOISY
    run("git", "add", ".", cwd=repository, check=True)
    assert run("git", "diff", "--cached", "--stat", cwd=repository).stdout == ""


def test_what_nobody_can_answer_yet_does_not_stop_a_commit(repository):
    story = TRACKED.replace("carrier reports a delay", "'P7' is late")
    write(repository, story)
    configure(repository)
    commit(repository, "before")
    other = story.replace('"code": "P7"', '"code": "P8"')
    write(repository, other.replace("2026-03-14", "2026-03-21"))
    result = pre_commit(repository, "--verbose")
    assert (result.returncode, "FX706 note-not-reviewed info" in result.stdout) == (0, True)
    assert "FX707 note-describes-missing-behaviour info" in result.stdout
    write(repository, other)
    result = pre_commit(repository)
    assert (result.returncode, "FX703 recorded-date-stale" in result.stdout) == (1, True)


def test_a_range_of_commits_is_judged_as_a_whole(repository):
    write(repository, NOISY)
    configure(repository)
    commit(repository, "before")
    write(repository, NOISY.replace("late", "lost"))
    commit(repository, "another answer")
    write(repository, RECORDED_AGAIN)
    commit(repository, "the answer of before")
    result = pre_commit(repository, "--from-ref", "HEAD~2", "--to-ref", "HEAD")
    assert (result.returncode, "FX701" in result.stdout) == (1, True)
    ends = ("--from-ref", "HEAD~1", "--to-ref", "HEAD")
    assert pre_commit(repository, *ends).returncode == 0
