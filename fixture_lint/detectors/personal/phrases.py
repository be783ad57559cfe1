"""Phrases that announce a value in running text, such as ``my name is``."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from fixture_lint.detectors.personal.words import CUES

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

_SHARED = (
    "name|address|birth|dob|login|username|handle|nombre|adresse|geburt|fecha|naissance|адрес|имя"
    "|рождения|live|ship|deliver"
)
"""Parts that phrases for the same words share."""

_EVEN_SPACES = str.maketrans(dict.fromkeys("\t\n\r\xa0\u202f", " "))
_SPACE = re.compile(r"\s")
_LETTERS = re.compile("[A-Za-zА-Яа-яЁё0-9_]")
HOME = re.compile(
    r"(?:(?<![A-Za-z0-9_.~/\-])/(?:home|Users)/|file:///(?:home|Users)/|[A-Za-z]:\\Users\\)"
    r"([A-Za-z][\w.\-]{1,39})(?=[/\\])",
)
"""The path of a home folder, with the name of its owner."""

BORN_AFTER = re.compile(r"(?<=[0-9日号])\s{0,2}(?:г\. ?р\b|г\. ?рожд|года рождения|出生|生)")
"""Words behind a date that make it a birth date."""

_BORN = ("г.", "года рождения", "生")
"""One of these stands in such words."""


class Phrase(NamedTuple):
    """A phrase, its type, and the part by which phrases for the same words are known, with the
    place of that part."""

    text: str
    type: str
    part: str
    offset: int


@cache
def _phrases() -> tuple[AhoCorasick, list[Phrase]]:
    from ahocorasick_rs import AhoCorasick

    known = []
    for type_, row in CUES.items():
        for phrase in row.split("|"):
            shared = (part for part in _SHARED.split("|") if part in phrase)
            part = next(shared, max(phrase.split(), key=len))
            known.append(Phrase(phrase, type_, part, phrase.index(part)))
    return AhoCorasick([phrase.text for phrase in known]), known


def cues_in(text: str) -> list[tuple[str, int]]:
    """The types that cue phrases in a text tell, and where each phrase ends. Of phrases for the
    same words the longest counts."""
    lower = _lowered(text)
    automaton, known = _phrases()
    longest: dict[tuple[str, int], tuple[Phrase, int]] = {}
    for index, start, end in automaton.find_matches_as_indexes(lower, overlapping=True):
        phrase = known[index]
        if _is_whole(lower, start, end):
            place = (phrase.part, start + phrase.offset)
            if place not in longest or len(phrase.text) > len(longest[place][0].text):
                longest[place] = (phrase, end)
    return [(phrase.type, end) for phrase, end in longest.values()]


def _lowered(text: str) -> str:
    """A text in small letters, with plain spaces, each character in its place."""
    if text.isascii():
        return text.lower() if text.isprintable() else text.lower().translate(_EVEN_SPACES)
    # A lone surrogate is no Unicode text.
    text = text.encode("utf-8", "replace").decode()
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return lower if lower.isprintable() else lower.translate(_EVEN_SPACES)


def has_cues(text: str) -> bool:
    """Whether a text holds a cue phrase, the path of a home folder, or a date of birth."""
    if _may_hold_phrase(text) and cues_in(text):
        return True
    if ("/home/" in text or "Users" in text) and HOME.search(text):
        return True
    if text.isascii() or not any(word in text for word in _BORN):
        return False
    return BORN_AFTER.search(text) is not None


def _may_hold_phrase(text: str) -> bool:
    """Whether a text has a space, as most phrases have, or a phrase of one word."""
    if not text.isascii() or _SPACE.search(text):
        return True
    low = text.lower()
    return any(phrase in low for phrase in _words())


@cache
def _words() -> tuple[str, ...]:
    phrases = "|".join(CUES.values()).split("|")
    return tuple(phrase for phrase in phrases if " " not in phrase and phrase.isascii())


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no letter stands beside a phrase. Chinese has no spaces, so that other words may."""
    if text[start] >= "\u4e00":
        return True
    return not (start and _LETTERS.match(text, start - 1)) and not _LETTERS.match(text, end)
