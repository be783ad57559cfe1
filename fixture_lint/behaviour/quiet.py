"""What has changed in a recording without being behaviour: noise, clean-up, layout, header."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fixture_lint.behaviour.changes import Change
from fixture_lint.behaviour.items import Behaviour
from fixture_lint.behaviour.privacy import Private
from fixture_lint.behaviour.values import Leaf, differences
from fixture_lint.documents.canonical import render
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import conversation

RECORDED = "/recorded"
_ONE = {
    "ids": "id",
    "times": "time",
    "token counts": "token count",
    "fingerprints": "fingerprint",
    "headers": "header",
    "signatures": "signature",
    "secrets": "secret",
    "padding": "padding",
    "tokens": "token",
    "boundaries": "boundary",
}
"""The groups that are counted, in the order of the sentence, and the words for one of each."""


def noise(old: Behaviour, new: Behaviour) -> Counter[str]:
    """How many values of each group are there in the new version that change at every recording
    and were not there in the old one; how texts were cut into events counts as one."""
    fresh = Counter(new.volatile) - Counter(old.volatile)
    found = Counter(group for group, _ in fresh)  # An id counts once, however often it stands.
    found["signatures"] += sum(
        old.opaque.get(where) not in (None, value) for where, value in new.opaque.items()
    )
    if old.chunks != new.chunks:
        found["borders of events"] += 1
    return +found


def cleaned(old: Behaviour, new: Behaviour, before: Private, after: Private) -> Counter[str]:
    """How many such values of each group the new version has dropped or frozen."""
    gone = Counter(old.volatile) - Counter(new.volatile)
    found = Counter(group for group, _ in gone)
    found["secrets"] += max(before.secrets - after.secrets, 0)
    return +found


def in_words(counts: Counter[str]) -> str:
    """Counts of groups as a review says them: ``3 ids, 1 time``."""
    known = [group for group in _ONE if counts[group]]
    said = [f"{counts[group]} {_ONE[group] if counts[group] == 1 else group}" for group in known]
    return ", ".join(said + [group for group in counts if group not in _ONE])


def header(old: Behaviour, new: Behaviour) -> Iterator[Change]:
    """What differs in the header and in members that nobody knows; the date of the recording is
    told by itself."""
    for pointer in dict.fromkeys((*old.meta, *new.meta)):
        before, after = old.meta.get(pointer), new.meta.get(pointer)
        if before != after:
            yield Change("meta-only", pointer, _leaf(before), _leaf(after))
    for found in differences(old.rest, new.rest):
        yield Change("meta-only", found.pointer.partition("#")[0], found.old, found.new)


def _leaf(text: str | None) -> Leaf | None:
    return None if text is None else Leaf("string", text)


def has_new_layout(old: Sequence[Document], new: Sequence[Document]) -> bool:
    """Whether conversations that were not laid out canonically are now."""
    return any(map(_is_crooked, old)) and not any(map(_is_crooked, new))


def _is_crooked(document: Document) -> bool:
    if document.syntax != "json" or document.record:
        return False
    ordered = {id(node): members for node, members in conversation.order(document, frozenset())}
    aspects: set[str] = {"indentation", "final-newline"}
    text = render(document, aspects, lambda node: ordered.get(id(node), node.members))
    return document.bom or text != document.text
