"""Secrets, wherever they hide: in strings, and in everything that strings embed.

Nothing here, and nothing that it yields, holds a character of a secret beyond the public prefix of
its family.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.detectors import tokens
from fixture_lint.detectors.screen import may_hold_private
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.embedded import Embedded, locate, owner
from fixture_lint.documents.opening import Sealed, texts
from fixture_lint.documents.spans import Span
from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.kinds.cassette import cassette
from fixture_lint.kinds.cassette.bodies import contents, why_closed
from fixture_lint.kinds.cassette.headers import header_at, url_at
from fixture_lint.rules import Finding, Fix, Rule
from fixture_lint.run import Run

__all__ = ["in_arguments", "in_urls", "redaction_keys", "sealed", "values"]

_REDACTION_KEY = "redaction-key"
"""The family of keys that undo what was done to the data beside them. What a value opens says more
than where it stands, so these are reported by a rule of their own, wherever they are."""

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{1,20}\Z", re.IGNORECASE)
_END_OF_URL = re.compile(r"[\s\"'<>]")


class Hit(NamedTuple):
    """A secret: where it stands in the file, and what may be said of it."""

    start: int
    end: int
    family: str
    prefix: str
    length: str
    how: str
    is_in_url: bool
    identity: str
    """A salted hash of the value; empty where the configuration has no salt."""
    likeness: int
    """The same for equal values, in one run only."""


def hits(document: Document, run: Run | None = None) -> list[Hit]:
    """The secrets of a document, each once, in the order of the text. Without a run they have no
    identity, and can be masked but not accepted."""
    kept = "secrets" if run is None else "identified secrets"
    if run is None and "identified secrets" in document.memo:
        kept = "identified secrets"
    if kept not in document.memo:
        found: dict[tuple[int, int], Hit] = {}
        for text in _texts(document):
            if isinstance(text, Text) and not text.is_spelling and text.node.type == "string":
                for hit in _hits(text, run):
                    found.setdefault((hit.start, hit.end), hit)
        document.memo[kept] = _outermost(sorted(found.values()))
    result: list[Hit] = document.memo[kept]
    return result


def _texts(document: Document) -> Iterator[Text | Sealed]:
    """The texts of a document that may hold a secret: of most documents none is looked at."""
    if may_hold_private(document):
        yield from texts(document)


def _hits(text: Text, run: Run | None) -> Iterator[Hit]:
    carrier, node, name = text.carrier, text.node, text.name
    trail = carrier.trail if isinstance(carrier, Embedded) else ()
    for secret in tokens.find(node.value, name):
        start, end = locate(carrier, *span_in(owner(carrier), node, secret.start, secret.end))
        yield Hit(
            start,
            end,
            secret.family,
            secret.prefix,
            tokens.length_class(secret.end - secret.start),
            f", decoded from {' in '.join(reversed(trail))}" if trail else "",
            _is_behind_scheme(node.value, secret.start),
            run.fingerprint("", node.value[secret.start : secret.end]) if run else "",
            hash(node.value[secret.start : secret.end]),
        )


def _is_behind_scheme(value: str, start: int) -> bool:
    """Whether a URL leads up to a place; looked for no farther than such URLs are long."""
    before = value[max(0, start - 4096) : start]
    scheme, separator, rest = before.rpartition("://")
    return bool(separator and _SCHEME.search(scheme[-21:])) and not _END_OF_URL.search(rest)


def _outermost(found: list[Hit]) -> list[Hit]:
    """Of hits that overlap, the first and longest: the same value seen on several ways."""
    kept: list[Hit] = []
    for hit in sorted(found, key=lambda hit: (hit.start, -hit.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return kept


def _named(document: Document, kind: Kind | None) -> list[tuple[int, int, str]]:
    """The arguments of calls: where each stands, and how messages call it."""
    if kind is None:
        return []
    return [
        (member.value.start, member.value.end, member.name)
        for args in kind.arguments(document)
        for member in args.members
    ]


def _place(document: Document, kind: Kind | None, hit: Hit) -> str | None:
    """The argument in which a secret stands, None if in none."""
    for start, end, name in _named(document, kind):
        if start <= hit.start < end:
            return name
    return None


def values(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets that no more specific rule reports."""
    for hit in credentials(document, run):
        if _is_in_url(document, hit) or header_at(document, hit.start):
            continue
        if _place(document, kind, hit) is None:
            yield finding(document, rule, run, hit, message(hit))


def in_urls(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets in URLs. That of a request or a response in a cassette becomes a marker."""
    for hit in credentials(document, run):
        if not _is_in_url(document, hit) or header_at(document, hit.start):
            continue
        if _place(document, kind, hit) is None:
            words, fix = f"In a URL: {message(hit)}", None
            if url_at(document, hit.start) and hit.how == "":
                fix = rule.fix(
                    "write REDACTED into the URL", [Edit(hit.start, hit.end, "REDACTED")]
                )
                words += "; filter it in the recorder too, or the replay misses it"
            yield finding(document, rule, run, hit, words, fix)


def _is_in_url(document: Document, hit: Hit) -> bool:
    return hit.is_in_url or url_at(document, hit.start)


def in_arguments(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets among the arguments of calls, which a model must never be given."""
    for hit in credentials(document, run):
        name = _place(document, kind, hit)
        if name is not None:
            words = f"Argument {name!r} is a credential; tools must not receive one. {message(hit)}"
            yield finding(document, rule, run, hit, words)


def redaction_keys(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Keys and salts with which stand-ins are made, stored beside the stand-ins."""
    for hit in hits(document, run):
        if hit.family == _REDACTION_KEY:
            words = (
                f"Pseudonym or HMAC key at {{path}} ({hit.length}{hit.how}), beside the data that "
                "it protects; replace it and keep the new one outside the repository"
            )
            yield finding(document, rule, run, hit, words)


def credentials(document: Document, run: Run) -> Iterator[Hit]:
    """The secrets that open something else than the document itself."""
    return (hit for hit in hits(document, run) if hit.family != _REDACTION_KEY)


def finding(
    document: Document, rule: Rule, run: Run, hit: Hit, words: str, fix: Fix | None = None
) -> Finding:
    """A finding of a rule on a secret; it can be accepted by its fingerprint."""
    fingerprint = run.fingerprint(rule.code, hit.identity) if hit.identity else ""
    return rule.finding(document, (hit.start, hit.end), words, fix, fingerprint=fingerprint)


def sealed(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Texts that could not be opened and so were not searched."""
    told: set[Span] = set()
    for text in _texts(document):
        if not isinstance(text, Sealed):
            continue
        carrier, node = text.text.carrier, text.text.node
        start, end = locate(carrier, node.start, node.end)
        told.add((start, min(start + 1, end)))
        yield rule.finding(document, (start, min(start + 1, end)), _closed(text.why))
    for span, why in _closed_bodies(document):
        if span not in told:
            yield rule.finding(document, span, _closed(why))


def _closed(why: str) -> str:
    return f"Text at {{path}} could not be opened, so it was not searched: {why}"


def _closed_bodies(document: Document) -> Iterator[tuple[Span, str]]:
    """The bodies of a cassette that are texts, as their headers say, and could not be opened."""
    known = cassette(document)
    for content in contents(document, known) if known else ():
        why, body = why_closed(content), content.side.body
        if why and body is not None:
            yield (body.start, min(body.start + 1, body.end)), why


def message(hit: Hit) -> str:
    """What may be said of a secret."""
    prefix = f"{hit.prefix}…, " if hit.prefix else ""
    return (
        f"{hit.family}: secret-like value at {{path}} ({prefix}{hit.length}{hit.how}); "
        "revoke it and record again"
    )
