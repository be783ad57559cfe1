"""Which stand-in a value gets: by ordinal in one file, or by a key in all files.

Ordinals go on after those that a file already holds, so that old stand-ins never move, and no two
values of a file get the same stand-in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fixture_lint.detectors.personal import (
    KEYED_STAND_INS,
    keyed_stand_in,
    normal,
    reserved,
    stand_in,
)
from fixture_lint.detectors.personal.entities import PEOPLE
from fixture_lint.detectors.personal.fiction import region_of_code
from fixture_lint.detectors.personal.matches import Value, digits_of

_SLUG = re.compile(r"[^\W\d_A-Z]+([-_.])[^\W\d_A-Z]+(?:\1[^\W\d_A-Z]+)*")
"""A name as a part of a path: words in small letters with one sign between them."""

_RUN = re.compile(r"[0-9][0-9 .()/+\-]{3,40}[0-9]")
_NETWORK = re.compile(r"[0-9A-Fa-f:.\-]{6,45}")
_PERSON_NUMBER = re.compile(r"(?:person |@?user-)([0-9]{1,8})")
_COMPARED = 9
"""Digits by which phone numbers are told apart, with the code of the country or without."""

_TRIED = 500
"""Ordinals among which one is sought that a stand-in was made by."""


class Pseudonym(NamedTuple):
    """What stands in for a value: its ordinal, or the whole stand-in where a key has made it.
    ``detail`` is that of the value, or of a number that is the same and tells more."""

    type: str
    ordinal: int
    detail: str = ""
    keyed: str = ""

    def of(self, mention: str) -> str | None:
        """The stand-in in the shape of a mention: its separators, letter case and script."""
        made = self.keyed or stand_in(self.type, mention, self.ordinal, self.detail)
        slug = _SLUG.fullmatch(mention) if self.type == "person" else None
        return made.lower().replace(" ", slug[1]) if made and slug else made


class Kept(NamedTuple):
    """The stand-ins that values had in an earlier recording, and what else stands in the new one,
    casefolded: a stand-in that occurs there is somebody else's."""

    stand_ins: Mapping[Value, str]
    elsewhere: str


def assign(
    values: Sequence[Value],
    people: Sequence[int],
    texts: Iterable[str],
    key: bytes | None = None,
    kept: Kept | None = None,
) -> list[Pseudonym | None]:
    """A pseudonym for each value, in their order; None where the reserved range is exhausted.

    Arguments: the values in order of first appearance; which of them mean the same, as
    ``entities.people_of`` says; all texts of the file, in which older
    stand-ins may occur; the key, if stand-ins are to be the same in every file. An empty key gives
    no stand-in for the types that it would make. A value for which ``kept`` has a stand-in
    gets that again if its shape allows it, each for one person or thing.
    """
    pool = _Pool(texts)
    groups: dict[int, list[Value]] = {}
    for value, number in zip(values, people, strict=True):
        groups.setdefault(number, []).append(value)
    by_value: dict[Value, Pseudonym | None] = {}
    before = {leader: pool.again(group, kept) for leader, group in groups.items()} if kept else {}
    for leader, group in groups.items():
        type_, spelling, detail = values[leader]
        if type_ == "phone":
            detail = detail or region_of_code(spelling)
        if key is not None and type_ in KEYED_STAND_INS:
            by_value |= {value: _keyed(value, key) for value in group}
            continue
        ordinal = before.get(leader)
        if ordinal is None:
            ordinal = pool.next_person(group) if type_ in PEOPLE else pool.next(values[leader])
        by_value |= {
            value: Pseudonym(value.type, ordinal, detail) if ordinal else None for value in group
        }
    by_value |= _as_before(values, people, kept) if kept else {}
    return [by_value[value] for value in values]


def _as_before(
    values: Sequence[Value], people: Sequence[int], kept: Kept
) -> dict[Value, Pseudonym | None]:
    """E-mail addresses that no ordinal makes, because somebody has chosen them: word by word, each
    for one person."""
    owners: dict[str, int] = {}
    found: dict[Value, Pseudonym | None] = {}
    for value, number in zip(values, people, strict=True):
        before = kept.stand_ins.get(value)
        if before is None or value.type != "email" or _ordinal_of(value, before) is not None:
            continue
        folded = before.casefold()
        if folded not in kept.elsewhere and owners.setdefault(folded, number) == number:
            found[value] = Pseudonym(value.type, 0, "", before)
    return found


def _keyed(value: Value, key: bytes) -> Pseudonym | None:
    made = keyed_stand_in(value.type, value.value, key)
    return Pseudonym(value.type, 0, "", made) if made else None


class _Pool:
    """The stand-ins that are still free in a file."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._taken: set[str] = set()
        self._people = 0
        self._next: dict[tuple[str, str, str | None], int] = {}
        self._again: set[tuple[bool, str]] = set()
        for text in texts:
            self._take(text)

    def _take(self, text: str) -> None:
        """Remembers the stand-ins that a text holds, and everything that could be one."""
        folded = text.casefold()
        for match in reserved.fakes_in(folded):
            self._taken.add(match)
            number = _PERSON_NUMBER.fullmatch(match)
            if number:
                self._people = max(self._people, int(number[1]))
        for run in _RUN.finditer(folded):
            digits = digits_of(run[0])
            self._taken |= {digits, digits[-_COMPARED:]}
        self._taken.update(match[0] for match in _NETWORK.finditer(folded))

    def again(self, group: Sequence[Value], kept: Kept) -> int | None:
        """The ordinal by which one of the values gets the stand-in that it had before, None if
        there is none or another person or thing has it by now."""
        for value in group:
            before = kept.stand_ins.get(value)
            ordinal = _ordinal_of(value, before) if before is not None else None
            if before is None or ordinal is None:
                continue
            is_person = value.type in PEOPLE
            made = [(v, stand_in(v.type, v.value, ordinal, v.detail)) for v in group]
            if any(text and text.casefold() in kept.elsewhere for _, text in made):
                continue
            if is_person and re.search(rf"(?:person |user-){ordinal}(?!\d)", kept.elsewhere):
                continue
            taking = (is_person, str(ordinal) if is_person else _compared(value, before))
            if taking in self._again:
                continue
            self._again.add(taking)
            self._taken |= {_compared(v, text) for v, text in made if text}
            if is_person:
                self._people = max(self._people, ordinal)
            return ordinal
        return None

    def next_person(self, group: Sequence[Value]) -> int:
        """The number of a person, free in all forms in which the person is named."""
        ordinal = self._people + 1
        while any(self._is_taken(value, ordinal) for value in group):
            ordinal += 1
        self._people = ordinal
        return ordinal

    def next(self, value: Value) -> int | None:
        """The next ordinal for a value, None if there is none left."""
        pool = (value.type, value.detail, stand_in(value.type, value.value, 1, value.detail))
        ordinal = self._next.get(pool, 1)
        while self._is_taken(value, ordinal):
            ordinal += 1
        self._next[pool] = ordinal + 1
        made = stand_in(value.type, value.value, ordinal, value.detail)
        if made is None:
            return None
        self._taken.add(_compared(value, made))
        return ordinal

    def _is_taken(self, value: Value, ordinal: int) -> bool:
        made = stand_in(value.type, value.value, ordinal, value.detail)
        return made is not None and _compared(value, made) in self._taken


def _ordinal_of(value: Value, made: str) -> int | None:
    """The ordinal that makes a stand-in for a value, None if none of the first ones does."""
    wanted = _compared(value, made)
    for ordinal in range(1, _TRIED):
        known = Pseudonym(value.type, ordinal, value.detail).of(value.value)
        if known is None:
            return None
        if _compared(value, known) == wanted:
            return ordinal
    return None


def _compared(value: Value, made: str) -> str:
    """The form in which a stand-in is told from others of its type."""
    if value.type == "phone":
        return digits_of(normal("phone", made, value.detail))[-_COMPARED:]
    if value.type in ("card", "iban", "national-id", "birth-date"):
        return digits_of(made)
    return reserved.same_text(made.partition(",")[0])
