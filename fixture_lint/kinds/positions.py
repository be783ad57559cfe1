"""Positions in a document: patterns of paths, and the values that stand where they lead.

A pattern is a path of keys separated by ``/``; ``*`` stands for any element of an array or any key
of an object, ``**`` as its last step for every leaf below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fixture_lint.documents.tree import Node


class _Pattern:
    """What patterns say from one step on: the classes of what stands here, those of every leaf
    below, and the steps that lead on."""

    __slots__ = ("classes", "deep", "steps")

    def __init__(self) -> None:
        self.classes: list[str] = []
        self.deep: list[str] = []
        self.steps: dict[str, _Pattern] = {}


class _Place:
    """Where a walk is: the classes of what stands here, as an inner value and as a leaf, and the
    places to which keys lead. Each is made once, so that a walk looks up one key a member."""

    __slots__ = ("classes", "leaf_classes", "other", "steps")

    def __init__(self, classes: list[str], leaf_classes: list[str]) -> None:
        self.classes = classes
        self.leaf_classes = leaf_classes
        self.steps: dict[str, _Place | None] = {}
        self.other: _Place | None = None
        """The place to which all other keys lead, and every element of an array."""


class Positions:
    """Patterns with their classes, made into places, so that a document is walked once."""

    __slots__ = ("_start",)

    def __init__(self, patterns: Iterable[tuple[str, str]] = ()) -> None:
        """Arguments: pairs of a pattern and its class."""
        root = _Pattern()
        for pattern, class_ in patterns:
            steps = pattern.split("/")
            place = root
            for step in steps[:-1] if steps[-1] == "**" else steps:
                place = place.steps.setdefault(step, _Pattern())
            (place.deep if steps[-1] == "**" else place.classes).append(class_)
        self._start = _place([root], (), {})

    def find(self, root: Node) -> Iterator[tuple[str, Node]]:
        """The nodes at known positions below a root with their classes, in the order of the
        text."""
        stack: list[tuple[Node, _Place | None]] = [(root, self._start)]
        while stack:
            node, place = stack.pop()
            if place is None:
                continue
            for class_ in place.classes if node.members else place.leaf_classes:
                yield class_, node
            for key, value in reversed(node.members):
                other = place.other
                stack.append((value, place.steps.get(key.value, other) if key else other))

    def find_in(self, plain: Any) -> Iterator[tuple[list[str], Any]]:
        """The same for Python values, each once with all its classes, in no order."""
        stack: list[tuple[Any, _Place]] = [(plain, self._start)] if self._start else []
        while stack:
            value, place = stack.pop()
            if isinstance(value, dict) and value:
                steps, other = place.steps, place.other
                for key, item in value.items():
                    below = steps.get(key, other)
                    if below is not None:
                        stack.append((item, below))
            elif isinstance(value, list) and value:
                if place.other is not None:
                    stack += [(item, place.other) for item in value]
            elif place.leaf_classes:
                yield place.leaf_classes, value
                continue
            if place.classes and value:
                yield place.classes, value


_Key = tuple[frozenset[int], tuple[str, ...]]


def _place(
    patterns: list[_Pattern], deep: tuple[str, ...], known: dict[_Key, _Place]
) -> _Place | None:
    """The place at which several patterns stand together, and below what has ``deep`` classes."""
    key = frozenset(map(id, patterns)), deep
    if not patterns and not deep:
        return None
    if key not in known:
        classes = [class_ for pattern in patterns for class_ in pattern.classes]
        known[key] = place = _Place(classes, classes + [c for c in deep if c not in classes])
        below = (*deep, *(class_ for pattern in patterns for class_ in pattern.deep))
        anything = [p.steps["*"] for p in patterns if "*" in p.steps]
        for step in {step for pattern in patterns for step in pattern.steps} - {"*"}:
            named = [p.steps[step] for p in patterns if step in p.steps]
            place.steps[step] = _place(named + anything, below, known)
        place.other = _place(anything, below, known)
    return known[key]
