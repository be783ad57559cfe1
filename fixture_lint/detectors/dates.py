"""Calendar dates."""

from __future__ import annotations


def is_calendar_date(text: str) -> bool:
    """Whether a text is a day of the calendar, written YYYY-MM-DD (RFC 3339, full-date)."""
    if len(text) != 10 or text[4] != "-" or text[7] != "-" or not text.isascii():
        return False
    if not (text[:4] + text[5:7] + text[8:]).isdigit():
        return False
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year > 0 and 1 <= month <= 12 and 1 <= day <= days[month - 1]
