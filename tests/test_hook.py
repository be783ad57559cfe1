"""The hook as its users run it: the real pre-commit in a real git repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conversations import TRACKED
from ruamel.yaml import YAML

from fixture_lint.config import DEFAULT_INCLUDE, Globs

ROOT = Path(__file__).parent.parent
FIXTURE = "tests/fixtures/late-parcel.json"
DIRTY = TRACKED.replace('"from": "user",', '"created": 1773483871,\n      "from": "user",')
HOOKS = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
HOOK, CODE_HOOK = HOOKS

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
