"""National ids with the check digits of their public definitions, computed here."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from benchmarks.detection.numbers import digits, filled, luhn_digit
from benchmarks.detection.words import listed


class Id(NamedTuple):
    """A national id: how to make one, its keys and cues, and whether it stands for itself."""

    name: str
    make: Callable[[Random], str]
    keys: tuple[str, ...]
    cues: tuple[str, ...]
    bare: bool


def _weighted(body: str, weights: tuple[int, ...]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True))


def _chinese_id(random: Random) -> str:
    region = random.choice(listed("110105|310115|330106|420111|440305|510107|610113"))
    body = f"{region}{random.randint(1950, 2004)}{_day(random)}{digits(random, 3)}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[_weighted(body, weights) % 11]


def _day(random: Random) -> str:
    return f"{random.randint(1, 12):02}{random.randint(1, 28):02}"


def _russian_tax(random: Random) -> str:
    body = filled(random, "77########")
    for weights in ((7, 2, 4, 10, 3, 5, 9, 4, 6, 8), (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)):
        body += str(_weighted(body, weights) % 11 % 10)
    return body


def _snils(random: Random) -> str:
    body = digits(random, 9, "123456789")
    check = _weighted(body, (9, 8, 7, 6, 5, 4, 3, 2, 1)) % 101 % 100
    return f"{body[:3]}-{body[3:6]}-{body[6:]} {check:02}"


def _cpf(random: Random) -> str:
    body = digits(random, 9)
    for first in (10, 11):
        rest = _weighted(body, tuple(range(first, 1, -1))) * 10 % 11 % 10
        body += str(rest)
    return f"{body[:3]}.{body[3:6]}.{body[6:9]}-{body[9:]}"


def _pesel(random: Random) -> str:
    body = f"{random.randint(50, 99)}{_day(random)}{digits(random, 4)}"
    return body + str(-_weighted(body, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10)


def _dni(random: Random) -> str:
    number = digits(random, 8, "1234567")
    return number + "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23]


def _nir(random: Random) -> str:
    body = f"{random.choice('12')}{random.randint(50, 99)}{random.randint(1, 12):02}"
    body += f"{random.choice(('75', '69', '33'))}{digits(random, 3, '12')}{digits(random, 3)}"
    key = f"{97 - int(body) % 97:02}"
    parts = (body[0], body[1:3], body[3:5], body[5:7], body[7:10], body[10:], key)
    return " ".join(parts)


def _ssn(random: Random) -> str:
    area = random.choice((random.randint(1, 665), random.randint(667, 899)))
    return f"{area:03}-{random.randint(1, 99):02}-{random.randint(1, 9999):04}"


def _nhs(random: Random) -> str:
    while True:
        body = digits(random, 9, "4567")
        check = 11 - _weighted(body, (10, 9, 8, 7, 6, 5, 4, 3, 2)) % 11
        if check != 10:
            last = str(check % 11)
            return f"{body[:3]} {body[3:6]} {body[6:]}{last}"


def _hetu(random: Random) -> str:
    body = f"{random.randint(1, 28):02}{random.randint(1, 12):02}{random.randint(50, 99)}"
    individual = f"{random.randint(2, 899):03}"
    check = "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(body + individual) % 31]
    return f"{body}-{individual}{check}"


def _personnummer(random: Random) -> str:
    body = f"{random.randint(50, 99)}{_day(random)}{digits(random, 3)}"
    return f"{body[:6]}-{body[6:]}{luhn_digit(body)}"


def _curp(random: Random) -> str:
    letters = "BCDFGHJKLMNPQRSTVWXYZ"
    name = random.choice(letters) + random.choice("AEIOU") + "".join(random.choices(letters, k=2))
    day = f"{random.randint(50, 99)}{_day(random)}"
    place = random.choice("HM") + random.choice(("DF", "JC", "NL", "PL"))
    body = name + day + place + "".join(random.choices(letters, k=3)) + digits(random, 1)
    table = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ"
    total = sum((18 - at) * table.index(mark) for at, mark in enumerate(body))
    return body + str(-total % 10)


def _passport(random: Random) -> str:
    return filled(random, "@########")


def _russian_passport(random: Random) -> str:
    return filled(random, "45## ######")


def _id(name: str, make: Callable[[Random], str], keys: str, cues: str, bare: bool = False) -> Id:
    return Id(name, make, listed(keys), listed(cues), bare)


_CHINESE = "我的身份证号是¤。|身份证：¤|My Chinese ID is ¤."
_NIR_CUES = "Mon numéro de sécurité sociale est le ¤.|NIR : ¤"
_RUSSIAN_CUES = "Паспорт ¤|Мой паспорт: ¤|Паспорт серия и номер ¤."
_PASSPORT_CUES = "My passport number is ¤.|Passport: ¤|Reisepass: ¤"

IDS = (
    _id("Chinese id", _chinese_id, "身份证号|id card|身份证|resident id", _CHINESE, bare=True),
    _id("Mexican CURP", _curp, "curp", "Mi CURP es ¤.|CURP: ¤", bare=True),
    _id("Finnish HETU", _hetu, "hetu|henkilötunnus", "Hetu: ¤|my hetu is ¤", bare=True),
    _id(
        "Swedish personnummer",
        _personnummer,
        "personnummer|personal number",
        "Mitt personnummer är ¤.|Personnummer: ¤",
        bare=True,
    ),
    _id("Russian INN", _russian_tax, "инн|inn|ИНН", "Мой ИНН ¤.|ИНН: ¤"),
    _id("Russian SNILS", _snils, "снилс|snils", "СНИЛС: ¤|Мой СНИЛС ¤.", bare=True),
    _id("Russian passport", _russian_passport, "паспорт|passport", _RUSSIAN_CUES),
    _id("Brazilian CPF", _cpf, "cpf", "Meu CPF é ¤.|CPF: ¤", bare=True),
    _id("Polish PESEL", _pesel, "pesel", "Mój PESEL to ¤.|PESEL: ¤"),
    _id("Spanish DNI", _dni, "dni|documento dni", "Mi DNI es ¤.|DNI: ¤"),
    _id("French NIR", _nir, "nir|numéro de sécurité sociale", _NIR_CUES, bare=True),
    _id("US SSN", _ssn, "ssn|social security number|SSN", "My SSN is ¤.|SSN: ¤|ssn ¤"),
    _id("UK NHS number", _nhs, "nhs number|nhs", "My NHS number is ¤.|NHS no.: ¤"),
    _id("passport", _passport, "passport number|passport no|reisepass", _PASSPORT_CUES),
)
