"""Whether a value has the shape of a conversation: the fast twin of its JSON Schema.

It answers yes exactly when ``schemas/conversation.schema.json`` validates (a property test holds
the two together). Only on a no is jsonschema imported and asked for the reasons.
"""

from __future__ import annotations

import re
from typing import Any

from fixture_lint.kinds.conversation import KEYS, NAME, TURN_KEYS

_SCENARIO = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\n?")
_DATE = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])\n?")
_REF = re.compile(r"c[1-9][0-9]*\n?")
# A final line feed: `$` of a schema's pattern lets it pass, as Python's `re.search` reads it.

_DOCUMENT, _META = frozenset(KEYS["document"]), frozenset(KEYS["meta"])
_CALL, _RESULT, _ERROR = (
    frozenset(KEYS["call"]),
    frozenset(KEYS["result"]),
    frozenset(KEYS["error"]),
)


def is_conversation(plain: Any) -> bool:
    """Whether the schema of the conversation accepts a value."""
    return (
        isinstance(plain, dict)
        and plain.keys() <= _DOCUMENT
        and isinstance(plain.get("$schema", ""), str)
        and _is_meta(plain.get("meta"))
        and _is_list(plain.get("turns"), _is_turn)
    )


def _is_meta(meta: Any) -> bool:
    if not isinstance(meta, dict) or not meta.keys() <= _META:
        return False
    if meta.get("kind", NAME) != NAME:
        return False
    if not _matches(_SCENARIO, meta.get("scenario")) or not _matches(_DATE, meta.get("recorded")):
        return False
    if not all(_is_filled(meta.get(key)) for key in ("provider", "model", "note")):
        return False
    if not all(isinstance(meta.get(key, ""), str) for key in ("contract", "prompt_version")):
        return False
    tags = meta.get("tags", [])
    return (
        isinstance(tags, list)
        and all(isinstance(tag, str) for tag in tags)
        and len(set(tags)) == len(tags)
    )


def _is_turn(turn: Any) -> bool:
    if not isinstance(turn, dict):
        return False
    speaker = turn.get("from")
    if not isinstance(speaker, str) or speaker not in TURN_KEYS:
        return False
    if not turn.keys() <= TURN_KEYS[speaker] or not isinstance(turn.get("text", ""), str):
        return False
    if speaker == "user":
        return "text" in turn
    if speaker == "tools":
        return _is_list(turn.get("results"), _is_result)
    return ("calls" in turn or "text" in turn) and (
        "calls" not in turn or _is_list(turn["calls"], _is_call)
    )


def _is_call(call: Any) -> bool:
    return (
        isinstance(call, dict)
        and call.keys() <= _CALL
        and _matches(_REF, call.get("ref"))
        and _is_filled(call.get("tool"))
        and ("args" in call) != ("raw_args" in call)
        and isinstance(call.get("args", {}), dict)
        and isinstance(call.get("raw_args", ""), str)
    )


def _is_result(result: Any) -> bool:
    return (
        isinstance(result, dict)
        and result.keys() <= _RESULT
        and _matches(_REF, result.get("ref"))
        and ("output" in result) != ("error" in result)
        and ("error" not in result or _is_error(result["error"]))
    )


def _is_error(error: Any) -> bool:
    return (
        isinstance(error, dict)
        and error.keys() <= _ERROR
        and isinstance(error.get("code"), str)
        and isinstance(error.get("message"), str)
        and isinstance(error.get("type", ""), str)
        and isinstance(error.get("retryable", False), bool)
    )


def _is_list(value: Any, is_element: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(is_element(item) for item in value)


def _is_filled(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _matches(pattern: re.Pattern[str], value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None
