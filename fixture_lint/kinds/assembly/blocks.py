"""Streams of numbered blocks: Anthropic, Bedrock and Cohere.

Sources: https://docs.anthropic.com/en/docs/build-with-claude/streaming,
https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html,
https://docs.cohere.com/v2/docs/streaming
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fixture_lint.documents.tree import Node
from fixture_lint.kinds.assembly.pieces import (
    Joined,
    Parts,
    in_order,
    index_of,
    join,
    kept,
    merge,
    object_of,
    parsed,
    settled,
    take,
)

_Blocks = dict[float, dict[str, Any]]


def anthropic(events: Sequence[Node]) -> Any:
    """A message: what ``message_start`` says, the blocks, and what ``message_delta`` adds."""
    whole: dict[str, Any] = {"type": "message", "role": "assistant", "content": Parts()}
    blocks: _Blocks = {}
    for event in events:
        kind = event.text_of("type")
        delta = object_of(event, "delta")
        said = object_of(event, "content_block" if kind == "content_block_start" else "message")
        if kind == "message_start" and said is not None:
            merge(whole, said)
        elif kind == "content_block_start" and said is not None:
            merge(blocks.setdefault(index_of(event, "index"), {}), said)
        elif kind == "content_block_delta" and delta is not None:
            _anthropic_delta(blocks.setdefault(index_of(event, "index"), {}), delta)
        elif kind == "message_delta" and delta is not None:
            merge(whole, delta)
            take(whole, event, "usage")
    for block in blocks.values():
        if "partial_json" in block:
            text = "".join(block.pop("partial_json"))
            block["input"] = parsed(text) if text.strip() else block.get("input", {})
    begun = whole["content"] if isinstance(whole["content"], Parts) else []
    return settled(whole | {"content": [*begun, *in_order(blocks)]})


def _anthropic_delta(held: dict[str, Any], delta: Node) -> None:
    citation, piece = delta.get("citation"), delta.text_of("partial_json")
    if piece is not None:
        join(held, "partial_json", piece)
    if citation is not None:
        citations = held.get("citations")
        held["citations"] = citations if isinstance(citations, Parts) else Parts()
        held["citations"].append(kept(citation))
    merge(held, delta, "type", "partial_json", "citation")


def bedrock(events: Sequence[Node]) -> Any:
    """A response of Converse. Blocks of text begin with their first delta."""
    whole: dict[str, Any] = {}
    message: dict[str, Any] = {"role": "assistant"}
    blocks: _Blocks = {}
    for event in events:
        for member in event.members:
            _bedrock_event(member.name, member.value, whole, message, blocks)
    for block in blocks.values():
        call = block.get("toolUse")
        if isinstance(call, dict):
            given = call.get("input")
            call["input"] = parsed("".join(given)) if isinstance(given, Joined) else {}
    message["content"] = [_reasoned(block) for block in in_order(blocks)]
    return settled({"output": {"message": message}} | whole)


def _bedrock_event(
    kind: str, body: Node, whole: dict[str, Any], message: dict[str, Any], blocks: _Blocks
) -> None:
    piece = object_of(body, "start" if kind == "contentBlockStart" else "delta")
    if kind == "messageStart":
        merge(message, body, "p")
    elif kind in ("contentBlockStart", "contentBlockDelta") and piece is not None:
        merge(blocks.setdefault(index_of(body, "contentBlockIndex"), {}), piece)
    elif kind in ("messageStop", "metadata"):
        merge(whole, body, "p")


def _reasoned(block: dict[str, Any]) -> dict[str, Any]:
    """A block as it is without streaming, where reasoning stands one level deeper."""
    reasoning = block.get("reasoningContent")
    if isinstance(reasoning, dict) and "redactedContent" not in reasoning:
        return block | {"reasoningContent": {"reasoningText": reasoning}}
    return block


def cohere(events: Sequence[Node]) -> Any:
    """A response: contents and calls are numbered each for themselves."""
    whole: dict[str, Any] = {}
    message: dict[str, Any] = {"role": "assistant"}
    contents: _Blocks = {}
    calls: _Blocks = {}
    for event in events:
        kind, delta = event.text_of("type"), object_of(event, "delta")
        index = index_of(event, "index")
        said = object_of(delta, "message")
        content, call = object_of(said, "content"), object_of(said, "tool_calls")
        citation = object_of(said, "citations")
        if kind == "message-start":
            merge(whole, event, "type", "delta", "index")
        elif kind == "message-end" and delta is not None:
            merge(whole, delta)
        if content is not None:
            merge(contents.setdefault(index, {}), content)
        if call is not None:
            merge(calls.setdefault(index, {}), call)
        if citation is not None:
            message.setdefault("citations", []).append(kept(citation))
        if said is not None:
            take(message, said, "tool_plan")
    if calls:
        message["tool_calls"] = in_order(calls)
    if contents:
        message["content"] = in_order(contents)
    return settled(whole | {"message": message})
