"""Chunks of Gemini: each is a response of its own, with the next parts of every candidate.

Source: https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent; arguments
in pieces: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fixture_lint.documents.tree import Member, Node
from fixture_lint.kinds.assembly.pieces import (
    Joined,
    in_order,
    index_of,
    kept,
    merge,
    object_of,
    objects,
    settled,
)

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d{1,4})\]|\[['\"]([^'\"]*)['\"]\]")
_VALUE = re.compile("(string|number|bool|null)_?[vV]alue")
_LARGEST = 1000
"""The longest list that pieces of arguments make: an index is no reason to fill the memory."""


def gemini(events: Sequence[Node]) -> Any:
    """A response: the parts of all chunks, texts of one kind joined; all else from the last."""
    whole: dict[str, Any] = {}
    candidates: dict[float, dict[str, Any]] = {}
    parts: dict[float, list[dict[str, Any]]] = {}
    for event in events:
        whole |= {m.name: kept(m.value) for m in event.members if m.name != "candidates"}
        for number, candidate in enumerate(objects(event.get("candidates"))):
            index = index_of(candidate, "index", number)
            held = candidates.setdefault(index, {"content": {"role": "model"}})
            held |= {m.name: kept(m.value) for m in candidate.members if m.name != "content"}
            content = object_of(candidate, "content")
            for part in objects(content.get("parts") if content is not None else None):
                _add(parts.setdefault(index, []), part)
    for index, held in candidates.items():
        held["content"] = held["content"] | {"parts": parts.get(index, [])}
    first = {"candidates": in_order(candidates)} if candidates else {}
    return settled(first | whole)


def _add(parts: list[dict[str, Any]], part: Node) -> None:
    """Adds a part: to the last one if both are texts, and neither or both are thoughts, or if the
    last one is a call whose arguments go on."""
    last = parts[-1] if parts else {}
    call = _call(part)
    if call is not None and not call.text_of("name") and isinstance(last.get(_key(part)), dict):
        _go_on(last[_key(part)], call)
    elif call is not None and (_get(call, "willContinue") or _get(call, "partialArgs")):
        begun: dict[str, Any] = {}
        merge(begun, call, *_PIECES)
        _go_on(begun, call)
        parts.append({m.name: kept(m.value) for m in part.members} | {_key(part): begun})
    elif _is_text(part) and "text" in last and _is_thought(part) == (last.get("thought") is True):
        merge(last, part, "thought")
    else:
        held: dict[str, Any] = {}
        if _is_text(part):
            merge(held, part, "thought")
            held |= {"thought": True} if _is_thought(part) else {}
        else:
            held |= {m.name: kept(m.value) for m in part.members}
        parts.append(held)


_PIECES = ("partialArgs", "partial_args", "willContinue", "will_continue")


def _get(node: Node, key: str) -> Node | None:
    """The value under a key as REST spells it, or as the SDK does."""
    return node.get(key) or node.get(re.sub("[A-Z]", lambda match: "_" + match[0].lower(), key))


def _key(part: Node) -> str:
    return "functionCall" if part.get("functionCall") is not None else "function_call"


def _call(part: Node) -> Node | None:
    return object_of(part, _key(part))


def _is_text(part: Node) -> bool:
    return part.text_of("text") is not None and _call(part) is None


def _is_thought(part: Node) -> bool:
    thought = part.get("thought")
    return thought is not None and thought.type == "true"


def _go_on(held: dict[str, Any], call: Node) -> None:
    """Adds the pieces of arguments that an event has to a call."""
    arguments = held.setdefault("args", {})
    for piece in objects(_get(call, "partialArgs")):
        steps = _STEP.findall((_get(piece, "jsonPath") or piece).value)
        value = next((m for m in piece.members if _VALUE.fullmatch(m.name)), None)
        if steps and value is not None and isinstance(arguments, dict):
            path = [int(step[1]) if step[1] else step[0] or step[2] for step in steps]
            _put(arguments, path, value)


def _put(holder: Any, path: list[str | int], value: Member) -> None:
    """Puts a piece of a value where a path leads, and makes the way there."""
    for step, following in zip(path, [*path[1:], None], strict=True):
        if isinstance(step, int):
            if not isinstance(holder, list) or step > min(len(holder), _LARGEST):
                return
            if step == len(holder):
                holder.append(None)
            old = holder[step]
        else:
            if not isinstance(holder, dict):
                return
            old = holder.get(step)
        new = old
        if following is None:
            new = _longer(old, value)
        elif not isinstance(old, dict | list):
            new = [] if isinstance(following, int) else {}
        holder[step] = new
        holder = new


def _longer(old: Any, value: Member) -> Any:
    """A value with its next piece; only strings come in several."""
    if value.name.startswith("null"):
        return None
    if value.value.type != "string":
        return kept(value.value)
    old = old if isinstance(old, Joined) else Joined()
    old.append(value.value.value)
    return old
