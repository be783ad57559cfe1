"""The semantic diff of two versions of a recording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fixture_lint.behaviour import quiet
from fixture_lint.behaviour.align import Pair, align
from fixture_lint.behaviour.changes import Change, answers, changes, drift, envelope
from fixture_lint.behaviour.items import Behaviour, Item
from fixture_lint.behaviour.privacy import Private, is_redaction, private
from fixture_lint.behaviour.telling import joined, kind_of, told
from fixture_lint.documents.tree import Document


class Step(NamedTuple):
    """A step of one or both versions, and how it has changed."""

    item: Item
    changes: tuple[Change, ...] = ()


class Comparison(NamedTuple):
    """How two versions of a recording differ: their steps in the order of the new one with the
    changes of behaviour; what has changed beside it; how many calls have another ref; the two
    behaviours, and what is private in each version."""

    kind: str
    steps: tuple[Step, ...]
    quiet: tuple[Change, ...]
    renumbered: int
    old: Behaviour
    new: Behaviour
    before: Private
    after: Private

    @property
    def changes(self) -> tuple[Change, ...]:
        """All changes of behaviour."""
        return tuple(change for step in self.steps for change in step.changes)

    @property
    def is_behaviour(self) -> bool:
        """Whether behaviour has changed."""
        return any(step.changes for step in self.steps)

    @property
    def noise(self) -> Counter[str]:
        """What the new version has of one recording only and the old one had not, by group."""
        return quiet.noise(self.old, self.new)

    def has(self, name: str) -> bool:
        """Whether a change of a class is among those beside behaviour."""
        return any(change.name == name for change in self.quiet)


def compare(old: Document, new: Document) -> Comparison | None:
    """How two documents differ in behaviour; None if one of them is of no kind that has any, or if
    they are of different kinds."""
    return compare_all([old], [new])


def compare_all(old: Sequence[Document], new: Sequence[Document]) -> Comparison | None:
    """The same for the documents of two versions of a file, such as the lines of JSON Lines."""
    kinds = {kind_of(document) for document in (*old, *new)}
    if len(kinds) != 1 or kinds == {""} or not (old and new):
        return None
    before, after = (joined([b for d in side if (b := told(d)) is not None]) for side in (old, new))
    pairs = align(before.items, after.items)
    hidden, shown = private(old), private(new)
    redactions: list[Change] = []
    steps: list[Step] = []
    for pair in pairs:
        item = pair.new or pair.old
        assert item is not None  # A pair has one of them.
        found = [(item, list(changes(pair))), *answers(pair)]
        for one, changed in found:
            kept = [c for c in changed if not _is_redaction(c, hidden, shown)]
            redactions += [change for change in changed if change not in kept]
            steps.append(Step(one, tuple(kept)))
    result = Comparison(
        kinds.pop(), tuple(steps), (), _renumbered(pairs), before, after, hidden, shown
    )
    return result._replace(quiet=tuple(_quiet(result, pairs, redactions, old, new)))


def _is_redaction(change: Change, before: Private, after: Private) -> bool:
    old, new = change.old, change.new
    return bool(old and new and is_redaction(old.text, new.text, before, after))


def _renumbered(pairs: Sequence[Pair]) -> int:
    return sum(
        pair.old is not None
        and pair.new is not None
        and pair.new.kind == "call"
        and pair.old.ref != pair.new.ref
        for pair in pairs
    )


def _quiet(
    found: Comparison,
    pairs: Sequence[Pair],
    redactions: Sequence[Change],
    old: Sequence[Document],
    new: Sequence[Document],
) -> list[Change]:
    """What has changed beside behaviour. Noise and clean-up are told apart by the new version: what
    it has kept is noise, what it has dropped is clean-up; noise wins."""
    if [document.text for document in old] == [document.text for document in new]:
        return []
    changed: list[Change] = []
    noise = found.noise
    cleaned = quiet.cleaned(found.old, found.new, found.before, found.after)
    if noise:
        changed.append(Change("noise-only", remark=quiet.in_words(noise)))
    if redactions:
        count = len(redactions)
        remark = f"{count} value{'s' * (count != 1)} replaced by stand-ins"
        changed.append(Change("redaction-only", remark=remark))
    if cleaned and not noise:
        remark = f"{quiet.in_words(cleaned)} dropped or frozen"
        changed.append(Change("cleanup-only", remark=remark))
    changed += dict.fromkeys(change for pair in pairs for change in envelope(pair))
    drifted = dict.fromkeys(where for pair in pairs for where in drift(pair))
    changed += [Change("payload-order-drift", where) for where in drifted]
    header = [c for c in quiet.header(found.old, found.new) if not _is_noted(c, noise)]
    changed += header
    if found.kind == "conversation" and quiet.has_new_layout(old, new):
        changed.append(Change("layout-only"))
    if not changed and not found.is_behaviour and not found.renumbered:
        changed.append(Change("layout-only"))
    return changed


def _is_noted(change: Change, noise: Counter[str]) -> bool:
    """The date of a recording beside noise does not count as a change of its own."""
    return bool(noise) and change.where == quiet.RECORDED
