"""Nothing that is printed steers a terminal, and no long token is shown whole."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.documents.printable import MAX_MESSAGE, shortened, shown, shown_with_columns

UNSAFE = "\x00\x1b\x07\x08\x7f\x85\x9b\u202e\u2066\u2028\ufeff\ud800\n\r\t"


@given(st.text(st.characters(), max_size=300))
def test_only_harmless_characters_are_shown(text):
    for printed in (shown(text), shortened(text), shown_with_columns(text)[0]):
        printed.encode()
        assert not set(printed) & set(UNSAFE)
    assert len(shortened(text)) <= MAX_MESSAGE


@given(st.text(st.sampled_from(UNSAFE + "ab1 call_0aB9cD8eF7gH6iJ5kL4m/"), max_size=60))
def test_columns_lead_to_what_is_shown(text):
    printed, columns = shown_with_columns(text)
    assert printed == shown(text)
    assert len(columns) == len(text) + 1
    assert columns == sorted(columns)
    assert columns[-1] == len(printed)


def token(length: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    """A random token that surely holds a capital, a small letter and a digit."""
    made = [random.choice(alphabet) for _ in range(length - 3)] + ["a", "Z", "5"]
    random.shuffle(made)
    return "".join(made)


@pytest.mark.parametrize("prefix", ["", "sk-", "sk-ant-api03-", "ghp_", "xoxb-"])
@pytest.mark.parametrize("length", [24, 40, 95])
def test_long_tokens_are_cut_to_their_public_prefix(prefix, length):
    secret = prefix + token(length)
    printed = shown(f'"key": "{secret}", "next": 1')
    assert printed == f'"key": "{prefix[:3] if prefix.startswith("sk") else prefix}…", "next": 1'


def test_tokens_with_slashes_are_cut():
    secret = "/".join([token(13), token(7), token(18)])
    assert shown(f"secret {secret} end") == "secret … end"


@pytest.mark.parametrize(
    "text",
    [
        "call_0aB9cD8eF7gH6iJ5kL4m → c1",
        "/turns/0/results/12/output",
        "fixtures/parcels/late-parcel-with-2-retries.json",
        "refund-damaged-item-with-3-photos",
        "2026-03-14T10:24:31.120Z",
        "get_expected_delivery_of_parcel_2",
    ],
)
def test_names_paths_and_call_ids_stay_readable(text):
    assert shown(text) == text


def test_many_words_take_no_time():
    for text in ("long-" * 5000 + "x", "a1-" * 5000 + "x", "aa_" * 5000, "a1" * 5000 + "."):
        shown(text)
