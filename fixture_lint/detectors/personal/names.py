"""What names of persons look like, once a key, a label or a cue has told that one stands here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.detectors.personal.given import FAMILY, FAMILY_OF_TWO, GIVEN
from fixture_lint.detectors.personal.matches import word_set
from fixture_lint.detectors.personal.reserved import begins_with_fake_person, is_fake_person

PARTICLES = word_set(
    "van von der den de da di do dos das del della la le el al bin ibn ben ter ten zu zur y e"
    " оглы кызы фон ван"
)
TITLES = word_set(
    "mr mrs ms miss mx dr prof professor sir madam herr frau señor señora sr sra monsieur"
    " madame mme г г-н г-жа д-р гр"
)
_NOT_NAMES = word_set("""
    inc corp llc ltd gmbh co company group team support service services department desk office
    store shop hotel street road avenue tower bridge park museum airport university school college
    bank test tests example sample unknown none null nil anonymous user users admin administrator
    customer client patient guest name string text value true false undefined redacted masked hidden
    default system assistant bot agent model tool function api app application server service
    product item order parcel ticket invoice city country north south east west new old the a an
    and or of for with on in at to from my your our is are was not this that here please sorry
    hello hi dear thanks thank yes no ok world project platform engineering research labs lab
    center centre institute foundation church club restaurant cafe bar pizza coffee wireless mouse
    keyboard phone pro max mini plus air ultra premium basic standard enterprise free gold silver
    monday tuesday wednesday thursday friday saturday sunday january february march april june july
    august september october november december important required optional
    claude chatgpt gpt gemini siri alexa copilot cortana llama mistral grok qwen deepseek sonnet
    opus haiku codex cursor
    ооо оао зао ао пао ип компания магазин служба поддержка отдел клиент пациент пользователь
    неизвестно нет да помощник ассистент бот система администратор
    """)
"""Words that are no part of a person's name. Some are given names too (Claude, Alexa): alone they
name a program in recorded conversations."""

_SAINTS = word_set("san santa santo saint sainte st são")

_ALSO_NAMES = word_set("claude alexa siri august april june may max")

_LETTERS = r"[^\W\d_]"
_WORD = re.compile(rf"{_LETTERS}[\w'’.-]{{0,39}}")
_INITIALS = re.compile(rf"(?:{_LETTERS}\.-?){{1,3}}")
_HAN_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]{1,12}")
_RUSSIAN_ENDING = re.compile(
    r"[а-яё-]{2,30}(?:ов|ова|ев|ева|ёв|ёва|ин|ина|ын|ына|ский|ская|цкий|цкая|енко|чук|ых|их|ян"
    r"|ич|вна|чна|швили|дзе|ого|ому|ову|еву|ину|ой|ым|ную)"
)
_FOLLOWS_HAN = frozenset("想是的在要来住今我电手身邮请和与跟很也就都这那，。、有需做从")
"""Characters that stand behind a Chinese name of two characters rather than in a longer one."""

_LONGEST = 80
_MOST_WORDS = 5


def is_name(value: str, strength: int) -> bool:
    """Whether a whole value can be a person's name.

    Arguments: the value, and how surely something else says so: 3, any name-like text will do;
    2, two words are needed or a known name; 1, a known given or family name is needed.
    """
    value = value.strip()
    if not 2 <= len(value) <= _LONGEST or "\n" in value or is_fake_person(value):
        return False
    if "\u3400" <= value[0] <= "\u9fff" and not value.isascii():
        return _is_han_name(value, strength)
    words = value.replace(",", " ", 1).split()
    if not _are_names(words):
        return False
    known = is_known(words)
    if not any(word[0].isupper() or not (word[0].islower()) for word in words):
        return known and strength >= 2
    if strength == 3 or known:
        return True
    return strength == 2 and len(words) >= 2 and all(map(_is_written_as_name, words))


def names_in(value: str, strength: int) -> Iterator[tuple[int, int]]:
    """The spans of the names in the value of a key: the whole value, or each part of a list."""
    if is_name(value, strength):
        start = len(value) - len(value.lstrip())
        yield start, start + len(value.strip())
    elif len(value) <= 2_000 and any(mark in value for mark in ",;、"):
        at = 0
        parts = re.split("[,;、]", value)
        if all(is_name(part, strength) and len(part.split()) > 1 for part in parts):
            for part in parts:
                start = at + len(part) - len(part.lstrip())
                yield start, start + len(part.strip())
                at += len(part) + 1


def name_at(text: str, at: int, strength: int) -> int:
    """The end of the name that begins at an offset of a text, 0 if there is none.

    A name of letters ends where no capitalised word goes on; lower-case names are taken up to two
    words if the first is known. A Chinese name is one of a known family and one or two characters
    more, because nothing in the text says where it ends.
    """
    if begins_with_fake_person(text, at):
        return 0
    if match := _HAN_RUN.match(text, at):
        return _han_end(match)
    words: list[str] = []
    ends: list[int] = []
    place = at
    while len(words) < _MOST_WORDS and (match := _WORD.match(text, place)):
        word = _without_stop(match[0])
        first = word.split("-")[0]
        if not (word[0].isupper() or first in PARTICLES or word.casefold() in GIVEN):
            break
        if word.casefold() in _NOT_NAMES and (words or word.casefold() not in _ALSO_NAMES):
            break
        end = match.start() + len(word)
        if text[end : end + 2].lstrip()[:1] in (":", "=", "：") and words:
            break  # The label of what follows.
        words.append(word)
        ends.append(end)
        if text[end : end + 1] not in (" ", "\u00a0"):
            break
        place = end + 1
    while words and (words[-1] in PARTICLES or words[-1].casefold() in PARTICLES):
        words.pop()
        ends.pop()
    if not words or not is_name(" ".join(words), strength):
        return 0
    return ends[-1]


def is_known(words: list[str]) -> bool:
    """Whether one of the words is a frequent given name, a title stands before them, or two are
    Russian and one of them has the ending of a family name or a patronymic. A saint at the
    beginning is a place: San Francisco, Santa Clara."""
    folded = [word.casefold().strip(".,'’") for word in words]
    if folded[0] in _SAINTS:
        folded = folded[2:]
    if any(part in GIVEN for word in folded for part in word.split("-")):
        return True
    if len(folded) >= 2 and folded[0] in TITLES:
        return True
    return len(folded) >= 2 and any(_RUSSIAN_ENDING.fullmatch(word) for word in folded)


def _are_names(words: list[str]) -> bool:
    if not 1 <= len(words) <= _MOST_WORDS:
        return False
    real = 0
    for word in words:
        folded = word.casefold().strip(".'\"")
        if word in PARTICLES or folded in TITLES:
            continue
        if _INITIALS.fullmatch(word):
            continue
        if folded in _NOT_NAMES and (len(words) == 1 or folded not in _ALSO_NAMES):
            return False
        if not _is_name_word(word):
            return False
        real += 1
    return real > 0


def _is_written_as_name(word: str) -> bool:
    """Whether a word does not begin with a small letter, or is one that stands between names."""
    return not word[0].islower() or word.casefold() in PARTICLES


def _is_name_word(word: str) -> bool:
    letters = [part for part in re.split(r"['’.-]", word) if part]
    if not letters or not all(part.isalpha() for part in letters):
        return False
    return sum(map(len, letters)) >= 2


def _without_stop(word: str) -> str:
    """A word without the end of its sentence; the point of an initial stays."""
    if _INITIALS.fullmatch(word) and len(word) <= 6:
        return word
    word = word.rstrip(".'’-")
    return word[:-2] if word.endswith(("'s", "’s")) else word


def _is_han_name(value: str, strength: int) -> bool:
    parts = re.split("[·•・]", value)
    if not all(_HAN_RUN.fullmatch(part) for part in parts):
        return False
    if len(parts) > 1:
        return len(value) <= 20
    if not 2 <= len(value) <= (4 if value[:2] in FAMILY_OF_TWO or strength == 3 else 3):
        return False
    return strength == 3 or value[0] in FAMILY or value[:2] in FAMILY_OF_TWO


def _han_end(match: re.Match[str]) -> int:
    run, start = match[0], match.start()
    family = 2 if run[:2] in FAMILY_OF_TWO else 1 if run[0] in FAMILY else 0
    if not family:
        return 0
    given = run[family : family + 2]
    if len(given) == 2 and len(run) > family + 1 and given[1] in _FOLLOWS_HAN:
        given = given[:1]
    name = run[:family] + given
    return start + len(name) if given and not is_fake_person(name) else 0
