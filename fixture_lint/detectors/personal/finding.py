"""The search of one text for personal data of all types.

Each detector is imported for the first text that passes its gate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fixture_lint.detectors.personal import TYPES, gates
from fixture_lint.detectors.personal.keys import Key, key_of
from fixture_lint.detectors.personal.matches import Personal, even, key_words, names_a_thing
from fixture_lint.detectors.personal.phrases import has_cues


class Leads(NamedTuple):
    """Which detectors a text is worth, whatever the name under which it stands."""

    mailboxes: bool
    numbers: bool
    ids: bool
    machines: bool
    labels: bool
    cues: bool


def leads_in(text: str) -> Leads | None:
    """What a text may hold by itself, None if nothing."""
    if len(text) < 2 or (text.isascii() and text.isalpha()):
        return None  # A single word: nothing announces it.
    plain = even(text)
    digits = gates.has_digits(text)
    numbers = digits and gates.has_numbers(plain)
    found = Leads(
        "@" in text,
        numbers,
        numbers or (digits and gates.has_lettered_number(plain)),
        gates.has_addresses_of_machines(plain),
        gates.has_labels(text),
        has_cues(text),
    )
    return found if True in found else None


def find(text: str, name: str = "") -> list[Personal]:
    """Personal data in a decoded text, in order and without overlaps.

    Arguments: the text, and the name of the key, header or parameter under which it stands, if
    there is one; names of containers may stand before it (``customer.name``).
    """
    return _find(text, name, leads_in(text))


def holds(text: str, name: str, within: str) -> bool:
    """Whether ``find`` finds anything in a text under its name, or with the name of the container
    before it."""
    leads = leads_in(text)
    return bool(
        _find(text, name, leads) or (within and name and _find(text, f"{within}.{name}", leads))
    )


def _find(text: str, name: str, leads: Leads | None) -> list[Personal]:
    key = key_of(name) if name and len(text) > 1 else None
    if leads is None and key is None:
        return []
    found = [*(_by_value(even(text), name, leads) if leads else ()), *_by_key(text, key, leads)]
    return list(_without_overlaps(found)) if found else []


def _by_value(text: str, name: str, leads: Leads) -> Iterator[Personal]:
    container, _, own = name.rpartition(".")
    if container and names_a_thing(key_words(container)):
        name = own  # What stands in an order or a request is not the number of one.
    if leads.mailboxes:
        from fixture_lint.detectors.personal import email

        yield from email.find_email(text, name)
    if leads.numbers:
        from fixture_lint.detectors.personal import payment, phones

        yield from payment.find_payment(text, name)
        yield from phones.find_phones(text, name)
    if leads.ids:
        from fixture_lint.detectors.personal import ids

        yield from ids.find_ids(text, name)
    if leads.machines:
        from fixture_lint.detectors.personal import network

        yield from network.find_network(text, name)


def _by_key(text: str, key: Key | None, leads: Leads | None) -> Iterator[Personal]:
    if key or (leads and (leads.labels or leads.cues)):
        from fixture_lint.detectors.personal import keyed

        if key:
            yield from keyed.find_under_key(text, key)
        if leads and leads.labels:
            yield from keyed.find_labelled(text)
        if leads and leads.cues:
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
