"""What stands in the raw bytes of a file, seen in one pass of one multi-literal automaton: needles
of token families, telling words of secrets and of personal data, and signs of what raw bytes hide.

Bytes are folded first: letters of Latin-1 and Cyrillic lose their case, and every place stays.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from fixture_lint.detectors.families import families
from fixture_lint.detectors.needles import Place, places_of_needles
from fixture_lint.detectors.personal.words import ANCHORS, BIRTHS, HOMES, TELLING
from fixture_lint.detectors.telling import WHOLE_NAMES, WORDS
from fixture_lint.documents.sniffing import runs

if TYPE_CHECKING:
    from ahocorasick_rs import BytesAhoCorasick

_SIGNS = ("\\u", "\\/", "eyJ", "data:", '"delta"', '"choices"', '"candidates"', '"content_block"')
_ODD_LETTERS = (
    "\u0130\u0149\u017f\u01f0\u1e96\u1e97\u1e98\u1e99\u1e9a\u1e9e\u212a"
    "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"
)
_SPACES_AND_HYPHENS = "\u00a0\u2007\u2009\u202f\u2010\u2011\u2012\u2013\u2212"
_ESCAPE = rb"\\[nrtbf]"
_MANY_BYTES = 500_000
"""Building the faster automaton takes as long as it saves on so many bytes."""


def _folding() -> bytes:
    """UTF-8 of capitals and small letters of Latin-1 (C3) and Cyrillic (D0, D1) as the same bytes;
    other characters are mixed up, the same ones always in the same way."""
    table = bytearray(range(256))
    for byte in range(256):
        if 0x41 <= byte <= 0x5A or 0x90 <= byte <= 0x9F:
            table[byte] = byte + 0x20
        elif 0xA0 <= byte <= 0xAF:
            table[byte] = byte - 0x20
    table[0xD1] = 0xD0
    return bytes(table)


_FOLDED = _folding()


class Sight:
    """What was seen: literals of families as they are spelled, with their starts and the places at
    which they may stand; whether there are words of secrets; the ends of words that tell personal
    data; the starts and ends of parts of its phrases; whether something is escaped or in pieces;
    whether there are letters that casefold to ASCII, and typographic spaces or hyphens. ``folded``
    is what was searched, ``runs`` are sixteen and more characters of the alphabet of base64."""

    __slots__ = (
        "folded",
        "has_words",
        "is_escaped",
        "is_odd",
        "is_typographic",
        "marks",
        "names",
        "phrases",
        "runs",
    )

    def __init__(self, data: bytes) -> None:
        self.folded = folded(data)
        self.marks: list[tuple[int, tuple[Place, ...]]] = []
        self.has_words = False
        self.names: list[int] = []
        self.phrases: list[tuple[int, int]] = []
        self.is_escaped = self.is_odd = self.is_typographic = False
        self.runs = _runs(data)


def folded(data: bytes) -> bytes:
    """Bytes without the case of letters, as many of them."""
    return data.translate(_FOLDED)


@cache
def _needles() -> tuple[list[bytes], list[int], list[tuple[bytes, tuple[Place, ...]]]]:
    """The needles, where each kind of them begins, and the literals of families. The kinds are:
    literals of families, words of secrets, words of keys and labels, parts of phrases, signs of
    escapes and streams, odd letters, typographic spaces and hyphens."""
    spelled = [(literal.encode(), places) for literal, places in places_of_needles(families())]
    sharp = (word.replace("ss", "ß") for word in TELLING if "ss" in word)
    groups = (
        (*WORDS, '"sig"', "'sig'", "sig:", *(name.lower() for name in WHOLE_NAMES[1:])),
        (*TELLING, *sharp),
        (*ANCHORS, *HOMES, *BIRTHS),
        _SIGNS,
        _ODD_LETTERS,
        _SPACES_AND_HYPHENS,
    )
    needles = [folded(literal) for literal, _ in spelled]
    firsts = [0]
    for group in groups:
        firsts.append(len(needles))
        needles += [folded(word.encode()) for word in group]
    return needles, firsts, spelled


@cache
def _automaton(fast: bool) -> BytesAhoCorasick:
    from ahocorasick_rs import BytesAhoCorasick, Implementation

    needles, _, _ = _needles()
    return BytesAhoCorasick(needles, implementation=Implementation.DFA if fast else None)


_bytes_seen = 0


def look(data: bytes) -> Sight:
    """What stands in bytes of UTF-8, in one pass. Behind a sign of escapes nothing more is looked
    at: who sees one searches the whole file."""
    global _bytes_seen
    _bytes_seen += len(data)
    automaton = _automaton(_bytes_seen > _MANY_BYTES)
    sight = Sight(data)
    _, firsts, spelled = _needles()
    secret, name, phrase, sign, odd, typographic = firsts[1:]
    for index, start, end in automaton.find_matches_as_indexes(sight.folded, overlapping=True):
        if index < secret:
            literal, places = spelled[index]
            if data.startswith(literal, start):
                sight.marks.append((start, places))
        elif index < name:
            sight.has_words = True
        elif index < phrase:
            sight.names.append(end)
        elif index < sign:
            sight.phrases.append((start, end))
        elif index < odd:
            if data.startswith(_SIGNS[index - sign].encode(), start):
                sight.is_escaped = True
                return sight
        elif index < typographic:
            sight.is_odd = True
        else:
            sight.is_typographic = True
    return sight


def _runs(data: bytes) -> set[bytes]:
    if b"\\" in data:  # The letter of an escape is no part of what follows.
        data = re.sub(_ESCAPE, b"  ", data)
    return runs(data)
