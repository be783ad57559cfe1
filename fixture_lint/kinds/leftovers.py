"""Leftovers of a recording: members that a recorder should have stripped.

A member is a leftover by its key *and* the shape of its value; the key alone says nothing
(``"id": "refund-1"`` is a name, ``"tokens": ["a"]`` is a list of words). Expectations are known by
their key alone.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from fixture_lint.detectors import identifiers
from fixture_lint.documents.tree import Member, Node, walk

Leftover = Literal[
    "expectation", "call-id", "request-id", "time", "token-count", "latency", "fingerprint"
]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_EXPECTATION = re.compile(
    r"(?:expect|assert|should|must)\w*|want|golden|contains_any|checks?|verify|verdict|pass|"
    r"fail_if|score|grade|rubric|oracle|ground_truth"
)
_CALL_ID = re.compile(r"id|call_id|tool_call_id|tool_use_id|function_call_id")
_REQUEST_ID = re.compile(
    r"id|(?:request|response|message|generation|completion|trace|span|correlation|session|thread|"
    r"run|conversation)_id|x_request_id"
)
_TIME = re.compile(
    r"created|created_at|updated_at|completed_at|started_at|finished_at|ended_at|recorded_at|"
    r"received_at|sent_at|timestamp|ts|time|date|datetime|start_time|end_time|create_time"
)
_TOKEN_COUNT = re.compile(
    r"usage|usage_metadata|tokens|token_usage|token_count|\w+_(?:tokens|token_count)"
)
_LATENCY = re.compile(
    r"latency\w*|duration\w*|elapsed\w*|\w+_(?:ms|latency|duration)|response_time"
)
_FINGERPRINT = re.compile(r"system_fingerprint|fingerprint")
_SETTING = re.compile(
    r"(?:max|min|budget|timeout|retry|limit)_\w+|\w+_(?:timeout|limit|budget)(?:_ms)?|timeout\w*"
)
"""Settings whose names look like counts and durations: they never change by themselves."""


def classify(member: Member, role: str) -> Leftover | None:
    """What a member at a structural position gives away, None if nothing.

    ``role`` is the role of the object that holds it: an ``id`` in a call or a result pairs the
    two, elsewhere it names a request.
    """
    key = _snake(member.name)
    if _EXPECTATION.fullmatch(key):
        return "expectation"
    value = member.value
    if _SETTING.fullmatch(key):
        return None
    if role in ("call", "result") and _CALL_ID.fullmatch(key) and _is_id(value):
        return "call-id"
    if "call" in key and _CALL_ID.fullmatch(key) and _is_id(value):
        return "call-id"
    if _REQUEST_ID.fullmatch(key) and _is_id(value):
        return "request-id"
    if _TIME.fullmatch(key) and _is_scalar(value) and identifiers.is_time(value.value):
        return "time"
    if _TOKEN_COUNT.fullmatch(key) and (value.type == "number" or _is_counts(value)):
        return "token-count"
    if _LATENCY.fullmatch(key) and (value.type == "number" or _is_duration(value)):
        return "latency"
    if (
        _FINGERPRINT.fullmatch(key)
        and _is_scalar(value)
        and identifiers.is_fingerprint(value.value)
    ):
        return "fingerprint"
    return None


def is_call_id_key(name: str) -> bool:
    """Whether a key of a call or a result names the id that pairs the two."""
    return _CALL_ID.fullmatch(_snake(name)) is not None


@cache
def _snake(name: str) -> str:
    return _CAMEL.sub("_", name).replace("-", "_").casefold()


def _is_scalar(node: Node) -> bool:
    return node.type in ("string", "number")


def _is_id(node: Node) -> bool:
    return node.type == "string" and identifiers.is_provider_id(node.value)


def _is_duration(node: Node) -> bool:
    return node.type == "string" and identifiers.is_duration(node.value)


def _is_counts(node: Node) -> bool:
    """An object of numbers, as providers report usage: nested, with nulls and the name of a
    service tier, but without lists."""
    if node.type != "object" or not node.members:
        return False
    leaves = [leaf.type for leaf in walk(node) if leaf.type != "object"]
    strings = [member.name for member in node.members if member.value.type == "string"]
    return "array" not in leaves and "number" in leaves and all("tier" in name for name in strings)
