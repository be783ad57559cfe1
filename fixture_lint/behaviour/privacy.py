"""What of a document is private, so that no review shows it, and so that its replacement by a
stand-in is told from a change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from fixture_lint.checks import personal, secrets
from fixture_lint.checks.masking import masked_text
from fixture_lint.documents.printable import MASK
from fixture_lint.documents.tree import Document

_LABELS = {
    "person": "name",
    "card": "card number",
    "national-id": "national id",
    "ip": "address",
    "birth-date": "date of birth",
    "user-name": "user name",
}
_WORD = re.compile(r"[^\W\d_]{2,}")
_GAP = r"[\s,.]*"
_MASKED = re.compile(f"{MASK}+")
_MOST = 300
"""Characters of a stand-in."""


class Private(NamedTuple):
    """The private values of a document, each with the word that stands for it in a review; and
    those that stand in its texts as parts of names."""

    words: Mapping[str, str]
    parts: frozenset[str]
    secrets: int

    def masked(self, text: str) -> str:
        """A text in which nothing private is left."""
        for value in sorted(self.words, key=len, reverse=True):
            if value in text:
                text = text.replace(value, f"‹{self.words[value]}›")
        return _MASKED.sub("‹private›", masked_text(text))

    def holds(self, text: str) -> bool:
        """Whether a text holds any of the values."""
        return any(value in text for value in self.words)


def private(documents: Iterable[Document]) -> Private:
    """What is private in the documents of a file."""
    words: dict[str, str] = {}
    parts: set[str] = set()
    count = 0
    for document in documents:
        for match in personal.matches(document):
            type_, value, _ = match.value
            words.setdefault(value, _LABELS.get(type_, type_))
            if type_ == "person":
                parts.update(_WORD.findall(value))
        for hit in secrets.hits(document):
            words[document.text[hit.start : hit.end]] = "secret"
            count += 1
    words.pop("", None)
    return Private(words, frozenset(parts), count)


def is_redaction(old: str, new: str, before: Private, after: Private) -> bool:
    """Whether a new text is the old one in which nothing has changed but private values, each of
    which has become something that is not private."""
    values = sorted({*before.words, *before.parts}, key=len, reverse=True)
    values = [value for value in values if value in old]
    if not values:
        return False
    private = "|".join(map(re.escape, values))
    together = re.compile(rf"(?:{private})(?:{_GAP}(?:{private}))*")
    found = together.findall(old)
    made = _between(together.split(old), new)
    if made is None:
        return False
    replaced = [(one, other) for one, other in zip(found, made, strict=True) if one != other]
    return bool(replaced) and not any(
        after.holds(other) or masked_text(other) != other for _, other in replaced
    )


def _between(pieces: list[str], text: str) -> list[str] | None:
    """What stands in a text between pieces that follow each other in it; None if it does not hold
    them all. Each is looked for once, from where the last one ended, so that the time is linear."""
    if not text.startswith(pieces[0]) or not text.endswith(pieces[-1]):
        return None
    found: list[str] = []
    position, end = len(pieces[0]), len(text) - len(pieces[-1])
    for piece in pieces[1:-1]:
        start = text.find(piece, position + 1, end)
        if start < 0:
            return None
        found.append(text[position:start])
        position = start + len(piece)
    if not position < end:
        return None
    found.append(text[position:end])
    return found if all(len(one) <= _MOST for one in found) else None
