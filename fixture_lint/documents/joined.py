"""The texts that the events of a stream carry in pieces, joined: ``deltas.joined_deltas`` on
values of JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fixture_lint.documents.deltas import DELTAS, INDEXES
from fixture_lint.documents.named import Unsure


def joined(events: Iterable[Any]) -> Iterator[str]:
    """The texts of which several events carry pieces. Raises Unsure."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for event in events:
        if type(event) is dict or type(event) is list:
            _add_pieces(event, groups)
    yield from ("".join(pieces) for pieces in groups.values() if len(pieces) > 1)


def _add_pieces(event: Any, groups: dict[tuple[str, ...], list[str]]) -> None:
    """Puts the strings below a delta with those at the same place of other events."""
    stack: list[tuple[Any, tuple[str, ...], bool]] = [(event, (), False)]
    while stack:
        value, place, inside = stack.pop()
        if type(value) is dict:
            if not INDEXES.isdisjoint(value):
                place = (*place, *_indexes(value))
            parts = [(item, key, inside or key in DELTAS) for key, item in value.items()]
        else:
            parts = [(item, "", inside) for item in value]
        for item, key, is_delta in parts:
            if type(item) is str and is_delta:
                groups.setdefault((*place, key), []).append(item)
        for item, key, is_delta in reversed(parts):
            if type(item) is dict or type(item) is list:
                stack.append((item, (*place, key), is_delta))


def _indexes(event: dict[str, Any]) -> list[str]:
    """What an event says of its place. Raises Unsure for a number that has several spellings."""
    said = [(key, event[key]) for key in event if key in INDEXES]
    if any(type(value) is float for _, value in said):
        raise Unsure
    return [f"{key}={value}" for key, value in said if type(value) in (str, int)]
