"""No personal data passes the screen, and clean conversations with stand-ins do."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from conversations import conversation
from hypothesis import given
from hypothesis import strategies as st
from personal_samples import Sample, negatives, samples

from fixture_lint.detectors.personal import find, may_hold_personal
from fixture_lint.detectors.personal.finding import full_name
from fixture_lint.detectors.personal.id_table import BY_FORM
from fixture_lint.detectors.personal.keys import TELLING as KEY_WORDS
from fixture_lint.detectors.personal.keys import key_of
from fixture_lint.detectors.personal.phrases import CUES, HOME
from fixture_lint.detectors.personal.words import ANCHORS, BIRTHS, HOMES, TELLING
from fixture_lint.detectors.screen import may_hold_any
from fixture_lint.detectors.sight import folded
from fixture_lint.detectors.texts import hold
from fixture_lint.documents import unplaced

SAMPLES = list(samples(random.Random(21)))
PHRASES = "|".join(CUES.values()).split("|")


def snake(words: list[str]) -> str:
    return "_".join(words)


def camel(words: list[str]) -> str:
    return words[0] + "".join(word.capitalize() for word in words[1:])


STYLES: tuple[Callable[[list[str]], str], ...] = (
    snake,
    camel,
    lambda words: snake(words).upper(),
    lambda words: "-".join(word.capitalize() for word in words),
    lambda words: " ".join(words),
    lambda words: "".join(word.capitalize() for word in words),
    lambda words: f"{' '.join(words)} (main)",
)

CARRIERS: dict[str, Callable[[Sample, str], Any]] = {
    "value": lambda s, key: {key: s.value},
    "bare": lambda s, key: {"text": s.value},
    "sentence": lambda s, key: {"text": f"Please note {s.value}, thanks."},
    "lines": lambda s, key: {"text": f"one\n{s.value}\ntwo\t{s.value}\\"},
    "label": lambda s, key: {"text": f"Hello.\n{key}: {s.value}"},
    "quoted label": lambda s, key: {"text": f'"{key}": "{s.value}"'},
    "wide label": lambda s, key: {"text": f"您好，{key}：{s.value}"},
    "cue": lambda s, key: {"text": f"{s.cue} {s.value}."},
    "cue over lines": lambda s, key: {"text": f"{s.cue.upper().replace(' ', chr(10))} {s.value}."},
    "list": lambda s, key: {key: ["x", s.value]},
    "container": lambda s, key: {key.split("_")[0]: {key.split("_")[-1]: s.value}},
    "container of a name": lambda s, key: {"customer": {"name": s.value, "id": "C-1"}},
    "user": lambda s, key: {"user": [{"name": s.value}]},
    "part of an address": lambda s, key: {"address": {"line": s.value}},
    "stated": lambda s, key: {"fields": [{"name": key, "value": s.value}]},
    "pair": lambda s, key: {"text": f"a=1&{key}={s.value}"},
    "cookie": lambda s, key: {"cookie": f"{key}={s.value}; Path=/"},
    "as a key": lambda s, key: {s.value: 1},
    "json": lambda s, key: {"output": json.dumps({key: s.value}, ensure_ascii=False)},
    "json in json": lambda s, key: {"o": json.dumps([json.dumps({key: s.value})])},
    "escaped": lambda s, key: {"text": "".join(f"\\u{ord(c):04x}" for c in s.value), key: 1},
    "header": lambda s, key: {"text": f"Token {s.value}"},
    "padded": lambda s, key: {key: f"  {s.value} "},
    "typographic": lambda s, key: {key: s.value.replace(" ", "\u00a0").replace("-", "\u2011")},
    "shouted": lambda s, key: {key.upper(): s.value.upper()},
}


def document(*outputs: Any) -> tuple[bytes, Any]:
    """The bytes of a conversation that holds these outputs, and its value."""
    text = conversation(
        {"from": "user", "text": "load it"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "load", "args": {}}]},
        {"from": "tools", "results": [{"ref": "c1", "output": list(outputs)}]},
    )
    return text.encode(), json.loads(text)


def found_in(plain: Any) -> bool:
    """Whether the search finds anything in a text of a document, whatever the screens say."""
    texts = set().union(*unplaced.of_value(plain))
    return any(find(text, full_name(name, within)) for text, name, within in texts)


def assert_seen(data: bytes, plain: Any) -> None:
    if found_in(plain):
        assert may_hold_personal(data)
        assert may_hold_any(data, plain)


@given(st.sampled_from(SAMPLES), st.sampled_from(sorted(CARRIERS)), st.sampled_from(STYLES))
def test_no_personal_data_passes_the_screen(sample, carrier, style):
    key = style(sample.key.replace("-", "_").split("_"))
    data, plain = document(CARRIERS[carrier](sample, key))
    assert_seen(data, plain)


@pytest.mark.parametrize("type_", sorted({sample.type for sample in SAMPLES}))
def test_every_type_is_seen_in_most_carriers(type_):
    known = [sample for sample in SAMPLES if sample.type == type_]
    seen = set()
    for name, carrier in CARRIERS.items():
        for sample in known[:12]:
            data, plain = document(carrier(sample, sample.key))
            if may_hold_any(data, plain):
                seen.add(name)
            assert_seen(data, plain)
    assert {"value", "label", "list", "stated", "json", "pair", "padded"} <= seen


@pytest.mark.parametrize("number", [79123456789, 4155552671, 19850312, -1, 4539148803436467])
def test_numbers_are_seen_like_texts(number):
    for key in ("phone", "dob", "card_number", "note"):
        assert_seen(*document({key: number, "list": [number]}))


_MARKS = (
    "0 1 12 123 1234 12345 999999 1234567 A AB ABC ABCDE DE89 GB29 - . / + ( ) _ x é 号 , : = @"
)
_VALUES = """
2026-03-14 ORD- P- 4539148803436467 550e8400-e29b-41d4-a716 a@b.io @example.com 192.0.2.7
81.2.69.142 3c:fb:11:22:33:44 2a02:6b8::2 name address dob ФИО 姓名 passport SSN phone Anna
Кузнецова 王小明 Baker Lane
"""
_ODD = [" ", "\n", '"', "\\", "\u00a0", "\u2011"]
_TEXTS = st.lists(st.sampled_from([*_MARKS.split(), *_VALUES.split(), *_ODD]), max_size=9).map(
    "".join
)
_KEYS = """
name Name customer user address line first value text dob phone passport card id ssn iban ip mac
login fio姓名 имя пользователя рождения note created_at order
"""
_NAMES = st.sampled_from(_KEYS.split())


@given(st.dictionaries(_NAMES, st.one_of(_TEXTS, st.dictionaries(_NAMES, _TEXTS, max_size=2))))
def test_no_text_of_telling_pieces_passes_the_screen(output):
    data, plain = document(output)
    assert_seen(data, plain)
    compact = json.dumps(output, ensure_ascii=False, separators=(",", ":")).encode()
    assert_seen(compact, output)


@given(_TEXTS, _NAMES, _NAMES)
def test_two_names_of_a_file_may_tell_together(text, outer, inner):
    whole = f"{outer}.{inner}"
    if find(text, whole) or find(text, inner):
        data = json.dumps({outer: {inner: text}}, ensure_ascii=False).encode()
        assert may_hold_personal(data)


@pytest.mark.parametrize("number", ["(20)20-03-14", "20 20-03-14"])
def test_numbers_that_look_like_dates_without_their_separators(number):
    data, plain = document({"phone": number, "day": "2020-03-14"})
    assert found_in(plain)
    assert_seen(data, plain)


def test_words_of_keys_and_phrases_are_complete():
    assert all(any(word in key for word in TELLING) for key in KEY_WORDS)
    assert all(any(part in phrase for part in ANCHORS) for phrase in PHRASES)
    assert all(any(part in phrase for phrase in PHRASES) for part in ANCHORS)
    for home in ("/home/anna/x", "/Users/anna/x", "file:///home/anna/x", "C:\\Users\\anna\\x"):
        assert HOME.search(home)
        assert any(part in home.lower() for part in HOMES)


@pytest.mark.parametrize("word", [*TELLING, *PHRASES, *BIRTHS])
def test_case_does_not_count(word):
    assert "ё" not in word or word in PHRASES
    low = folded(word.replace("ё", "е").replace("ß", "").encode())
    for changed in (word.upper(), word.title(), word.swapcase()):
        plain = changed.replace("Ё", "Е").replace("ё", "е").replace("SS", "ss")
        assert folded(plain.encode()) == low or "ß" in word


def test_parts_of_phrases_have_no_letter_that_folding_keeps_apart():
    assert "ё" not in "".join((*ANCHORS, *TELLING, *BIRTHS))


@pytest.mark.parametrize("word", ["ADDREß", "Straße", "STRASSE", "\u017ftreet", "\ufb01o", "NAME"])
def test_letters_that_casefold_to_others(word):
    data, plain = document({word: "12 Baker Lane, Westbrook", "n": "Anna Kuznetsova"})
    assert_seen(data, plain)
    assert key_of(word) is None or may_hold_personal(data)


def test_no_form_of_an_id_begins_like_a_slug():
    """Numbers behind such beginnings are passed over by the screen."""
    slug = re.compile("A{2,3}[-.]|.*(?:_|A{5}).*999999")
    assert [form for form in BY_FORM for part in form.split(" ") if slug.match(part)] == []


TOOLS = ("find_order", "book_courier", "track_parcel", "get_weather")
TEXTS = (
    "Order ORD-{n} of {day} is late; the customer waits at the depot.",
    "It costs {amount} and arrives on {day}.",
    "Your ticket 550e8400-e29b-41d4-a716-4466554{n} is open.",
    "Write to user-{k}@example.com or call +1 202 555 01{k:02}.",
    "Hello Person {k}, we ship to 1 Example Street, Springfield, ZZ 00000.",
    "The driver is held in bay {k}. The owner of the shop was told: nobody is at home.",
    "Курьер ждёт у двери {k}, получатель не отвечает.",
    "快递员已经送到门口，收件人明天取件。",
    "see https://shop.example.com/items/{n}?page={k}",
    "The total is {amount}; see section 4.2 and `name` in the docs.",
)


def clean_document(rng: random.Random) -> tuple[bytes, Any]:
    """A conversation as it looks once stand-ins have replaced what was personal."""

    def text() -> str:
        return rng.choice(TEXTS).format(
            n=rng.randrange(10_000, 99_999),
            k=rng.randrange(1, 99),
            day=f"2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}",
            amount=f"{rng.randrange(9999)}.{rng.randrange(99):02}",
        )

    def customer() -> dict[str, Any]:
        k = rng.randrange(1, 99)
        return {
            "id": f"C-{rng.randrange(10_000)}",
            "name": f"Person {k}",
            "email": f"user-{k}@example.com",
            "phone": f"+1-202-555-01{k:02}",
            "address": f"{k} Example Street, Springfield, ZZ 00000",
            "username": f"user-{k}",
            "birth_date": "1990-01-07",
        }

    outputs: list[dict[str, Any]] = [
        {"order_id": rng.randrange(10_000, 9_999_999), "customer": customer()},
        {"name": rng.choice(["Blue Mug", "Oak Chair", "get_weather"]), "price": 12.5},
        {"sku": f"SKU-{rng.randrange(10**6, 10**7)}", "sha": f"{rng.getrandbits(160):040x}"},
        {"timeouts": [30, 60], "ip": "192.0.2.7", "version": "4.2.1", "count": 125_000},
        {"items": [{"product_name": "Oak Chair", "qty": 2, "stock": 120_345}]},
    ]
    turns: list[dict[str, Any]] = []
    call: dict[str, Any]
    for n in range(1, rng.randrange(2, 5)):
        call, args = {"ref": f"c{n}"}, rng.choice(outputs)
        turns += [
            {"from": "user", "text": text()},
            {"from": "assistant", "calls": [call | {"tool": rng.choice(TOOLS), "args": args}]},
            {"from": "tools", "results": [call | {"output": rng.choice(outputs)}]},
            {"from": "assistant", "text": text()},
        ]
    source = conversation(*turns)
    return source.encode(), json.loads(source)


def test_clean_conversations_with_stand_ins_are_cleared():
    rng = random.Random(5)
    made = [clean_document(rng) for _ in range(300)]
    assert not any(found_in(plain) for _, plain in made)
    passed = [not may_hold_any(data, plain) for data, plain in made]
    assert sum(passed) >= 0.95 * len(passed)


def test_hard_negatives_are_settled_by_their_texts():
    cases = list(negatives(random.Random(4), 4))
    settled = [not hold({name or "text": text}, False, True) for name, text in cases]
    assert sum(settled) >= 0.9 * len(settled)


HOSTILE = (
    "name ", "name: ", '"name" ', "a@", "a@a.io ", "1 ", "1-", "1234567890", "2026-03-14 ", "ab:",
    "2001:", "my name is ", "deliver to ", "/home/", "生", "ORD-123456 ", "ſ", "address", "=", "\\",
    "eyJ", "data:", "customer ", "1.1.1.", "A1", "姓名：", "\n", '"value"', "name\t",
)  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_the_screen_takes_time_by_size(unit):
    size = 500_000

    def cost(length: int) -> float:
        data = json.dumps([(unit * length)[:length]], ensure_ascii=False).encode()
        started = time.process_time()
        may_hold_personal(data)
        return time.process_time() - started

    cost(1_000)
    # Another process may take the time of one measurement, hardly of eight.
    assert any(cost(2 * size) <= 2.4 * cost(size) + 0.05 for _ in range(8))


def test_the_screen_imports_no_detector():
    probe = (
        "import sys; from fixture_lint.detectors.screen import may_hold_any; "
        'may_hold_any(b\'{"text": "the customer waits", "recorded": "2026-03-14"}\', {}); '
        "print([n for n in sys.modules if n.startswith('fixture_lint.detectors.personal.')])"
    )
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    names = {f"fixture_lint.detectors.personal.{name}" for name in ("screen", "words")}
    assert run.stdout.strip() in (str(sorted(names)), str(sorted(names, reverse=True)))
