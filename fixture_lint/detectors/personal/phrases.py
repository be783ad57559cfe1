"""Phrases that announce a value in running text, such as ``my name is``."""

from __future__ import annotations

import re
from collections.abc import Iterator

CUES = {
    "person": (
        "my name is|my full name is|my first name is|my last name is|my surname is|my name's"
        "|his name is|her name is|their name is|the name is|full name is|customer's name is"
        "|customer name is|patient's name is|patient name is|client's name is|client name is"
        "|guest name is|passenger name is|passenger's name is|name on the card is"
        "|card holder is|cardholder is|under the name of|under the name|i am called|i'm called"
        "|меня зовут|зовут меня|моё имя|мое имя|моя фамилия|его зовут|её зовут|ее зовут"
        "|клиента зовут|на имя|на фамилию"
        "|我叫做|我叫|我的名字是|我的名字叫|我的姓名是|名字叫|姓名是|姓名为|他叫|她叫"
        "|mein name ist|mein name lautet|ich heiße|ich heisse"
        "|me llamo|mi nombre es|me chamo|meu nome é|mi chiamo"
        "|je m'appelle|je m’appelle|mon nom est"
    ),
    "address": (
        "i live at|i live in|we live at|my address is|my home address is|our address is"
        "|the address is|new address is|address is|ship it to|ship to|ship them to|shipped to"
        "|deliver it to|deliver to|delivered to|delivery to|send it to|mail it to|reside at"
        "|residing at|living at|lives at|moved to"
        "|живу по адресу|проживаю по адресу|проживает по адресу|мой адрес|адрес доставки"
        "|по адресу|живу на улице|живу на"
        "|我住在|地址是|住址是|地址为|送到|寄到|家住"
        "|ich wohne in der|ich wohne in|meine adresse ist|meine adresse lautet|wohnhaft in"
        "|vivo en|mi dirección es|j'habite au|j’habite au|j'habite|mon adresse est"
    ),
    "birth-date": (
        "i was born on|i was born|my birthday is|my date of birth is|date of birth is"
        "|date of birth|birth date is|birthdate is|dob is|dob"
        "|я родился|я родилась|дата рождения|день рождения"
        "|我出生于|出生日期是|出生日期为|我的生日是|生日是|出生日期"
        "|ich bin geboren am|ich wurde am|mein geburtsdatum ist|mein geburtstag ist|geburtsdatum"
        "|nací el|mi fecha de nacimiento es|fecha de nacimiento"
        "|je suis né le|je suis née le|ma date de naissance est|date de naissance"
    ),
    "user-name": (
        "my username is|my user name is|my login is|my handle is|my nickname is"
        "|мой логин|мой ник|我的用户名是|用户名是|昵称是|用户名为"
        "|mein benutzername ist|mein benutzername lautet|mi usuario es|mi nombre de usuario es"
        "|mon identifiant est|mon nom d'utilisateur est"
    ),
}
"""Phrases that announce a value, by type, in English, Russian, Chinese, German, Spanish, French
(and a few in Italian and Portuguese)."""

_TELLING = (
    "name|address|birth|dob|login|username|handle|nombre|adresse|geburt|fecha|naissance|адрес|имя"
    "|рождения|live|ship|deliver"
)
"""Parts that many phrases share: fewer words to look for."""

_EVEN_SPACES = str.maketrans(dict.fromkeys("\t\n\r\xa0\u202f", " "))
_LETTERS = re.compile("[A-Za-zА-Яа-яЁё0-9_]")
HOME = re.compile(
    r"(?:(?<![A-Za-z0-9_.~/\-])/(?:home|Users)/|file:///(?:home|Users)/|[A-Za-z]:\\Users\\)"
    r"([A-Za-z][\w.\-]{1,39})(?=[/\\])",
)
"""The path of a home folder, with the name of its owner."""

BORN_AFTER = re.compile(r"(?<=[0-9日号])\s{0,2}(?:г\. ?р\b|г\. ?рожд|года рождения|出生|生)")
"""Words behind a date that make it a birth date."""


def anchor_of(phrase: str) -> str:
    """The part of a phrase for which texts are searched first: one that phrases share, otherwise
    its longest word."""
    parts = (part for part in _TELLING.split("|") if part in phrase)
    return next(parts, max(phrase.split(), key=len))


def _by_anchor() -> dict[str, list[tuple[int, str, str]]]:
    found: dict[str, list[tuple[int, str, str]]] = {}
    for type_, phrases in CUES.items():
        for phrase in sorted(phrases.split("|"), key=len, reverse=True):
            anchor = anchor_of(phrase)
            found.setdefault(anchor, []).append((phrase.index(anchor), phrase, type_))
    return found


_BY_ANCHOR = _by_anchor()
_ASCII = {anchor: phrases for anchor, phrases in _BY_ANCHOR.items() if anchor.isascii()}


def cues_in(text: str) -> Iterator[tuple[str, int]]:
    """The types that cue phrases in a text tell, and where each phrase ends."""
    lower = text.lower().translate(_EVEN_SPACES)
    if len(lower) != len(text):
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    for anchor, phrases in (_ASCII if text.isascii() else _BY_ANCHOR).items():
        at = lower.find(anchor)
        while at >= 0:
            for offset, phrase, type_ in phrases:
                start = at - offset
                if (
                    start >= 0
                    and lower.startswith(phrase, start)
                    and _is_whole(lower, start, phrase)
                ):
                    yield type_, start + len(phrase)
                    break
            at = lower.find(anchor, at + len(anchor))


def has_cues(text: str) -> bool:
    """Whether a text holds a cue phrase, the path of a home folder, or a date of birth."""
    if next(cues_in(text), None) is not None:
        return True
    if ("/home/" in text or "Users" in text) and HOME.search(text):
        return True
    return not text.isascii() and BORN_AFTER.search(text) is not None


def _is_whole(text: str, start: int, phrase: str) -> bool:
    """Whether no letter stands beside a phrase. Chinese has no spaces, so that other words may."""
    if phrase[0] >= "\u4e00":
        return True
    end = start + len(phrase)
    return not (start and _LETTERS.match(text, start - 1)) and not _LETTERS.match(text, end)
