"""The steps of a conversation, whoever recorded it: what two versions are compared by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from fixture_lint.behaviour.values import NOTHING, Leaves

StepKind = Literal[
    "system", "tool", "request", "user", "response", "think", "say", "call", "result"
]
SPEAKS: dict[str, StepKind] = {"user": "user", "system": "system"}
"""The steps of those who speak; what anybody else says is the assistant's."""

Form = Literal["", "args", "raw", "output", "error"]


class Item(NamedTuple):
    """One step. ``tool`` is that of a call or a result; of a request its method and path. ``value``
    holds a text, arguments, an output, or what stands beside the messages. ``form`` tells parsed
    arguments from those that are no JSON, and an output from an error. ``ref`` is how a person
    would call the call. ``answers`` are the results of a call; other results are steps of their
    own, since nobody has asked for them."""

    kind: StepKind
    tool: str
    value: Leaves
    form: Form = ""
    ref: str = ""
    answers: tuple[Item, ...] = ()
    envelope: Leaves = NOTHING
    """Of a response: what the provider sends around its message, and clients rarely look at."""

    @property
    def key(self) -> tuple[str, str, str, frozenset[object]]:
        """What is the same for equal steps; the results of a call are compared for themselves."""
        return self.kind, self.tool, self.form, self.value.key

    @property
    def text(self) -> str:
        """The text of a step that is one."""
        leaf = self.value.by_pointer.get("")
        return leaf.text if leaf is not None else ""


class Behaviour(NamedTuple):
    """What a document shows: its steps; what stands in its headers, by pointer; what changes at
    every recording, by group of classes and value; and what machines have signed or encrypted, each
    by where it stands."""

    items: tuple[Item, ...]
    meta: Mapping[str, str] = {}
    volatile: Mapping[tuple[str, str], int] = {}
    opaque: Mapping[str, str] = {}
    chunks: tuple[int, ...] = ()
    """How many events each stream has, and so how its texts were cut into pieces."""
    rest: Leaves = NOTHING
    """Members of a conversation that are neither known nor volatile."""
