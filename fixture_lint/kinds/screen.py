"""The screen for clean conversations: no rule of the kind can find anything.

It may only say yes where the full inspection finds nothing; a property test proves that. A no says
nothing: the document is inspected.
"""

from __future__ import annotations

import os
import re
from typing import Any

from fixture_lint.detectors import notes
from fixture_lint.detectors.dates import is_calendar_date
from fixture_lint.kinds.conversation import KEYS, NAME, is_error_key
from fixture_lint.kinds.shape import is_conversation

SCREENED = NAME
"""The kind whose documents have a screen; all others are inspected."""

MAX_BYTES = 256 * 1024
"""Size up to which no conversation is too large to read."""

_CALL_IDS = (b"call_", b"toolu_", b"tooluse_", b"fc_", b"chatcmpl-tool-")
"""Without one of these no text mentions the id of a call."""

_CALL_ID = re.compile(
    rb"(?:call_|toolu_(?:vrtx_|bdrk_)?|fc_|chatcmpl-tool-)(?=[A-Za-z]{0,64}[0-9])[A-Za-z0-9]{6}"
    rb"|tooluse_[A-Za-z0-9_-]{16}"
)

_ERRORS = (b"error", b'"err"', b"exception", b"trace", b"stack")
"""One of these stands in each key of an error, in small letters or not."""

_known_orders: set[tuple[str, ...]] = set()


def is_clean(plain: dict[str, Any], data: bytes, path: str) -> bool:
    """Whether a document whose bytes are canonical breaks no rule of the conversation, whatever
    the configuration allows beside it."""
    return (
        len(data) <= MAX_BYTES
        and not _mentions_call_id(data)
        and is_conversation(plain)
        and _is_ordered(plain, KEYS["document"])
        and _is_clean_meta(plain["meta"], path)
        and _are_clean_turns(plain["turns"])
        and not (_mentions_error(data) and _tells_of_machine(plain["turns"]))
    )


def _mentions_call_id(data: bytes) -> bool:
    """Whether bytes may hold the id of a call; less strict than the detector, never stricter."""
    return any(needle in data for needle in _CALL_IDS) and _CALL_ID.search(data) is not None


def _mentions_error(data: bytes) -> bool:
    """Whether bytes may hold an error, or a key under which a tool reports one."""
    lowered = data.lower()
    return any(needle in lowered for needle in _ERRORS)


def _tells_of_machine(turns: list[dict[str, Any]]) -> bool:
    """Whether an error holds a stack trace, or a path of a machine, even one that was asked for."""
    from fixture_lint.detectors import traces

    results = (result for turn in turns for result in turn.get("results", ()))
    stack = [(result.get("output", result.get("error")), "error" in result) for result in results]
    while stack:
        value, inside = stack.pop()
        if isinstance(value, str):
            if inside and traces.find(value):
                return True
        elif isinstance(value, dict):
            stack += ((v, inside or is_error_key(key)) for key, v in value.items())
        elif isinstance(value, list):
            stack += ((item, inside) for item in value)
    return False


def _is_ordered(members: dict[str, Any], keys: tuple[str, ...]) -> bool:
    """Whether the keys, all of them known, stand in documented order."""
    found = tuple(members)
    if found in _known_orders:
        return True
    if found != tuple(key for key in keys if key in members):
        return False
    _known_orders.add(found)
    return True


def _is_clean_meta(meta: dict[str, Any], path: str) -> bool:
    stem = os.path.splitext(os.path.basename(path))[0]
    note, scenario = meta["note"], meta["scenario"]
    metadata = (meta["recorded"], meta["provider"], meta["model"])
    return (
        _is_ordered(meta, KEYS["meta"])
        and (not path or stem == scenario)
        and is_calendar_date(meta["recorded"])
        and bool(note.strip())
        and notes.why_uninformative(note, scenario, metadata) is None
        and notes.why_too_long(note) is None
        and notes.assertion_in(note) is None
    )


def _are_clean_turns(turns: list[dict[str, Any]]) -> bool:
    """Whether the turns are in order, refs are numbered, and results answer the calls before."""
    count = 0
    waiting: list[str] = []
    previous = ""
    for turn in turns:
        speaker = turn["from"]
        if not _is_ordered(turn, KEYS["turn"]) or bool(waiting) != (speaker == "tools"):
            return False
        if speaker == "tools":
            answered = [result["ref"] for result in turn["results"]]
            if sorted(answered) != sorted(waiting) or not _are_ordered(turn["results"], "result"):
                return False
            waiting = []
        elif (speaker == "assistant" and previous == "assistant") or (
            speaker == "user" and previous == "tools"
        ):
            return False
        for call in turn.get("calls", ()):
            count += 1
            waiting.append(call["ref"])
            if call["ref"] != f"c{count}":
                return False
        if not _are_ordered(turn.get("calls", ()), "call"):
            return False
        previous = speaker
    return not waiting


def _are_ordered(objects: Any, role: Any) -> bool:
    for members in objects:
        if not _is_ordered(members, KEYS[role]):
            return False
        if "error" in members and not _is_ordered(members["error"], KEYS["error"]):
            return False
    return True
