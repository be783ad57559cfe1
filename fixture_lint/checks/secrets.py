"""Secrets, wherever they hide: in strings, and in everything that strings embed.

Nothing here, and nothing that it yields, holds a character of a secret beyond the public prefix of
its family.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.detectors import tokens
from fixture_lint.detectors.screen import may_hold_secrets
from fixture_lint.documents.embedded import Embedded, locate
from fixture_lint.documents.opening import Sealed, Text, texts
from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
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


def hits(document: Document, run: Run | None = None) -> list[Hit]:
    """The secrets of a document, each once, in the order of the text. Without a run they have no
    identity, and can be masked but not accepted."""
    if "secrets" not in document.memo:
        found: dict[tuple[int, int], Hit] = {}
        for text in _texts(document):
            if isinstance(text, Text) and text.node.type == "string":
                for hit in _hits(text, run):
                    found.setdefault((hit.start, hit.end), hit)
        document.memo["secrets"] = _outermost(sorted(found.values()))
    result: list[Hit] = document.memo["secrets"]
    return result


def _texts(document: Document) -> Iterator[Text | Sealed]:
    """The texts of a document that may hold a secret: of most documents none is looked at."""
    # The screen knows how JSON spells texts; a folded line may hide a secret from it.
    if document.syntax != "json" or may_hold_secrets(document.text.encode()):
        yield from texts(document)


def _hits(text: Text, run: Run | None) -> Iterator[Hit]:
    carrier, node, name = text.carrier, text.node, text.name
    owner = carrier.document if isinstance(carrier, Embedded) else carrier
    trail = carrier.trail if isinstance(carrier, Embedded) else ()
    for secret in tokens.find(node.value, name):
        start, end = locate(carrier, *span_in(owner, node, secret.start, secret.end))
        yield Hit(
            start,
            end,
            secret.family,
            secret.prefix,
            tokens.length_class(secret.end - secret.start),
            f", decoded from {' in '.join(reversed(trail))}" if trail else "",
            _is_in_url(node.value, secret.start),
            run.fingerprint("", node.value[secret.start : secret.end]) if run else "",
        )


def _is_in_url(value: str, start: int) -> bool:
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
    for hit in _credentials(document, run):
        if not hit.is_in_url and _place(document, kind, hit) is None:
            yield _finding(document, rule, run, hit, _message(hit))


def in_urls(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets in URLs."""
    for hit in _credentials(document, run):
        if hit.is_in_url and _place(document, kind, hit) is None:
            yield _finding(document, rule, run, hit, f"In a URL: {_message(hit)}")


def in_arguments(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets among the arguments of calls, which a model must never be given."""
    for hit in _credentials(document, run):
        name = _place(document, kind, hit)
        if name is not None:
            message = (
                f"Argument {name!r} is a credential; tools must not receive one. {_message(hit)}"
            )
            yield _finding(document, rule, run, hit, message)


def redaction_keys(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Keys and salts with which stand-ins are made, stored beside the stand-ins."""
    for hit in hits(document, run):
        if hit.family == _REDACTION_KEY:
            message = (
                f"Pseudonym or HMAC key at {{path}} ({hit.length}{hit.how}), beside the data that "
                "it protects; replace it and keep the new one outside the repository"
            )
            yield _finding(document, rule, run, hit, message)


def _credentials(document: Document, run: Run) -> Iterator[Hit]:
    """The secrets that open something else than the document itself."""
    return (hit for hit in hits(document, run) if hit.family != _REDACTION_KEY)


def _finding(document: Document, rule: Rule, run: Run, hit: Hit, message: str) -> Finding:
    fingerprint = run.fingerprint(rule.code, hit.identity) if hit.identity else ""
    return rule.finding(document, (hit.start, hit.end), message, fingerprint=fingerprint)


def sealed(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Texts that could not be opened and so were not searched."""
    for text in _texts(document):
        if not isinstance(text, Sealed):
            continue
        carrier, node = text.text.carrier, text.text.node
        start, end = locate(carrier, node.start, node.end)
        message = f"Text at {{path}} could not be opened, so it was not searched: {text.why}"
        yield rule.finding(document, (start, min(start + 1, end)), message)


def _message(hit: Hit) -> str:
    prefix = f"{hit.prefix}…, " if hit.prefix else ""
    return (
        f"{hit.family}: secret-like value at {{path}} ({prefix}{hit.length}{hit.how}); "
        "revoke it and record again"
    )
