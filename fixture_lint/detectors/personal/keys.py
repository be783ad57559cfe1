"""What the name of a key, header, parameter or label says about its value: English, Russian,
Chinese, German, Spanish and French."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fixture_lint.detectors.personal.matches import key_words, word_set


class Key(NamedTuple):
    """The keyed type that a name tells, and how surely: 3, only a value that cannot be it is left
    out; 2, the value must look like it; 1, it must be known as one."""

    type: str
    strength: int


PERSON = word_set(
    "fullname firstname lastname givenname familyname middlename surname forename patronymic fio"
    " maidenname realname cardholder accountholder customername clientname patientname guestname"
    " passengername employeename contactname recipientname familiya familia imya otchestvo"
    " фио фамилия отчество vorname nachname familienname prenom prénom apellido apellidos cognome"
    " prénoms sobrenome ansprechpartner"
)
"""One of these words in a key tells a person's name."""

NAME_KINDS = word_set(
    "full first last given family middle maiden real legal preferred birth completo complet famille"
)
"""Before ``name`` they tell a person's name."""

ROLES = word_set(
    "customer client patient guest passenger employee contact recipient sender holder cardholder"
    " driver student teacher manager applicant buyer seller subscriber member beneficiary payer"
    " payee traveler traveller attendee candidate caller signer signatory physician doctor nurse"
    " resident child parent spouse mother father husband wife partner relative emergency billing"
    " shipping person human assignee reporter author owner participant donor tenant consignee"
    " shipper lead kunde kunden patienten cliente paciente empleado usuario clienta titular"
    " salarié destinataire клиент* пациент* сотрудник* получател*"
    " отправител* владел* пассажир* заказчик* контакт* покупател* автор*"
)
"""Before or behind ``name`` they tell a person's name; alone some of them do if the value looks
like one."""

_NAME = word_set("name names namen nombre nombres nom noms имя имени")
_HUMAN_ROLES = word_set(
    "patient passenger recipient assignee attendee attendees employee guest applicant payee payer"
    " signatory physician cardholder beneficiary consignee destinataire destinatario titular holder"
    " пациент пассажир получатель сотрудник"
)
_VAGUE_ROLES = word_set(
    "customer client owner author contact sender manager reporter participant participants"
    " passengers guests employees patients doctor driver caller клиент автор владелец заказчик"
    " покупатель отправитель контакт kunde cliente autor auteur"
)
PERSON_HAN = ("姓名", "联系人", "收件人", "收货人", "寄件人", "持卡人", "名字", "患者", "聯絡人")

ADDRESS = word_set(
    "address addresses addr street streetaddress homeaddress shippingaddress billingaddress"
    " deliveryaddress postaladdress mailingaddress addressline residence адрес адреса улица"
    " проживания adresse anschrift wohnort straße strasse lieferadresse dirección"
    " direccion domicilio indirizzo endereço adres"
)
ADDRESS_HAN = ("地址", "住址", "住所")
_OTHER_ADDRESS = word_set(
    "email mail ip mac wallet contract memory server host url web site ethernet btc eth crypto"
    " token bind listen remote peer node proxy endpoint base network local broadcast gateway"
    " page return почты"
)

BIRTH = word_set(
    "birthdate birthday birth dob dateofbirth bday born рождения geburtsdatum geburtstag geboren"
    " nacimiento fechanacimiento naissance nascita nascimento birthdatum"
)
BIRTH_HAN = ("出生日期", "生日", "出生年月", "出生")

_PURPOSES = word_set(
    "de di da of for livraison facturation domicile entrega envío envio facturación residencia"
    " доставки проживания регистрации consegna spedizione entrega"
)
"""Behind a word for an address they say what it is for."""

USER = word_set(
    "username login loginname nickname nick screenname handle логин ник никнейм"
    " benutzername benutzer usuario utilisateur identifiant пользователь"
)
USER_HAN = ("用户名", "昵称", "登录名", "账号名", "用戶名")
_USER_PAIRS = frozenset(
    {
        ("user", "name"),
        ("login", "name"),
        ("screen", "name"),
        ("nick", "name"),
        ("имя", "пользователя"),
        ("nombre", "usuario"),
    }
)

_TAILS = word_set(
    "id ids type types count length format field fields label required status hash verified url"
    " uri index column key keys code list max min regex pattern place country city state zip"
    " year age mode prompt template error"
)
"""Behind a telling word they say that the value is something else."""

_THINGS = word_set(
    "company organization organisation org business file product tool model function host domain"
    " project event package class method variable path table database app application service"
    " brand store shop bank team group role plan pet dog cat street city country filename hostname"
    " компании файла товара"
)
"""Beside ``name`` they say that a thing is named."""


@lru_cache(maxsize=4096)
def key_of(name: str) -> Key | None:
    """The keyed type that a name tells, or None.

    Arguments: a key, header, parameter or label in any case style. The names of containers may
    stand before it, separated by dots or slashes: ``customer.name`` tells more than ``name``.
    """
    words = key_words(name)[-6:]
    if not words or words[-1] in _TAILS:
        return None
    joined = " ".join(words)
    if joined.isascii() and TELLING.isdisjoint(words):
        return None
    if any(character >= "\u4e00" for character in joined):
        return _han(joined)
    if words[-2:] in _USER_PAIRS or words[-1] in USER:
        return Key("user-name", 3)
    if _any(words, BIRTH) and words[-1] not in _NAME:
        return Key("birth-date", 3)
    if _any(words[-3:], ADDRESS):
        return None if _any(words, _OTHER_ADDRESS) else Key("address", 3)
    return _person(words)


def tells_at_its_end(label: str) -> bool:
    """Whether the last word of a label tells an address: "the address is None:" is code. In many
    languages a purpose stands behind it: "adresse de livraison"."""
    words = key_words(label)
    while len(words) > 1 and words[-1] in _PURPOSES:
        words = words[:-1]
    return bool(words) and (words[-1] in ADDRESS or words[-1] == "line" or words[-1] > "\u4e00")


def _person(words: tuple[str, ...]) -> Key | None:
    if _any(words, _THINGS):
        return None
    if _any(words, PERSON):
        return Key("person", 3)
    if _any(words[-3:], _NAME):
        others = tuple(word for word in words if word not in _NAME)
        if _any(others, NAME_KINDS):
            return Key("person", 3)
        if _any(others, ROLES):
            return Key("person", 2)
        if words == ("имя",):
            return Key("person", 2)  # Things have another word for their names.
        vague = words == ("display", "name") or len(words) == 1 or _any(others, _VAGUE_ROLES)
        return Key("person", 1) if vague else None
    if words[-1] in _HUMAN_ROLES:
        return Key("person", 2)
    return Key("person", 1) if words[-1] in _VAGUE_ROLES else None


def _han(joined: str) -> Key | None:
    for type_, endings, strength in (
        ("user-name", USER_HAN, 3),
        ("birth-date", BIRTH_HAN, 3),
        ("address", ADDRESS_HAN, 3),
        ("person", PERSON_HAN, 3),
    ):
        if joined.endswith(endings):
            return Key(type_, strength)
    return None


def _any(words: tuple[str, ...], known: frozenset[str]) -> bool:
    return any(
        word in known
        or (
            not word.isascii() and any(word.startswith(end) for end in _STEMS if end + "*" in known)
        )
        for word in words
    )


_STEMS = tuple(word[:-1] for word in ROLES if word.endswith("*"))

TELLING = frozenset(
    word.rstrip("*")
    for words in (PERSON, _NAME, _HUMAN_ROLES, _VAGUE_ROLES, ADDRESS, BIRTH, USER)
    for word in words
) | frozenset(PERSON_HAN + ADDRESS_HAN + BIRTH_HAN + USER_HAN)
"""No name tells a keyed type without one of these in it, casefolded."""
