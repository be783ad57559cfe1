"""Whose request, response, error or event a document is: each is recognised as its own, and what
only looks alike as nobody's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fixture_lint.kinds import wire

HELLO = {"role": "user", "content": "where is parcel P7?"}
FUNCTION = {"type": "function", "function": {"name": "track", "parameters": {"type": "object"}}}


def chat_call(id_: str) -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": "track", "arguments": "{}"}}


OWN: dict[str, Any] = {
    "mistral request, by its model": {"model": "mistral-small-latest", "messages": [HELLO]},
    "mistral request, by its ids": {
        "model": "our-router",
        "messages": [HELLO, {"role": "assistant", "tool_calls": [chat_call("call00001")]}],
    },
    "mistral response": {"object": "chat.completion", "id": "0f" * 16, "choices": []},
    "mistral chunk": {"object": "chat.completion.chunk", "id": "0f" * 16, "choices": []},
    "mistral error": {
        "object": "error",
        "message": "no such model",
        "type": "invalid_model",
        "raw_status_code": 400,
    },
    "openai-chat request": {"model": "gpt-5-mini", "messages": [HELLO], "tools": [FUNCTION]},
    "openai-chat request, with parts": {
        "model": "gpt-5-mini",
        "max_tokens": 5,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hello"}]}],
    },
    "openai-chat response": {
        "object": "chat.completion",
        "id": "chatcmpl-1",
        "created": 0,
        "model": "gpt-5-mini",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "hi"}}],
    },
    "openai-chat chunk": {
        "object": "chat.completion.chunk",
        "id": "chatcmpl-1",
        "choices": [{"index": 0, "delta": {"content": "hi"}}],
    },
    "openai-chat error": {
        "error": {"message": "bad", "type": "invalid_request_error", "param": None, "code": None}
    },
    "openai-responses request": {"model": "gpt-5", "input": "hello"},
    "openai-responses request, with items": {
        "model": "our-router",
        "input": [HELLO, {"type": "function_call_output", "call_id": "call_c1", "output": "{}"}],
    },
    "openai-responses request, with settings": {
        "model": "our-router",
        "input": "hello",
        "instructions": "be short",
    },
    "openai-responses response": {"object": "response", "id": "resp_1", "output": []},
    "openai-responses chunk": {
        "type": "response.output_text.delta",
        "item_id": "msg_1",
        "delta": "hi",
        "sequence_number": 4,
    },
    "openai-responses chunk, of an error": {
        "type": "error",
        "code": "server_error",
        "message": "try again",
        "param": None,
        "sequence_number": 9,
    },
    "anthropic-messages request": {
        "model": "claude-small",
        "max_tokens": 64,
        "messages": [HELLO],
    },
    "anthropic-messages request, by its prompt": {
        "model": "our-router",
        "max_tokens": 64,
        "system": "be short",
        "messages": [HELLO],
    },
    "anthropic-messages request, by a late result": {
        "model": "our-router",
        "max_tokens": 64,
        "messages": [
            HELLO,
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "wait"},
                    {"type": "tool_use", "id": "toolu_c1", "name": "track", "input": {}},
                ],
            },
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_c1"}]},
        ],
    },
    "anthropic-messages request, for tokens to be counted": {
        "model": "our-router",
        "messages": [HELLO],
        "tools": [{"name": "track", "input_schema": {"type": "object"}}],
    },
    "anthropic-messages request, on other clouds": {
        "anthropic_version": "bedrock-2023-05-31",
        "max_tokens": 64,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hello"}]}],
    },
    "anthropic-messages response": {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "model": "claude-small",
        "content": [{"type": "text", "text": "hi"}],
        "stop_reason": "end_turn",
    },
    "anthropic-messages chunk": {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "text_delta", "text": "hi"},
    },
    "anthropic-messages chunk, the first": {"type": "message_start", "message": {"id": "msg_1"}},
    "anthropic-messages chunk, between others": {"type": "ping"},
    "anthropic-messages error": {
        "type": "error",
        "error": {"type": "overloaded_error", "message": "Overloaded"},
        "request_id": "req_1",
    },
    "gemini request": {"contents": [{"role": "user", "parts": [{"text": "hello"}]}]},
    "gemini response": {"candidates": [{"content": {"role": "model", "parts": [{"text": "hi"}]}}]},
    "gemini response, of a stream": {
        "candidates": [{"content": {"role": "model"}, "finishReason": "STOP"}]
    },
    "gemini response, of a blocked prompt": {"promptFeedback": {"blockReason": "SAFETY"}},
    "gemini response, as the SDK dumps it": {
        "candidates": [{"content": None, "finish_reason": "MAX_TOKENS"}],
        "usage_metadata": {"prompt_token_count": 0},
    },
    "gemini error": {"error": {"code": 400, "message": "bad", "status": "INVALID_ARGUMENT"}},
    "bedrock-converse request": {"messages": [{"role": "user", "content": [{"text": "hello"}]}]},
    "bedrock-converse request, with a picture": {
        "modelId": "amazon.nova-lite-v1:0",
        "messages": [{"role": "user", "content": [{"image": {"format": "png"}}]}],
    },
    "bedrock-converse response": {
        "output": {"message": {"role": "assistant", "content": [{"text": "hi"}]}},
        "stopReason": "end_turn",
    },
    "bedrock-converse chunk": {
        "contentBlockDelta": {"contentBlockIndex": 0, "delta": {"text": "hi"}}
    },
    "bedrock-converse chunk, as it is framed": {
        "contentBlockIndex": 0,
        "delta": {"text": "hi"},
        "p": "abc",
    },
    "bedrock-converse error, in a stream": {"modelStreamErrorException": {"message": "bad"}},
    "bedrock-converse error": {
        "Error": {"Code": "ModelNotReadyException", "Message": "wait"},
        "ResponseMetadata": {"HTTPStatusCode": 429},
    },
    "ollama request": {"model": "llama3.2", "messages": [HELLO], "options": {"seed": 1}},
    "ollama response": {
        "model": "llama3.2",
        "created_at": "1970-01-01T00:00:00Z",
        "message": {"role": "assistant", "content": "hi"},
        "done": True,
    },
    "ollama chunk": {
        "model": "llama3.2",
        "created_at": "1970-01-01T00:00:00Z",
        "message": {"role": "assistant", "content": "h"},
        "done": False,
    },
    "cohere-v2 request": {
        "model": "command-r",
        "max_tokens": 9,
        "stop_sequences": ["end"],
        "messages": [HELLO],
    },
    "cohere-v2 request, by its plan": {
        "model": "our-router",
        "messages": [HELLO, {"role": "assistant", "tool_plan": "look it up"}],
    },
    "cohere-v2 response": {
        "id": "00000000-0000-4000-8000-000000000001",
        "finish_reason": "COMPLETE",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "hi"}]},
    },
    "cohere-v2 chunk": {"type": "tool-call-delta", "index": 0, "delta": {}},
    "cohere-v2 chunk, of text": {"type": "content-start", "index": 0},
    "chat-family request": {"model": "llama-3.3-70b", "messages": [HELLO]},
    "chat-family request, with parts": {
        "model": "vendor/claude-small",
        "max_tokens": 5,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hello"}]}],
    },
    "chat-family request, with the thinking of other vendors": {
        "model": "thinker",
        "max_tokens": 5,
        "thinking": {"type": "enabled"},
        "messages": [{"role": "system", "content": "be short"}, HELLO],
        "tools": [FUNCTION],
        "stop_sequences": ["end"],
    },
    "chat-family response": {
        "id": "gen-1",
        "choices": [{"message": {"role": "assistant", "content": "hi"}}],
    },
    "chat-family chunk": {"id": "gen-1", "choices": [{"delta": {"content": "hi"}}]},
    "chat-family chunk, the last": {"id": "gen-1", "model": "m", "created": 0, "choices": []},
    "chat-family error": {
        "error": {"message": "bad", "code": 502, "metadata": {"provider_name": "Somebody"}}
    },
}  # fmt: skip
"""Small documents of every provider; the first two words of a name are provider and form."""

NOBODY: dict[str, Any] = {
    "embedding request": {"model": "text-embedding-3-small", "input": "hello"},
    "embedding request of several texts": {"model": "embed-small", "input": ["a", "b"]},
    "embedding request of pictures": {"model": "embed", "input": [{"text": "a"}, {"image": "b"}]},
    "embedding request, gemini": {"content": {"parts": [{"text": "hello"}]}},
    "embedding response": {
        "object": "list",
        "model": "embed-small",
        "data": [{"object": "embedding", "index": 0, "embedding": [0.5]}],
        "usage": {"total_tokens": 2},
    },
    "embedding response, gemini": {
        "embedding": {"values": [0.5]},
        "usageMetadata": {"promptTokenCount": 2},
        "modelVersion": "embed-1",
    },
    "moderation request": {"model": "omni-moderation-latest", "input": [{"type": "text"}]},
    "speech request": {"model": "gpt-4o-mini-tts", "input": "hello", "voice": "alloy"},
    "rerank request": {"model": "rerank-v3", "query": "late", "documents": ["a", "b"]},
    "rerank response": {"id": "r1", "results": [{"index": 0, "relevance_score": 0.9}]},
    "transcription job": {
        "id": "j1",
        "model": "whisper-large",
        "status": "completed",
        "input": {"audio_url": "https://example.com/a.wav"},
        "output": "hello",
        "created_at": "1970-01-01T00:00:00Z",
    },
    "transcription": {"text": "hello", "usage": {"type": "duration", "seconds": 3}},
    "legacy completion": {
        "id": "cmpl-1",
        "object": "text_completion",
        "created": 0,
        "model": "m",
        "choices": [{"text": "hi", "index": 0}],
    },
    "tool contract": {"name": "track", "parameters": {"type": "object", "properties": {}}},
    "tool contracts": {"tools": [FUNCTION, {"name": "track", "input_schema": {}}]},
    "neutral conversation": {
        "meta": {"scenario": "late-parcel", "model": "small"},
        "turns": [{"from": "user", "text": "hello"}, {"from": "assistant", "text": "hi"}],
    },
    "answer of another interface": {"id": "ord_1", "created": 0, "object": "order", "status": "ok"},
    "answer with a message": {"id": "1", "created_at": "x", "message": {"text": "hi"}},
    "answer with a type": {"type": "message", "role": "assistant", "content": "hi"},
    "search answer": {"candidates": [{"content": {"title": "clerk"}, "score": 0.5}]},
    "error of another interface": {"error": {"message": "not found", "type": "not_found"}},
    "error in words": {"error": "not found"},
    "error of another cloud service": {
        "Error": {"Code": "ThrottlingException", "Message": "slow down"},
        "ResponseMetadata": {"HTTPStatusCode": 400},
    },
    "test's own messages": {"messages": [HELLO, {"role": "assistant", "content": "hi"}]},
    "test's own messages with parts": {
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hello"}]}]
    },
    "test's own sample": {"input": [HELLO], "target": "late"},
    "list of messages": [HELLO],
    "list of responses": [{"object": "chat.completion", "choices": []}],
    "item of a response": {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "hi"}],
    },
    "choice of a chat response": {
        "index": 0,
        "message": {"role": "assistant", "content": "hi"},
        "finish_reason": "stop",
    },
    "test's own roles": {"model": "small", "messages": [{"role": "human", "content": "hi"}]},
    "note with parts": {"contents": [{"title": "a"}], "messages": []},
    "nothing": {},
}


@pytest.mark.parametrize("case", OWN)
def test_each_is_recognised_as_its_own(case: str) -> None:
    provider, form = case.replace(",", "").split()[:2]
    found = wire.recognise_value(OWN[case])
    assert found is not None
    assert (found.provider.name, found.form) == (provider, form)


@pytest.mark.parametrize("case", NOBODY)
def test_near_misses_are_nobodys(case: str) -> None:
    found = wire.recognise_value(NOBODY[case])
    assert found is None


def test_every_form_of_every_provider_is_shown_here() -> None:
    shown = {tuple(case.replace(",", "").split()[:2]) for case in OWN}
    known = {(p.name, form["form"]) for p in wire.providers() for _, form in p.forms}
    assert known == shown


def test_events_are_no_documents() -> None:
    for case, plain in OWN.items():
        form = case.replace(",", "").split()[1]
        assert wire.recognise(plain) == (form != "chunk"), case


def test_values_of_odd_types_are_nobodys() -> None:
    for plain in json.loads(
        '[null, 1, "messages", [], {"messages": null, "model": 1}, {"messages": ["a"]},'
        ' {"messages": {"role": "user"}, "model": {}}, {"choices": {}, "candidates": 3},'
        ' {"type": null, "error": []}, {"input": null, "model": null}, {"output": [], "object": 1}]'
    ):
        assert wire.recognise_value(plain) is None
