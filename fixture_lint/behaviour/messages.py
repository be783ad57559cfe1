"""The messages of a provider as steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fixture_lint.behaviour.items import SPEAKS, Form, Item, StepKind
from fixture_lint.behaviour.values import NOTHING, leaves, text_leaf
from fixture_lint.conversation import Message, Result, Value


def steps_of(messages: Sequence[Message]) -> Iterator[tuple[Item, str]]:
    """The messages as steps, each with the id of its call or result, otherwise without one."""
    for message in messages:
        if message.text:
            kind: StepKind = SPEAKS.get(message.speaker, "say")
            yield Item(kind, "", text_leaf(message.text)), ""
        for call in message.calls:
            form: Form = "args" if call.args is not None else "raw"
            value = leaves(call.args.node) if call.args else text_leaf(call.raw_args)
            yield Item("call", call.tool, value, form), call.id
        for result in message.results:
            yield _result(result), result.id


def _result(result: Result) -> Item:
    if result.error is not None:
        return Item("result", result.tool, text_leaf(result.error), "error")
    output = result.output
    if isinstance(output, Value):
        return Item("result", result.tool, leaves(output.node), "output")
    value = text_leaf(output) if output is not None else NOTHING
    return Item("result", result.tool, value, "output")


def echo(item: Item) -> object:
    """What is the same for a step and for its repetition: clients cut the white space around
    texts."""
    return item.text.strip() if item.kind == "say" else item.key
