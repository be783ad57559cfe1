"""The registry of carriers: how each is called, and which values it takes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from benchmarks.detection import words
from benchmarks.detection.cases import Case, spelled_name
from benchmarks.detection.spelled import HOLE, Spelled, in_json, json_string


class Carrier(NamedTuple):
    """``format``: of the file. ``place``: text, arguments or output of a conversation, or none.
    ``forms``: of values that it takes; see ``Case.form``."""

    name: str
    format: str
    place: str
    named: bool
    forms: frozenset[str]
    make: Callable[[Random, Case], Spelled]


CARRIERS: dict[str, Carrier] = {}
ANY = frozenset(("token", "url", "block", "password", "cookie", "header", "personal"))
TOKENS = frozenset(("token",))
NO_HEADERS = ANY - {"cookie", "header"}

Make = Callable[[Random, Case], Spelled]


def carrier(
    name: str, format: str, place: str = "", named: bool = True, forms: frozenset[str] = ANY
) -> Callable[[Make], Make]:
    """Registers a function as a carrier."""

    def add(make: Make) -> Make:
        CARRIERS[name] = Carrier(name, format, place, named, forms, make)
        return make

    return add


def key_of(random: Random, case: Case) -> str:
    """The name of a case as a key in one of the usual styles."""
    return spelled_name(case.words, random.choice(("snake", "camel", "kebab", "snake", "pascal")))


def object_of(random: Random, case: Case, compact: bool = True) -> Spelled:
    """A JSON object with the value under its name."""
    value = {**words.members(random), key_of(random, case): HOLE, **words.members(random)}
    separators = (",", ":") if compact and random.random() < 0.5 else None
    return in_json(value, json_string(case.value), separators=separators)
