"""What postal addresses and user names look like where a key, a label or a cue tells them."""

from __future__ import annotations

import re

from fixture_lint.detectors.personal.matches import word_set
from fixture_lint.detectors.personal.reserved import is_fake_address, is_fake_user
from fixture_lint.detectors.references import UUID

_STREET = re.compile(
    r"(?:\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|court|ct|square|sq|way"
    r"|place|pl|terrace|highway|hwy|apt|suite|rue|avenue|calle|avenida|plaza|paseo|via|viale|piazza"
    r"|rua|ul|ulica|ул|улица|улице|улицы|пр|просп|проспект|пер|переулок|бульвар|наб|шоссе|дом|кв"
    r"|корп)\b|(?:straße|strasse|platz|allee|gasse|straat)\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?<![A-Za-z0-9])[0-9][0-9A-Za-z/-]{0,6},? (?:[^\W\d_]{1,12} )?[A-ZÀ-ÞА-ЯЁ][^\W\d_]{2,}"
    r"|[A-ZÀ-ÞА-ЯЁ][^\W\d_A-Z]{2,}\.?,? [0-9]"
)
_OWN_DIGIT = re.compile("(?<![A-Za-z])[0-9]")
_HAN_PLACE = re.compile("[省市区區县縣路街道号號巷弄室镇鎮村栋楼]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_FORBIDDEN = re.compile(r"[@{}<>\\=$*]|://|\b0x[0-9a-f]")
_HAN = re.compile("[\u4e00-\u9fff]")
_STOP = re.compile(
    r"[;\n!?|<>\"“”。；！？]|(?:(?<=[^\W\d_]{5})|(?<=[0-9)]))\.(?=\s|$)"
    r"|&(?=[\w-]{1,40}=)|, ?(?:and|but|please|my|which|und|y|et|и|а|мой)\b"
    r"| (?:and|but|my|please|und|mein|mi|mon|мой|телефон|тел)\b|，(?=电|手|邮|请|我)",
)
_USER = re.compile(r"@?[^\W_][\w.\-]{1,39}")
_NO_USERS = word_set("""
    admin administrator root user users username guest test tester testuser demo system bot
    assistant agent anonymous unknown none null nil true false undefined string default public
    shared all everyone nobody me you service api app server client owner member runner ubuntu
    debian vscode node codespace gitpod jovyan circleci travis jenkins builder build docker
    ec2-user www www-data postgres mysql redis git deploy ci dev example sample name login
    required optional yes no password email phone id all-users user_name user-name home local
    str int bool float object number array list dict any text varchar char uuid request req self
    os config settings process env params args data form ctx event input this props state
    page pages products about index docs news contact dashboard profile help search work workspace
    project projects src redacted filtered masked removed hidden scrubbed
    not wrong incorrect invalid broken taken already the case different locked
    blocked missing empty jupyter account
    пользователь администратор гость нет да логин
    """)
_LETTER = re.compile(r"[^\W\d_]")
ADDRESS_LENGTH = 160
"""Longest address that is taken from a sentence."""


def is_address(value: str) -> bool:
    """Whether a value can be a postal address: a number and a word, a street, or Chinese parts."""
    value = value.strip()
    if not 5 <= len(value) <= 250 or is_fake_address(value) or _FORBIDDEN.search(value):
        return False
    numbered = any(character.isdigit() for character in value)
    if _HAN.search(value):
        return len(set(_HAN_PLACE.findall(value))) >= (1 if numbered else 2)
    if " " not in value or not _WORD.search(value):
        return False
    return numbered or _STREET.search(value) is not None


def address_at(text: str, start: int) -> int:
    """The end of the address that begins at an offset of a text, 0 if there is none. It goes to
    the end of the sentence or to the next clause."""
    piece = text[start : start + ADDRESS_LENGTH]
    stop = _STOP.search(piece)
    piece = (piece[: stop.start()] if stop else piece).rstrip(" ,.")
    if not _OWN_DIGIT.search(piece[:80]):
        return 0
    likely = _HAN.search(piece) or _STREET.search(piece) or _NUMBERED.search(piece)
    return start + len(piece) if likely and is_address(piece) else 0


def is_user_name(value: str) -> bool:
    """Whether a value can be the name of an account of a person, not of a role or a machine."""
    value = value.strip()
    if UUID.fullmatch(value):
        return False
    if not _USER.fullmatch(value) or is_fake_user(value) or set(value.casefold()) <= set("x-_."):
        return False
    first = value.lstrip("@").casefold().split(".")[0]
    known = {value.lstrip("@").casefold(), first} & _NO_USERS
    return not known and _LETTER.search(value) is not None


def user_name_at(text: str, start: int) -> int:
    """The end of the user name that begins at an offset of a text, 0 if there is none."""
    match = _USER.match(text, start)
    if not match:
        return 0
    value = match[0].rstrip(".-")
    after = text[start + len(value) : start + len(value) + 1]
    if after in ("@", "/", "=", "(", ":", "[") or not is_user_name(value):
        return 0
    return start + len(value)
