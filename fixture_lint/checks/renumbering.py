"""The one fix that renumbers all calls and results of a document."""

from __future__ import annotations

from fixture_lint.checks.pairing import Site, pairings
from fixture_lint.detectors.identifiers import CALL_ID_NEEDLES, call_ids_in
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.members import delete_members, replace_member, replace_text
from fixture_lint.documents.spelling import Change, edits_of
from fixture_lint.documents.tree import Document, Member
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
    """The title of the fix and its edits; none if a name cannot be changed in one of its places."""
    if not all(pairing.is_sound for pairing in pairings(document)):
        return "", []
    edits = _mentions(document)
    changes: list[str] = []
    dropped = 0
    for pairing in pairings(document):
        new_refs = pairing.new_refs()
        for site in pairing.calls + pairing.results:
            new = new_refs[id(site.call or site)]
            doomed = _superfluous(site)
            found = [_named(document, site, new), delete_members(document, site.node, doomed)]
            if edits is None or None in found:
                return "", []
            edits += [edit for part in found if part for edit in part]
            dropped += len(doomed)
            if site.call is None and site.names[0] != new:
                changes.append(f"{site.names[0]} → {new}")
    title = "renumber: " + ", ".join(changes) if changes else ""
    if dropped:
        plural = "s" if dropped > 1 else ""
        title += f"{'; ' if title else ''}drop {dropped} provider id{plural}"
    return title, edits or []


def _named(document: Document, site: Site, ref: str) -> list[Edit] | None:
    if site.ref is None:
        return replace_member(document, site.ids[0], "ref", ref)
    return [] if site.ref.value.value == ref else replace_text(document, site.ref.value, ref)


def _superfluous(site: Site) -> list[Member]:
    """The ids of a call or a result that do not become its ref."""
    kept = site.ids[0] if site.ref is None else None
    role = "result" if site.call else "call"
    return [m for m in site.ids if m is not kept and classify(m, role) == "call-id"]


def _mentions(document: Document) -> list[Edit] | None:
    """Renames the ids that texts and payload mention, so that nothing points to what is gone."""
    if not any(needle in document.text for needle in CALL_ID_NEEDLES):
        return []
    renamed = _new_names(document)
    mentioned = [
        Change(node, start, end, renamed[node.value[start:end]])
        for node in conversation.prose(document)
        for start, end in call_ids_in(node.value)
        if node.value[start:end] in renamed
    ]
    return edits_of(document, mentioned)


def renamed_ids(document: Document) -> dict[str, str]:
    """What the renumbering calls each name that it takes away; nothing if it cannot be made."""
    if "renumbering" not in document.memo:
        document.memo["renumbering"] = _renumber(document)
    _, edits = document.memo["renumbering"]
    return _new_names(document) if edits else {}


def _new_names(document: Document) -> dict[str, str]:
    renamed: dict[str, str] = {}
    for pairing in pairings(document):
        new_refs = pairing.new_refs()
        for site in pairing.calls:
            renamed |= {name: new_refs[id(site)] for name in site.all_names}
    return renamed
