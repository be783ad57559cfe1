"""Whether the value of a telling name is a credential: random, a password, or mere words."""

from __future__ import annotations

import re
from itertools import pairwise

from fixture_lint.detectors.dates import is_calendar_date
from fixture_lint.detectors.placeholders import is_placeholder
from fixture_lint.detectors.references import UUID, is_identifier, is_reference

SHORTEST = 8
"""No credential is shorter."""

LONGEST = 8192

_CHUNK = re.compile(r"[A-Za-z0-9]+")
_SWITCH = re.compile(
    r"[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])|[A-Z](?=[a-z][A-Z0-9])|[a-z][A-Z]{2}[a-z]"
)
_WORDY = re.compile(r"[a-z]{1,18}|[A-Z]{1,18}|[A-Z][a-z]{1,17}|[0-9]{1,8}|v[0-9]{1,3}")
_CAMEL = re.compile(r"[a-z]{2,18}(?:[A-Z][a-z]{2,18}){1,12}|(?:[A-Z][a-z]{2,18}){2,12}")
_LETTER = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"[0-9]")
_PLAIN_RUN = re.compile(r"[(']?(?:[A-Z]?[a-z]{1,17}+[-.,:;'/)]{0,2}+){1,3}+")
"""Words of prose, as most runs are."""
_SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+){1,16}")
_SYMBOL = re.compile(r"[!@#$%^&*+~=?]")
_TIME = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d{1,2}:\d\d(?::\d\d)?$|\d{1,3}(?:\.\d{1,3}){2,3}$"
)
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_TYPE = re.compile(r"[A-Za-z]{1,24}(?:[\[<|][A-Za-z, |<>\[\]?]*|\?)$")

_VALUE = re.compile(r"(?=[!-~]*[0-9])(?=[!-~]*[A-Za-z])[!-~]{8}|(?=[!-~]*[!@#$%^&*+~=?])[!-~]{8}")


def is_wordy(text: str) -> bool:
    """Whether a text consists of words and short numbers with separators, as slugs and names do."""
    chunks = _CHUNK.findall(text[:LONGEST])
    return all(_WORDY.fullmatch(chunk) or _CAMEL.fullmatch(chunk) for chunk in chunks)


def looks_random(text: str, weak: bool = False) -> bool:
    """Whether a text looks made by a machine: letters and digits take turns as in no word, cases
    change as in no name, or letters run on without end. ``weak``: more evidence is asked for."""
    chunks = [c for c in _CHUNK.findall(text[:LONGEST]) if not _is_plain(c)]
    if not chunks:
        return False
    switches = sum(_switches(chunk) for chunk in chunks)
    long_runs = any(len(chunk) >= 22 for chunk in chunks)
    needed = max(3, len(text) // 10) if weak else max(2, len(text) // 20)
    if _SNAKE.fullmatch(text):
        needed = max(4, needed)
    return long_runs or switches >= needed


def _is_plain(chunk: str) -> bool:
    return _WORDY.fullmatch(chunk) is not None or _CAMEL.fullmatch(chunk) is not None


def _switches(chunk: str) -> int:
    turns = 0
    for before, after in pairwise(chunk):
        turns += before.isdigit() != after.isdigit() or (before.islower() and after.isupper())
    return turns


def is_key(value: str, weak: bool = False) -> bool:
    """Whether the value of a credential name is a key or token. ``weak``: the name may also stand
    for something harmless, so the value must be long, and no UUID."""
    if not _fits(value) or (weak and (len(value) < 16 or UUID.fullmatch(value))):
        return False
    if UUID.fullmatch(value):
        return not is_placeholder(value)
    return looks_random(value, weak) and not is_identifier(value) and not is_nothing(value)


def is_password(value: str, prose: bool = False) -> bool:
    """Whether the value of a password name is a password. ``prose``: it stands in a sentence, so
    words alone are none."""
    if not _fits(value) or _TYPE.fullmatch(value) or is_identifier(value):
        return False
    if is_nothing(value):
        return False
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    if (letters and digits and not _is_dated(value)) or (_SYMBOL.search(value) and letters):
        return True
    if prose:
        return False
    return value.isdigit() or value.count("-") >= 3 or not is_wordy(value)


def _is_dated(value: str) -> bool:
    return is_calendar_date(value) or _TIME.match(value) is not None


def _fits(value: str) -> bool:
    if not SHORTEST <= len(value) <= LONGEST or not value.isascii() or not value.isprintable():
        return False
    plain = value.replace("%20", " ")
    return " " not in plain and not _is_dated(value)


def is_nothing(value: str) -> bool:
    """Whether a value is a placeholder, or says where the secret is; also percent-encoded, as in a
    query."""
    if is_placeholder(value) or is_reference(value):
        return True
    if not _PERCENT.search(value):
        return False
    from urllib.parse import unquote

    plain = unquote(unquote(value))
    return is_placeholder(plain) or is_reference(plain)


def may_hold_value(run: str) -> bool:
    """Whether a part of a run of printable ASCII could be a credential by ``is_key`` or
    ``is_password``. If it says no of a run, it says no of each of its parts."""
    if _PLAIN_RUN.fullmatch(run) or len(run) < SHORTEST:
        return False
    if is_calendar_date(run.strip(".,:;()[]'")):
        return False
    has_letter, has_digit = _LETTER.search(run) is not None, _DIGIT.search(run) is not None
    if (has_letter and has_digit) or _SYMBOL.search(run):
        return True
    if has_digit:
        return sum(map(str.isdigit, run)) >= SHORTEST
    chunks = _CHUNK.findall(run)
    return len(chunks) >= 4 or not all(map(_is_plain, chunks))
