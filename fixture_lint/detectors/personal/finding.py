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


_ONLY_MAILBOXES = Leads(True, False, False, False, False, False)


def leads_in(text: str) -> Leads | None:
    """What a text may hold by itself, None if nothing."""
    if len(text) < 2 or (text.isascii() and text.isalpha()):
        return None  # A single word: nothing announces it.
    plain = even(text)
    digits = gates.has_digits(text)
    numbers = digits and gates.has_numbers(plain)
    lettered = digits and not numbers and gates.has_lettered_number(plain)
    machines = gates.has_addresses_of_machines(plain)
    labels, cues = gates.has_labels(text), has_cues(text)
    if not (numbers or lettered or machines or labels or cues or "@" in text):
        return None
    return Leads("@" in text, numbers, numbers or lettered, machines, labels, cues)


def find(text: str, name: str = "") -> list[Personal]:
    """Personal data in a decoded text, in order and without overlaps.

    Arguments: the text, and the name of the key, header or parameter under which it stands, if
    there is one; names of containers may stand before it (``customer.name``).
    """
    return _find(text, name, leads_in(text))


def holds(text: str, name: str, within: str) -> bool:
    """Whether ``find`` finds anything in a text that stands under a name in a container."""
    return _holds(text, full_name(name, within))


def _holds(text: str, name: str) -> bool:
    key = key_of(name) if name and len(text) > 1 else None
    if key is None and gates.is_long_name(text):
        return False
    leads = leads_in(text)
    if leads is None and key is None:
        return False
    if leads and leads.mailboxes and any(_by_value(even(text), name, _ONLY_MAILBOXES)):
        return True
    if leads and (leads.numbers or leads.ids or leads.machines):
        from fixture_lint.detectors.personal.windows import windows

        near = leads._replace(mailboxes=False)
        if any(any(_by_value(part, name, near)) for part in windows(even(text))):
            return True
    return any(_by_key(text, key, leads))


def full_name(name: str, within: str) -> str:
    """The name under which a text is searched: with that of what holds it where it says little
    alone."""
    key = key_of(name) if name and within else None
    is_vague = name and within and (key is None or key.strength == 1)
    return f"{within}.{name}" if is_vague else name


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
