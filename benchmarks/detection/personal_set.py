"""Personal data: each type in the carriers of texts, keys, queries, base64, YAML and streams.

Types that a value tells by itself stand in plain sentences too; the others behind a label or a cue
phrase, or under a key that tells them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from benchmarks.detection import ids, numbers, people, words
from benchmarks.detection.carriers import CARRIERS, Carrier
from benchmarks.detection.cases import Case, in_prose
from benchmarks.detection.spelled import HOLE, Spelled
from benchmarks.detection.tongues import TONGUES
from benchmarks.detection.words import listed

_NOT_PERSONAL = ("NAME=value line",)
_CARRIERS = [c for c in CARRIERS.values() if "personal" in c.forms and c.name not in _NOT_PERSONAL]


class _Made(NamedTuple):
    """A value, the words of its key, a text that announces it, and whether it needs neither."""

    value: str
    key: str
    cue: str
    bare: bool


def _email(random: Random) -> _Made:
    keys = "email|e mail|contact email|user email|邮箱|почта|correo|sender|reply to|author|owner"
    cues = "My e-mail is ¤.|Write to ¤, please.|Email: ¤|Моя почта ¤.|我的邮箱是¤。|Mail: ¤"
    return _Made(numbers.email(random), _of(random, keys), _of(random, cues), True)


def _of(random: Random, choices: str) -> str:
    return random.choice(listed(choices))


def _phone(random: Random) -> _Made:
    international = random.random() < 0.65
    return _Made(
        numbers.phone(random, international),
        random.choice(numbers.PHONE_KEYS),
        random.choice(numbers.PHONE_CUES),
        international,
    )


def _card(random: Random) -> _Made:
    separator = random.choice(("", " ", "-"))
    keys = "card number|credit card|card|pan|номер карты|银行卡号|kreditkarte|tarjeta|cc number"
    cues = "My card number is ¤.|Card: ¤|Номер карты: ¤|我的银行卡号是¤。|Kreditkarte: ¤|Visa ¤"
    return _Made(
        numbers.card(random, separator), _of(random, keys), _of(random, cues), separator != ""
    )


def _iban(random: Random) -> _Made:
    keys = "iban|account iban|bank account|account number|konto|счёт"
    cues = "Transfer it to ¤.|IBAN: ¤|Meine IBAN lautet ¤.|Mon IBAN est ¤."
    return _Made(
        numbers.iban(random, random.random() < 0.5), _of(random, keys), _of(random, cues), True
    )


def _id(random: Random) -> _Made:
    kind = random.choice(ids.IDS)
    return _Made(kind.make(random), random.choice(kind.keys), random.choice(kind.cues), kind.bare)


def _ip(random: Random) -> _Made:
    keys = "ip|client ip|remote addr|ip address|x forwarded for|source ip|last login ip"
    cues = "The request came from ¤.|Blocked ¤ twice.|IP: ¤|С адреса ¤ пришёл запрос.|来自¤的请求"
    return _Made(numbers.ip(random), _of(random, keys), _of(random, cues), True)


def _mac(random: Random) -> _Made:
    keys = "mac|mac address|device mac|hw address|bssid"
    cues = "The device is ¤.|MAC: ¤|Seen ¤ in the lobby.|Адрес карты ¤."
    return _Made(numbers.mac(random), _of(random, keys), _of(random, cues), True)


def _person(random: Random) -> _Made:
    tongue = random.choice(TONGUES)
    key = random.choice(tongue.keys["person"])
    value = people.name(random, tongue, people.part_of(key))
    return _Made(value, key, random.choice(tongue.cues["person"]), False)


def _address(random: Random) -> _Made:
    tongue = random.choice(TONGUES)
    key, cue = random.choice(tongue.keys["address"]), random.choice(tongue.cues["address"])
    return _Made(people.address(random, tongue), key, cue, False)


def _birth_date(random: Random) -> _Made:
    tongue = random.choice(TONGUES)
    key, cue = random.choice(tongue.keys["birth-date"]), random.choice(tongue.cues["birth-date"])
    return _Made(people.birth_date(random, tongue), key, cue, False)


def _user_name(random: Random) -> _Made:
    tongue = random.choice(TONGUES)
    key, cue = random.choice(tongue.keys["user-name"]), random.choice(tongue.cues["user-name"])
    return _Made(people.handle(random), key, cue, False)


TYPES: dict[str, Callable[[Random], _Made]] = {
    "email": _email,
    "phone": _phone,
    "card": _card,
    "iban": _iban,
    "national-id": _id,
    "ip": _ip,
    "mac": _mac,
    "person": _person,
    "address": _address,
    "birth-date": _birth_date,
    "user-name": _user_name,
}


def cases(random: Random, per_cell: int) -> Iterator[tuple[Case, str]]:
    """Cases of each type in each carrier."""
    for type_, make in TYPES.items():
        for carrier in _CARRIERS:
            for _ in range(per_cell):
                yield _case(random, type_, make(random), carrier), carrier.name


def _case(random: Random, type_: str, made: _Made, carrier: Carrier) -> Case:
    value = Spelled.whole(made.value)
    cue = made.cue
    if made.bare and random.random() < 0.5:
        cue = words.sentence(random)
    if not carrier.named and random.random() < 0.3:
        cue = f"{random.choice(words.PLAIN_TEXTS)} {cue}"
    if cue.count(HOLE) != 1:
        raise ValueError(cue)
    return Case(type_, type_, value, tuple(made.key.split()), in_prose(value, cue), "personal")
