"""Ids that were frozen in a call and not in its result, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence

from fixture_lint.documents.tree import Document, Node, route
from fixture_lint.kinds.bodies import bodies, glances
from fixture_lint.kinds.frozen import id_form, is_settled
from fixture_lint.kinds.wire import Provider

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
    found: dict[str, str] = {}
    if not _may_be_frozen(document):
        return found
    for body in bodies(document):
        if body.known is not None and body.known.form == "request":
            found |= _in_request(body.root, body.known.provider)
    return found


def _may_be_frozen(document: Document) -> bool:
    """Whether any id of a call is frozen, without reading the trees."""
    return any(
        "call-id" in classes and isinstance(value, str) and is_settled(value)
        for _, values in glances(document)
        for classes, value in values
    )


def _in_request(root: Node, provider: Provider) -> dict[str, str]:
    listed = root.get("input")
    items = listed.items() if listed else []
    calls: dict[str, None] = {}
    results: dict[str, None] = {}
    for class_, node in provider.positions.find(root):
        if class_ == "call-id" and node.type == "string" and node.value:
            steps = [str(step) for step in route(root, node.start, node.end)]
            (results if _is_result(steps, items) else calls)[node.value] = None
    called = [id_ for id_ in calls if id_ not in results]
    answered = [id_ for id_ in results if id_ not in calls]
    if len(called) != 1 or len(answered) != 1:
        return {}
    pair = called[0], answered[0]
    frozen = [id_ for id_ in pair if is_settled(id_)]
    random = [id_ for id_ in pair if id_form(id_, "call-id", provider.dialect) is not None]
    return {random[0]: frozen[0]} if len(frozen) == len(random) == 1 else {}


def _is_result(steps: Sequence[str], items: Sequence[Node]) -> bool:
    """Whether the id that a pointer leads to is that of a result. Items of the responses API tell
    it by their type."""
    if steps[-1] in _RESULT_KEYS or not _RESULTS.isdisjoint(steps):
        return True
    is_item = steps[0] == "input" and steps[1].isdecimal()
    return is_item and (items[int(steps[1])].text_of("type") or "").endswith("_output")
