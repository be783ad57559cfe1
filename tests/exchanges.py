"""What clients and servers of providers say to each other over HTTP: conversations with tools, as
exchanges, for cassettes of every family. All values are made up when they are asked for."""

from __future__ import annotations

import json
import random
import struct
import zlib
from typing import Any, NamedTuple

from tests.wire_recordings import PROVIDERS, Behaviour, Chance, Provider


class Exchange(NamedTuple):
    """A request and its response, as they went over the wire, but not compressed."""

    method: str
    url: str
    request_headers: dict[str, str]
    request: Any
    """The body as JSON values; None for none."""
    status: int
    response_headers: dict[str, str]
    body: bytes
    """The body of the response: JSON, server-sent events, JSON by line, or binary frames."""

    @property
    def sent(self) -> str:
        """The text of the request."""
        return "" if self.request is None else compact(self.request)

    @property
    def host(self) -> str:
        """The host with its scheme."""
        return "/".join(self.url.split("/", 3)[:3])

    @property
    def path(self) -> str:
        """The path with its query."""
        return self.url.removeprefix(self.host)

    @property
    def is_stream(self) -> bool:
        """Whether the response came in pieces."""
        return "json" not in self.response_headers["content-type"].split(";")[0].split("/")

    @property
    def answer(self) -> Any:
        """The response as JSON values: of a stream the list of its events."""
        if not self.is_stream:
            return json.loads(self.body)
        lines = [line.removeprefix("data: ") for line in self.body.decode().split("\n")]
        return [json.loads(line) for line in lines if line.startswith("{")]


_URLS = {
    "openai-chat": "https://api.openai.com/v1/chat/completions",
    "mistral": "https://api.mistral.ai/v1/chat/completions",
    "openai-responses": "https://api.openai.com/v1/responses",
    "anthropic-messages": "https://api.anthropic.com/v1/messages",
    "gemini": "https://generativelanguage.googleapis.com/v1beta/models/small-1:generateContent",
    "bedrock-converse": "https://bedrock-runtime.eu-west-1.amazonaws.com/model/small-1/converse",
    "ollama": "http://localhost:11434/api/chat",
    "cohere-v2": "https://api.cohere.com/v2/chat",
}
NAMES = tuple(_URLS)
"""The providers."""

_NAMED = ("openai-responses", "anthropic-messages", "cohere-v2")
_WORDS = (
    *("the", "parcel", "is", "late", "at", "depot", "and", "will", "be", "there", "soon"),
    *("we", "can", "refund", "it", "or", "wait", "for", "you"),
)


def compact(value: Any) -> str:
    """JSON as clients write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def recordings(
    seed: int,
    *,
    provider: str = "",
    stream: bool | None = None,
    words: int = 12,
    again: int = 0,
) -> list[Exchange]:
    """A conversation: a question that is answered by calls of tools, and the request that brings
    their results and the whole history, so that ids of the first response come again in it.

    The same seed gives the same conversation. ``provider`` and ``stream`` are drawn when they are
    not given; ``words`` is the length of a text and of a result. ``again`` is the number of another
    recording of the same conversation: ids, times and counts are others. Only ``stream=True``
    together with ``provider="bedrock-converse"`` gives binary frames, which not every family can
    hold.
    """
    chance = random.Random(seed)
    drawn = [name for name in NAMES if name != "bedrock-converse" or not stream]
    name = provider or chance.choice(drawn)
    asked = next(known for known in PROVIDERS if known.name == name)
    streaming = chance.random() < 0.3 and name != "bedrock-converse" if stream is None else stream
    first, second = (Chance(seed * 2 + n + again * 1_000_003) for n in (1, 2))
    length = 2 if streaming else words  # Of one piece: models send a word or two at a time.
    calling = _behaviour(chance, words, length, calls=chance.randint(1, 3))
    telling = _behaviour(chance, words, length)
    history = asked.request(calling, first)
    if name == "ollama":
        for message, (tool, _) in zip(history["messages"][2:], calling.calls, strict=True):
            message["tool_name"] = tool  # Results have no id: they are told by the name.
    listing = {"tools": _tools(name)} | ({"stream": True} if streaming else {})
    return [
        _exchange(asked, _opening(history) | listing, calling, first, streaming, chance),
        _exchange(asked, history | listing, telling, second, streaming, chance),
    ]


def _behaviour(chance: random.Random, words: int, length: int, calls: int = 0) -> Behaviour:
    def said(count: int) -> str:
        return " ".join(chance.choices(_WORDS, k=max(count, 1)))

    tools = [chance.choice(["track", "refund"]) for _ in range(calls)]
    numbers = [chance.randint(1, 99) for _ in tools]
    return Behaviour(
        tuple((tool, {"parcel": f"P-{n}"}) for tool, n in zip(tools, numbers, strict=True)),
        tuple({"parcel": f"P-{n}", "state": said(words)} for n in numbers),
        tuple(said(length) + " " for _ in range(max(3, words // max(length, 1)))),
        False,
        "".join(chance.choices("ABCDEFGHabcdefgh", k=40)) + "==",
    )


def _opening(history: Any) -> dict[str, Any]:
    """A request before its conversation: with the first message only."""
    cut = {
        key: value[:1] if key in ("messages", "input", "contents") else value
        for key, value in history.items()
    }
    cut.pop("previous_response_id", None)
    return cut


def _tools(name: str) -> list[dict[str, Any]]:
    schema = {
        "type": "object",
        "properties": {"parcel": {"type": "string", "description": "its number"}},
        "required": ["parcel"],
    }
    about = "what is known of a parcel"
    listed = [{"name": tool, "description": about} for tool in ("track", "refund")]
    if name == "anthropic-messages":
        return [tool | {"input_schema": schema} for tool in listed]
    if name == "gemini":
        return [{"functionDeclarations": [tool | {"parameters": schema} for tool in listed]}]
    if name == "bedrock-converse":
        return [{"toolSpec": tool | {"inputSchema": {"json": schema}}} for tool in listed]
    if name == "openai-responses":
        return [{"type": "function", "parameters": schema} | tool for tool in listed]
    return [{"type": "function", "function": tool | {"parameters": schema}} for tool in listed]


def _exchange(
    asked: Provider,
    request: dict[str, Any],
    behaviour: Behaviour,
    drawn: Chance,
    streaming: bool,
    chance: random.Random,
) -> Exchange:
    url = _URLS[asked.name]
    if streaming and asked.name == "gemini":
        url = url.replace(":generateContent", ":streamGenerateContent") + "?alt=sse"
    elif streaming and asked.name == "bedrock-converse":
        url += "-stream"
    kind, body = _answer(asked, behaviour, drawn, streaming)
    text = compact(request)
    request = json.loads(text)  # Nothing is shared, so that YAML has no aliases.
    sent = {
        "accept": "application/json",
        "accept-encoding": "gzip, deflate",
        "authorization": "REDACTED",
        "connection": "keep-alive",
        "content-length": str(len(text.encode())),
        "content-type": "application/json",
        "host": url.split("/")[2],
        "user-agent": f"Client/Python 3.{chance.randint(10, 60)}.0",
        "x-stainless-retry-count": "0",
        "x-stainless-runtime-version": f"3.{chance.randint(10, 14)}.2",
    }
    return Exchange("POST", url, sent, request, 200, _headers(kind, body, drawn, streaming), body)


def _answer(
    asked: Provider, behaviour: Behaviour, drawn: Chance, streaming: bool
) -> tuple[str, bytes]:
    """The content type and the body of a response."""
    if not streaming:
        pretty = asked.name in ("openai-chat", "openai-responses", "gemini")
        value = asked.response(behaviour, drawn)
        value.pop("ResponseMetadata", None)  # What an SDK adds stands in no response.
        if asked.name == "openai-chat" and behaviour.calls:
            value["choices"][0]["finish_reason"] = "tool_calls"
        text = json.dumps(value, indent=2) if pretty else compact(value)
        return "application/json", text.encode()
    assert asked.events is not None
    events = asked.events(behaviour, drawn)
    if asked.name == "bedrock-converse":
        return "application/vnd.amazon.eventstream", b"".join(frame(event) for event in events)
    if asked.name == "ollama":
        return "application/x-ndjson", "".join(compact(e) + "\n" for e in events).encode()
    _complete(asked.name, events, "tool_calls" if behaviour.calls else "stop")
    named = [f"event: {e['type']}\n" if asked.name in _NAMED else "" for e in events]
    blocks = [f"{name}data: {compact(e)}\n\n" for name, e in zip(named, events, strict=True)]
    if asked.name in ("openai-chat", "mistral"):
        blocks.append("data: [DONE]\n\n")
    return "text/event-stream", "".join(blocks).encode()


def _complete(name: str, events: list[Any], reason: str) -> None:
    """Adds what a whole stream has and that of ``wire_recordings`` has not."""
    if name in ("openai-chat", "mistral"):
        ended = {"index": 0, "delta": {}, "finish_reason": reason}
        events[-1:-1] = [events[0] | {"choices": [ended]}]
    elif name == "gemini":
        events[-1]["candidates"][0]["finishReason"] = "STOP"
    elif name == "openai-responses":
        items = {e["item"]["id"]: e["output_index"] for e in events if "item" in e}
        for event in events:
            if "item_id" in event:
                event["output_index"] = items[event["item_id"]]
    elif name == "cohere-v2":
        content = {"message": {"content": {"type": "text", "text": ""}}}
        first = next(n for n, event in enumerate(events) if event["type"] == "content-delta")
        events[first:first] = [{"type": "content-start", "index": 0, "delta": content}]
        events[-1:-1] = [{"type": "content-end", "index": 0}]


def _headers(kind: str, body: bytes, drawn: Chance, streaming: bool) -> dict[str, str]:
    length = {"transfer-encoding": "chunked"} if streaming else {"content-length": str(len(body))}
    return {
        "alt-svc": 'h3=":443"; ma=86400',
        "cf-cache-status": "DYNAMIC",
        "cf-ray": drawn.token(16, "0123456789abcdef") + "-FRA",
        "connection": "keep-alive",
        **length,
        "content-type": kind,
        "date": drawn.http_date(),
        "openai-processing-ms": str(drawn.count()),
        "server": "cloudflare",
        "set-cookie": "<COOKIE>",
        "strict-transport-security": "max-age=31536000; includeSubDomains; preload",
        "x-envoy-upstream-service-time": str(drawn.count()),
        "x-ratelimit-limit-requests": "10000",
        "x-ratelimit-remaining-requests": str(drawn.count()),
        "x-ratelimit-reset-requests": f"{drawn.count()}ms",
        "x-request-id": "req_" + drawn.token(32, "0123456789abcdef"),
    }


def frame(event: dict[str, Any]) -> bytes:
    """An event as a frame of an AWS event stream: lengths, checksum, headers, JSON, checksum.

    Source: the event stream encoding of the AWS SDKs (botocore.eventstream).
    """
    ((name, payload),) = event.items()
    headers = b""
    for key, value in (
        (":event-type", name),
        (":content-type", "application/json"),
        (":message-type", "event"),
    ):
        headers += bytes([len(key)]) + key.encode() + b"\x07"
        headers += struct.pack("!H", len(value)) + value.encode()
    data = compact(payload).encode()
    prelude = struct.pack("!II", 16 + len(headers) + len(data), len(headers))
    message = prelude + struct.pack("!I", zlib.crc32(prelude)) + headers + data
    return message + struct.pack("!I", zlib.crc32(message))
