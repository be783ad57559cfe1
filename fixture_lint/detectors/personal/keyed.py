"""Keyed types: under a key, after a label (Name: ...) or a cue phrase (my name is ...), and in the
path of a home folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from fixture_lint.detectors.personal.birthdays import Day, day_in, is_fake_birth_date
from fixture_lint.detectors.personal.keys import Key, key_of, tells_at_its_end
from fixture_lint.detectors.personal.matches import Personal
from fixture_lint.detectors.personal.names import name_at, names_in
from fixture_lint.detectors.personal.phrases import BORN_AFTER, HOME, cues_in
from fixture_lint.detectors.personal.places import (
    address_at,
    is_address,
    is_user_name,
    user_name_at,
)
from fixture_lint.detectors.personal.reserved import is_fake_address, is_fake_person, is_fake_user

_FAKES = (is_fake_person, is_fake_address, is_fake_user)
_GAP = re.compile(r"[ \t:,=\"'«“”`*：，—–\-]{0,4}")
_LABEL_REVERSED = re.compile(r"[:=：][\"'`*” ]{0,3}([\w][\w '’/-]{0,40})")
_WORDS_OF_A_LABEL = 4
_DATE_REACH = 28
_FEW = 8


def find_under_key(text: str, key: Key) -> Iterator[Personal]:
    """What a key tells of a text that stands under it."""
    start = len(text) - len(text.lstrip())
    whole = Personal(key.type, start, len(text.rstrip()))
    value = text[whole.start : whole.end]
    if any(is_fake(value) for is_fake in _FAKES):
        return
    if key.type == "person":
        yield from (Personal("person", *span) for span in names_in(text, key.strength))
    elif key.type == "address" and is_address(value):
        yield whole
    elif key.type == "birth-date":
        day = day_in(value[:64])
        if day and not is_fake_birth_date(value[day.start : day.end]):
            yield Personal("birth-date", start + day.start, start + day.end)
    elif key.type == "user-name":
        if is_user_name(value):
            yield whole
        elif " " in value:
            yield from (Personal("person", *span) for span in names_in(text, 2))


def find_cued(text: str) -> Iterator[Personal]:
    """Persons, addresses, birth dates and user names that a phrase in a text tells."""
    for type_, end in cues_in(text):
        yield from _value_at(text, end, Key(type_, 3))
    for match in HOME.finditer(text):
        if is_user_name(match[1]):
            yield Personal("user-name", *match.span(1))
    for match in BORN_AFTER.finditer(text):
        day = day_in(text, max(0, match.start() - _DATE_REACH), match.start())
        if day and not text[day.end : match.start()].strip("日 "):
            yield from _birth_date(text, day)


def find_labelled(text: str) -> Iterator[Personal]:
    """Persons, addresses, birth dates and user names behind a label, such as ``Name: ...``."""
    # Labels are read from their end; a text of JSON has thousands of them, and few that tell.
    backwards = text[::-1]
    if not any(map(_key_of_label, set(_LABEL_REVERSED.findall(backwards)))):
        return
    for match in reversed(list(_LABEL_REVERSED.finditer(backwards))):
        key = _key_of_label(match[1])
        at = len(text) - match.start() - 1
        if key and not _is_operator(text, at):
            yield from _value_at(text, at + 1, key)


def _is_operator(text: str, at: int) -> bool:
    """Whether a colon or an equals sign is a part of ``==``, ``://``, ``>=`` and the like."""
    return text[at + 1 : at + 2] in ("=", "/", ">") or text[at - 1 : at] in (*"!<>=+",)


@lru_cache(maxsize=4096)
def _key_of_label(reversed_label: str) -> Key | None:
    label = reversed_label[::-1]
    if not label[-1].isalnum():
        return None
    key = key_of(" ".join(label.split()[-_WORDS_OF_A_LABEL:]))
    return key if key and (key.type != "address" or tells_at_its_end(label)) else None


def _value_at(text: str, start: int, key: Key) -> Iterator[Personal]:
    gap = _GAP.match(text, start)
    start = gap.end() if gap else start
    if key.type == "birth-date":
        day = day_in(text, start, min(len(text), start + _DATE_REACH))
        if day and day.start - start <= _FEW:
            yield from _birth_date(text, day)
        return
    if key.type == "person":
        end = name_at(text, start, key.strength)
    else:
        end = (address_at if key.type == "address" else user_name_at)(text, start)
    if end:
        yield Personal(key.type, start, end)


def _birth_date(text: str, day: Day) -> Iterator[Personal]:
    if not is_fake_birth_date(text[day.start : day.end]):
        yield Personal("birth-date", day.start, day.end)
