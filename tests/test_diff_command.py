"""``fixture-lint diff`` in real folders and repositories, and as git calls it."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest
from repositories import commit, git, repository, write

BIN = Path(sys.executable).parent
TOOL = shlex.quote(str(BIN / "fixture-lint"))


def conversation(name: str = "refund", note: str = "policy allows it; happy path", **edit: object):
    """A small recording; ``edit`` replaces what the model said, or an argument."""
    call = {"ref": "c1", "tool": "make_booking", "args": {"order": "77140", "cents": 1499}}
    call["args"] |= {key: value for key, value in edit.items() if key in call["args"]}
    value = {
        "meta": {"scenario": name, "recorded": "2026-03-14", "provider": "chat-completions",
                 "model": "recorded-from-staging", "note": note},
        "turns": [
            {"from": "user", "text": "kettle 7714 no longer heats"},
            {"from": "assistant", "calls": [call]},
            {"from": "tools", "results": [{"ref": "c1", "output": {"state": "done"}}]},
            {"from": "assistant", "text": edit.get("text", "I have booked EUR 14.99.")},
        ],
    }  # fmt: skip
    if "id" in edit:
        value["turns"][1]["id"] = edit["id"]
    return json.dumps(value, indent=2) + "\n"


OLD = conversation()
NEW = conversation(cents=1299, text="I have booked EUR 12.99.")
NOISE = [conversation(id=f"msg_01{part}9mPq7ZrT4xW2") for part in ("Kd93", "Qa41")]
SPACED = json.dumps(json.loads(OLD)) + "\n"
BROKEN = f"<<<<<<< HEAD\n{OLD}=======\n{NEW}>>>>>>> work\n"


@pytest.fixture
def repo(project: Path) -> Path:
    """A repository with three fixtures in its first commit, as the current folder."""
    repository(project)
    for name in ("refund", "noisy", "same"):
        write(project, f"tests/fixtures/{name}.json", OLD.replace('"refund"', f'"{name}"'))
    write(project, "tests/fixtures/noisy.json", NOISE[0].replace('"refund"', '"noisy"'))
    write(project, "package.json", "{}")
    commit(project)
    return project


def change(repo: Path, name: str = "refund", text: str = NEW) -> Path:
    return write(repo, f"tests/fixtures/{name}.json", text.replace('"refund"', f'"{name}"'))


def test_two_files(lint, project):
    write(project, "old.json", OLD)
    write(project, "new.json", NEW)
    result = lint("diff", "old.json", "new.json")
    assert result.code == 1
    assert result.out.splitlines() == [
        "refund   recorded 2026-03-14   model behaviour CHANGED",
        "   new.json",
        "   user  kettle 7714 no longer heats",
        "~  c1    make_booking  cents 1499 → 1299",
        '   c1 ↳  state="done"',
        '"  say   "I have booked EUR 14.99." → "I have booked EUR 12.99."',
        '   ! note unchanged (FX706): "policy allows it; happy path"',
        "   raw diff: 4 lines; 2 changes shown",
        "",
        "Decide for each change: improvement or regression?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        (OLD, OLD, 0, "1 fixture: 1 unchanged (refund)"),
        (OLD, NEW, 1, "model behaviour CHANGED"),
        (NOISE[0], NOISE[1], 5, "1 noise only (FX701 refund: 1 id)"),
        (OLD, SPACED, 0, "1 layout only (refund)"),
        (NOISE[0], OLD, 0, "1 clean-up only (refund)"),
        (OLD, BROKEN, 1, "not compared: new version: line 1: File is not valid JSON: merge"),
        (BROKEN, OLD, 1, "not compared: old version: line 1"),
        (OLD, "", 1, "not compared: new version"),
        (OLD, b"\x89PNG\r\n\x1a\n\0\0", 1, "not compared: new version: line 1: File is not valid"),
        (OLD, OLD.encode("utf-16"), 1, "the file is UTF-16"),
        (OLD, '{"x": 1}', 1, "not compared"),
        ('{"x": 2}', '{"x": 1}', 4, "not compared"),
    ],
)
def test_exit_codes(lint, project, old, new, code, said):
    write(project, "old.json", old)
    write(project, "new.json", new)
    result = lint("diff", "old.json", "new.json")
    assert (result.code, said in result.out) == (code, True), result
    reported = lint("diff", "old.json", "new.json", "--report-only")
    assert (reported.code, reported.out) == (0 if code in (1, 5) else code, result.out)


def test_what_only_one_side_has(lint, project):
    write(project, "new.json", NEW)
    assert lint("diff", os.devnull, "new.json").out.startswith("refund   new fixture\n")
    assert lint("diff", "new.json", os.devnull).out.startswith("refund   deleted\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give two versions"),
        (["a.json"], "give two versions"),
        (["a.json"] * 3, "give two versions"),
        (["a.json", "none.json"], "none.json: no such file or folder"),
        (["a.json", "folder"], "a file and a folder cannot be compared"),
        (["empty", "folder"], "there is no fixture in these folders"),
        ([os.devnull, os.devnull], "there is no version"),
        (["--base", "HEAD"], "there is no git repository here"),
        (["--base", "--all"], "expected one argument"),
        (["--textconv"], "--textconv takes one file"),
        (["--textconv", "a.json", "--base", "HEAD"], "--textconv takes one file"),
        (["--output-format", "sarif", "a.json", "a.json"], "invalid choice"),
    ],
)
def test_usage_errors(lint, project, arguments, said):
    write(project, "a.json", OLD)
    for folder in ("folder", "empty"):
        (project / folder).mkdir()
    result = lint("diff", *arguments)
    assert result.code == 2
    assert said in result.err
    assert result.out == ""


def test_two_folders(lint, project):
    for folder, text in (("before", OLD), ("after", NEW)):
        write(project, f"{folder}/deep/refund.json", text)
        write(project, f"{folder}/same.yaml", OLD)
        write(project, f"{folder}/picture.png", folder)
    write(project, "before/gone.json", OLD)
    write(project, "after/added.json", OLD)
    result = lint("diff", "before", "after", "--output-format", "json")
    assert result.code == 1
    states = {Path(f["path"]).as_posix(): f["state"] for f in result.report["files"]}
    assert states == {
        "after/added.json": "added",
        "after/deep/refund.json": "changed",
        "before/gone.json": "deleted",
        "after/same.yaml": "same",
    }


def test_the_work_tree_against_a_base(lint, repo):
    change(repo)
    change(repo, "noisy", NOISE[1])
    write(repo, "package.json", '{"a": 1}')
    result = lint("diff", "--base", "HEAD")
    assert result.code == 1
    assert "refund   recorded 2026-03-14   model behaviour CHANGED" in result.out
    assert "1 other fixture: 1 noise only (FX701 noisy: 1 id)" in result.out
    assert "package.json" not in result.out
    assert "same" not in result.out


def test_only_what_is_named(lint, repo, monkeypatch):
    change(repo)
    change(repo, "noisy", NOISE[1])
    write(repo, "package.json", '{"a": 1}')
    assert lint("diff", "--base", "HEAD", "tests/fixtures/noisy.json").code == 5
    same = lint("diff", "--base", "HEAD", "tests/fixtures/same.json")
    assert (same.code, same.out) == (0, "1 fixture: 1 unchanged (same)\n")
    assert lint("diff", "--base", "HEAD", "tests/").code == 1
    assert "package.json: not compared" in lint("diff", "--base", "HEAD", ".").out
    assert lint("diff", "--base", "HEAD", "package.json").code == 4
    missing = lint("diff", "--base", "HEAD", "tests/none.json")
    assert (missing.code, missing.out) == (2, "")
    assert "tests/none.json: neither here nor in HEAD" in missing.err
    monkeypatch.chdir(repo / "tests")
    assert lint("diff", "--base", "HEAD", "fixtures/noisy.json").code == 5
    assert lint("diff", "--base", "HEAD", str(repo / "tests/fixtures/noisy.json")).code == 5
    assert "package.json: not" in lint("diff", "--base", "HEAD", "../package.json").out


def test_nothing_has_changed(lint, repo):
    result = lint("diff", "--base", "main")
    assert (result.code, result.out) == (0, "no fixture differs from main\n")
    assert lint("diff", "--base", "main", "--output-format", "markdown").out == ""
    assert lint("diff", "--base", "main", "--output-format", "json").report["files"] == []
    (repo / "empty").mkdir()
    assert lint("diff", "--base", "main", "empty").code == 2


def test_a_branch_against_where_it_began(lint, repo):
    git(repo, "checkout", "-qb", "work")
    change(repo)
    commit(repo)
    git(repo, "checkout", "-q", "main")
    change(repo, "same", NEW)
    commit(repo)
    git(repo, "checkout", "-q", "work")
    result = lint("diff", "--base", "main", "--output-format", "json")
    assert [file["path"] for file in result.report["files"]] == ["tests/fixtures/refund.json"]


def test_added_deleted_and_renamed(lint, repo):
    git(repo, "mv", "tests/fixtures/same.json", "tests/fixtures/renamed.json")
    (repo / "tests/fixtures/noisy.json").unlink()
    change(repo, "late-parcel", OLD)
    change(repo, "broken", BROKEN)
    result = lint("diff", "--base", "HEAD")
    assert result.code == 1
    assert "late-parcel   new fixture\n" in result.out
    assert "noisy   deleted\n" in result.out
    assert "tests/fixtures/broken.json: not compared: added file: line 1" in result.out
    renamed = "tests/fixtures/same.json → tests/fixtures/renamed.json"
    assert f"1 fixture: 1 renamed only ({renamed})" in result.out
    (repo / "tests/fixtures/broken.json").unlink()
    assert lint("diff", "--base", "HEAD").code == 0


def test_versions_that_cannot_be_read_are_told(lint, repo, tmp_path_factory):
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'0' * 64}\nsize 1\n"
    change(repo, "pointer", pointer)
    commit(repo)
    change(repo, "pointer", OLD)
    outside = write(tmp_path_factory.mktemp("outside"), "x.json", OLD)
    (repo / "tests/fixtures/link.json").symlink_to(outside)
    result = lint("diff", "--base", "HEAD")
    assert result.code == 1
    assert "pointer.json: not compared: in HEAD it is a pointer of Git LFS" in result.out
    assert "link.json: not compared: link out of the tree; not followed" in result.out


def test_every_rename_of_a_hostile_name(lint, repo):
    name = "tests/fixtures/\x1b[31m\n::error::@all.json"
    write(repo, name, NEW)
    for form in ("text", "markdown", "json"):
        out = lint("diff", "--base", "HEAD", "--output-format", form).out
        assert "\x1b" not in out
        assert not any(line.startswith("::") for line in out.splitlines())


def test_secrets_and_personal_data_are_not_shown(lint, project):
    key = "sk-" + "ant-api03-" + "Zq8Lw2Rt6Yx4Nv1Mb7Kc" * 4
    private = "jane.roe@posteo.de"
    write(project, "old.json", conversation(text=f"Your key is {key}, {private}."))
    write(project, "new.json", conversation(text=f"The key is {key}, {private}!", order=private))
    for form in ("text", "markdown", "json"):
        out = lint("diff", "old.json", "new.json", "--output-format", form).out
        assert "make_booking" in out
        assert key[12:20] not in out
        assert private not in out
    shown = lint("diff", "--textconv", "new.json").out
    assert key[12:20] not in shown
    assert private not in shown


def test_colour(lint, project, monkeypatch):
    write(project, "old.json", OLD)
    write(project, "new.json", NEW)
    assert "\x1b[" not in lint("diff", "old.json", "new.json").out
    assert "\x1b[1;31m" in lint("diff", "old.json", "new.json", "--color", "always").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in lint("diff", "old.json", "new.json", "--color", "auto").out


def test_help_teaches(lint):
    out = lint("diff", "--help").out
    assert "fixture-lint diff --base origin/main" in out
    assert "exit codes: 0 no behaviour has changed; 1 it has" in out


def test_textconv_prints_the_steps(lint, project):
    write(project, "a.json", NEW)
    result = lint("diff", "--textconv", "a.json")
    assert (result.code, result.out.splitlines()) == (
        0,
        [
            "scenario: refund",
            "recorded: 2026-03-14",
            "note: policy allows it; happy path",
            "",
            "user  kettle 7714 no longer heats",
            'c1  make_booking(order="77140", cents=1299)',
            'c1 ↳  state="done"',
            "say  I have booked EUR 12.99.",
        ],
    )
    for data in (BROKEN, '{"x": 1}', "", b"\xff\xfe"):
        write(project, "b.json", data)
        assert lint("diff", "--textconv", "b.json").code == 0


def test_git_diff_shows_steps_with_textconv(repo):
    git(repo, "config", "diff.fixture.textconv", f"{TOOL} diff --textconv")
    write(repo, ".gitattributes", "tests/fixtures/** diff=fixture\n")
    change(repo)
    change(repo, "noisy", NOISE[1])
    shown = git(repo, "diff")
    lines = [line for line in shown.splitlines() if line[:1] in "+-" and line[1:2] not in "+-"]
    assert lines == [
        '-c1  make_booking(order="77140", cents=1499)',
        '+c1  make_booking(order="77140", cents=1299)',
        "-say  I have booked EUR 14.99.",
        "+say  I have booked EUR 12.99.",
    ]
    change(repo, "same", BROKEN)
    assert "merge conflict marker" in git(repo, "diff")
    commit(repo)
    assert "cents=1299" in git(repo, "log", "-p")


def test_git_diff_shows_the_review_with_a_command(repo):
    git(repo, "config", "diff.fixture.command", f"{TOOL} diff --report-only")
    write(repo, ".gitattributes", "tests/fixtures/** diff=fixture\n")
    change(repo)
    (repo / "tests/fixtures/noisy.json").unlink()
    git(repo, "mv", "tests/fixtures/same.json", "tests/fixtures/other.json")
    change(repo, "other", NEW.replace('"refund"', '"same"'))
    shown = git(repo, "diff", "-M", "HEAD")
    assert "~  c1    make_booking  cents 1499 → 1299" in shown
    assert "noisy   deleted" in shown
    assert "tests/fixtures/same.json → tests/fixtures/other.json" in shown
    assert "/tmp" not in shown


def test_git_difftool(repo):
    git(repo, "config", "difftool.fixture.cmd", f'{TOOL} diff "$LOCAL" "$REMOTE"')
    change(repo)
    assert "cents 1499 → 1299" in git(repo, "difftool", "-y", "-t", "fixture")
    change(repo, "same", NEW)
    folders = git(repo, "difftool", "--dir-diff", "-t", "fixture")
    assert folders.count("cents 1499 → 1299") == 2


def test_the_documented_table_of_classes():
    from fixture_lint.behaviour.classes import CLASSES

    page = (Path(__file__).parent.parent / "docs" / "diff.md").read_text(encoding="utf-8")
    rows = [f"| {c.name} | `{c.mark}` | {c.exit} | {c.meaning} |" for c in CLASSES]
    assert [line for line in page.splitlines() if line.startswith("| ") and "-" in line][
        -len(rows) :
    ] == rows
