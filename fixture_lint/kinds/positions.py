"""Positions in a document: patterns of paths, and the nodes that stand where they lead.

A pattern is a path of keys separated by ``/``; ``*`` stands for any element of an array or any key
of an object, ``**`` as its last step for every leaf below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fixture_lint.documents.tree import Node, walk


class Positions:
    """Patterns with their classes, as a tree of steps, so that a document is walked once."""

    __slots__ = ("_classes", "_steps")

    def __init__(self, patterns: Iterable[tuple[str, str]] = ()) -> None:
        """Arguments: pairs of a pattern and its class."""
        self._classes: list[str] = []
        self._steps: dict[str, Positions] = {}
        for pattern, class_ in patterns:
            self._add(pattern.split("/"), class_)

    def _add(self, steps: list[str], class_: str) -> None:
        place = self
        for step in steps:
            place = place._steps.setdefault(step, Positions())
        place._classes.append(class_)

    def find(self, root: Node) -> Iterator[tuple[str, Node]]:
        """The nodes at known positions below a root with their classes, in the order of the
        text."""
        stack: list[tuple[Node, list[Positions]]] = [(root, [self])]
        while stack:
            node, places = stack.pop()
            for place in places:
                for class_ in place._classes:
                    yield class_, node
            deep = [place._steps["**"] for place in places if "**" in place._steps]
            for place in deep:
                for leaf in walk(node):
                    if not leaf.members and leaf is not node:
                        yield from ((class_, leaf) for class_ in place._classes)
            for member in reversed(node.members):
                below = [
                    place._steps[step]
                    for place in places
                    for step in ((member.name, "*") if member.key else ("*",))
                    if step in place._steps
                ]
                if below:
                    stack.append((member.value, below))
