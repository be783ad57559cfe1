"""From a provider's documents to the neutral conversation, and back.

What a provider cannot carry, and what the neutral form does not keep, is said as losses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fixture_lint.conversation import Call, Message, Result, Value, to_text
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import bodies, conversation, stream, wire
from fixture_lint.kinds.assembly import assemble
from fixture_lint.kinds.dialects import named

API_STYLES = {
    "chat": "chat-completions",
    "mistral": "chat-completions",
    "responses": "responses",
    "anthropic": "messages",
    "gemini": "generate-content",
    "bedrock": "converse",
    "ollama": "chat",
    "cohere": "chat-v2",
}
"""How ``meta.provider`` calls the interface of each dialect."""


class NotConverted(Exception):
    """A document cannot be converted; the text says which and why."""


class Converted(NamedTuple):
    """A conversation as plain values with recorded nodes in it, and what was lost on the way."""

    value: dict[str, Any]
    losses: tuple[str, ...]


def to_neutral(documents: Sequence[Document], meta: dict[str, Any]) -> Converted:
    """The neutral conversation that the documents of one scenario tell.

    Arguments: requests, responses and streams of one provider in the order in which they were
    recorded; the header, in which ``provider`` and ``model`` are filled in. The history of the last
    request counts, and what came after it. Raises NotConverted.
    """
    messages: list[Message] = []
    style, model = "", ""
    for document in documents:
        for known, part in _parts(document):
            style = API_STYLES[known.provider.dialect]
            model = _model(part) or model
            told = named(known.provider.dialect).messages(part, part.root, known.form)
            messages = told if known.form == "request" else messages + told
    if not any(message.speaker != "system" for message in messages):
        raise NotConverted("no message was found")
    header = {"scenario": meta["scenario"], "recorded": meta["recorded"], "provider": style}
    header |= {"model": model or "unknown", "note": meta["note"]}
    losses = [loss for message in messages for loss in message.losses]
    if any(message.speaker == "system" for message in messages):
        losses.append("system and developer messages are not part of the neutral form")
    turns = list(_turns([m for m in messages if m.speaker != "system"]))
    return Converted({"meta": header, "turns": turns}, tuple(losses))


def from_neutral(
    document: Document, provider: str, form: wire.Form, model: str
) -> tuple[str, list[str]]:
    """A neutral conversation as a provider's request with the whole history, or as the response
    that its last turn came in; and the losses.

    Arguments: the conversation, the name of the provider, ``request`` or ``response``, the model.
    Raises NotConverted.
    """
    dialect = named({known.name: known for known in wire.providers()}[provider].dialect)
    messages = _messages(document)
    if form == "request":
        made, losses = dialect.request(messages, model)
    elif messages and messages[-1].speaker == "assistant":
        made, losses = dialect.response(messages[-1], model)
    else:
        raise NotConverted("the last turn is not the assistant's, so there is no response")
    return to_text(made), losses


def _parts(document: Document) -> Iterator[tuple[wire.Recognised, Document]]:
    """The requests and responses in a document; streams are put together first."""
    known = wire.recognised(document) if document.syntax == "json" else None
    if known is not None and known.form in ("request", "response"):
        yield known, document
        return
    if known is not None and known.form == "error":
        raise NotConverted(f"{document.path} is an error of the provider")
    found = bodies.streams(document) if _is_stream(document) else []
    if not found:
        raise NotConverted(f"{document.path} is no request, response or stream of a known provider")
    for one in found:
        if one.provider is None:
            raise NotConverted(f"{document.path}: nobody knows the provider of this stream")
        roots = [event.root for event in one.events if event.root is not None]
        text = to_text(assemble(one.provider.dialect, roots))
        whole = Document(document.path, text, read(text))
        yield wire.Recognised(one.provider, "response"), whole


def _is_stream(document: Document) -> bool:
    if document.syntax == "text":
        return stream.recognise_text(document.text)
    return document.syntax == "json" and stream.recognise(document.plain())


def _model(document: Document) -> str:
    for key in ("model", "modelVersion", "model_version", "modelId"):
        text = document.root.text_of(key)
        if text:
            return text
    return ""


def _turns(messages: Sequence[Message]) -> Iterator[dict[str, Any]]:
    """The turns of messages; calls are numbered in order of appearance, and each result gets the
    number of the call that it answers: the open one with its id, or the next that is open."""
    count = 0
    open_calls: list[tuple[Call, str]] = []
    for message in messages:
        turn: dict[str, Any] = {"from": message.speaker}
        if message.text:
            turn["text"] = message.text
        calls = [call for call in message.calls if not call.is_server_side]
        if calls:
            refs = [f"c{count + number}" for number in range(1, len(calls) + 1)]
            count += len(calls)
            open_calls += zip(calls, refs, strict=True)
            turn["calls"] = [_call(call, ref) for call, ref in zip(calls, refs, strict=True)]
        if message.results:
            turn["results"] = [_result(result, open_calls) for result in message.results]
        if len(turn) > 1:
            yield turn


def _call(call: Call, ref: str) -> dict[str, Any]:
    made: dict[str, Any] = {"ref": ref, "tool": call.tool}
    return made | ({"args": call.args} if call.args is not None else {"raw_args": call.raw_args})


def _result(result: Result, open_calls: list[tuple[Call, str]]) -> dict[str, Any]:
    for index, (call, ref) in enumerate(open_calls) if result.id else ():
        if call.id == result.id:
            del open_calls[index]
            return _answered(result, ref)
    for index, (call, ref) in enumerate(open_calls):
        if not (call.id and result.id) and result.tool in ("", call.tool):
            del open_calls[index]
            return _answered(result, ref)
    raise NotConverted("a result answers no call")


def _answered(result: Result, ref: str) -> dict[str, Any]:
    if result.error is not None:
        return {"ref": ref, "error": {"code": "tool_error", "message": result.error}}
    return {"ref": ref, "output": result.output}


def _messages(document: Document) -> list[Message]:
    """The messages of a neutral conversation."""
    tools: dict[str, str] = {}
    found = []
    for turn in conversation.turns(document.root):
        calls = tuple(_neutral_call(document, node) for node in turn.calls)
        tools |= {call.id: call.tool for call in calls}
        results = tuple(_neutral_result(document, node, tools) for node in turn.results)
        text = turn.node.text_of("text") or ""
        speaker: Any = turn.speaker
        found.append(Message(speaker, text, calls, results, turn.node))
    return found


def _neutral_call(document: Document, node: Node) -> Call:
    args = node.get("args")
    value = Value(document, args) if args is not None else None
    return Call(
        node.text_of("ref") or "", node.text_of("tool") or "", value, node.text_of("raw_args") or ""
    )


def _neutral_result(document: Document, node: Node, tools: dict[str, str]) -> Result:
    ref = node.text_of("ref") or ""
    error, output = node.get("error"), node.get("output")
    message = (error.text_of("message") or error.text_of("code") or "error") if error else None
    value = Value(document, output) if output is not None else None
    return Result(ref, tools.get(ref, ""), value, message)
