"""What is printed of hostile text, and how large input is met."""

from __future__ import annotations

import base64
import gc
import io
import json
import os
import random
import re
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hostile import (
    MIB,
    NAME,
    Lint,
    command,
    conversation,
    finish,
    measured,
    spawn,
    state,
)

lint = command

LEVELS = 512

CLEAN = conversation().encode()


def outputs(lint: Lint, *arguments: str) -> dict[str, str]:
    """What is printed in each way of looking at a file without changing it."""
    ways = {
        "text": [],
        "JSON": ["--output-format", "json"],
        "diff": ["--diff"],
        "JSON of a diff": ["--diff", "--output-format", "json"],
    }
    return {name: lint.run(*options, *arguments)[1] for name, options in ways.items()}


def record(text: str) -> str:
    """A document on one line."""
    return re.sub(r"\n *", " ", text).strip()


# Control characters below U+0020 can only be spelled as escapes; the others may stand as they are.
CONTROLS = "\\u001b[31m \\u0007 \\b \\r \x7f \x9b2J \u202e late \u2066 \u2028 \u061c"

UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")

PLACES = {
    "unknown-key": ('"from": "user",', '"from": "user",\n      "¦": 1,', "FX203"),
    "speaker": ('"from": "user"', '"from": "¦"', "FX201"),
    "scenario": ('"scenario": "late-parcel"', '"scenario": "¦"', ""),
    "recorded": ('"recorded": "2026-03-14"', '"recorded": "¦"', "FX207"),
    "note": ('"note": "', '"note": "TODO ¦ ', ""),
    "tool": ('"tool": "track_parcel"', '"tool": "¦",\n          "tool": "¦"', "FX107"),
    "ref": ('"ref": "c1",\n          "tool"', '"ref": "¦",\n          "tool"', "FX210"),
    "recorded-key": ('"parcel": "P7"', '"¦": 1,\n            "¦": 1', "FX107"),
    "text": ('"Where is my parcel?"', '"¦",\n      "text": "¦"', "FX107"),
}


def with_text(place: str, text: str) -> tuple[str, str]:
    """A conversation with a text at a place, and the code that is found there if any is."""
    found, wrong, code = PLACES[place]
    assert found in conversation()
    return conversation().replace(found, wrong.replace("¦", text), 1), code


@pytest.mark.parametrize("place", PLACES)
def test_characters_that_steer_a_terminal_are_shown_as_escapes(lint: Lint, place: str) -> None:
    text, code = with_text(place, CONTROLS)  # E01
    path = lint.write(text)
    before = state(path)
    printed = assert_shown_safely(lint, code)
    assert "202e" in printed["text"] or not code
    assert lint.fix(NAME).codes == lint.check(NAME).codes
    assert state(path) == before
    lint.write(re.sub(r"^ +", lambda match: match[0] * 2, text, flags=re.MULTILINE))
    printed = assert_shown_safely(lint, code)
    if code != "FX107":  # Nothing is changed in a document with duplicate keys.
        assert r"\u202e" in printed["diff"]
        assert r"\u202e" in printed["JSON of a diff"]


def assert_shown_safely(lint: Lint, code: str) -> dict[str, str]:
    printed = outputs(lint, NAME)
    for text in printed.values():
        assert not UNSAFE.search(text)
        assert code in text
    return printed


@pytest.mark.parametrize("broken", ['"', "\x1b", "\\q", '", }'], ids=ascii)
def test_a_broken_text_is_shown_with_escapes(lint: Lint, broken: str) -> None:  # E01
    steering = "\u202e\x7f\x9b2J"
    path = lint.write(f'{{"note": "{steering}{broken}{steering}\x07\x1b[31m\x08"}}\n')
    before = state(path)
    for text in outputs(lint, NAME).values():
        assert not UNSAFE.search(text)
        assert "FX101" in text
    assert "202e" in lint.run(NAME)[1]
    assert lint.fix(NAME).codes == ["FX101"]
    assert state(path) == before


COMMANDS = r"late\n::error::lost\r\n::stop-commands::x\n  ::warning file=a,line=1::%0A"


@pytest.mark.parametrize("place", PLACES)
def test_no_line_of_the_output_is_a_command_to_a_runner(lint: Lint, place: str) -> None:  # E02
    text, code = with_text(place, COMMANDS)
    path = lint.write(text)
    before = state(path)
    for printed in outputs(lint, NAME).values():
        assert_no_command(printed)
        assert code in printed
    lint.fix(NAME)
    assert state(path) == before


def test_no_line_of_a_broken_file_is_a_command_to_a_runner(lint: Lint) -> None:  # E02
    path = lint.write('{\n::error::lost\n::stop-commands::x\n"note": "\n::error::lost\n"}\n')
    before = state(path)
    for printed in outputs(lint, NAME).values():
        assert_no_command(printed)
        assert "FX101" in printed
    assert state(path) == before


def assert_no_command(printed: str) -> None:
    """A runner takes a line for a command if it starts with two colons after white space."""
    assert not [line for line in re.split(r"[\r\n]", printed) if line.strip().startswith("::")]


@pytest.mark.parametrize("place", PLACES)
def test_a_very_long_string_does_not_make_a_long_message(lint: Lint, place: str) -> None:  # E04
    text, code = with_text(place, "late parcel " * (MIB // 12))
    path = lint.write(text)
    before = state(path)
    outcome = lint.check(NAME)
    assert outcome.code == 1
    assert code in ["", *outcome.codes]
    assert "FX113" in outcome.codes
    assert max(len(finding["message"]) for finding in outcome.findings) <= 220
    assert max(len(line) for line in outcome.text.split("\n")) < 320
    fixed = lint.fix(NAME)
    assert (fixed.code, fixed.codes) == (1, outcome.codes)
    assert state(path) == before


def test_a_very_long_broken_line_does_not_make_a_long_message(lint: Lint) -> None:  # E04
    path = lint.write('{"note": "' + "late parcel " * (MIB // 12) + "\\q\n")
    before = state(path)
    outcome = lint.check(NAME)
    assert (outcome.code, outcome.codes) == (1, ["FX101"])
    assert len(outcome.findings[0]["message"]) <= 220
    assert max(len(line) for line in outcome.text.split("\n")) < 320
    assert state(path) == before


def test_a_great_many_findings_are_listed_in_json_and_counted_in_text(lint: Lint) -> None:  # E05
    count = 10_000
    turn = '{"from": "user", "text": "Where is it?", "courier%d": 1}'
    turns = ", ".join(turn % number for number in range(count))
    lint.write(f'{{"meta": {{}}, "turns": [{turns}]}}')
    outcome = lint.check("--select", "FX203", NAME)
    assert (outcome.code, outcome.codes) == (1, ["FX203"] * count)
    assert len({finding["pointer"] for finding in outcome.findings}) == count
    assert outcome.seconds < 5
    shown = outcome.text.count("FX203")
    hidden = re.search(r"(\d+) more findings", outcome.text)
    assert hidden is not None
    assert shown + int(hidden[1]) == count
    assert shown <= 100


def test_a_great_many_findings_of_all_rules_take_no_time(lint: Lint) -> None:  # E05
    turn = '{"from": "courier", "created_at": "2026-03-14T10:24:31Z", "late%d": "\\u00e9"}'
    turns = ", ".join(turn % number for number in range(3_000))
    lint.write(f'{{"meta": {{}}, "turns": [{turns}]}}')
    outcome = lint.check(NAME)
    assert outcome.code == 1
    assert len(outcome.codes) >= 9_000
    assert outcome.seconds < 5


ASCII_ONLY = [
    pytest.param({"PYTHONIOENCODING": "ascii"}, id="ASCII-output"),
    pytest.param({"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C"}, id="strict-output"),
    pytest.param({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, id="ASCII-locale"),
]


@pytest.mark.parametrize("variables", ASCII_ONLY)
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([NAME], 1),
        (["--output-format", "json", NAME], 1),
        (["--diff", NAME], 1),
        (["--fix", NAME], 1),
        (["--select", "посылка", NAME], 2),
        (["--посылка", NAME], 2),
        (["explain", "FX108"], 0),
        (["explain", "посылка"], 2),
        (["explain"], 0),
        (["--help"], 0),
    ],
    ids=lambda value: ascii(" ".join(value)) if isinstance(value, list) else None,
)
def test_everything_can_be_printed_on_an_output_of_ascii(
    lint: Lint, variables: dict[str, str], arguments: list[str], code: int
) -> None:  # E06
    text, _ = with_text("unknown-key", "посылка 📦 \\ud83d")
    lint.write(text.replace("Where is", "Где 📦") + "\n")
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    ended, out, err = finish(spawn(lint.folder, *arguments, env={**inherited, **variables}))
    assert ended == code
    assert (out + err).isascii()
    assert len(out + err) > 20


# Size and time


def write_blocks(path: Path, head: str, block: str, size: int, tail: str) -> None:
    """A file of a size, written in blocks so that no test holds it in memory."""
    piece = block.encode() * (MIB // len(block))
    with path.open("wb") as stream:
        stream.write(head.encode())
        while stream.tell() < size:
            stream.write(piece)
        stream.write(tail.encode())


def stamp(path: Path) -> tuple[int, ...]:
    """What changes with every writing to a file, its bytes not read."""
    status = path.stat()
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_mode


LARGE = {
    "F01-many-objects": ('{"turns": [', '{"from": "user", "text": "late"}, ', "{}]}"),
    "F02-one-string": ('{"turns": [{"from": "user", "text": "', "late parcel ", '"}]}'),
}


@pytest.mark.big
@pytest.mark.parametrize(("head", "block", "tail"), LARGE.values(), ids=LARGE)
@pytest.mark.parametrize(
    ("ending", "words"), [("json", "larger than 32 mib"), ("jsonl", "longer than 8 mib")]
)
def test_a_very_large_file_is_refused_without_holding_it(
    lint: Lint, head: str, block: str, tail: str, ending: str, words: str
) -> None:
    name = f"large.{ending}"
    path = lint.folder / name
    write_blocks(path, head, block, 100 * MIB, tail + "\n")
    other = lint.write(conversation(note='"TODO"'))
    before = stamp(path), stamp(other)
    for options in ([], ["--fix"]):
        outcome, peak = measured(lint, *options, name, NAME)
        assert (outcome.code, outcome.codes) == (1, ["FX005", "FX205"])
        assert words in outcome.findings[0]["message"].lower()
        assert (outcome.summary["unreadable"], outcome.summary["checked"]) == (1, 1)
        assert peak < 100
    assert (stamp(path), stamp(other)) == before
    assert sorted(os.listdir(lint.folder)) == sorted([name, NAME])


@pytest.mark.big
@pytest.mark.parametrize("size", [9 * MIB, 40 * MIB])
def test_the_records_around_a_very_long_one_are_checked(lint: Lint, size: int) -> None:  # F01
    line = record(conversation(note='"TODO"')) + "\n"
    path = lint.folder / "parcels.jsonl"
    write_blocks(path, line + '{"turns": "', "late parcel ", size, '"}\n' + line)
    before = stamp(path)
    for outcome in (lint.report("parcels.jsonl"), lint.fix("parcels.jsonl")):
        assert (outcome.code, outcome.codes) == (1, ["FX205", "FX005", "FX205"])
        assert [line for line, _ in outcome.places] == [1, 2, 3]
    assert stamp(path) == before


ESCAPES = r'"' + r"\n" * 10_000_000 + '"'


@pytest.mark.big
def test_a_very_long_string_of_escapes_is_checked(lint: Lint) -> None:  # F03
    path = lint.write(conversation(text=ESCAPES))
    before = stamp(path)
    outcome = lint.fix(NAME)
    assert (outcome.code, outcome.codes) == (1, ["FX113"])
    assert stamp(path) == before


@pytest.mark.big
def test_a_record_with_a_very_long_string_of_escapes_is_refused(lint: Lint) -> None:  # F03
    line = record(conversation(note='"TODO"'))
    path = lint.write(f"{record(conversation(text=ESCAPES))}\n{line}\n", "parcels.jsonl")
    before = stamp(path)
    outcome = lint.fix("parcels.jsonl")
    assert (outcome.code, outcome.codes) == (1, ["FX005", "FX205"])
    assert stamp(path) == before


TRIES = 6
"""Another process may take the time of one measurement, hardly of four."""


def growth(lint: Lint, once: str, twice: str, *arguments: str) -> float:
    """How many times as much of the processor's time a run takes for the second text as for the
    first, each the best of three."""
    seconds: dict[str, list[float]] = {once: [], twice: []}
    for _ in range(3):
        for text, taken in seconds.items():
            lint.write(text)
            gc.collect()
            gc.freeze()  # What other tests have left behind is not to be walked again and again.
            started = time.process_time()
            code = lint.run("--output-format", "json", *arguments, NAME)[0]
            taken.append(time.process_time() - started)
            assert code in (0, 1)
    return min(seconds[twice]) / min(seconds[once])


def small_objects(count: int) -> str:
    element = '              {\n                "p": 7\n              }'
    return conversation('"list": [\n' + ",\n".join([element] * count) + "\n            ]")


def on_one_line(count: int) -> str:
    return conversation('"list": [' + ",".join(['{"p": 7}'] * count) + "]")


def escapes(count: int) -> str:
    return conversation(text='"' + r"\u000a\n" * count + '"')


def keys(count: int) -> str:
    return conversation(*(f'"parcel-{number}": {number}' for number in range(count)))


def unknown_keys(count: int) -> str:
    turns = ", ".join(f'{{"from": "courier{n}", "late{n}": 1}}' for n in range(count))
    return f'{{"meta": {{}}, "turns": [{turns}]}}'


@pytest.mark.big
@pytest.mark.parametrize("options", [[], ["--fix"]], ids=["check", "fix"])
@pytest.mark.parametrize(
    ("make", "count"),
    [
        pytest.param(small_objects, 6_000, id="small-objects"),
        pytest.param(on_one_line, 5_000, id="on-one-line"),
        pytest.param(escapes, 300_000, id="escapes"),
        pytest.param(keys, 18_000, id="keys"),
        pytest.param(unknown_keys, 600, id="unknown-keys"),
    ],
)
def test_twice_the_size_takes_about_twice_the_time(
    lint: Lint, make: Callable[[int], str], count: int, options: list[str]
) -> None:  # F04
    once, twice = make(count), make(2 * count)
    assert any(growth(lint, once, twice, *options) < 3 for _ in range(TRIES))


@pytest.mark.big
def test_twice_as_many_fixes_take_about_twice_the_time(lint: Lint) -> None:  # F04
    turn = '{"from": "user", "text": "late", "created_at": "2026-03-14T10:24:31Z"}'
    once, twice = (
        f'{{"meta": {{}}, "turns": [{", ".join([turn] * count)}]}}' for count in (2_000, 4_000)
    )
    assert any(growth(lint, once, twice, "--select", "FX302", "--fix") < 3 for _ in range(TRIES))


@pytest.mark.big
def test_a_hundred_thousand_small_objects_are_checked(lint: Lint) -> None:  # F04
    path = lint.write(small_objects(100_000))
    before = stamp(path)
    outcome = lint.fix(NAME)
    assert (outcome.code, outcome.codes) == (1, ["FX113"])
    assert stamp(path) == before


def test_an_object_of_very_many_keys_is_checked(lint: Lint) -> None:  # F05
    path = lint.write(keys(50_000))
    before = state(path)
    outcomes = lint.check(NAME), lint.fix(NAME)
    for outcome in outcomes:
        assert (outcome.code, outcome.codes) == (1, ["FX113"])
    assert min(outcome.seconds for outcome in outcomes) < 3
    assert state(path) == before


def test_a_key_that_occurs_twice_among_very_many_is_found(lint: Lint) -> None:  # F05
    members = [f'"parcel-{number}": {number}' for number in range(50_000)]
    path = lint.write(conversation(*members, members[0]))
    before = state(path)
    outcomes = lint.check(NAME), lint.fix(NAME)
    for outcome in outcomes:
        assert (outcome.code, sorted(outcome.codes)) == (1, ["FX107", "FX113"])
    assert min(outcome.seconds for outcome in outcomes) < 3
    assert state(path) == before


def zipped(*files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, data in enumerate(files):
            archive.writestr(f"{number}.zip", data)
    return stream.getvalue()


def test_an_archive_is_never_unpacked(lint: Lint) -> None:  # F07
    bomb = zipped(*[zipped(*[zipped(bytes(16 * MIB))] * 16)] * 16)
    with pytest.raises(UnicodeDecodeError) as undecodable:
        bomb.decode()
    path = lint.write(bomb, "x.json")
    before = state(path)
    for options in ([], ["--fix"]):
        outcome, peak = measured(lint, *options, "x.json")
        assert (outcome.code, outcome.codes) == (1, ["FX101"])
        assert f"byte {undecodable.value.start} " in outcome.findings[0]["message"]
        assert peak < 100
    assert state(path) == before


@pytest.mark.parametrize("place", ["text", "argument"])
def test_an_image_in_a_message_is_at_most_large(lint: Lint, place: str) -> None:  # F09
    image = base64.b64encode(random.Random(7).randbytes(3 * MIB * 3 // 4)).decode()
    url = f'"data:image/png;base64,{image}"'
    text = conversation(text=url) if place == "text" else conversation(f'"photo": {url}')
    path = lint.write(text)
    before = state(path)
    outcomes = lint.check(NAME), lint.fix(NAME)
    for outcome in outcomes:
        assert (outcome.code, outcome.codes) == (1, ["FX113"])
    assert min(outcome.seconds for outcome in outcomes) < 3
    assert state(path) == before


@pytest.mark.big
def test_very_many_clean_files_are_checked_and_not_written(lint: Lint) -> None:  # F10
    count = 2_000
    paths = [
        lint.write(
            conversation(
                text=f'"parcel {n} ' + "is late " * 420 + '"',
                note=f'"courier reports the delay of parcel {n} twice"',
                scenario=f"late-parcel-{n}",
            ),
            f"{n % 20}/late-parcel-{n}.json",
        )
        for n in range(count)
    ]
    assert 4000 < paths[0].stat().st_size < 4500
    watched = [*paths, *lint.folder.iterdir(), lint.folder]
    before = [stamp(path) for path in watched]
    outcome = lint.fix(".")
    assert (outcome.code, outcome.files) == (0, [])
    assert (outcome.summary["checked"], outcome.summary["fixed"]) == (count, 0)
    assert [stamp(path) for path in watched] == before


BELOW = 6
"""Levels that hold the arguments of a call."""


def nested(opening: str, closing: str, levels: int, member: str) -> str:
    """A conversation of so many levels, canonical."""
    deep = levels - BELOW
    value = opening * (deep - 1) + "[]" + closing * (deep - 1)
    document = json.loads(conversation(f'"{member}": {value}'))
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def depth(text: str) -> int:
    deepest = level = 0
    for character in text:
        level += (character in "[{") - (character in "]}")
        deepest = max(deepest, level)
    return deepest


NESTS = [pytest.param("[", "]", id="lists"), pytest.param('{"in": ', "}", id="objects")]


@pytest.mark.parametrize(("opening", "closing"), NESTS)
def test_a_document_may_nest_to_the_limit(lint: Lint, opening: str, closing: str) -> None:  # F11
    text = nested(opening, closing, LEVELS, "parcel")
    assert depth(text) == LEVELS
    path = lint.write(text)
    before = state(path)
    for outcome in (lint.check(NAME), lint.fix(NAME)):
        assert (outcome.code, outcome.codes) == (1, ["FX113"])
        assert outcome.summary["checked"] == 1
    assert state(path) == before


@pytest.mark.parametrize(("opening", "closing"), NESTS)
@pytest.mark.parametrize("defect", ["layout", "minified", "edit", "keys"])
def test_a_document_that_nests_to_the_limit_can_be_repaired(
    lint: Lint, opening: str, closing: str, defect: str
) -> None:  # F11
    text = nested(opening, closing, LEVELS, "parcel")
    broken = {
        "layout": text + "\n\n",
        "minified": record(text) + "\n",
        "edit": text.replace('"from": "user",', '"from": "user",\n      "usage": 7,'),
        "keys": text.replace('"ref": "c1",\n          "tool": "track_parcel",', "").replace(
            '"args": {', '"tool": "track_parcel",\n          "ref": "c1",\n          "args": {'
        ),
    }[defect]
    if defect == "keys":
        broken = re.sub(r"\n {10}\n", "\n", broken)
    path = lint.write(broken)
    assert depth(broken) == LEVELS
    fixed = lint.fix(NAME)
    assert (fixed.code, fixed.codes, fixed.summary["fixed"]) == (1, ["FX113"], 1)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(("opening", "closing"), NESTS)
def test_one_level_more_is_too_deep(lint: Lint, opening: str, closing: str) -> None:  # F11
    text = nested(opening, closing, LEVELS + 1, "parcel")
    assert depth(text) == LEVELS + 1
    path = lint.write(text)
    before = state(path)
    for outcome in (lint.check(NAME), lint.fix(NAME)):
        assert (outcome.code, outcome.codes) == (1, ["FX005"])
        assert "too deep" in outcome.findings[0]["message"].lower()
    assert state(path) == before
