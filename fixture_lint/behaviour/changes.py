"""Changes between two versions of a step, by class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fixture_lint.behaviour.align import Pair
from fixture_lint.behaviour.items import Item
from fixture_lint.behaviour.values import (
    MOST_SHOWN,
    Difference,
    Leaf,
    differences,
    reordered,
)


class Change(NamedTuple):
    """A change of a class, in a place of a step; the old and the new leaf, None if there is none;
    and a remark in words. Its values may be private."""

    name: str
    where: str = ""
    old: Leaf | None = None
    new: Leaf | None = None
    remark: str = ""


_ALONE = {
    "user": ("turn-removed", "turn-added", "turn-moved"),
    "say": ("turn-removed", "turn-added", "turn-moved"),
    "call": ("call-removed", "call-added", "call-reordered"),
    "result": ("result-changed", "result-changed", ""),
    "think": ("text-changed", "text-changed", ""),
    "system": ("contract-changed", "contract-changed", ""),
    "tool": ("contract-changed", "contract-changed", ""),
    "request": ("request-changed", "request-changed", ""),
    "response": ("response-changed", "response-changed", ""),
}
"""The classes of a step that was removed, added or moved. Where nothing stands, its move is told by
that of the messages around it, or is none: tools are declared in no order."""

_CHANGED = {
    "user": ("user-input-changed", "text-format-changed"),
    "say": ("text-changed", "text-format-changed"),
    "think": ("text-changed", "text-format-changed"),
    "call": ("args-changed", "args-format-changed"),
    "system": ("contract-changed", "contract-changed"),
    "tool": ("contract-changed", "contract-changed"),
    "request": ("request-changed", "request-changed"),
    "response": ("response-changed", "response-changed"),
    "result": ("result-changed", "result-changed"),
}
"""The classes of a step whose value, or only its format, has changed."""


def changes(pair: Pair) -> Iterator[Change]:
    """The changes from a step to its counterpart; results come after their call."""
    old, new = pair.old, pair.new
    if old is None or new is None:
        item = old or new
        assert item is not None  # A pair has one of them.
        removed, added, _ = _ALONE[item.kind]
        remark = "added" if old is None else "removed"
        yield Change(removed if new is None else added, remark=remark)
        return
    moved = _ALONE[new.kind][2]
    if pair.has_moved and moved:
        yield Change(moved)
    if old.kind == "call" and old.tool != new.tool:
        yield Change("tool-changed", "", Leaf("string", old.tool), Leaf("string", new.tool))
    elif old.kind == "request" and old.tool != new.tool:
        yield Change("request-changed", "", Leaf("string", old.tool), Leaf("string", new.tool))
        yield from _values(old, new)
    elif {old.form, new.form} == {"args", "raw"}:
        remark = "valid → invalid" if new.form == "raw" else "invalid → valid"
        yield Change("args-validity-changed", remark=remark)
    else:
        yield from _values(old, new)


def envelope(pair: Pair) -> Iterator[Change]:
    """What a provider sends otherwise around its message."""
    if pair.old is not None and pair.new is not None:
        for found in differences(pair.old.envelope, pair.new.envelope):
            yield Change("envelope-changed", found.pointer, found.old, found.new)


def answers(pair: Pair) -> Iterator[tuple[Item, list[Change]]]:
    """The results of a call that both versions have, each with its changes; a result that is gone
    is the old one."""
    old = pair.old.answers if pair.old else ()
    new = pair.new.answers if pair.new else ()
    for number in range(max(len(old), len(new))):
        before = old[number] if number < len(old) else None
        after = new[number] if number < len(new) else None
        item = after or before
        assert item is not None  # One of them is long enough.
        yield item, list(_answer(before, after)) if pair.old and pair.new else []


def _answer(old: Item | None, new: Item | None) -> Iterator[Change]:
    if old is None or new is None:
        yield Change("result-changed", remark="no result before" if old is None else "no result")
    elif old.form != new.form:
        name = "result-to-error" if new.form == "error" else "error-to-result"
        yield Change(name)
    else:
        yield from _values(old, new)


def _values(old: Item, new: Item) -> Iterator[Change]:
    changed, formatted = _CHANGED[new.kind]
    for found in differences(old.value, new.value):
        name = formatted if found.format else changed
        remark = found.format or _lengths(found)
        yield Change(name, found.pointer, found.old, found.new, remark)


def _lengths(found: Difference) -> str:
    """Both lengths where a text was cut, or is no longer."""
    if found.old is None or found.new is None:
        return ""
    old, new = found.old.text, found.new.text
    if min(len(old), len(new)) and (old.startswith(new) or new.startswith(old)):
        return f"{len(old)} → {len(new)} characters" if len(old + new) > 20 else ""
    return ""


def few(found: Sequence[Change]) -> list[Change]:
    """Changes of one step as a person can read them: of many only the first ones, and how many
    there are."""
    if len(found) <= MOST_SHOWN:
        return list(found)
    shown = MOST_SHOWN // 2
    rest = found[shown:]
    return [*found[:shown], Change(found[shown].name, remark=f"{len(rest)} more values")]


def drift(pair: Pair) -> Iterator[str]:
    """Where keys of a payload have changed order only."""
    if pair.old is None or pair.new is None or pair.new.kind in ("system", "user", "say", "think"):
        return
    yield from reordered(pair.old.value, pair.new.value)
    for old, new in zip(pair.old.answers, pair.new.answers, strict=False):
        yield from reordered(old.value, new.value)
