"""Cassettes as a whole: bodies that nobody can read, lengths, lost requests, recorded failures."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from fixture_lint.checks.replay import replay
from fixture_lint.documents.codecs import HEX, PLAIN, text_of_base64
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.members import delete_members
from fixture_lint.documents.tree import Document
from fixture_lint.documents.yaml_tags import tag_of
from fixture_lint.kinds import Kind
from fixture_lint.kinds.cassette import cassette
from fixture_lint.kinds.cassette.bodies import Content, contents, is_media, why_closed
from fixture_lint.kinds.cassette.interactions import Side
from fixture_lint.kinds.cassette.lengths import lengths as stated_lengths
from fixture_lint.kinds.cassette.lengths import stating
from fixture_lint.rules import Finding, Fix, Rule
from fixture_lint.run import Run

__all__ = ["failures", "lengths", "missing_request", "opaque_bodies"]

_MENTIONS = re.compile(
    r"(?:(?<![a-z])|(?<=[a-z])(?=[A-Z]))(?i:err|fail|invalid|unauthori|forbid|denied|refus|reject"
    r"|retr|rate.?limit|limit|quota|overload|time.?out|unavailable|unsupported|not.?(?:found|allow)"
    r"|missing|bad(?![a-z])|wrong|exception|raise|broken|expired|[45]xx|without|no(?![a-z])|bogus"
    r"|unknown|exhaust|throttl|duplicat|conflict|exists|already|too(?![a-z]))"
)
"""Words in the name of a test that lead one to expect a failure."""


def lengths(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Responses whose ``content-length`` is not that of their body. The fix restates it."""
    known = cassette(document)
    for length in stated_lengths(document, known) if known else ():
        if length.stated == length.actual or not length.is_header or length.side.is_request:
            continue
        message = f"content-length {length.stated}, but the body has {length.actual} bytes"
        edits = stating(document, length.node, length.actual)
        fix = rule.fix("state the length of the body", edits) if edits else None
        yield rule.finding(document, length.node, message, fix)


def opaque_bodies(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Bodies that a reviewer cannot read: compressed, in base64 or in frames. The fix stores the
    text."""
    known = cassette(document)
    for content in contents(document, known) if known else ():
        if content.storage in (None, PLAIN) or why_closed(content) or is_media(content.side):
            continue
        name = "Request body" if content.side.is_request else "Response body"
        message = f"{name} at {{path}} is {_what(content)}: nobody can review it"
        fix = _decoding(document, rule, content, run)
        yield rule.finding(document, _opening(content.side), message, fix)


def _what(content: Content) -> str:
    if content.carrier is None:
        return "binary"
    encoding = content.side.header("content-encoding")
    if encoding is not None and encoding.value not in ("", "identity"):
        return "compressed"
    return "hexadecimal" if content.storage is HEX else "in base64"


def _opening(side: Side) -> tuple[int, int]:
    """Where a body begins: it may be long."""
    assert side.body is not None  # It has been opened, or could not be.
    return side.body.start, min(side.body.start + 1, side.body.end)


def _decoding(document: Document, rule: Rule, content: Content, run: Run) -> Fix | None:
    """The fix that stores the text of a body in place of its packed form: the header that says how
    it was packed goes, and the length becomes that of the text."""
    side, body = content.side, content.side.body
    tag = tag_of(document, body) if body is not None else None
    if body is None or tag is None or content.carrier is None:
        return None
    if side.is_request and replay(document, run).body == "bytes":
        return None
    from fixture_lint.documents.yaml_edits import quoted

    text = text_of_base64(body.value)
    new = quoted(document, text) if text is not None else None
    if text is None or new is None:
        return None
    edits = [Edit(tag.start, body.end, new)]
    encoding, length = side.header("content-encoding"), side.header("content-length")
    if encoding is not None:
        gone = delete_members(document, encoding.holder, encoding.members)
        if gone is None:
            return None
        edits += gone
    if length is not None and length.values:
        edits += stating(document, length.values[0], len(text.encode())) or []
    return rule.fix("store the text of the body", edits)


def missing_request(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """A response that was recorded without its request."""
    known = cassette(document)
    if known is not None and known.family.name == "response-only":
        message = "The response was recorded without its request: nobody can tell what it answers"
        yield rule.finding(document, document.root, message)


def failures(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Failures that were recorded although the name of the cassette does not speak of one, each
    status once."""
    known = cassette(document)
    seen: set[str] = set()
    for interaction in known.interactions if known else ():
        status = interaction.response.status if interaction.response else None
        code = status.value[:3] if status is not None else ""
        is_failure = status is not None and re.fullmatch("[45][0-9][0-9]", code)
        if not is_failure or code in seen or _is_meant(document.path, code):
            continue
        assert status is not None  # It is a failure.
        seen.add(code)
        message = f"Recorded status {code}, which the name of the cassette does not mention"
        yield rule.finding(document, status, message)


def _is_meant(path: str, code: str) -> bool:
    """Whether the name of a cassette, or that of its folder, speaks of a failure."""
    folder, name = os.path.split(path)
    told = f"{os.path.basename(folder)}/{name}"
    return code in told or _MENTIONS.search(told) is not None
