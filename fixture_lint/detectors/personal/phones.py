"""Phone numbers: international ones by themselves; national ones in the grouping of their country,
under a key, or after a word that announces them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from fixture_lint.detectors.personal.fiction import is_fake_phone
from fixture_lint.detectors.personal.matches import (
    BEFORE,
    OTHER,
    Personal,
    context,
    digits_of,
    key_words,
    names_a_thing,
    needles,
    spaced,
    word_set,
)

_END = r"(?![A-Za-z0-9_]|[-./][A-Za-z0-9])"
_START = r"(?<![A-Za-z0-9_.+\-/%])"
_INTERNATIONAL = re.compile(r"(?<![A-Za-z0-9_+/])\+ ?\(?[0-9][0-9 ().\-/]{6,26}")
_DIALLED = re.compile(_START + r"[(]?[0-9][0-9 ().\-/]{5,26}")
_NO_PHONE = re.compile(r"\+[0-9]{1,3}\.[0-9]{3,}[+-]|\+[0-9]{4,}\.[0-9]*\Z")
"""A pair of coordinates (ISO 6709) or a decimal number."""

_DATE = re.compile(r"[0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}")
_EXTENSION = re.compile(r" ?(?:x|ext\.?|доб\.?) ?[0-9]", re.IGNORECASE)

_NATIONAL = {
    "us": r"\([2-9][0-9]{2}\) ?[2-9][0-9]{2}[-. ][0-9]{4}",
    "ru": r"8[ -]?\(?[3489][0-9]{2}\)?[ -]?[0-9]{3}[ -][0-9]{2}[ -][0-9]{2}",
    "gb": r"07[0-9]{3} [0-9]{6}|07[0-9]{3} [0-9]{3} [0-9]{3}|020 [0-9]{4} [0-9]{4}"
    r"|01[0-9]{3} [0-9]{5,6}|01[0-9]{2} [0-9]{3} [0-9]{4}"
    r"|\(0[0-9]{2,4}\) ?[0-9]{3,4} ?[0-9]{3,4}",
    "fr": r"0[1-9]([ .])[0-9]{2}\1[0-9]{2}\1[0-9]{2}\1[0-9]{2}",
    "cn": r"1[3-9][0-9]([ -])[0-9]{4}\1[0-9]{4}",
    "jp": r"0[789]0-[0-9]{4}-[0-9]{4}|0[1-9]-[0-9]{4}-[0-9]{4}",
    "br": r"\([1-9][0-9]\) ?9?[0-9]{4}-[0-9]{4}",
    "au": r"04[0-9]{2} [0-9]{3} [0-9]{3}|\(0[2378]\) ?[0-9]{4} [0-9]{4}",
    "de": r"0[1-9][0-9]{1,3}(?: ?/ ?| )[0-9]{6,8}",
}
_GROUPED = {region: re.compile(_START + f"(?:{form})" + _END) for region, form in _NATIONAL.items()}
_ANY_GROUPED = re.compile(
    _START
    + "(?:"
    + "|".join(re.sub(r"\(\[[^]]*\]\)|\\1", "[ .-]", f) for f in _NATIONAL.values())
    + ")"
)
"""One of them, perhaps."""

_REGIONS = sorted(
    word_set("us ru cn gb de fr es it in br jp au mx pl nl se tr ua ch at kr ca za".upper())
)
"""Regions whose plans are asked whether a national number that a word announces can be one."""

PHONE = needles(
    "phone|phones|telephone|tel|mobile|cell|cellphone|fax|whatsapp|msisdn|sms|phonenumber"
    "|mobilephone|mobilenumber|telefon|telefonnummer|handy|handynummer|rufnummer|teléfono|telefono"
    "|móvil|movil|celular|téléphone|telefone|portable|телефон*|тел|моб|мобильн*|сотов*|факс"
    "|电话|手机|联系方式|座机|传真|電話|手機|携帯"
)
_TAILS = word_set(
    "id ids type count model brand os verified status code country region carrier provider label"
    " extension ext required format"
)
_VERBS = word_set("call reach text ring dial contact phone")
_LINKS = word_set("at on me us him her them under via or")
_FILLERS = word_set(
    "number numbers no nr num is the my his her new home work office my номер номера по мой лучше"
    " nummer lautet ist numéro numero número es est please 号码 号 是"
)
_WORD = re.compile(r"[^\W\d_]+")


def find_phones(text: str, name: str = "") -> Iterator[Personal]:
    """Phone numbers in a text that stands under a key. Those set aside for fiction are skipped.

    Validity is asked of the numbering plans of libphonenumber, which are imported for candidates
    only; it proves little for national numbers, so these need their own grouping, a key or a word.
    """
    key = key_words(name)
    keyed = _is_phone_key(key)
    yield from _international(text, key, keyed)
    thing = names_a_thing(key) and not keyed
    if not thing and _ANY_GROUPED.search(text):
        for region, pattern in _GROUPED.items():
            yield from _grouped(text, key, region, pattern, keyed)
    international = deque(match.span() for match in _INTERNATIONAL.finditer(text))
    for match in _DIALLED.finditer(text):
        while international and international[0][1] <= match.start():
            international.popleft()
        if international and international[0][0] <= match.start():
            continue  # A part of a number with its country, which has been judged as a whole.
        end = _end_of_number(text, match.start(), match.end())
        if not end or not (keyed or (not thing and _is_announced(text, match.start()))):
            continue
        if _may_be_dialled(text[match.start() : end], keyed):
            value = text[match.start() : end]
            if not is_fake_phone(value):
                yield Personal("phone", match.start(), end, region_of(value))


def region_of(value: str) -> str:
    """The region, in lower case, whose form a national number has, or an empty text."""
    value = value.strip()
    for region, pattern in _GROUPED.items():
        if pattern.fullmatch(value):
            return region
    digits = digits_of(value)
    if len(digits) == 11 and re.fullmatch(r"1[3-9][0-9]{9}", value):
        return "cn"
    if re.fullmatch(r"1?[2-9][0-9]{2}[2-9][0-9]{6}", digits):
        return "us"
    return "ru" if re.fullmatch(r"[78][3489][0-9]{9}", digits) else ""


def _international(text: str, key: tuple[str, ...], keyed: bool) -> Iterator[Personal]:
    for match in _INTERNATIONAL.finditer(text):
        if _NO_PHONE.match(match[0].rstrip(" )-/(")):
            continue
        end = match.end()
        while end := _end_of_number(text, match.start(), end):
            value = text[match.start() : end]
            if len(digits_of(value)) < 8:
                break
            if is_fake_phone(value):
                break
            lenient = keyed or context(text, match.start(), end, ()).tells(PHONE)
            if len(digits_of(value)) <= 15 and _is_assigned(value, lenient):
                yield Personal("phone", match.start(), end, "")
                break
            end = max(value.rfind(mark) for mark in " -./()") + match.start()
            if end <= match.start():
                break


def _grouped(
    text: str, key: tuple[str, ...], region: str, pattern: re.Pattern[str], keyed: bool
) -> Iterator[Personal]:
    for match in pattern.finditer(text):
        value = match[0]
        if is_fake_phone(value) or _continues(text, match):
            continue
        around = context(text, *match.span(), key)
        if around.warns(OTHER) and not (keyed or around.tells(PHONE, OTHER)):
            continue
        if _is_valid(value, region.upper()):
            yield Personal("phone", *match.span(), region)


def _continues(text: str, match: re.Match[str]) -> bool:
    """Whether more groups of digits stand around: a row of numbers is no phone."""
    before, after = text[max(0, match.start() - 2) : match.start()], text[match.end() :][:2]
    pairs = [int(pair) for pair in re.findall("[0-9]+", match[0])]
    steps = {second - first for first, second in pairwise(pairs)}
    if len(pairs) > 3 and len(steps) == 1:
        return True  # 01 02 03 04 05
    return (before[:1].isdigit() and before[1:] in (" ", ",")) or (
        after[:1] in (" ", ",") and after[1:].isdigit()
    )


def _end_of_number(text: str, start: int, end: int) -> int:
    """The end of the last digit of a candidate, 0 if a letter or more of a token follows it."""
    while end > start and not "0" <= text[end - 1] <= "9":
        end -= 1
    after = text[end : end + 2]
    if (after[:1].isascii() and after[:1].isalnum()) or after[:1] == "_":
        return end if _EXTENSION.match(text, end) else 0
    if after[:1] in ("-", ".", "/", ",") and after[1:].isascii() and after[1:].isalnum():
        return 0
    return end


@lru_cache(maxsize=1024)
def _is_phone_key(key: tuple[str, ...]) -> bool:
    words = spaced(key)
    return bool(key) and key[-1] not in _TAILS and any(cue in words for cue in PHONE)


def _is_announced(text: str, start: int) -> bool:
    """Whether the words before a value end like "call me at" or "phone number is"."""
    head = text[max(0, start - BEFORE) : start].casefold()
    if any(cue in head[-10:] for cue in PHONE if cue[0] != " "):
        return True
    linked = False
    for word in reversed(_WORD.findall(head)[-6:]):
        if word in _VERBS and linked:
            return True
        if f" {word} " in PHONE or any(f" {word}".startswith(c) for c in PHONE if c[-1] != " "):
            return True
        linked = linked or word in _LINKS
        if word not in _LINKS and word not in _FILLERS:
            return False
    return False


def _may_be_dialled(value: str, keyed: bool) -> bool:
    digits = digits_of(value)
    if not 7 <= len(digits) <= 15 or _DATE.match(value):
        return False
    if value.count("(") != value.count(")") or "  " in value:
        return False
    if keyed or len(digits) != len(value):
        return True
    return any(_is_valid(digits, region) for region in _REGIONS)


def _is_assigned(value: str, lenient: bool) -> bool:
    import phonenumbers

    try:
        number = phonenumbers.parse(value)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number(number) or (
        lenient and phonenumbers.is_possible_number(number)
    )


def _is_valid(value: str, region: str) -> bool:
    import phonenumbers

    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(value, region))
    except phonenumbers.NumberParseException:
        return False
