"""Cheap tests that come before every detector: a text that fails them holds nothing to find."""

from __future__ import annotations

import re

_RUN = re.compile(r"[0-9][0-9 .()/+\-]{5,}+")
_DATE = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](?![0-9])")
_LETTERED = re.compile(r"[0-9](?<=[A-Za-z]{5}[0-9])[0-9]{1,3}[A-Za-z]")
_DIGIT = re.compile("[0-9]")
_DIGITS_OF_A_NUMBER = 6
_HEX = "[0-9A-Fa-f]"
# Each begins with its separator, because those are rarer than digits and letters.
_IPV4 = re.compile(r"\.(?<=[0-9]\.)[0-9]{1,3}\.[0-9]{1,3}\.[0-9]")
_COLONS = re.compile(
    rf":(?:(?<=[23]{_HEX}{{3}}:){_HEX}{{0,4}}:|(?<={_HEX}{{2}}:){_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{4}})"
)
_HYPHENS = re.compile(rf"-(?<={_HEX}{{2}}-){_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{4}}")
_DOTS = re.compile(rf"\.(?<={_HEX}{{4}}\.){_HEX}{{4}}\.{_HEX}{{4}}")


def has_digits(text: str) -> bool:
    """Whether a text holds a digit: most hold none, and nothing that is made of digits."""
    return _DIGIT.search(text) is not None


def has_numbers(text: str) -> bool:
    """Whether a text holds six digits that nothing but spaces and ``.()/+-`` separates, calendar
    dates left aside."""
    for match in _RUN.finditer(text):
        run = match[0]
        if "-" in run:
            run = _DATE.sub("", run)
        if sum(map(run.count, "0123456789")) >= _DIGITS_OF_A_NUMBER:
            return True
    return False


def has_lettered_number(text: str) -> bool:
    """Whether a text holds a token of five letters and two digits, as some tax numbers have."""
    return _LETTERED.search(text) is not None


def has_addresses_of_machines(text: str) -> bool:
    """Whether a text holds something like an IP or MAC address."""
    return (
        ("." in text and (_IPV4.search(text) or _DOTS.search(text)) is not None)
        or (":" in text and _COLONS.search(text) is not None)
        or ("-" in text and _HYPHENS.search(text) is not None)
    )


def has_labels(text: str) -> bool:
    """Whether a label may stand in a text: one ends with a colon or an equals sign."""
    return ":" in text or "=" in text or "：" in text
