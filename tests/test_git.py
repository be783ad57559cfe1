"""Versions of files in real repositories."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from repositories import commit, git, repository, write

from fixture_lint.documents import files
from fixture_lint.git import (
    Base,
    Changed,
    Unavailable,
    UnreadableVersion,
    Version,
    commit_base,
    open_base,
)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, as the current folder."""
    folder = repository(tmp_path / "repo")
    commit(folder, a_json="one\n", sub__b_json="two\n")
    monkeypatch.chdir(folder)
    for name in ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF", "GIT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return folder


def test_reads_the_version_of_head(repo):
    write(repo, "a.json", "changed\n")
    with commit_base() as base:
        assert base.name == "HEAD"
        assert base.read("a.json") == Version("a.json", b"one\n")
        assert base.read("sub/b.json") == Version("sub/b.json", b"two\n")
        assert base.read("new.json") is None
        assert base.read("sub") is None
        assert base.read("a.json/below") is None


def test_paths_relate_to_the_current_folder(repo, monkeypatch):
    monkeypatch.chdir(repo / "sub")
    with commit_base() as base:
        assert base.read("b.json").data == b"two\n"
        assert base.read("../a.json").data == b"one\n"
        assert base.read(str(repo / "a.json")).data == b"one\n"
        assert base.read("a.json") is None


NAMES = [
    "with space.json",
    " .json",
    "naïve-имя-文.json",
    "two\nlines.json",
    "end\r",
    "tab\t.json",
    '"quoted".json',
    "x missing",
    "x blob 3",
    "-dash.json",
    ":colon.json",
    "a\\b.json",
    "[ab]*.json",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_file_name(repo, name):
    write(repo, name, f"content of {name!r}")
    commit(repo)
    (repo / name).unlink()
    with open_base("HEAD") as base:
        assert base.read(name) == Version(name, f"content of {name!r}".encode())
        assert base.read("a.json").data == b"one\n"
        assert base.changed() == [Changed(name, None)]


def test_a_name_that_is_no_utf8(repo):
    name = os.fsdecode(b"caf\xe9.json")
    try:
        write(repo, name, "x")
    except OSError:
        pytest.skip("the file system takes no such name")
    commit(repo)
    write(repo, name, "y")
    with open_base("HEAD") as base:
        assert base.read(name).data == b"x"
        assert base.changed() == [Changed(name, name)]


@settings(max_examples=15)
@given(st.lists(st.binary(max_size=300), min_size=1, max_size=5))
def test_any_bytes_in_any_order(tmp_path_factory, contents):
    folder = repository(tmp_path_factory.mktemp("bytes"))
    for number, content in enumerate(contents):
        write(folder, f"{number}.json", content)
    commit(folder)
    with open_base("HEAD", folder=str(folder)) as base:
        for number in [*range(len(contents)), *reversed(range(len(contents)))]:
            assert base.read(f"{number}.json").data == contents[number]


def test_one_process_reads_everything_and_none_stays(repo, monkeypatch, tmp_path):
    log = tmp_path / "calls"
    shim = write(tmp_path, "bin/git", f'#!/bin/sh\necho "$@" >> {log}\nexec {_real_git()} "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim.parent}{os.pathsep}{os.environ['PATH']}")
    base = commit_base()
    assert not log.exists()
    for path in ("a.json", "sub/b.json") * 5:
        assert base.read(path) is not None
    assert log.read_text().count("\n") == 1
    base.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    base.close()
    assert base.read("a.json") is not None
    base.close()


def _real_git() -> str:
    return next(
        path for place in os.get_exec_path() if os.access(path := os.path.join(place, "git"), 1)
    )


LONG = "".join(f"line {number}\n" for number in range(30))


def test_renames_are_followed(repo):
    commit(repo, old_json=LONG, exact_json=LONG.replace("line", "other"))
    git(repo, "mv", "old.json", "sub/new.json")
    git(repo, "mv", "exact.json", "moved.json")
    write(repo, "sub/new.json", LONG.replace("line 3", "row 3"))
    with open_base("HEAD") as base:
        assert base.read("sub/new.json") == Version("old.json", LONG.encode())
        assert base.read("moved.json").path == "exact.json"
        assert base.changed() == [
            Changed("exact.json", "moved.json"),
            Changed("old.json", "sub/new.json"),
        ]


def test_a_staged_rename_that_was_written_anew(repo):
    commit(repo, old_json=LONG)
    git(repo, "mv", "old.json", "new.json")
    write(repo, "new.json", "nothing in common\n" * 30)
    with commit_base() as base:
        assert base.read("new.json") == Version("old.json", LONG.encode())


def test_renames_below_a_folder(repo, monkeypatch):
    commit(repo, sub__old_json=LONG)
    monkeypatch.chdir(repo / "sub")
    git(repo, "config", "diff.relative", "true")
    git(repo, "config", "diff.renames", "false")
    git(repo, "mv", "sub/old.json", "new.json")
    with open_base("HEAD") as base:
        assert base.read("../new.json") == Version("old.json", LONG.encode())
        assert base.changed() == [Changed("old.json", "../new.json")]


def test_what_has_changed(repo):
    commit(repo, gone_json="x", kept_json="y", untracked_json="z", _gitignore="ignored.json\n")
    (repo / "_gitignore").rename(repo / ".gitignore")
    commit(repo)
    write(repo, "a.json", "changed")
    write(repo, "added.json", "new")
    git(repo, "add", "added.json")
    write(repo, "unknown.json", "new")
    write(repo, "ignored.json", "new")
    (repo / "gone.json").unlink()
    git(repo, "rm", "-q", "--cached", "untracked.json")
    repository(repo / "nested")
    os.utime(repo / "kept.json")
    with open_base("HEAD") as base:
        assert base.changed() == [
            Changed("a.json", "a.json"),
            Changed(None, "added.json"),
            Changed("gone.json", None),
            Changed(None, "unknown.json"),
            Changed("untracked.json", "untracked.json"),
        ]


def test_the_base_is_where_the_branch_began(repo):
    git(repo, "checkout", "-qb", "work")
    commit(repo, a_json="mine")
    git(repo, "checkout", "-q", "main")
    commit(repo, a_json="theirs", other_json="theirs")
    git(repo, "checkout", "-q", "work")
    with open_base("main") as base:
        assert base.name == "main"
        assert base.read("a.json").data == b"one\n"
        assert base.changed() == [Changed("a.json", "a.json")]


def test_the_range_of_pre_commit(repo, monkeypatch):
    start = git(repo, "rev-parse", "HEAD").strip()
    end = commit(repo, a_json="second")
    commit(repo, a_json="third")
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", start)
    monkeypatch.setenv("PRE_COMMIT_TO_REF", end)
    with commit_base() as base:
        assert base.read("a.json").data == b"one\n"
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", "0" * 40)
    with pytest.raises(Unavailable, match="git fetch"):
        commit_base()


def test_no_base_outside_of_a_repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert commit_base() is None
    with pytest.raises(Unavailable, match="no git repository here"):
        open_base("HEAD")


def test_no_base_without_git(repo, monkeypatch):
    monkeypatch.setenv("PATH", str(repo))
    assert commit_base() is None
    with pytest.raises(Unavailable, match="git cannot be run"):
        open_base("HEAD")


def test_before_the_first_commit_everything_is_new(tmp_path, monkeypatch):
    monkeypatch.chdir(repository(tmp_path))
    write(tmp_path, "a.json", "x")
    git(tmp_path, "add", ".")
    write(tmp_path, "b.json", "x")
    with commit_base() as base:
        assert base.read("a.json") is None
        assert base.changed() == [Changed(None, "a.json"), Changed(None, "b.json")]
    with pytest.raises(Unavailable, match="no commit yet"):
        open_base("HEAD")


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("nowhere", "knows no revision nowhere here: `git fetch`"),
        ("main..main", "knows no revision"),
        ("HEAD:a.json", "knows no revision"),
        ("--all", "names no revision"),
        ("--output=x", "names no revision"),
        ("", "names no revision"),
        ("a\0b", "names no revision"),
    ],
)
def test_revisions_that_are_none(repo, revision, said):
    before = sorted(os.listdir(repo))
    with pytest.raises(Unavailable, match=said):
        open_base(revision)
    assert sorted(os.listdir(repo)) == before


def test_branches_with_nothing_in_common(repo):
    git(repo, "checkout", "-q", "--orphan", "alone")
    commit(repo, a_json="x")
    with pytest.raises(Unavailable, match="main have no common commit"):
        open_base("main")


def test_a_shallow_clone_says_what_to_fetch(repo, tmp_path):
    git(repo, "checkout", "-qb", "work")
    commit(repo, a_json="mine")
    git(repo, "checkout", "-q", "main")
    commit(repo, a_json="theirs")
    clone = tmp_path / "clone"
    url = f"file://{repo}"
    git(tmp_path, "clone", "-q", "--depth=1", "--no-single-branch", url, str(clone))
    git(clone, "checkout", "-q", "work")
    with pytest.raises(Unavailable, match=r"shallow clone.*--unshallow.*fetch-depth: 0"):
        open_base("origin/main", folder=str(clone))
    with open_base("HEAD", folder=str(clone)) as base:
        assert base.read("a.json").data == b"mine"


def test_a_repository_without_work_tree(tmp_path):
    folder = repository(tmp_path / "bare", "--bare")
    with pytest.raises(Unavailable, match="no work tree"):
        open_base("HEAD", folder=str(folder))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give")
def test_a_repository_of_somebody_else(repo):
    os.chown(repo, 12345, 12345)
    os.chown(repo / ".git", 12345, 12345)
    with pytest.raises(Unavailable, match=r"another user owns it.*safe\.directory"):
        open_base("HEAD")
    with commit_base() as base, pytest.raises(Unavailable, match="another user owns it"):
        base.read("a.json")


def test_links(repo):
    (repo / "inside.json").symlink_to("sub/b.json")
    (repo / "outside.json").symlink_to("/etc/hostname")
    (repo / "nowhere.json").symlink_to("none")
    (repo / "folder").symlink_to("sub")
    commit(repo)
    with open_base("HEAD") as base:
        assert base.read("inside.json").data == b"two\n"
        assert base.read("folder/b.json").data == b"two\n"
        assert base.read("nowhere.json") is None
        with pytest.raises(UnreadableVersion, match="link out of the repository"):
            base.read("outside.json")
        assert base.read("a.json").data == b"one\n"


def test_other_repositories_are_not_taken_for_new_files(repo, tmp_path):
    other = repository(tmp_path / "other")
    commit(other, x_json="x")
    git(repo, "submodule", "add", "-q", str(other), "module")
    commit(repo)
    write(repo, "module/x.json", "changed")
    outside = write(tmp_path, "outside.json", "x")
    with open_base("HEAD") as base:
        for path in ("module/x.json", str(outside), "../outside.json"):
            with pytest.raises(UnreadableVersion, match="another git repository"):
                base.read(path)
        assert base.read("a.json").data == b"one\n"
        assert base.changed() == []


def test_large_versions_and_pointers_are_not_read(repo, monkeypatch):
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 1\n"
    commit(repo, big_json="x" * (3 << 20), pointer_json=pointer)
    monkeypatch.setattr("fixture_lint.git.MAX_DOCUMENT", 2 << 20)
    with open_base("HEAD") as base:
        with pytest.raises(UnreadableVersion, match="larger than 2 MiB"):
            base.read("big.json")
        with pytest.raises(UnreadableVersion, match="Git LFS"):
            base.read("pointer.json")
        assert base.read("a.json").data == b"one\n"
    assert files.MAX_DOCUMENT == 32 << 20


def test_a_large_version_takes_no_memory(repo):
    commit(repo, big_json="x" * (80 << 20))
    probe = (
        "import resource, sys\n"
        "from fixture_lint.git import open_base, UnreadableVersion\n"
        "with open_base('HEAD') as base:\n"
        "    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "    try:\n        base.read('big.json')\n"
        "    except UnreadableVersion as error:\n        print(error)\n"
        "    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "    print(grown < 20 << 10)\n"
    )
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["in HEAD it is larger than 32 MiB", "True"]


def test_sha256_repositories(tmp_path):
    folder = repository(tmp_path, "--object-format=sha256")
    commit(folder, a_json=LONG)
    git(folder, "mv", "a.json", "b.json")
    with open_base("HEAD", folder=str(folder)) as base:
        assert base.read("b.json") == Version("a.json", LONG.encode())


def test_a_work_tree_of_its_own(repo, tmp_path):
    git(repo, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "work")
    with open_base("main", folder=str(tmp_path / "tree")) as base:
        assert base.read("a.json").data == b"one\n"


def test_a_reader_that_ends_is_no_silence(repo):
    base = Base("HEAD", "HEAD")
    assert base.read("a.json") is not None
    base._process.kill()
    base._process.wait()
    with pytest.raises(Unavailable, match="git ended while HEAD was read"):
        base.read("a.json")


def test_nothing_is_written_to_the_repository(repo):
    write(repo, "a.json", "changed\n")
    write(repo, "unknown.json", "new\n")
    before = git(repo, "ls-files", "--stage"), git(repo, "status", "--porcelain")
    with open_base("HEAD") as base:
        base.changed()
        base.read("unknown.json")
    assert (git(repo, "ls-files", "--stage"), git(repo, "status", "--porcelain")) == before
    assert not list((repo / ".git").glob("*.lock"))
