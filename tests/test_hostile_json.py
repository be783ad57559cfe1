"""JSON and JSON Lines that is unusual, broken or made to hurt: what is said, what is written."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from hostile import NAME, Lint, Outcome, command, conversation, state

lint = command

BOM = b"\xef\xbb\xbf"
DEEP = 100_000
LEVELS = 512


def indented_by_four(text: str) -> str:
    """A canonical text as another printer would have written it, without its last newline."""
    return re.sub(r"^ +", lambda match: match[0] * 2, text, flags=re.MULTILINE).rstrip("\n")


def record(**parts: str) -> str:
    """A conversation on one line."""
    lines = conversation(**parts).split("\n")
    return " ".join(line.strip() for line in lines).strip()


def assert_clean(lint: Lint, data: str | bytes, name: str = NAME) -> None:
    """Nothing is found, and a repair does not even touch the file."""
    path = lint.write(data, name)
    before = state(path)
    checked, fixed = lint.check(name), lint.fix(name)
    for outcome in (checked, fixed):
        assert (outcome.code, outcome.findings, outcome.summary["checked"]) == (0, [], 1)
    assert fixed.summary["fixed"] == 0
    assert state(path) == before


def assert_refused(lint: Lint, data: str | bytes, code: str, name: str = NAME) -> Outcome:
    """One finding of an unreadable text, the same with a repair, which does not touch the file."""
    path = lint.write(data, name)
    before = state(path)
    checked, fixed = lint.check(name), lint.fix(name)
    assert (checked.code, checked.codes) == (1, [code])
    assert (fixed.code, fixed.findings) == (1, checked.findings)
    assert (fixed.summary["unreadable"], fixed.summary["fixed"]) == (1, 0)
    assert state(path) == before
    return checked


def assert_repaired(lint: Lint, data: str | bytes, code: str, wanted: str | bytes) -> Outcome:
    """One finding with a fix; after the repair the wanted bytes, which stay as they are."""
    path = lint.write(data)
    mode = state(path).mode
    checked = lint.check(NAME)
    assert (checked.code, checked.codes) == (1, [code])
    assert checked.findings[0]["fix"]["safety"] == "safe"
    fixed = lint.fix(NAME)
    assert (fixed.code, fixed.findings, fixed.summary["fixed"]) == (0, [], 1)
    after = state(path)
    assert after.data == (wanted if isinstance(wanted, bytes) else wanted.encode())
    assert after.mode == mode
    again = lint.fix(NAME)
    assert (again.code, again.findings, again.summary["fixed"]) == (0, [], 0)
    assert state(path) == after
    return checked


def test_a_canonical_conversation_is_clean_and_not_touched(lint: Lint) -> None:  # A01
    assert_clean(lint, conversation())


UNUSUAL = [
    pytest.param(
        conversation(*(f'"n{i}": {n}' for i, n in enumerate(numbers.split()))), id=f"{case}-numbers"
    )
    for case, numbers in {
        "A02": "1.10 1E5 1e400 5e-324 -0 -0.0",
        "A03": f"{'9' * 20} -{'8' * 30} {'7' * 5000}",
    }.items()
] + [
    pytest.param(conversation('"caf\u00e9": 1', '"cafe\u0301": 2'), id="A06-NFC-beside-NFD"),
    pytest.param(conversation(text=r'"\ud83d half and half \ude00"'), id="A08-lone-surrogates"),
    pytest.param(conversation(r'"\ud83d": "\ude00"'), id="A08-lone-surrogate-as-key"),
    pytest.param(
        conversation('"__proto__": {}', '"constructor": null', '"__class__": "courier"'),
        id="A31-keys-of-object-models",
    ),
]


@pytest.mark.parametrize("text", UNUSUAL)
def test_unusual_but_valid_text_is_clean_and_not_touched(lint: Lint, text: str) -> None:
    assert_clean(lint, text)


@pytest.mark.parametrize("text", UNUSUAL)
def test_unusual_but_valid_text_survives_a_repair_of_the_layout(lint: Lint, text: str) -> None:
    path = lint.write(indented_by_four(text))
    assert (lint.check(NAME).code, lint.check(NAME).codes) == (1, ["FX103", "FX106"])
    assert lint.fix(NAME).code == 0
    assert path.read_bytes() == text.encode()


def test_lone_surrogates_in_a_message_are_printed_as_escapes(lint: Lint) -> None:  # A08
    text = conversation().replace('"turns": [', '"\\ud83d": 1,\n  "turns": [')
    path = lint.write(text)
    before = state(path)
    checked = lint.check(NAME)
    assert (checked.code, checked.codes) == (1, ["FX203"])
    assert r"\ud83d" in checked.findings[0]["message"]
    assert r"\ud83d" in checked.text
    assert lint.fix(NAME).code == 1
    assert state(path) == before


@pytest.mark.parametrize(
    ("second", "codes"),
    [
        pytest.param('"parcel": "P8"', ["FX107"], id="A04-same-spelling"),
        pytest.param(r'"p\u0061rcel": "P8"', ["FX107", "FX108"], id="A05-escaped-spelling"),
    ],
)
def test_a_duplicate_key_is_reported_at_the_second_and_never_fixed(
    lint: Lint, second: str, codes: list[str]
) -> None:
    path = lint.write(conversation('"parcel": "P7"', second))
    before = state(path)
    checked = lint.check(NAME)
    assert (checked.code, checked.codes) == (1, codes)
    finding = checked.findings[0]
    assert finding["name"] == "duplicate-key"
    assert (finding["line"], finding["column"], finding["fix"]) == (22, 13, None)
    assert "'parcel'" in finding["message"]
    assert "21:13" in finding["message"]
    fixed = lint.fix(NAME)
    assert (fixed.code, fixed.findings) == (1, checked.findings)
    assert state(path) == before


def test_a_duplicate_key_keeps_a_file_from_every_other_fix(lint: Lint) -> None:  # A04
    path = lint.write(indented_by_four(conversation('"parcel": 1', '"parcel": 1')))
    before = state(path)
    for outcome in (lint.check(NAME), lint.fix(NAME)):
        assert outcome.code == 1
        assert sorted(outcome.codes) == ["FX103", "FX106", "FX107"]
        assert [finding["fix"] for finding in outcome.findings] == [None] * 3
    assert state(path) == before


def test_needless_escapes_become_the_characters_they_stand_for(lint: Lint) -> None:  # A07
    spelled = r'"caf\u00e9 50\/50 \u2028 \u007f \ud83d\ude00 \u001F"'
    wanted = '"caf\u00e9 50/50 \u2028 \x7f \U0001f600 \\u001f"'
    assert json.loads(spelled) == json.loads(wanted)
    assert_repaired(lint, conversation(text=spelled), "FX108", conversation(text=wanted))


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        pytest.param(b"\xed\xa0\xbd", 300, id="A09-surrogate-bytes"),
        pytest.param(b"\xff", 300, id="A10-byte-FF"),
        pytest.param(b"\xed\xa0\xbd", 303, id="A09-surrogate-bytes-after-BOM"),
        pytest.param(b"\xff", 303, id="A10-byte-FF-after-BOM"),
    ],
)
def test_bytes_that_are_not_utf8_are_named_by_their_offset(
    lint: Lint, data: bytes, offset: int
) -> None:
    text = conversation(text='"Where is my parcel? P7 waits since Tuesday in the depot of Oslo"')
    whole = (BOM if offset > 300 else b"") + text.encode()
    found = assert_refused(lint, whole[:offset] + data + whole[offset:], "FX101")
    assert f"byte {offset} " in found.findings[0]["message"]
    before = text[:300]
    assert found.places == [(before.count("\n") + 1, 300 - before.rfind("\n"))]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xff\xfe" + conversation().encode("utf-16-le"), id="A11-little-endian"),
        pytest.param(b"\xfe\xff" + conversation().encode("utf-16-be"), id="A11-big-endian"),
    ],
)
def test_utf16_is_named_and_never_converted(lint: Lint, data: bytes) -> None:
    found = assert_refused(lint, data, "FX101")
    assert found.places == [(1, 1)]
    assert "byte 0 " in found.findings[0]["message"]
    assert "UTF-16" in found.findings[0]["message"]


def test_a_byte_order_mark_is_taken_away_and_nothing_else(lint: Lint) -> None:  # A12
    text = conversation(text='"Где моя посылка? 📦"').encode()
    found = assert_repaired(lint, BOM + text, "FX102", text)
    assert found.places == [(1, 1)]


def test_a_byte_order_mark_does_not_shift_positions(lint: Lint) -> None:  # A12
    path = lint.write(BOM + b'{"parcel": 1, "parcel": 2}\n')
    before = state(path)
    checked = lint.check(NAME)
    assert checked.code == 1
    duplicate = next(f for f in checked.findings if f["code"] == "FX107")
    assert (duplicate["line"], duplicate["column"]) == (1, 15)
    assert "1:2" in duplicate["message"]
    assert lint.fix(NAME).code == 1
    assert state(path) == before


def test_crlf_is_one_finding_a_file_and_becomes_lf(lint: Lint) -> None:  # A13
    text = conversation()
    assert_repaired(lint, text.replace("\n", "\r\n"), "FX102", text)


def test_crlf_stays_where_the_configuration_allows_it(lint: Lint) -> None:  # A13
    lint.write('newline = "auto"\n', "fixture-lint.toml")
    crlf = conversation().replace("\n", "\r\n")
    assert_clean(lint, crlf)
    path = lint.write(crlf.replace("\r\n    ", "\r\n        "))
    assert (lint.check(NAME).code, lint.check(NAME).codes) == (1, ["FX103"])
    assert lint.fix(NAME).code == 0
    assert path.read_bytes() == crlf.encode()


def mixed(text: str, first: int) -> str:
    """A text whose lines end with CRLF, LF and CR in turn."""
    ends = ("\r\n", "\n", "\r")
    lines = text.split("\n")[:-1]
    return "".join(line + ends[(i + first) % 3] for i, line in enumerate(lines))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_mixed_line_ends_are_one_finding_and_become_lf(lint: Lint, first: int) -> None:  # A14
    text = conversation()
    assert_repaired(lint, mixed(text, first), "FX102", text)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_every_kind_of_line_end_counts_as_one_line(lint: Lint, first: int) -> None:  # A14
    text = conversation('"parcel": "P7"', note='"TODO"')
    path = lint.write(mixed(text, first))
    checked = lint.check(NAME)
    assert checked.code == 1
    assert {f["code"]: (f["line"], f["column"]) for f in checked.findings}["FX205"] == (7, 13)
    fixed = lint.fix(NAME)
    assert (fixed.code, fixed.codes, fixed.places) == (1, ["FX205"], [(7, 13)])
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("ending", "difference"),
    [pytest.param("", 1, id="A15-none"), pytest.param("\n\n\n", -2, id="A16-three")],
)
def test_the_file_ends_with_one_newline(lint: Lint, ending: str, difference: int) -> None:
    text = conversation()
    dirty = text.rstrip("\n") + ending
    assert len(text) - len(dirty) == difference
    assert_repaired(lint, dirty, "FX106", text)


# The mark ¦ shows where the error is reported; it is not part of the text.
BROKEN = [
    pytest.param(conversation('"weight": ¦NaN'), "NaN", id="A17-NaN"),
    pytest.param(conversation('"weight": ¦Infinity'), "Infinity", id="A17-Infinity"),
    pytest.param(conversation('"weight": ¦-Infinity'), "-Infinity", id="A17-minus-Infinity"),
    pytest.param(
        conversation('"parcel": "P7" ¦// the late one'), "comment", id="A18-comment-to-line-end"
    ),
    pytest.param(conversation('¦/* late */ "parcel": 7'), "comment", id="A18-comment"),
    pytest.param(conversation('"parcel": "P7"¦,'), "trailing comma", id="A18-trailing-comma"),
    pytest.param("¦", "empty file", id="A19-empty"),
    pytest.param("¦ \n\t\r\n ", "white space", id="A20-white-space"),
    pytest.param("\ufeff¦", "empty file", id="A20-BOM"),
    pytest.param("\ufeff¦ \n", "white space", id="A20-BOM-and-white-space"),
    pytest.param(
        conversation().rpartition("rrives")[0].replace('"It a', '¦"It a'), "quote", id="A21-cut"
    ),
    pytest.param(conversation() + "¦\0\0\0", "extra data", id="A22-NUL-bytes"),
    pytest.param(conversation() + "¦" + conversation(), "extra data", id="A23-two-documents"),
    pytest.param(
        conversation(
            '¦<<<<<<< ours\n"parcel": "P7"\n=======\n"parcel": "P8"\n>>>>>>> theirs'
        ).replace("            ¦<", "¦<"),
        "merge conflict marker",
        id="A24-conflict",
    ),
]


@pytest.mark.parametrize(("marked", "words"), BROKEN)
def test_text_that_is_not_json_is_one_finding_at_its_place_and_never_changed(
    lint: Lint, marked: str, words: str
) -> None:
    before, _, after = marked.partition("¦")
    found = assert_refused(lint, before + after, "FX101")
    shown = before.removeprefix("\ufeff")
    assert found.places == [(shown.count("\n") + 1, len(shown) - shown.rfind("\n"))]
    assert words in found.findings[0]["message"]


def test_one_document_a_line_is_json_lines_whatever_the_name(lint: Lint) -> None:  # A23
    assert_clean(lint, f"{record()}\n{record()}\n")


@pytest.mark.parametrize(
    ("opening", "closing", "column"),
    [
        pytest.param("[", "]", LEVELS + 1, id="A25-lists"),
        pytest.param('{"a":', "}", LEVELS * 5 + 1, id="A25-objects"),
        pytest.param("[", "", LEVELS + 1, id="A26-unclosed-lists"),
        pytest.param('{"a":', "", LEVELS * 5 + 1, id="A26-unclosed-objects"),
    ],
)
def test_deep_nesting_is_refused_at_the_first_level_too_many(
    lint: Lint, opening: str, closing: str, column: int
) -> None:
    found = assert_refused(lint, opening * DEEP + "1" + closing * DEEP + "\n", "FX005")
    assert found.places == [(1, column)]
    assert "too deep" in found.findings[0]["message"].lower()
    assert found.seconds < 5


SCALARS = ['"P7"', "7", "null", "true", '""', "[]", "{}"]


@pytest.mark.parametrize("scalar", SCALARS)
def test_a_document_of_no_known_kind_is_counted_but_not_success(
    lint: Lint, scalar: str
) -> None:  # A27
    path = lint.write(scalar + "\n", "parcel.json")
    before = state(path)
    for outcome in (lint.check("parcel.json"), lint.fix("parcel.json")):
        assert (outcome.code, outcome.findings) == (4, [])
        assert (outcome.summary["unknown"], outcome.summary["checked"]) == (1, 0)
    assert state(path) == before


@pytest.mark.parametrize("scalar", SCALARS)
def test_a_document_of_no_known_kind_is_a_finding_in_the_fixture_set(
    lint: Lint, scalar: str
) -> None:  # A27
    path = lint.write(scalar + "\n", "fixtures/parcel.json")
    before = state(path)
    for outcome in (lint.check("fixtures/parcel.json"), lint.fix("fixtures/parcel.json")):
        assert (outcome.code, outcome.codes, outcome.places) == (1, ["FX202"], [(1, 1)])
    assert state(path) == before


def canonical(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize(
    "value",
    [
        {"meta": [], "turns": 7},
        {"meta": 7, "turns": {}},
        {"meta": None, "turns": [7, None, "P7", [], True]},
        {"meta": {"scenario": 7, "recorded": [], "provider": {}, "note": 7}, "turns": "P7"},
        {"meta": {"kind": "conversation"}, "turns": [{"from": 7, "text": [], "calls": "P7"}]},
        {"meta": {}, "turns": [{"from": "tools", "results": {"ref": 7}}, {"from": []}]},
        {"meta": {}, "turns": [{"from": "assistant", "calls": [7, [], {"ref": [], "args": 7}]}]},
    ],
)
def test_wrong_types_are_schema_findings_and_no_rule_fails(lint: Lint, value: Any) -> None:  # A28
    path = lint.write(canonical(value))
    before = state(path)
    for outcome in (lint.check(NAME), lint.fix(NAME)):
        assert outcome.code == 1
        assert "FX201" in outcome.codes
        assert not {"FX001", "FX006"} & set(outcome.codes)
    assert state(path) == before


def with_wrong_types(value: Any) -> Iterator[Any]:
    """Copies of a value in which one node each has become something of another type."""
    yield from (7, "P7", None, True, [], {}, [7], [None], [[]], {"P7": 7})
    if isinstance(value, dict):
        for key, child in value.items():
            yield from ({**value, key: wrong} for wrong in with_wrong_types(child))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from (
                [*value[:index], wrong, *value[index + 1 :]] for wrong in with_wrong_types(child)
            )


def test_no_rule_fails_on_any_single_wrong_type(lint: Lint) -> None:  # A28
    for index, value in enumerate(with_wrong_types(json.loads(conversation()))):
        lint.write(canonical(value), f"fixtures/{index}/{NAME}")
    for outcome in (lint.check("fixtures"), lint.fix("fixtures")):
        assert outcome.code == 1
        assert "FX201" in outcome.codes
        assert not {"FX001", "FX005", "FX006", "FX101"} & set(outcome.codes)


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param("x" * 1_000_000, id="A29-on-one-line"),
        pytest.param(r"\n" * 500_000, id="A29-escapes"),
        pytest.param('",\n' + '  "turns": "late",\n' * 55_000, id="A29-many-lines"),
    ],
)
def test_an_unpaired_quote_is_reported_where_it_opens(lint: Lint, rest: str) -> None:
    start = '{\n  "courier": "north",\n  "note": '
    text = start + '"no end' + (rest[1:] if rest.startswith('"') else rest)
    found = assert_refused(lint, text, "FX101")
    assert found.places == [(3, 11)]
    assert found.seconds < 1


POINTER_KEYS = ["", "/", "~", "~1", "~0", "a/b", "%", '"', "\n"]


def resolve(pointer: str, value: Any) -> Any:
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def test_pointers_lead_to_their_values_whatever_the_keys_hold(lint: Lint) -> None:  # A30
    members = [
        f'{json.dumps(key)}: {{\n              "n": -1,\n              "n": {index}\n            }}'
        for index, key in enumerate(POINTER_KEYS)
    ]
    text = conversation(*members)
    path = lint.write(text)
    before = state(path)
    checked = lint.check(NAME)
    assert (checked.code, checked.codes) == (1, ["FX107"] * len(POINTER_KEYS))
    pointers = [finding["pointer"] for finding in checked.findings]
    document = json.loads(text)
    assert [resolve(pointer, document) for pointer in pointers] == list(range(len(POINTER_KEYS)))
    assert pointers[1] == "/turns/1/calls/0/args/~1/n"
    assert pointers[3] == "/turns/1/calls/0/args/~01/n"
    assert lint.fix(NAME).code == 1
    assert state(path) == before


def test_keys_that_look_like_pointers_are_clean(lint: Lint) -> None:  # A30
    assert_clean(lint, conversation(*(f"{json.dumps(key)}: 1" for key in POINTER_KEYS)))


def test_a_broken_line_is_reported_alone_and_keeps_its_bytes(lint: Lint) -> None:  # A32
    broken = '{"parcel": "P7",, }\r'
    lines = [record() + "\r", "\r", broken, "", record(note='"TODO"') + "\r", record()]
    path = lint.write("\n".join(lines), "parcels.jsonl")
    checked = lint.check("parcels.jsonl")
    assert checked.code == 1
    found = dict(zip(checked.codes, checked.places, strict=True))
    assert sorted(checked.codes) == ["FX101", "FX102", "FX106", "FX205"]
    assert found["FX101"] == (3, 17)
    assert found["FX205"][0] == 5
    assert found["FX106"][0] == 6
    fixed = lint.fix("parcels.jsonl")
    assert (fixed.code, sorted(fixed.codes)) == (1, ["FX101", "FX205"])
    after = path.read_bytes().split(b"\n")
    assert [line.strip() for line in after] == [line.strip().encode() for line in lines] + [b""]
    assert after[2] == broken.encode()
    assert [after[0], after[4], after[5]] == [lines[i].rstrip("\r").encode() for i in (0, 4, 5)]
    repaired = state(path)
    assert lint.fix("parcels.jsonl").code == 1
    assert state(path) == repaired


def test_only_line_feeds_end_a_record(lint: Lint) -> None:  # A33
    text = '"one\u2028two\u0085three\\u000bfour\\ffive\u2029six"'
    assert_clean(lint, f"{record(text=text)}\n" * 2, "parcels.jsonl")
    lines = record(text=text, note='"TODO"') + "\n"
    path = lint.write(lines * 2, "parcels.jsonl")
    before = state(path)
    for outcome in (lint.check("parcels.jsonl"), lint.fix("parcels.jsonl")):
        assert (outcome.code, outcome.codes) == (1, ["FX205"] * 2)
        assert [line for line, _ in outcome.places] == [1, 2]
    assert state(path) == before


@pytest.mark.parametrize("character", ["\v", "\f"])
def test_a_line_of_other_white_space_is_not_blank(lint: Lint, character: str) -> None:  # A33
    path = lint.write(f"{record()}\n{character}\n{record()}\n", "parcels.jsonl")
    before = state(path)
    for outcome in (lint.check("parcels.jsonl"), lint.fix("parcels.jsonl")):
        assert (outcome.code, outcome.codes, outcome.places) == (1, ["FX101"], [(2, 1)])
    assert state(path) == before


def test_the_inputs_are_what_they_claim_to_be() -> None:
    assert canonical(json.loads(conversation())) == conversation()
    assert json.loads(record()) == json.loads(conversation())
    assert unicodedata.normalize("NFC", "cafe\u0301") == "caf\u00e9"
