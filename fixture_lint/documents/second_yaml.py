"""The second reading of YAML: ruamel.yaml confirms a new text before it is written.

Its parser knows nothing of PyYAML and reads YAML 1.2. Only events are compared, so plain scalars
count by their spelling and tag, and nothing depends on what a version of YAML takes them for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fixture_lint.documents.edits import Edit
from fixture_lint.documents.second import Unconfirmed


def confirm_edits(old: str, new: str, edits: Sequence[Edit]) -> None:
    """Confirms that two texts are equal outside the scalars that the edits touch, and that these
    are still scalars with the same anchors and tags.

    ``edits`` lead from ``old`` to ``new``. Raises Unconfirmed.
    """
    places = sorted((edit.start, edit.end) for edit in edits)
    if _parts(old, places) != _parts(new, _moved(edits)):
        raise Unconfirmed("an edit would change something outside its place")


def _moved(edits: Iterable[Edit]) -> list[tuple[int, int]]:
    """Where the new texts of edits stand once all are made."""
    places, growth = [], 0
    for edit in sorted(edits):
        start = edit.start + growth
        places.append((start, start + len(edit.text)))
        growth += len(edit.text) - (edit.end - edit.start)
    return places


def _parts(text: str, places: list[tuple[int, int]]) -> list[Any]:
    """What a text consists of, in its order; scalars that touch one of the places, which are
    sorted, count without their value and style."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.events import ScalarEvent

    parts: list[Any] = []
    pending = places[::-1]
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            start, end = event.start_mark.index, event.end_mark.index
            named = (type(event), getattr(event, "anchor", None), str(getattr(event, "tag", None)))
            if not isinstance(event, ScalarEvent):
                parts.append((*named, getattr(event, "flow_style", None)))
                continue
            while pending and pending[-1][1] < start:
                pending.pop()
            is_touched = bool(pending) and pending[-1][0] <= end
            parts.append(named if is_touched else (*named, event.implicit, event.value))
    except (YAMLError, ValueError, RecursionError) as error:
        raise Unconfirmed("the new text cannot be read by a second reader") from error
    return parts
