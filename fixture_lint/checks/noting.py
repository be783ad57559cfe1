"""The note of a recording, beside what has changed since the version in git."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fixture_lint.behaviour.changes import Change
from fixture_lint.behaviour.classes import rank
from fixture_lint.behaviour.items import Item
from fixture_lint.checks.dating import NO_RECORDING, demanding, header
from fixture_lint.checks.rerecording import compared
from fixture_lint.detectors import mentions
from fixture_lint.detectors.mentions import Mention
from fixture_lint.documents.printable import shown
from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["missing_behaviour", "not_reviewed"]

_NO_NOTE = NO_RECORDING | {"args-format-changed", "result-changed"}
"""Changes of behaviour that no note is about: formats, and what a tool put out."""

_SHOWN = 3


def not_reviewed(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Other behaviour, but the note of before. It can still be right."""
    known, note = compared(document, run), _note(document)
    before = _note(known.earlier.document) if known is not None else None
    if known is None or note is None or before is None or note.value != before.value:
        return
    changes = demanding(known.found, _NO_NOTE)
    if changes:
        message = (
            f"Behaviour changed ({_in_words(changes)}) but meta.note did not: is it still right?"
        )
        yield rule.finding(document, note, message)


def _note(document: Document) -> Node | None:
    meta = header(document)
    note = meta.get("note") if meta is not None else None
    return note if note is not None and note.type == "string" and note.value else None


def _in_words(changes: Sequence[Change]) -> str:
    counts = Counter(change.name for change in changes)
    names = sorted(counts, key=rank)
    told = [
        name.replace("-", " ") + (f" ({counts[name]})" if counts[name] > 1 else "")
        for name in names[:_SHOWN]
    ]
    return ", ".join(told + ["…"] * (len(names) > _SHOWN))


def missing_behaviour(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Words of the note that name what the base has and the new version has not. Where nobody can
    answer yet, as in a commit in the making, they are info."""
    known, note = compared(document, run), _note(document)
    if known is None or note is None or not known.found.is_behaviour:
        return
    old, new = known.found.old.items, known.found.new.items
    before, after = _vocabulary(old, False), _vocabulary(new, True)
    for mention in mentions.named(note.value):
        if mention.word in before and mention.word not in after:
            yield _missing(document, note, mention, rule, run)
    for mention, number in mentions.counted(note.value):
        if number == _count(mention.word, old) != _count(mention.word, new):
            yield _missing(document, note, mention, rule, run)


def _missing(document: Document, note: Node, mention: Mention, rule: Rule, run: Run) -> Finding:
    known = compared(document, run)
    assert known is not None  # There is no finding without it.
    words = note.value[mention.start : mention.end]
    words = shown(known.found.before.masked(known.found.after.masked(words)))
    message = f"meta.note mentions {words!r}, gone since {known.base}"
    span = span_in(document, note, mention.start, mention.end)
    return rule.finding(document, span, message, severity=None if known.is_given else "info")


def _vocabulary(items: Sequence[Item], with_texts: bool) -> frozenset[str]:
    """What a note can name of a conversation: tools, arguments, values, codes and refs; and, with
    ``with_texts``, what is named in its texts."""
    found: set[str] = set()
    for item in (step for call in items for step in (call, *call.answers)):
        is_text = item.kind in ("user", "say", "think", "system")
        found.add(mentions.folded(item.tool))
        found.add(mentions.folded(item.ref))
        for pointer, leaf in item.value.by_pointer.items():
            found.update(mentions.folded(step) for step in pointer.split("/"))
            if leaf.type != "string" or (is_text and not with_texts):
                continue
            found.add(mentions.folded(leaf.text))
            found.update(mention.word for mention in mentions.named(leaf.text, guarded=False))
    return frozenset(found - {""})


def _count(what: str, items: Sequence[Item]) -> int:
    """How many calls or tools there are, or calls that were made before as well."""
    calls = [item for item in items if item.kind == "call"]
    if what == "tool":
        return len({call.tool for call in calls})
    return len(calls) - (len({call.key for call in calls}) if what == "retry" else 0)
