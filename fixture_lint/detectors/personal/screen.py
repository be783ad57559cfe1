"""Cheap tests that come before every detector. A text that fails them holds nothing to find,
because no detector runs on it: so the same tests are a screen for whole files."""

from __future__ import annotations

import re

from fixture_lint.detectors.personal.keys import TELLING
from fixture_lint.detectors.personal.matches import even
from fixture_lint.detectors.personal.phrases import has_cues

_RUN = re.compile(r"[0-9][0-9 .()/+\-]{5,}+")
_DATE = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](?![0-9])")
_LETTERED = re.compile(r"[0-9](?<=[A-Za-z]{5}[0-9])[0-9]{1,3}[A-Za-z]")
_DIGITS_OF_A_NUMBER = 6
_HEX = "[0-9A-Fa-f]"
_NETWORK = re.compile(
    r"[.:\-](?:"
    r"(?<=[0-9]\.)[0-9]{1,3}\.[0-9]{1,3}\.[0-9]"
    rf"|(?<=[23]{_HEX}{{3}}:){_HEX}{{0,4}}:"
    rf"|(?<={_HEX}{{2}}[:-]){_HEX}{{2}}{f'[:-]{_HEX}{{2}}' * 4}"
    rf"|(?<={_HEX}{{4}}\.){_HEX}{{4}}\.{_HEX}{{4}})"
)
"""It begins with a separator, because those are rarer than digits and letters."""


def _shortest(words: set[str]) -> tuple[str, ...]:
    """The words that hold no other of them: a text without these is without all."""
    found: list[str] = []
    for word in sorted(words, key=len):
        if not any(short in word for short in found):
            found.append(word)
    return tuple(found)


WORDS = _shortest(set(TELLING))
"""No key and no label tells a type without one of these, casefolded."""

_ASCII_WORDS = tuple(word for word in WORDS if word.isascii())
_LABEL = re.compile(
    rf"(?:{'|'.join(WORDS)})[\w '’/.\[\]\-]{{0,80}}(?:[\"`*”:=：\n\r&;<>]|'(?![a-z])|\Z)"
)


def has_numbers(text: str) -> bool:
    """Whether a text holds six digits that nothing but spaces and ``.()/+-`` separates, calendar
    dates left aside."""
    for match in _RUN.finditer(text):
        digits = sum("0" <= character <= "9" for character in _DATE.sub("", match[0]))
        if digits >= _DIGITS_OF_A_NUMBER:
            return True
    return False


def has_lettered_number(text: str) -> bool:
    """Whether a text holds a token of five letters and two digits, as some tax numbers have."""
    return _LETTERED.search(text) is not None


def has_addresses_of_machines(text: str) -> bool:
    """Whether a text holds something like an IP or MAC address."""
    return _NETWORK.search(text) is not None


def has_labels(text: str) -> bool:
    """Whether a text holds a word that tells a keyed type, where a key or a label could end:
    before a quote, ``:``, ``=``, ``;``, a mark of a tag, the end of a line or of the text."""
    folded = text.casefold()
    words = _ASCII_WORDS if folded.isascii() else WORDS
    return any(word in folded for word in words) and _LABEL.search(folded) is not None


def may_hold_personal(data: bytes) -> bool:
    """Whether personal data could be found in a file. Cheap, and often True without any.

    What False guarantees: ``find(text, name)`` finds nothing for every text and name that stand
    in the data as they are: as UTF-8, in one piece, delimited by something that is neither letter
    nor digit; a name has at most 80 characters and is quoted, or stands before ``:``, ``=`` or the
    end of a line.

    It guarantees nothing for texts behind escapes (``\\u0040``, ``%40``, ``&#64;``) or encodings
    (base64, gzip, UTF-16), nor for those joined from several strings (the deltas of a stream,
    folded lines of YAML), nor for a name joined from the names of containers, where none of these
    tells by itself: such files must be read.
    """
    text = even(data.decode("utf-8", "replace"))
    return (
        "@" in text
        or has_numbers(text)
        or has_lettered_number(text)
        or has_addresses_of_machines(text)
        or has_labels(text)
        or has_cues(text)
    )
