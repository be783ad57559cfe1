"""Personal data in decoded texts: found, recognised as already fake, and replaced by stand-ins.

Value types are found anywhere by themselves: ``email``, ``phone``, ``card``, ``iban``,
``national-id``, ``ip``, ``mac``. Keyed types need the name under which the text stands, a label or
a cue phrase in it: ``person``, ``address``, ``birth-date``, ``user-name``. Reserved values and
stand-ins are never found, and every stand-in is recognised as one.

Each detector is imported for the first text that passes its screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fixture_lint.detectors.personal.keys import key_of
from fixture_lint.detectors.personal.matches import Personal, even
from fixture_lint.detectors.personal.phrases import has_cues
from fixture_lint.detectors.personal.screen import (
    has_addresses_of_machines,
    has_labels,
    has_lettered_number,
    has_numbers,
    may_hold_personal,
)

__all__ = [
    "KEYED_STAND_INS",
    "TYPES",
    "Personal",
    "find",
    "is_fake",
    "keyed_stand_in",
    "may_hold_personal",
    "normal",
    "stand_in",
]

TYPES = (
    "email",
    "iban",
    "card",
    "phone",
    "national-id",
    "mac",
    "ip",
    "birth-date",
    "person",
    "address",
    "user-name",
)
"""All types; where two matches overlap, the one whose type comes first is kept."""

KEYED_STAND_INS = ("email", "person", "address", "user-name")
"""Types whose pool of stand-ins is open, so that a keyed hash can stand in them."""


def find(text: str, name: str = "") -> list[Personal]:
    """Personal data in a decoded text, in order and without overlaps.

    Arguments: the text, and the name of the key, header or parameter under which it stands, if
    there is one; names of containers may stand before it (``customer.name``).
    """
    if len(text) < 2:
        return []
    found = [*_by_value(even(text), name), *_by_key(text, name)]
    return list(_without_overlaps(found)) if found else []


def is_fake(type: str, value: str, detail: str = "") -> bool:
    """Whether a value is reserved by a registry for documentation, tests or fiction, or is a
    stand-in. ``detail`` (as in ``Personal``) adds the ranges of one kind of national id."""
    from fixture_lint.detectors.personal import stand_ins

    return stand_ins.is_fake(type, value, detail)


def stand_in(type: str, value: str, ordinal: int, detail: str = "") -> str | None:
    """The stand-in number ``ordinal`` (from 1) for a value, in its shape: separators, number of
    digits, country, letter case, script.

    Arguments: the type, the value, the ordinal, and the detail of the match. Different ordinals
    give different stand-ins. None if the pool is exhausted, or if the value has no known shape.
    """
    from fixture_lint.detectors.personal import stand_ins

    return stand_ins.stand_in(type, value, ordinal, detail)


def keyed_stand_in(type: str, value: str, key: bytes) -> str | None:
    """The stand-in that a value has in every file: it holds 40 bits of HMAC-SHA-256 (RFC 2104)
    over type and normal form as ten hexadecimal digits.

    Arguments: the type, the value, and the secret key. None without a key, because a plain hash
    of guessable data can be undone, and for the types whose pool is too small to hold a hash.
    """
    from fixture_lint.detectors.personal import stand_ins

    return stand_ins.keyed(type, value, key) if key and type in KEYED_STAND_INS else None


def normal(type: str, value: str, detail: str = "") -> str:
    """The form in which two spellings of one value are equal: E.164, digits, casefolded text.

    Arguments: the type, the value, and for a national phone number its region.
    """
    from fixture_lint.detectors.personal import stand_ins

    return stand_ins.normal(type, value, detail)


def _by_value(text: str, name: str) -> Iterator[Personal]:
    if "@" in text:
        from fixture_lint.detectors.personal import email

        yield from email.find_email(text, name)
    numbers = has_numbers(text)
    if numbers:
        from fixture_lint.detectors.personal import payment, phones

        yield from payment.find_payment(text, name)
        yield from phones.find_phones(text, name)
    if numbers or has_lettered_number(text):
        from fixture_lint.detectors.personal import ids

        yield from ids.find_ids(text, name)
    if has_addresses_of_machines(text):
        from fixture_lint.detectors.personal import network

        yield from network.find_network(text, name)


def _by_key(text: str, name: str) -> Iterator[Personal]:
    key = key_of(name) if name else None
    labels, cues = has_labels(text), has_cues(text)
    if key or labels or cues:
        from fixture_lint.detectors.personal import keyed

        if key:
            yield from keyed.find_under_key(text, key)
        if labels:
            yield from keyed.find_labelled(text)
        if cues:
            yield from keyed.find_cued(text)


def _without_overlaps(found: Iterable[Personal]) -> Iterator[Personal]:
    kept: Personal | None = None
    for match in sorted(found, key=lambda match: (match.start, -match.end)):
        if kept is None or match.start >= kept.end:
            if kept:
                yield kept
            kept = match
        elif TYPES.index(match.type) < TYPES.index(kept.type):
            kept = match
    if kept:
        yield kept
