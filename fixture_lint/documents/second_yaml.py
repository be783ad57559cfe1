"""The second reading of YAML: ruamel.yaml confirms a new text before it is written.

Its parser knows nothing of PyYAML and reads YAML 1.2. Only events are compared, so plain scalars
count by their spelling and tag, and nothing depends on what a version of YAML takes them for. It
takes a second for a hundred kilobytes, so it reads the entries around the edits only; the whole of
both texts is compared by PyYAML, and outside of these entries they have to be equal to the byte.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from fixture_lint.documents.edits import Edit
from fixture_lint.documents.second import Unconfirmed
from fixture_lint.documents.yaml_windows import Window, windows

Parse = Callable[[str], Iterable[Any]]
"""What gives the events of a text."""

_REFUSED = "an edit would change something outside its place"


class _Place(NamedTuple):
    """What an edit takes or leaves. ``empties`` tells that it puts nothing in its place."""

    start: int
    end: int
    empties: bool


class _Extent(NamedTuple):
    """Where a node stands, from its anchor or tag to the end of its content, and its last event."""

    start: int
    end: int
    last: int


def confirm_edits(old: str, new: str, edits: Sequence[Edit]) -> None:
    """Confirms that two texts are equal outside of what the edits touch: the values of scalars,
    and whole nodes that an edit takes away. A scalar stays one with its anchor, and with its tag
    unless the edit covers that too; what is left of a collection is equal, or it is ``{}``.

    ``edits`` lead from ``old`` to ``new``. Raises Unconfirmed.
    """
    edits = sorted(edits)
    _compare(old, new, edits, _by_pyyaml)
    around = windows(old, edits)
    if around is None or not _agree_within(old, new, edits, around):
        _compare(old, new, edits, _by_ruamel)


def confirm_readable(text: str) -> None:
    """Confirms that a text is YAML for both readers. Raises Unconfirmed."""
    _by_pyyaml(text)
    _by_ruamel(text)


def confirm_equal(old: str, new: str) -> None:
    """Confirms that two texts say the same, whatever ends their lines. Raises Unconfirmed."""
    if old != new:
        _compare(old, new, (), _by_pyyaml)
        _compare(old, new, (), _by_ruamel)


def _agree_within(old: str, new: str, edits: Sequence[Edit], around: Sequence[Window]) -> bool:
    """Whether the second reader sees no difference in windows. Where it does, a window may have
    been too small. Raises Unconfirmed if anything differs outside of them."""
    position, growth = 0, 0
    for window in around:
        inner = [edit for edit in edits if window.start <= edit.start and edit.end <= window.end]
        _compare_outside(old[position : window.start], new, position + growth)
        grown = sum(len(edit.text) - (edit.end - edit.start) for edit in inner)
        before = old[window.start : window.end]
        after = new[window.start + growth : window.end + growth + grown]
        moved = [Edit(e.start - window.start, e.end - window.start, e.text) for e in inner]
        try:
            _compare(before, after, moved, _by_ruamel)
        except Unconfirmed:
            return False
        position, growth = window.end, growth + grown
    _compare_outside(old[position:], new, position + growth)
    return True


def _compare_outside(old: str, new: str, at: int) -> None:
    if new[at : at + len(old)] != old:
        raise Unconfirmed(_REFUSED)


def _compare(old: str, new: str, edits: Sequence[Edit], parse: Parse) -> None:
    places = [_Place(edit.start, edit.end, not edit.text.strip()) for edit in edits]
    events = list(parse(old))
    extents = _extents(old, events)
    # Where whole nodes go nothing comes: what stands there then is what stood beside them.
    ordered = list(extents.values())
    takes = {place for place in places if place.empties and _takes_any(place, ordered)}
    moved = [new for place, new in zip(places, _moved(edits), strict=True) if place not in takes]
    after = list(parse(new))
    before_parts = list(_parts(events, extents, places, takes, True))
    if before_parts != list(_parts(after, _extents(new, after), moved, frozenset(), False)):
        raise Unconfirmed(_REFUSED)


def _moved(edits: Iterable[Edit]) -> list[_Place]:
    """Where the new texts of edits stand once all are made."""
    places, growth = [], 0
    for edit in edits:
        start = edit.start + growth
        places.append(_Place(start, start + len(edit.text), False))
        growth += len(edit.text) - (edit.end - edit.start)
    return places


def _extents(text: str, events: Sequence[Any]) -> dict[int, _Extent]:
    """The extent of each node, by the number of its first event and in the order of the text."""
    extents: dict[int, _Extent] = {}
    opened: list[int] = []
    end = 0  # Where the last node that has ended does.
    for at, event in enumerate(events):
        kind, start = type(event).__name__, event.start_mark.index
        if kind in ("ScalarEvent", "AliasEvent"):
            if start == event.end_mark.index:
                start = end  # What is not spelled stands somewhere behind its key.
            else:
                end = event.end_mark.index
            if getattr(event, "style", None) in ("|", ">"):
                end = start + len(text[start:end].rstrip())
            extents[at] = _Extent(start, end, at)
        elif kind in ("MappingStartEvent", "SequenceStartEvent"):
            opened.append(at)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            first = opened.pop()
            if events[first].flow_style:
                end = event.end_mark.index
            extents[first] = _Extent(events[first].start_mark.index, end, at)
    return dict(sorted(extents.items()))


def _takes_any(place: _Place, extents: Sequence[_Extent]) -> bool:
    first = bisect_left(extents, place.start, key=lambda extent: extent.start)
    for extent in extents[first:]:
        if extent.start > place.end:
            break
        if _covers(place, extent):
            return True
    return False


def _covers(place: _Place, extent: _Extent) -> bool:
    """Whether a place holds all of a node. A value that is not spelled goes with its key."""
    is_inside = place.start <= extent.start and extent.end <= place.end
    return is_inside and (extent.start < extent.end or place.start < extent.start)


def _is_touched(extent: _Extent, places: Sequence[_Place], takes: Container[_Place]) -> bool:
    at = bisect_right(places, extent.end, key=lambda place: place.start) - 1
    while at >= 0 and places[at].end >= extent.start:
        if places[at] not in takes:
            return True
        at -= 1
    return False


def _parts(
    events: Sequence[Any],
    extents: dict[int, _Extent],
    places: Sequence[_Place],
    takes: Container[_Place],
    is_old: bool,
) -> Iterator[Any]:
    """What a text consists of, in its order. Nodes that an edit takes away are left out; a scalar
    that it replaces counts as one with its anchor, one that it touches with its tag too; a
    collection that it replaces counts as one that is empty."""
    at = 0
    while at < len(events):
        event, extent = events[at], extents.get(at)
        at += 1
        kind, anchor = type(event).__name__, getattr(event, "anchor", None)
        tag = str(getattr(event, "tag", None))
        if extent is None:
            yield kind, tag
            continue
        before = bisect_right(places, extent.start, key=lambda place: place.start)
        near = places[before - 1] if before else None
        is_covered = near is not None and _covers(near, extent)
        if is_covered and near in takes:
            at = extent.last + 1
        elif kind == "AliasEvent":
            yield kind, anchor
        elif kind == "ScalarEvent":
            if is_covered:
                yield kind, anchor
            elif _is_touched(extent, places, takes):
                yield kind, anchor, tag
            else:
                yield kind, anchor, tag, event.implicit, event.value
        elif is_covered and (is_old or extent.last == at):
            yield kind, anchor, "emptied"
            at = extent.last + 1
        else:
            yield kind, anchor, tag, event.flow_style


def _by_pyyaml(text: str) -> list[Any]:
    import yaml

    from fixture_lint.documents.yaml import LOADER

    try:
        return list(yaml.parse(text, Loader=LOADER))
    except (yaml.YAMLError, ValueError) as error:
        raise Unconfirmed("the new text cannot be read") from error


def _by_ruamel(text: str) -> list[Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return list(YAML(typ="safe", pure=True).parse(text))
    except (YAMLError, ValueError, RecursionError) as error:
        raise Unconfirmed("the new text cannot be read by a second reader") from error
