"""Amazon Bedrock Converse: blocks are objects with one key, a result is a block of the user.

Arguments are objects, outputs objects or texts. Tools that a model runs itself are called and
answered inside the message of the assistant. The instructions stand beside the messages.

Sources: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html and
https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.conversation import Call, Message, Result, Value, to_line
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.dialects.blocks import (
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
    decoded,
    is_empty,
    loss,
    output,
    output_text,
    placeholder,
)
from fixture_lint.kinds.wire import Form

_SPEAKERS: dict[str | None, Speaker] = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
}
_ENDS = (None, "end_turn", "tool_use", "stop_sequence")


def messages(document: Document, root: Node, form: Form) -> list[Message]:
    """The messages of a request, or the one of a response; see ``Dialect``."""
    if form == "request":
        return _system(document, root) + history(document, root.get("messages"), _SPEAKERS, _read)
    outcome = root.get("output")
    message = outcome.get("message") if outcome is not None else None
    if message is None or message.type != "object":
        return []
    reader = Reader(document, "assistant", message)
    _read(reader, message)
    if root.text_of("stopReason") not in _ENDS:
        reader.lose(root, UNFINISHED)
    return reader.messages()


def _system(document: Document, root: Node) -> list[Message]:
    node = root.get("system")
    if node is None or not node.items():
        return []
    reader = Reader(document, "system", node)
    for block in node.items():
        _read_block(reader, block)
    return reader.messages()


def _read(reader: Reader, message: Node) -> None:
    said = message.get("content")
    for block in said.items() if said is not None else []:
        _read_block(reader, block)


def _read_block(reader: Reader, block: Node) -> None:
    for member in block.members:
        name, inner = member.name, member.value
        if name == "text" and inner.type == "string":
            reader.say(block, inner.value)
        elif name == "toolUse":
            reader.call(_call(reader.document, inner))
        elif name == "toolResult":
            _read_result(reader, inner)
        elif name == "reasoningContent":
            reader.lose(block, "reasoning")
        elif name in ("citationsContent", "guardContent"):
            _read_wrapped(reader, inner)
        elif name != "cachePoint" and not is_empty(inner):  # A cache point is a setting.
            reader.show(block, name)


def _call(document: Document, node: Node) -> Call:
    args, raw = arguments(document, node.get("input"))
    id_, tool = node.text_of("toolUseId") or "", node.text_of("name") or ""
    return Call(id_, tool, args, raw, node.text_of("type") == "server_tool_use")


def _read_wrapped(reader: Reader, node: Node) -> None:
    """Texts with citations, or a text that a guardrail is to look at."""
    inner = node.get("content") or node.get("text")
    for part in (inner.items() or [inner]) if inner is not None else []:
        reader.say(part, part.text_of("text") or "")
    citations = node.get("citations")
    if citations is not None and citations.members:
        reader.lose(citations, "citations")


def _read_result(reader: Reader, node: Node) -> None:
    id_ = node.text_of("toolUseId") or ""
    listed = node.get("content")
    parts = listed.items() if listed is not None else []
    read, losses = _output(reader.document, parts)
    if node.text_of("status") == "error":
        result = Result(id_, "", None, to_line(read) if isinstance(read, Value) else read)
    else:
        result = Result(id_, "", read if isinstance(read, Value) else decoded(read))
    reader.losses += losses
    reader.result(node, result)


def _output(document: Document, parts: list[Node]) -> tuple[Value | str, list[str]]:
    """The one JSON value of a result, otherwise the text of its parts, and what gets lost."""
    values = [part.get("json") for part in parts]
    if len(parts) == 1 and values[0] is not None:
        return output(document, values[0]), []
    texts: list[str] = []
    losses: list[str] = []
    for part, value in zip(parts, values, strict=True):
        text = part.text_of("text")
        if value is not None:
            text = to_line(Value(document, value))
            losses.append(loss(document, part, "that an output is one of several"))
        elif text is None:
            text, sentence = placeholder(document, part, next((m.name for m in part.members), None))
            losses.append(sentence)
        texts.append(text)
    return "".join(texts), losses


def call_id(number: int) -> str:
    """The constant that stands for the id of a call."""
    return f"tooluse_c{number}"


def request(turns: Sequence[Message], model: str) -> tuple[Any, list[str]]:
    """The request with the turns as its history, as the SDK takes it; over the wire the model
    stands in the URL. See ``Dialect``."""
    system, numbered, losses = prepared(turns, call_id)
    written: dict[str, Any] = {"modelId": model}
    if system:
        written["system"] = [{"text": system}]
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
    """The response in which a message would have come; it does not name the model. See
    ``Dialect``."""
    _, [(where, turn)], losses = prepared([message], call_id)
    blocks, sentences = _blocks(turn, where)
    written = {
        "output": {"message": {"role": "assistant", "content": blocks}},
        "stopReason": "tool_use" if turn.calls else "end_turn",
        "usage": {"inputTokens": 0, "outputTokens": 0, "totalTokens": 0},
        "metrics": {"latencyMs": 0},
    }
    return written, losses + sentences


def _blocks(turn: Message, where: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The blocks of a turn, and what gets lost."""
    blocks: list[dict[str, Any]] = []
    losses: list[str] = []
    if turn.text or not (turn.calls or turn.results):
        blocks.append({"text": turn.text})
    for call in turn.calls:
        args, sentences = arguments_object(call, where)
        blocks.append({"toolUse": {"toolUseId": call.id, "name": call.tool, "input": args}})
        losses += sentences
    for result in turn.results:
        written, sentences = _written_result(result, where)
        blocks.append({"toolResult": {"toolUseId": result.id, **written}})
        losses += sentences
    return blocks, losses


def _written_result(result: Result, where: str) -> tuple[dict[str, Any], list[str]]:
    """An object goes as JSON; everything else, lists too, the interface takes as a text only."""
    if result.error is not None:
        return {"content": [{"text": result.error}], "status": "error"}, []
    if is_object(result.output):
        return {"content": [{"json": result.output}]}, []
    text, losses = output_text(result, where)
    return {"content": [{"text": text}]}, losses
