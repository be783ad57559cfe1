"""Ids that are never issued, and stand-ins from them.

Where the registry of a country keeps numbers free, these are used. Elsewhere a stand-in is a small
number behind zeros, wherever possible with a wrong check digit: a right one could be somebody's.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from fixture_lint.detectors.personal.id_checks import is_valid_id, snils_check
from fixture_lint.detectors.personal.id_table import BY_DETAIL, BY_FORM, Id
from fixture_lint.detectors.personal.matches import digits_of, refill

_ADVERTISED = "98765432"
"""SSNs 987-65-4320 to 4329 are for advertisements (Social Security Administration)."""

_BURNT = "078051120"
_SSN = re.compile(r"(?:000|666|9[0-9]{2})[0-9]{6}|[0-9]{3}00[0-9]{4}|[0-9]{5}0000")
_HETU = re.compile(r"([0-9]{6})[-A-Y]9[0-9]{2}[0-9A-Y]")
_HETU_DATE = "010190"
_HETU_MARKS = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_MARKS = frozenset("XZ")


def is_fake_id(value: str, detail: str = "") -> bool:
    """Whether an id is never issued.

    Arguments: the value, and the kind of id where it is known: some ranges are free for one kind
    only. Sources: SSA (SSN), NHS number standard (999), DVV (HETU 900-999), HMRC (prefix QQ).
    """
    compact = "".join(character for character in value if character.isalnum()).upper()
    digits = digits_of(compact)
    letters = frozenset(compact) - frozenset("0123456789")
    if not letters and len(digits) == 9 and (digits[:8] == _ADVERTISED or digits == _BURNT):
        return True
    if detail == "us-ssn" and _SSN.fullmatch(digits):
        return True
    if len(compact) == 18 and compact.startswith("999999"):
        return True
    if len(compact) == 10 and compact.startswith("999" if detail == "gb-nhs" else "999000"):
        return True
    hetu = _HETU.fullmatch(value.strip().upper())
    if hetu and (hetu[1] == _HETU_DATE or detail == "fi-hetu"):
        return True
    if len(compact) == 9 and compact.startswith("QQ"):
        return True
    return _is_plain(digits, letters, len(compact))


def id_stand_in(value: str, ordinal: int, detail: str = "") -> str | None:
    """The id number ``ordinal`` that is never issued, in the shape of a value.

    Arguments: the value; the ordinal; the kind of id (by default the first that has this form).
    None if there are no more.
    """
    row = BY_DETAIL.get(detail) or _row_of(value)
    special = _SPECIAL.get(row.detail) if row else None
    length = sum(character.isalnum() for character in value)
    if special and length in special[0]:
        return special[1](value, ordinal)
    return _plain(value, ordinal, row)


def _is_plain(digits: str, letters: frozenset[str], length: int) -> bool:
    if not letters <= _MARKS:
        return False
    if letters and length - len(digits) >= 4:
        return True
    zeros = len(digits) - len(digits.lstrip("0"))
    return len(digits) >= 6 and zeros >= max(3, len(digits) - 6)


def _row_of(value: str) -> Id | None:
    shape = "".join(
        "9" if "0" <= character <= "9" else "A" if character.isalpha() else character
        for character in value.strip()
    )
    rows = BY_FORM.get(shape, [])
    return rows[0] if rows else None


def _plain(value: str, ordinal: int, row: Id | None) -> str | None:
    digits = digits_of(value)
    checked = row is not None and row.check != "" and row.tier in "ABC"
    ends_with_letter = value.rstrip()[-1:].isalpha()
    spare = checked and not ends_with_letter
    letters = sum(character.isalpha() for character in value)
    room = min(len(digits) - 3, 6) if letters < 4 else len(digits)
    if (len(digits) < 6 and letters < 4) or (ordinal * 10 if spare else ordinal) >= 10**room:
        return None
    candidates = _candidates(value, len(digits), ordinal, spare)
    if row is None or not checked:
        return candidates[0]
    return next((new for new in candidates if not is_valid_id(row, new)), None)


def _candidates(value: str, count: int, ordinal: int, spare: bool) -> list[str]:
    """Stand-ins with one ordinal: with each last digit, or with each of two last letters."""
    if spare:
        bodies = [f"{ordinal * 10 + last:0{count}}" for last in range(10)]
        return [refill(_lettered(value, "X"), body) for body in bodies]
    return [refill(_lettered(value, last), f"{ordinal:0{count}}") for last in "XZ"]


def _lettered(value: str, last: str) -> str:
    end = max((at for at, c in enumerate(value) if c.isalpha()), default=-1)
    return "".join(
        c if not c.isalpha() else _as(c, last if at == end else "X") for at, c in enumerate(value)
    )


def _as(old: str, new: str) -> str:
    return new.lower() if old.islower() else new


def _respell(value: str, characters: str) -> str:
    """A value with other letters and digits in the places of its own."""
    rest = iter(characters)
    return "".join(_as(c, next(rest)) if c.isalnum() else c for c in value)


def _ssn(value: str, n: int) -> str | None:
    digits = f"{_ADVERTISED}{n % 10}" if n <= 10 else f"000{n - 10:06}"
    return refill(value, digits) if n < 10_000 else None


def _inn(value: str, n: int) -> str | None:
    """Tax office 0000 does not exist; both check digits are right, so that forms accept it."""
    if n > 9_999:
        return None
    body = f"0000{n:06}"
    checks = (f"{check:02}" for check in range(100))
    row = BY_DETAIL["ru-inn"]
    return refill(value, next(body + check for check in checks if is_valid_id(row, body + check)))


def _snils(value: str, n: int) -> str | None:
    """Numbers up to 001-001-998 are outside the check; ours has it all the same."""
    return refill(value, f"{n:09}{snils_check(f'{n:09}'):02}") if n <= 999 else None


def _cn(value: str, n: int) -> str | None:
    """Region 999999 is not in GB/T 2260; the check digit (ISO 7064, MOD 11-2) is right."""
    if n > 999:
        return None
    body = f"99999919000101{n:03}"
    total = sum(int(digit) << (17 - place) for place, digit in enumerate(body))
    return _respell(value, body + "10X98765432"[total % 11])


def _nhs(value: str, n: int) -> str | None:
    """Numbers from 999 are for tests. A tenth of them has no check digit and is passed over."""
    found = 0
    for number in range(1, 1000):
        body = f"999000{number:03}"
        check = 11 - sum(int(digit) * (10 - place) for place, digit in enumerate(body)) % 11
        found += check != 10
        if found == n and check != 10:
            return refill(value, f"{body}{check % 11}")
    return None


def _hetu(value: str, n: int) -> str | None:
    if n > 99:
        return None
    number = f"{_HETU_DATE}{900 + n}"
    mark = _HETU_MARKS[int(number) % 31]
    stripped = value.strip()
    return value.replace(stripped, f"{_HETU_DATE}{stripped[6]}{900 + n}{mark}")


def _nino(value: str, n: int) -> str | None:
    if n > 9_999:
        return None
    last = "".join(filter(str.isalpha, value))[-1]
    return _respell(value, f"QQ{n:06}{last.upper()}")


_SPECIAL: dict[str, tuple[tuple[int, ...], Callable[[str, int], str | None]]] = {
    "us-ssn": ((9,), _ssn),
    "us-itin": ((9,), _ssn),
    "ru-inn": ((12,), _inn),
    "ru-snils": ((11,), _snils),
    "cn-id": ((18,), _cn),
    "gb-nhs": ((10,), _nhs),
    "fi-hetu": ((10, 11), _hetu),
    "gb-nino": ((9,), _nino),
}
"""Ids with stand-ins of their own: how many letters and digits, and who makes them."""
