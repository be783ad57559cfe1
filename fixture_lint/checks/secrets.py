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
from fixture_lint.documents.json import splice
from fixture_lint.documents.opening import Sealed, Text, texts
from fixture_lint.documents.printable import MASK
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["in_arguments", "in_urls", "sealed", "values"]

_URL_BEFORE = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s\"'<>]{0,4096}$", re.IGNORECASE)


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
            if isinstance(text, Text):
                for hit in _hits(text, run):
                    found.setdefault((hit.start, hit.end), hit)
        document.memo["secrets"] = _outermost(sorted(found.values()))
    result: list[Hit] = document.memo["secrets"]
    return result


def _texts(document: Document) -> Iterator[Text | Sealed]:
    """The texts of a document that may hold a secret: of most documents none is looked at."""
    if may_hold_secrets(document.text.encode()):
        yield from texts(document)


def _hits(text: Text, run: Run | None) -> Iterator[Hit]:
    carrier, node, name = text
    owner = carrier.document if isinstance(carrier, Embedded) else carrier
    trail = carrier.trail if isinstance(carrier, Embedded) else ()
    for secret in tokens.find(node.value, name):
        start, end = locate(carrier, *splice(owner.text, node, secret.start, secret.end))
        yield Hit(
            start,
            end,
            secret.family,
            secret.prefix,
            tokens.length_class(secret.end - secret.start),
            f", decoded from {' in '.join(reversed(trail))}" if trail else "",
            bool(_URL_BEFORE.search(node.value, 0, secret.start)),
            run.fingerprint("", node.value[secret.start : secret.end]) if run else "",
        )


def _outermost(found: list[Hit]) -> list[Hit]:
    """Of hits that overlap, the first and longest: the same value seen on several ways."""
    kept: list[Hit] = []
    for hit in sorted(found, key=lambda hit: (hit.start, -hit.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return kept


def masked(document: Document) -> str:
    """The text of a document with every secret masked behind its public prefix, as reports may
    show it; also where the rules on secrets are not selected."""
    text = document.text
    for hit in reversed(hits(document)):
        start = hit.start
        if text.startswith(hit.prefix, start):
            start += len(hit.prefix)
        text = text[:start] + MASK * (hit.end - start) + text[hit.end :]
    return text


def masked_text(text: str) -> str:
    """The same for a text that cannot be read as a document."""
    for secret in reversed(tokens.find(text)):
        text = text[: secret.start] + MASK * (secret.end - secret.start) + text[secret.end :]
    return text


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
    for hit in hits(document, run):
        if not hit.is_in_url and _place(document, kind, hit) is None:
            yield _finding(document, rule, run, hit, _message(hit))


def in_urls(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets in URLs."""
    for hit in hits(document, run):
        if hit.is_in_url and _place(document, kind, hit) is None:
            yield _finding(document, rule, run, hit, f"In a URL: {_message(hit)}")


def in_arguments(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets among the arguments of calls, which a model must never be given."""
    for hit in hits(document, run):
        name = _place(document, kind, hit)
        if name is not None:
            message = (
                f"Argument {name!r} is a credential; tools must not receive one. {_message(hit)}"
            )
            yield _finding(document, rule, run, hit, message)


def _finding(document: Document, rule: Rule, run: Run, hit: Hit, message: str) -> Finding:
    fingerprint = run.fingerprint(rule.code, hit.identity) if hit.identity else ""
    return rule.finding(document, (hit.start, hit.end), message, fingerprint=fingerprint)


def sealed(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Texts that could not be opened and so were not searched."""
    for text in _texts(document):
        if not isinstance(text, Sealed):
            continue
        carrier, node, _ = text.text
        start, end = locate(carrier, node.start, node.end)
        message = f"Text at {{path}} could not be opened, so it was not searched: {text.why}"
        yield rule.finding(document, (start, min(start + 1, end)), message)


def _message(hit: Hit) -> str:
    prefix = f"{hit.prefix}…, " if hit.prefix else ""
    return (
        f"{hit.family}: secret-like value at {{path}} ({prefix}{hit.length}{hit.how}); "
        "revoke it and record again"
    )
