"""Where a text mentions values that are known from elsewhere in its file.

A whole mention is the value itself, as a word of its own; of a name also with the family name
first, of a number in any grouping. A part of a name alone, an inflected form and a name with other
signs between its words are *heuristic*: they may mean something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fixture_lint.detectors.personal.fiction import numbers_of
from fixture_lint.detectors.personal.given import FAMILY_OF_TWO
from fixture_lint.detectors.personal.matches import Value, digits_of, even, word_set
from fixture_lint.detectors.personal.names import PARTICLES, TITLES

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

ORDINARY = word_set("""
    grace mark will may april june august summer autumn hope faith joy rose rosa lily daisy ivy
    jasmine violet amber ruby pearl dawn eve iris olive basil ginger heather holly hazel sage robin
    jay drew chase rich frank guy bill bob rob pat nick jack art ray sky dean earl king prince duke
    miles wade cliff lance clay stone wood forest river brook dale glen lane young small long short
    brown black white green gray grey gold silver page price banks bond case cook baker smith carter
    mason hunter fisher miller taylor turner walker porter parker major judge bishop pope
    christian dom mercy destiny trinity harmony melody star angel paris london sydney florence
    berlin austin dallas houston jordan israel chad georgia virginia carolina victoria asia china
    max mini pro alexa siri claude chance case test user admin order name ship bank order
    вера надежда любовь роза лев мир слава лилия май марта август земля злата
""")
"""Names that are words, places and programs too."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_HAN_TITLES = ("先生", "女士", "小姐", "太太", "老师", "医生", "经理")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUN = re.compile(r"[(+]?[0-9][0-9 .()/\-]{4,40}[0-9]")
_SPACES = str.maketrans("\t\n\r\xa0\u202f\u2007\u2009", " " * 7)
_ENDINGS = word_set(
    "а я у ю е и ы о й ой ей ою ею ом ем ём ым им ого его ому ему ую юю ая яя ий ый ия ию ии ием"
)
_LONGEST_ENDING = 3
_NOMINATIVE = re.compile("(?:ий|ый|ой|ая|яя|[аеиоуыэюяйь])$")
_BY_DIGITS = ("phone", "card", "iban", "national-id")
_SHORTEST = 3


class Mention(NamedTuple):
    """A place in a text that mentions the value with a number; ``is_whole`` is False for a
    heuristic one."""

    value: int
    start: int
    end: int
    is_whole: bool


class _Literal(NamedTuple):
    """A folded text to look for: the value that it means, if it is whole, how many characters of
    it are the mention, and the spelling that counts (empty if any case does)."""

    value: int
    is_whole: bool
    length: int
    exact: str = ""


class Mentions:
    """Searches texts for known values; made once a file."""

    def __init__(self, values: Sequence[Value], people: Sequence[int]) -> None:
        """``people`` tells for each value to whom it belongs: a part of a name that two people
        have says nothing."""
        self._people = people
        self._literals: dict[str, _Literal] = {}
        self._numbers: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._stems: dict[str, int] = {}
        for index, value in enumerate(values):
            for text, literal in _literals_of(index, value):
                self._literals.setdefault(text, literal)
            if value.type in _BY_DIGITS and not any(map(str.isalpha, value.value)):
                for digits in numbers_of(value.type, value.value, value.detail):
                    self._numbers.setdefault(digits, index)
        for word, index in _unambiguous(values, people):
            self._add_part(word, index)
        self._known = list(self._literals.values())

    def _add_part(self, word: str, index: int) -> None:
        if _HAN.match(word):
            for title in _HAN_TITLES:
                self._literals.setdefault(word + title, _Literal(index, False, len(word)))
            return
        self._words[word] = index
        stem = _NOMINATIVE.sub("", word)
        if "а" <= word[0] <= "я" and len(stem) >= _SHORTEST:
            self._stems.setdefault(stem, index)

    def find(self, text: str) -> Iterator[Mention]:
        """The mentions in a text, in no order; some may overlap."""
        if self._known:
            yield from self._by_literal(text)
        if self._numbers:
            for run in _RUN.finditer(even(text)):
                index = self._numbers.get(digits_of(run[0]))
                if index is not None:
                    start = run.start() + (run[0][0] == "(" and ")" not in run[0])
                    yield Mention(index, start, run.end(), True)
        if self._words:
            yield from self._by_part(text)

    @cached_property
    def _automaton(self) -> AhoCorasick:
        from ahocorasick_rs import AhoCorasick

        return AhoCorasick(list(self._literals))

    def _by_literal(self, text: str) -> Iterator[Mention]:
        folded = _folded(text)
        for number, start, end in self._automaton.find_matches_as_indexes(folded, overlapping=True):
            literal = self._known[number]
            if not (_HAN.match(text, start) or _stands_alone(text, start, end)):
                continue
            if literal.exact and text[start:end] not in (literal.exact, literal.exact.upper()):
                continue
            yield Mention(literal.value, start, start + literal.length, literal.is_whole)

    def _by_part(self, text: str) -> Iterator[Mention]:
        """Parts of names; parts of one name with a space between them are one mention."""
        last: Mention | None = None
        for match in _WORD.finditer(text):
            index = self._named(match[0])
            if index is None:
                continue
            start, end = match.start(), match.start() + len(_bare(match[0]))
            if (
                last
                and text[last.end : start] == " "
                and self._people[last.value] == self._people[index]
            ):
                last = last._replace(end=end)
                continue
            if last:
                yield last
            last = Mention(index, start, end, False)
        if last:
            yield last

    def _named(self, word: str) -> int | None:
        if not word[0].isupper():
            return None
        folded = _bare(word).casefold()
        if folded in self._words:
            return self._words[folded]
        for length in range(_LONGEST_ENDING + 1):
            stem = folded[: len(folded) - length]
            if stem in self._stems and (not length or folded[len(stem) :] in _ENDINGS):
                return self._stems[stem]
        return None


def _literals_of(index: int, value: Value) -> Iterator[tuple[str, _Literal]]:
    text = value.value.translate(_SPACES)
    folded = _folded(text)
    if value.type == "user-name":
        handle = folded if text.startswith("@") else f"@{folded}"
        yield handle, _Literal(index, True, len(handle))
        if any(not character.isalpha() for character in text) and len(text) >= _SHORTEST:
            yield folded, _Literal(index, True, len(text))
        return
    words = _WORD.findall(text) if value.type == "person" else []
    if len(words) != 1:
        yield folded, _Literal(index, True, len(text))
    elif folded not in ORDINARY and len(text) >= (2 if _HAN.match(text) else _SHORTEST):
        yield folded, _Literal(index, True, len(text), "" if _HAN.match(text) else text)
    if len(words) < 2:
        return
    for sign in "-_.":
        form = sign.join(words)
        yield _folded(form), _Literal(index, False, len(form))
    for sign in (" ", ", "):
        form = f"{words[-1]}{sign}{' '.join(words[:-1])}"
        yield _folded(form), _Literal(index, True, len(form))


def _unambiguous(values: Sequence[Value], people: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The parts of names, casefolded, that belong to one person, each with a value of theirs."""
    owners: dict[str, set[int]] = {}
    first: dict[str, int] = {}
    for index, value in enumerate(values):
        for word in _parts(value.value) if value.type == "person" else ():
            owners.setdefault(word, set()).add(people[index])
            first.setdefault(word, index)
    return ((word, index) for word, index in first.items() if len(owners[word]) == 1)


def _parts(name: str) -> Iterator[str]:
    """The parts of a name that mean its person if they stand alone: of a Chinese name the family
    name, which must be followed by a title."""
    if _HAN.match(name):
        yield name[:2] if name[:2] in FAMILY_OF_TWO else name[:1]
        return
    for word in _WORD.findall(name):
        folded = _bare(word).casefold()
        if len(folded) >= _SHORTEST and folded not in ORDINARY | PARTICLES | TITLES:
            yield folded


def _bare(word: str) -> str:
    """A word without the ending of an English possessive."""
    return word[:-2] if word.endswith(("'s", "’s")) else word


def _folded(text: str) -> str:
    """A text in which case and kinds of spaces do not count; offsets stay."""
    folded = text.translate(_SPACES)
    folded = folded.encode("utf-8", "replace").decode() if not folded.isascii() else folded
    lower = folded.lower()
    if len(lower) == len(text):
        return lower
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in folded)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a mention is no part of a longer word or of a name with a hyphen."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before[-1:].isalnum() or before[-1:] == "_" or after[:1].isalnum() or after[:1] == "_":
        return False
    return not (before[-1:] == "-" and before[:1].isalpha() and len(before) == 2) and not (
        after[:1] == "-" and after[1:].isalpha()
    )
