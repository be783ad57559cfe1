"""Rules over several fixtures, through the command line, in real git repositories, and compared
with what they would find by comparing each fixture with each."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from conftest import KNOWN_RULES, Result, make_run
from conversations import TRACKED, clean_texts, conversation
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.checks.likeness import first_alike
from fixture_lint.documents.screen import by_json, by_orjson
from fixture_lint.documents.tree import Document
from fixture_lint.kinds.digest import digest
from fixture_lint.reading import documents
from fixture_lint.summaries import add_file, of_document, of_values

Lint = Callable[..., Result]

TEXT = {"from": "user", "text": "where is parcel P7?"}
CALL = {"from": "assistant", "calls": [{"ref": "c1", "tool": "track", "args": {"code": "P7"}}]}


def tracked(output: dict[str, Any], *turns: dict[str, Any], **meta: Any) -> str:
    """A conversation with one call, two leaves beside the output and one a turn more."""
    result = {"from": "tools", "results": [{"ref": "c1", "output": output}]}
    return conversation(TEXT, CALL, result, *turns, **meta)


def write(folder: Path, name: str, text: str) -> None:
    """A fixture with a note of its own, if it still has the one of all."""
    note = "carrier reports a delay; the agent informs and offers a refund"
    path = folder / name
    stem = path.name.split(".")[0]
    path.parent.mkdir(parents=True, exist_ok=True)
    text = text.replace(note, f"{note}, as in {stem}").replace('"late-parcel"', f'"{stem}"', 1)
    path.write_text(text, encoding="utf-8")


def places(result: Result) -> list[tuple[str, str]]:
    files = result.report["files"]
    return [(f["code"], file["path"]) for file in files for f in file["findings"]]


def messages(result: Result) -> list[str]:
    return [f["message"] for file in result.report["files"] for f in file["findings"]]


LEAVES = dict.fromkeys(("depot", "van", "days", "slot", "crate", "label", "route", "side"), 1)


def test_nine_of_ten_equal_leaves_are_a_finding_and_eight_are_none(project, lint):
    write(project, "a/early.json", tracked(LEAVES))
    write(project, "a/nine.json", tracked(LEAVES | {"van": 2}))
    write(project, "b/eight.json", tracked(LEAVES | {"van": 3, "days": 3}))
    result = lint("--output-format", "json", "a", "b")
    assert places(result) == [("FX711", "a/nine.json")]
    assert messages(result) == [
        "Same calls as a/early.json and 90 % equal leaves; derive the variant in the test"
    ]
    (found,) = result.report["files"][0]["findings"]
    assert (found["severity"], found["line"], found["column"], found["fix"]) == (
        *("warning", 1, 1),
        None,
    )


def test_the_share_is_that_of_the_larger_one(project, lint):
    write(project, "a/early.json", tracked(LEAVES))
    write(project, "a/more.json", tracked(LEAVES | {"weight": 1}))  # 10 of 11
    write(project, "b/early.json", tracked(LEAVES))
    write(project, "b/most.json", tracked(LEAVES | {"weight": 1, "height": 1}))  # 10 of 12
    assert places(lint("--output-format", "json", "a")) == [("FX711", "a/more.json")]
    assert places(lint("--output-format", "json", "b")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"late"', '"Late"'),
        ("null", '""'),
        ("null", "{}"),
        ("null", "false"),
        ("2", '"2"'),
        ("1", "true"),
        ("2", "2.0"),
        ("[]", "{}"),
        ('"\u00e9"', '"e\u0301"'),
        ("[1, 2]", "[2, 1]"),
        ('{"a": 1}', '{"b": 1}'),
        ("-1", "-2"),
    ],
)
def test_leaves_that_differ(project, lint, old, new):
    write(project, "a/early.json", tracked({"state": json.loads(old)}))
    write(project, "a/late.json", tracked({"state": json.loads(new)}))
    assert places(lint("--output-format", "json", ".")) == []


def test_refs_and_the_order_of_keys_do_not_count(project, lint):
    write(project, "a/early.json", tracked({"state": "late", "days": 2}))
    write(project, "a/late.json", tracked({"days": 2, "state": "late"}).replace('"c1"', '"c2"'))
    result = lint("--output-format", "json", "--select", "FX711", ".")
    assert places(result) == [("FX711", "a/late.json")]


def test_how_a_fraction_is_spelled_does_not_count(project, lint):
    write(project, "a/early.json", tracked({"days": 1.5}))
    write(project, "a/late.json", tracked({"days": 1.5}).replace("1.5", "1.50"))
    write(project, "a/later.json", tracked({"days": 1.5}).replace("1.5", "15e-1"))
    result = lint("--output-format", "json", "--select", "FX711", ".")
    assert [path for _, path in places(result)] == ["a/late.json", "a/later.json"]


def test_each_fixture_is_reported_once_with_the_first_that_is_like_it(project, lint):
    for number in (3, 1, 2, 4):
        write(project, f"a/parcel-{number}.json", TRACKED)
    result = lint("--output-format", "json", ".")
    assert [path for _, path in places(result)] == [f"a/parcel-{n}.json" for n in (2, 3, 4)]
    assert {m.split(" and ")[0] for m in messages(result)} == {"Same calls as a/parcel-1.json"}


def test_what_is_compared_is_what_fixing_leaves(project, lint):
    write(project, "a/early.json", TRACKED)
    dirty = TRACKED.replace('"from": "user",', '"created": 1773483871,\n      "from": "user",')
    write(project, "a/late.json", dirty)
    assert sorted(lint("--output-format", "json", ".").found) == ["FX302", "FX711"]
    diff = lint("--diff", "--output-format", "json", ".")
    assert diff.found == ["FX711"]
    assert "created" in (project / "a/late.json").read_text()
    assert lint("--fix", "--output-format", "json", ".").found == ["FX711"]
    assert "created" not in (project / "a/late.json").read_text()


def test_file_names_alone_are_not_compared(project, lint):
    write(project, "a/early.json", TRACKED)
    write(project, "a/late.json", TRACKED)
    assert lint("a/early.json", "a/late.json").code == 0
    assert lint("a").code == 1


def test_the_same_note_is_found_at_its_place(project, lint):
    note = "courier rings twice; the agent offers a new slot"
    first = conversation(TEXT, scenario="early", note=note)
    second = conversation(
        {"from": "user", "text": "hi"}, scenario="late", note=f"Courier  {note[8:]}"
    )
    write(project, "a/early.json", first)
    write(project, "a/late.json", second)
    result = lint("--output-format", "json", ".")
    (found,) = result.report["files"][0]["findings"]
    assert (found["code"], found["severity"], found["pointer"]) == (
        "FX205",
        "warning",
        "/meta/note",
    )
    assert found["message"].endswith("same note as a/early.json")
    assert found["line"] == 7
    assert "Courier" in lint(".").out


def test_a_note_that_says_nothing_is_reported_once(project, lint):
    for name in ("early", "late"):
        write(project, f"a/{name}.json", conversation(TEXT, scenario=name, note="TODO"))
    result = lint("--output-format", "json", ".")
    assert result.found == ["FX205", "FX205"]
    assert all("placeholder" in message for message in messages(result))


def test_contradictions_are_found_where_they_are_selected(project, lint):
    answers = ["It is late.", "It is lost.", "It is late."]
    for number, answer in enumerate(answers):
        turns = ({"from": "user", "text": "where?"}, {"from": "assistant", "text": answer})
        write(project, f"a/parcel-{number}.json", conversation(*turns))
    assert lint("--output-format", "json", ".").found == []
    result = lint("--output-format", "json", "--select", "FX712", ".")
    assert places(result) == [("FX712", "a/parcel-1.json"), ("FX712", "a/parcel-2.json")]
    assert ["parcel-0" in m for m in messages(result)] == [True, False]


def test_nearly_equal_fixtures_are_not_called_contradicting_too(project, lint):
    write(project, "a/early.json", tracked(LEAVES))
    write(project, "a/late.json", tracked(LEAVES | {"van": 2}))
    result = lint("--output-format", "json", "--select", "FX711,FX712", ".")
    assert result.found == ["FX711"]


def test_lines_of_json_lines_are_conversations_of_their_own(project, lint):
    lines = [json.dumps(json.loads(TRACKED)) for _ in range(2)]
    lines.insert(1, "{broken")
    (project / "a").mkdir()
    (project / "a" / "all.jsonl").write_text("\n".join(lines) + "\n")
    result = lint("--output-format", "json", "--select", "FX711,FX101", ".")
    (file,) = result.report["files"]
    assert [(f["code"], f["line"]) for f in file["findings"]] == [("FX101", 2), ("FX711", 3)]
    assert "Same calls as a/all.jsonl:1" in file["findings"][1]["message"]


def test_conversations_of_a_list_and_in_yaml_are_compared(project, lint):
    write(project, "a/all.json", f"[{TRACKED}, {TRACKED}]")
    (project / "a" / "other.yaml").write_text(json.dumps(json.loads(TRACKED)))
    result = lint("--output-format", "json", "--select", "FX711", ".")
    assert places(result) == [("FX711", "a/all.json"), ("FX711", "a/other.yaml")]
    assert result.report["files"][0]["findings"][0]["pointer"] == "/1"


def test_per_file_ignores_hold_and_are_used(project, lint):
    (project / "fixture-lint.toml").write_text('[per-file-ignores]\n"late.json" = ["FX711"]\n')
    write(project, "fixtures/early.json", TRACKED)
    write(project, "fixtures/late.json", TRACKED)
    assert lint().code == 0
    (project / "fixtures/early.json").unlink()
    assert "FX003" in lint().out


def test_a_pair_is_accepted_by_its_fingerprint(project, lint):
    config = f'salt = "{"ab" * 16}"\n'
    (project / "fixture-lint.toml").write_text(config)
    write(project, "fixtures/early.json", TRACKED)
    write(project, "fixtures/late.json", TRACKED)
    result = lint("--output-format", "json")
    fingerprint = result.report["files"][0]["findings"][0]["fingerprint"]
    entry = {"rule": "FX711", "path": "fixtures/late.json", "fingerprint": fingerprint}
    lines = [f'{key} = "{value}"' for key, value in (entry | {"reason": "a pair"}).items()]
    (project / "fixture-lint.toml").write_text(config + "[[allow]]\n" + "\n".join(lines) + "\n")
    assert lint().code == 0


def test_no_output_shows_what_is_private(project, lint):
    secret = "alice.parker@mail-of-alice.net"
    turns = ({"from": "user", "text": f"I am {secret}"}, {"from": "assistant", "text": "Hello."})
    for name in ("early", "late"):
        write(project, f"a/{name}.json", conversation(*turns, CALL, note=f"mail of {secret}"))
    for form in ("text", "json", "sarif", "markdown", "github"):
        assert "alice" not in lint("--select", "FX711,FX205", "--output-format", form, ".").out


@given(st.lists(st.lists(st.integers(0, 30), max_size=14), max_size=14), st.sampled_from([60, 90]))
def test_the_first_alike_is_the_one_that_comparing_each_with_each_finds(sets, percent):
    expected: list[int | None] = []
    for index, one in enumerate(sets):
        alike = [
            other
            for other in range(index)
            if one and 100 * len({*one} & {*sets[other]})
            >= percent * max(len({*one}), len({*sets[other]}))
        ]  # fmt: skip
        expected.append(alike[0] if alike else None)
    assert [a.other if a else None for a in first_alike(sets, percent)] == expected


@given(st.data())
def test_the_first_alike_is_found_among_sets_that_are_nearly_equal(data):
    base = list(range(20))
    edits = st.lists(st.tuples(st.integers(0, 19), st.integers(20, 24)), max_size=4)
    sets = []
    for changes in data.draw(st.lists(edits, max_size=12)):
        made = list(base)
        for place, value in changes:
            made[place] = value * 100 + place
        sets.append(made)
    for index, alike in enumerate(first_alike(sets, 90)):
        shared = [len({*sets[index]} & {*sets[other]}) for other in range(index)]
        assert (alike.other if alike else None) == next(
            (other for other, count in enumerate(shared) if count >= 18), None
        )


@given(clean_texts())
def test_the_values_and_the_tree_of_a_file_give_the_same_summary(text):
    data = text.encode()
    (document,) = documents(data, "late.json", make_run())
    assert isinstance(document, Document)
    expected = list(of_document(document, make_run()))
    assert len(expected) == 1
    for read in (by_json, by_orjson):
        values = read(data)
        if values is not None:
            assert list(of_values(values, "late.json")) == expected


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**63), 2**64 - 1))
def test_numbers_give_the_same_summary_however_they_are_printed(number):
    values = json.loads(tracked({"n": 0}))
    values["turns"][2]["results"][0]["output"]["n"] = number
    data = orjson.dumps(values, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    (document,) = documents(data, "late.json", make_run())
    assert isinstance(document, Document)
    assert list(of_document(document, make_run())) == list(of_values(by_orjson(data), "late.json"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["meta", "turns", "from", "text", "calls", "results", "ref", "args", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(["meta", "turns"]), JSON, max_size=2))
def test_conversations_of_any_shape_have_a_digest(values):
    assert digest(values) == digest(json.loads(json.dumps(values)))


# repo


def repo(lint: Lint, *argv: str) -> Result:
    return lint("repo", "--output-format", "json", *argv)


def test_repo_runs_only_the_rules_over_several_fixtures(project, lint):
    write(project, "fixtures/early.json", TRACKED)
    write(project, "fixtures/late.json", TRACKED.rstrip("\n"))
    write(project, "fixtures/broken.json", '{"turns": ')
    write(project, "elsewhere/late.json", TRACKED)
    result = repo(lint)
    assert (result.code, places(result)) == (1, [("FX711", "fixtures/late.json")])
    assert result.report["summary"]["checked"] == 2
    assert result.report["summary"]["unreadable"] == 1


def test_repo_checks_what_it_is_given(project, lint):
    write(project, "a/early.json", TRACKED)
    write(project, "a/late.json", TRACKED)
    assert repo(lint, "a").code == repo(lint, "a/early.json", "a/late.json").code == 1
    assert repo(lint, "a/early.json").code == 0
    missing = repo(lint, "a", "gone")
    assert ("FX005", "gone") in places(missing)


def test_repo_with_nothing_to_compare_says_so(project, lint):
    result = lint("repo")
    assert (result.code, "no conversation" in result.err) == (4, True)
    assert lint("repo", "--allow-empty").code == 0
    assert lint("repo", "--select", "FX3").code == 2
    assert lint("repo", "--bse", "main").code == 2


def git(folder: Path, *command: str) -> None:
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for who in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{who}_NAME": "dev", f"GIT_{who}_EMAIL": "dev@example.invalid"}
    subprocess.run(["git", *command], cwd=folder, env=env, capture_output=True, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-qnm", "change")


def scenario(number: int, answer: str, **answered: Any) -> str:
    turns = ({"from": "user", "text": f"where is parcel P{number}?"},
             {"from": "assistant", "text": answer, **answered})  # fmt: skip
    return conversation(*turns)


@pytest.fixture
def repository(project: Path) -> Path:
    """Nine scenarios on a branch."""
    git(project, "init", "-q", "-b", "main")
    for number in range(9):
        write(project, f"fixtures/parcel-{number}.json", scenario(number, "It is late."))
    commit(project)
    git(project, "checkout", "-qb", "branch")
    return project


def record(folder: Path, *numbers: int) -> None:
    for number in numbers:
        write(folder, f"fixtures/parcel-{number}.json", scenario(number, "It is lost."))


def test_several_scenarios_recorded_again_are_info_at_a_commit(repository, lint):
    record(repository, *range(1, 9))
    result = repo(lint)
    assert (result.code, places(result)) == (0, [("FX702", "fixtures/parcel-1.json")])
    assert messages(result) == [
        "8 scenarios changed behaviour in one commit: this one, parcel-2, parcel-3, parcel-4, "
        "parcel-5, parcel-6 and 2 more; record one at a time"
    ]
    commit(repository)
    assert repo(lint).found == []


def test_they_are_a_warning_against_a_base(repository, lint):
    for number in (1, 2):
        record(repository, number)
        commit(repository)
    result = repo(lint, "--base", "main")
    assert (result.code, places(result)) == (1, [("FX702", "fixtures/parcel-1.json")])
    assert "2 scenarios changed behaviour since main: this one, parcel-2;" in messages(result)[0]
    assert repo(lint, "--base", "main", "--ignore", "FX702").code == 0
    assert repo(lint, "--base", "main", "fixtures/parcel-1.json").code == 0


def test_a_run_over_the_whole_set_judges_the_change_too(repository, lint):
    record(repository, 1, 2)
    for arguments in ((), ("fixtures",)):
        result = lint("--output-format", "json", "--base", "main", *arguments)
        assert ("FX702", "fixtures/parcel-1.json") in places(result)
    for arguments in (("--base", "main", "fixtures/parcel-1.json", "fixtures/parcel-2.json"), ()):
        assert "FX702" not in lint("--output-format", "json", *arguments).found


def test_one_recording_beside_cleaned_and_new_fixtures_is_none(repository, lint):
    for number in (3, 4, 5):
        dirty = scenario(number, "It is late.", usage={"total_tokens": number})
        write(repository, f"fixtures/parcel-{number}.json", dirty)
    commit(repository)
    for number in (3, 4, 5):
        write(repository, f"fixtures/parcel-{number}.json", scenario(number, "It is late."))
    record(repository, 1, 20, 21)
    (repository / "fixtures/parcel-8.json").unlink()
    assert repo(lint).found == []


def test_ignored_scenarios_do_not_count(repository, lint):
    (repository / "fixture-lint.toml").write_text(
        '[per-file-ignores]\n"parcel-2.json" = ["FX702"]\n'
    )
    record(repository, 1, 2)
    assert repo(lint).found == []


def test_lines_of_json_lines_are_paired_by_their_scenarios(repository, lint):
    def lines(*names: str, answer: str) -> str:
        made = [{"meta": {"scenario": name}, "turns": [{"from": "user", "text": name},
                {"from": "assistant", "text": answer}]} for name in names]  # fmt: skip
        return "".join(json.dumps(line) + "\n" for line in made)

    path = repository / "fixtures" / "all.jsonl"
    path.write_text(lines("a", "b", "c", answer="yes"))
    commit(repository)
    path.write_text(lines("c", "new", "a", "b", answer="yes"))
    assert repo(lint).found == []
    path.write_text(lines("c", answer="yes") + lines("a", "b", answer="no"))
    result = repo(lint)
    assert result.found == ["FX702"]
    assert result.report["files"][0]["findings"][0]["line"] == 2
    assert "this one, all:3;" in messages(result)[0]


def test_a_base_that_cannot_be_read_is_a_mistake_only_if_it_was_asked_for(project, lint):
    write(project, "fixtures/early.json", TRACKED)
    assert repo(lint).code == 0
    result = repo(lint, "--base", "main")
    assert (result.code, "--base main:" in result.err) == (2, True)
    git(project, "init", "-q", "-b", "main")
    assert repo(lint).code == 0
    assert repo(lint, "--base", "main").code == 2


def test_other_lines_of_a_broken_file_are_read(tmp_path):
    path = tmp_path / "all.jsonl"
    path.write_text(json.dumps(json.loads(TRACKED)) + "\n{turns\n")
    found: list[Any] = []
    assert (add_file(str(path), make_run(), found), len(found)) == (False, 1)


def test_rules_over_several_fixtures_never_have_a_fix():
    across = [rule for rule in KNOWN_RULES if rule.check.startswith(("across.", "commit."))]
    assert {rule.code for rule in across} == {"FX702", "FX711", "FX712"}
    assert all(rule.safety is None for rule in across)
