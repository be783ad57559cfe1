"""OpenAI responses: a list of items, of which messages, calls and results are each one.

A result names its call by ``call_id``; the ``id`` of an item is only its own. What a tool of the
provider has done stands in the item of its call, and nobody answers it.

Sources: https://platform.openai.com/docs/api-reference/responses/object and
https://platform.openai.com/docs/api-reference/responses/create
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from fixture_lint.conversation import Call, Message, Result
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects.common import (
    UNFINISHED,
    arguments,
    arguments_text,
    content,
    decoded,
    loss,
    lost,
    merge,
    output,
    output_text,
    prepare,
)
from fixture_lint.kinds.wire import Form

_SPEAKERS: dict[str, Literal["user", "assistant", "system"]] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
}
_ANSWERED = frozenset(
    [
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "shell_call",
        "apply_patch_call",
        "computer_call",
        "tool_search_call",
    ]
)
"""Calls that the client answers. The others the provider executes itself."""
_FREE_TEXTS = ("input", "code")
_ARGUMENTS = ("arguments", "action", "operation", "actions", "queries")
_LOST_IN_CALLS = dict.fromkeys(
    ("output", "outputs", "result", "results", "error"), "the result of a call of the provider"
)
_LOST_ITEMS = {"reasoning": "reasoning", "item_reference": "an item that is only referred to"}
_LOST_IN_REQUESTS = {
    "previous_response_id": "the conversation before, which the provider keeps,",
    "conversation": "the conversation before, which the provider keeps,",
}


def messages(document: Document, root: Node, form: Form) -> list[Message]:
    """The messages of a request, or the one of a response; see ``Dialect``.

    What items that are no message held is told with the message before them, or with the first.
    """
    items = root.get("input" if form == "request" else "output")
    read: list[Message] = []
    losses: list[str] = []
    if form == "request":
        losses += lost(document, root, _LOST_IN_REQUESTS)
        instructions = root.get("instructions")
        if instructions is not None and instructions.type == "string":
            read.append(Message("system", instructions.value, (), (), instructions))
    elif root.text_of("status") not in (None, "completed"):
        losses.append(loss(document, root, UNFINISHED))
    if items is not None and items.type == "string":
        read.append(Message("user", items.value, (), (), items))
    server_side: set[str] = set()
    for item in items.items() if items is not None else []:
        found = _item(document, item, server_side)
        if isinstance(found, Message):
            read.append(found._replace(losses=(*losses, *found.losses)))
            losses = []
        elif read:
            read[-1] = read[-1]._replace(losses=(*read[-1].losses, found))
        else:
            losses.append(found)
    if not read and losses and items is not None and form == "response":
        read.append(Message("assistant", "", (), (), items))
    if read:
        read[0] = read[0]._replace(losses=(*losses, *read[0].losses))
    return merge(document, read)


def _item(document: Document, item: Node, server_side: set[str]) -> Message | str:
    """The message that an item is, otherwise the sentence that says what it held.

    ``server_side`` collects the ids of the calls that the provider has executed.
    """
    type_ = item.text_of("type") or "message"
    if type_ == "message" and item.get("role") is not None:
        text, losses = content(document, item.get("content"))
        role = item.text_of("role") or ""
        if role not in _SPEAKERS:
            losses.append(loss(document, item, "an unknown role"))
        return Message(_SPEAKERS.get(role, "system"), text, (), (), item, tuple(losses))
    if type_.endswith("_call"):
        call, losses = _call(document, item, type_)
        if call.is_server_side:
            server_side.add(call.id)
        return Message("assistant", "", (call,), (), item, tuple(losses))
    id_ = item.text_of("call_id") or item.text_of("id") or ""
    if type_.endswith("_output") and type_ != "program_output":
        if id_ in server_side or item.text_of("execution") == "server":
            return loss(document, item, "the result of a call of the provider")
        result, losses = _result(document, item, id_)
        return Message("tools", "", (), (result,), item, tuple(losses))
    return loss(document, item, _LOST_ITEMS.get(type_, "an item that is no message"))


def _call(document: Document, item: Node, type_: str) -> tuple[Call, list[str]]:
    tool = item.text_of("name") or type_.removesuffix("_call")
    id_ = item.text_of("call_id") or item.text_of("id") or ""
    is_server_side = (
        type_ not in _ANSWERED
        or item.text_of("execution") == "server"
        or (item.get("environment") or item).text_of("type") == "container_reference"
    )
    losses = lost(document, item, _LOST_IN_CALLS) if is_server_side else []
    losses += lost(document, item, {"namespace": "the namespace of a tool"})
    text = next((t for key in _FREE_TEXTS if (t := item.text_of(key)) is not None), None)
    if text is not None:
        losses.append(loss(document, item, "that a tool takes a text instead of arguments"))
        return Call(id_, tool, None, text, is_server_side), losses
    given = next((node for key in _ARGUMENTS if (node := item.get(key)) is not None), None)
    args, raw = arguments(document, given)
    return Call(id_, tool, args, raw, is_server_side), losses


def _result(document: Document, item: Node, id_: str) -> tuple[Result, list[str]]:
    """The output of a tool: a text, a list of content parts, or what the protocol says of a shell
    or a screen."""
    given = item.get("output")
    if given is None:
        given = item.get("tools")
    if given is None or given.type == "null":
        return Result(id_, "", ""), []
    parts = given.items() if given.type == "array" else [given]
    if any(str(part.text_of("type")).startswith(_PARTS) for part in parts):
        text, losses = content(document, given)
        return Result(id_, "", decoded(text, document.path)), losses
    return Result(id_, "", output(document, given)), []


_PARTS = ("input_", "output_", "computer_")


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history; see ``Dialect``."""
    prepared, losses = prepare(turns, _call_id)
    items: list[dict[str, Any]] = []
    for number, turn in enumerate(prepared, 1):
        if turn.speaker != "tools" and (turn.text or not turn.calls):
            items.append({"type": "message", "role": turn.speaker, "content": turn.text})
        items += [_written_call(call) for call in turn.calls]
        for result in turn.results:
            text, sentences = output_text(result, f"turn {number}")
            losses += sentences
            items.append({"type": "function_call_output", "call_id": result.id, "output": text})
    return {"model": model, "input": items}, losses


def response(message: Message, model: str) -> tuple[Any, list[str]]:
    """The response in which a message would have come; see ``Dialect``."""
    [turn], losses = prepare([message], _call_id)
    items: list[dict[str, Any]] = []
    if turn.text or not turn.calls:
        part = {"type": "output_text", "text": turn.text, "annotations": [], "logprobs": []}
        items.append(
            {
                "id": "msg_1",
                "type": "message",
                "status": "completed",
                "content": [part],
                "role": "assistant",
            }
        )
    for number, call in enumerate(turn.calls, 1):
        items.append({"id": f"fc_{number}"} | _written_call(call) | {"status": "completed"})
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "model": model,
        "output": items,
        "parallel_tool_calls": True,
        "temperature": 1,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1,
        "usage": {
            "input_tokens": 0,
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens": 0,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 0,
        },
    }, losses


def _written_call(call: Call) -> dict[str, Any]:
    return {
        "type": "function_call",
        "call_id": call.id,
        "name": call.tool,
        "arguments": arguments_text(call),
    }


def _call_id(number: int) -> str:
    return f"call_c{number}"
