"""What all dialects need: decoding, joining and numbering, and the words for what gets lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from fixture_lint.conversation import Call, Message, Result, Value, to_line
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.tree import Document, Node, duplicate_members

_REF = re.compile("c[1-9][0-9]*")
_PART_TYPE = re.compile("[A-Za-z][A-Za-z_]{0,40}")
_TEXT_PARTS = frozenset({"text", "input_text", "output_text", "refusal"})
_REASONING_PARTS = frozenset({"thinking", "reasoning", "reasoning_text", "summary_text"})
_LOST_IN_PARTS = {"annotations": "citations", "citations": "citations", "logprobs": "logprobs"}
REFUSAL = "that a text is a refusal"
UNFINISHED = "that the response did not end by itself"


def loss(document: Document, node: Node, what: str) -> str:
    """The sentence that says what the neutral form cannot hold, and where it stands."""
    return f"{what} at {document.pointer(node) or 'the root'}"


def decode(text: str, path: str = "") -> Value | None:
    """The object or array that a text is the JSON of, with the spelling of its numbers.

    None for every other text, and where an object has a key twice: reading it would lose one.
    """
    if text.lstrip(" \t\r\n")[:1] not in ("{", "["):
        return None
    try:
        document = Document(path, text, read(text))
    except (ParseError, TooDeep):
        return None
    return None if duplicate_members(document.root) else Value(document, document.root)


def arguments(document: Document, node: Node | None) -> tuple[Value | None, str]:
    """The arguments of a call, given as an object or as a string that encodes one.

    Returns: ``args`` and ``raw_args`` of a ``Call``. What is no object, or has a key twice, stays
    what the model wrote; arguments that are absent are the empty text.
    """
    if node is None:
        return None, ""
    if node.type == "string":
        args = decode(node.value, document.path)
        if args is not None and args.node.type == "object":
            return args, ""
        return None, node.value
    if node.type == "object" and not duplicate_members(node):
        return Value(document, node), ""
    return None, to_line(Value(document, node))


def output(document: Document, node: Node) -> Value | str:
    """The output of a tool: the object or array that it is or that its text encodes, otherwise a
    text."""
    if node.type == "string":
        return decoded(node.value, document.path)
    if node.type in ("object", "array"):
        return Value(document, node)
    return to_line(Value(document, node))


def decoded(text: str, path: str = "") -> Value | str:
    """The output of a tool that was given as a text: what it encodes, otherwise the text."""
    value = decode(text, path)
    return text if value is None else value


def placeholder(document: Document, part: Node, type_: str | None) -> tuple[str, str]:
    """What stands in a text for a part that is none, such as an image, and the sentence that says
    so. ``type_`` is how the provider calls the part."""
    name = type_ if type_ and _PART_TYPE.fullmatch(type_) else "part"
    return f"[{name}]", loss(document, part, f"a content part of type {name}")


def lost(document: Document, node: Node, table: Mapping[str, str]) -> list[str]:
    """A sentence for each member of an object that holds something and that the neutral form has
    no place for. ``table`` says in words what stands under a key."""
    return [
        loss(document, member.value, table[member.name])
        for member in node.members
        if member.name in table and not is_empty(member.value)
    ]


def is_empty(node: Node) -> bool:
    """Whether a value says nothing: null, false, an empty string or container."""
    if node.type == "string":
        return not node.value
    return not node.members and node.type not in ("number", "true")


def content(document: Document, node: Node | None) -> tuple[str, list[str]]:
    """The text of a message whose content is a string or a list of typed parts, and what gets lost.

    The texts of parts are joined by nothing. Reasoning is left out, another part leaves a
    placeholder.
    """
    if node is None or node.type == "null":
        return "", []
    if node.type == "string":
        return node.value, []
    texts: list[str] = []
    losses: list[str] = []
    for part in node.items() or [node]:
        type_ = part.text_of("type")
        key = "refusal" if type_ == "refusal" else "text"
        text = part.value if part.type == "string" else part.text_of(key)
        if type_ in _REASONING_PARTS:
            losses.append(loss(document, part, "reasoning"))
        elif text is not None and (type_ is None or type_ in _TEXT_PARTS):
            texts.append(text)
            losses += lost(document, part, _LOST_IN_PARTS)
            losses += [loss(document, part, REFUSAL)] if key == "refusal" else []
        elif part.members:
            text, sentence = placeholder(document, part, type_)
            texts.append(text)
            losses.append(sentence)
    return "".join(texts), losses


def merge(document: Document, messages: Iterable[Message]) -> list[Message]:
    """The messages with consecutive ones of one speaker as one: clients split turns, and some
    protocols send each call and each result on its own.

    Texts are joined by a line break, and that there were two is a loss. So is that a text stood
    behind a call, which the neutral form puts before it.
    """
    merged: list[Message] = []
    for message in messages:
        if not merged or merged[-1].speaker != message.speaker:
            merged.append(message)
            continue
        before = merged[-1]
        losses = before.losses + message.losses
        if before.text and message.text:
            losses += (loss(document, message.place, "the boundary between two texts"),)
        if before.calls and message.text:
            losses += (loss(document, message.place, "the place of a text behind a call"),)
        merged[-1] = Message(
            message.speaker,
            "\n".join(text for text in (before.text, message.text) if text),
            before.calls + message.calls,
            before.results + message.results,
            before.place,
            losses,
        )
    return merged


def prepare(
    turns: Sequence[Message], spell: Callable[[int], str]
) -> tuple[list[Message], list[str]]:
    """The turns as a provider can be given them: with ids in its spelling, each result with the
    id and the tool of its call, and without the calls that another provider has executed itself.

    References of the neutral form (``c3``) keep their number, all other ids are numbered in the
    order of the calls. A result without an id answers the first open call of its tool.

    Arguments: the turns; the id with a number, such as ``call_c3``.
    Returns: the turns, and what was left out, in words.
    """
    ids = [call.id for turn in turns for call in turn.calls]
    ids += [result.id for turn in turns for result in turn.results]
    are_refs = all(_REF.fullmatch(id_) for id_ in ids)
    prepared: list[Message] = []
    losses: list[str] = []
    opened: list[list[tuple[str, Call]]] = []
    count = 0
    for number, turn in enumerate(turns, 1):
        opened.append([])
        for call in turn.calls:
            if call.is_server_side:
                losses.append(f"turn {number}: a call that the provider executed itself")
                continue
            count += 1
            new = spell(int(call.id[1:]) if are_refs else count)
            opened[-1].append((call.id, call._replace(id=new)))
        calls = tuple(call for _, call in opened[-1])
        results = []
        for result in turn.results:
            call_ = _answered(opened, result)
            if call_ is not None:
                results.append(result._replace(id=call_.id, tool=call_.tool))
                continue
            count += 1
            new = spell(int(result.id[1:]) if are_refs else count)
            results.append(result._replace(id=new))
        prepared.append(turn._replace(calls=calls, results=tuple(results)))
    return prepared, losses


def by_order(turns: Sequence[Message]) -> tuple[list[Message], list[str]]:
    """Prepared turns for a provider without ids, where results are told by their tool and their
    order: the results of one tool in the order of its calls; and what gets lost."""
    ranks = {call.id: rank for rank, call in enumerate(call for t in turns for call in t.calls)}
    ordered: list[Message] = []
    losses: list[str] = []
    for number, turn in enumerate(turns, 1):
        waiting: dict[str, list[Result]] = {}
        for result in turn.results:
            waiting.setdefault(result.tool, []).append(result)
        for results in waiting.values():
            results.sort(key=lambda result: ranks.get(result.id, len(ranks)), reverse=True)
        placed = tuple(waiting[result.tool].pop() for result in turn.results)
        if placed != turn.results:
            losses.append(f"turn {number}: the order of the results of a tool")
        ordered.append(turn._replace(results=placed))
    return ordered, losses + _ambiguous(ordered)


def _ambiguous(turns: list[Message]) -> list[str]:
    """The results that would be taken for the answers to other calls once the ids are gone."""
    opened: list[list[tuple[str, Call]]] = []
    losses = []
    for number, turn in enumerate(turns, 1):
        opened.append([("", call) for call in turn.calls])
        for result in turn.results:
            call = _answered(opened, result._replace(id=""))
            if call is None or call.id != result.id:
                losses.append(f"turn {number}: which call a tool result answers")
    return losses


def _answered(opened: list[list[tuple[str, Call]]], result: Result) -> Call | None:
    """The open call that a result answers, which is open no more. Providers use ids again: the
    latest turn counts."""
    for calls in reversed(opened):
        for index, (id_, call) in enumerate(calls):
            if id_ == result.id and (result.id or result.tool in ("", call.tool)):
                return calls.pop(index)[1]
    return None


def arguments_text(call: Call) -> str:
    """The arguments of a call for a provider that encodes them in a string."""
    return to_line(call.args) if call.args is not None else call.raw_args


def arguments_object(call: Call, where: str) -> tuple[Value | dict[str, object], list[str]]:
    """The arguments of a call for a provider that wants an object, and what gets lost.

    ``where`` names the turn for the sentence, such as ``turn 3``.
    """
    if call.args is not None:
        return call.args, []
    return {}, [f"{where}: arguments that are no object"]


def output_text(result: Result, where: str) -> tuple[str, list[str]]:
    """The output of a tool for a provider that wants a text and has no place for errors, and what
    gets lost: that it was an error, or that it is read back as another type."""
    if result.error is not None:
        return result.error, [f"{where}: that a tool result is an error"]
    value = result.output
    if value is None:
        return "", []
    if isinstance(value, Value):
        if value.node.type in ("object", "array"):
            return to_line(value), []
        if value.node.type != "string":
            return to_line(value), [f"{where}: that an output is no text"]
        value = value.node.value
    return value, [] if decode(value) is None else [f"{where}: that an output is a text of JSON"]
