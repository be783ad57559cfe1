"""What the dialects share whose messages are lists of blocks: results that stand in messages of the
user, calls that the provider answers itself, instructions beside the messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from fixture_lint.conversation import Call, Message, Result, Value
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects.common import loss, placeholder, prepare

Speaker = Literal["user", "assistant", "system"]

UNFINISHED = "that the response did not end by itself"
SERVER_SIDE = "the result of a call of the provider"


class Reader:
    """Puts together what the blocks of consecutive messages of one role say.

    Texts of one message are joined by nothing, those of several by a line break. What stands in the
    place that the neutral form gives it is no loss: texts before calls, results before texts.
    """

    def __init__(self, document: Document, speaker: Speaker, message: Node) -> None:
        self.document = document
        self.losses: list[str] = []
        self._speaker = speaker
        self._text = ""
        self._calls: list[Call] = []
        self._results: list[Result] = []
        self._answered: set[str] = set()
        self._message = message
        self._places: dict[str, Node] = {}
        self._is_boundary = False

    def open(self, message: Node) -> None:
        """Another message of the same role begins."""
        self._message = message
        self._is_boundary = True

    def say(self, block: Node, text: str) -> None:
        """A block of text."""
        if self._text and text and self._is_boundary:
            self.lose(block, "the boundary between two texts")
            self._text += "\n"
        if self._calls and text:
            self.lose(block, "the place of a text behind a call")
        self._is_boundary = self._is_boundary and not text
        self._text += text
        self._places.setdefault("said", self._message)

    def show(self, block: Node, type_: str | None) -> None:
        """A block that is no text, such as an image: its placeholder is said."""
        text, sentence = placeholder(self.document, block, type_)
        self.say(block, text)
        self.losses.append(sentence)

    def lose(self, block: Node, what: str) -> None:
        """Something that the neutral form has no place for."""
        self.losses.append(loss(self.document, block, what))

    def call(self, call: Call) -> None:
        """A call of a tool."""
        self._calls.append(call)
        self._places.setdefault("said", self._message)

    def result(self, block: Node, result: Result) -> None:
        """A result. One that stands in the message of the assistant is the provider's own."""
        if self._speaker == "assistant":
            self._answered.add(result.id)
            self.lose(block, SERVER_SIDE)
            return
        if self._text:
            self.lose(block, "the place of a text before a result")
        self._results.append(result)
        self._places.setdefault("answered", self._message)

    def messages(self) -> list[Message]:
        """The results as a message of the tools, and what else was said after it."""
        found = []
        losses = tuple(self.losses)
        if self._results:
            place = self._places["answered"]
            found.append(Message("tools", "", (), tuple(self._results), place))
        if "said" in self._places or not found:
            calls = tuple(
                call._replace(is_server_side=call.is_server_side or call.id in self._answered)
                for call in self._calls
            )
            place = self._places.get("said", self._message)
            found.append(Message(self._speaker, self._text, calls, (), place))
        return [*found[:-1], found[-1]._replace(losses=losses)]


def history(
    document: Document,
    listed: Node | None,
    speakers: Mapping[str | None, Speaker],
    read: Callable[[Reader, Node], None],
) -> list[Message]:
    """The messages in a list, consecutive ones of one role as one.

    Arguments: ``speakers`` says who speaks in which role, in that of results the user; ``read``
    gives the blocks of a message to a reader. A role that nobody knows is taken for the system's:
    it steers the model.
    """

    def speaker_of(node: Node) -> Speaker:
        return speakers.get(node.text_of("role"), "system")

    nodes = [node for node in (listed.items() if listed else []) if node.type == "object"]
    found: list[Message] = []
    for speaker, group in groupby(nodes, key=speaker_of):
        reader: Reader | None = None
        for node in group:
            if reader is None:
                reader = Reader(document, speaker, node)
            else:
                reader.open(node)
            if node.text_of("role") not in speakers:
                reader.lose(node, "an unknown role")
            read(reader, node)
        found += reader.messages() if reader else []
    return found


class Prepared(NamedTuple):
    """Turns ready to be written by a provider that takes instructions beside the messages, each
    with the name by which losses speak of it."""

    system: str
    turns: list[tuple[str, Message]]
    losses: list[str]


def prepared(turns: Sequence[Message], spell: Callable[[int], str]) -> Prepared:
    """The turns with ids of the provider (``spell`` is as in ``prepare``), and the messages of the
    system as one text. That there were several, or that one came late, is lost."""
    numbered, losses = prepare(turns, spell)
    system: list[str] = []
    others: list[tuple[str, Message]] = []
    for number, turn in enumerate(numbered, 1):
        if turn.speaker != "system":
            others.append((f"turn {number}", turn))
            continue
        if system or others:
            losses.append(f"turn {number}: the place of a message of the system")
        system.append(turn.text)
    return Prepared("\n".join(system), others, losses)


def folded(turns: Iterable[tuple[str, Message]]) -> list[list[tuple[str, Message]]]:
    """The turns in groups that make one message: results go with what the user says next, since
    both are messages of the user."""
    groups: list[list[tuple[str, Message]]] = []
    for where, turn in turns:
        before = groups[-1][-1][1].speaker if groups else ""
        if before == "tools" and turn.speaker in ("tools", "user"):
            groups[-1].append((where, turn))
        else:
            groups.append([(where, turn)])
    return groups


def is_object(value: Value | str | None) -> bool:
    """Whether the output of a tool is an object."""
    return isinstance(value, Value) and value.node.type == "object"
