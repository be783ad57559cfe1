"""Phone numbers that are set aside for fiction, and stand-ins from them.

Sources: NANPA (555-0100 to 0199), Ofcom, ACMA, Bundesnetzagentur (notice 148/2021), PTS, ComReg,
ARCEP (decision 2018-0881). Countries without such a range get an unassigned code: no national
number of E.164 begins with 000.
"""

from __future__ import annotations

import re

from fixture_lint.detectors.personal.matches import digits_of, refill

_TWO_DIGIT_CODES = re.compile(
    r"2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]",
)
_RANGES = {
    "1": r"[2-9]\d\d55501\d\d",
    "44": r"7700900\d{3}|2079460\d{3}|1632960\d{3}|8081570\d{3}|9098790\d{3}|3069990\d{3}",
    "61": r"491570(?:006|156|157|158|159|110)|[2378](?:5550|7010)\d{4}"
    r"|1800160401|1800975707|1900654321",
    "49": r"(?:3023125|6990009|4066969|2214710|8999998)\d{3}|(?:17139200|176040690)\d\d"
    r"|15228817386|15228895456|15254599371|1729925904|1729968532|1729973185|1729973186"
    r"|1729980752|1749091317|1749464308",
    "46": r"7017406(?:0[5-9]|[1-9]\d)",
    "353": r"2091\d{5}",
    "33": r"(?:19900|26191|35301|46571|53649|63998)\d{4}",
    "86": r"100\d{8}",
    "81": r"900000\d{4}",
}
_FICTION = {code: re.compile(rf"(?:{ranges}|000\d*)") for code, ranges in _RANGES.items()}
_UNASSIGNED = re.compile(r"000\d*")
_NATIONAL = re.compile(
    rf"1?{_RANGES['1']}|55501\d\d|[78]?000\d*|0000\d*|100\d{{8}}|"
    + "|".join(f"0(?:{ranges})" for code, ranges in _RANGES.items() if code not in ("1", "86"))
    + "|1800160401|1800975707|1900654321"
)
CODES = {
    "us": "1",
    "gb": "44",
    "au": "61",
    "de": "49",
    "se": "46",
    "ie": "353",
    "fr": "33",
    "cn": "86",
    "jp": "81",
    "ru": "7",
    "br": "55",
}
"""Country codes of the regions whose national numbers are known by their form."""

_SHORTEST_NUMBER = 8

_AREAS = ("202", "212", "303", "404", "617", "702", "808")
_AUSTRALIAN = ("006", "156", "157", "158", "159", "110")
_FRENCH = {"1": "19900", "2": "26191", "3": "35301", "4": "46571", "5": "53649"}


def is_fake_phone(value: str) -> bool:
    """Whether a number is set aside for fiction, is unassigned, or is nothing but a row of
    equal or counted digits."""
    digits = digits_of(value)
    if len(set(digits)) <= 1 or digits in "012345678901234567890":
        return True
    code, rest = _split(value)
    if code:
        return (_FICTION.get(code) or _UNASSIGNED).fullmatch(rest) is not None
    return _NATIONAL.fullmatch(digits) is not None


def e164(value: str, region: str = "") -> str:
    """A number as it is compared: E.164 with its ``+`` where the country is known."""
    code, rest = _split(value)
    if code:
        return f"+{code}{rest}"
    digits = digits_of(value)
    code = CODES.get(region, "")
    return f"+{code}{digits[len(_trunk(digits, region)) :]}" if code else digits


def region_of_code(value: str) -> str:
    """The region, in lower case, of the country whose code an international number states; empty
    for a national number and for a country of which only the code is known."""
    code = _split(value)[0]
    return next((region for region, known in CODES.items() if known == code), "")


def numbers_of(type: str, value: str, detail: str = "") -> set[str]:
    """The digits by which a number may be written elsewhere: of a phone also without the code of
    its country, and with the digit that is dialled before it at home.

    Arguments: as in ``stand_in``. Numbers too short to be told from others are left out.
    """
    digits = digits_of(value)
    found = {digits}
    if type == "phone":
        whole = e164(value, detail)
        code, national = _split(whole)
        if code:
            found |= {whole[1:], national, "0" + national}
            found |= {"8" + national} if code == "7" else set()
    return {number for number in found if len(number) >= _SHORTEST_NUMBER}


def phone_stand_in(value: str, ordinal: int, region: str = "") -> str | None:
    """The number ``ordinal`` of the fiction range of the same country, in the shape of a value.

    Arguments: the value; the ordinal; the region in lower case, for a national number. None if
    the range is exhausted, or if the number is too short to be a whole one.
    """
    digits = digits_of(value)
    code, rest = _split(value)
    if not code:
        code = CODES.get(region, "")
        rest = digits[len(_trunk(digits, region)) :]
    new = _fiction(code, rest, ordinal) if len(rest) >= 7 else None
    if new is None:
        return None
    return refill(value, digits[: len(digits) - len(new)] + new)


def _split(value: str) -> tuple[str, str]:
    """Country code and national number of an international number, otherwise two empty texts."""
    digits = digits_of(value)
    stripped = value.strip()
    if not stripped.startswith(("+", "(+")):
        if not digits.startswith("00") or digits.startswith("000"):
            return "", ""
        digits = digits[2:]
    code = digits[:1] if digits[:1] in ("1", "7") else digits[:3]
    if len(code) == 3 and _TWO_DIGIT_CODES.match(code):
        code = code[:2]
    rest = digits[len(code) :]
    if "(0" in value and rest.startswith("0"):  # +44 (0)20: the zero is not dialled from abroad.
        rest = rest[1:]
    return code, rest


def _trunk(digits: str, region: str) -> str:
    """The digit before a national number that is no part of it."""
    if region == "us":
        return "1" if len(digits) == 11 and digits[0] == "1" else ""
    if region == "ru":
        return digits[0] if len(digits) == 11 and digits[0] in "78" else ""
    if region in ("cn", "br"):
        return ""
    return "0" if digits.startswith("0") else ""


def _fiction(code: str, old: str, n: int) -> str | None:
    """The national number of the stand-in, with as many digits as the old one. None if the range
    is exhausted."""
    length = len(old)
    if code == "1" and length == 10:
        area, last = divmod(n, 100)
        return f"{_AREAS[area]}55501{last:02}" if area < len(_AREAS) else None
    ranged = _ranged(code, old, n)
    if ranged is not None:
        prefix, room = ranged
        new = f"{prefix}{n:0{room}}"
        return new if len(new) == length else None
    if code == "61" and length == 9 and old[0] == "4":
        return f"491570{_AUSTRALIAN[n - 1]}" if n <= len(_AUSTRALIAN) else None
    if code == "46" and length == 9 and old[0] == "7":
        return str(701740604 + n) if n <= 95 else None
    new = f"000{n:0{length - 3}}"
    return new if len(new) == length else None


def _ranged(code: str, old: str, n: int) -> tuple[str, int] | None:
    """Prefix and number of free digits of the range that fits, if the range is a prefix."""
    first = old[0]
    match code, len(old):
        case "44", 10:
            return ("7700900" if first == "7" else "2079460"), 3
        case "61", 9 if first in "2378":
            return first + "5550", 4
        case "49", 10:
            return ("17139200", 2) if first == "1" else ("3023125", 3)
        case "49", 11 if first == "1":
            return "176040690", 2
        case "353", 9:
            return "2091", 5
        case "33", 9:
            return _FRENCH.get(first, "63998"), 4
        case "86", 11 if first == "1":
            return "1000", 7
        case "81", 10 if first in "789":
            return "900000", 4
    return None
