"""Check digits of national ids: those of python-stdnum, and of kinds that it lacks."""

from __future__ import annotations

import re
from importlib import import_module

from fixture_lint.detectors.personal.id_table import Id
from fixture_lint.detectors.personal.matches import digits_of


def is_valid_id(row: Id, value: str) -> bool:
    """Whether the check digits and the parts of an id are right. Where none are known, True."""
    if not row.check:
        return True
    own = {"snils": _is_snils, "nino": _is_nino, "cn.ric": _is_chinese}.get(row.check)
    if own:
        return own(value)
    if row.detail == "isni" and not value.startswith("0000"):
        return False  # The block that is assigned to persons; the check alone proves little.
    module = import_module(f"stdnum.{row.check}")
    try:
        return bool(module.is_valid(value))
    except (KeyError, ValueError, IndexError, TypeError, AttributeError):
        return False  # Some modules stumble over parts that they do not know.


def snils_check(digits: str) -> int:
    """The check number of the nine digits of a SNILS (Pension Fund of Russia, order 136p)."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, range(9, 0, -1), strict=True))
    return total % 101 % 100


def _is_snils(value: str) -> bool:
    digits = digits_of(value)
    return len(digits) == 11 and int(digits[9:]) == snils_check(digits[:9])


def _is_chinese(value: str) -> bool:
    """Resident identity numbers of China (GB 11643): check digit, day, county. Unlike in the module
    of python-stdnum the county may be younger than the person: numbers are given on application."""
    from stdnum import numdb
    from stdnum.cn import ric

    number = ric.compact(value)
    try:
        ric.get_birth_date(number)
        is_right = ric.calc_check_digit(number) == number[-1:]
    except (ValueError, IndexError):
        return False
    return is_right and any("county" in found for _, found in numdb.get("cn/loc").info(number[:6]))


def _is_nino(value: str) -> bool:
    """National Insurance numbers: letters that are used, a suffix A to D (HMRC, NIM39110)."""
    compact = value.replace(" ", "").upper()
    form = r"(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][0-9]{6}[A-D]"
    return re.fullmatch(form, compact) is not None
