"""Edits of the members of an object in whichever syntax a document has.

What a syntax has no sure spelling for is None: a finding has no fix then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fixture_lint.documents.edits import Edit
from fixture_lint.documents.json import quote
from fixture_lint.documents.spelling import Change, edits_of
from fixture_lint.documents.tree import Document, Member, Node


def delete_members(document: Document, parent: Node, doomed: Iterable[Member]) -> list[Edit] | None:
    """Edits that take members out of an object. The text stays valid whatever the number of members
    that are left.

    In JSON each goes with one of its commas; in YAML whole entries in block style go, if nothing
    else is lost with them.
    """
    gone = {id(member.value) for member in doomed}
    if document.syntax == "yaml":
        from fixture_lint.documents.yaml_members import delete_entries

        return delete_entries(document, parent, gone) if gone else []
    return _delete_from_json(parent, gone)


def replace_text(document: Document, node: Node, text: str) -> list[Edit] | None:
    """Edits that give a string another value, in the style in which it is spelled."""
    if document.syntax == "json":
        return [Edit(node.start, node.end, quote(text))]
    return edits_of(document, [Change(node, 0, len(node.value), text)])


def replace_member(document: Document, member: Member, key: str, text: str) -> list[Edit] | None:
    """Edits that give a member another key and, for its value, another text."""
    if member.key is None:
        return None
    if document.syntax == "json":
        return [Edit(member.start, member.end, f"{quote(key)}: {quote(text)}")]
    return edits_of(
        document,
        [
            Change(member.key, 0, len(member.key.value), key),
            Change(member.value, 0, len(member.value.value), text),
        ],
    )


def new_object(document: Document, members: Mapping[str, str | Node]) -> str | None:
    """The text of a new object. A value is a string, or a node of the document that is spelled as
    it is. None in YAML: what is to be inserted there depends on what stands around it."""
    if document.syntax != "json":
        return None
    spelled = (
        f"{quote(key)}: {quote(value) if isinstance(value, str) else _spelling(document, value)}"
        for key, value in members.items()
    )
    return "{" + ", ".join(spelled) + "}"


def _spelling(document: Document, node: Node) -> str:
    return document.text[node.start : node.end]


def _delete_from_json(parent: Node, gone: set[int]) -> list[Edit]:
    edits: list[Edit] = []
    kept_end: int | None = None  # Where the last member that stays has ended.
    run_start: int | None = None  # Where a run of leading doomed members began.
    previous_end = parent.start + 1
    for member in parent.members:
        if id(member.value) in gone:
            if kept_end is not None:
                edits.append(Edit(previous_end, member.end, ""))
            elif run_start is None:
                run_start = member.start
        else:
            if kept_end is None and run_start is not None:
                edits.append(Edit(run_start, member.start, ""))
            kept_end = member.end
        previous_end = member.end
    if kept_end is None and run_start is not None:
        edits.append(Edit(parent.start + 1, parent.end - 1, ""))
    return edits
