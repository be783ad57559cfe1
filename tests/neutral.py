"""Conversations in the neutral model, for tests of what is written for providers and read back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from fixture_lint.conversation import Call, Message, Result, Value, to_line, to_text
from fixture_lint.documents.json import quote, read
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects import named
from fixture_lint.kinds.wire import Form

NOWHERE = Node("null", 0, 0)


def value(text: str) -> Value:
    """A JSON text as a recorded value."""
    document = Document("", text, read(text))
    return Value(document, document.root)


def user(text: str) -> Message:
    return Message("user", text, (), (), NOWHERE)


def assistant(text: str, *calls: Call) -> Message:
    return Message("assistant", text, calls, (), NOWHERE)


def tools(*results: Result) -> Message:
    return Message("tools", "", (), results, NOWHERE)


def call(id_: str, tool: str, args: str) -> Call:
    return Call(id_, tool, value(args))


def result(id_: str, output: str) -> Result:
    return Result(id_, "", value(output))


def messages_of(dialect: str, written: Any, form: Form) -> list[Message]:
    """What a dialect reads in a document, given as text or as Python values."""
    text = written if isinstance(written, str) else to_text(written)
    document = Document("", text, read(text))
    return named(dialect).messages(document, document.root, form)


def plain(turns: Sequence[Message], *, sort: bool = False) -> list[Any]:
    """What was said, called and answered: values as they are spelled, calls by their number.

    ``sort`` puts the results of a turn in the order of their calls. Where there are no ids, a
    result answers the first call of its tool in the turn before.
    """
    said: list[Any] = []
    count = 0
    latest: list[tuple[str, str, int]] = []
    for turn in turns:
        calls = []
        if turn.speaker == "assistant":
            numbers = range(count + 1, count + len(turn.calls) + 1)
            latest = [(c.id, c.tool, n) for c, n in zip(turn.calls, numbers, strict=True)]
            count += len(turn.calls)
            calls = [
                (number, call.tool, to_line(call.args) if call.args else call.raw_args)
                for call, number in zip(turn.calls, numbers, strict=True)
            ]
        results = []
        for answer in turn.results:
            number = None
            for entry in latest:
                if entry[0] == answer.id and (answer.id or entry[1] == answer.tool):
                    number = entry[2]
                    latest.remove(entry)
                    break
            is_text = isinstance(answer.output, str | None)
            output = answer.output if is_text else to_line(answer.output)
            results.append((number, output, answer.error))
        if sort:
            results.sort(key=lambda entry: entry[0] or 0)
        said.append((turn.speaker, turn.text, calls, results))
    return said


_NUMBERS = st.one_of(
    st.integers().map(str),
    st.sampled_from(["1.50", "1E5", "1e400", "-0", "-0.0", "5e-324", "0.1000", "9" * 20]),
)
_CHARACTERS = st.characters(codec="utf-8")
_TEXTS = st.one_of(
    st.text(_CHARACTERS, min_size=1, max_size=12),
    st.sampled_from(['{"json": "in a string"}', " two  spaces\n", "Cafe\u0301 \u2028\U0001f600"]),
)
_BROKEN = st.just("half a pair \ud83d")
"""Valid in JSON, but no text that could be encoded: not every library takes it."""
_KEYS = st.one_of(
    st.sampled_from(["id", "output", "result", "error", "name", "args"]),
    st.text(_CHARACTERS, max_size=6),
)


def _objects(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(_KEYS, values)
    members = st.lists(pairs, max_size=4, unique_by=lambda pair: pair[0])
    return members.map(lambda m: "{" + ", ".join(f"{quote(k)}: {v}" for k, v in m) + "}")


_VALUES = st.recursive(
    st.one_of(
        _NUMBERS, (_TEXTS | _BROKEN).map(quote), st.sampled_from(["true", "false", "null", "[]"])
    ),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: "[" + ", ".join(items) + "]")
        | _objects(inner)
    ),
    max_leaves=6,
)
_TOOLS = st.sampled_from(["track", "refund", "get_expected_delivery"])
_RAW = st.sampled_from(
    ["", '{"half', '{"n": 1, "n": 1}', "[1.50]", '{"n": 1}}', "null", "Ja, \u2028"]
)
_IDS = ["c{number}", "call_x7Qz{number}", "call_{place}"]
"""References of the neutral form, ids, and ids that a provider uses again in every turn."""


@st.composite
def conversations(
    draw: st.DrawFn, *, errors: bool = False, encodable: bool = False, raw: bool = False
) -> list[Message]:
    """Conversations that every provider can carry: outputs are objects, each turn has one text
    before its calls, all calls are answered, in any order.

    ``errors`` lets results be errors. ``encodable`` leaves out texts that have no UTF-8. ``raw``
    lets arguments be what no object can be made of.
    """
    texts = _TEXTS if encodable else _TEXTS | _BROKEN
    spelling = draw(st.sampled_from(_IDS))
    turns: list[Message] = []
    number = 0
    for _ in range(draw(st.integers(1, 3))):
        turns.append(user(draw(texts)))
        for _ in range(draw(st.integers(0, 2))):
            calls = []
            for place in range(1, draw(st.integers(1, 3)) + 1):
                number += 1
                id_ = spelling.format(number=number, place=place)
                if raw and draw(st.booleans()):
                    calls.append(Call(id_, draw(_TOOLS), None, draw(_RAW)))
                    continue
                calls.append(Call(id_, draw(_TOOLS), value(draw(_objects(_VALUES)))))
            turns.append(assistant(draw(texts) if draw(st.booleans()) else "", *calls))
            results = []  # As the neutral form has them: they do not name the tool.
            for answered in draw(st.permutations(calls)):
                if errors and draw(st.booleans()):
                    results.append(Result(answered.id, "", None, draw(texts)))
                else:
                    output = value(draw(_objects(_VALUES)))
                    results.append(Result(answered.id, "", output))
            turns.append(tools(*results))
        turns.append(assistant(draw(texts)))
    return turns


def as_json(written: Any) -> Any:
    """What a library reads in what was written."""
    return json.loads(to_text(written))
