"""YAML and streams of events that are unusual, broken or made to hurt: what is said of them."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re

import pytest
from hostile import Lint, Outcome, command, state

from fixture_lint.detectors.samples import sample

lint = command

NAME = "late-parcel.yaml"
CASSETTE = """\
interactions:
- request:
    body: '{"messages":[{"role":"user","content":"Where is it? It''s late"}],"model":"small"}'
    headers:
      accept:
      - application/json
      authorization:
      - %(header)s
    method: POST
    uri: https://api.example.com/v1/chat
  response:
    body:
      string: "{\\n  \\"id\\": \\"late-1\\",\\n  \\"choices\\": [{\\"v\\": {\\"t\\": \\"It arrives\\
        \\ on Tuesday \\u2713\\"}}],\\n  \\"usage\\": {\\"total_tokens\\": 12}\\n}"
    headers:
      content-type:
      - application/json
      date:
      - Sat, 14 Mar 2026 10:24:31 GMT
    status:
      code: 200
      message: OK
version: 1
"""


def token(family: str = "github-ghp") -> str:
    return sample(family, random.Random(7))


def checked_and_fixed(lint: Lint, data: str | bytes, name: str = NAME) -> Outcome:
    """What is found, the same with a repair, which does not touch the file."""
    path = lint.write(data, name)
    before = state(path)
    checked, fixed = lint.check(name), lint.fix(name)
    assert fixed.findings == checked.findings
    assert (fixed.code, fixed.summary["fixed"]) == (checked.code, 0)
    assert state(path) == before
    return checked


def assert_silent(lint: Lint, data: str | bytes, name: str = NAME) -> None:
    """Nothing is found in a file of no kind, which alone is no success."""
    found = checked_and_fixed(lint, data, name)
    assert (found.code, found.findings, found.summary["unknown"]) == (4, [], 1)


def assert_hidden(outcome: Outcome, value: str) -> None:
    """No part of a value is shown beyond its public prefix."""
    body = value.removeprefix("ghp_")
    for part in {body[at : at + 6] for at in range(len(body) - 5)}:
        assert part not in outcome.text


def test_a_cassette_is_not_touched(lint: Lint) -> None:  # B01
    found = checked_and_fixed(lint, CASSETTE % {"header": "Bearer <TOKEN>"})
    assert (found.code, found.findings, found.summary["checked"]) == (0, [], 1)


def test_one_secret_is_one_finding_and_not_shown(lint: Lint) -> None:  # B02
    text = CASSETTE % {"header": f"Bearer {token()}"}
    found = checked_and_fixed(lint, text)
    assert (found.code, found.codes, found.places) == (1, ["FX402"], [(8, 16)])
    assert found.findings[0]["pointer"] == "/interactions/0/request/headers/authorization/0"
    assert_hidden(found, token())


def wrapped(value: str, width: int, gap: str) -> str:
    return gap.join(value[at : at + width] for at in range(0, len(value), width))


SCALARS = {
    "plain": "the key {} was there",
    "plain, of several lines": "the key\n    {}\n    was there",
    "single quotes": "'it''s {}'",
    "double quotes": '"say \\"{}\\" \\u2713"',
    "literal": "|-\n    one\n    {} two",
    "literal with its indentation": "|2+\n      one\n    {}\n\n",
    "folded": ">\n    one\n    {}\n    two",
    "in brackets": "[a, {}, b]",
    "a key": "{{'{}': 1}}",
    "an anchor's value": "&a {}",
    "a list under a header": "\n    authorization:\n    - Bearer {}",
    "a comment": "1 # {}",
    "a tagged value": "!ours '{}'",
}


@pytest.mark.parametrize("name", SCALARS)
def test_a_secret_is_found_in_every_style(lint: Lint, name: str) -> None:
    text = f"a: 1\nb: {SCALARS[name].format(token())}\n"
    found = checked_and_fixed(lint, text)
    assert (found.code, found.codes) == (1, ["FX401"])
    (finding,) = found.findings
    before = text[: text.index(token())]
    assert found.places == [(before.count("\n") + 1, len(before) - before.rfind("\n"))]
    assert finding["end_column"] - finding["column"] == len(token())
    assert_hidden(found, token())


@pytest.mark.parametrize("width", [5, 9, 17])
def test_a_line_that_breaks_a_secret_does_not_hide_it(lint: Lint, width: int) -> None:  # B03
    broken = wrapped(token(), width, "\\\n     ")
    text = f'a: "the key is \\\n     {broken} there"\n# end\n'
    found = checked_and_fixed(lint, text)
    assert (found.code, found.codes, found.places) == (1, ["FX401"], [(2, 6)])
    assert found.findings[0]["end_line"] == 2 + broken.count("\n")
    assert_hidden(found, token())


def test_escapes_do_not_hide_a_secret(lint: Lint) -> None:
    escaped = "".join(f"\\x{ord(c):02X}" if i % 3 else c for i, c in enumerate(token()))
    found = checked_and_fixed(lint, f'a: "{escaped}"\n')
    assert (found.code, found.codes) == (1, ["FX401"])
    assert_hidden(found, token())


def test_words_of_yaml_1_1_stay_quoted(lint: Lint) -> None:  # B04
    assert_silent(lint, "a: ['on', 'no', '012', '1:30', \"1e5\", no, 012, 1:30, 1e5, ~, .inf]\n")


def test_numbers_stay_as_they_are(lint: Lint) -> None:  # B05
    assert_silent(lint, "a: 5.670217797160149e-06\nb: 1.10\nc: 0x1F\nd: 1_000\ne: +1\n")


@pytest.mark.parametrize("second", ["'b'", '"\\x62"', "b", "!!str b", "? b\n"])
def test_a_duplicate_key_is_found_at_the_second(lint: Lint, second: str) -> None:  # B06
    found = checked_and_fixed(lint, f"a: 1\nb: {{c: 2}}\n{second}: 3\n")
    assert (found.code, found.codes) == (1, ["FX107"])
    assert found.places == [(3, {"!!str b": 7, "? b\n": 3}.get(second, 1))]
    assert "2:1" in found.findings[0]["message"]


def test_a_fix_never_touches_a_file_with_a_duplicate_key(lint: Lint) -> None:  # B06
    found = checked_and_fixed(lint, "a: anna.b@corp.de\na: 2\n")
    assert "FX107" in found.codes
    assert [finding["fix"] for finding in found.findings] == [None] * len(found.findings)


def test_what_an_anchor_holds_is_reported_once(lint: Lint) -> None:  # B07
    text = f"a: &a {{x: 'y {token()}', z: 1}}\nb:\n  <<: *a\n  z: 2\nc: [*a, *a]\n"
    found = checked_and_fixed(lint, text)
    assert (found.code, found.codes, found.places) == (1, ["FX401"], [(1, 14)])


def test_an_alias_of_what_it_is_in_is_one_finding(lint: Lint) -> None:  # B08
    found = checked_and_fixed(lint, "&a [x, *a]\n")
    assert (found.code, found.codes, found.places) == (1, ["FX101"], [(1, 8)])


def test_laughs_cost_nothing(lint: Lint) -> None:  # B09
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    text = "\n".join(lines) + "\n"
    assert len(text) < 600
    path = lint.write(text, NAME)
    before = state(path)
    outcome = lint.check(NAME)
    assert (outcome.code, outcome.findings) == (4, [])
    assert outcome.seconds < 1
    assert state(path) == before


LAUGHS = ["meta: &a0 {scenario: x}", "turns:"] + [
    f"- &a{n} {{from: user, text: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 20)
]


def test_laughs_in_a_conversation_cost_nothing(lint: Lint) -> None:  # B09
    path = lint.write("\n".join(LAUGHS) + "\n", NAME)
    before = state(path)
    outcome = lint.check(NAME)
    assert outcome.code == 1
    assert outcome.codes.count("FX201") == 19
    assert outcome.seconds < 5
    assert state(path) == before


RUN = "touch marker"
TAGS = f"""\
- !!python/object/apply:os.system ["{RUN}"]
- !!python/object/new:os.system ["{RUN}"]
- !!python/name:os.system ''
- !<tag:yaml.org,2002:python/object/apply:os.system> ["{RUN}"]
- !ruby/object:Gem::Installer {{i: x}}
- ? !!python/object/apply:os.system ["{RUN}"]
  : 1
- !!javax.script.ScriptEngineManager [{{}}]
"""


def test_tags_that_need_code_are_named_and_not_obeyed(lint: Lint) -> None:  # B10
    found = checked_and_fixed(lint, TAGS + f"- {token()}\n")
    assert found.codes == ["FX112"] * 5 + ["FX401"]
    assert found.places == [(1, 3), (2, 3), (3, 3), (5, 3), (8, 3), (9, 3)]
    assert "3 values bear it" in found.findings[0]["message"]
    assert found.summary["unreadable"] == 0
    assert not (lint.folder / "marker").exists()


def test_a_tag_may_be_long_and_hold_anything(lint: Lint) -> None:
    found = checked_and_fixed(lint, f"- !!python/name:{token()}{'x' * 5000} ''\n")
    assert "FX112" in found.codes
    assert_hidden(found, token())


@pytest.mark.parametrize("tag", ["!!binary", "!binary", "!<tag:yaml.org,2002:binary>"])
@pytest.mark.parametrize("key", ["authorization", "? !!python/tuple [authorization]\n    "])
def test_short_binary_headers_are_opened(lint: Lint, tag: str, key: str) -> None:
    short = "late-0p9o8i7u"
    packed = base64.b64encode(f"Basic {base64.b64encode(f'a:{short}'.encode()).decode()}".encode())
    plain = f"headers:\n    {key}:\n    - {tag} {packed.decode()}\n"
    found = checked_and_fixed(lint, plain)
    assert [code for code in found.codes if code.startswith("FX4")] == ["FX401"]
    assert_hidden(found, packed.decode().removeprefix("QmFzaWMg"))  # What it begins with is known.


def test_each_document_of_a_file_is_checked(lint: Lint) -> None:  # B11
    text = f"a: 1\na: 2\n---\nb: {token()}\n...\n---\n- c: 1\n  c: 2\n"
    found = checked_and_fixed(lint, text)
    assert found.codes == ["FX107", "FX401", "FX107"]
    assert found.places == [(2, 1), (4, 4), (8, 3)]
    pointers = [finding["pointer"] for finding in found.findings]
    assert pointers == ["/0/a", "/1/b", "/2/0/c"]
    assert_hidden(found, token())


BROKEN = [
    pytest.param("a:\n¦\tb: 1\n", "tab", id="B12-tab"),
    pytest.param('a: 1\nb: "late ¦\\ud83d\\ude00"\n', "surrogate", id="B15-pair-of-escapes"),
    pytest.param("a: 'late¦\0'\n", "NUL", id="NUL"),
    pytest.param("a: ¦'late\nb: 1\n", "closing quote", id="unclosed"),
    pytest.param(
        "a: 1\n¦<<<<<<< ours\nb: 1\n=======\nb: 2\n>>>>>>> x\n", "conflict", id="conflict"
    ),
]


@pytest.mark.parametrize(("marked", "words"), BROKEN)
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_what_is_no_yaml_is_one_finding_with_its_place(
    lint: Lint, marked: str, words: str, bom: str
) -> None:
    found = checked_and_fixed(lint, bom + marked.replace("¦", ""))
    before = marked.partition("¦")[0]
    assert (found.code, found.codes) == (1, ["FX101"])
    assert found.places == [(before.count("\n") + 1, len(before) - before.rfind("\n"))]
    assert found.findings[0]["message"].startswith("File is not valid YAML: ")
    assert words in found.findings[0]["message"]
    assert found.summary["unreadable"] == 1


def test_bytes_that_are_no_text_are_named_by_their_offset(lint: Lint) -> None:
    found = checked_and_fixed(lint, b"a: \xff\n")
    assert (found.codes, found.places) == (["FX101"], [(1, 4)])
    assert "byte 3 " in found.findings[0]["message"]


def test_a_secret_in_broken_yaml_is_found(lint: Lint) -> None:
    found = checked_and_fixed(lint, f"a:\n\tb: {token()}\n")
    assert sorted(found.codes) == ["FX101", "FX401"]
    assert_hidden(found, token())


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_places_are_right_behind_emoji_and_odd_line_ends(lint: Lint, bom: str) -> None:  # B13
    text = f"{bom}📦: 'Ж 📦'\r\nb: '😀 {token()}'\r\nc: 1\r\nc: 2\r\n"
    found = checked_and_fixed(lint, text)
    assert found.codes == ["FX102", "FX401", "FX107"]
    assert found.places[1:] == [(2, 7), (4, 1)]


def test_white_space_is_what_the_model_said(lint: Lint) -> None:  # B14
    assert_silent(
        lint,
        "a: |\n  one  \n\n   two\t\nb: |-\n  three \n\nc: |+\n  four\n\n\n"
        "d: >2-\n   five  \n  six\n\n  seven\ne: |\n  eight",
    )


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "[{a: "])
def test_deep_nesting_is_one_finding(lint: Lint, opening: str) -> None:  # B16
    found = checked_and_fixed(lint, opening * 100_000)
    assert (found.code, found.codes) == (1, ["FX005"])
    assert "too deep" in found.findings[0]["message"].lower()
    assert found.seconds < 5


def body_of(value: str) -> str:
    return json.dumps({"message": f"use {value}", "page": 1})


@pytest.mark.parametrize("header", ["", "|\n    ", "|-\n    ", '"'])
def test_a_packed_body_is_opened(lint: Lint, header: str) -> None:  # B17
    packed = base64.b64encode(gzip.compress(body_of(token()).encode(), mtime=0)).decode()
    if header not in ("", '"'):
        packed = wrapped(packed, 60, "\n    ")
    closing = header if header == '"' else ""
    text = f"a: 1\nbody: !!binary {header}{packed}{closing}\n"
    found = checked_and_fixed(lint, text)
    assert (found.code, found.codes) == (1, ["FX401"])
    assert "decoded from base64" in found.findings[0]["message"]
    assert found.findings[0]["line"] == 2 + ("\n" in header)
    assert_hidden(found, token())


# Streams of events


def test_the_events_of_a_stream_are_opened_and_joined(lint: Lint) -> None:
    half = len(token()) // 2
    parts = ["use ", token()[:half], token()[half:], " now"]
    events = [{"type": "delta", "index": 0, "delta": {"text": part}} for part in parts]
    text = "".join(f"event: delta\ndata: {json.dumps(event)}\n\n" for event in events)
    found = checked_and_fixed(lint, text, "late-parcel.sse")
    assert (found.code, found.codes) == (1, ["FX401"])
    assert found.findings[0]["line"] == 5
    whole = checked_and_fixed(lint, f"data: {body_of(token())}\r\n\r\n", "late-parcel.sse")
    assert (whole.code, whole.codes, whole.findings[0]["line"]) == (1, ["FX401"], 1)
    assert_hidden(whole, token())


@pytest.mark.parametrize("text", ["data: [DONE]", 'data: {"a": 1, "a": 2}\r\n\n\n'])
def test_a_stream_has_no_layout(lint: Lint, text: str) -> None:
    found = checked_and_fixed(lint, text, "late-parcel.sse")
    assert (found.code, found.findings, found.summary["checked"]) == (0, [], 1)


@pytest.mark.parametrize("text", ["", "{", "\ufeff"])
def test_what_is_no_stream_is_of_no_kind(lint: Lint, text: str) -> None:
    assert_silent(lint, text, "late-parcel.sse")


def test_bytes_of_a_stream_that_are_no_text_are_named(lint: Lint) -> None:
    found = checked_and_fixed(lint, b"data: \xff\n", "late-parcel.sse")
    assert (found.codes, found.places) == (["FX101"], [(1, 7)])
    assert found.findings[0]["message"].startswith("File is not valid text: ")


# Which files are read


def test_a_folder_given_by_name_is_walked_for_them(lint: Lint) -> None:
    for name in ("a.yaml", "b/c.yml", "b/d.sse", "e.txt"):
        lint.write(f"a: {token()}\n", f"some/{name}")
    found = lint.check("some")
    assert found.codes == ["FX401"] * 3
    assert found.paths == ["some/a.yaml", "some/b/c.yml", "some/b/d.sse"]


def test_they_are_a_part_of_the_default_set(lint: Lint) -> None:
    lint.write(f"a: {token()}\n", "fixtures/a.yaml")
    lint.write(f"a: {token()}\n", "others/a.yaml")
    found = lint.check()
    assert (found.code, found.codes, found.paths) == (1, ["FX202", "FX401"], ["fixtures/a.yaml"])


@pytest.mark.parametrize("text", ["a: 1\n", '{ "a":"\\u00e9" }\n', "a: |\n  1", "- {b: 1, a: 2}\n"])
@pytest.mark.parametrize("name", ["some/a.yaml", "some/a.yml"])
def test_no_layout_is_wanted_of_them(lint: Lint, name: str, text: str) -> None:
    assert_silent(lint, text, name)


@pytest.mark.parametrize("text", ["a: 1", "\ufeffa: 1\r\n\r\n", '{ "a":"\\u00e9" }'])
def test_no_layout_is_wanted_of_a_stream(lint: Lint, text: str) -> None:
    assert_silent(lint, text, "some/a.sse")


@pytest.mark.parametrize(
    ("text", "codes", "fixed"),
    [
        ("a: 1", ["FX106"], "a: 1\n"),
        ("\ufeffa: 1\n", ["FX102"], "a: 1\n"),
        ("a: 'b\r\n  c'\r\nd: |\r\n  e\r\n", ["FX102"], "a: 'b\n  c'\nd: |\n  e\n"),
        ("a: >-\r  b\r  c\rd: 1\r\r", ["FX102", "FX106"], "a: >-\n  b\n  c\nd: 1\n"),
        ("a: |+\r\n  b\r\n\r\n", ["FX102"], "a: |+\n  b\n\n"),
        ("a: |\n  b\n# end\n\n", ["FX106"], "a: |\n  b\n# end\n"),
    ],
)
def test_line_ends_are_put_right(lint: Lint, text: str, codes: list[str], fixed: str) -> None:
    path = lint.write(text, NAME)
    assert lint.check(NAME).codes == codes
    assert lint.fix(NAME).summary["fixed"] == 1
    assert path.read_bytes().decode() == fixed
    assert lint.check(NAME).codes == []


@pytest.mark.parametrize("newline", ["lf", "auto"])
def test_line_ends_of_a_checkout_are_accepted(lint: Lint, newline: str) -> None:
    lint.write(f'newline = "{newline}"\n', "fixture-lint.toml")
    path = lint.write("a: 1\r\nb: 2\r\n\r\n", NAME)
    assert lint.check(NAME).codes == (["FX106"] if newline == "auto" else ["FX102", "FX106"])
    lint.fix(NAME)
    end = "\r\n" if newline == "auto" else "\n"
    assert path.read_bytes().decode() == f"a: 1{end}b: 2{end}"


def test_a_file_of_the_set_that_nobody_knows_is_reported(lint: Lint) -> None:
    found = checked_and_fixed(lint, "a: 1\n", "fixtures/a.yaml")
    assert (found.code, found.codes) == (1, ["FX202"])


def test_a_kind_can_be_stated(lint: Lint) -> None:
    lint.write('kind-by-path = {"*.yaml" = "conversation"}\n', "fixture-lint.toml")
    assert "FX201" in checked_and_fixed(lint, "turns: 1\n").codes


def test_names_of_other_endings_are_no_yaml(lint: Lint) -> None:
    lint.write("a: 1\n", "a.json")
    assert lint.check("a.json").codes == ["FX101"]


def test_the_samples_stand_in_no_file() -> None:
    assert re.fullmatch("ghp_[A-Za-z0-9]{20,}", token())
