"""Payment cards (ISO/IEC 7812) and bank accounts (ISO 13616, IBAN)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.detectors.personal.matches import (
    OTHER,
    Personal,
    context,
    digits_of,
    key_words,
    luhn,
    names_a_thing,
    needles,
    refill,
    word_set,
)

_START = r"(?<![A-Za-z0-9_.+\-])"
_END = r"(?![A-Za-z0-9_]|[-.][A-Za-z0-9]| [0-9]{4}(?![0-9/]))"
_CARD = re.compile(
    _START + r"(?:[0-9]{13,19}"
    r"|[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{1,4}(?:\1[0-9]{3})?"
    r"|[0-9]{4}([ -])[0-9]{6}\2[0-9]{4,5})" + _END
)
_BRANDS = {
    "visa": (r"4", (13, 16, 19)),
    "mastercard": (r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720", (16,)),
    "amex": (r"3[47]", (15,)),
    "diners": (r"30[0-5]|3095|3[689]", (14, 16)),
    "jcb": (r"35(?:2[89]|[3-8])", (16, 17, 18, 19)),
    "discover": (r"6011|64[4-9]|65", (16, 19)),
    "unionpay": (r"62|81", (16, 17, 18, 19)),
    "mir": (r"220[0-4]", (16, 17, 18, 19)),
    "maestro": (r"50|5[6-8]|6[37]", (13, 14, 15, 16, 17, 18, 19)),
}
_PREFIXES = {brand: re.compile(prefix) for brand, (prefix, _) in _BRANDS.items()}
_DOCUMENTED = """
4242424242424242 4111111111111111 4012888888881881 4000056655665556 4222222222222
5555555555554444 5105105105105100 5200828282828210 2223003122003222 5454545454545454
5424000000000015 5500005555555559 2222420000001113 2222630000001125
378282246310005 371449635398431 378734493671000 370000000000002 343434343434343
6011111111111117 6011000990139424 6011981111111113 6011000000000012 6011000400000000
36227206271667 30569309025904 38520000023237 3056930009020004
3566002020360505 3530111333300000 3566111111111113 3528000700000000
6200000000000005 6200000000000047 6205500000000000004
6304000000000000 6759649826438453 6799990100000000019
"""
_TEST_CARDS = tuple(_DOCUMENTED.split())
"""Numbers that processors document for tests; no account stands behind them."""

_TEST_VISA = "4000000000"
"""Visa numbers that begin with it are test numbers too; they make the pool larger."""

_CARD_CUES = needles(
    "card|cards|cardnumber|creditcard|credit|debit|visa|mastercard|amex|maestro|pan|cc|ccnum|ccn"
    "|карт*|kreditkarte|karte|kartennummer|tarjeta|carte|cartão|银行卡|信用卡|卡号"
)
_IBAN = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{2}[0-9]{2}[ -]?[A-Za-z0-9]{4}[A-Za-z0-9 -]{7,34}")
_SIX_DIGITS = re.compile("[0-9][ -]?[0-9][ -]?[0-9][ -]?[0-9][ -]?[0-9][ -]?[0-9]")
_IBAN_LENGTHS = {
    country: int(length)
    for length, countries in re.findall(
        r"(\d+): ([A-Z\s]+)",
        """15: NO
        16: BE 18: DK FI FO GL NL SD 19: MK SI 20: AT BA EE KZ LT LU MN XK 21: CH HR LI LV
        22: BG BH CR DE GB GE IE ME RS VA 23: AE GI IL IQ OM SO TL 24: AD CZ ES MD PK RO SA SE SK
        TN VG 25: LY PT ST 26: IS TR 27: BI DJ FR GR IT MC MR SM 28: AL AZ BY CY DO GT HU LB NI
        PL SV 29: BR EG PS QA UA 30: JO KW MU 31: MT SC 32: LC 33: RU""",
    )
    for country in countries.split()
}
"""Lengths by country (SWIFT, IBAN registry)."""

_SAMPLES = word_set("""GB82WEST12345698765432 GB29NWBK60161331926819 GB33BUKB20201555555555
    DE89370400440532013000 FR1420041010050500013M02606 ES9121000418450200051332
    NL91ABNA0417164300 IT60X0542811101000000123456 CH9300762011623852957 BE68539007547034
    AT611904300234573201 PL61109010140000071219812874 SE4550000000058398257466 NO9386011117947
    DK5000400440116243 FI2112345600000785 PT50000201231234567890154 IE29AIBK93115212345678
    GR1601101250000000012300695 CZ6508000000192000145399 HU42117730161111101800000000
    RO49AAAA1B31007593840000 TR330006100519786457841326 SA0380000000608010167519
    AE070331234567890123456 IL620108000000099999999""")
"""Examples of the IBAN registry."""


def find_payment(text: str, name: str = "") -> Iterator[Personal]:
    """Card numbers and IBANs in a text that stands under a key. Test numbers are skipped."""
    key = key_words(name)
    thing = names_a_thing(key)
    for match in _CARD.finditer(text):
        digits = digits_of(match[0])
        brand = _brand(digits)
        if not brand or not luhn(digits) or is_fake_card(digits):
            continue
        around = context(text, *match.span(), key)
        grouped = (match[1] or match[2]) is not None and brand != "maestro"
        if around.tells(_CARD_CUES, OTHER) or (grouped and not thing and not around.warns(OTHER)):
            yield Personal("card", *match.span(), brand)
    for match in _IBAN.finditer(text):
        end = _end_of_iban(text, match)
        if end and not is_fake_iban(text[match.start() : end]):
            yield Personal("iban", match.start(), end, match[0][:2].lower())


def is_fake_card(value: str) -> bool:
    """Whether a card number is one that processors document for tests."""
    digits = digits_of(value)
    return digits in _TEST_CARDS or digits.startswith(_TEST_VISA) or len(set(digits)) == 1


def is_fake_iban(value: str) -> bool:
    """Whether an IBAN is an example of the registry or has a bank code of zeros."""
    compact = normal_iban(value)
    letters = {character for character in compact[4:] if character.isalpha()}
    digits = digits_of(compact[4:])
    return compact in _SAMPLES or (letters <= {"X"} and bool(digits) and int(digits) < 10_000)


def card_stand_in(value: str, ordinal: int) -> str | None:
    """The test card number ``ordinal`` of the same brand and length, grouped like the value."""
    digits = digits_of(value)
    brand, length = _brand(digits), len(digits)
    pool = [card for card in _TEST_CARDS if len(card) == length and _brand(card) == brand]
    if ordinal <= len(pool):
        return refill(value, pool[ordinal - 1])
    rest = length - len(_TEST_VISA) - 1
    if brand != "visa" or ordinal - len(pool) >= 10 ** min(rest, 4):
        return None
    body = f"{_TEST_VISA}{ordinal - len(pool):0{rest}}"
    check = next(digit for digit in "0123456789" if luhn(body + digit))
    return refill(value, body + check)


def iban_stand_in(value: str, ordinal: int) -> str | None:
    """A valid IBAN of the same country and shape, with a bank code of zeros that no bank has."""
    compact = normal_iban(value)
    bban = "".join("X" if character.isalpha() else "0" for character in compact[4:])
    if (
        not compact.isascii()
        or ordinal > 9_999
        or _IBAN_LENGTHS.get(compact[:2]) != len(compact)
        or bban.count("0") < 6
    ):
        return None
    bban = refill(bban, f"{ordinal:0{bban.count('0')}}")
    check = 98 - _mod_97(bban + compact[:2] + "00")
    characters = iter(f"{compact[:2]}{check:02}{bban}")
    new = (next(characters) if c.isalnum() else c for c in value)
    return "".join(n.lower() if c.islower() else n for c, n in zip(value, new, strict=True))


def normal_iban(value: str) -> str:
    """An IBAN without separators, in capitals."""
    return "".join(filter(str.isalnum, value)).upper()


def _brand(digits: str) -> str:
    for brand, (_, lengths) in _BRANDS.items():
        if len(digits) in lengths and _PREFIXES[brand].match(digits):
            return brand
    return ""


def _end_of_iban(text: str, match: re.Match[str]) -> int:
    """The end of a valid IBAN that begins where the match does, 0 if there is none."""
    wanted = _IBAN_LENGTHS.get(match[0][:2].upper(), 0)
    end, seen = match.start(), 0
    while seen < wanted and end < match.end():
        seen += text[end].isalnum()
        end += 1
    value = text[match.start() : end]
    if seen < wanted or not wanted or (text[end : end + 1].isalnum() and text[end].isascii()):
        return 0
    if "  " in value or "--" in value or not _SIX_DIGITS.search(value):
        return 0
    compact = normal_iban(value)
    if _mod_97(compact[4:] + compact[:4]) != 1:
        return 0
    from stdnum import iban

    return end if is_fake_iban(value) or iban.is_valid(compact, check_country=False) else 0


def _mod_97(characters: str) -> int:
    return int("".join(str(int(character, 36)) for character in characters)) % 97
