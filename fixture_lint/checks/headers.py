"""Headers of cassettes: credentials, accounts, and what changes at every recording."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.checks import secrets
from fixture_lint.checks.replay import replay
from fixture_lint.detectors.personal import is_fake
from fixture_lint.detectors.placeholders import is_placeholder
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.embedded import lift, value_edit
from fixture_lint.documents.members import delete_members
from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.documents.yaml_tags import is_binary
from fixture_lint.kinds import Kind
from fixture_lint.kinds.cassette import cassette
from fixture_lint.kinds.cassette.headers import (
    Placed,
    header_at,
    is_volatile,
    meanings,
)
from fixture_lint.kinds.cassette.interactions import Header, Side
from fixture_lint.rules import Finding, Fix, Rule, Safety
from fixture_lint.run import Run

__all__ = ["credentials", "volatile"]

MARKER = "REDACTED"
"""What stands for a credential or an account; it says that something was there."""

_BINARY_MARKER = "UkVEQUNURUQ="
"""The same in base64."""

_COOKIES = ("cookie", "set-cookie")


def credentials(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Secrets in headers and cookies. The fix writes a marker in place of the value; of a header
    that is not for credentials only the secret goes."""
    for hit in secrets.credentials(document, run):
        header = header_at(document, hit.start)
        if header is None:
            continue
        message = f"Header {header.name} carries a credential. {secrets.message(hit)}"
        fix = marking(document, rule, run, header)
        if header.name not in meanings().credentials:
            edits = [Edit(hit.start, hit.end, MARKER)] if hit.how == "" else []
            fix = rule.fix(_title(header), edits, _safety(header, document, run)) if edits else None
        yield secrets.finding(document, rule, run, hit, message, fix)


def _secret(document: Document, run: Run) -> Iterator[Placed]:
    """The values of headers that hold a credential."""
    for hit in secrets.credentials(document, run):
        header = header_at(document, hit.start)
        if header is not None:
            yield header


def marking(document: Document, rule: Rule, run: Run, header: Placed) -> Fix | None:
    """The fix that writes a marker in place of the value of a header."""
    new = _BINARY_MARKER if is_binary(document, header.node) else MARKER
    change = value_edit(document, header.node, 0, len(header.node.value), new)
    edits = lift([change])
    return rule.fix(_title(header), edits, _safety(header, document, run)) if edits else None


def _title(header: Placed) -> str:
    return f"write {MARKER} as {header.name}"


def _safety(header: Placed, document: Document, run: Run) -> Safety | None:
    """Whether a replay can see that a header was changed: that of a request where headers are
    compared, and a cookie that the client would send back."""
    how = replay(document, run)
    if not how.headers:
        return None
    is_seen = header.side.is_request or (header.name in _COOKIES and not how.is_guess)
    return "unsafe" if is_seen else None


def is_nobodys(value: str) -> bool:
    """Whether the name of an account is a stand-in or a placeholder."""
    if not value or is_placeholder(value):
        return True
    return is_fake("user-name", value) or is_fake("email", value)


def volatile(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Headers that change at every recording. One fix drops them all, those of requests only where
    headers take no part in the comparison."""
    secret = {placed.start for placed in _secret(document, run)}
    found = [
        (side, header)
        for side, header in volatile_headers(document)
        if secret.isdisjoint(value.start for value in header.values)
    ]
    if not found:
        return
    how = replay(document, run)
    are_compared = how.headers or how.is_keyed
    dropped = _Dropped(
        document, [header for side, header in found if not (side.is_request and are_compared)]
    )
    fix = rule.fix("drop what changes at every recording", dropped.edits) if dropped.edits else None
    for side, header in found:
        message = f"Header {header.name} changes at every recording"
        if side.is_request and are_compared:
            message += "; it stays, because the headers of requests are compared"
        elif id(header.holder) in dropped.kept:
            message += "; it stays, because it cannot be taken out alone"
        is_fixed = id(header.holder) in dropped.holders and not (side.is_request and are_compared)
        at = header.members[0]
        yield rule.finding(document, at, message, fix if is_fixed else None)


class _Dropped:
    """The edits that take headers out, and the objects out of which they can be taken or not."""

    def __init__(self, document: Document, headers: list[Header]) -> None:
        by_holder: dict[int, tuple[Node, list[Member]]] = {}
        for header in headers:
            holder = by_holder.setdefault(id(header.holder), (header.holder, []))
            holder[1].extend(header.members)
        self.edits: list[Edit] = []
        self.holders: set[int] = set()
        self.kept: set[int] = set()
        for key, (node, members) in by_holder.items():
            edits = delete_members(document, node, members)
            (self.kept if edits is None else self.holders).add(key)
            self.edits += edits or []


def _is_filtered(value: Node) -> bool:
    """Whether a recorder has put a placeholder in the place of a value; these have no digits."""
    return not any(map(str.isdigit, value.value)) and is_placeholder(value.value)


def volatile_headers(document: Document) -> list[tuple[Side, Header]]:
    """The headers of a cassette that change at every recording, with their sides. A placeholder
    does not change any more, and a cookie or an account is the business of other rules."""
    if "volatile headers" not in document.memo:
        known = cassette(document)
        document.memo["volatile headers"] = [
            (side, header)
            for side in (known.sides if known else ())
            for header in side.headers
            if is_volatile(header, side) and not all(map(_is_filtered, header.values))
        ]
    found: list[tuple[Side, Header]] = document.memo["volatile headers"]
    return found
