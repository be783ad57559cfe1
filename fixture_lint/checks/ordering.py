"""The order of payload keys as an earlier recording of the same conversation has it."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.behaviour.align import align
from fixture_lint.behaviour.conversations import of_conversation
from fixture_lint.documents.canonical import render
from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.kinds import conversation

__all__: list[str] = []  # No check stands here.


def in_order_of(document: Document, base: Document) -> str:
    """The text of a conversation in canonical layout, in which arguments and outputs have their
    keys in the order of the earlier recording; keys that it does not have follow."""
    orders = {
        id(node): wanted
        for pair in payloads(document, base)
        for _, node, wanted in reordered(*pair)
    }
    if not orders:
        return document.text
    return render(
        document, {"indentation", "final-newline"}, lambda node: orders.get(id(node), node.members)
    )


def payloads(document: Document, base: Document) -> Iterator[tuple[Node, Node]]:
    """What calls that are the same in both recordings were given and gave back."""
    old_nodes, new_nodes = _by_ref(base), _by_ref(document)
    for pair in align(of_conversation(base).items, of_conversation(document).items):
        if pair.old is None or pair.new is None or pair.new.kind != "call":
            continue
        for role, key in (("call", "args"), ("result", "output")):
            old, new = old_nodes.get((role, pair.old.ref)), new_nodes.get((role, pair.new.ref))
            values = (old.get(key), new.get(key)) if old and new else (None, None)
            if values[0] is not None and values[1] is not None:
                yield values[0], values[1]


def _by_ref(document: Document) -> dict[tuple[str, str], Node]:
    return {
        (role, node.text_of("ref") or ""): node
        for role, node in conversation.structures(document)
        if role in ("call", "result")
    }


def reordered(old: Node, new: Node) -> Iterator[tuple[Node, Node, list[Member]]]:
    """The objects in a value whose keys are in another order than they were: the old one, the new
    one, and its members in the old order, those that are new at the end; outer ones first."""
    stack = [(old, new)]
    while stack:
        before, after = stack.pop()
        if before.type != after.type:
            continue
        if before.type == "array":
            stack += reversed(list(zip(before.items(), after.items(), strict=False)))
        elif before.type == "object":
            places = {member.name: place for place, member in enumerate(before.members)}
            wanted = sorted(after.members, key=lambda m: places.get(m.name, len(places)))
            if wanted != after.members:
                yield before, after, wanted
            for member in reversed(after.members):
                was = before.get(member.name)
                if was is not None:
                    stack.append((was, member.value))
