"""Cheap tests that come before every detector: a text that fails them holds nothing to find."""

from __future__ import annotations

import re

RUN = re.compile(r"[0-9][0-9 .()/+\-]{5,}+")
_DATE = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](?![0-9])")
LETTERED = re.compile(r"[0-9](?<=[A-Za-z]{5}[0-9])[0-9]{1,3}[A-Za-z]")
_DIGIT = re.compile("[0-9]")
_SECONDS = re.compile(r"T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]++")
_HOUR = re.compile(r"[A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}")
_DIGITS_OF_A_NUMBER = 6
_HEX = "[0-9A-Fa-f]"
# Each begins with its separator, because those are rarer than digits and letters.
_LONG_NAME = re.compile(
    r"(?![A-Za-z]{2}[0-9]{2})[A-Za-z][A-Za-z0-9_]{27,}[A-Za-z0-9]|[0-9A-Fa-f]{28,}", re.ASCII
)
_IPV4 = re.compile(r"\.(?<=[0-9]\.)[0-9]{1,3}\.[0-9]{1,3}\.[0-9]")
_COLONS = re.compile(
    rf":(?:(?<=[23]{_HEX}{{3}}:){_HEX}{{0,4}}:|(?<={_HEX}{{2}}:){_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{4}})"
)
_HYPHENS = re.compile(rf"-(?<={_HEX}{{2}}-){_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{4}}")
_DOTS = re.compile(rf"\.(?<={_HEX}{{4}}\.){_HEX}{{4}}\.{_HEX}{{4}}")
MACHINES = (_IPV4, _COLONS, _HYPHENS, _DOTS)


def has_digits(text: str) -> bool:
    """Whether a text holds a digit: most hold none, and nothing that is made of digits."""
    return _DIGIT.search(text) is not None


def has_numbers(text: str) -> bool:
    """Whether a text holds six digits that nothing but spaces and ``.()/+-`` separates, calendar
    dates left aside."""
    for match in RUN.finditer(text):
        run = match[0]
        if is_clock(match):
            continue
        if "-" in run:
            run = _DATE.sub("", run)
        if has_digits_of_a_number(run):
            return True
    return False


def is_clock(match: re.Match[str]) -> bool:
    """Whether a run is a part of a moment: seconds that have a colon before and a letter behind
    them (RFC 3339), or a year and an hour (RFC 9110). Nothing is found there."""
    text, start, end = match.string, match.start(), match.end()
    after = text[end : end + 1]
    if after == "Z":
        return _SECONDS.fullmatch(text, max(0, start - 7), end) is not None
    return after == ":" and end - start == 7 and _HOUR.match(text, max(0, start - 4)) is not None


def has_digits_of_a_number(run: str) -> bool:
    """Whether there are as many digits as the shortest number has."""
    return sum(map(run.count, "0123456789")) >= _DIGITS_OF_A_NUMBER


def has_lettered_number(text: str) -> bool:
    """Whether a text holds a token of five letters and two digits, as some tax numbers have."""
    return LETTERED.search(text) is not None


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


def is_long_name(text: str) -> bool:
    """Whether a text is the name that a machine has given to something: a token without marks in
    which no number, no account and no id can begin, and longer than all of them."""
    return _LONG_NAME.fullmatch(text) is not None
