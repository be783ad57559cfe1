"""Clean conversations, as text in canonical layout: by hand and generated."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from fixture_lint.detectors.personal import find
from fixture_lint.documents.canonical import render
from fixture_lint.documents.json import quote, read
from fixture_lint.documents.tree import Document

META = {
    "scenario": "late-parcel",
    "recorded": "2026-03-14",
    "provider": "chat-completions",
    "model": "small",
    "note": "carrier reports a delay; the agent informs and offers a refund",
}


def conversation(*turns: dict[str, Any], **meta: Any) -> str:
    """A clean conversation in canonical layout with these turns."""
    return canonical(json.dumps({"meta": META | meta, "turns": list(turns)}))


def canonical(text: str) -> str:
    """A JSON text in canonical layout, its keys as they are."""
    document = Document("", text, read(text))
    aspects = {"indentation", "escapes", "final-newline", "encoding"}
    return render(document, aspects, lambda node: node.members)


TRACKED = conversation(
    {"from": "user", "text": "where is parcel P7?"},
    {
        "from": "assistant",
        "calls": [{"ref": "c1", "tool": "track", "args": {"zone": 3, "code": "P7"}}],
    },
    {"from": "tools", "results": [{"ref": "c1", "output": {"state": "late", "days": 2}}]},
    {"from": "assistant", "text": "It is two days late."},
)  # fmt: skip
"""A clean conversation with one call."""


# Spellings, not values: a fixture must keep 1.50, 1e400 and "\u0000" as they were recorded.
_NUMBERS = st.one_of(
    st.integers().map(str),
    st.sampled_from(["1.50", "1E5", "1e400", "-0", "-0.0", "5e-324", "0.1000", "9" * 20]),
)
_TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
_STRINGS = st.one_of(
    _TEXT,
    st.sampled_from(
        [
            "2026-03-14T10:24:31Z",
            "1500 tokens, please",
            " two  spaces ",
            "Caf\u00e9 \u00a0 Cafe\u0301",
            '{"json": "in a string"}',
            "\x00\x1f\x7f\u2028\U0001f600",
            "\ud83d",
            "c2",
            "expect it",
        ]
    ),
).map(quote)
_KEYS = st.one_of(
    st.sampled_from(["id", "ref", "created_at", "usage", "expect", "z", "a", "latency_ms", "from"]),
    _TEXT.filter(lambda key: not find("1000000", key)),  # Under "tel" it is somebody's.
)
_SCALARS = st.one_of(_NUMBERS, _STRINGS, st.sampled_from(["true", "false", "null"]))


def _object(members: list[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{quote(key)}: {value}" for key, value in members) + "}"


def _members(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(_KEYS, values)
    return st.lists(pairs, max_size=4, unique_by=lambda pair: pair[0]).map(_object)


_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[" + ", ".join(items) + "]"), _members(inner)
    ),
    max_leaves=6,
)
_ARGS = _members(_VALUES)


@st.composite
def clean_texts(draw: st.DrawFn) -> str:
    """Conversations in canonical layout that break no rule."""
    turns: list[str] = []
    count = 0
    for _ in range(draw(st.integers(1, 3))):
        turns.append(f'{{"from": "user", "text": {draw(_STRINGS)}}}')
        for _ in range(draw(st.integers(0, 2))):
            refs = [f"c{count + n + 1}" for n in range(draw(st.integers(1, 3)))]
            count += len(refs)
            calls = ", ".join(
                f'{{"ref": "{ref}", "tool": {draw(_TOOLS)}, "args": {draw(_ARGS)}}}' for ref in refs
            )
            said = f'"text": {draw(_STRINGS)}, ' if draw(st.booleans()) else ""
            turns.append(f'{{"from": "assistant", {said}"calls": [{calls}]}}')
            results = ", ".join(
                f'{{"ref": "{ref}", {draw(_OUTCOMES)}}}' for ref in draw(st.permutations(refs))
            )
            turns.append(f'{{"from": "tools", "results": [{results}]}}')
        turns.append(f'{{"from": "assistant", "text": {draw(_STRINGS)}}}')
    return canonical(f'{{"meta": {json.dumps(META)}, "turns": [{", ".join(turns)}]}}')


_TOOLS = st.sampled_from(["track", "refund", "get_expected_delivery"]).map(quote)
_OUTCOMES = st.one_of(
    _VALUES.map(lambda value: f'"output": {value}'),
    _STRINGS.map(lambda text: f'"error": {{"code": "timeout", "message": {text}}}'),
)
