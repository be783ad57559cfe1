"""Birth dates: the ways in which a day is written, and stand-ins from January 1990."""

from __future__ import annotations

import re
from typing import NamedTuple

from fixture_lint.detectors.dates import is_calendar_date

_MONTHS = tuple(
    tuple(row.split())
    for row in """
    january february march april may june july august september october november december
    jan feb mar apr may jun jul aug sep oct nov dec
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    januar februar märz april mai juni juli august september oktober november dezember
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    """.strip().splitlines()
)
_MONTH = "|".join(sorted({word for row in _MONTHS for word in row}, key=len, reverse=True))
_FORMS = (
    ("ymd", r"(?P<y>[0-9]{4})(?P<s>[-./])(?P<m>[0-9]{1,2})(?P=s)(?P<d>[0-9]{1,2})(?![0-9])"),
    (
        "dmy",
        r"(?P<d>[0-9]{1,2})(?P<s>[-./])(?P<m>[0-9]{1,2})(?P=s)(?P<y>[0-9]{4}|[0-9]{2})(?![0-9])",
    ),
    ("ymd", r"(?P<y>[0-9]{4}) ?年 ?(?P<m>[0-9]{1,2}) ?月 ?(?P<d>[0-9]{1,2})(?: ?[日号])?"),
    ("ymd", r"(?P<y>19[0-9]{2}|20[0-9]{2})(?P<m>[01][0-9])(?P<d>[0-3][0-9])(?![0-9])"),
    (
        "dmy",
        rf"(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th|er|\.)? (?:of |de )?(?P<m>{_MONTH})\.?,? (?:de )?"
        r"(?P<y>[0-9]{4})(?![0-9])",
    ),
    (
        "mdy",
        rf"\b(?P<m>{_MONTH})\.? (?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?,? (?P<y>[0-9]{{4}})(?![0-9])",
    ),
)
_PATTERNS = tuple(
    (order, re.compile(r"(?<![0-9A-Za-z_])" + form, re.IGNORECASE)) for order, form in _FORMS
)


class Day(NamedTuple):
    """A written date: its span, the spans of year, month and day, and the date as RFC 3339."""

    start: int
    end: int
    year: tuple[int, int]
    month: tuple[int, int]
    day: tuple[int, int]
    date: str


def day_in(text: str, start: int = 0, end: int | None = None) -> Day | None:
    """The first date in a part of a text, or None."""
    best: Day | None = None
    for order, pattern in _PATTERNS:
        match = pattern.search(text, start, len(text) if end is None else end)
        day = _day(match, order) if match else None
        if day and (best is None or day.start < best.start):
            best = day
    return best


def is_fake_birth_date(value: str) -> bool:
    """Whether a date is in January 1990, read as day and month in either order."""
    day = day_in(value)
    if day is None:
        return False
    year, month, number = day.date.split("-")
    if year != "1990":
        return False
    either = day.year > day.month and value[day.month[0] : day.month[1]].isdigit()
    return month == "01" or (either and number == "01")


def birth_date_stand_in(value: str, ordinal: int) -> str | None:
    """The day number ``ordinal`` of January 1990, written like the date in a value."""
    day = day_in(value)
    if day is None or ordinal > 31:
        return None
    new = {day.year: "1990"[-(day.year[1] - day.year[0]) :]}
    month = value[day.month[0] : day.month[1]]
    width = 2 if month.isdigit() and len(month) == 2 else 1
    new[day.month] = f"{1:0{width}}" if month.isdigit() else _january(month)
    new[day.day] = f"{ordinal:0{width}}"
    for start, end in sorted(new, reverse=True):
        value = value[:start] + new[start, end] + value[end:]
    return value


def normal_birth_date(value: str) -> str:
    """A date as RFC 3339, or the text if it holds none."""
    day = day_in(value)
    return day.date if day else value.strip().casefold()


def _day(match: re.Match[str], order: str) -> Day | None:
    month, number = "m", "d"
    if order == "dmy" and match.groupdict().get("s"):
        american = match["s"] == "/" and int(match["d"]) <= 12
        if american or (int(match["m"]) > 12 and int(match["d"]) <= 12):
            month, number = "d", "m"
    year = (
        match["y"] if len(match["y"]) == 4 else ("19" if match["y"] > "29" else "20") + match["y"]
    )
    at = match[month].casefold()
    if not at.isdigit():
        at = str(next(row.index(at) for row in _MONTHS if at in row) + 1)
    date = f"{year}-{int(at):02}-{int(match[number]):02}"
    if not "1890" <= year <= "2030" or not is_calendar_date(date):
        return None
    return Day(*match.span(), match.span("y"), match.span(month), match.span(number), date)


def _january(month: str) -> str:
    row = next(row for row in _MONTHS if month.casefold() in row)
    word = row[0]
    return word.upper() if month.isupper() else word.title() if month[0].isupper() else word
