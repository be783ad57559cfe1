"""``write_fixture``: what a recorder writes is clean, changes no more than it must, and holds no
secret at any moment."""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conversations import clean_texts
from hypothesis import given, settings
from hypothesis import strategies as st

from fixture_lint import fix_text, lint_text, recorder
from fixture_lint.detectors.samples import sample
from fixture_lint.documents import files
from fixture_lint.recorder import (
    NothingRecorded,
    Recorded,
    RecordingRefused,
    SchemaError,
    SecretRefused,
    write_fixture,
)

PATH = "fixtures/late-parcel.json"
NOTE = "carrier reports a delay; the agent informs and offers a refund"
DAY = "2026-03-14"
LATER = "2026-05-01"


def recording(
    *before: Mapping[str, Any], number: int = 1, days: int = 2, **changes: Any
) -> dict[str, Any]:
    """A conversation as a recorder has it: with the provider's ids, times and counts, of which
    each number has others."""
    id_ = f"call_{random.Random(number).getrandbits(120):030x}"
    meta = {"provider": "chat-completions", "model": "small", "note": NOTE}
    spent = {"usage": {"total_tokens": number}, "created": 1773483871 + number}
    call = {"id": id_, "tool": "track", "args": {"zone": 3, "code": "P7"}}
    output = {"state": "late", "days": days}
    turns = [
        *before,
        {"from": "user", "text": "where is parcel P7?"},
        {"from": "assistant", "id": f"msg_{number:020x}", **spent, "calls": [call]},
        {"from": "tools", "results": [{"tool_call_id": id_, "output": output}]},
        {"from": "assistant", "text": f"It is {days} days late."},
    ]
    return {"meta": meta | changes, "turns": turns}


def write(conversation: Any, path: str = PATH, **how: Any) -> Recorded:
    return write_fixture(conversation, path, **{"policy": {}, "today": DAY} | how)


def read(path: str = PATH) -> Any:
    return json.loads(Path(path).read_bytes())


def kept(*turns: Any) -> Any:
    """A conversation of one call that gave this output."""
    (output,) = turns
    conversation = recording()
    conversation["turns"][-2]["results"][0]["output"] = output
    return conversation


def everything(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_what_was_recorded_becomes_a_clean_fixture(project: Path) -> None:
    made = write(recording())
    text = Path(PATH).read_text()
    assert (made.path, made.written, made.findings, made.losses) == (PATH, True, (), ())
    assert made.review is not None
    assert made.review.state == "added"
    assert lint_text(text, path=PATH, settings={}) == []
    assert fix_text(text, path=PATH, settings={}, unsafe=True) == text
    assert read()["meta"] == {
        "scenario": "late-parcel", "recorded": DAY, "provider": "chat-completions",
        "model": "small", "note": NOTE,
    }  # fmt: skip
    assert read()["turns"][1] == {
        "from": "assistant",
        "calls": [{"ref": "c1", "tool": "track", "args": {"zone": 3, "code": "P7"}}],
    }
    assert everything(project) == ["fixtures", PATH]


def test_the_recording_itself_is_not_changed(project: Path) -> None:
    conversation = recording()
    before = copy.deepcopy(conversation)
    write(conversation)
    assert conversation == before


@settings(max_examples=20)
@given(number=st.integers(2, 10**6))
def test_the_same_conversation_gives_the_same_bytes(
    number: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("same") / "late-parcel.json"
    write(recording(), str(path))
    before, status = path.read_bytes(), path.stat()
    made = write(recording(number=number), str(path), today=LATER)
    assert (made.written, path.read_bytes()) == (False, before)
    assert path.stat() == status
    assert made.review is not None
    assert (made.review.state, made.review.headline) == ("same", "")


@settings(max_examples=40)
@given(text=clean_texts())
def test_every_clean_conversation_is_written_and_then_kept(
    text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("clean") / "late-parcel.json"
    write(text, str(path))
    assert path.read_bytes() == text.encode()
    assert not write(text, str(path), today=LATER).written


def test_the_date_is_new_when_behaviour_is(project: Path) -> None:
    write(recording())
    made = write(recording(number=2, days=3), today=LATER)
    assert made.review is not None
    assert (made.written, made.review.recorded) == (True, (DAY, LATER))
    assert {change.name for change in made.review.changes} == {"result-changed", "text-changed"}
    assert made.review.is_note_stale
    write(recording(days=3, note="carrier reports another delay; nobody asks for a refund"))
    assert read()["meta"]["recorded"] == LATER  # Another note is no other behaviour.
    assert read()["meta"]["note"].startswith("carrier reports another")


def test_what_the_recorder_says_of_the_date_does_not_count(project: Path) -> None:
    write(recording(recorded="2020-01-01", scenario="late-parcel"))
    assert read()["meta"]["recorded"] == DAY


def test_today_is_the_date_of_a_recording(project: Path) -> None:
    write_fixture(recording(), PATH, policy={})
    assert read()["meta"]["recorded"] > "2026-01-01"


def test_a_new_recording_keeps_what_it_does_not_say(project: Path) -> None:
    write(recording(contract="parcels-v1", tags=["slow"]))
    turns = recording(days=9)["turns"]
    write({"turns": turns}, today=LATER)
    meta = read()["meta"]
    assert (meta["note"], meta["model"], meta["contract"], meta["tags"]) == (
        NOTE, "small", "parcels-v1", ["slow"],
    )  # fmt: skip
    write({"meta": {"model": "large"}, "turns": turns}, note="the larger model is as slow as that")
    assert (read()["meta"]["model"], read()["meta"]["recorded"]) == ("large", LATER)
    assert read()["meta"]["note"] == "the larger model is as slow as that"


def test_a_dirty_fixture_is_cleaned_without_a_new_date(project: Path) -> None:
    Path("fixtures").mkdir()
    dirty = recording(number=5, scenario="late-parcel", recorded=DAY)
    Path(PATH).write_text(json.dumps(dirty, indent=4))
    made = write(recording(number=6), today=LATER)
    assert made.review is not None
    assert (made.written, made.review.is_behaviour) == (True, False)
    assert read()["meta"]["recorded"] == DAY
    assert lint_text(Path(PATH).read_text(), path=PATH, settings={}) == []


# Order of keys.


def test_payload_keeps_its_order_of_keys(project: Path) -> None:
    write(kept({"b": 1, "a": {"y": 1, "x": 2}, "list": [{"q": 1, "p": 2}]}))
    before = Path(PATH).read_bytes()
    again = {"list": [{"p": 2, "q": 1}], "a": {"x": 2, "y": 1}, "b": 1}
    assert not write(kept(again), today=LATER).written
    assert Path(PATH).read_bytes() == before
    more = {"new": 0, **again, "list": [{"p": 2, "q": 1, "r": 3}, {"p": 1, "q": 0}]}
    write(kept(more), today=LATER)
    output = read()["turns"][2]["results"][0]["output"]
    assert (list(output), list(output["a"])) == (["b", "a", "list", "new"], ["y", "x"])
    assert [list(element) for element in output["list"]] == [["q", "p", "r"], ["p", "q"]]


def test_the_order_follows_the_call_that_is_the_same(project: Path) -> None:
    write(kept({"b": 1, "a": 2}))
    other = {"id": "call_0123456789abcdef0123", "tool": "policy", "args": {"z": 1, "a": 2}}
    first = [
        {"from": "user", "text": "what do you pay?"},
        {"from": "assistant", "calls": [other]},
        {"from": "tools", "results": [{"tool_call_id": other["id"], "output": {"a": 1, "b": 2}}]},
        {"from": "assistant", "text": "Nothing yet."},
    ]
    conversation = kept({"a": 2, "b": 1})
    conversation["turns"][:0] = first
    write(conversation, today=LATER)
    outputs = [turn["results"][0]["output"] for turn in read()["turns"] if "results" in turn]
    assert [list(output) for output in outputs] == [["a", "b"], ["b", "a"]]


def test_sorted_keys_stay_sorted(project: Path) -> None:
    policy = {"payload-key-order": "sorted"}
    write(kept({"b": 1, "a": 2}), policy=policy)
    write(kept({"c": 1, "b": 1, "a": 2}), policy=policy)
    assert list(read()["turns"][2]["results"][0]["output"]) == ["a", "b", "c"]


# Stand-ins.

PEOPLE = [
    ("Petra Lindqvist", "petra.lindqvist@gmail.com", "+1 415 555 2671"),
    ("Anselm Achterberg", "a.achterberg@nordwind-reisen.de", "+1 415 623 4567"),
    ("Ottilie Sorrentino", "ottilie@holzhandel.co.uk", "+44 7911 123456"),
    ("Kasimir Brzezicki", "kasimir.b@gmail.com", "+44 7911 654321"),
]


def speaking(*people: int) -> dict[str, Any]:
    turns: list[dict[str, Any]] = []
    for who in people:
        name, mail, phone = PEOPLE[who]
        id_ = f"call_{who:024x}"
        call = {"id": id_, "tool": "customer", "args": {"email": mail}}
        output = {"number": who + 70, "name": name, "phone": phone}
        turns += [
            {"from": "user", "text": f"My name is {name}, write to {mail}, order {who + 700}"},
            {"from": "assistant", "calls": [call]},
            {"from": "tools", "results": [{"tool_call_id": id_, "output": output}]},
            {"from": "assistant", "text": "Found."},
        ]
    meta = {"provider": "chat-completions", "model": "small", "note": NOTE}
    return {"meta": meta, "turns": turns}


def told(text: str) -> dict[str, tuple[str, ...]]:
    """By order: who speaks there, and under which address and number."""
    turns = json.loads(text)["turns"]
    found = {}
    for number in range(0, len(turns), 4):
        output = turns[number + 2]["results"][0]["output"]
        mail = turns[number + 1]["calls"][0]["args"]["email"]
        found[turns[number]["text"].rpartition(" ")[2]] = (mail, output["name"], output["phone"])
    return found


@settings(max_examples=50)
@given(
    old=st.lists(st.integers(0, 3), min_size=1, unique=True),
    new=st.lists(st.integers(0, 3), min_size=1, unique=True),
)
def test_no_stand_in_moves_because_others_come_or_go(
    old: list[int], new: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Who speaks in another order may be called otherwise.
    shared = iter([who for who in old if who in new])
    new = [next(shared) if who in old else who for who in new]
    path = tmp_path_factory.mktemp("people") / "late-parcel.json"
    write(speaking(*old), str(path))
    before = told(path.read_text())
    write(speaking(*new), str(path), today=LATER)
    after = told(path.read_text())
    assert {order: after[order] for order in after if order in before} == {
        order: before[order] for order in before if order in after
    }
    assert len({who for who, *_ in after.values()}) == len(after)
    assert len({phone for *_, phone in after.values()}) == len(after)
    text = path.read_text()
    assert not [part for person in PEOPLE for part in person if part in text]
    assert lint_text(text, path=str(path), settings={}) == []


def test_a_stand_in_of_another_place_is_not_given_again(project: Path) -> None:
    """A recorder may play the texts of the earlier recording: their stand-ins are in use."""
    write(speaking(0))
    conversation = speaking(1)
    conversation["turns"][0]["text"] = "I am somebody else, and Person 1 is my neighbour"
    write(conversation, today=LATER)
    text = Path(PATH).read_text()
    assert "Person 1 is my neighbour" in text
    assert '"email": "user-2@example.com"' in text


# Refused.


def refused(kind: type[RecordingRefused], conversation: Any, folder: Path, **how: Any) -> str:
    before = everything(folder)
    with pytest.raises(kind) as caught:
        write(conversation, **how)
    assert everything(folder) == before
    return str(caught.value)


@pytest.mark.parametrize("family", ["anthropic-api03", "github-ghp", "aws-akia", "stripe-live"])
@pytest.mark.parametrize("where", ["output", "nested", "key", "args", "text", "error", "new key"])
def test_a_secret_is_refused_and_never_shown(project: Path, where: str, family: str) -> None:
    from fixture_lint.detectors.families import named

    if family not in named():
        family = next(name for name in sorted(named()) if name.startswith("stripe"))
    secret = sample(family, random.Random(where))
    conversation = recording()
    call, result = conversation["turns"][1]["calls"][0], conversation["turns"][2]["results"][0]
    if where == "output":
        result["output"] = f"the token is {secret}"
    elif where == "nested":
        result["output"] = {"raw": json.dumps({"headers": {"authorization": secret}})}
    elif where == "key":
        result["output"] = {secret: 1}
    elif where == "args":
        call["args"]["token"] = secret
    elif where == "error":
        del result["output"]
        result["error"] = {"code": "denied", "message": f"bad token {secret}"}
    elif where == "new key":
        conversation["turns"][0]["debug"] = {"token": secret}
    else:
        conversation["turns"][0]["text"] = f"use {secret}, please"
    message = refused(SecretRefused, conversation, project)
    assert "FX40" in message
    assert "/turns/" in message
    assert secret not in message
    assert secret[len(secret) // 2 :] not in message


@pytest.mark.parametrize(
    "policy", [{"select": ["FX1"]}, {"ignore": ["FX4"]}, {"select": ["FX401"]}]
)
def test_no_policy_lets_a_secret_through(project: Path, policy: dict[str, Any]) -> None:
    secret = sample("github-ghp", random.Random(1))
    refused(SecretRefused, kept(f"token {secret}"), project, policy=policy)
    with pytest.raises(ValueError, match="cannot be ignored"):
        write(recording(), policy={"ignore": ["FX401"]})


def test_a_secret_that_is_allowed_for_a_reason_is_written(project: Path) -> None:
    secret = sample("github-ghp", random.Random(1))
    policy: dict[str, Any] = {"salt": "00112233445566778899aabbccddeeff"}
    text = json.dumps(kept(f"token {secret}"))
    found = [f for f in lint_text(text, path=PATH, settings=policy) if f.code == "FX401"]
    entry = {"rule": "FX401", "path": PATH, "fingerprint": found[0].fingerprint, "reason": "fake"}
    assert write(kept(f"token {secret}"), policy=policy | {"allow": [entry]}).written


def test_a_secret_in_what_is_dropped_is_not_written(project: Path) -> None:
    conversation = recording()
    conversation["turns"][1]["request_id"] = sample("github-ghp", random.Random(1))
    try:
        write(conversation)
    except SecretRefused:
        assert everything(project) == []
    else:
        assert "ghp_" not in Path(PATH).read_text()


_WATCHED = """
import os, sys
opened = []
writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT
sys.addaudithook(lambda event, args: opened.append(args[0])
                 if event == "open" and isinstance(args[2], int) and args[2] & writing else None)
from fixture_lint.recorder import SecretRefused, write_fixture
conversation = eval(sys.stdin.read())
del opened[:]
try:
    write_fixture(conversation, "fixtures/late-parcel.json", policy={})
except SecretRefused:
    print("refused")
print([str(path) for path in opened if not str(path).endswith(".pyc") and ".pyc." not in str(path)])
"""


def test_nothing_is_opened_for_writing_before_a_secret_is_refused(project: Path) -> None:
    def watched(conversation: Any) -> str:
        command = [sys.executable, "-B", "-c", _WATCHED]
        run = subprocess.run(
            command, input=repr(conversation), capture_output=True, text=True, check=True
        )
        return run.stdout

    secret = sample("github-ghp", random.Random(1))
    assert watched(kept(f"token {secret}")) == "refused\n[]\n"
    assert ".fixture-lint-" in watched(recording())  # The watch sees what is written.


@pytest.mark.parametrize("empty", [{}, [], b"", " \n", {"turns": []}, {"meta": {"note": NOTE}},
                                   {"meta": {}, "turns": None}, [{}], "[]"])  # fmt: skip
def test_nothing_recorded(project: Path, empty: Any) -> None:
    refused(NothingRecorded, empty, project)


def cyclic() -> Any:
    conversation = recording()
    conversation["turns"][2]["results"][0]["output"]["self"] = conversation
    return conversation


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return kept(value)


@pytest.mark.parametrize(
    ("conversation", "message"),
    [
        (kept(float("nan")), "a number that is not finite at /turns/2/results/0/output"),
        (kept([float("-inf")]), "not finite at /turns/2/results/0/output/0"),
        (kept({1: "a"}), "a key that is no string"),
        (kept({None: "a"}), "a key that is no string"),
        (kept({"a": {1, 2}}), "a value of type set at /turns/2/results/0/output/a"),
        (kept(b"bytes"), "a value of type bytes"),
        (kept(10**5000), "a number of too many digits"),
        (cyclic(), "a value that holds itself"),
        (deep(600), "nested deeper than 512 levels"),
        (deep(100_000), "nested deeper than 512 levels"),
        ({"turns": "all of them"}, "no request, response or stream"),
        ({"meta": {}, "turns": "all of them"}, "FX201"),
        ({"meta": {}, "turns": [1]}, "FX201"),
        ("{", "not valid JSON"),
        (b"\xff{", "nobody knows the provider|no request|not UTF-8"),
        ('{"meta": {}, "turns": [{"from": "user"}], "turns": [1]}', "a key twice"),
        (recording(note=" "), "FX204"),
        (recording(scenario="other"), "FX109"),
        ([recording(), recording()], "more than one conversation"),
        (kept({"id": 1}) | {"expect": {"tools": []}}, "FX601"),
    ],
)
def test_what_would_not_be_clean_is_refused(project: Path, conversation: Any, message: str) -> None:
    assert re.search(message, refused(SchemaError, conversation, project))


def test_lone_surrogates_and_large_numbers_are_kept(project: Path) -> None:
    output = {"half": "\ud83d", "large": 2**200, "small": 5e-324, "nul": "\x00", "1": -0.0}
    write(kept(output))
    assert read()["turns"][2]["results"][0]["output"] == output
    assert lint_text(Path(PATH).read_text(), path=PATH, settings={}) == []


def test_a_refusal_shows_nothing_private(project: Path) -> None:
    secret = sample("github-ghp", random.Random(1))
    conversation = kept({secret: {"petra.lindqvist@gmail.com": float("nan")}})
    message = refused(SchemaError, conversation, project)
    assert "not finite" in message
    assert secret[8:] not in message
    assert "petra" not in message


def test_the_note_of_a_new_fixture_is_asked_for(project: Path) -> None:
    conversation = recording()
    del conversation["meta"]["note"]
    assert "type what this scenario is for" in refused(SchemaError, conversation, project)
    assert write(conversation, note=NOTE).written


def test_what_is_only_doubtful_is_written_and_told(project: Path) -> None:
    made = write(recording(note="Late parcel"))
    assert [finding.code for finding in made.findings] == ["FX205"]


# What is there already.


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> theirs\n", "not valid JSON.*nothing was written"),
        (b"{", "not valid JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[]", "no conversation of one scenario"),
        (b'{"interactions": []}', "no conversation of one scenario"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"", "not valid JSON"),
    ],
)
def test_a_file_that_is_no_conversation_is_not_replaced(
    project: Path, content: bytes, message: str
) -> None:
    Path("fixtures").mkdir()
    Path(PATH).write_bytes(content)
    assert re.search(message, refused(RecordingRefused, recording(), project))
    assert Path(PATH).read_bytes() == content


def test_what_is_no_regular_file_is_refused(project: Path) -> None:
    Path(PATH).mkdir(parents=True)
    assert "is a directory" in refused(RecordingRefused, recording(), project)
    os.rmdir(PATH)
    os.mkfifo(PATH)
    assert "not a regular file" in refused(RecordingRefused, recording(), project)
    os.unlink(PATH)
    os.symlink("nowhere.json", PATH)
    assert "no such file" in refused(RecordingRefused, recording(), project)
    assert "end with .json" in refused(RecordingRefused, recording(), project, path="a.yaml")
    Path("file").touch()
    assert "not written" in refused(
        RecordingRefused, recording(), project, path="file/late-parcel.json"
    )


def test_mode_and_link_stay(project: Path) -> None:
    Path("real").mkdir()
    Path("fixtures").mkdir()
    write(recording(), "real/late-parcel.json")
    os.chmod("real/late-parcel.json", 0o640)
    os.symlink("../real/late-parcel.json", PATH)
    assert write(recording(days=4), today=LATER).written
    assert Path(PATH).is_symlink()
    assert os.stat("real/late-parcel.json").st_mode & 0o777 == 0o640
    os.chmod("real/late-parcel.json", 0o440)
    assert "read-only" in refused(RecordingRefused, recording(days=5), project)


def test_a_new_file_gets_the_usual_mode(project: Path) -> None:
    before = os.umask(0o027)
    try:
        write(recording())
    finally:
        os.umask(before)
    assert os.stat(PATH).st_mode & 0o777 == 0o640


def test_a_file_that_somebody_else_writes_meanwhile_is_not_replaced(project: Path) -> None:
    run = recorder.make_run(PATH, {})
    new = recorder.prepare(recording(), PATH, run, today=DAY)
    write(recording(days=7))
    theirs = Path(PATH).read_bytes()
    with pytest.raises(RecordingRefused, match="exists by now"):
        recorder.write(new)
    changed = recorder.prepare(recording(days=3), PATH, run, today=DAY)
    Path(PATH).write_bytes(theirs + b"\n")
    with pytest.raises(RecordingRefused, match="changed on disk"):
        recorder.write(changed)
    assert Path(PATH).read_bytes() == theirs + b"\n"
    assert everything(project) == ["fixtures", PATH]


def _write_once(days: int) -> str:
    try:
        return "written" if write(recording(days=days)).written else "same"
    except RecordingRefused as error:
        return str(error)


def test_of_many_writers_one_wins_and_no_file_is_torn(project: Path) -> None:
    with multiprocessing.get_context("fork").Pool(8) as pool:
        outcomes = pool.map(_write_once, range(24), chunksize=1)
    text = Path(PATH).read_text()
    assert lint_text(text, path=PATH, settings={}) == []
    assert "written" in outcomes
    lost = {outcome for outcome in outcomes if outcome not in ("written", "same")}
    assert all("run again" in outcome for outcome in lost)
    assert everything(project) == ["fixtures", PATH]


def test_without_hard_links_a_new_file_is_written_as_well(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*paths: str) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    assert write(recording()).written
    with pytest.raises(files.NotWritten, match="exists by now"):
        files.create(PATH, b"")
    assert everything(project) == ["fixtures", PATH]


# What providers send.

REQUEST = {
    "model": "gpt-5-mini",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "where is parcel P7?"},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "call_aB3dE5fG7hJ9", "type": "function",
             "function": {"name": "track", "arguments": '{"zone": 3, "code": "P7"}'}}]},
        {"role": "tool", "tool_call_id": "call_aB3dE5fG7hJ9", "content": '{"days": 2.50}'},
    ],
}  # fmt: skip
RESPONSE = {
    "id": "chatcmpl-abc123def456", "object": "chat.completion", "created": 1773483871,
    "model": "gpt-5-mini-2026-01-01", "usage": {"total_tokens": 80},
    "choices": [{"index": 0, "finish_reason": "stop",
                 "message": {"role": "assistant", "content": "It is two days late."}}],
}  # fmt: skip


@pytest.mark.parametrize("spell", ["values", "bytes", "lines", "list"])
def test_requests_and_responses_become_a_conversation(project: Path, spell: str) -> None:
    parts: Any = [REQUEST, RESPONSE]
    if spell == "bytes":
        parts = [json.dumps(part).encode() for part in parts]
    elif spell == "lines":
        parts = "\n".join(map(json.dumps, parts))
    elif spell == "list":
        parts = json.dumps(parts)
    made = write(parts, note=NOTE)
    assert any("system and developer messages" in loss for loss in made.losses)
    assert read()["meta"]["provider"] == "chat-completions"
    assert [turn["from"] for turn in read()["turns"]] == ["user", "assistant", "tools", "assistant"]
    assert read()["turns"][1]["calls"][0]["args"] == {"zone": 3, "code": "P7"}
    assert lint_text(Path(PATH).read_text(), path=PATH, settings={}) == []


def test_a_stream_becomes_a_conversation(project: Path) -> None:
    chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas = [{"role": "assistant", "content": "It is "}, {"content": "late."}]
    events = [chunk | {"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    events.append(chunk | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    stream = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    request = REQUEST | {"messages": REQUEST["messages"][:2]}
    write([request, stream.encode()], note=NOTE)
    assert read()["turns"][-1] == {"from": "assistant", "text": "It is late."}


def test_the_configuration_of_the_folder_holds(project: Path) -> None:
    (project / "fixture-lint.toml").write_text('payload-key-order = "sorted"\n')
    write_fixture(kept({"b": 1, "a": 2}), PATH)
    assert list(read()["turns"][2]["results"][0]["output"]) == ["a", "b"]
    with pytest.raises(ValueError, match="unknown key 'ignroe'"):
        write(recording(), policy={"ignroe": []})


def test_the_recorder_of_the_documentation_works(project: Path) -> None:
    text = (Path(__file__).parent.parent / "docs" / "recording.md").read_text()
    (source,) = re.findall(r"```python\n(from fixture_lint.recorder.*?)```", text, re.DOTALL)
    namespace: dict[str, Any] = {}
    exec(source, namespace)

    class Client:
        model = "small"

        def send(self, turns: list[Any]) -> Any:
            call = SimpleNamespace(id="call_0123456789abcdef", tool="track", args={"code": "P7"})
            return SimpleNamespace(calls=[call] if len(turns) == 1 else [], text="It is late.")

        def run(self, call: Any) -> Any:
            return {"late": True}

    made = namespace["record"](Client(), "where is P7?", PATH)
    assert (made.written, made.findings) == (True, ())
    assert read()["turns"][2]["results"] == [{"ref": "c1", "output": {"late": True}}]


def test_noise_that_a_project_allows_is_no_reason_to_write(project: Path) -> None:
    policy = {"ignore": ["FX304"], "extra-keys": ["usage"]}
    write(recording(), policy=policy)
    before = Path(PATH).read_bytes()
    assert b'"total_tokens": 1' in before
    made = write(recording(number=2), policy=policy, today=LATER)
    assert (made.written, Path(PATH).read_bytes()) == (False, before)


def test_a_stand_in_that_somebody_has_chosen_is_kept(project: Path) -> None:
    write(kept({"email": "petra.lindqvist@gmail.com", "owner": "petra.lindqvist@gmail.com"}))
    chosen = Path(PATH).read_text().replace("user-1@example.com", "alice@example.org")
    Path(PATH).write_text(chosen)
    again = {"email": "petra.lindqvist@gmail.com", "owner": "petra.lindqvist@gmail.com"}
    assert not write(kept(again), today=LATER).written
    write(kept(again | {"cc": "k.brzezicki@gmail.com"}), today=LATER)
    output = read()["turns"][2]["results"][0]["output"]
    assert output == {
        "email": "alice@example.org", "owner": "alice@example.org", "cc": "user-2@example.com",
    }  # fmt: skip


def test_a_number_that_stands_elsewhere_by_now_is_not_given_again(project: Path) -> None:
    write(kept({"phone": "+1 415 555 2671"}))
    assert read()["turns"][2]["results"][0]["output"] == {"phone": "+1 202 555 0101"}
    conversation = kept({"phone": "+1 415 555 2671"})
    conversation["turns"][-1]["text"] = "I called +1 202 555 0101."
    write(conversation, today=LATER)
    assert read()["turns"][2]["results"][0]["output"] == {"phone": "+1 202 555 0102"}
