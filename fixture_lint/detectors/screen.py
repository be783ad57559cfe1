"""The screen for secrets over the raw bytes of a file: no rule on secrets can find anything.

It may only say no where the full search finds nothing. What is encoded, cut into pieces or
compressed cannot be seen in raw bytes, so a file that may hold such texts is searched.
"""

from __future__ import annotations

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

_ENCODED = re.compile(rb'%[0-9A-Fa-f]{2}|\\u|"data:|"(?:delta|choices|candidates|content_block)"')
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-](?:[A-Za-z0-9+/_=-]|\\[nr]){15,}")


def may_hold_secrets(data: bytes) -> bool:
    """Whether a file must be searched for secrets, given its bytes as JSON in UTF-8."""
    if _ENCODED.search(data) or b"data: " in data:
        return True
    return may_hold_secret(data) or any(_may_be_base64(run) for run in set(_BASE64.findall(data)))


def _may_be_base64(run: bytes) -> bool:
    """Whether a run of characters may be base64 of a text, or of what cannot be opened."""
    from fixture_lint.documents.codecs import BASE64, Unopened

    text = run.replace(b"\\n", b"\n").replace(b"\\r", b"\n").decode()
    try:
        return any(BASE64.decode(piece) is not None for piece in {text, *text.split()})
    except Unopened:
        return True


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
