"""Values that change at every recording and say nothing about behaviour."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.checks import freezing, refs
from fixture_lint.detectors import traces
from fixture_lint.documents.embedded import lift, value_edit
from fixture_lint.documents.members import delete_members
from fixture_lint.documents.tree import Document, walk
from fixture_lint.kinds import Kind, conversation
from fixture_lint.kinds.leftovers import classify
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["call_ids", "error_details", "values"]


def values(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Members at structural positions whose key and value are of one class (data: ``class``, and
    the ``message``). The fix deletes them, or freezes them where SDKs demand them (``frozen``)."""
    if freezing.freezes(kind):
        yield from freezing.values(document, rule, run)
        return
    for structure, member in conversation.unknown_members(document, run.config.extra_keys):
        if classify(member, structure.role) == rule.data["class"]:
            edits = delete_members(document, structure.node, [member])
            fix = rule.fix(f'delete "{member.name}"', edits) if edits else None
            yield rule.finding(document, member, rule.data["message"], fix)


def call_ids(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Ids of calls that a provider made. They become refs, or freeze where clients echo them."""
    if freezing.freezes(kind):
        yield from freezing.values(document, rule, run)
    else:
        yield from refs.provider_ids(document, kind, rule, run)


def error_details(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Stack traces and paths of a machine in errors. The fix leaves the type and the message, and
    of a path the name of the file; what a tool has put out is reported and stays as it was."""
    said: set[str] | None = None
    for node, is_structural in conversation.error_texts(document):
        found = traces.find(node.value)
        if found is None:
            continue
        if said is None:
            said = {path for text in _said(document) for path in traces.paths(text)}
        found = traces.find(node.value, said) if said else found
        if found is None:
            continue
        fix = None
        if found.cuts and is_structural:
            title = "keep the type and the message" if found.has_trace else "cut the folders"
            edits = lift(value_edit(document, node, *cut) for cut in found.cuts)
            fix = rule.fix(title, edits) if edits else None
        what = "Stack trace" if found.has_trace else "Absolute path of a machine"
        yield rule.finding(document, node, f"{what} in an error at {{path}}", fix)


def _said(document: Document) -> Iterator[str]:
    """What people wrote and tools were asked for."""
    for role, node in conversation.structures(document):
        if role == "turn" and node.text_of("from") == "user":
            yield node.text_of("text") or ""
        elif role == "call":
            yield node.text_of("raw_args") or ""
            args = node.get("args")
            yield from (leaf.value for leaf in walk(args) if leaf.type == "string") if args else ()
