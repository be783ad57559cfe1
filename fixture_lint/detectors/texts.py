"""Whether secrets or personal data are found in the texts of a document: what the raw bytes of a
file leave open is settled here, and all of YAML, of which the bytes say little."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.detectors import tokens
from fixture_lint.detectors.personal.finding import holds
from fixture_lint.documents import unplaced
from fixture_lint.documents.named import Named, Unsure
from fixture_lint.documents.tree import Document

_LONGEST_KNOWN = 64
_MOST_KNOWN = 20_000

_known: list[set[Named]] = [set(), set(), set()]
"""Short texts of the upper levels in which all was searched and nothing was found: cassettes of one
run have headers, keys and models in common."""


def may_hold(document: Document, secret: bool = True, personal: bool = True) -> bool:
    """Whether a document of YAML or JSON must be searched for secrets or for personal data. No
    guarantees that nothing is found in any text of it and of what it embeds."""
    return _hold(unplaced.of_document(document), secret, personal)


def hold(plain: object, secret: bool, personal: bool) -> bool:
    """The same for a value of JSON whose keys were unique."""
    return _hold(unplaced.of_value(plain), secret, personal)


def _hold(levels: Iterator[set[Named]], secret: bool, personal: bool) -> bool:
    fresh: list[set[Named]] = []
    try:
        for depth, texts in enumerate(levels):
            if depth < len(_known):
                texts -= texts & _known[depth]
            if secret and any(tokens.find(text, name) for text, name, _ in texts):
                return True
            if personal and any(holds(*named) for named in texts):
                return True
            fresh.append(texts)
    except Unsure:
        return True
    if secret and personal:
        for known, texts in zip(_known, fresh, strict=False):
            _remember(known, texts)
    return False


def _remember(known: set[Named], texts: set[Named]) -> None:
    if len(known) > _MOST_KNOWN:
        known.clear()
    known.update([named for named in texts if len("".join(named)) <= _LONGEST_KNOWN])
