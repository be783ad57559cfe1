"""Personal data, wherever it stands: in strings, in numbers, and in everything that strings embed.

Nothing here, and nothing that it yields, holds a character of what was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.checks import secrets
from fixture_lint.detectors.personal import Personal, find, normal
from fixture_lint.detectors.personal.finding import full_name
from fixture_lint.detectors.personal.matches import Value
from fixture_lint.detectors.screen import may_hold_private
from fixture_lint.detectors.telling import is_opaque_name
from fixture_lint.documents.embedded import Embedded
from fixture_lint.documents.opening import Sealed, texts
from fixture_lint.documents.spans import Span, Spans, Taken, spans
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["values"]

CHECK = "personal.values"

_WORDS = {
    "email": ("E-mail address", "user-1@example.com"),
    "phone": ("Phone number", "+1 202 555 0101"),
    "card": ("Card number", "4242 4242 4242 4242"),
    "iban": ("IBAN", "GB82 WEST 1234 5698 7654 32"),
    "national-id": ("National id", "987-65-4321"),
    "ip": ("Public IP address", "192.0.2.1"),
    "mac": ("MAC address", "00:00:5E:00:53:01"),
    "person": ("Name of a person", "Person 1"),
    "address": ("Postal address", "1 Example Street, Springfield, ZZ 00000"),
    "birth-date": ("Date of birth", "1990-01-01"),
    "user-name": ("User name", "user-1"),
}
"""How messages call a type, and a value of it that belongs to nobody."""


class Match(NamedTuple):
    """Personal data in a text: ``text.node.value[start:end]``, and its spans in the file, of which
    there are several if several strings carry it."""

    text: Text
    start: int
    end: int
    spans: Spans
    value: Value


def searched(document: Document) -> list[Text]:
    """The texts of a document that personal data is searched in and replaced in; of most documents
    none is. What machines have made, such as signatures and encrypted content, is left out."""
    if "searched" not in document.memo:
        document.memo["searched"] = list(_open(document)) if may_hold_private(document) else []
    result: list[Text] = document.memo["searched"]
    return result


def _open(document: Document) -> Iterator[Text]:
    opaque: set[int] = set()
    signed: set[int] = set()
    for text in texts(document):
        if isinstance(text, Sealed):
            continue
        carriers = text.carrier.parts if isinstance(text.carrier, Embedded) else ()
        if is_opaque_name(text.name) or any(id(part.node) in opaque for part in carriers):
            opaque.add(id(text.node))
            continue
        if text.is_signed or any(id(part.node) in signed for part in carriers):
            signed.add(id(text.node))
            text = text._replace(is_signed=True)
        if not text.is_spelling:
            yield text


def matches(document: Document, run: Run | None = None) -> list[Match]:
    """The personal data of a document, each place once, in the order of the text. What stands in a
    secret is left out: that is reported as the secret."""
    if "personal" not in document.memo:
        taken = Taken(hidden(document, run))
        found = [match for text in searched(document) for match in _matches(text)]
        kept = [match for match in sorted(found, key=rank) if taken.add(match.spans)]
        document.memo["personal"] = sorted(kept, key=lambda match: match.spans)
    result: list[Match] = document.memo["personal"]
    return result


def _matches(text: Text) -> Iterator[Match]:
    value = text.node.value
    for found in find(value, full_name(text.name, text.within)):
        if text.node.type == "number" and not _is_told(found, value):
            continue
        place = spans(text.carrier, text.node, found.start, found.end)
        piece = value[found.start : found.end]
        yield Match(text, found.start, found.end, place, Value(found.type, piece, found.detail))


def _is_told(found: Personal, number: str) -> bool:
    """Whether a number is personal because of its name. By its digits alone it is far more often an
    amount, a moment or the id of a thing; only Chinese ids have enough of them."""
    if (found.start, found.end) != (0, len(number)):
        return False
    return found.detail == "cn-id" or not find(number)


def rank(match: Match) -> tuple[int, int, Spans]:
    """Which of several matches that overlap counts: the one that was read with more knowledge, in
    JSON or a decoded text rather than in the string that holds it, and otherwise the longest."""
    return -_insight(match.text), match.start - match.end, match.spans


def hidden(document: Document, run: Run | None) -> list[Span]:
    """The places that belong to the rules on secrets: not a byte of them is changed."""
    return [(hit.start, hit.end) for hit in secrets.hits(document, run)]


def _insight(text: Text) -> int:
    """How many levels of syntax and encoding were understood to read a text."""
    levels = 0
    carrier = text.carrier
    while isinstance(carrier, Embedded):
        levels += carrier.document.root.type != "string" or carrier.codec.name != "text"
        carrier = carrier.parts[0].carrier
    return levels


def values(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Personal data of some types (data: ``types``), with one fix for the whole file."""
    wanted = [m for m in matches(document, run) if m.value.type in rule.data["types"]]
    if not wanted:
        return
    if rule.safety is None:
        for match in wanted:
            yield _finding(document, rule, run, match, f"; use {_WORDS[match.value.type][1]}")
        return
    from fixture_lint.checks.replacing import replacement

    plan = replacement(document, kind, run)
    fix = rule.fix(plan.title, plan.edits) if plan.edits else None
    for match in wanted:
        why_not = plan.unreplaced.get(match.value, "")
        finding = _finding(document, rule, run, match, f"; {why_not}" if why_not else "")
        yield finding if why_not else finding._replace(fix=fix)
    if "person" in rule.data["types"] and plan.guesses:
        guess = rule.fix("use the stand-in of that person", plan.guessed_edits, "unsafe")
        for place in plan.guesses:
            message = "May mention a person whose name stands elsewhere in this file, at {path}"
            yield rule.finding(document, place, message, guess, severity="info")


def _finding(document: Document, rule: Rule, run: Run, match: Match, note: str) -> Finding:
    carrier = match.text.carrier
    trail = carrier.trail if isinstance(carrier, Embedded) else ()
    how = f", decoded from {' in '.join(reversed(trail))}" if trail else ""
    message = f"{_WORDS[match.value.type][0]} at {{path}}{how}{note}"
    fingerprint = fingerprint_of(match.value, rule.code, run)
    return rule.finding(document, match.spans[0], message, fingerprint=fingerprint)


def fingerprint_of(value: Value, code: str, run: Run) -> str:
    """What stands for a value in findings of a rule, the same for all its spellings."""
    return run.fingerprint(code, f"{value.type}\0{normal(*value)}")
