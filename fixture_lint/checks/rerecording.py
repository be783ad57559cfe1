"""Recordings compared with their versions in git: noise, renaming, the order of keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint.behaviour.compare import Comparison, compare
from fixture_lint.behaviour.quiet import in_words
from fixture_lint.checks.drifting import drifts
from fixture_lint.checks.opaque import modified
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Fix, Rule
from fixture_lint.run import Earlier, Run

__all__ = ["noise_only", "payload_order", "renamed"]

_TAMPERING = "FX836"
_BESIDE_NOISE = frozenset({"noise-only", "payload-order-drift", "layout-only"})
"""What may have changed as well where a whole change is noise."""


class Compared(NamedTuple):
    """A document and its version in the base: that version, how they differ, and how the base is
    called; ``is_given`` if somebody has asked for it."""

    earlier: Earlier
    found: Comparison
    base: str
    is_given: bool


def compared(document: Document, run: Run) -> Compared | None:
    """How a document differs from its version, None if there is none or if they record nothing
    that could be compared."""
    earlier = run.base.earlier(document) if run.base is not None else None
    if run.base is None or earlier is None:
        return None
    if "compared" not in document.memo:
        document.memo["compared"] = compare(earlier.document, document)
    found: Comparison | None = document.memo["compared"]
    return found and Compared(earlier, found, run.base.name, run.base.is_given)


def top(document: Document) -> Node | tuple[int, int]:
    """Where findings on all of a document stand: at its beginning."""
    root = document.root
    return root if root.members else (root.start, min(root.start + 1, root.end))


def is_noise(found: Comparison) -> bool:
    """Whether a whole change is noise."""
    return (
        not found.is_behaviour
        and found.has("noise-only")
        and all(change.name in _BESIDE_NOISE for change in found.quiet)
    )


def noise_only(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Recordings in which nothing has changed but what always does. The fix takes back the version
    of the base, if no rule finds anything in that."""
    known = compared(document, run)
    if known is None or not is_noise(known.found):
        return
    is_told = kind is not None and any(r.code == _TAMPERING for r in run.rules_on(kind.NAME))
    if is_told and is_tampering(known.found) and modified(document, known.earlier.document):
        return
    counted = in_words(known.found.noise)
    message = f"Only {counted} changed since {known.base}: recorder stripping is incomplete"
    yield rule.finding(document, top(document), message, _restoring(document, kind, rule, run))


def _restoring(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Fix | None:
    known = compared(document, run)
    if known is None or not known.earlier.is_clean():
        return None
    version = known.earlier.document
    # A byte order mark is outside of the text: the layout takes it off, nothing puts it back.
    if (document.bom, document.line_end) != (version.bom, version.line_end):
        rules = run.rules_on(kind.NAME) if kind is not None else []
        encoding = {r.code for r in rules if r.data.get("aspect") == "encoding"}
        if not encoding - run.ignored(document.path).keys():
            return None
    edits = [Edit(0, len(document.text), version.text)]
    return rule.fix(f"restore the version of {known.base}", edits)


def is_tampering(found: Comparison) -> bool:
    """Whether nothing has changed but what machines have signed or encrypted: at a new recording
    ids, times or texts change with it."""
    return not found.is_behaviour and set(found.noise) == {"signatures"}


def renamed(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Recordings that have both another name and another behaviour than before."""
    known = compared(document, run)
    if known is not None and known.earlier.is_renamed and known.found.is_behaviour:
        message = (
            "Renamed and re-recorded in one commit: the diff is lost; rename it in a commit of its "
            "own, before"
        )
        yield rule.finding(document, top(document), message)


def payload_order(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Objects in arguments and outputs whose keys have changed order only. The fix takes back the
    order of the base; keys in strings are the business of nobody."""
    known = compared(document, run)
    if known is None or run.config.payload_key_order != "preserve" or is_noise(known.found):
        return
    for node, wanted in drifts(document, known.earlier.document, known.found):
        edits = _moved(document, node, wanted)
        fix = rule.fix(f"restore the order of {known.base}", edits) if edits else None
        message = "Payload keys at {path} changed order only"
        yield rule.finding(document, node, message, fix)


def _moved(document: Document, node: Node, wanted: list[Member]) -> list[Edit]:
    """Edits that put members into the places of others; nothing in YAML, where what stands around
    a member decides on how it is spelled."""
    if document.syntax != "json":
        return []
    return [
        Edit(slot.start, slot.end, document.text[member.start : member.end])
        for slot, member in zip(node.members, wanted, strict=True)
        if slot is not member
    ]
