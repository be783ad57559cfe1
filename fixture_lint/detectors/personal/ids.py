"""National ids: found by their form, their check digits, and the words around."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from fixture_lint.detectors.personal.id_checks import is_valid_id
from fixture_lint.detectors.personal.id_stand_ins import is_fake_id
from fixture_lint.detectors.personal.id_table import BY_FORM, GENERIC, Id
from fixture_lint.detectors.personal.matches import (
    OTHER,
    Context,
    Personal,
    context,
    key_words,
    names_a_thing,
)

_TOKEN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.\-/]*+")
_DIGIT = re.compile("[0-9]")
_MAX_LENGTH = 24
_MAX_TOKENS = 7
FEWEST_DIGITS = 4
"""No form has fewer."""

_MOST_LETTERS = 6
_SHAPE = str.maketrans(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "9" * 10 + "A" * 52
)
_EPOCH = re.compile(r"1[0-9]{9}(?:[0-9]{3})?")
_LIKE_TIMES = ("ro-cnp",)
"""Numbers of men of the last century, who would all be taken for milliseconds since 1970."""

_LISTED_BEFORE = re.compile("[0-9]{5}, ?$")
_LISTED_AFTER = re.compile(", ?[0-9]{5}")
_MONEY = "+$€£¥₽"


def find_ids(text: str, name: str = "") -> Iterator[Personal]:
    """National ids in a text that stands under a key. Numbers that are never issued are skipped.

    Each run of up to seven tokens that single spaces separate is looked up by its form, so that
    the work for every token is bounded; the check digits are asked last.
    """
    key = key_words(name)
    thing = names_a_thing(key)
    tokens = [_trimmed(text, *match.span()) for match in _TOKEN.finditer(text)]
    digits = [match.start() for match in _DIGIT.finditer(text)]
    done = near = 0
    for first, (start, _) in enumerate(tokens):
        while near < len(digits) and digits[near] < start:
            near += 1
        if near + FEWEST_DIGITS > len(digits):
            return
        if digits[near + FEWEST_DIGITS - 1] >= start + _MAX_LENGTH or start < done:
            continue
        if _is_word(text, tokens[first]) or not _may_begin(text, start, tokens, first):
            continue
        for last in reversed(range(first, _reach(text, tokens, first))):
            end = tokens[last][1]
            rows = BY_FORM.get(text[start:end].translate(_SHAPE))
            if rows and _may_end(text, end):
                detail = _judge(text, start, end, key, thing, rows)
                if detail:
                    yield Personal("national-id", start, end, detail)
                    done = end
                    break


def _judge(
    text: str, start: int, end: int, key: tuple[str, ...], thing: bool, rows: list[Id]
) -> str | None:
    value = text[start:end]
    around = context(text, start, end, key)
    told, is_told, is_other = _evidence(around, tuple(rows))
    for row in told:
        if row.detail == "us-ssn" and is_fake_id(value, "us-ssn"):
            return None  # Advertising numbers have the shape of a tax number.
        if _is_issued(row, value):
            return row.detail
    is_other = is_other or thing or _is_in_list(text, start, end)
    if is_other and not is_told:
        return None
    for row in rows:
        is_known = is_told and row.tier in "ABC"
        if (is_known or (not is_other and _tells_by_itself(row, value))) and _is_issued(row, value):
            return row.detail
    return None


@lru_cache(maxsize=1024)
def _evidence(around: Context, rows: tuple[Id, ...]) -> tuple[list[Id], bool, bool]:
    """What the words around a value say: the ids that they tell, whether they tell any id, and
    whether they tell something else."""
    told = [row for row in rows if around.tells(row.cues, OTHER)]
    return told, around.tells(GENERIC, OTHER), around.warns(OTHER)


def _tells_by_itself(row: Id, value: str) -> bool:
    if _EPOCH.fullmatch(value) and row.detail not in _LIKE_TIMES:
        return False
    return row.tier == "A" or (row.tier == "B" and not value.isalnum())


def _is_issued(row: Id, value: str) -> bool:
    """Whether the check digits of a value are right and it is not set aside."""
    return is_valid_id(row, value) and not is_fake_id(value, row.detail)


def _is_in_list(text: str, start: int, end: int) -> bool:
    """Whether a value is one of a row of numbers that commas separate."""
    before = _LISTED_BEFORE.search(text[max(0, start - 8) : start])
    return before is not None or _LISTED_AFTER.match(text, end) is not None


def _is_word(text: str, token: tuple[int, int]) -> bool:
    """Whether a token is too long a word to be the letters of an id."""
    start, end = token
    return end - start > _MOST_LETTERS and text[start:end].isalpha()


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in "_.-/":
        end -= 1
    return start, end


def _reach(text: str, tokens: list[tuple[int, int]], first: int) -> int:
    """One more than the index of the last token of the longest run from the first one."""
    start, last = tokens[first][0], first
    while (
        last + 1 < len(tokens)
        and last - first + 1 < _MAX_TOKENS
        and tokens[last + 1][0] == tokens[last][1] + 1
        and text[tokens[last][1]] == " "
        and tokens[last + 1][1] - start <= _MAX_LENGTH
        and not _is_word(text, tokens[last + 1])
    ):
        last += 1
    return last + 1 if tokens[last][1] - start <= _MAX_LENGTH else first


def _may_begin(text: str, start: int, tokens: list[tuple[int, int]], first: int) -> bool:
    before = text[start - 1] if start else " "
    if before in _MONEY:
        return False
    if before in ".,-/" and start > 1 and text[start - 2].isalnum():
        return False
    previous = tokens[first - 1] if first else None
    if previous and before == " " and previous[1] == start - 1:
        # A number before it belongs to the same row of groups.
        return not text[previous[0] : previous[1]].isdigit()
    return True


def _may_end(text: str, end: int) -> bool:
    after = text[end : end + 2]
    if after[:1] == "%" or (after[:1] == "_"):
        return False
    return not (after[:1] in (",", " ", ".", "-") and after[1:].isdigit())
