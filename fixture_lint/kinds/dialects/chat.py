"""OpenAI chat completions, and the services that speak it (Groq, DeepSeek, OpenRouter, vLLM ...).

Arguments are JSON in a string, which some services send as an object; a result names its call by
``tool_call_id``. Before tools there were functions: one ``function_call`` without an id, answered
by a message of role ``function``.

Sources: https://platform.openai.com/docs/api-reference/chat/object and
https://platform.openai.com/docs/api-reference/chat/create
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from fixture_lint.conversation import Call, Message, Result, Value, to_line
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects.common import (
    REFUSAL,
    UNFINISHED,
    arguments,
    arguments_text,
    content,
    decoded,
    is_empty,
    loss,
    lost,
    merge,
    output,
    output_text,
    placeholder,
    prepare,
)
from fixture_lint.kinds.wire import Form

_SPEAKERS: dict[str, Literal["user", "assistant", "tools", "system"]] = {
    "user": "user",
    "assistant": "assistant",
    "tool": "tools",
    "function": "tools",
    "system": "system",
    "developer": "system",
}
_LOST_IN_MESSAGES = {
    "annotations": "citations",
    "audio": "audio",
    "citations": "citations",
    "executed_tools": "calls that the provider executed itself",
    "reasoning": "reasoning",
    "reasoning_content": "reasoning",
    "reasoning_details": "reasoning",
    "thinking": "reasoning",
    "tool_plan": "reasoning",
}
_LOST_IN_CHOICES = {"logprobs": "logprobs"}
_ENDS = (None, "stop", "tool_calls", "function_call")


def messages(document: Document, root: Node, form: Form) -> list[Message]:
    """The messages of a request or of the first choice of a response; see ``Dialect``."""
    if form == "request":
        return history(document, root)
    choices = root.get("choices")
    listed = choices.items() if choices is not None else []
    node = listed[0].get("message") if listed else None
    if node is None or node.type != "object":
        return []
    first, *others = listed
    losses = lost(document, first, _LOST_IN_CHOICES)
    losses += [loss(document, other, "another choice") for other in others]
    if first.text_of("finish_reason") not in _ENDS:
        losses.append(loss(document, first, UNFINISHED))
    read = message(document, node)
    return [read._replace(speaker="assistant", losses=(*read.losses, *losses))]


def history(document: Document, root: Node) -> list[Message]:
    """The messages of a request, consecutive ones of one speaker as one."""
    listed = root.get("messages")
    nodes = [n for n in (listed.items() if listed is not None else []) if n.type == "object"]
    return merge(document, [message(document, node) for node in nodes])


def message(document: Document, node: Node) -> Message:
    """One message. A role that nobody knows is taken for the system's: it steers the model."""
    role = node.text_of("role")
    speaker = _SPEAKERS.get(role or "", "system")
    losses = lost(document, node, _LOST_IN_MESSAGES)
    if role not in _SPEAKERS:
        losses.append(loss(document, node, "an unknown role"))
    if speaker == "tools":
        result, sentences = _result(document, node)
        return Message("tools", "", (), (result,), node, (*losses, *sentences))
    if node.text_of("name"):
        losses.append(loss(document, node, "the name of a speaker"))
    text, sentences = _text(document, node)
    calls, more = _calls(document, node) if speaker == "assistant" else ([], [])
    return Message(speaker, text, tuple(calls), (), node, (*losses, *sentences, *more))


def _text(document: Document, node: Node) -> tuple[str, list[str]]:
    """What a message says: its content and its refusal, or what is heard in its audio; and a mark
    for its images."""
    text, losses = content(document, node.get("content"))
    refusal = node.text_of("refusal")
    if refusal:
        text += refusal
        losses.append(loss(document, node, REFUSAL))
    audio = node.get("audio")
    if not text and audio is not None:
        text = audio.text_of("transcript") or ""
    images = node.get("images")
    if images is not None and not is_empty(images):
        mark, sentence = placeholder(document, images, "images")
        return text + mark, [*losses, sentence]
    return text, losses


def _calls(document: Document, node: Node) -> tuple[list[Call], list[str]]:
    calls: list[Call] = []
    losses: list[str] = []
    listed = node.get("tool_calls")
    for item in listed.items() if listed is not None else []:
        id_ = item.text_of("id") or ""
        custom = item.get("custom")
        if custom is not None:
            tool, text = custom.text_of("name") or "", custom.text_of("input") or ""
            calls.append(Call(id_, tool, None, text))
            losses.append(loss(document, item, "that a tool takes a text instead of arguments"))
        elif item.type == "object":
            calls.append(_call(document, item.get("function"), id_))
    function = node.get("function_call")
    if function is not None and function.type == "object":
        calls.append(_call(document, function, ""))
    return calls, losses


def _call(document: Document, function: Node | None, id_: str) -> Call:
    if function is None:
        return Call(id_, "", None)
    args, raw = arguments(document, function.get("arguments"))
    return Call(id_, function.text_of("name") or "", args, raw)


def _result(document: Document, node: Node) -> tuple[Result, list[str]]:
    id_ = node.text_of("tool_call_id") or ""
    tool = node.text_of("name") or node.text_of("tool_name") or ""  # The latter is Ollama's.
    said = node.get("content")
    if said is not None and said.type == "object":
        return Result(id_, tool, output(document, said)), []
    documents = _documents(document, said)
    if len(documents) == 1:
        return Result(id_, tool, documents[0]), []
    if documents:
        return Result(id_, tool, decoded(to_line(documents), document.path)), []
    text, losses = content(document, said)
    return Result(id_, tool, decoded(text, document.path)), losses


def _documents(document: Document, said: Node | None) -> list[Value | str]:
    """The documents that a result consists of, as Cohere has it; nothing if it is something
    else."""
    found = []
    for part in said.items() if said is not None else []:
        inner = part.get("document")
        data = inner.get("data") if inner is not None else None
        if data is None:
            return []
        found.append(output(document, data))
    return found


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history; see ``Dialect``."""
    written, losses = written_history(turns, call_id)
    return {"model": model, "messages": written}, losses


def response(message: Message, model: str) -> tuple[Any, list[str]]:
    """The response in which a message would have come; see ``Dialect``."""
    return written_response(message, model, "chatcmpl-1", call_id)


def call_id(number: int) -> str:
    """The constant that stands for the id of a call."""
    return f"call_c{number}"


def written_history(
    turns: Sequence[Message], spell: Callable[[int], str]
) -> tuple[list[dict[str, Any]], list[str]]:
    """The turns as a list of messages, and what gets lost. ``spell`` spells the id of a call with
    a number."""
    prepared, losses = prepare(turns, spell)
    written: list[dict[str, Any]] = []
    for number, turn in enumerate(prepared, 1):
        if turn.speaker == "assistant":
            written.append(_written_assistant(turn))
        elif turn.speaker != "tools":
            written.append({"role": turn.speaker, "content": turn.text})
        for result in turn.results:
            text, sentences = output_text(result, f"turn {number}")
            losses += sentences
            written.append({"role": "tool", "tool_call_id": result.id, "content": text})
    return written, losses


def _written_assistant(turn: Message) -> dict[str, Any]:
    says_nothing = not turn.text and turn.calls
    written: dict[str, Any] = {"role": "assistant", "content": None if says_nothing else turn.text}
    if turn.calls:
        written["tool_calls"] = [written_call(call) for call in turn.calls]
    return written


def written_call(call: Call) -> dict[str, Any]:
    """A call of a prepared turn."""
    function = {"name": call.tool, "arguments": arguments_text(call)}
    return {"id": call.id, "type": "function", "function": function}


def written_response(
    message: Message, model: str, id_: str, spell: Callable[[int], str]
) -> tuple[Any, list[str]]:
    """A response with one choice. ``id_`` is its id, ``spell`` spells those of calls."""
    [turn], losses = prepare([message], spell)
    choice = {
        "index": 0,
        "message": _written_assistant(turn) | {"refusal": None},
        "logprobs": None,
        "finish_reason": "tool_calls" if turn.calls else "stop",
    }
    written = {
        "id": id_,
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [choice],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }
    return written, losses
