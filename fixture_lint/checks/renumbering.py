"""The one fix that renumbers all calls and results of a document."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.checks.pairing import pairings
from fixture_lint.detectors.identifiers import CALL_ID_NEEDLES, call_ids_in
from fixture_lint.documents.edits import Edit, delete_members
from fixture_lint.documents.json import quote
from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import conversation
from fixture_lint.kinds.leftovers import classify
from fixture_lint.rules import Fix, Rule

__all__: list[str] = []  # No check stands here.


def renumbering(document: Document, rule: Rule) -> Fix | None:
    """The one fix of a document that numbers all calls in order of appearance. Results are renamed
    with their calls, ids that link become refs, other ids of calls are dropped.

    None if any link of the document is broken: renaming could then tie a result to a wrong call.
    """
    if "renumbering" not in document.memo:
        document.memo["renumbering"] = _renumber(document)
    title, edits = document.memo["renumbering"]
    return rule.fix(title, edits) if edits else None


def _renumber(document: Document) -> tuple[str, list[Edit]]:
    edits: list[Edit] = []
    if not all(pairing.is_sound for pairing in pairings(document)):
        return "", edits
    changes: list[str] = []
    dropped = 0
    for pairing in pairings(document):
        new_refs = pairing.new_refs()
        for site in pairing.calls + pairing.results:
            new = new_refs[id(site.call or site)]
            if site.ref is None:
                edits.append(Edit(site.ids[0].start, site.ids[0].end, f'"ref": {quote(new)}'))
            elif site.ref.value.value != new:
                edits.append(Edit(site.ref.value.start, site.ref.value.end, quote(new)))
            if site.call is None and site.names[0] != new:
                changes.append(f"{site.names[0]} → {new}")
            kept = site.ids[0] if site.ref is None else None
            role = "result" if site.call else "call"
            doomed = [m for m in site.ids if m is not kept and classify(m, role) == "call-id"]
            dropped += len(doomed)
            edits += delete_members(site.node, doomed)
    edits += _mentions(document)
    title = "renumber: " + ", ".join(changes) if changes else ""
    if dropped:
        plural = "s" if dropped > 1 else ""
        title += f"{'; ' if title else ''}drop {dropped} provider id{plural}"
    return title, edits


def _mentions(document: Document) -> Iterator[Edit]:
    """Renames the ids that texts and payload mention, so that nothing points to what is gone."""
    renamed = renamed_ids(document)
    if not any(needle in document.text for needle in CALL_ID_NEEDLES):
        return
    for node in conversation.prose(document):
        for start, end in call_ids_in(node.value):
            new = renamed.get(node.value[start:end])
            if new:
                yield Edit(*span_in(document, node, start, end), new)


def renamed_ids(document: Document) -> dict[str, str]:
    """What the renumbering calls each name that it takes away; nothing if it cannot be made."""
    if not all(pairing.is_sound for pairing in pairings(document)):
        return {}
    renamed: dict[str, str] = {}
    for pairing in pairings(document):
        new_refs = pairing.new_refs()
        for site in pairing.calls:
            renamed |= {name: new_refs[id(site)] for name in site.all_names}
    return renamed
