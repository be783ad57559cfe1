"""Invented personal data and values that only look like it, made from random digits at run time."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Iterator
from typing import NamedTuple

import phonenumbers

from fixture_lint.detectors.personal import is_fake
from fixture_lint.detectors.personal.id_checks import is_valid_id
from fixture_lint.detectors.personal.id_table import BY_DETAIL
from fixture_lint.detectors.personal.matches import luhn

_REGIONS = "US|GB|DE|FR|ES|IT|RU|CN|IN|BR|JP|AU|SE|IE|NL|PL|UA|CH|TR|KR|MX|ZA"


class Sample(NamedTuple):
    """A value, and the words that announce it: as a key and in a sentence. ``bare`` says that it
    must be found without them."""

    type: str
    value: str
    key: str
    cue: str
    bare: bool


def listed(text: str) -> list[str]:
    return text.split("|")


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices(string.digits, k=count))


def fill(rng: random.Random, template: str) -> str:
    """A template with random digits for ``#``, letters for ``@``, and a day for ``yymmdd``."""
    year, month, day = rng.randint(50, 99), rng.randint(1, 12), rng.randint(1, 28)
    for old, new in (
        ("19yy", f"19{year}"),
        ("yymmdd", f"{year}{month:02}{day:02}"),
        ("ddmmyy", f"{day:02}{month:02}{year}"),
        ("yy", f"{year}"),
        ("mm", f"{month:02}"),
        ("dd", f"{day:02}"),
    ):
        template = template.replace(old, new)
    return "".join(
        rng.choice(string.digits)
        if mark == "#"
        else rng.choice("ABCDEGHJLMNPRSTVWY")
        if mark == "@"
        else mark
        for mark in template
    )


IDS = {
    "cn-id": ("11010519yymmdd####", "身份证号", True),
    "mx-curp": ("@EXXyymmddHDF@@@0#".replace("X", "@"), "CURP", True),
    "it-cf": ("@@@@@@yyA#1F205@", "codice fiscale", True),
    "ch-ahv": ("756.####.####.##", "AHV", True),
    "fr-nif": ("2############", "numéro fiscal", True),
    "za-id": ("yymmdd####08#", "South African ID", True),
    "fi-hetu": ("ddmmyy-###@", "hetu", True),
    "no-fnr": ("ddmmyy #####", "fødselsnummer", True),
    "ro-cnp": ("1yymmdd######", "CNP", True),
    "be-nn": ("yy.mm.dd-###.##", "rijksregisternummer", True),
    "se-pnr": ("yymmdd-####", "personnummer", True),
    "de-idnr": ("###########", "Steuer-ID", True),
    "isni": ("0000-0002-####-####", "ORCID", True),
    "ee-ik": ("3yymmdd####", "isikukood", True),
    "si-emso": ("ddmm9##50####", "EMŠO", True),
    "kr-rrn": ("yymmdd-1######", "resident registration", True),
    "gr-amka": ("ddmmyy#####", "AMKA", True),
    "es-nie": ("X-#######-@", "NIE", True),
    "tr-tckn": ("###########", "TCKN", False),
    "br-cpf": ("###.###.###-##", "CPF", True),
    "ar-cuit": ("20-########-#", "CUIT", True),
    "ru-inn": ("77##########", "ИНН", False),
    "ru-snils": ("1##-###-### ##", "СНИЛС", True),
    "gb-nino": ("AB ## ## ## C", "National Insurance", True),
    "bg-egn": ("yymmdd####", "EGN", False),
    "fr-nir": ("1 yy mm 75 ### ### ##", "sécurité sociale", True),
    "pl-pesel": ("yymmdd#####", "PESEL", False),
    "cz-rc": ("yymmdd/####", "rodné číslo", True),
    "my-nric": ("yymmdd-14-####", "NRIC", True),
    "mx-rfc": ("GODEyymmdd###", "RFC", False),
    "in-aadhaar": ("2### #### ####", "Aadhaar", False),
    "ca-sin": ("###-###-###", "SIN", False),
    "au-tfn": ("### ### ###", "TFN", False),
    "gb-nhs": ("### ### ####", "NHS", False),
    "nl-bsn": ("#########", "BSN", False),
    "es-dni": ("########@", "DNI", False),
    "us-ssn": ("###-##-####", "SSN", False),
    "us-itin": ("9##-7#-####", "ITIN", False),
    "dk-cpr": ("ddmmyy-####", "CPR", False),
    "hr-oib": ("###########", "OIB", False),
    "in-pan": ("@@@P@####@", "PAN", False),
    "ru-passport": ("45## ######", "паспорт", False),
    "passport": ("@########", "passport", False),
}
"""Template, cue, and whether the value tells by itself, by kind of id."""


def national_id(rng: random.Random, detail: str) -> str:
    template = IDS[detail][0]
    for _ in range(100_000):
        value = fill(rng, template)
        if is_valid_id(BY_DETAIL[detail], value) and not is_fake("national-id", value, detail):
            return value
    raise AssertionError(f"no valid {detail}")


def card(rng: random.Random, prefix: str = "4", length: int = 16) -> str:
    body = prefix + digits(rng, length - len(prefix) - 1)
    return next(body + last for last in string.digits if luhn(body + last))


def groups(value: str, sizes: tuple[int, ...], separator: str) -> str:
    parts, at = [], 0
    for size in sizes:
        parts.append(value[at : at + size])
        at += size
    return separator.join(part for part in parts if part)


def iban(rng: random.Random, country: str, bban: str) -> str:
    body = fill(rng, bban)
    number = int("".join(str(int(mark, 36)) for mark in f"{body}{country}00"))
    return f"{country}{98 - number % 97:02}{body}"


IBANS = {
    "DE": "37" + "#" * 16,
    "FR": "30" + "#" * 21,
    "ES": "21" + "#" * 18,
    "NL": "@@@@" + "#" * 10,
    "GB": "@@@@" + "#" * 14,
    "IT": "@" + "1" + "#" * 21,
    "PL": "1" + "#" * 23,
    "CH": "9" + "#" * 16,
    "TR": "9" + "#" * 4 + "0" + "#" * 16,
}


def phone(rng: random.Random, region: str, international: bool = True) -> str:
    """A valid number of a region, neither reserved nor an example of the library."""
    example = phonenumbers.example_number_for_type(region, phonenumbers.PhoneNumberType.MOBILE)
    for _ in range(10_000):
        changed = phonenumbers.PhoneNumber(
            country_code=example.country_code,
            national_number=example.national_number // 10**5 * 10**5 + rng.randrange(10**5),
        )
        form = phonenumbers.PhoneNumberFormat
        value = phonenumbers.format_number(
            changed, form.INTERNATIONAL if international else form.NATIONAL
        )
        if phonenumbers.is_valid_number(changed) and not is_fake("phone", value):
            return value
    raise AssertionError(region)


_PEOPLE = (
    "Anna Kuznetsova|Boris Lindqvist|Maria García López|Jean-Pierre Lefèvre|Jürgen Hölderling"
    "|Siobhan O'Rourke|Ludwig van Steen|Priya Raghunathan|Анна Кузнецова|Борис Ильич Соловьёв"
    "|Мария Белкина|王小明|欧阳文博|Fatima al-Haddad|J. Thornquist|Krzysztof Wiśniewski"
)
_ADDRESSES = (
    "12 Baker Lane, Westbrook, OR 97035|Lindenallee 44, 10243 Berlin|Calle Mayor 3, 28013 Madrid"
    "|14 rue des Lilas, 75011 Paris|ул. Садовая, д. 5, кв. 12, Москва|北京市朝阳区建国路88号"
    "|Apt 4B, 220 Willow Street, Newtown|Flat 2, 9 Kings Road, Leeds LS1 4AB"
)
_BIRTHDAYS = (
    "1985-03-12|12.03.1985|03/12/1985|12 March 1985|March 12, 1985|12 марта 1985|1985年3月12日"
    "|1985/03/12|12-03-1985|19850312|12. März 1985|1985-03-12T00:00:00Z"
)
_USERS = "annak_85|b.lindqvist|mgarcia|kuznetsova-a|petrov1977|wanderfuchs"


def emails(rng: random.Random) -> Iterator[str]:
    hosts = "corp.io|gmail.com|mail.ru|uni-koeln.de|acme.co.uk|qq.com|free.fr|test.com"
    for host in listed(hosts):
        yield f"anna.k{digits(rng, 2)}@{host}"
    yield from ("B.Lindqvist+shop@Example-Corp.com", "o'rourke@corp.ie", "анна@почта.рф")


def samples(rng: random.Random) -> Iterator[Sample]:
    """Values of every type, several countries each."""
    for value in emails(rng):
        yield Sample("email", value, "email", "My e-mail is", True)
    for region in listed(_REGIONS):
        yield Sample("phone", phone(rng, region), "phone", "My phone number is", True)
        value = phone(rng, region, international=False)
        yield Sample("phone", value, "mobile_phone", "My phone number is", False)
    yield from _payments(rng)
    for detail, (_, cue, bare) in IDS.items():
        yield Sample("national-id", national_id(rng, detail), cue, cue, bare)
    yield from _addresses_of_machines(rng)
    yield from _keyed()


def _payments(rng: random.Random) -> Iterator[Sample]:
    for prefix in listed("4|53|2230|37|6011|3530|622|2202"):
        length, sizes = (15, (4, 6, 5)) if prefix == "37" else (16, (4, 4, 4, 4))
        value = card(rng, prefix, length)
        yield Sample("card", value, "cardNumber", "My card is", False)
        for separator in " -":
            yield Sample("card", groups(value, sizes, separator), "card", "My card is", True)
    for country, bban in IBANS.items():
        value = iban(rng, country, bban)
        yield Sample("iban", value, "iban", "Transfer to", True)
        yield Sample("iban", groups(value, (4,) * 9, " "), "account", "Transfer to", True)


def _addresses_of_machines(rng: random.Random) -> Iterator[Sample]:
    for first in (51, 81, 93, 133, 185, 217):
        value = ".".join(str(octet) for octet in (first, *rng.sample(range(250), 3)))
        yield Sample("ip", value, "client_ip", "The request came from", True)
    for value in listed("2a02:6b8::2:242|2607:f8b0:4005:805:0:0:0:200e|2001:470:1F0B:10::3"):
        yield Sample("ip", value, "remote", "The request came from", True)
    for separator in ":-":
        value = separator.join(["3c", "fb", *(_hex(rng, 2) for _ in range(4))])
        yield Sample("mac", value, "mac", "The device is", True)
        yield Sample("mac", value.upper(), "mac", "The device is", True)


def _keyed() -> Iterator[Sample]:
    for value in listed(_PEOPLE):
        key, cue = "customer_name", "My name is"
        if "\u4e00" <= value[0] <= "\u9fff":
            key, cue = "姓名", "我叫"
        elif "\u0400" <= value[0] <= "\u04ff":
            key, cue = "ФИО", "Меня зовут"
        yield Sample("person", value, key, cue, False)
    for value in listed(_ADDRESSES):
        cue = "我住在" if "路" in value else "Мой адрес:" if "ул" in value else "My address is"
        yield Sample("address", value, "shipping_address", cue, False)
    for value in listed(_BIRTHDAYS):
        yield Sample("birth-date", value, "dateOfBirth", "My date of birth is", False)
    for value in listed(_USERS):
        yield Sample("user-name", value, "username", "My username is", False)


def _isbn(rng: random.Random) -> str:
    body = "978" + digits(rng, 9)
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(body))
    return groups(f"{body}{-total % 10}", (3, 1, 4, 4, 1), "-")


def _version(rng: random.Random) -> str:
    return ".".join(str(rng.randrange(200)) for _ in range(4))


def _hex(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789abcdef", k=count))


def _epoch(rng: random.Random) -> str:
    return str(rng.randint(1_500_000_000, 1_900_000_000))


def _date(rng: random.Random) -> str:
    return f"20{rng.randint(10, 29)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


NEGATIVES: tuple[tuple[str, Callable[[random.Random], str]], ...] = (
    ("created_at", _epoch),
    ("", _epoch),
    ("", lambda rng: f"The job started at {_epoch(rng)} and ended at {_epoch(rng)}."),
    ("timestamp", lambda rng: _epoch(rng) + digits(rng, 3)),
    ("", lambda rng: _epoch(rng) + digits(rng, 3)),
    ("order_id", card),
    ("", lambda rng: f"Order {card(rng)} was shipped."),
    ("", lambda rng: f"Your order number is {groups(card(rng), (4, 4, 4, 4), '-')}."),
    ("tracking_number", lambda rng: digits(rng, 12)),
    ("", lambda rng: f"Tracking number {digits(rng, 12)} is on its way"),
    ("", lambda rng: f"1Z{_hex(rng, 6).upper()}{digits(rng, 10)}"),
    ("", lambda rng: f"Invoice {national_id(rng, 'ru-inn')} is due"),
    ("invoice", lambda rng: national_id(rng, "ru-inn")),
    ("", lambda rng: f"Article {groups(digits(rng, 10), (3, 3, 4), '-')} is sold out"),
    ("", lambda rng: groups("8" + digits(rng, 9), (3, 3, 4), "-") + "-A"),
    ("sku", lambda rng: groups(digits(rng, 10), (3, 3, 4), "-")),
    ("part_number", lambda rng: groups(digits(rng, 9), (3, 2, 4), "-")),
    ("", lambda rng: f"Part {groups(digits(rng, 9), (3, 2, 4), '-')} fits both models."),
    ("isbn", _isbn),
    ("", lambda rng: f"The book (ISBN {_isbn(rng)}) is out of print."),
    ("", _isbn),
    ("location", lambda rng: f"{rng.uniform(-90, 90):.4f}, {rng.uniform(-180, 180):.4f}"),
    ("", lambda rng: f"at {rng.uniform(10, 90):.6f},{rng.uniform(10, 180):.6f} near the river"),
    ("", lambda rng: f"{rng.uniform(10, 90):+.4f}{rng.uniform(10, 170):+.4f}/"),
    ("version", _version),
    ("", lambda rng: f"Chrome/{_version(rng)} Safari/537.36"),
    ("", lambda rng: f"updated to version {_version(rng)} today"),
    ("", lambda rng: f"v{_version(rng)}"),
    ("", lambda rng: f"toolkit=={_version(rng)}"),
    ("", lambda rng: f"See section {rng.randint(1, 9)}.{rng.randint(1, 9)}.1.{rng.randint(1, 9)}"),
    ("set-cookie", lambda rng: f"__cf_bm={_hex(rng, 30)}-{_epoch(rng)}-1.0.1.1-{_hex(rng, 40)}"),
    ("", lambda rng: f"_cfuvid={_hex(rng, 30)}-{_epoch(rng)}-0.0.1.1-604800000; path=/"),
    ("", lambda rng: f"git clone git@github.com:team{digits(rng, 2)}/tool.git"),
    ("", lambda rng: f"npm install left-pad@{rng.randint(1, 9)}.{rng.randint(0, 20)}.0"),
    ("", lambda rng: f"icon-{digits(rng, 2)}@2x.png"),
    ("", lambda rng: f"root@db{digits(rng, 2)}.corp.io:~# ls"),
    ("", lambda rng: f"@pytest.fixture\ndef client{digits(rng, 2)}(): ..."),
    ("", lambda rng: f"code\n@app.route('/items/{digits(rng, 3)}')\n@dataclass.field"),
    ("", lambda rng: f"postgres://app:pw{digits(rng, 3)}@db.corp.io:5432/main"),
    ("", lambda rng: f"actions/checkout@v{rng.randint(1, 5)}"),
    ("", lambda rng: f"user{digits(rng, 3)}@example.com"),
    ("reply_to", lambda rng: "noreply@corp.io"),
    ("recorded", _date),
    ("", _date),
    ("", lambda rng: f"On {_date(rng)} at {rng.randint(10, 23)}:15:42 the queue was empty"),
    ("delivered", lambda rng: f"{_date(rng)}T10:{rng.randint(10, 59)}:00Z"),
    ("price", lambda rng: f"{rng.randint(1, 999)},{digits(rng, 3)},{digits(rng, 3)}.99"),
    ("", lambda rng: f"It costs {rng.randint(1, 9)} {digits(rng, 3)} {digits(rng, 3)},50 €"),
    ("", lambda rng: f"$.turns[{digits(rng, 2)}].calls[0].args.items[{digits(rng, 4)}]"),
    ("", lambda rng: f"/turns/{digits(rng, 3)}/results/{digits(rng, 4)}/output"),
    ("id", lambda rng: f"chatcmpl-{_hex(rng, 29)}"),
    ("", lambda rng: f"call_{digits(rng, 10)}"),
    ("ref", lambda rng: "-".join(_hex(rng, size) for size in (8, 4, 4, 4, 12))),
    ("sha256", lambda rng: _hex(rng, 64)),
    ("", lambda rng: f"commit {_hex(rng, 40)}"),
    ("", lambda rng: digits(rng, 16)),
    ("", lambda rng: digits(rng, 13)),
    ("", lambda rng: digits(rng, 12)),
    ("", lambda rng: digits(rng, 11)),
    ("", lambda rng: digits(rng, 10)),
    ("", lambda rng: digits(rng, 9)),
    ("", lambda rng: digits(rng, 8)),
    ("value", lambda rng: digits(rng, 7)),
    ("", lambda rng: f"arXiv:{digits(rng, 4)}.{digits(rng, 5)} and doi:10.{digits(rng, 4)}/x"),
    ("", lambda rng: f"{digits(rng, 3)} + {digits(rng, 3)} = {digits(rng, 4)}"),
    ("", lambda rng: f"rate limit: {digits(rng, 5)} of {digits(rng, 7)} tokens"),
    ("", lambda rng: ":".join(_hex(rng, 2) for _ in range(20))),
    ("", lambda rng: f"+{_epoch(rng)}"),
    ("", lambda rng: f"192.168.{rng.randrange(256)}.{rng.randrange(256)} and 203.0.113.9"),
    ("name", lambda rng: rng.choice(["Eiffel Tower", "Golden Gate", "Wireless Mouse", "Blue Mug"])),
    ("name", lambda rng: rng.choice(["get_weather", "gpt-4o-mini", "New York", "Acme Corp"])),
    ("file_name", lambda rng: f"Report {digits(rng, 3)} Final.pdf"),
    ("model_name", lambda rng: "Claude Sonnet"),
    ("ip_address", lambda rng: f"10.0.{rng.randrange(256)}.{rng.randrange(256)}"),
    ("address", lambda rng: f"0x{_hex(rng, 40)}"),
    ("address", lambda rng: f"localhost:{digits(rng, 4)}"),
    ("username", lambda rng: rng.choice(["admin", "root", "guest", "testuser"])),
    ("phone", lambda rng: f"+1 202 555 01{digits(rng, 2)}"),
    ("phone_model", lambda rng: f"Pixel {digits(rng, 1)}"),
    ("", lambda rng: f"my name is irrelevant, see ticket {digits(rng, 6)}"),
    ("", lambda rng: f"deliver to {rng.randint(2, 9)} customers by Friday"),
)
"""A key and a maker of values that look like personal data and are none."""


def negatives(rng: random.Random, rounds: int) -> Iterator[tuple[str, str]]:
    for _ in range(rounds):
        for key, make in NEGATIVES:
            yield key, make(rng)
