"""What may be shown of a document: its text with every secret and all personal data masked.

It holds whichever rules are selected: no output shows what somebody may have to revoke, or the
data of a person.
"""

from __future__ import annotations

import re

from fixture_lint.checks import personal, secrets
from fixture_lint.detectors import tokens
from fixture_lint.detectors.personal import find
from fixture_lint.documents.printable import MASK
from fixture_lint.documents.spans import Span
from fixture_lint.documents.tree import Document

_NO_LINE_END = re.compile(r"[^\r\n]")


def is_private(document: Document) -> bool:
    """Whether a document holds anything that must not be shown."""
    return bool(secrets.hits(document) or personal.matches(document))


def masked(document: Document) -> str:
    """The text of a document as reports may show it: of a secret the public prefix of its family
    stays."""
    text = document.text
    spans = [span for match in personal.matches(document) for span in match.spans]
    for hit in secrets.hits(document):
        shown = len(hit.prefix) if text.startswith(hit.prefix, hit.start) else 0
        spans.append((hit.start + shown, hit.end))
    return _masked(text, spans)


def masked_text(text: str) -> str:
    """The same for a text that cannot be read as a document."""
    spans = [(secret.start, secret.end) for secret in tokens.find(text)]
    return _masked(text, spans + [(found.start, found.end) for found in find(text)])


def _masked(text: str, spans: list[Span]) -> str:
    """A text with other characters in the places of its own, so that lines and columns stay."""
    pieces: list[str] = []
    position = 0
    for start, end in sorted(spans):
        start = max(start, position)
        pieces += (text[position:start], _NO_LINE_END.sub(MASK, text[start:end]))
        position = max(position, end)
    pieces.append(text[position:])
    return "".join(pieces)
