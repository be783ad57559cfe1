"""Personal data in decoded texts: found, recognised as already fake, and replaced by stand-ins.

Value types are found anywhere by themselves: ``email``, ``phone``, ``card``, ``iban``,
``national-id``, ``ip``, ``mac``. Keyed types need the name under which the text stands, a label or
a cue phrase in it: ``person``, ``address``, ``birth-date``, ``user-name``. Reserved values and
stand-ins are never found, and every stand-in is recognised as one.

Nothing is imported before it is needed: files without personal data need little of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fixture_lint.detectors.personal.finding import find
    from fixture_lint.detectors.personal.matches import Personal
    from fixture_lint.detectors.personal.screen import may_hold_personal

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


_ELSEWHERE = {"find": "finding", "Personal": "matches", "may_hold_personal": "screen"}


def __getattr__(name: str) -> Any:
    """Imports the search where it is used."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_ELSEWHERE[name]}"), name)
