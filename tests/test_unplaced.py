"""A document of YAML or JSON that passes the screens holds nothing that the search would find."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
import time
from typing import Any

import pytest
import yaml
from conftest import KNOWN_RULES
from hypothesis import currently_in_test_context, event, example, given
from hypothesis import strategies as st
from personal_samples import samples
from test_personal_screens import HOSTILE as UNITS
from test_screens import CARRIERS

from fixture_lint.detectors import tokens
from fixture_lint.detectors.families import families
from fixture_lint.detectors.personal import find
from fixture_lint.detectors.personal.finding import full_name, holds
from fixture_lint.detectors.personal.gates import is_long_name
from fixture_lint.detectors.personal.id_table import BY_FORM
from fixture_lint.detectors.personal.ids import FEWEST_DIGITS, find_ids
from fixture_lint.detectors.personal.windows import windows
from fixture_lint.detectors.samples import sample
from fixture_lint.detectors.screen import may_hold_private
from fixture_lint.documents import json as json_reader
from fixture_lint.documents import unplaced
from fixture_lint.documents import yaml as yaml_reader
from fixture_lint.documents.embedded import MAX_DEPTH
from fixture_lint.documents.json import ParseError, TooDeep
from fixture_lint.documents.named import Named, Unsure
from fixture_lint.documents.opening import texts
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document, Node
from fixture_lint.examples import expanded
from tests.cassettes import FAMILIES, bodies, recordings, written

SAMPLES = list(samples(random.Random(23)))
NAMES = [family.name for family in families()]


def in_yaml(text: str) -> Document:
    return Document("cassettes/a.yaml", text, yaml_reader.read(text), syntax="yaml")


def in_json(text: str) -> Document:
    return Document("cassettes/a.json", text, json_reader.read(text))


def opened(document: Document) -> set[Named] | None:
    """All texts by the fast way, None if it is not sure."""
    try:
        return set().union(*unplaced.of_document(document))
    except Unsure:
        return None


def found(document: Document) -> bool:
    """Whether the full search finds anything, or something to which it has no way."""
    for text in texts(document):
        if not isinstance(text, Text):
            return True
        if text.is_spelling:
            continue
        value = text.node.value
        if text.node.type == "string" and tokens.find(value, text.name):
            return True
        if find(value, full_name(text.name, text.within)):
            return True
    return False


def assert_sound(document: Document) -> None:
    fast = opened(document)
    full = texts(document)
    if fast is not None:
        assert all(isinstance(text, Text) for text in full)
        searched = (t for t in full if isinstance(t, Text) and not t.is_spelling)
        assert {(t.node.value, t.name, t.within) for t in searched} <= fast
    passed = not may_hold_private(document)
    if currently_in_test_context():
        event("passed" if passed else "searched")
    if passed:
        assert not found(document)


def written_as(value: Any, style: str) -> Document:
    if style == "json":
        return in_json(json.dumps(value))
    width = 60 if style == "folded" else 10**6
    kind = '"' if style == "quoted" else None
    text = yaml.safe_dump(value, allow_unicode=True, width=width, default_style=kind)
    return in_yaml(text)


STYLES = st.sampled_from(["plain", "folded", "quoted", "json"])


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_cassettes_are_opened_as_the_search_opens_them(family):
    passed = 0
    for seed in range(8):
        for body in bodies(family):
            try:
                text = written(recordings(seed), family, body=body).decode()
            except KeyError:
                continue
            document = in_json(text) if text.lstrip()[:1] in ("{", "[") else in_yaml(text)
            assert_sound(document)
            passed += not may_hold_private(document)
    assert passed


def cassette(hidden: str, key: str, where: str) -> dict[str, Any]:
    """A recording with something hidden at a place."""
    body: Any = {"model": "small", "messages": [{"role": "user", "content": "hello"}]}
    headers = {"content-type": ["application/json"], "x-ratelimit-limit-tokens": ["150000"]}
    uri, answer = "https://api.example.com/v1/chat", json.dumps({"usage": {"prompt_tokens": 12}})
    if where == "request":
        body[key] = hidden
    elif where == "header":
        headers[key] = [hidden]
    elif where == "query":
        uri += f"?page=2&{key}={hidden}"
    elif where == "pair":
        body["headers"] = [{"name": key, "value": hidden}]
    elif where == "events":
        pieces = re.findall("(?s).{1,9}", hidden)
        events = [{"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in pieces]
        answer = "".join(f"data: {json.dumps(one)}\n\n" for one in events) + "data: [DONE]\n\n"
    elif where == "list":
        body["events"] = [
            {"type": "text_delta", "index": 1, "delta": {key: piece}}
            for piece in re.findall("(?s).{1,9}", hidden)
        ]
    elif where == "answer":
        answer = json.dumps({"id": "chatcmpl-1", "created": 1771234567, key: hidden}, indent=2)
    elif where == "gzip":
        answer = base64.b64encode(gzip.compress(json.dumps({key: hidden}).encode())).decode()
    elif where == "key":
        body[hidden] = 1
    request = {"body": json.dumps(body), "headers": headers, "method": "POST", "uri": uri}
    response = {"body": {"string": answer}, "status": {"code": 200, "message": "OK"}}
    return {"interactions": [{"request": request, "response": response}], "version": 1}


PLACES = st.sampled_from(
    ["request", "header", "query", "pair", "events", "list", "answer", "gzip", "key", "none"]
)


@given(
    st.sampled_from(NAMES),
    st.sampled_from(sorted(CARRIERS)),
    st.sampled_from(["x-api-key", "note", "password", "authorization", "Cookie"]),
    PLACES,
    STYLES,
    st.randoms(use_true_random=False),
)
def test_no_secret_in_a_cassette_passes(family, carrier, key, where, style, rng):
    hidden = CARRIERS[carrier](sample(family, rng))
    assert_sound(written_as(cassette(hidden, key, where), style))


@given(
    st.sampled_from(SAMPLES),
    st.sampled_from([*sorted(CARRIERS), "cue", "label", "long"]),
    st.sampled_from(["note", "phone_number", "customer.name", ""]),
    PLACES,
    STYLES,
)
def test_no_personal_data_in_a_cassette_passes(sample, carrier, key, where, style):
    hidden = {
        "cue": f"{sample.cue} {sample.value}",
        "label": f"Hello.\n{sample.key}: {sample.value}",
        "long": f"{'the parcel is late. ' * 30}{sample.cue} {sample.value}{', so we wait' * 30}",
    }.get(carrier) or CARRIERS[carrier](sample.value)
    assert_sound(written_as(cassette(hidden, key or sample.key, where), style))


@pytest.mark.parametrize("where", ["request", "header", "query", "pair", "events", "list", "gzip"])
def test_secrets_and_personal_data_are_seen_everywhere(where):
    rng = random.Random(7)
    for hidden in (sample("openai-key", rng) if "openai-key" in NAMES else sample(NAMES[0], rng),):
        for style in ("plain", "folded", "quoted", "json"):
            document = written_as(cassette(hidden, "note", where), style)
            assert may_hold_private(document)
            assert found(document)


def test_clean_cassettes_pass():
    for style in ("plain", "folded", "quoted", "json"):
        assert not may_hold_private(written_as(cassette("", "note", "none"), style))
    streamed = cassette("we wait for the parcel, and it is late", "text", "events")
    assert not may_hold_private(written_as(streamed, "plain"))


@pytest.mark.parametrize("rule", KNOWN_RULES, ids=lambda rule: rule.code)
def test_examples_are_judged_as_the_search_judges_them(rule):
    for stated in rule.examples:
        for case in ("bad", "good"):
            text = expanded(stated[case], stated) if case in stated else ""
            for reader in (in_json, in_yaml):
                try:
                    document = reader(text)
                except (ParseError, TooDeep):
                    continue
                assert_sound(document)


def in_base64(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


JWT = ('{"alg": "HS256"}', '{"sub": "1"}', "a signature")

HOSTILE = [
    '{"text": "{\\"a\\": \\"one\\", \\"a\\": \\"two\\"}"}',
    '{"a": 1, "a": "x"}',
    '{"text": "{\\"a\\": 1, \\"a\\": 2}"}',
    '{"text": "{\\"a\\": \\"\\\\ud800\\"}"}',
    '{"text": "\\ud800 name: Anna Kuznetsova"}',
    '{"text": "[[[[[[[[[[1]]]]]]]]]]"}',
    json.dumps({"deep": "[" * 400 + "]" * 400}),
    json.dumps({"too deep": "[" * 1200 + "]" * 1200}),
    '{"text": "data: {\\"delta\\": \\"a\\", \\"index\\": -0}\\ndata: {\\"delta\\": 1}"}',
    '{"text": "data: {\\"delta\\": \\"a\\", \\"index\\": 0.0}\\ndata: {\\"delta\\": \\"b\\"}"}',
    '{"numbers": [123456789012345678901234567890, 1e400, -1234567, 1234567.0, 1234567]}',
    json.dumps({"a": ".".join(in_base64(part) for part in JWT)}),
    '{"a": "H4sIAAAAAAAAA0tMSgYAwkEkNQMAAAA="}',
    '{"a": "H4sIAAAAAAAAA"}',
    "? [a, b]\n: c\n? {d: e}\n: [1234567, {f: g}]\n# name: Anna\nx: &a name: 'y'\n",
    "a: &x {name: phone, value: '1'}\nb: *x\n",
    "a: !!binary |\n  bmFtZTogQW5uYQ==\nb: !!binary '////'\nc: !!binary aGk=\n",
    "--- {a: 1}\n--- {a: 2}\n",
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_odd_documents_are_opened_alike(text):
    for reader in (in_json, in_yaml):
        try:
            document = reader(text)
        except (ParseError, TooDeep):
            continue
        assert_sound(document)


def nested(levels: int, value: str, way: str) -> str:
    for _ in range(levels):
        if way == "json":
            value = json.dumps([value])
        elif way == "base64":
            value = base64.b64encode(f"the text is {value}".encode()).decode()
        else:
            value = f"q={value.replace('%', '%25').replace('=', '%3D')}"
    return value


@pytest.mark.parametrize("way", ["json", "base64", "query"])
@pytest.mark.parametrize("levels", range(9))
def test_what_is_too_deep_is_not_passed(way, levels):
    document = written_as({"a": [nested(levels, "hello", way), "hello"]}, "plain")
    assert_sound(document)
    if levels < MAX_DEPTH - 1 or levels > MAX_DEPTH + 1:
        assert may_hold_private(document) == (levels > MAX_DEPTH)


_JSON = st.recursive(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            ["name", "Anna", "data: [1]\ndata: {}", "a=b; c=d", "%41%42", "Bearer abc"]
        ),
        st.integers(),
        st.floats(),
        st.booleans(),
        st.none(),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["name", "value", "key", "delta", "index", "type", "choices", "a"]),
            inner,
            max_size=5,
        ),
        inner.map(json.dumps),
        st.lists(inner, max_size=4).map(
            lambda values: "".join(f"data: {json.dumps(value)}\n\n" for value in values)
        ),
    ),
    max_leaves=24,
)


@given(_JSON)
@example("[Infinity]")  # No JSON, though Python reads it.
def test_all_values_are_opened_alike(value):
    text = json.dumps(value)
    try:
        document = in_json(text)
    except ParseError:  # NaN and Infinity.
        return
    assert_sound(document)
    fast = opened(document)
    plain = json.loads(text)
    if fast is not None and isinstance(plain, (dict, list)):
        assert set().union(*unplaced.of_value(plain)) == fast


_PIECES = """
1 12 123456 4539148803436467 DE89 370400440532013000 GB29 NWBK 6016 +1 (415) 555 -2671 415-555-2671
850312-1237 AB123456C 12AB34567 RSSMRA85T10A562S 81.2.69.142 2a02:6b8::2 3c:fb:11:22:33:44 phone ssn
card order id created chatcmpl-abc 1771234567 2026-03-14T10:24:31.45905Z Thu, 18 Dec 2025 08:41:13
"""
_MARKS = [
    " ",
    " ",
    ", ",
    '"',
    "\n",
    ":",
    "/",
    "-",
    "+",
    ".",
    "_",
    "=",
    " " * 60,
    "x" * 50,
    "a b " * 20,
]
_LONG = st.lists(
    st.one_of(
        st.sampled_from(_PIECES.split()),
        st.sampled_from(_MARKS),
        st.sampled_from([sample.value for sample in SAMPLES]),
        st.sampled_from([sample.cue for sample in SAMPLES]),
    ),
    max_size=60,
).map("".join)


@given(_LONG, st.sampled_from(["", "text", "phone", "ssn", "created"]))
def test_what_is_found_in_a_long_text_is_found_in_a_part_of_it(text, name):
    if find(text, name):
        assert holds(text, name, "")


@pytest.mark.parametrize("fill", [" ", ',"', "\n", "- "])
def test_words_before_and_behind_a_part_count(fill):
    told = 0
    for one in SAMPLES[::3]:
        for gap in range(0, 48, 3):
            space = (fill * gap)[:gap]
            for near in (f"{one.key}{space}{one.value}", f"{one.value}{space[:20]}{one.key}"):
                text = f"{'so we wait for it; ' * 20}{fill}{near}{fill}{'it is late; ' * 30}"
                if find(text):
                    told += 1
                    assert holds(text, "", "")
    assert told


def test_parts_of_long_texts_are_small_and_many():
    event = {"id": "chatcmpl-a1b2", "created": 1771234567, "text": "so we wait for it, " * 20}
    parts = windows(json.dumps(event) * 500)
    assert all(len(part) < 200 for part in parts)
    assert len(parts) < 10


@given(st.from_regex(r"\A(?:[A-Za-z0-9_]{26,40}|[0-9A-Fa-fx]{26,40}|[A-Z]{2}[0-9]{20}_[a-z]{9})\Z"))
def test_nothing_is_found_in_long_names(text):
    if is_long_name(text):
        assert find(text) == []
        assert find(text, "ssn iban phone card ip") == []


def test_accounts_before_other_names_are_found():
    for one in SAMPLES:
        text = f"{one.value.replace(' ', '')}_of_the_customer"
        if find(text):
            assert not is_long_name(text)
            assert holds(text, "", "")


def test_forms_of_ids_are_as_their_search_expects():
    for form in BY_FORM:
        text = form.replace("A", "B").replace("9", "1").replace("_", " ")
        assert form.count("9") >= FEWEST_DIGITS
        filler = '", "a": ' * 60
        assert any(text in part for part in windows(f"{filler}{text}{filler}"))
        # A day before a "T", seconds before a "Z" and a year before an hour are no parts of one.
        assert not re.search(r"9999-99-99A|(?:^|_)99\.9+A|(?:^|_)(?:A+_)?9999_99$", form)


def test_ids_among_many_digits_are_found():
    valid = next(s.value for s in SAMPLES if s.type == "national-id" and s.bare)
    assert list(find_ids(f"1 2 3 4 {valid} 5 6 7 8 9")) or list(find_ids(f"is {valid} here"))


@pytest.mark.parametrize(
    "unit", [*UNITS, "123456a", '123456",', "data: {}\n", '{"a":', "a=b&", "%41"]
)
def test_opening_takes_time_by_size(unit):
    size = 60_000

    def cost(length: int) -> float:
        text = (unit * length)[:length]
        started = time.process_time()
        opened(Document("a.json", "", Node("string", 0, 0, text)))
        windows(text)
        return time.process_time() - started

    cost(1_000)
    # Another process may take the time of one measurement, hardly of eight.
    assert any(cost(2 * size) <= 2.4 * cost(size) + 0.02 for _ in range(8))
