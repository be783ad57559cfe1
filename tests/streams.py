"""Clean streams of every protocol, generated: what was said, cut into events at random places."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

Event = dict[str, Any]


class Call(NamedTuple):
    id: str
    tool: str
    arguments: str


class Said(NamedTuple):
    """What a model says in one choice."""

    text: str
    calls: list[Call]
    thoughts: str = ""


class Recorded(NamedTuple):
    """A stream as a list of events, and what was said in it."""

    protocol: str
    events: list[Event]
    said: list[Said]


_WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=14)
_SCALARS = st.one_of(
    st.sampled_from(["1.50", "1e400", "-0", "9" * 20, "true", "null", "[]", "{}"]),
    _WORDS.map(json.dumps),
)


@st.composite
def _arguments(draw: st.DrawFn) -> str:
    keys = draw(st.lists(_WORDS, min_size=1, max_size=3, unique=True))
    members = (f"{json.dumps(key, ensure_ascii=False)}: {draw(_SCALARS)}" for key in keys)
    return "{" + ", ".join(members) + "}"


@st.composite
def _said(draw: st.DrawFn, least_calls: int = 0) -> Said:
    count = draw(st.integers(least_calls, 3))
    calls = [
        Call(f"call_c{n + 1}", draw(st.sampled_from(["track", "refund"])), draw(_arguments()))
        for n in range(count)
    ]
    return Said(draw(_WORDS), calls, draw(st.one_of(st.just(""), _WORDS)))


def _cut(draw: st.DrawFn, text: str) -> list[str]:
    """A text in pieces, none of them empty."""
    inner = range(1, len(text))
    places = sorted(draw(st.sets(st.sampled_from(inner), max_size=3))) if len(text) > 1 else []
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


def _interleaved(draw: st.DrawFn, queues: list[list[Event]]) -> list[Event]:
    """Events of several queues in one order, that of each queue kept."""
    order = [number for number, queue in enumerate(queues) for _ in queue]
    rest = [iter(queue) for queue in queues]
    return [next(rest[number]) for number in draw(st.permutations(order))]


def _chat(draw: st.DrawFn, least_calls: int) -> Recorded:
    said = [draw(_said(least_calls))]
    if draw(st.booleans()):
        said.append(draw(_said()))
    queues = [_choice(draw, index, one) for index, one in enumerate(said)]
    events = _interleaved(draw, queues)
    for event in events:
        event |= {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    return Recorded("openai-chat", [*events, events[0] | {"choices": [], "usage": usage}], said)


def _choice(draw: st.DrawFn, index: int, said: Said) -> list[Event]:
    deltas: list[Event] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": piece} for piece in _cut(draw, said.text)]
    begun = [
        {"index": n, "id": c.id, "type": "function", "function": {"name": c.tool, "arguments": ""}}
        for n, c in enumerate(said.calls)
    ]
    deltas += [{"tool_calls": [call]} for call in begun]
    pieces = [
        [
            {"tool_calls": [{"index": n, "function": {"arguments": piece}}]}
            for piece in _cut(draw, call.arguments)
        ]
        for n, call in enumerate(said.calls)
    ]
    deltas += _interleaved(draw, pieces)
    reason = "tool_calls" if said.calls else "stop"
    chunks = [{"index": index, "delta": delta, "finish_reason": None} for delta in deltas]
    chunks.append({"index": index, "delta": {}, "finish_reason": reason})
    return [{"choices": [chunk]} for chunk in chunks]


def _responses(draw: st.DrawFn, least_calls: int) -> Recorded:
    said = draw(_said(least_calls))
    items: list[list[Event]] = []
    if said.thoughts:
        items.append(_reasoning_item(draw, said.thoughts))
    items.append(_message_item(draw, said.text))
    items += [_call_item(draw, call) for call in said.calls]
    for index, queue in enumerate(items):
        for event in queue:
            event["output_index"] = index
    parallel = len(items) - len(said.calls)
    events = [event for queue in items[:parallel] for event in queue]
    added = [queue[0] for queue in items[parallel:]]
    events += added + _interleaved(draw, [queue[1:] for queue in items[parallel:]])
    done = [queue[-1]["item"] for queue in items]
    response = {"id": "resp_1", "object": "response", "created_at": 0, "model": "m", "output": []}
    usage = {"input_tokens": 3, "output_tokens": 4}
    last = response | {"status": "completed", "output": done, "usage": usage}
    events = [
        {"type": "response.created", "response": response},
        *events,
        {"type": "response.completed", "response": last},
    ]
    return Recorded("openai-responses", _numbered(draw, events), [said])


def _numbered(draw: st.DrawFn, events: list[Event]) -> list[Event]:
    step = draw(st.integers(1, 2))
    return [event | {"sequence_number": n * step} for n, event in enumerate(events)]


def _item(item: Event, pieces: list[Event]) -> list[Event]:
    begun = item | {"status": "in_progress"}
    return [
        {"type": "response.output_item.added", "item": begun},
        *pieces,
        {"type": "response.output_item.done", "item": item | {"status": "completed"}},
    ]


def _reasoning_item(draw: st.DrawFn, thoughts: str) -> list[Event]:
    at = {"item_id": "rs_1", "summary_index": 0}
    kind = "response.reasoning_summary_"
    part = {"type": "summary_text", "text": thoughts}
    pieces = [
        {"type": f"{kind}part.added", "part": part | {"text": ""}},
        *({"type": f"{kind}text.delta", "delta": piece} for piece in _cut(draw, thoughts)),
        {"type": f"{kind}text.done", "text": thoughts},
        {"type": f"{kind}part.done", "part": part},
    ]
    item = {"id": "rs_1", "type": "reasoning", "summary": [part]}
    return _item(item, [piece | at for piece in pieces])


def _message_item(draw: st.DrawFn, text: str) -> list[Event]:
    at = {"item_id": "msg_1", "content_index": 0}
    part = {"type": "output_text", "text": text, "annotations": []}
    pieces = [
        {"type": "response.content_part.added", "part": part | {"text": ""}},
        *({"type": "response.output_text.delta", "delta": piece} for piece in _cut(draw, text)),
        {"type": "response.output_text.done", "text": text},
        {"type": "response.content_part.done", "part": part},
    ]
    item = {"id": "msg_1", "type": "message", "role": "assistant", "content": [part]}
    return _item(item, [piece | at for piece in pieces])


def _call_item(draw: st.DrawFn, call: Call) -> list[Event]:
    id = call.id.replace("call_c", "fc_")
    kind = "response.function_call_arguments."
    pieces = [
        *({"type": f"{kind}delta", "delta": piece} for piece in _cut(draw, call.arguments)),
        {"type": f"{kind}done", "arguments": call.arguments},
    ]
    item = {"id": id, "type": "function_call", "call_id": call.id, "name": call.tool}
    queue = _item(item | {"arguments": call.arguments}, [p | {"item_id": id} for p in pieces])
    queue[0]["item"] |= {"arguments": ""}
    return queue


def _anthropic(draw: st.DrawFn, least_calls: int) -> Recorded:
    said = draw(_said(least_calls))
    blocks: list[tuple[Event, list[Event]]] = []
    if said.thoughts:
        deltas = [{"type": "thinking_delta", "thinking": p} for p in _cut(draw, said.thoughts)]
        deltas.append({"type": "signature_delta", "signature": "c2lnbmVk"})
        blocks.append(({"type": "thinking", "thinking": "", "signature": ""}, deltas))
    texts = [{"type": "text_delta", "text": piece} for piece in _cut(draw, said.text)]
    blocks.append(({"type": "text", "text": ""}, texts))
    for call in said.calls:
        block = {"type": "tool_use", "id": call.id, "name": call.tool, "input": {}}
        pieces = ["", *_cut(draw, call.arguments)]
        blocks.append((block, [{"type": "input_json_delta", "partial_json": p} for p in pieces]))
    message: Event = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m"}
    message |= {"content": [], "stop_reason": None, "stop_sequence": None}
    message["usage"] = {"input_tokens": 3, "output_tokens": 1}
    events: list[Event] = [{"type": "message_start", "message": message}]
    for index, (block, deltas) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        if draw(st.booleans()):
            events.append({"type": "ping"})
        events += [{"type": "content_block_delta", "index": index, "delta": d} for d in deltas]
        events.append({"type": "content_block_stop", "index": index})
    reason = {"stop_reason": "tool_use" if said.calls else "end_turn", "stop_sequence": None}
    events.append({"type": "message_delta", "delta": reason, "usage": {"output_tokens": 4}})
    events.append({"type": "message_stop"})
    return Recorded("anthropic-messages", events, [said])


def _gemini(draw: st.DrawFn, least_calls: int) -> Recorded:
    said = draw(_said(least_calls))
    parts: list[Event] = []
    if said.thoughts:
        parts += [{"text": piece, "thought": True} for piece in _cut(draw, said.thoughts)]
    parts += [{"text": piece} for piece in _cut(draw, said.text)]
    for call in said.calls:
        parts.append({"functionCall": {"name": call.tool, "args": _Raw(call.arguments)}})
    events: list[Event] = [
        {
            "candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}],
            "usageMetadata": {"promptTokenCount": 3, "totalTokenCount": 3 + n},
            "modelVersion": "m",
        }
        for n, part in enumerate(parts)
    ]
    events[-1]["candidates"][0]["finishReason"] = "STOP"
    return Recorded("gemini", events, [said])


def _bedrock(draw: st.DrawFn, least_calls: int) -> Recorded:
    said = draw(_said(least_calls))
    blocks: list[tuple[Event | None, list[Event]]] = []
    if said.thoughts:
        pieces = [{"reasoningContent": {"text": p}} for p in _cut(draw, said.thoughts)]
        blocks.append((None, [*pieces, {"reasoningContent": {"signature": "c2lnbmVk"}}]))
    blocks.append((None, [{"text": piece} for piece in _cut(draw, said.text)]))
    for call in said.calls:
        start = {"toolUse": {"toolUseId": call.id, "name": call.tool}}
        deltas = [{"toolUse": {"input": piece}} for piece in _cut(draw, call.arguments)]
        blocks.append((start, deltas))
    events: list[Event] = [{"messageStart": {"role": "assistant"}}]
    for index, (begun, deltas) in enumerate(blocks):
        at = {"contentBlockIndex": index}
        if begun is not None:
            events.append({"contentBlockStart": at | {"start": begun}})
        events += [{"contentBlockDelta": at | {"delta": delta}} for delta in deltas]
        events.append({"contentBlockStop": at})
    events.append({"messageStop": {"stopReason": "tool_use" if said.calls else "end_turn"}})
    usage = {"inputTokens": 3, "outputTokens": 4, "totalTokens": 7}
    events.append({"metadata": {"usage": usage, "metrics": {"latencyMs": 0}}})
    return Recorded("bedrock-converse", events, [said])


def _ollama(draw: st.DrawFn, least_calls: int) -> Recorded:
    said = draw(_said(least_calls))
    messages: list[Event] = []
    if said.thoughts:
        messages += [{"content": "", "thinking": piece} for piece in _cut(draw, said.thoughts)]
    messages += [{"content": piece} for piece in _cut(draw, said.text)]
    for call in said.calls:
        function = {"name": call.tool, "arguments": _Raw(call.arguments)}
        messages.append({"content": "", "tool_calls": [{"function": function}]})
    at = {"model": "m", "created_at": "1970-01-01T00:00:00Z"}
    events: list[Event] = [
        at | {"message": {"role": "assistant"} | message, "done": False} for message in messages
    ]
    last = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}
    return Recorded("ollama", [*events, at | last | {"eval_count": 4}], [said])


def _cohere(draw: st.DrawFn, least_calls: int) -> Recorded:
    said = draw(_said(least_calls))
    begun: Event = {"role": "assistant", "content": [], "tool_plan": "", "tool_calls": []}
    events: list[Event] = [{"type": "message-start", "id": "1", "delta": {"message": begun}}]
    contents = [("thinking", said.thoughts)] if said.thoughts else []
    for index, (key, text) in enumerate([*contents, ("text", said.text)]):
        content: Event = {"type": key, key: ""}
        events.append(_of_cohere("content-start", index, {"content": content}))
        for piece in _cut(draw, text):
            events.append(_of_cohere("content-delta", index, {"content": {key: piece}}))
        events.append({"type": "content-end", "index": index})
    for index, call in enumerate(said.calls):
        function = {"name": call.tool, "arguments": ""}
        tool: Event = {"id": call.id, "type": "function", "function": function}
        events.append(_of_cohere("tool-call-start", index, {"tool_calls": tool}))
        for piece in _cut(draw, call.arguments):
            held = {"tool_calls": {"function": {"arguments": piece}}}
            events.append(_of_cohere("tool-call-delta", index, held))
        events.append({"type": "tool-call-end", "index": index})
    usage = {"tokens": {"input_tokens": 3, "output_tokens": 4}}
    end = {"finish_reason": "TOOL_CALL" if said.calls else "COMPLETE", "usage": usage}
    return Recorded("cohere-v2", [*events, {"type": "message-end", "delta": end}], [said])


def _of_cohere(kind: str, index: int, message: Event) -> Event:
    return {"type": kind, "index": index, "delta": {"message": message}}


class _Raw(str):
    """A JSON text that is printed as it is."""


_PROTOCOLS: dict[str, Callable[[st.DrawFn, int], Recorded]] = {
    "openai-chat": _chat,
    "openai-responses": _responses,
    "anthropic-messages": _anthropic,
    "gemini": _gemini,
    "bedrock-converse": _bedrock,
    "ollama": _ollama,
    "cohere-v2": _cohere,
}
PROTOCOLS = tuple(_PROTOCOLS)
SSE = ("openai-chat", "openai-responses", "anthropic-messages", "gemini", "cohere-v2")
"""Those that come as server-sent events."""

NAMED = ("openai-responses", "anthropic-messages", "cohere-v2")
"""Those whose events have names."""

DELTAS = ("openai-chat", "openai-responses", "anthropic-messages", "bedrock-converse", "cohere-v2")
"""Those whose arguments come in pieces."""


@st.composite
def recorded(draw: st.DrawFn, protocols: tuple[str, ...] = PROTOCOLS, calls: int = 0) -> Recorded:
    """A stream of one of the protocols with at least so many calls."""
    return _PROTOCOLS[draw(st.sampled_from(protocols))](draw, calls)


def line(event: Event) -> str:
    """An event as JSON on one line."""
    raws: list[_Raw] = []

    def marked(value: Any) -> Any:
        if isinstance(value, _Raw):
            raws.append(value)
            return f"\0{len(raws) - 1}\0"
        if isinstance(value, dict):
            return {key: marked(inner) for key, inner in value.items()}
        return [marked(inner) for inner in value] if isinstance(value, list) else value

    text = json.dumps(marked(event), ensure_ascii=False)
    for number, raw in enumerate(raws):
        text = text.replace(f'"\\u0000{number}\\u0000"', raw)
    return text


def blocks(protocol: str, events: list[Event]) -> list[str]:
    """The events as server-sent events, each without its blank line."""
    named = [f"event: {e['type']}\n" if protocol in NAMED else "" for e in events]
    found = [f"{name}data: {line(e)}" for name, e in zip(named, events, strict=True)]
    return [*found, "data: [DONE]"] if protocol == "openai-chat" else found


def sse(protocol: str, events: list[Event]) -> str:
    """The text of server-sent events."""
    return "".join(f"{block}\n\n" for block in blocks(protocol, events))


def chunks(events: list[Event]) -> str:
    """A list with one event a line."""
    return "".join(f"{line(event)}\n" for event in events)


def script(protocol: str, events: list[Event], **response: Any) -> str:
    """A script in JSON with one response."""
    meta = {"scenario": "s", "protocol": protocol, "note": "a stream"}
    listed = ", ".join(line(event) for event in events)
    rest = "".join(f", {json.dumps(key)}: {json.dumps(value)}" for key, value in response.items())
    return (
        f'{{"meta": {json.dumps(meta)}, "responses": [{{"status": 200{rest}, '
        f'"events": [{listed}]}}]}}\n'
    )
