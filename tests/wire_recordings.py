"""Requests, responses and streams of all providers, rendered from one behaviour.

What a recording would draw by chance comes from a ``Chance``: ids, times, counts, fingerprints,
padding. ``Frozen`` gives the constants instead, as the design states them: it is the oracle.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable
from typing import Any, NamedTuple

from hypothesis import strategies as st

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


class Behaviour(NamedTuple):
    """What model and tools do: this stays the same from recording to recording."""

    calls: tuple[tuple[str, dict[str, Any]], ...]
    outputs: tuple[Any, ...]
    pieces: tuple[str, ...]
    echoes: bool
    """Whether texts and arguments mention the id of the first call."""
    signature: str


class Chance:
    """What a provider draws anew for every recording."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._known: dict[tuple[str, int], str] = {}

    def token(self, length: int, alphabet: str = ALNUM) -> str:
        while True:
            made = "".join(self._random.choices(alphabet, k=length))
            if any(map(str.isdigit, made)) and any(map(str.isalpha, made)):
                return made

    def id(self, prefix: str, number: int = 1, letter: str = "", length: int = 24) -> str:
        """The id with a number among those with a prefix: the same whenever it is asked for."""
        return self._once(prefix, number, lambda: prefix + self.token(length))

    def uuid(self, number: int = 1) -> str:
        sizes = (8, 4, 4, 4, 12)
        return self._once("uuid", number, lambda: "-".join(self.token(n, HEX) for n in sizes))

    def bare(self, number: int, length: int = 9) -> str:
        def make() -> str:
            # Fewer than one in a thousand looks like a name with a count, and stays: wogcAhmtimp8.
            made = self.token(length)
            return made if re.search(r"[A-Za-z]\d[A-Za-z]", made) else make()

        return self._once("bare", number, make)

    def hex(self, number: int = 1) -> str:
        return self._once("hex", number, lambda: self.token(32, HEX))

    def gemini(self) -> str:
        length = self._random.randint(18, 26)
        return self._once("gemini", 1, lambda: self.token(length, ALNUM + "_-"))

    def _once(self, prefix: str, number: int, make: Callable[[], str]) -> str:
        if (prefix, number) not in self._known:
            self._known[prefix, number] = make()
        return self._known[prefix, number]

    def epoch(self) -> int:
        return self._random.randint(1_600_000_000, 1_900_000_000)

    def iso(self) -> str:
        fraction = self._random.randint(1, 10 ** self._random.randint(1, 9) - 1)
        year, day = self._random.randint(2020, 2039), self._random.randint(10, 28)
        return f"{year}-03-{day}T10:24:31.{fraction}Z"

    def http_date(self) -> str:
        return f"Tue, 1{self._random.randint(0, 9)} Mar 2026 10:24:31 GMT"

    def count(self) -> int:
        return self._random.randint(0, 9000)

    def seconds(self) -> float:
        return self._random.uniform(0.00001, 20)

    def fingerprint(self) -> str:
        return "fp_" + self.token(10, HEX)

    def padding(self) -> str:
        return self.token(self._random.randint(2, 20))


class Frozen(Chance):
    """The constants that stand for what is drawn."""

    def __init__(self) -> None:
        super().__init__(0)

    def id(self, prefix: str, number: int = 1, letter: str = "", length: int = 24) -> str:
        return f"{prefix}{letter}{number}"

    def uuid(self, number: int = 1) -> str:
        return f"00000000-0000-4000-8000-{number:012}"

    def bare(self, number: int, length: int = 9) -> str:
        return f"call{number:05}"

    def hex(self, number: int = 1) -> str:
        return f"{number:032}"

    def gemini(self) -> str:
        return "response-1"

    def epoch(self) -> int:
        return 0

    def iso(self) -> str:
        return "1970-01-01T00:00:00Z"

    def http_date(self) -> str:
        return "Thu, 01 Jan 1970 00:00:00 GMT"

    def count(self) -> int:
        return 0

    def seconds(self) -> float:
        return 0.0

    def fingerprint(self) -> str:
        return "fp_1"

    def padding(self) -> str:
        return ""


# Look-alikes: what stands in arguments, outputs and texts is the user's.
_WORDS = st.sampled_from(
    [
        "where is P7?",
        "at 2026-03-14T10:24:31Z",
        "used 1500 tokens",
        "fp_8c2d41a7e0",
        "Caf\u00e9 \u00a0 \u4f60\u597d",
        'say "x"\n\tand \\n',
        "msg_01OtherThing99",
    ]
)
_VALUES = st.one_of(_WORDS, st.integers(), st.booleans(), st.none(), st.just(1773483871))
_KEYS = st.sampled_from(["id", "created", "usage", "call_id", "created_at", "total_tokens", "x"])
_ARGS = st.dictionaries(_KEYS, _VALUES, max_size=3)


@st.composite
def behaviours(draw: st.DrawFn) -> Behaviour:
    calls = draw(st.lists(st.tuples(st.sampled_from(["track", "refund"]), _ARGS), max_size=3))
    outputs = [draw(st.one_of(_ARGS, _WORDS)) for _ in calls]
    pieces = tuple(draw(st.lists(_WORDS, min_size=1, max_size=4)))
    return Behaviour(
        tuple(calls),
        tuple(outputs),
        pieces,
        bool(calls) and draw(st.booleans()),
        "".join(draw(st.lists(st.sampled_from(ALNUM), min_size=20, max_size=40))) + "==",
    )


def _said(b: Behaviour, first: str) -> list[str]:
    return [*b.pieces, *([f" see {first}, or /runs/{first}?x=1"] if b.echoes else [])]


def _args(b: Behaviour, number: int, first: str) -> dict[str, Any]:
    return b.calls[number][1] | ({"note": f"as in\n{first}"} if b.echoes and number else {})


def _spelled(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


class Provider(NamedTuple):
    """How a provider would write a behaviour: a request with the history, a response, and the
    events of a stream."""

    name: str
    request: Callable[[Behaviour, Chance], Any]
    response: Callable[[Behaviour, Chance], Any]
    events: Callable[[Behaviour, Chance], list[Any]] | None = None


def _chat(
    call: Callable[[Chance, int, str], str], root: Callable[[Chance], str]
) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    def calls(b: Behaviour, c: Chance) -> list[dict[str, Any]]:
        first = call(c, 1, b.calls[0][0]) if b.calls else ""
        return [
            {
                "id": call(c, n + 1, tool),
                "type": "function",
                "function": {"name": tool, "arguments": json.dumps(_args(b, n, first))},
            }
            for n, (tool, _) in enumerate(b.calls)
        ]

    def first(b: Behaviour, c: Chance) -> str:
        return call(c, 1, b.calls[0][0]) if b.calls else ""

    def request(b: Behaviour, c: Chance) -> Any:
        made = calls(b, c)
        results = [
            {"role": "tool", "tool_call_id": one["id"], "content": _text(output)}
            for one, output in zip(made, b.outputs, strict=True)
        ]
        assistant = {"role": "assistant", "content": "I look", "tool_calls": made}
        said = "".join(_said(b, first(b, c)))
        users = [{"role": "user", "content": "hello"}]
        return {
            "model": "small-1",
            "max_completion_tokens": 64,
            "messages": [*users, *([assistant, *results] if made else []),
                         {"role": "user", "content": said}],
        }  # fmt: skip

    def usage(c: Chance) -> dict[str, Any]:
        return {
            "prompt_tokens": c.count(),
            "completion_tokens": c.count(),
            "total_tokens": c.count(),
            "cost": c.seconds(),
            "details": {"cached_tokens": c.count(), "audio_tokens": None},
        }

    def response(b: Behaviour, c: Chance) -> Any:
        message: dict[str, Any] = {"role": "assistant", "content": "".join(b.pieces)}
        if b.calls:
            message["tool_calls"] = calls(b, c)
        return {
            "id": root(c),
            "object": "chat.completion",
            "created": c.epoch(),
            "model": "small-1",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": usage(c),
            "system_fingerprint": c.fingerprint(),
        }

    def events(b: Behaviour, c: Chance) -> list[Any]:
        made = c.epoch()
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        for n, one in enumerate(calls(b, c)):
            function = {"name": one["function"]["name"], "arguments": ""}
            head = {"index": n, "id": one["id"], "type": "function", "function": function}
            deltas.append({"tool_calls": [head]})
            arguments = one["function"]["arguments"]
            cut = 2 if not b.echoes else len(arguments)
            for piece in (arguments[:cut], arguments[cut:]):
                deltas.append({"tool_calls": [{"index": n, "function": {"arguments": piece}}]})
        deltas += [{"content": piece} for piece in _said(b, first(b, c))]
        chunks = [
            {
                "id": root(c),
                "object": "chat.completion.chunk",
                "created": made,
                "system_fingerprint": c.fingerprint(),
                "choices": [{"index": 0, "delta": delta, "finish_reason": None}],
                "obfuscation": c.padding(),
            }
            for delta in deltas
        ]
        last = chunks[0] | {"choices": [], "usage": usage(c), "obfuscation": c.padding()}
        return [*chunks, last]

    return request, response, events


def _openai_call(c: Chance, number: int, tool: str) -> str:
    return c.id("call_", number, "c")


def _mistral_call(c: Chance, number: int, tool: str) -> str:
    return c.bare(number)


def _cohere_call(c: Chance, number: int, tool: str) -> str:
    return c.id("find_", number, length=12)


def _responses_items(b: Behaviour, c: Chance) -> list[dict[str, Any]]:
    first = c.id("call_", 1, "c")
    sealed = {"type": "reasoning", "id": "rs_0aKept9Fixed", "summary": [],
              "encrypted_content": b.signature}  # fmt: skip
    items: list[dict[str, Any]] = [
        {"type": "reasoning", "id": c.id("rs_"), "summary": [{"text": "hm"}]},
        sealed,
        *(
            {
                "type": "function_call",
                "id": c.id("fc_", n + 1),
                "call_id": c.id("call_", n + 1, "c"),
                "name": tool,
                "arguments": json.dumps(_args(b, n, first)),
            }
            for n, (tool, _) in enumerate(b.calls)
        ),
        {"type": "message", "id": c.id("msg_"), "role": "assistant",
         "content": [{"type": "output_text", "text": piece} for piece in _said(b, first)]},
    ]  # fmt: skip
    return items


def _responses_request(b: Behaviour, c: Chance) -> Any:
    outputs = [
        {"type": "function_call_output", "call_id": c.id("call_", n + 1, "c"), "output": _text(o)}
        for n, o in enumerate(b.outputs)
    ]
    return {
        "model": "small-1",
        "previous_response_id": c.id("resp_"),
        "max_output_tokens": 900,
        "input": [{"role": "user", "content": "hello"}, *_responses_items(b, c), *outputs],
    }


def _responses_response(b: Behaviour, c: Chance) -> Any:
    return {
        "id": c.id("resp_", length=40),
        "object": "response",
        "created_at": float(c.epoch()),
        "completed_at": c.epoch(),
        "max_output_tokens": 900,
        "model": "small-1",
        "output": _responses_items(b, c),
        "usage": {"input_tokens": c.count(), "details": {"cached_tokens": c.count()}},
    }


def _responses_events(b: Behaviour, c: Chance) -> list[Any]:
    whole = _responses_response(b, c)
    begun = whole | {"output": []}
    made: list[Any] = [{"type": "response.created", "response": begun}]
    for n, item in enumerate(whole["output"]):
        made.append({"type": "response.output_item.added", "output_index": n, "item": item})
        if item["type"] == "message":
            for index, part in enumerate(item["content"]):
                made.append({"type": "response.output_text.delta", "item_id": item["id"],
                             "content_index": index, "delta": part["text"],
                             "obfuscation": c.padding()})  # fmt: skip
        made.append({"type": "response.output_item.done", "output_index": n, "item": item})
    made.append({"type": "response.completed", "response": whole})
    return [event | {"sequence_number": n} for n, event in enumerate(made)]


def _blocks(b: Behaviour, c: Chance) -> list[dict[str, Any]]:
    first = c.id("toolu_", 1, "c")
    server = c.id("srvtoolu_", 1, "s")
    return [
        {"type": "thinking", "thinking": "hm", "signature": b.signature},
        {"type": "server_tool_use", "id": server, "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": server, "content": []},
        *({"type": "text", "text": piece} for piece in _said(b, first)),
        *(
            {"type": "tool_use", "id": c.id("toolu_", n + 1, "c"), "name": tool,
             "input": _args(b, n, first)}
            for n, (tool, _) in enumerate(b.calls)
        ),
    ]  # fmt: skip


def _anthropic_request(b: Behaviour, c: Chance) -> Any:
    results = [
        {"type": "tool_result", "tool_use_id": c.id("toolu_", n + 1, "c"), "content": _text(o)}
        for n, o in enumerate(b.outputs)
    ]
    # In order of appearance: the ids of the calls stand before what mentions them.
    blocks = sorted(_blocks(b, c), key=lambda block: block["type"] == "text")
    return {
        "model": "small-1",
        "max_tokens": 99,
        "system": "be brief",
        "thinking": {"type": "enabled", "budget_tokens": 50},
        "messages": [
            {"role": "user", "content": "hello"},
            {"role": "assistant", "content": blocks},
            {"role": "user", "content": [*results, {"type": "text", "text": "go on"}]},
        ],
    }


def _anthropic_usage(c: Chance) -> dict[str, Any]:
    creation = {"ephemeral_5m_input_tokens": c.count()}
    return {"input_tokens": c.count(), "cache_creation": creation, "service_tier": "standard"}


def _anthropic_response(b: Behaviour, c: Chance) -> Any:
    return {
        "id": c.id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": "small-1",
        "content": _blocks(b, c),
        "stop_reason": "end_turn",
        "usage": _anthropic_usage(c),
    }


def _anthropic_events(b: Behaviour, c: Chance) -> list[Any]:
    message = _anthropic_response(b, c) | {"content": [], "usage": _anthropic_usage(c)}
    made: list[Any] = [{"type": "message_start", "message": message}, {"type": "ping"}]
    for n, block in enumerate(_blocks(b, c)):
        if block["type"] == "tool_use":
            start = block | {"input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        elif block["type"] == "text":
            start = block | {"text": ""}
            deltas = [{"type": "text_delta", "text": block["text"]}]
        elif block["type"] == "thinking":
            start = {"type": "thinking", "thinking": "", "signature": ""}
            deltas = [{"type": "thinking_delta", "thinking": "hm"},
                      {"type": "signature_delta", "signature": b.signature}]  # fmt: skip
        else:
            start, deltas = block, []
        made.append({"type": "content_block_start", "index": n, "content_block": start})
        made += [{"type": "content_block_delta", "index": n, "delta": delta} for delta in deltas]
        made.append({"type": "content_block_stop", "index": n})
    end = {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn"},
        "usage": {"output_tokens": c.count()},
    }
    return [*made, end, {"type": "message_stop"}]


def _gemini(snake: bool) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    def key(name: str) -> str:
        return "".join(f"_{x.lower()}" if x.isupper() else x for x in name) if snake else name

    def parts(b: Behaviour, c: Chance) -> list[dict[str, Any]]:
        first = c.bare(1, 12)
        return [
            {"text": "hm", "thought": True, key("thoughtSignature"): b.signature},
            *(
                {key("functionCall"): {"id": c.bare(n + 1, 12), "name": tool,
                                       "args": _args(b, n, first)}}
                for n, (tool, _) in enumerate(b.calls)
            ),
            *({"text": piece} for piece in _said(b, first)),
        ]  # fmt: skip

    def request(b: Behaviour, c: Chance) -> Any:
        results = [
            {key("functionResponse"): {"id": c.bare(n + 1, 12), "name": tool,
                                       "response": {"output": b.outputs[n]}}}
            for n, (tool, _) in enumerate(b.calls)
        ]  # fmt: skip
        return {
            "contents": [
                {"role": "user", "parts": [{"text": "hello"}]},
                {"role": "model", "parts": parts(b, c)},
                {"role": "user", "parts": [*results, {"text": "go on"}]},
            ],
            key("generationConfig"): {key("maxOutputTokens"): 99},
        }

    def chunk(c: Chance, listed: list[dict[str, Any]], **more: Any) -> Any:
        details = [{"modality": "TEXT", key("tokenCount"): c.count()}]
        usage = {key("promptTokenCount"): c.count(), key("promptTokensDetails"): details}
        content = {"role": "model", "parts": listed}
        return {
            "candidates": [{"content": content, "index": 0, **more}],
            key("usageMetadata"): usage,
            key("modelVersion"): "small-1",
            key("createTime"): c.iso(),
            key("responseId"): c.gemini(),
        }

    def response(b: Behaviour, c: Chance) -> Any:
        return chunk(c, parts(b, c), **{key("finishReason"): "STOP"})

    def events(b: Behaviour, c: Chance) -> list[Any]:
        return [chunk(c, [part]) for part in parts(b, c)]

    return request, response, events


def _bedrock_blocks(b: Behaviour, c: Chance) -> list[dict[str, Any]]:
    first = c.id("tooluse_", 1, "c", 22)
    reasoning = {"reasoningText": {"text": "hm", "signature": b.signature}}
    return [
        {"reasoningContent": reasoning},
        *(
            {"toolUse": {"toolUseId": c.id("tooluse_", n + 1, "c", 22), "name": tool,
                         "input": _args(b, n, first)}}
            for n, (tool, _) in enumerate(b.calls)
        ),
        *({"text": piece} for piece in _said(b, first)),
    ]  # fmt: skip


def _bedrock_request(b: Behaviour, c: Chance) -> Any:
    results = [
        {"toolResult": {"toolUseId": c.id("tooluse_", n + 1, "c", 22),
                        "content": [{"json": {"output": o}}]}}
        for n, o in enumerate(b.outputs)
    ]  # fmt: skip
    return {
        "messages": [
            {"role": "user", "content": [{"text": "hello"}]},
            {"role": "assistant", "content": _bedrock_blocks(b, c)},
            {"role": "user", "content": [*results, {"text": "go on"}]},
        ],
        "inferenceConfig": {"maxTokens": 99},
    }


def _bedrock_response(b: Behaviour, c: Chance) -> Any:
    return {
        "ResponseMetadata": {"RequestId": c.uuid(), "HTTPStatusCode": 200,
                             "HTTPHeaders": {"date": c.http_date(), "x-amzn-requestid": c.uuid()}},
        "output": {"message": {"role": "assistant", "content": _bedrock_blocks(b, c)}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": c.count(), "outputTokens": c.count()},
        "metrics": {"latencyMs": c.count()},
    }  # fmt: skip


def _bedrock_events(b: Behaviour, c: Chance) -> list[Any]:
    made: list[Any] = [{"messageStart": {"role": "assistant", "p": c.padding()}}]
    for n, block in enumerate(_bedrock_blocks(b, c)):
        if "toolUse" in block:
            use = block["toolUse"]
            start = {"toolUse": {"toolUseId": use["toolUseId"], "name": use["name"]}}
            delta: Any = {"toolUse": {"input": json.dumps(use["input"])}}
            made.append({"contentBlockStart": {"start": start, "contentBlockIndex": n}})
        elif "text" in block:
            delta = block
        else:
            delta = {"reasoningContent": {"signature": b.signature}}
        body = {"delta": delta, "contentBlockIndex": n, "p": c.padding()}
        made.append({"contentBlockDelta": body})
        made.append({"contentBlockStop": {"contentBlockIndex": n}})
    metadata = {"usage": {"inputTokens": c.count()}, "metrics": {"latencyMs": c.count()}}
    return [*made, {"messageStop": {"stopReason": "end_turn"}}, {"metadata": metadata}]


def _ollama_message(b: Behaviour, c: Chance) -> dict[str, Any]:
    first = c.id("call_", 1, "c", 8)
    calls = [
        {"id": c.id("call_", n + 1, "c", 8),
         "function": {"name": tool, "arguments": _args(b, n, first)}}
        for n, (tool, _) in enumerate(b.calls)
    ]  # fmt: skip
    return {"role": "assistant", "tool_calls": calls, "content": "".join(_said(b, first))}


def _ollama_request(b: Behaviour, c: Chance) -> Any:
    results = [
        {"role": "tool", "tool_name": tool, "content": _text(output)}
        for (tool, _), output in zip(b.calls, b.outputs, strict=True)
    ]
    users = {"role": "user", "content": "hello"}
    return {
        "model": "small-1",
        "options": {"num_predict": 99},
        "messages": [users, _ollama_message(b, c), *results],
    }


def _ollama_end(c: Chance, message: dict[str, Any]) -> Any:
    times = {f"{what}_duration": c.count() + 1 for what in ("total", "load", "prompt_eval", "eval")}
    times = {key: 0 if isinstance(c, Frozen) else value for key, value in times.items()}
    counts = {"prompt_eval_count": c.count(), "eval_count": c.count()}
    return {"model": "small-1", "created_at": c.iso(), "message": message, "done": True,
            **times, **counts}  # fmt: skip


def _ollama_response(b: Behaviour, c: Chance) -> Any:
    return _ollama_end(c, _ollama_message(b, c))


def _ollama_events(b: Behaviour, c: Chance) -> list[Any]:
    whole = _ollama_message(b, c)
    messages = [{"role": "assistant", "content": "", "tool_calls": whole["tool_calls"]}]
    said = _said(b, c.id("call_", 1, "c", 8))
    messages += [{"role": "assistant", "content": piece} for piece in said]
    made = [
        {"model": "small-1", "created_at": c.iso(), "message": message, "done": False}
        for message in messages
    ]
    return [*made, _ollama_end(c, {"role": "assistant", "content": ""})]


def _cohere_response(b: Behaviour, c: Chance) -> Any:
    chat = _chat(_cohere_call, lambda c: c.uuid())[1](b, c)["choices"][0]["message"]
    content = [{"type": "text", "text": chat["content"]}]
    return {
        "id": c.uuid(),
        "finish_reason": "COMPLETE",
        "message": {"role": "assistant", "content": content,
                    "tool_calls": chat.get("tool_calls", [])},
        "usage": {"billed_units": {"x_tokens": c.count()}, "tokens": {"y_tokens": c.count()}},
    }  # fmt: skip


def _cohere_events(b: Behaviour, c: Chance) -> list[Any]:
    whole = _cohere_response(b, c)
    made: list[Any] = [{"type": "message-start", "id": c.uuid(),
                        "delta": {"message": {"role": "assistant"}}}]  # fmt: skip
    for n, call in enumerate(whole["message"]["tool_calls"]):
        delta = {"message": {"tool_calls": call}}
        made.append({"type": "tool-call-start", "index": n, "delta": delta})
        made.append({"type": "tool-call-end", "index": n})
    for piece in _said(b, _cohere_call(c, 1, "")):
        content = {"message": {"content": {"text": piece}}}
        made.append({"type": "content-delta", "index": 0, "delta": content})
    end = {"finish_reason": "COMPLETE", "usage": {"tokens": {"input_tokens": c.count()}}}
    return [*made, {"type": "message-end", "delta": end}]


_COHERE = _chat(_cohere_call, lambda c: c.uuid())[0], _cohere_response, _cohere_events
PROVIDERS = [
    Provider("openai-chat", *_chat(_openai_call, lambda c: c.id("chatcmpl-"))),
    Provider("mistral", *_chat(_mistral_call, lambda c: c.hex())),
    Provider("openai-responses", _responses_request, _responses_response, _responses_events),
    Provider("anthropic-messages", _anthropic_request, _anthropic_response, _anthropic_events),
    Provider("gemini", *_gemini(False)),
    Provider("gemini-snake", *_gemini(True)),
    Provider("bedrock-converse", _bedrock_request, _bedrock_response, _bedrock_events),
    Provider("ollama", _ollama_request, _ollama_response, _ollama_events),
    Provider("cohere-v2", *_COHERE),
]


def _sse(provider: Provider, events: list[Any]) -> str:
    named = provider.name in ("openai-responses", "anthropic-messages")
    text = "".join(
        (f"event: {event['type']}\n" if named else "") + f"data: {_spelled(event)}\n\n"
        for event in events
    )
    return text + ("data: [DONE]\n\n" if "chat" in provider.name else "")


NOTATIONS = ("request", "response", "script.sse", "list.jsonl", "script")


def written(provider: Provider, notation: str, behaviour: Behaviour, chance: Chance) -> str:
    """The text of a file: a request, a response, or a stream in one of its three notations."""
    if notation in ("request", "response"):
        make = provider.request if notation == "request" else provider.response
        return json.dumps(make(behaviour, chance), indent=2, ensure_ascii=False) + "\n"
    assert provider.events is not None
    events = provider.events(behaviour, chance)
    if notation == "script.sse":
        return _sse(provider, events)
    if notation == "list.jsonl":
        return "".join(_spelled(event) + "\n" for event in events)
    protocol = provider.name.removesuffix("-snake")
    script = {"meta": {"protocol": protocol}, "responses": [{"status": 200, "events": events}]}
    return json.dumps(script, indent=2, ensure_ascii=False) + "\n"


def path_of(notation: str) -> str:
    """A name under which such a file would be kept."""
    return notation if "." in notation else f"{notation}.json"
