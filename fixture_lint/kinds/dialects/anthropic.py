"""Anthropic messages: content is a text or a list of blocks, a result is a block of the user.

Arguments are objects. Tools that Anthropic runs itself are called and answered inside the message
of the assistant. The instructions stand beside the messages.

Sources: https://docs.anthropic.com/en/api/messages and
https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.conversation import Call, Message, Result
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects.blocks import (
    UNFINISHED,
    Reader,
    Speaker,
    folded,
    history,
    prepared,
)
from fixture_lint.kinds.dialects.common import (
    REFUSAL,
    arguments,
    arguments_object,
    content,
    decoded,
    lost,
    output_text,
)
from fixture_lint.kinds.wire import Form

_SPEAKERS: dict[str | None, Speaker] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
}
_CALLS = {"tool_use": False, "server_tool_use": True, "mcp_tool_use": True}
"""Blocks that call a tool, and whether the provider executes it itself."""

_REASONING = ("thinking", "redacted_thinking")
_ENDS = (None, "end_turn", "tool_use", "stop_sequence", "refusal")
_MAX_TOKENS = 1024
"""The interface does not do without a limit; conversations do not record one."""


def messages(document: Document, root: Node, form: Form) -> list[Message]:
    """The messages of a request, or the one of a response; see ``Dialect``."""
    if form == "request":
        return _system(document, root) + history(document, root.get("messages"), _SPEAKERS, _read)
    reader = Reader(document, "assistant", root)
    _read(reader, root)
    reason = root.text_of("stop_reason")
    if reason not in _ENDS:
        reader.lose(root, UNFINISHED)
    if reason == "refusal":
        reader.lose(root, REFUSAL)
    return reader.messages()


def _system(document: Document, root: Node) -> list[Message]:
    node = root.get("system")
    text, losses = content(document, node)
    return [Message("system", text, (), (), node, tuple(losses))] if node and text else []


def _read(reader: Reader, message: Node) -> None:
    said = message.get("content")
    if said is not None and said.type == "string":
        reader.say(said, said.value)
    for block in said.items() if said is not None else []:
        _read_block(reader, block)


def _read_block(reader: Reader, block: Node) -> None:
    type_ = block.text_of("type") or ""
    if type_ == "text":
        reader.say(block, block.text_of("text") or "")
        reader.losses += lost(reader.document, block, {"citations": "citations"})
    elif type_ in _CALLS:
        args, raw = arguments(reader.document, block.get("input"))
        id_, tool = block.text_of("id") or "", block.text_of("name") or ""
        reader.call(Call(id_, tool, args, raw, _CALLS[type_]))
    elif type_.endswith("tool_result"):
        _read_result(reader, block)
    elif type_ in _REASONING:
        reader.lose(block, "reasoning")
    else:
        reader.show(block, type_)


def _read_result(reader: Reader, block: Node) -> None:
    id_ = block.text_of("tool_use_id") or ""
    text, losses = content(reader.document, block.get("content"))
    is_error = block.get("is_error")
    if is_error is not None and is_error.type == "true":
        result = Result(id_, "", None, text)
    else:
        result = Result(id_, "", decoded(text, reader.document.path))
    # What the provider's own tools put out is left out as a whole.
    if block.text_of("type") == "tool_result":
        reader.losses += losses
    reader.result(block, result)


def call_id(number: int) -> str:
    """The constant that stands for the id of a call."""
    return f"toolu_c{number}"


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history; see ``Dialect``."""
    system, numbered, losses = prepared(turns, call_id)
    written: dict[str, Any] = {"model": model, "max_tokens": _MAX_TOKENS}
    if system:
        written["system"] = system
    written["messages"] = []
    for group in folded(numbered):
        blocks: list[dict[str, Any]] = []
        for where, turn in group:
            made, sentences = _blocks(turn, where)
            blocks += made
            losses += sentences
        role = "assistant" if group[0][1].speaker == "assistant" else "user"
        written["messages"].append({"role": role, "content": blocks})
    return written, losses


def response(message: Message, model: str) -> tuple[Any, list[str]]:
    """The response in which a message would have come; see ``Dialect``."""
    _, [(where, turn)], losses = prepared([message], call_id)
    blocks, sentences = _blocks(turn, where)
    written = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        "stop_reason": "tool_use" if turn.calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 0, "output_tokens": 0},
    }
    return written, losses + sentences


def _blocks(turn: Message, where: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The blocks of a turn, and what gets lost."""
    blocks: list[dict[str, Any]] = []
    losses: list[str] = []
    if turn.text or not (turn.calls or turn.results):
        blocks.append({"type": "text", "text": turn.text})
    for call in turn.calls:
        args, sentences = arguments_object(call, where)
        blocks.append({"type": "tool_use", "id": call.id, "name": call.tool, "input": args})
        losses += sentences
    for result in turn.results:
        block: dict[str, Any] = {"type": "tool_result", "tool_use_id": result.id}
        if result.error is not None:
            block |= {"content": result.error, "is_error": True}
        else:
            block["content"], sentences = output_text(result, where)
            losses += sentences
        blocks.append(block)
    return blocks, losses
