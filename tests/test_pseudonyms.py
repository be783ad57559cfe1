"""Personal data is replaced by stand-ins: the same for one person everywhere, and nothing else."""

from __future__ import annotations

import base64
import json
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.api import fix_text, lint_text
from fixture_lint.detectors.personal import is_fake
from fixture_lint.documents.json import read
from fixture_lint.documents.opening import texts
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document
from tests.conftest import Result
from tests.conversations import conversation

SETTINGS = {"ignore": ["FX109"]}
KEYED = SETTINGS | {"pseudonyms": "keyed"}
KEY = "only-for-these-tests-0123456789"

GIVEN = ["Petra", "Anselm", "Ludmila", "Ottilie", "Kasimir", "Noelle"]
FAMILY = ["Lindqvist", "Sorrentino", "Achterberg", "Vasquezano", "Oyelarano", "Brzezicki"]
RUSSIAN = ["Пелагея Сорокина", "Аристарх Вольнов", "Мирон Дубравин"]
CHINESE = ["王晓岚", "赵明远", "陈思齐"]


class Person(NamedTuple):
    name: str
    email: str
    phone: str


@st.composite
def persons(draw: st.DrawFn) -> list[Person]:
    """People of whom no two share a word of their names."""
    given = draw(st.permutations(GIVEN))
    family = draw(st.permutations(FAMILY))
    names = [f"{one} {other}" for one, other in zip(given, family, strict=True)]
    names = draw(st.permutations([*names[:2], draw(st.sampled_from(RUSSIAN))]))
    chosen = names[: draw(st.integers(1, 3))]
    domains = ["nordwind-reisen.de", "gmail.com", "holzhandel.co.uk"]
    made = []
    for index, name in enumerate(chosen):
        local = draw(st.sampled_from(_locals(name, index)))
        digits = "".join(draw(st.lists(st.sampled_from("23456789"), min_size=6, max_size=6)))
        plan = (f"+1 415 {digits[:3]} {digits[3:]}{index}", f"+44 7911 1{digits[:4]}{index}")
        phone = draw(st.sampled_from(plan))
        made.append(Person(name, f"{local}@{draw(st.sampled_from(domains))}", phone))
    return made


def _locals(name: str, index: int) -> list[str]:
    first, _, last = name.lower().partition(" ")
    if not name.isascii():
        return [f"box{index}x"]
    return [f"{first}.{last}", f"{first[0]}{last}", f"box{index}x", f"{last}_{first}"]


Filler = Callable[[Person], dict[str, str]]
PLACES = ["name", "email", "phone"]
SENTENCES = [
    "my name is {name}, thanks",
    "please write to {email} or call {phone}.",
    "{name} <{email}>",
    "Is {name} at {phone}?",
    "see https://shop.example.com/find?mail={email_percent}&q={name_percent}",
]


def filled(template: str, person: dict[str, str]) -> str:
    parts = dict(person)
    parts |= {f"{key}_percent": quote(value, safe="") for key, value in person.items()}
    return template.format(**parts)


@st.composite
def recordings(draw: st.DrawFn) -> tuple[Callable[[list[dict[str, str]]], str], list[Person]]:
    """A function that writes one conversation with whatever forms its people have, and people."""
    people = draw(persons())
    speak = draw(st.lists(st.tuples(st.sampled_from(SENTENCES), st.integers(0, 2)), max_size=4))
    shapes = draw(st.lists(st.sampled_from(["object", "text", "base64"]), min_size=1, max_size=3))

    def write(forms: list[dict[str, str]]) -> str:
        turns: list[dict[str, Any]] = []
        for form in forms:
            turns.append({"from": "user", "text": f"my name is {form['name']}, {form['phone']}"})
            turns.append({"from": "assistant", "text": f"Thanks. {form['email']} is noted."})
        for sentence, number in speak:
            form = forms[number % len(forms)]
            turns.append({"from": "user", "text": filled(sentence, form)})
            turns.append({"from": "assistant", "text": "I see."})
        for number, shape in enumerate(shapes):
            form = forms[number % len(forms)]
            ref = f"c{number + 1}"
            turns.append({"from": "user", "text": "look it up"})
            args = {"customer_name": form["name"], "contact": {"email": form["email"]}}
            turns.append({"from": "assistant", "calls": [{"ref": ref, "tool": "t", "args": args}]})
            turns.append({"from": "tools", "results": [{"ref": ref, "output": held(shape, form)}]})
        turns.append({"from": "assistant", "text": "Goodbye."})
        return conversation(*turns)

    return write, people


def held(shape: str, form: dict[str, str]) -> Any:
    """The data of a person as an output: as an object, as a JSON text, as base64 of one."""
    record = {"customer_name": form["name"], "phone": form["phone"], "email": form["email"]}
    if shape == "object":
        return record
    text = json.dumps(record, ensure_ascii=False)
    return text if shape == "text" else base64.b64encode(text.encode()).decode()


def forms_of(person: Person) -> dict[str, str]:
    return person._asdict()


def decoded(text: str) -> Iterator[str]:
    for found in texts(Document("", text, read(text))):
        if isinstance(found, Text):
            yield found.node.value


def stand_ins(text: str) -> list[dict[str, str]]:
    """What the recording says of its people, from its first turns."""
    turns = json.loads(text)["turns"]
    found = []
    for turn, answer in zip(turns[::2], turns[1::2], strict=False):
        match = re.fullmatch(r"my name is (.+), (\+.+)", turn.get("text", ""))
        mail = re.fullmatch(r"Thanks\. (\S+) is noted\.", answer.get("text", ""))
        if not match or not mail:
            break
        found.append({"name": match[1], "phone": match[2], "email": mail[1]})
    return found


@given(recordings(), st.booleans())
def test_only_people_are_replaced_and_each_by_one_stand_in(recording: Any, unsafe: bool) -> None:
    write, people = recording
    dirty = write([forms_of(person) for person in people])
    fixed = fix_text(dirty, settings=SETTINGS, unsafe=unsafe)
    made = stand_ins(fixed)
    assert fixed == write(made), "something else changed, or a person has two stand-ins"
    for type_, key in (("person", "name"), ("email", "email"), ("phone", "phone")):
        values = [form[key] for form in made]
        assert len(set(values)) == len(values)
        assert all(is_fake(type_, value) for value in values)
    for person in people:
        for value in person:
            assert not any(value in text for text in decoded(fixed))
    assert fix_text(fixed, settings=SETTINGS, unsafe=unsafe) == fixed
    assert [f for f in lint_text(fixed, settings=SETTINGS) if f.code.startswith("FX5")] == []


@given(recordings())
def test_with_a_key_a_value_has_one_stand_in_in_every_file(recording: Any) -> None:
    write, people = recording
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIXTURE_LINT_KEY", KEY)
        whole = stand_ins(fix_text(write(list(map(forms_of, people))), settings=KEYED))
        alone = [
            stand_ins(fix_text(write([forms_of(person)]), settings=KEYED))[0] for person in people
        ]
        patch.setenv("FIXTURE_LINT_KEY", KEY[::-1])
        other = stand_ins(fix_text(write([forms_of(people[0])]), settings=KEYED))[0]
    for one, form in zip(alone, whole, strict=True):
        assert (one["name"], one["email"]) == (form["name"], form["email"])
    assert (other["name"], other["email"]) != (alone[0]["name"], alone[0]["email"])


def told(*sentences: str, output: Any = "found", **args: Any) -> str:
    """A conversation in which sentences are said, and one call."""
    said = [{"from": "user", "text": sentences[0]}] if sentences else []
    rest: list[dict[str, Any]] = []
    for sentence in sentences[1:]:
        rest += [{"from": "assistant", "text": "Yes?"}, {"from": "user", "text": sentence}]
    return conversation(
        *said,
        *rest,
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "find", "args": args}]},
        {"from": "tools", "results": [{"ref": "c1", "output": output}]},
    )


def said_after(text: str, unsafe: bool = False, **settings: Any) -> list[str]:
    fixed = json.loads(fix_text(text, settings=SETTINGS | settings, unsafe=unsafe))
    return [turn["text"] for turn in fixed["turns"] if turn["from"] == "user"]


@pytest.mark.parametrize(
    ("sentence", "safe", "unsafe"),
    [
        ("PETRA LINDQVIST is late", "PERSON 1 is late", "PERSON 1 is late"),
        ("Petra Lindqvist's bag", "Person 1's bag", "Person 1's bag"),
        ("Lindqvist, Petra", "Person 1", "Person 1"),
        ("ask Petra", "ask Petra", "ask Person 1"),
        ("Ms. Lindqvist called", "Ms. Lindqvist called", "Ms. Person 1 called"),
        ("users/petra-lindqvist/bag", "users/petra-lindqvist/bag", "users/person-1/bag"),
        ("Petra Lindqvist-Holm", "Petra Lindqvist-Holm", "Person 1 Lindqvist-Holm"),
        ("Petraskovic", "Petraskovic", "Petraskovic"),
        ("petra stones", "petra stones", "petra stones"),
    ],
)
def test_mentions_of_a_name(sentence: str, safe: str, unsafe: str) -> None:
    text = told(sentence, customer_name="Petra Lindqvist")
    assert said_after(text) == [safe]
    assert said_after(text, unsafe=True) == [unsafe]


def test_a_word_that_is_a_name_too_stays() -> None:
    text = told("the grace period ends, Grace", first_name="Grace", last_name="Hopperly")
    assert said_after(text, unsafe=True) == ["the grace period ends, Grace"]


def test_a_part_of_two_names_stays() -> None:
    text = told("ask Petra", customer_name="Petra Lindqvist", contact_name="Petra Achterberg")
    assert said_after(text, unsafe=True) == ["ask Petra"]


@pytest.mark.parametrize(
    ("sentence", "safe", "unsafe"),
    [
        ("передайте Пелагее Сорокиной", "передайте Пелагее Сорокиной", "передайте А. Седых"),
        ("это Пелагея Сорокина", "это А. Седых", "это А. Седых"),
        ("птица сорокина", "птица сорокина", "птица сорокина"),
    ],
)
def test_russian_names_in_their_cases(sentence: str, safe: str, unsafe: str) -> None:
    text = told(sentence, fio="Пелагея Сорокина")
    assert said_after(text) == [safe]
    assert said_after(text, unsafe=True) == [unsafe]


def test_chinese_names() -> None:
    text = told("王晓岚想退货", "王先生来了", "国王来了", 姓名="王晓岚")
    assert said_after(text) == ["甲某想退货", "王先生来了", "国王来了"]
    assert said_after(text, unsafe=True) == ["甲某想退货", "甲某先生来了", "国王来了"]


@pytest.mark.parametrize(
    "spelled", ["+1 415 867 5309", "(415) 867-5309", "415.867.5309", "14158675309"]
)
def test_spellings_of_a_phone_are_one_phone(spelled: str) -> None:
    text = told(f"call {spelled} now", phone="+14158675309", phone_number=4158675309)
    [said] = said_after(text)
    args = json.loads(fix_text(text, settings=SETTINGS))["turns"][1]["calls"][0]["args"]
    digits = "".join(filter(str.isdigit, said))
    assert args["phone"] == "+12025550101"
    assert args["phone_number"] == 2025550101
    assert digits.removeprefix("1") == "2025550101"
    assert re.sub(r"\d", "0", said) == re.sub(r"\d", "0", f"call {spelled} now")


def test_numbering_goes_on() -> None:
    old = told("user-4@example.com, Person 2, +1 202 555 0101", email="new@nordwind-reisen.de")
    fixed = fix_text(old, settings=SETTINGS)
    assert '"email": "user-5@example.com"' in fixed
    again = told("+1 202 555 0101 and +1 415 867 5309")
    assert said_after(again) == ["+1 202 555 0101 and +1 202 555 0102"]


def test_two_addresses_of_one_person_get_two_stand_ins() -> None:
    text = told(
        "petra.lindqvist@gmail.com, petra.lindqvist@nordwind-reisen.de",
        customer_name="Petra Lindqvist",
    )
    assert said_after(text) == ["user-1@example.com, user-2@example.com"]


def test_an_exhausted_range_is_reported_and_nothing_is_shared() -> None:
    numbers = [f"+61 4{11 + n} 345 67{n}" for n in range(8)]
    text = told(", ".join(numbers))
    fixed = fix_text(text, settings=SETTINGS)
    [said] = said_after(text)
    assert len(set(said.split(", "))) == 8
    left = [f for f in lint_text(fixed, settings=SETTINGS) if f.code == "FX502"]
    assert [f.fix for f in left] == [None, None]
    assert all("no stand-in of its shape is left" in f.message for f in left)
    assert fix_text(fixed, settings=SETTINGS) == fixed


def test_what_is_signed_is_reported_and_stays() -> None:
    block = {"thinking": "the user is Petra Lindqvist", "signature": "c2lnbmVk" * 8}
    text = told("hello", output=block, customer_name="Petra Lindqvist", email="p@nordwind.de")
    fixed = fix_text(text, settings=SETTINGS)
    assert fixed.count("Petra Lindqvist") == 2, "in every place or not at all"
    assert "user-2@example.com" in fixed
    [left] = [f for f in lint_text(fixed, settings=SETTINGS) if f.severity != "info"]
    assert left.fix is None
    assert "a signature covers it" in left.message


def test_texts_in_what_is_signed_stay_too() -> None:
    block = {"thinking": '{"email": "p@nordwind.de"}', "signature": "c2lnbmVk" * 8}
    text = told("write to q@nordwind.de", output=block)
    fixed = fix_text(text, settings=SETTINGS)
    assert "p@nordwind.de" in fixed
    assert "q@nordwind.de" not in fixed


def test_what_is_compressed_is_reported_and_stays() -> None:
    import gzip

    packed = base64.b64encode(gzip.compress(b'{"email": "p@nordwind.de"}')).decode()
    text = told("write to p@nordwind.de", output=packed)
    assert fix_text(text, settings=SETTINGS) == text
    found = lint_text(text, settings=SETTINGS)
    assert [f.code for f in found] == ["FX501", "FX501"]
    assert all(f.fix is None and "packed again" in f.message for f in found)


def test_what_looks_personal_in_machine_made_values_stays() -> None:
    text = told("hi", output={"encrypted_content": "p@nordwind.de", "signature": "+14158675309"})
    assert lint_text(text, settings=SETTINGS) == []


def test_a_secret_keeps_its_bytes() -> None:
    url = "postgres://app:" + "kP9x" * 4 + "@db.nordwind.de:5432/app"
    fixed = fix_text(told(f"use {url} and p@nordwind.de"), settings=SETTINGS)
    assert url in fixed
    assert "user-1@example.com" in fixed


def test_what_stands_in_a_secret_is_reported_as_the_secret() -> None:
    def part(value: dict[str, str]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    signature = base64.urlsafe_b64encode(bytes(range(100, 132))).decode().rstrip("=")
    token = ".".join([part({"alg": "HS256"}), part({"email": "p@nordwind.de"}), signature])
    text = told(f"use {token}")
    assert [f.code for f in lint_text(text, settings=SETTINGS)] == ["FX401"]
    assert fix_text(text, settings=SETTINGS) == text
    both = told(f"use {token} or write to p@nordwind.de")
    assert said_after(both) == [f"use {token} or write to user-1@example.com"]


def test_what_was_read_as_json_counts_before_the_string_that_holds_it() -> None:
    inner = json.dumps({"address": "12 Baker Street\nLondon", "note": "12 Baker Street"})
    text = told("hello", output=inner)
    output = json.loads(fix_text(text, settings=SETTINGS))["turns"][2]["results"][0]["output"]
    assert json.loads(output)["address"] == "1 Example Street, Springfield, ZZ 00000"


def test_a_whole_mention_counts_before_a_longer_guess() -> None:
    text = told("Petra.Lindqvist", first_name="Petra", customer_name="Petra Lindqvist")
    assert said_after(text) == ["Person 1.Lindqvist"]


def test_a_name_that_two_people_have_is_a_third_person() -> None:
    text = told("hi", a_name="x", first_name="Petra", customer_name="Petra Lindqvist",
                contact_name="Petra Achterberg")  # fmt: skip
    args = json.loads(fix_text(text, settings=SETTINGS))["turns"][1]["calls"][0]["args"]
    assert args == {
        "a_name": "x",
        "first_name": "Person 1",
        "customer_name": "Person 2",
        "contact_name": "Person 3",
    }


def test_keys_of_objects_are_replaced() -> None:
    text = told("hi", output={"p@nordwind.de": 3}, email="p@nordwind.de")
    output = json.loads(fix_text(text, settings=SETTINGS))["turns"][2]["results"][0]["output"]
    assert output == {"user-1@example.com": 3}


def test_only_selected_types_are_replaced() -> None:
    text = told("p@nordwind.de, +1 415 867 5309")
    assert said_after(text, select=["FX502"]) == ["p@nordwind.de, +1 202 555 0101"]
    settings = {"per-file-ignores": {"*.json": ["FX501"]}}
    fixed = fix_text(text, path="late-parcel.json", settings=settings)
    assert "p@nordwind.de" in fixed
    assert "202 555 0101" in fixed


def test_an_allowed_value_stays(lint: Callable[..., Result], project: Path) -> None:
    path = project / "fixtures/late-parcel.json"
    path.parent.mkdir()
    path.write_text(told("p@nordwind.de, q@nordwind.de"))
    row = 1 + path.read_text()[: path.read_text().index("p@nordwind")].count("\n")
    other = path.read_text().replace(", q@nordwind.de", "")
    path.write_text(other)
    assert lint("allow", f"{path}:{row}", "--reason", "the public desk").code == 0
    path.write_text(told("p@nordwind.de, q@nordwind.de"))
    assert lint("--fix", str(path)).code == 0
    assert "p@nordwind.de, user-1@example.com" in path.read_text()


@pytest.mark.parametrize("key", ["", None])
def test_without_a_key_keyed_stand_ins_are_not_made(
    key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FIXTURE_LINT_KEY", raising=False)
    if key is not None:
        monkeypatch.setenv("FIXTURE_LINT_KEY", key)
    text = told("p@nordwind.de, +1 415 867 5309")
    fixed = fix_text(text, settings=KEYED)
    assert "p@nordwind.de, +1 202 555 0101" in fixed
    [left] = lint_text(fixed, settings=KEYED)
    assert "FIXTURE_LINT_KEY is not set" in left.message


def test_a_short_key_is_refused_and_not_shown(
    lint: Callable[..., Result], project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "fixture-lint.toml").write_text('pseudonyms = "keyed"\n')
    (project / "a.json").write_text("{}\n")
    monkeypatch.setenv("FIXTURE_LINT_KEY", "sesame-open")
    result = lint("a.json")
    assert result.code == 2
    assert "FIXTURE_LINT_KEY must have at least 16 characters" in result.err
    assert "sesame" not in result.out + result.err


def test_in_unknown_kinds_it_is_reported_only(lint: Callable[..., Result], project: Path) -> None:
    text = '{"email": "p@nordwind.de"}\n'
    (project / "a.json").write_text(text)
    result = lint("--fix", "--unsafe-fixes", "a.json")
    assert result.code == 1
    assert "FX501" in result.out
    assert "use user-1@example.com" in result.out
    assert (project / "a.json").read_text() == text


def test_lines_of_a_file_do_not_share_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.dumps(json.loads(told(f"{who}@nordwind.de"))) for who in ("p", "q")]
    text = "\n".join(lines) + "\n"
    assert fix_text(text, path="a.jsonl", settings=SETTINGS) == text
    assert "keyed" in lint_text(text, path="a.jsonl", settings=SETTINGS)[0].message
    monkeypatch.setenv("FIXTURE_LINT_KEY", KEY)
    fixed = fix_text(text, path="a.jsonl", settings=KEYED)
    assert "nordwind" not in fixed
    assert len(set(re.findall(r"user-[0-9a-f]{10}", fixed))) == 2


def test_many_people_take_linear_time_and_stay_apart() -> None:
    letters = string.ascii_lowercase
    mails = [f"{a}{b}{c}@nordwind.de" for a in letters for b in letters for c in letters[:3]]
    [said] = said_after(told(" ".join(mails)))
    assert said == " ".join(f"user-{n}@example.com" for n in range(1, len(mails) + 1))
