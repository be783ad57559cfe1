"""The screen for secrets over the raw bytes of a file: no rule on secrets can find anything.

It may only say no where the full search finds nothing. What is encoded, cut into pieces or
compressed cannot be seen in raw bytes, so a file that may hold such texts is searched.
"""

from __future__ import annotations

import binascii
import re

from fixture_lint.detectors.families import compiled_bytes, is_block
from fixture_lint.detectors.needles import (
    ESCAPE,
    WORD,
    Place,
    anchored,
    first_of,
    hits_in_bytes,
    needles,
)

_PERCENT = re.compile(rb"%[0-9A-Fa-f]{2}")
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-"
_ONLY_ALPHABET = bytes(byte if byte in _ALPHABET else 32 for byte in range(256))
_ESCAPE = re.compile(rb"\\[nrtbf]")
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")
_IN_PIECES = (b'"data:', b"data: ", b'"delta"', b'"choices"', b'"candidates"', b'"content_block"')
_COMPRESSED = (
    *(b"\x1f\x8b", b"x\x01", b"x\x5e", b"x\x9c", b"x\xda", b"(\xb5/\xfd"),
    *(b"PK", b"7z", b"BZh", b"\xfd7zXZ"),
)


def may_hold_secrets(data: bytes) -> bool:
    """Whether a file must be searched for secrets, given its bytes as JSON in UTF-8."""
    if b"%" in data and _PERCENT.search(data):
        return True
    if any(sign in data for sign in _IN_PIECES) or may_hold_secret(data):
        return True
    if b"\\" in data:  # The letter of an escape is no part of what follows.
        data = _ESCAPE.sub(b"  ", data)
    runs = data.translate(_ONLY_ALPHABET).split()
    return any(map(_may_be_base64, {run for run in runs if len(run) >= 16}))


def _may_be_base64(run: bytes) -> bool:
    """Whether a run of characters begins like base64 of a text, or of compressed bytes."""
    start = run[: min(len(run) // 4 * 4, 64)].translate(_STANDARD)
    data = binascii.a2b_base64(start)
    if data.startswith(_COMPRESSED):
        return True
    try:
        data.decode()
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3:  # A character may be cut at the end of the piece.
            return False
    return not _BINARY.search(data)


_STANDARD = bytes.maketrans(b"-_", b"+/")


def may_hold_secret(data: bytes) -> bool:
    """Whether the raw bytes of a file may hold a secret: a cheap screen.

    What it guarantees: if it says no of a UTF-8 text, ``find`` finds nothing in any string of it,
    under any name that stands in it, provided that the text has no percent-encoded characters and
    no base64 of other texts; the caller looks for these. Strings may be escaped as JSON does it:
    of ``\\u`` and ``\\/`` it says yes. A yes says nothing.
    """
    known = needles()
    found = hits_in_bytes(data)
    first_word = first_of(WORD)
    for index, start, _ in [hit for hit in found if hit[0] < first_word]:
        if any(_matches_bytes(data, start, place) for place in known[index].places):
            return True
    if any(compiled_bytes(family.scan).search(data) for family in anchored()):
        return True
    last = max((hit[0] for hit in found), default=0)
    if last < first_word:
        return False
    if last >= first_of(ESCAPE):
        return True
    from fixture_lint.detectors.values import may_hold_value

    return any(may_hold_value(_unquoted(run)) for run in set(_RUN.findall(data)))


_RUN = re.compile(rb"[!-~]{8,}")
"""Printable characters in a row; no credential has others."""


def _unquoted(run: bytes) -> str:
    """A run without the quotes, the comma or the colon that JSON puts around a string."""
    text = run.decode("ascii")
    return text.removeprefix('"').removesuffix(",").removesuffix(":").removesuffix('"')


_PIECE = re.compile(rb"(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf]))[A-Za-z0-9_-]{11}")
"""What at least stands where a pattern of a plugin matches."""


def _matches_bytes(data: bytes, start: int, place: Place) -> bool:
    if is_block(place.family):
        return True
    pattern = _PIECE if place.family.plugin else compiled_bytes(place.family.pattern)
    return any(
        pattern.match(data, start - offset)
        for offset in range(place.least, place.most + 1)
        if offset <= start
    )
