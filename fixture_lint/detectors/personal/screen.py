"""The screen for personal data over the raw bytes of a file.

All of it is asked of every file, so nothing is compiled before bytes ask for it, and what is looked
for everywhere is found by translating and finding. A lead says little: the search of the texts may
find nothing there.
"""

from __future__ import annotations

import re
from functools import cache

from fixture_lint.detectors.encoded import may_be_encoded
from fixture_lint.detectors.personal.words import BIRTHS, CUES, HOMES
from fixture_lint.detectors.sight import Sight, folded, look

_HEX_DIGITS = b"0123456789abcdefABCDEF"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NUMBERS = bytes(byte if byte in b"0123456789-" else 32 for byte in range(256))
_CENTURIES = (b"19", b"20")
_BETWEEN_DIGITS = b" .()/+"
"""What may separate the digits of a number, beside hyphens."""

_PAIRS = bytes(97 if byte in _HEX_DIGITS else byte if byte in b".:-" else 32 for byte in range(256))
_SHAPES = bytes(
    48 if 48 <= byte < 58 else 97 if byte in _LETTERS else 45 if byte == 45 else 32
    for byte in range(256)
)

# Sources of patterns: ``re`` keeps what it has compiled.
_RUN = rb"[0-9][0-9 .()/+\-]{5,}+"
_DATE = rb"(?<![0-9])(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9](?![0-9])"
_HYPHENS = rb"\xe2\x80[\x90-\x93]|\xe2\x88\x92"
_BLANKS = rb"\xc2\xa0|\xe2\x80[\x87\x89\xaf]"
_HEAD = rb"[A-Za-z0-9_.\-/+]+\Z"
_TAIL = rb"[A-Za-z0-9_.\-/]*"
_ACCOUNT = rb"(?<![A-Za-z0-9_])[A-Za-z]{2}[0-9]{2}"
_SLUG = rb"[A-Za-z]{2,3}[-.]|.*(?:_|[A-Za-z]{5})"
_LETTERED = rb"[0-9](?<=[A-Za-z]{5}[0-9])[0-9]{1,3}[A-Za-z]"
_IPV4 = rb"\.(?<=[0-9]\.)[0-9]{1,3}\.[0-9]{1,3}\.[0-9]"
_IPV6 = rb":(?<=[23][0-9A-Fa-f]{3}:)[0-9A-Fa-f]{0,4}:"
_MAILBOX = (
    rb"@(?<=[A-Za-z0-9._+'\-\x80-\xff]@)(?![a-z0-9\-]{0,63}[.\-]*(?![a-z0-9.\-\x80-\xff])"
    rb"|(?:[a-z0-9\-]{1,63}\.){0,8}(?:example\.(?:com|org|net)|example|test|invalid|localhost)"
    rb"[.\-]*(?![a-z0-9.\-]))"
)
"""An ``@`` in an address of which the domain is not reserved (see ``reserved``)."""

_SPACE = rb"\\+[nrt]|\xc2\x80|\xe2\x80\x8f"
_SPACES = (b"\\", b"\xc2\x80", b"\xe2\x80\x8f")
_BORN = folded("(?:[0-9]|日|号)[^0-9A-Za-z]{0,9}(?:г\\. ?р|года рождения|生)".encode())
_LABEL = rb"[a-z0-9_ '/\-\x80-\xff]{0,160}+(?:(?:\\+\"|[`*])[ ']*+){0,4}[:=]|[^=;\s]{0,256}+="
_WIDE_LABEL = rb"(?:[a-z0-9_ '/\-]|[\x80-\xff]){0,160}?(?:(?:\\+\"|[`*'])[ ']*){0,4}\xef\xbc\xba"
_WIDE_COLON = b"\xef\xbc\xba"
"""What ends a label in Chinese, beside a colon and an equals sign."""

_REST_OF_STRING = rb'(?s)[^"\\]*+(?:\\.[^"\\]*+)*+(?=")'
_EMBEDDED_KEY = rb'\\"(?:\s|\\+[nrt])*:'
_ORDINAL = rb"(?:[0-9]{1,9}|[0-9a-f]{10})"
_STAND_IN = (
    rb"person %b|user-%b(?:@example\.com)?|%b example street, springfield, zz 00000"
    rb"|1990-01-[0-3][0-9]"
) % (_ORDINAL, _ORDINAL, _ORDINAL)
_HARMLESS = rb'"\s*:\s*(?:[^"\s\[{]|\[\s*\]|\{\s*\}|"(?:%b)?")' % _STAND_IN
"""From the end of a key: no text, or a stand-in."""

_REACH = 96
"""Bytes beside a part of a phrase in which the whole stands."""

_MANY = 50


def may_hold_personal(data: bytes) -> bool:
    """Whether a file must be searched for personal data, given its bytes as JSON in UTF-8.

    If it says no, ``find(text, name)`` finds nothing for any text that the file holds: a string, a
    key, a number, a string of JSON in a string, a value of a query. The name may be each key,
    parameter or stated name in the file, or two of them joined by a dot.
    """
    sight = look(data)
    return may_be_encoded(data, sight) or has_leads(data, sight)


def has_leads(data: bytes, sight: Sight) -> bool:
    """Whether personal data may stand in the bytes of a file as it is."""
    if sight.is_odd or _has_phrases(sight) or _has_names(sight):
        return True
    even = _even(data) if sight.is_typographic else data
    if b"@" in even and re.search(_MAILBOX, folded(even)):
        return True
    shapes = even.translate(_SHAPES)
    return (
        _has_numbers(even, shapes)
        or _has_lettered_number(even, shapes)
        or _has_addresses_of_machines(even)
    )


def _even(data: bytes) -> bytes:
    """The same as ``matches.even``."""
    return re.sub(_BLANKS, b" ", re.sub(_HYPHENS, b"-", data))


def _has_numbers(data: bytes, shapes: bytes) -> bool:
    """Whether six digits stand together that are no calendar date and no part of a longer name."""
    parts = data.translate(_NUMBERS, _BETWEEN_DIGITS).split()
    runs = [run for run in parts if len(run) > 5 and len(run) - run.count(b"-") > 5]
    # What looks like a date may have been put together by what was left out.
    if all(map(_is_date, runs)) and len(runs) <= shapes.count(b"0000-00-00"):
        return False
    return any(
        len(re.sub(_DATE, b"", match[0]).translate(None, b" .()/+-")) > 5
        and not _is_inside_name(data, match)
        for match in re.finditer(_RUN, data)
    )


def _is_date(run: bytes) -> bool:
    """Whether digits and hyphens are a calendar date."""
    return (
        len(run) == 10
        and run[4] == run[7] == 45
        and run[:2] in _CENTURIES
        and run[5] in b"01"
        and run[8] in b"0123"
        and run.count(b"-") == 2
    )


def _is_inside_name(data: bytes, match: re.Match[bytes]) -> bool:
    """Whether a number is a part of a UUID, a slug or the like, which no detector takes apart: it
    has no spaces and no signs of a phone, and no form of an id begins like that name."""
    run = match[0].rstrip(b" .-")
    if run.translate(None, b" ()/+") != run:
        return False
    start, end = match.start(), match.start() + len(run)
    head = re.compile(_HEAD).search(data, max(0, start - 64), start)
    tail = re.compile(_TAIL).match(data, end)
    if not head or not tail or re.compile(_ACCOUNT).search(data, max(0, start - 64), end):
        return False
    name = (head[0] + run + tail[0]).rstrip(b"_.-/")
    if b"/" in name or b"+" in name or data[head.start() - 1 : head.start()] == b"\\":
        return False  # The first letter may be that of an escape.
    return len(name) > 24 or re.match(_SLUG, head[0]) is not None


def _has_lettered_number(data: bytes, shapes: bytes) -> bool:
    """Whether a token of five letters and two digits stands there."""
    return b"a00" in shapes and b"00a" in shapes and re.search(_LETTERED, data) is not None


def _has_addresses_of_machines(data: bytes) -> bool:
    """Whether something like an IP or MAC address stands there."""
    pairs = data.translate(_PAIRS)
    return (
        b":aa:aa:aa:aa:" in pairs
        or b"-aa-aa-aa-aa-" in pairs
        or b"aaaa.aaaa." in pairs
        or (b"aaaa:" in pairs and re.search(_IPV6, data) is not None)
        or re.search(_IPV4, data) is not None
    )


def _has_phrases(sight: Sight) -> bool:
    """Whether a phrase stands there that announces personal data, the path of a home folder, or a
    date with a word behind it."""
    low = sight.folded
    if len(sight.phrases) > _MANY:
        return _holds_phrase(low, b"") is not None
    for start, end in sight.phrases:
        near = low[max(0, start - _REACH) : end + _REACH]
        needs_digits = _holds_phrase(near, low[start:end])
        if needs_digits is False or (needs_digits and _has_digits_behind(low, end)):
            return True
    return False


def _holds_phrase(low: bytes, part: bytes) -> bool | None:
    """Whether the value of the phrase in a text has digits for certain, None if there is none."""
    even = re.sub(_SPACE, b" ", low) if any(space in low for space in _SPACES) else low
    names, numbered, is_birth = _phrases(part)
    if any(phrase in even for phrase in names) or (is_birth and re.search(_BORN, even)):
        return False
    return any(phrase in even for phrase in numbered) or None


def _has_digits_behind(low: bytes, at: int) -> bool:
    """Whether digits stand in the rest of a string, as in an address or a date."""
    end = _end_of_string(low, at)
    return re.search(rb"[0-9]", low[at:end]) is not None


def _end_of_string(low: bytes, at: int) -> int:
    """The place of the quote that ends the string of JSON around a place."""
    end = low.find(b'"', at)
    if end >= 0 and low[end - 1] == 92:  # An escaped quote, perhaps.
        rest = re.compile(_REST_OF_STRING).match(low, at)
        end = rest.end() if rest else -1
    return end if end >= 0 else len(low)


@cache
def _phrases(part: bytes) -> tuple[list[bytes], list[bytes], bool]:
    """The phrases that hold a part, all for no part: those that announce names, those that announce
    something with digits; and whether the part may stand behind a date."""
    names: list[str] = list(HOMES)
    numbered: list[str] = []
    for type_, row in CUES.items():
        known = numbered if type_ in ("address", "birth-date") else names
        known += row.split("|")
    is_birth = not part or any(folded(text.encode()) == part for text in BIRTHS)
    return _holding(part, names), _holding(part, numbered), is_birth


def _holding(part: bytes, phrases: list[str]) -> list[bytes]:
    known = (folded(phrase.encode()) for phrase in phrases)
    return [phrase for phrase in known if part in phrase]


def _has_names(sight: Sight) -> bool:
    """Whether a word that tells personal data stands in a label, a parameter, or a key under which
    there may be any."""
    low = sight.folded
    if not sight.names:
        return False
    if b'"value"' in low or (b'\\"' in low and re.search(_EMBEDDED_KEY, low)):
        return True  # Names may be stated as values, and keys may hold quotes.
    done, marked = -1, False
    for end in sight.names:
        if end > done:
            done = _end_of_string(low, end)
            rest = low[end:done]
            marked = b":" in rest or b"=" in rest or _WIDE_COLON in rest
            if _is_key(low, done) and not _matches(_HARMLESS, low, done):
                return True
        if marked and (_matches(_LABEL, low, end) or _matches(_WIDE_LABEL, low, end)):
            return True
    return False


def _is_key(low: bytes, end: int) -> bool:
    """Whether a string that ends at a place is a key."""
    behind = low[end + 1 : end + 2]
    return behind == b":" or (behind.isspace() and _matches(rb"\s*:", low, end + 1))


def _matches(pattern: bytes, low: bytes, at: int) -> bool:
    return re.compile(pattern).match(low, at) is not None
