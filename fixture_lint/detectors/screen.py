"""The screen for secrets and personal data: no rule on them can find anything in a file.

It may only say no where the full search finds nothing. It looks at the raw bytes first; what they
leave open, as a word such as "key" near a number, is settled by the texts of the document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fixture_lint.detectors.encoded import may_be_encoded
from fixture_lint.detectors.families import compiled_bytes, is_block
from fixture_lint.detectors.needles import Place, anchored
from fixture_lint.detectors.personal.screen import has_leads
from fixture_lint.detectors.sight import Sight, look

if TYPE_CHECKING:
    from fixture_lint.documents.tree import Document

_RUN = re.compile(rb"[!-~]{8,}")
"""Printable characters in a row; no credential has others."""

_ANCHORED = 27
"""No family without a needle has fewer characters in a row."""

_PIECE = re.compile(rb"(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf]))[A-Za-z0-9_-]{11}")
"""What at least stands where a pattern of a plugin matches."""


def may_hold_any(data: bytes, plain: object) -> bool:
    """Whether a file must be searched for secrets and personal data.

    Arguments: its bytes, JSON in UTF-8 without duplicate keys, and their value. No guarantees
    that nothing is found in any text of it and of what it embeds.
    """
    secret, personal = _leads(data)
    if not secret and not personal:
        return False
    from fixture_lint.detectors.texts import hold

    return hold(plain, secret, personal)


def may_hold_private(document: Document) -> bool:
    """The same for a document of any syntax that has been read; worked out once."""
    if "may hold private" not in document.memo:
        document.memo["may hold private"] = _may_hold_private(document)
    answer: bool = document.memo["may hold private"]
    return answer


def _may_hold_private(document: Document) -> bool:
    if document.syntax not in ("json", "yaml"):
        return True
    # The bytes tell how JSON spells texts; a folded line may hide something from them.
    secret = personal = True
    if document.syntax == "json":
        secret, personal = _leads(document.text.encode("utf-8", "surrogatepass"))
    if not secret and not personal:
        return False
    from fixture_lint.detectors.texts import may_hold

    return may_hold(document, secret, personal)


def _leads(data: bytes) -> tuple[bool, bool]:
    """Whether the bytes of a file leave it open that it holds secrets, and personal data."""
    sight = look(data)
    if may_be_encoded(data, sight):
        return True, True
    return sight.has_words or _has_marks(data, sight), has_leads(data, sight)


def may_hold_secret(data: bytes) -> bool:
    """Whether the bytes of a file may hold a secret that stands in them as it is. If it says no,
    ``tokens.find`` finds nothing in any text of it that is not encoded."""
    sight = look(data)
    return sight.is_escaped or _may_hold_secret(data, sight)


def _may_hold_secret(data: bytes, sight: Sight) -> bool:
    if _has_marks(data, sight):
        return True
    if not sight.has_words:
        return False
    from fixture_lint.detectors.values import may_hold_value

    return any(may_hold_value(_unquoted(run)) for run in set(_RUN.findall(data)))


def _has_marks(data: bytes, sight: Sight) -> bool:
    """Whether the bytes of a file may hold a secret that its own form tells."""
    marks = ((start, place) for start, places in sight.marks for place in places)
    if any(_matches(data, start, place) for start, place in marks):
        return True
    if not any(len(run) >= _ANCHORED for run in sight.runs):
        return False
    return any(compiled_bytes(family.scan).search(data) for family in anchored())


def _unquoted(run: bytes) -> str:
    """A run without the quotes, the comma or the colon that JSON puts around a string."""
    text = run.decode("ascii")
    return text.removeprefix('"').removesuffix(",").removesuffix(":").removesuffix('"')


def _matches(data: bytes, start: int, place: Place) -> bool:
    if is_block(place.family):
        return True
    pattern = _PIECE if place.family.plugin else compiled_bytes(place.family.pattern)
    return any(
        pattern.match(data, start - offset)
        for offset in range(place.least, place.most + 1)
        if offset <= start
    )
