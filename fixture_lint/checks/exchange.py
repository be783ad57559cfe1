"""Calls and results in a request that carries the history of a conversation: each call has its
result, each result its call.

The rules are those of the providers' interfaces: a request that breaks them is refused. Messages of
one speaker that follow each other count as one, since clients split them; calls that the provider
has executed itself need no result; ids count only while their call is open, since some providers
use them again in every turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from fixture_lint.conversation import Call, Message, Result
from fixture_lint.documents.embedded import Embedded, locate, owner
from fixture_lint.documents.strings import Carrier
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import Kind, cassette, wire
from fixture_lint.kinds.bodies import Body, bodies
from fixture_lint.kinds.dialects import named
from fixture_lint.rules import Finding, Rule

__all__: list[str] = []  # No check stands here.

_CONTINUED = ("previous_response_id", "conversation")
"""Keys of requests whose history the provider keeps: the calls are not in the document."""


_CALLS = re.compile(
    r"tool_(?:calls?\b|call_id|use|result|output)|_call(?:_output)?\"|functionCall|functionResponse"
    r"|function_(?:call|response)|toolUse|toolResult|\"tool\"|\"function\"\s*,\s*\"content"
)
"""What stands in every message that is a call or a result, and in no list of tools."""


class Problem(NamedTuple):
    """A call or a result without its partner: the rule that it breaks, where, and in words."""

    code: str
    at: Node
    message: str


def has_exchanges(kind: Kind | None) -> bool:
    """Whether documents of a kind hold requests with histories."""
    return kind is not None and kind.NAME in (wire.NAME, cassette.NAME)


def findings(document: Document, rule: Rule) -> Iterator[Finding]:
    """The findings of one of the rules on pairing."""
    if "exchange" not in document.memo:
        document.memo["exchange"] = [
            (body.carrier, problem) for body in bodies(document) for problem in _problems(body)
        ]
    for carrier, problem in document.memo["exchange"]:
        if problem.code == rule.code:
            yield rule.finding(document, _place(carrier, problem.at), problem.message)


def _place(carrier: Carrier, node: Node) -> Node | tuple[int, int]:
    if not isinstance(carrier, Embedded):
        return node
    # Of an object only the opening is marked, as everywhere.
    return locate(carrier, node.start, node.start + 1 if node.members else node.end)


def _problems(body: Body) -> Iterator[Problem]:
    known = body.known
    if known is None or known.form != "request" or not _may_hold_calls(body):
        return
    if any(body.root.get(key) for key in _CONTINUED):
        return
    document = owner(body.carrier)
    messages = named(known.provider.dialect).messages(document, body.root, known.form)
    yield from _Exchange(body.root, known.provider).run(messages)


def _may_hold_calls(body: Body) -> bool:
    """Whether a text speaks of calls or results at all; of a tree nobody knows."""
    if not isinstance(body.carrier, Embedded):
        return True
    text = body.carrier.document.text
    return _CALLS.search(text) is not None or "\\u" in text


class _Exchange:
    """The calls of a history that wait for their results."""

    def __init__(self, root: Node, provider: wire.Provider) -> None:
        self._open: dict[str, tuple[Call, Node]] = {}
        self._left: dict[str, Node] = {}
        self._ids = [
            node
            for class_, node in provider.positions.find(root)
            if class_ == "call-id" and node.type == "string"
        ]

    def run(self, messages: list[Message]) -> Iterator[Problem]:
        """What is wrong, in the order of the history."""
        spoken = (message for message in messages if message.speaker != "system")
        for speaker, group in groupby(spoken, key=lambda message: message.speaker):
            if speaker != "tools":
                self._left |= {id_: at for id_, (_, at) in self._open.items()}
                self._open.clear()
            for message in group:
                for call in message.calls:
                    yield from self._call(call, message.place)
                for result in message.results:
                    yield from self._result(result, message.place)
        self._left |= {id_: at for id_, (_, at) in self._open.items()}
        for id_, at in self._left.items():
            yield Problem("FX214", at, f"Call {_shown(id_)} has no result")

    def _call(self, call: Call, place: Node) -> Iterator[Problem]:
        if call.is_server_side:
            return
        at = self._place(call.id, place)
        if call.id and call.id in self._open:
            yield Problem("FX212", at, f"Two open calls have the id {call.id!r}")
            return
        self._open[call.id or f"\0{len(self._open)} {call.tool}"] = (call, at)

    def _result(self, result: Result, place: Node) -> Iterator[Problem]:
        at = self._place(result.id, place)
        if result.id and result.id in self._left and result.id not in self._open:
            del self._left[result.id]
            message = f"Result {_shown(result.id)} must stand directly after its call"
            yield Problem("FX215", at, message)
            return
        key = result.id if result.id in self._open else self._by_order(result)
        if key is None:
            yield Problem("FX213", at, f"Result {_shown(result.id)} has no earlier call")
        else:
            del self._open[key]

    def _by_order(self, result: Result) -> str | None:
        """The open call that a result without an id answers: the first of its tool. Where calls or
        results have ids, ids decide."""
        for key, (call, _) in self._open.items():
            if not (result.id and call.id) and result.tool in ("", call.tool):
                return key
        return None

    def _place(self, id_: str, place: Node) -> Node:
        """The node of an id within a message, or the message."""
        inside = (n for n in self._ids if place.start <= n.start < place.end and n.value == id_)
        return next(inside, place)


def _shown(id_: str) -> str:
    return repr(id_) if id_ and not id_.startswith("\0") else "without an id"
