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
(HOOK,) = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


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
    hook = {**HOOK, "language": "system", "args": list(args)}
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
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


def pre_commit(repository: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return run("pre-commit", "run", "fixture-lint", *args, cwd=repository)


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


@pytest.mark.parametrize("args", [[], ["--fix"]])
def test_try_repo_builds_installs_and_runs_the_hook(repository, tmp_path_factory, args):
    source = tmp_path_factory.mktemp("source")
    tracked = run(
        "git", "ls-files", "-co", "--exclude-standard", cwd=ROOT, check=True
    ).stdout.split("\n")
    for name in filter(None, tracked):
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    if args:
        manifest = source / ".pre-commit-hooks.yaml"
        manifest.write_text(manifest.read_text() + f"  args: {args}\n")
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "all"]):
        run("git", *command, cwd=source, check=True)
    file = write(repository, DIRTY)
    try_repo = ("pre-commit", "try-repo", str(source), "fixture-lint", "--files", FIXTURE)
    first = run(*try_repo, cwd=repository)
    assert first.returncode == 1, first.stdout + first.stderr
    assert "FX302 timestamp" in first.stdout
    if args:
        assert file.read_text() == TRACKED
        assert run(*try_repo, cwd=repository).returncode == 0
    else:
        assert file.read_text() == DIRTY
