"""Which values belong to one person: names in several forms, e-mail addresses and user names.

Only what a value says decides, never where it stands: two people who share an object must not be
taken for one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from fixture_lint.detectors.personal import normal
from fixture_lint.detectors.personal.fiction import numbers_of
from fixture_lint.detectors.personal.matches import Value, digits_of
from fixture_lint.detectors.personal.names import TITLES

PEOPLE = ("person", "email", "user-name")
"""Types that name a person. One person has one number in all of them."""

_WORDS = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile("[Ѐ-ӿ]")
_SHORTEST = 3
"""Letters of a name that say enough to recognise it in an address or a user name."""

_MANY = 200
"""Names with a word in common beyond which the word says nothing."""

_RUSSIAN = """
а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts
ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya
"""
_LATIN = dict(pair.split("=") for pair in _RUSSIAN.split())
"""Russian letters as passports spell them in Latin ones (ICAO Doc 9303, but for the last two)."""

_SPELLINGS = (
    (re.compile("i?[yj](?=[aeou])|i(?=[aeou])"), ""),
    (re.compile("kh"), "h"),
    (re.compile("x"), "ks"),
    (re.compile("t[sz]|cz"), "c"),
    (re.compile("[yj]"), "i"),
    (re.compile("i+"), "i"),
)
"""What people spell differently in Latin letters, as one of the ways: Yuliya, Iulia and Julija."""


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, casefolded and without titles; initials are words of one letter."""
    words = _WORDS.findall(unicodedata.normalize("NFC", name).casefold())
    return tuple(word for word in words if word not in TITLES) or tuple(words)


def people_of(values: Sequence[Value]) -> list[int]:
    """Numbers for values of any types, in which values are equal that mean the same: two spellings
    of a number, and all forms in which one person is named. A number is that of one of the values
    itself: of a person the first, of a phone number the one that tells its country."""
    first: dict[tuple[str, str], int] = {}
    forms = [(value.type, normal(*value)) for value in values]
    for index, form in enumerate(forms):
        first.setdefault(form, index)
    leaders = {index: index for index in first.values()}
    leaders |= _same_phones(values, leaders)
    named = [index for index in leaders if values[index].type in PEOPLE]
    owners = link([(values[index].type, values[index].value) for index in named])
    person: dict[int, int] = {}
    for index, owner in zip(named, owners, strict=True):
        leaders[index] = person.setdefault(owner, index)
    return [leaders[first[form]] for form in forms]


def _same_phones(values: Sequence[Value], indexes: Iterable[int]) -> dict[int, int]:
    """For phone numbers that are written without the code of their country the same number with
    it, if the file has that."""
    phones = [index for index in indexes if values[index].type == "phone"]
    whole: dict[str, int] = {}
    for index in sorted(phones, key=lambda index: "+" not in values[index].value):
        for digits in numbers_of(*values[index]):
            whole.setdefault(digits, index)
    return {index: whole.get(digits_of(values[index].value), index) for index in phones}


def link(values: Sequence[tuple[str, str]]) -> list[int]:
    """The number of the person to whom each value belongs, counted from 0 in order of appearance.

    Arguments: pairs of a type in PEOPLE and a value, each pair once. Forms of a name belong
    together if one of them holds all words of the other and no second person's name does. A person
    has at most one e-mail address and one user name: two addresses must not get one stand-in, so
    that the second counts as another person.
    """
    listed = {index: value for index, (type_, value) in enumerate(values) if type_ == "person"}
    names = _Names(listed, _in_latin)
    russian = {index: value for index, value in listed.items() if _CYRILLIC.search(value)}
    loose = _Names(russian, _as_spelled)
    owners = {index: names.owner(index) for index in listed}
    by_local: dict[str, int] = {}
    taken: set[tuple[str, int]] = set()
    for index, (type_, value) in enumerate(values):
        if index in listed:
            continue
        local = (value.rpartition("@")[0] if type_ == "email" else value).casefold()
        owner = names.owner_of_local(local)
        if owner is None:
            owner = loose.owner_of_local(local)
        if owner is None:
            owner = by_local.setdefault(local, index)
        if (type_, owner) in taken:
            owner = index
        taken.add((type_, owner))
        owners[index] = owner
    numbers: dict[int, int] = {}
    return [numbers.setdefault(owners[index], len(numbers)) for index in range(len(values))]


class _Names:
    """Names by number, to be asked for by their words and by what people make of them."""

    def __init__(self, names: Mapping[int, str], spell: Callable[[str], str]) -> None:
        self._spell = spell
        self._words = {
            index: tuple(spell(word) for word in words_of(name)) for index, name in names.items()
        }
        self._by_word: dict[str, set[int]] = {}
        for index, words in self._words.items():
            for word in words:
                self._by_word.setdefault(word, set()).add(index)
        self._owners = {index: self._fullest(index) for index in self._words}
        self._by_local: dict[str, set[int]] = {}
        for index, words in self._words.items():
            for form in _joined(words):
                self._by_local.setdefault(form, set()).add(self._owners[index])

    def owner(self, index: int) -> int:
        """The number of the first and fullest name of the person who is named."""
        return self._owners[index]

    def owner_of_local(self, local: str) -> int | None:
        """The person of whose name a local part or a user name is made, None if it is not clear."""
        parts = [self._spell(part) for part in _WORDS.findall(local.partition("+")[0])]
        if len(parts) == 1:
            owners = self._by_local.get(parts[0], set())
        else:
            owners = {self._owners[other] for other in self._holding(parts)}
        return next(iter(owners)) if len(owners) == 1 else None

    def _fullest(self, index: int) -> int:
        words = self._words[index]
        holding = self._holding(words)
        longer = [other for other in holding if _size(self._words[other]) > _size(words)]
        if not longer:
            same = [other for other in holding if sorted(self._words[other]) == sorted(words)]
            return min(same, default=index)
        forms = sorted({self._words[other] for other in longer}, key=_size)
        if any(not _is_part(short, long) for short, long in pairwise(forms)):
            return index  # Two people are called so.
        return min(other for other in longer if _size(self._words[other]) == _size(forms[-1]))

    def _holding(self, words: Sequence[str]) -> list[int]:
        """The names that hold all these words, initials for words included."""
        found = [self._by_word.get(word, set()) for word in words if len(word) > 1]
        common = set.intersection(*found) if found else set()
        if len(common) > _MANY:
            return []
        return [other for other in common if _is_part(words, self._words[other])]


def _size(words: Sequence[str]) -> int:
    return sum(map(len, words))


def _is_part(words: Iterable[str], name: Iterable[str]) -> bool:
    """Whether each word is one of a name's, or the initial of one, and none is used twice."""
    rest = list(name)
    for word in sorted(words, key=len, reverse=True):
        found = next((w for w in rest if w == word or (len(word) == 1 and w[0] == word)), None)
        if found is None:
            return False
        rest.remove(found)
    return True


def _joined(words: Sequence[str]) -> Iterator[str]:
    """What people make of their names where no space may stand."""
    yield from (word for word in words if len(word) >= _SHORTEST)
    if len(words) < 2:
        return
    for one, other in ((words[0], words[-1]), (words[-1], words[0])):
        yield one + other
        if len(other) >= _SHORTEST:
            yield one[0] + other
            yield other + one[0]


def _in_latin(word: str) -> str:
    """A word in Latin letters without accents."""
    latin = "".join(_LATIN.get(letter, letter) for letter in word)
    return "".join(c for c in unicodedata.normalize("NFD", latin) if not unicodedata.combining(c))


def _as_spelled(word: str) -> str:
    """A word in Latin letters, whichever way a Russian name is spelled in them."""
    latin = _in_latin(word)
    for pattern, usual in _SPELLINGS if len(latin) >= _SHORTEST else ():
        latin = pattern.sub(usual, latin)
    return latin
