"""Gemini generateContent: messages are ``contents`` with ``parts``, a result is a part of the user.

Arguments and outputs are objects. Calls have ids, or results are told by the name of the tool and
the order. REST spells keys in camel case, dumps of the SDK in snake case; both are read, camel case
is written. The instructions stand beside the messages.

Sources: https://ai.google.dev/api/generate-content, https://ai.google.dev/api/caching#Content and
https://ai.google.dev/gemini-api/docs/function-calling
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fixture_lint.conversation import Call, Message, Result, Value, to_line
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects.blocks import (
    SERVER_SIDE,
    UNFINISHED,
    Reader,
    Speaker,
    folded,
    history,
    is_object,
    prepared,
)
from fixture_lint.kinds.dialects.common import (
    arguments,
    arguments_object,
    decode,
    decoded,
    is_empty,
    lost,
)
from fixture_lint.kinds.wire import Form

_SPEAKERS: dict[str | None, Speaker] = {
    "user": "user",
    "model": "assistant",
    "function": "user",
    "tool": "user",
    None: "user",
}
_ENDS = (None, "STOP", "FINISH_REASON_UNSPECIFIED")
_CAPITAL = re.compile("[A-Z]")


def _snake(key: str) -> str:
    return _CAPITAL.sub(lambda match: "_" + match[0].lower(), key)


def _in_both_spellings(table: dict[str, str]) -> dict[str, str]:
    return table | {_snake(key): words for key, words in table.items()}


_LOST = _in_both_spellings(
    {
        "groundingMetadata": "citations",
        "citationMetadata": "citations",
        "logprobsResult": "logprobs",
    }
)
_SIGNATURES = _in_both_spellings({"thoughtSignature": "a signature of reasoning"})


def messages(document: Document, root: Node, form: Form) -> list[Message]:
    """The messages of a request, or the one of the first candidate of a response; see
    ``Dialect``."""
    if form == "request":
        found = history(document, root.get("contents"), _SPEAKERS, _read)
        return _system(document, root) + found
    listed = root.get("candidates")
    candidates = listed.items() if listed is not None else []
    if not candidates or candidates[0].type != "object":
        return []
    first = candidates[0]
    said = first.get("content")
    has_content = said is not None and said.type == "object"
    reader = Reader(document, "assistant", said if said is not None and has_content else first)
    if said is not None:
        _read(reader, said)
    reader.losses += lost(document, first, _LOST)
    for other in candidates[1:]:
        reader.lose(other, "another candidate")
    reason = _get(first, "finishReason")
    if reason is not None and reason.type == "string" and reason.value not in _ENDS:
        reader.lose(reason, UNFINISHED)
    return reader.messages()


def _get(node: Node, key: str) -> Node | None:
    """What stands under a key in either spelling; None for null, which dumps of the SDK write."""
    found = node.get(key) or node.get(_snake(key))
    return None if found is None or found.type == "null" else found


def _system(document: Document, root: Node) -> list[Message]:
    node = _get(root, "systemInstruction")
    if node is None:
        return []
    reader = Reader(document, "system", node)
    if node.type == "string":
        reader.say(node, node.value)
    _read(reader, node)
    return reader.messages()


def _read(reader: Reader, message: Node) -> None:
    parts = message.get("parts")
    for part in parts.items() if parts is not None else []:
        _read_part(reader, part)


def _read_part(reader: Reader, part: Node) -> None:
    thought, text = part.get("thought"), part.text_of("text")
    call, result = _get(part, "functionCall"), _get(part, "functionResponse")
    reader.losses += lost(reader.document, part, _SIGNATURES)
    if thought is not None and thought.type == "true":
        reader.lose(part, "reasoning")
    elif call is not None:
        reader.call(_call(reader.document, call, "name"))
    elif result is not None:
        _read_result(reader, result)
    elif text is not None:
        reader.say(part, text)
    else:
        _read_other(reader, part)


def _call(document: Document, node: Node, name: str, *, is_server_side: bool = False) -> Call:
    args, raw = arguments(document, node.get("args"))
    tool = _get(node, name)
    return Call(node.text_of("id") or "", tool.value if tool else "", args, raw, is_server_side)


def _read_other(reader: Reader, part: Node) -> None:
    """A tool that the provider has run itself, or something that is no text."""
    code, call = _get(part, "executableCode"), _get(part, "toolCall")
    if code is not None:
        args = Value(reader.document, code)
        reader.call(Call("", "code_execution", args, is_server_side=True))
    elif call is not None:
        reader.call(_call(reader.document, call, "toolType", is_server_side=True))
    elif _get(part, "codeExecutionResult") or _get(part, "toolResponse"):
        reader.lose(part, SERVER_SIDE)
    else:
        type_ = next((m.name for m in part.members if not is_empty(m.value)), None)
        if type_ is not None and type_ not in _SIGNATURES:
            reader.show(part, type_)


def _read_result(reader: Reader, node: Node) -> None:
    id_, tool = node.text_of("id") or "", node.text_of("name") or ""
    parts = node.get("parts")
    if parts is not None and parts.members:
        reader.lose(parts, "parts of an output that are no JSON")
    said = node.get("response")
    if said is None or said.type == "null":
        reader.result(node, Result(id_, tool, None))
        return
    error = _error(said)
    if error is not None:
        if len(said.members) > 1:
            reader.lose(said, "the output of a call that failed")
        text = error.value if error.type == "string" else to_line(Value(reader.document, error))
        reader.result(node, Result(id_, tool, None, text))
        return
    inner = said.get("output") if len(said.members) == 1 else None
    reader.result(node, Result(id_, tool, _output(reader.document, inner or said)))


def _output(document: Document, node: Node) -> Value | str | None:
    """An output, which unlike in other dialects may be a number as well."""
    if node.type == "string":
        return decoded(node.value, document.path)
    return None if node.type == "null" else Value(document, node)


def _error(response: Node) -> Node | None:
    """The error in what a tool gave back, None if it worked: an error that says nothing beside
    something else is the habit of saying that there was none."""
    error = response.get("error")
    says_something = error is not None and not is_empty(error)
    return error if says_something or len(response.members) == 1 else None


def call_id(number: int) -> str:
    """The constant that stands for the id of a call."""
    return f"call_c{number}"


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history; the model stands in the URL. See ``Dialect``."""
    system, numbered, losses = prepared(turns, call_id)
    written: dict[str, Any] = {}
    if system:
        written["systemInstruction"] = {"parts": [{"text": system}]}
    written["contents"] = []
    for group in folded(numbered):
        parts: list[dict[str, Any]] = []
        for where, turn in group:
            made, sentences = _parts(turn, where)
            parts += made
            losses += sentences
        role = "model" if group[0][1].speaker == "assistant" else "user"
        written["contents"].append({"role": role, "parts": parts})
    return written, losses


def response(message: Message, model: str) -> tuple[Any, list[str]]:
    """The response in which a message would have come; see ``Dialect``."""
    _, [(where, turn)], losses = prepared([message], call_id)
    parts, sentences = _parts(turn, where)
    candidate = {
        "content": {"role": "model", "parts": parts},
        "finishReason": "STOP",
        "index": 0,
    }
    counts = {"promptTokenCount": 0, "candidatesTokenCount": 0, "totalTokenCount": 0}
    written = {
        "candidates": [candidate],
        "usageMetadata": counts,
        "modelVersion": model,
        "responseId": "response-1",
    }
    return written, losses + sentences


def _parts(turn: Message, where: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The parts of a turn, and what gets lost."""
    parts: list[dict[str, Any]] = []
    losses: list[str] = []
    if turn.text or not (turn.calls or turn.results):
        parts.append({"text": turn.text})
    for call in turn.calls:
        args, sentences = arguments_object(call, where)
        parts.append({"functionCall": {"id": call.id, "name": call.tool, "args": args}})
        losses += sentences
    for result in turn.results:
        named = {"id": result.id, "name": result.tool}
        parts.append({"functionResponse": {**named, "response": _wrapped(result)}})
        if result.error is None and _is_text_of_json(result.output):
            losses.append(f"{where}: that an output is a text of JSON")
    return parts, losses


def _wrapped(result: Result) -> Any:
    """The object that holds an output or an error. An object goes as it is, unless it would be
    read as the wrapping of something else."""
    if result.error is not None:
        return {"error": result.error}
    value = result.output
    if isinstance(value, Value) and is_object(value):
        names = [member.name for member in value.node.members]
        if names != ["output"] and _error(value.node) is None:
            return value
    return {"output": value}


def _is_text_of_json(value: Value | str | None) -> bool:
    if isinstance(value, Value):
        value = value.node.value if value.node.type == "string" else None
    return value is not None and decode(value) is not None
