"""Rules on changes: fixtures compared with their versions in real git histories."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import Result
from conversations import META, TRACKED, conversation
from repositories import commit, git, repository, write

from fixture_lint.detectors.samples import sample

PATH = "fixtures/late-parcel.json"
DATED = {"recorded": "2026-03-21"}
REVIEWED = DATED | {"note": "carrier reports a loss; the agent says that nobody knows"}

ASKED = {"from": "user", "text": "where is parcel P7?"}
SAID = {"from": "assistant", "text": "It is two days late."}


def call(args: dict[str, Any], ref: str = "c1", tool: str = "track") -> dict[str, Any]:
    return {"from": "assistant", "calls": [{"ref": ref, "tool": tool, "args": args}]}


def result(output: Any, ref: str = "c1") -> dict[str, Any]:
    return {"from": "tools", "results": [{"ref": ref, "output": output}]}


def tracked(args: Any, output: Any, **meta: Any) -> str:
    return conversation(ASKED, call(args), result(output), SAID, **meta)


ARGS, OUTPUT = {"zone": 3, "code": "P7"}, {"state": "late", "days": 2}
ANOTHER = conversation(ASKED, {"from": "assistant", "text": "I do not know."}, **REVIEWED)


@pytest.fixture
def base(project: Path) -> Callable[..., Path]:
    """Makes the project a repository in which a version of a file is committed."""

    def make(text: str | bytes, path: str = PATH) -> Path:
        repository(project)
        write(project, path, text)
        git(project, "add", "-A")
        git(project, "commit", "-qm", "before", "--allow-empty")
        return project / path

    return make


@pytest.fixture
def compared(base: Callable[..., Path], lint: Callable[..., Result]) -> Callable[..., Result]:
    """Commits a version of a file, writes another one and checks that."""

    def check(old: str, new: str, *args: str, path: str = PATH) -> Result:
        base(old, path).write_bytes(new.encode())
        return lint("--base", "HEAD", "--output-format", "json", *args, path)

    return check


@pytest.fixture
def fixed(base: Callable[..., Path], lint: Callable[..., Result]) -> Callable[..., str]:
    """The text that the fixes make of a new version."""

    def fix(old: str, new: str, *args: str, path: str = PATH) -> str:
        file = base(old, path)
        file.write_bytes(new.encode())
        lint("--base", "HEAD", "--fix", *args, path)
        return file.read_bytes().decode()

    return fix


def messages(result: Result, code: str) -> list[str]:
    findings = [f for file in result.report["files"] for f in file["findings"]]
    return [finding["message"] for finding in findings if finding["code"] == code]


def severities(result: Result) -> dict[str, str]:
    findings = [f for file in result.report["files"] for f in file["findings"]]
    return {finding["code"]: finding["severity"] for finding in findings}


# A response with ids and times, as most repositories keep it.


def response(id_: str, created: int, text: str = "It is late.", **more: Any) -> str:
    message = {"role": "assistant", "content": text}
    made = {
        "id": f"chatcmpl-{id_}",
        "object": "chat.completion",
        "created": created,
        "model": "small",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }
    return json.dumps(made | more, indent=2) + "\n"


OLD_RESPONSE = response("B1xqTz7LmWcVd4", 1773483871)
NOISE = response("K9wPn3RsYuHgJ2", 1773999999)


def test_a_change_that_is_noise_is_told_and_taken_back(base, lint):
    file = base(OLD_RESPONSE)
    file.write_text(NOISE)
    found = lint("--base", "main", "--output-format", "json", PATH)
    assert (found.code, found.found) == (1, ["FX701"])
    assert messages(found, "FX701") == [
        "Only 1 id, 1 time changed since main: recorder stripping is incomplete"
    ]
    assert lint("--base", "main", "--fix", PATH).code == 0
    assert file.read_text() == OLD_RESPONSE
    assert git(file.parent, "status", "--porcelain") == ""


def test_noise_is_taken_back_with_whatever_else_has_moved(fixed):
    crooked = json.dumps(json.loads(NOISE), indent=8)
    assert fixed(OLD_RESPONSE, crooked) == OLD_RESPONSE


def test_line_ends_and_a_byte_order_mark_do_not_survive(base, lint):
    file = base(OLD_RESPONSE)
    file.write_bytes(b"\xef\xbb\xbf" + NOISE.replace("\n", "\r\n").encode())
    lint("--base", "HEAD", "--fix", PATH)
    assert file.read_bytes() == OLD_RESPONSE.encode()


def test_nothing_is_restored_where_a_byte_order_mark_would_be_missed(base, lint, project):
    (project / "fixture-lint.toml").write_text('ignore = ["FX102"]\n')
    file = base(b"\xef\xbb\xbf" + OLD_RESPONSE.encode())
    file.write_text(NOISE)
    found = lint("--base", "HEAD", "--fix", "--output-format", "json", PATH)
    assert found.found == ["FX701"]
    assert file.read_text() == NOISE


@pytest.mark.parametrize("marked", ["base", "here"])
def test_a_byte_order_mark_that_nobody_minds_is_restored_by_nobody(base, lint, project, marked):
    (project / "fixture-lint.toml").write_text('[per-file-ignores]\n"*.json" = ["FX102"]\n')
    marks = {"base": ("\ufeff", ""), "here": ("", "\ufeff")}[marked]
    file = base(marks[0] + OLD_RESPONSE)
    file.write_text(marks[1] + NOISE)
    lint("--base", "HEAD", "--fix", PATH)
    assert file.read_text() == marks[1] + NOISE


def test_noise_over_a_base_that_breaks_a_rule_stays(fixed, compared):
    crooked = OLD_RESPONSE.replace("  ", "    ")
    assert fixed(crooked, NOISE) == NOISE
    assert compared(crooked, NOISE).found == ["FX701"]


def test_another_answer_is_no_noise(compared):
    assert compared(OLD_RESPONSE, response("K9wPn3RsYuHgJ2", 1773999999, "Lost.")).found == []


def test_noise_in_a_conversation_comes_back_to_the_base(fixed):
    noisy = TRACKED.replace('"from": "user",', '"created": 1773483871,\n      "from": "user",')
    noisy = noisy.replace("2026-03-14", "2026-03-21")
    assert fixed(TRACKED, noisy) == TRACKED


def test_noise_beside_a_new_note_is_not_all(compared):
    noisy = tracked(ARGS, OUTPUT, note="the carrier has lost it; the agent only informs")
    noisy = noisy.replace('"from": "user",', '"created": 1773483871,\n      "from": "user",')
    assert "FX701" not in compared(TRACKED, noisy).found


CASSETTE = f"""\
interactions:
- request:
    body: '{{"model":"small","messages":[{{"role":"user","content":"where is it?"}}]}}'
    headers:
      content-type: [application/json]
    method: POST
    uri: https://api.openai.com/v1/chat/completions
  response:
    body:
      string: '{json.dumps(json.loads(OLD_RESPONSE))}'
    headers:
      content-type: [application/json]
      x-request-id: [req_8f14e45fceea167a5a36dedd4bea2543]
    status: {{code: 200, message: OK}}
version: 1
"""
AGAIN = (
    CASSETTE.replace("B1xqTz7LmWcVd4", "K9wPn3RsYuHgJ2")
    .replace("1773483871", "1773999999")
    .replace("      x-request-id: [req_8f14e45fceea167a5a36dedd4bea2543]\n", "")
    .replace("    status:", "    status: ", 1)
)
TAPE = "cassettes/late-parcel.yaml"


def test_a_cassette_is_taken_back_to_the_byte(fixed):
    assert AGAIN != CASSETTE
    assert fixed(CASSETTE, AGAIN, path=TAPE) == CASSETTE


def test_a_length_that_nobody_minds_is_restored_as_it_was(base, lint, project):
    (project / "fixture-lint.toml").write_text('ignore = ["cassette-content-length"]\n')
    body = json.dumps(json.loads(OLD_RESPONSE))
    wrong, right = (
        CASSETTE.replace("json]\n      x-", f"json]\n      content-length: ['{size}']\n      x-")
        for size in (7, len(body))
    )
    file = base(wrong, TAPE)
    file.write_text(right.replace("B1xqTz7LmWcVd4", "K9wPn3RsYuHgJ2"))
    assert lint("--base", "HEAD", "--fix", TAPE).code == 0
    assert file.read_text() == wrong


def test_a_cassette_frozen_by_its_own_fixes_is_a_clean_up(base, lint):
    file = base(CASSETTE, TAPE)
    lint("--fix", "--unsafe-fixes", "--select", "FX3", TAPE)
    assert file.read_text() != CASSETTE
    assert lint("--base", "HEAD", TAPE).code == 0


def event(delta: dict[str, str], finish_reason: str | None) -> str:
    chunk = json.loads(response("B1xqTz7LmWcVd4", 1773483871, object="chat.completion.chunk"))
    chunk["choices"] = [{"index": 0, "delta": delta, "finish_reason": finish_reason}]
    return f"data: {json.dumps(chunk)}\n\n"


STREAM = (
    event({"role": "assistant", "content": "It is late."}, None)
    + event({}, "stop")
    + "data: [DONE]\n\n"
)


def test_a_stream_is_taken_back_to_the_byte(fixed):
    again = STREAM.replace("B1xqTz7LmWcVd4", "K9wPn3RsYuHgJ2")
    assert fixed(STREAM, again, path="fixtures/late-parcel.sse") == STREAM


DIRTY = (
    TRACKED.replace('"from": "user",', '"created": 1773483871,\n      "from": "user",')
    .replace("It is two days late.", "It is late, ask ada.byron@parcels-north.com")
    .replace("  ", "    ")
)


@pytest.mark.parametrize("fix", [("--fix",), ("--fix", "--unsafe-fixes")])
def test_a_clean_up_is_never_a_finding(base, lint, fix):
    file = base(DIRTY)
    assert lint(*fix, PATH).code == 0
    assert file.read_text() != DIRTY
    assert lint("--base", "HEAD", "--output-format", "json", PATH).found == []
    repaired = file.read_text()
    assert lint("--base", "HEAD", *fix, PATH).code == 0
    assert file.read_text() == repaired


# The header


def test_behaviour_with_the_date_of_before(compared):
    found = compared(TRACKED, ANOTHER.replace(DATED["recorded"], META["recorded"]))
    assert found.found == ["FX703"]
    assert 'type the day of the recording, "recorded": "YYYY-MM-DD"' in found.out.replace("\\", "")
    assert found.code == 1


def test_behaviour_with_a_new_date_and_note_is_clean(compared):
    found = compared(TRACKED, ANOTHER)
    assert (found.code, found.found) == (0, [])


@pytest.mark.parametrize(("days", "codes"), [(0, []), (-3, ["FX703"])])
def test_who_records_twice_on_one_day_has_the_right_date(compared, days, codes):
    day = (date.today() + timedelta(days)).isoformat()
    new = ANOTHER.replace(DATED["recorded"], day)
    assert compared(TRACKED.replace(META["recorded"], day), new).found == codes


def test_wording_on_the_way_needs_no_date(compared):
    old = conversation(ASKED, {"from": "assistant", "text": "Let me see."}, ASKED, SAID)
    assert compared(old, old.replace("Let me see.", "I will look.")).found == []
    assert "FX703" in compared(old, old.replace("two days", "three days")).found


def test_a_date_alone_goes_back(compared, fixed):
    new = TRACKED.replace("2026-03-14", "2026-03-21")
    assert severities(compared(TRACKED, new)) == {"FX704": "warning"}
    assert fixed(TRACKED, new) == TRACKED


def test_a_date_beside_a_new_note_stays(compared):
    assert compared(TRACKED, tracked(ARGS, OUTPUT, **REVIEWED)).found == []


def test_a_time_of_day_that_goes_is_no_new_date(compared):
    old = TRACKED.replace('"2026-03-14"', '"2026-03-14T10:24:31Z"')
    assert compared(old, TRACKED).found == []


@pytest.mark.parametrize("day", ["2026-03-13", "2999-01-01"])
def test_a_date_that_cannot_be(compared, day):
    assert compared(TRACKED, ANOTHER.replace("2026-03-21", day)).found == ["FX705"]


def test_a_note_that_nobody_looked_at(compared):
    new = conversation(ASKED, {"from": "assistant", "text": "I do not know."}, **DATED)
    found = compared(TRACKED, new)
    assert severities(found) == {"FX706": "info"}
    assert messages(found, "FX706") == [
        "Behaviour changed (call removed, text changed) but meta.note did not: is it still right?"
    ]
    assert found.code == 0


NAMES = {
    "a tool": ("asks get-policy first", "get-policy"),
    "a value": ("the parcel is 'held back', nothing else", "held back"),
    "a code": ("carrier says HELD_BACK and nothing else", "HELD_BACK"),
    "an amount": ("the refund is EUR 14.99 in the end", "EUR 14.99"),
    "calls": ("two calls are needed for it", "two calls"),
    "a ref": ("what c2 gives is not used at all", "c2"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_note_about_what_is_gone(compared, name):
    note, word = NAMES[name]
    old = conversation(
        ASKED, call({"code": "P7"}), result({"refund": "EUR 14.99"}), call({}, "c2", "get_policy"),
        result("held back", "c2"), SAID, note=note,
    )  # fmt: skip
    new = conversation(ASKED, call({"code": "P7"}), result({}), SAID, note=note, **DATED)
    found = compared(old, new)
    assert severities(found) == {"FX706": "info", "FX707": "warning"}
    assert messages(found, "FX707") == [f"meta.note mentions {word!r}, gone since HEAD"]


@pytest.mark.parametrize(
    "note",
    [
        "asks track first, then nothing",  # still there
        "asks get_weather first",  # was never there
        "goes on without get_policy",  # says so
        "asks for a policy, held by nobody",  # words, no names
        "three calls are needed for it",  # was never right
    ],
)
def test_a_note_about_what_is_there_or_never_was(compared, note):
    old = conversation(
        ASKED, call({"code": "P7"}), result({}), call({}, "c2", "get_policy"),
        result("held back", "c2"), SAID, note=note,
    )  # fmt: skip
    new = conversation(ASKED, call({"code": "P7"}), result({}), SAID, note=note, **DATED)
    assert "FX707" not in compared(old, new).found


def test_a_word_of_a_note_is_not_shown_where_it_is_private(compared):
    note = "the answer goes to 'ada.byron@parcels-north.com' by mail"
    old = tracked({"to": "ada.byron@parcels-north.com"}, OUTPUT, note=note)
    found = compared(old, tracked({"at": 7}, OUTPUT, note=note, **DATED))
    assert messages(found, "FX707") == ["meta.note mentions '‹email›', gone since HEAD"]
    assert "byron" not in found.out


def test_a_name_that_became_a_stand_in_is_no_matter_of_the_note(compared):
    note = "the answer goes to 'ada.byron@parcels-north.com' by mail"
    old = tracked({"to": "ada.byron@parcels-north.com"}, OUTPUT, note=note)
    assert (
        "FX707" not in compared(old, tracked({"to": "user-1@example.com"}, OUTPUT, note=note)).found
    )


# Payload


def test_keys_in_another_order_go_back(compared, fixed):
    new = tracked(dict(reversed(ARGS.items())), dict(reversed(OUTPUT.items())))
    found = compared(TRACKED, new)
    assert severities(found) == {"FX710": "warning"}
    assert len(found.found) == 2
    assert fixed(TRACKED, new) == TRACKED


def test_keys_in_another_order_go_back_beside_other_behaviour(fixed):
    new = tracked(dict(reversed(ARGS.items())), {"days": 3, "state": "late"}, **REVIEWED)
    assert fixed(TRACKED, new) == tracked(ARGS, {"state": "late", "days": 3}, **REVIEWED)


def asking(args: dict[str, Any], id_: str = "01KzVt8uQm4RwXyB") -> str:
    use = {"type": "tool_use", "id": "toolu_01AbCdEf2GhJkL", "name": "track", "input": args}
    return json.dumps(json.loads(thinking("", id_)) | {"content": [use]}, indent=2) + "\n"


def test_keys_of_a_wire_format_go_back_where_all_else_is_the_same(compared, fixed):
    turned = dict(reversed(ARGS.items()))
    assert compared(asking(ARGS), asking(turned)).found == ["FX710"]
    assert fixed(asking(ARGS), asking(turned)) == asking(ARGS)
    assert compared(asking(ARGS), asking({"code": "P8", "zone": 3})).found == []
    assert compared(asking(ARGS), asking(turned, "01LqWs2nTp9ZxCvM")).found == ["FX701"]


def test_sorted_keys_and_those_of_the_base_do_not_alternate(base, lint, project):
    (project / "fixture-lint.toml").write_text('payload-key-order = "sorted"\n')
    file = base(TRACKED)
    file.write_text(tracked(dict(reversed(ARGS.items())), {"days": 2, "state": "late"}))
    assert lint("--base", "HEAD", "--output-format", "json", PATH).found == []
    file.write_text(tracked(ARGS, {"days": 2, "state": "late"}))
    assert lint("--base", "HEAD", "--fix", PATH).code == 0
    assert '"code": "P7",\n            "zone": 3' in file.read_text()


def test_yaml_is_told_and_not_changed(base, lint):
    old = "\n".join(
        [
            "meta: {scenario: late-parcel, recorded: '2026-03-14', provider: chat-completions,",
            "  model: small, note: carrier reports a delay; the agent informs}",
            "turns:",
            "- {from: user, text: track it}",
            "- from: assistant",
            "  calls:",
            "  - ref: c1",
            "    tool: track",
            "    args: {code: P7, zone: 3}",
            "- {from: tools, results: [{ref: c1, output: late}]}",
            "",
        ]
    )
    path = "fixtures/late-parcel.yaml"
    file = base(old, path)
    new = old.replace("{code: P7, zone: 3}", "{zone: 3, code: P7}")
    file.write_text(new)
    assert lint("--base", "HEAD", "--fix", "--output-format", "json", path).found == ["FX710"]
    assert file.read_text() == new


PERSON = {"state": "late", "contact": {"email": "ada.byron@parcels-north.com", "lang": "en"}}


@pytest.mark.parametrize(
    ("output", "is_found"),
    [
        ({"state": "late", "contact": {"lang": "en"}}, True),
        ({"state": "late", "contact": {"email": "user-1@example.com", "lang": "en"}}, False),
        (
            {"state": "late", "contact": {"mail": "ada.byron@parcels-north.com", "lang": "en"}},
            False,
        ),
        ({"contact": {}}, False),  # another tool
        ("late", False),
        ([], False),
    ],
)
def test_fields_of_a_person_that_are_gone(compared, output, is_found):
    found = compared(tracked(ARGS, PERSON), tracked(ARGS, output, **REVIEWED))
    assert ("FX507" in found.found) == is_found
    if is_found:
        assert messages(found, "FX507") == [
            "'email' at /turns/2/results/0/output/contact was removed instead of pseudonymised"
        ]


# Secrets


def key(seed: int = 1) -> str:
    return sample("anthropic-api03", random.Random(seed))


def with_key(key: str, name: str = "note", **meta: Any) -> str:
    return tracked(ARGS, {name: f"use {key}"}, **meta)


def test_a_secret_that_was_taken_out_has_to_be_rotated(compared):
    secret = key()
    found = compared(with_key(secret), with_key("none"))
    assert severities(found) == {"FX410": "warning"}
    assert messages(found, "FX410") == ["Secret removed here is still in HEAD; rotate it"]
    assert not any(secret[i : i + 8] in found.out for i in range(len(secret) - 8))


def test_a_secret_in_a_header_that_became_a_marker(base, lint):
    header = f"      x-api-key: ['{key()}']\n    method:"
    file = base(CASSETTE.replace("    method:", header), TAPE)
    assert lint("--fix", "--unsafe-fixes", "--select", "FX402", TAPE).code == 0
    assert "REDACTED" in file.read_text()
    assert lint("--base", "HEAD", "--output-format", "json", TAPE).found == ["FX410"]


def test_a_secret_that_has_moved_or_is_still_there(compared):
    secret = key()
    escaped = with_key(secret).replace(secret, f"\\u{ord(secret[0]):04x}{secret[1:]}")
    for new in (with_key(secret, "hint"), with_key(f"another time {secret}"), escaped):
        found = compared(with_key(secret), new).found
        assert ("FX401" in found, "FX410" in found) == (True, False)


def test_a_secret_that_only_its_name_gave_away_is_still_there(compared):
    token = sample("mistral", random.Random(1))
    old, new = (tracked(ARGS, {name: token}) for name in ("api_key", "hint"))
    assert "FX401" not in compared(old, new).found
    assert "FX410" not in compared(old, new).found
    assert "FX410" in compared(old, tracked(ARGS, {"hint": "none"})).found


def test_an_accepted_secret_is_none(base, lint, project):
    (project / "fixture-lint.toml").write_text(f'salt = "{"5a" * 16}"\n')
    file = base(with_key(key()))
    line = with_key(key()).split("use ")[0].count("\n") + 1
    assert lint("allow", f"{PATH}:{line}", "--reason", "made for this test").code == 0
    file.write_text(with_key("none"))
    assert "FX410" not in lint("--base", "HEAD", "--output-format", "json", PATH).found


def test_a_file_of_no_known_kind_had_a_secret(base, lint):
    file = base(json.dumps({"settings": key()}), "fixtures/settings.json")
    file.write_text('{"settings": "none"}')
    found = lint("--base", "HEAD", "--output-format", "json", "fixtures/settings.json").found
    assert "FX410" in found


# Signatures


def thinking(signature: str, id_: str = "01KzVt8uQm4RwXyB") -> str:
    made = {
        "id": f"msg_{id_}",
        "type": "message",
        "role": "assistant",
        "model": "small",
        "stop_reason": "end_turn",
        "content": [
            {"type": "thinking", "thinking": "It is late.", "signature": signature},
            {"type": "text", "text": "Two days late."},
        ],
    }
    return json.dumps(made, indent=2) + "\n"


SIGNED = thinking("EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk")


@pytest.mark.parametrize("other", ["REDACTED", "EqQBCgIYAhIM1gbc", "EqRBCgIYAhIM1gbcDa9GJwZA2b3h"])
def test_a_signature_that_was_changed_goes_back(compared, fixed, other):
    found = compared(SIGNED, thinking(other))
    assert severities(found) == {"FX836": "warning"}
    assert fixed(SIGNED, thinking(other)) == SIGNED


def test_a_signature_in_the_body_of_a_cassette_goes_back(fixed):
    body = json.dumps(json.loads(SIGNED))
    old = CASSETTE.split("      string: ")[0].replace("api.openai.com", "api.anthropic.com")
    old += f"      string: '{body}'\n    status: {{code: 200, message: OK}}\nversion: 1\n"
    new = old.replace("EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk", "REDACTED")
    assert fixed(old, new, path=TAPE) == old


def test_a_new_signature_at_a_new_recording_is_noise(compared):
    assert compared(SIGNED, thinking("EuABCkYIBRgCKkBHwp7t", "01LqWs2nTp9ZxCvM")).found == ["FX701"]


# JSON Lines


def test_records_are_compared_by_their_scenarios(base, lint):
    def line(text: str) -> str:
        return json.dumps(json.loads(text), ensure_ascii=False) + "\n"

    first, second = (line(TRACKED.replace("late-parcel", name)) for name in ("first", "second"))
    moved = first.replace("2026-03-14", "2026-03-21")
    file = base(first + second, "fixtures/parcels.jsonl")
    file.write_text(second + moved)
    found = lint("--base", "HEAD", "--output-format", "json", "fixtures/parcels.jsonl")
    assert found.found == ["FX704"]
    lint("--base", "HEAD", "--fix", "fixtures/parcels.jsonl")
    assert file.read_text() == second + first


# The base


def test_without_a_base_nothing_is_compared(base, lint):
    base(TRACKED).write_text(ANOTHER.replace("2026-03-21", "2026-03-14"))
    assert lint(PATH).code == 0


def test_a_branch_is_compared_with_where_it_began(base, lint, project):
    base(TRACKED)
    git(project, "checkout", "-qb", "branch")
    commit(project, fixtures__other_json=TRACKED.replace("late-parcel", "other"))
    git(project, "checkout", "-q", "main")
    commit(project, fixtures__late_parcel="", **{"fixtures__late-parcel_json": ANOTHER})
    git(project, "checkout", "-q", "branch")
    assert lint("--base", "main", "--output-format", "json", PATH).found == []
    assert "main" in lint("--base", "main").out or lint("--base", "main", PATH).code == 0


def test_a_new_file_has_nothing_to_be_compared_with(base, lint, project):
    base(TRACKED)
    write(project, "fixtures/other.json", ANOTHER.replace("late-parcel", "other"))
    assert lint("--base", "HEAD", "fixtures/other.json").code == 0


def test_a_renamed_file_is_followed(base, lint, project):
    base(TRACKED)
    git(project, "mv", PATH, "fixtures/lost-parcel.json")
    renamed = TRACKED.replace("late-parcel", "lost-parcel")
    write(project, "fixtures/lost-parcel.json", renamed)
    arguments = ("--base", "HEAD", "--output-format", "json", "fixtures/lost-parcel.json")
    assert lint(*arguments).found == []
    changed = renamed.replace("It is two days late.", "It is lost.")
    write(project, "fixtures/lost-parcel.json", changed.replace(META["recorded"], "2026-03-21"))
    assert sorted(lint(*arguments).found) == ["FX706", "FX708"]


def test_a_deleted_file_is_no_matter_of_these_rules(base, lint, project):
    base(TRACKED)
    write(project, "fixtures/other.json", ANOTHER.replace("late-parcel", "other"))
    (project / PATH).unlink()
    assert lint("--base", "HEAD").code == 0


def test_a_merge_conflict_here_is_what_it_is(compared):
    new = TRACKED.replace('  "turns"', '<<<<<<< HEAD\n  "turns"')
    assert compared(TRACKED, new).found == ["FX101"]


@pytest.mark.parametrize(
    ("old", "why"),
    [
        (TRACKED.replace('  "turns"', '<<<<<<< HEAD\n  "turns"').encode(), "not valid JSON"),
        (TRACKED.encode("utf-16"), "not UTF-8"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\n", "Git LFS"),
        (b"\x00\xff" * 40, "not UTF-8"),
    ],
    ids=["conflict", "encoding", "pointer", "binary"],
)
def test_a_base_that_cannot_be_read_is_said(base, lint, old, why):
    base(old).write_text(TRACKED)
    found = lint("--base", "HEAD", "--output-format", "json", PATH)
    assert (found.code, severities(found)) == (0, {"FX005": "info"})
    assert messages(found, "FX005")[0].startswith("Not compared with HEAD: in HEAD it")
    assert why in messages(found, "FX005")[0]


@pytest.mark.parametrize("revision", ["no-such-branch", "", "-x"])
def test_a_base_that_is_none_ends_the_run(base, lint, revision):
    base(TRACKED)
    found = lint(f"--base={revision}", PATH)
    assert found.code == 2
    assert f"--base {revision}: " in found.err
    assert found.out == ""


def test_a_repository_without_a_commit_has_no_base(project, lint):
    write(repository(project), PATH, TRACKED)
    found = lint("--base", "HEAD", PATH)
    assert (found.code, "there is no commit yet" in found.err) == (2, True)


def test_outside_of_a_repository_there_is_no_base(project, lint):
    write(project, PATH, TRACKED)
    assert lint("--base", "HEAD", PATH).code == 2


def test_a_shallow_clone_says_what_to_do(base, lint, project, tmp_path_factory, monkeypatch):
    base(TRACKED)
    git(project, "checkout", "-qb", "branch")
    commit(project, fixtures__other_json=ANOTHER.replace("late-parcel", "other"))
    git(project, "checkout", "-q", "main")
    commit(project, fixtures__third_json=ANOTHER.replace("late-parcel", "third"))
    clone = tmp_path_factory.mktemp("clone")
    url = f"file://{project}"
    git(clone, "clone", "-q", "--depth=1", "--no-single-branch", "-b", "branch", url, "c")
    monkeypatch.chdir(clone / "c")
    found = lint("--base", "origin/main", PATH)
    assert (found.code, "git fetch --unshallow" in found.err) == (2, True)


def test_a_text_on_standard_input_has_the_base_of_its_name(base, lint, monkeypatch):
    base(TRACKED)
    new = TRACKED.replace("2026-03-14", "2026-03-21")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(new.encode())))
    named = ("--stdin-filename", PATH, "--base", "HEAD", "--output-format", "json", "-")
    assert lint(*named).found == ["FX704"]
    assert "--base needs --stdin-filename" in lint("--base", "HEAD", "-").err


def test_an_exception_for_these_rules_is_not_called_unused(base, lint, project):
    base(TRACKED)
    (project / "fixture-lint.toml").write_text(
        '[per-file-ignores]\n"fixtures/*.json" = ["FX704", "FX304"]\n'
    )
    found = lint("--output-format", "json")
    assert len(messages(found, "FX003")) == 1
    assert "FX304" in messages(found, "FX003")[0]
    (project / PATH).write_text(TRACKED.replace("2026-03-14", "2026-03-21"))
    assert "FX704" not in lint("--base", "HEAD", "--output-format", "json").found
