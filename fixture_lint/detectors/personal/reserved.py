"""Values that belong to nobody: reserved by a registry, or stand-ins of this linter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_DOMAINS = ("example.com", "example.net", "example.org")
_TLDS = (".example", ".test", ".invalid", ".localhost")

_SURNAMES = (
    "Седых",
    "Черных",
    "Белых",
    "Долгих",
    "Гладких",
    "Кротких",
    "Мелких",
    "Крутых",
    "Русских",
    "Тихих",
)
"""Surnames without case and gender, so that no word around them has to agree anew."""

_INITIALS = "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_RUSSIAN = len(_SURNAMES) * len(_INITIALS)
_MARK = r"(?:\d{1,9}|[0-9a-f]{10})"
_PERSON = re.compile(
    rf"person[ ._-]{_MARK}|alex sample(?:-{_MARK})?|[{_STEMS}]某{_MARK}?"
    rf"|[{_INITIALS.lower()}]\. (?:{'|'.join(_SURNAMES).lower()})(?:-{_MARK})?",
)
_ADDRESS = re.compile(rf"\b{_MARK} example (?:street|st|road|rd|avenue|ave)\b", re.IGNORECASE)
_USER = re.compile(rf"@?user-{_MARK}", re.IGNORECASE)
_CYRILLIC = re.compile("[Ѐ-ӿ]")
_LATIN = re.compile("[A-Za-zÀ-ɏ]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


def fakes_in(folded: str) -> Iterator[str]:
    """The names, addresses and user names of the pool that stand in a casefolded text."""
    for pattern in (_PERSON, _ADDRESS, _USER):
        yield from (match[0] for match in pattern.finditer(folded))


def is_reserved_domain(domain: str) -> bool:
    """Whether a domain is set aside for documentation and tests (RFC 2606, RFC 6761)."""
    domain = domain.casefold().rstrip(".")
    return any(domain == name or domain.endswith("." + name) for name in _DOMAINS) or any(
        domain.endswith(end) or domain == end[1:] for end in _TLDS
    )


def is_fake_person(value: str) -> bool:
    """Whether a name is one of the pool."""
    return _PERSON.fullmatch(" ".join(value.lower().split())) is not None


def begins_with_fake_person(text: str, at: int) -> bool:
    """Whether a name of the pool stands at an offset of a text."""
    return _PERSON.match(text[at : at + 40].lower()) is not None


def is_fake_address(value: str) -> bool:
    """Whether a postal address is one of the pool: there is no state ZZ, and no code 00000."""
    return _ADDRESS.search(value) is not None


def is_fake_user(value: str) -> bool:
    """Whether a user name is one of the pool."""
    return _USER.fullmatch(value.strip()) is not None


def email(value: str, mark: int | str) -> str:
    """The stand-in for an e-mail address."""
    return in_case_of(value, f"user-{mark}@example.com")


def user_name(value: str, mark: int | str) -> str:
    """The stand-in for a user name."""
    return in_case_of(value, f"user-{mark}")


def person(value: str, mark: int | str) -> str:
    """The stand-in for a name in the script of the name. ``mark`` is an ordinal or ten
    hexadecimal digits."""
    ordinal = mark if isinstance(mark, int) else 0
    if _CYRILLIC.search(value):
        return _russian(ordinal, mark)
    if _HAN.search(value) and not _LATIN.search(value):
        return f"{_STEMS[ordinal - 1]}某" if 1 <= ordinal <= len(_STEMS) else f"甲某{mark}"
    return in_case_of(value, "Person") + f" {mark}"


def address(_: str, mark: int | str) -> str:
    """The stand-in for a postal address."""
    return f"{mark} Example Street, Springfield, ZZ 00000"


def in_case_of(value: str, word: str) -> str:
    """A word in the letter case of a value: all capitals, none, or as it is."""
    if value.isupper() and sum(map(str.isalpha, value)) > 1:
        return word.upper()
    return word.lower() if value.islower() else word


def same_text(value: str) -> str:
    """The form in which names and addresses are compared: NFC, casefolded, single spaces."""
    return " ".join(unicodedata.normalize("NFC", value).casefold().split())


def _russian(ordinal: int, mark: int | str) -> str:
    if not 1 <= ordinal <= _RUSSIAN:
        return f"А. {_SURNAMES[0]}-{mark}"
    block, letter = divmod(ordinal - 1, len(_INITIALS))
    return f"{_INITIALS[letter]}. {_SURNAMES[(letter + block) % len(_SURNAMES)]}"
