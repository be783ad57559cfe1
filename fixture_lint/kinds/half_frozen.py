"""Ids that were frozen in a call and not in its result, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence

from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import wire
from fixture_lint.kinds.frozen import id_form, is_settled

_RESULT_KEYS = frozenset({"tool_call_id", "tool_use_id"})
_RESULTS = frozenset({"toolResult", "functionResponse", "function_response"})


def half_frozen(document: Document) -> dict[str, str]:
    """For an id that is half frozen, the frozen id of its partner.

    It is known only where one call and one result are left without a partner and one of their two
    ids is frozen. Every other mismatch may be a lost message.
    """
    if "half frozen" not in document.memo:
        document.memo["half frozen"] = _half_frozen(document)
    found: dict[str, str] = document.memo["half frozen"]
    return found


def _half_frozen(document: Document) -> dict[str, str]:
    recognised = wire.recognised(document) if document.syntax == "json" else None
    if recognised is None or recognised.form != "request":
        return {}
    listed = document.root.get("input")
    items = listed.items() if listed else []
    calls: dict[str, None] = {}
    results: dict[str, None] = {}
    for class_, node in recognised.provider.positions.find(document.root):
        if class_ == "call-id" and node.type == "string" and node.value:
            answers = _is_result(document.pointer(node).split("/")[1:], items)
            (results if answers else calls)[node.value] = None
    called = [id_ for id_ in calls if id_ not in results]
    answered = [id_ for id_ in results if id_ not in calls]
    if len(called) != 1 or len(answered) != 1:
        return {}
    pair = called[0], answered[0]
    frozen = [id_ for id_ in pair if is_settled(id_)]
    dialect = recognised.provider.dialect
    random = [id_ for id_ in pair if id_form(id_, "call-id", dialect) is not None]
    return {random[0]: frozen[0]} if len(frozen) == len(random) == 1 else {}


def _is_result(steps: Sequence[str], items: Sequence[Node]) -> bool:
    """Whether the id that a pointer leads to is that of a result. Items of the responses API tell
    it by their type."""
    if steps[-1] in _RESULT_KEYS or not _RESULTS.isdisjoint(steps):
        return True
    is_item = steps[0] == "input" and steps[1].isdecimal()
    return is_item and (items[int(steps[1])].text_of("type") or "").endswith("_output")
