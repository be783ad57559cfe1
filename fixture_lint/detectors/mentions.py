"""What a note mentions by name: identifiers, codes, quoted words, amounts, numbers of calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NAMED = re.compile(
    r"`([^`\n]{1,80})`"
    r"|\"([^\"\n]{1,80})\"|“([^”\n]{1,80})”|«([^»\n]{1,80})»"
    r"|(?<![\w'’])'([^'\n]{1,80})'(?!\w)"
    r"|(?<!\w)([€$£]\s?\d+(?:[.,]\d+)?|(?:EUR|USD|GBP|CHF|RUB|CNY|JPY)\s\d+(?:[.,]\d+)?)(?!\w)"
    r"|(?<![\w.,])(\d+(?:[.,]\d+)?\s?(?:%|[€$£]|[A-Za-z]{1,3}))(?!\w)"
    r"|(?<![\w.-])([^\W_]+(?:[-_][^\W_]+)+)(?![\w-])"
    r"|(?<!\w)([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z][A-Z0-9]{2,}|c[1-9]\d*)(?!\w)"
)
_COUNTED = re.compile(
    r"(?<!\w)(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:tool[ -])?"
    r"(calls?|tools?|retry|retries)(?!\w)",
    re.IGNORECASE,
)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SINGULAR = {"calls": "call", "tools": "tool", "retries": "retry"}
_NEGATION = re.compile(
    r"\b(?:no|not|never|without|instead of|не|без|нет|никогда)\b|n['’]t\b|不|没有|无", re.IGNORECASE
)
_CLAUSE = re.compile(r"[.;:!?,()—–\n。；，！？]|\b(?:but|then|и|но)\b", re.IGNORECASE)
_SEPARATORS = re.compile(r"[-_\s]+")


class Mention(NamedTuple):
    """A mention in a text: the word in the spelling in which words are compared, and its place."""

    word: str
    start: int
    end: int


def folded(text: str) -> str:
    """A word without its case and its separators: ``get_order``, ``getOrder`` and ``get order``
    are one."""
    return _SEPARATORS.sub("", text).casefold()


def named(text: str, *, guarded: bool = True) -> Iterator[Mention]:
    """What a text mentions by name. ``guarded`` leaves out what it says is not there."""
    for match in _NAMED.finditer(text):
        group = match.lastindex or 0
        start, end = match.span(group)
        if not (guarded and _is_denied(text, start)):
            yield Mention(folded(match[group]), start, end)


def counted(text: str) -> Iterator[tuple[Mention, int]]:
    """The numbers of calls, tools and retries that a text states."""
    for match in _COUNTED.finditer(text):
        number, what = match[1].lower(), match[2].lower()
        count = int(number) if number.isdigit() else _WORDS.index(number)
        yield Mention(_SINGULAR.get(what, what), *match.span()), count


def _is_denied(text: str, start: int) -> bool:
    """Whether a clause says before a place that something is not there."""
    before = text[max(0, start - 80) : start]
    clause = _CLAUSE.split(before)[-1]
    return _NEGATION.search(clause) is not None
