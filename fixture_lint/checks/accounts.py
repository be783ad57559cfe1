"""Identifiers of accounts in requests, responses and streams of providers, and in cassettes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.checks.headers import is_nobodys, marking
from fixture_lint.documents.codecs import PLAIN
from fixture_lint.documents.embedded import Embedded, locate, owner
from fixture_lint.documents.opening import texts
from fixture_lint.documents.spans import spans
from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind, bodies
from fixture_lint.kinds.cassette import cassette
from fixture_lint.kinds.cassette.bodies import contents
from fixture_lint.kinds.cassette.headers import meanings, placed
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["identifiers"]

_ARN = re.compile(r"arn:aws[a-z-]{0,12}:[a-z0-9-]{1,32}:[a-z0-9-]{0,32}:([0-9]{12}):")
"""A name of a resource of AWS with the number of its account (AWS General Reference)."""

_PROJECT = re.compile(r"googleapis\.com/[^?#\s]{0,64}?projects/([^/?#\s]{1,64})/")
_INVENTED_PROJECT = re.compile(
    r"(?:(?:my|your|our|some|test|testing|example|demo|fake|dummy|sample|gcp|google|cloud)[-_]?)*"
    r"project(?:[-_]?(?:id|name|[0-9]{1,3}))?",
    re.IGNORECASE,
)
_MODEL = re.compile(
    r"(?:gpt|o[1-9]|grok|claude|llama|mistral|phi|deepseek|kimi|cohere|command|text-embedding"
    r"|whisper|dall-e|tts|model-router)(?:[-.]?(?:v?[0-9][\w.]*+|mini|nano|micro|small|medium|large"
    r"|pro|chat|turbo|fast|non|reasoning|instruct|vision|codex|audio|realtime|transcribe|preview"
    r"|latest|ada|sonnet|haiku|opus))*+",
    re.IGNORECASE,
)
"""The name of a model. Most people call a deployment like the model that it serves."""

_INVENTED_NUMBERS = frozenset(["123456789012", "111122223333", "444455556666", "012345678901"])
"""Numbers of accounts in the documentation of AWS."""


def identifiers(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Values at the positions that a provider names ``account``; stand-ins and placeholders are
    none. They have no fix: which value a client expects in their place is for people to say. In
    cassettes also headers, which become a marker, and accounts in names of resources and URLs."""
    for piece, values in bodies.glances(document):
        if not any("account" in classes for classes, _ in values):
            continue
        for class_, node in piece.provider.positions.find(piece.root):
            if class_ == "account" and node.type == "string" and not is_nobodys(node.value):
                [place, *_] = spans(piece.carrier, node, 0, len(node.value))
                yield rule.finding(document, place, rule.data["message"])
    if cassette(document) is not None:
        yield from _headers(document, rule, run)
        yield from _resources(document, rule)
        yield from _projects(document, rule)


def _headers(document: Document, rule: Rule, run: Run) -> Iterator[Finding]:
    for header in placed(document):
        value = header.node.value
        if header.name == "x-ms-deployment-name" and _MODEL.fullmatch(value):
            continue
        if header.name in meanings().accounts and not is_nobodys(value):
            message = f"Header {header.name} identifies an account"
            yield rule.finding(document, header.node, message, marking(document, rule, run, header))


def _resources(document: Document, rule: Rule) -> Iterator[Finding]:
    """Numbers of accounts of AWS, each once: a cassette repeats them in every request."""
    seen: set[str] = set()
    may_hold = "arn:aws" in document.text or "arn%3Aaws" in document.text or _is_packed(document)
    for text in texts(document) if may_hold else ():
        if not isinstance(text, Text) or text.is_spelling or "arn:" not in text.node.value:
            continue
        for match in _ARN.finditer(text.node.value):
            if match[1] in _INVENTED_NUMBERS or len(set(match[1])) == 1 or match[1] in seen:
                continue
            seen.add(match[1])
            carrier = text.carrier
            place = locate(carrier, *span_in(owner(carrier), text.node, *match.span(1)))
            yield rule.finding(document, place, "The name of a resource at {path} holds an account")


def _is_packed(document: Document) -> bool:
    """Whether a body that is stored in base64 holds the name of a resource."""
    known = cassette(document)
    return any(
        isinstance(content.carrier, Embedded)
        and content.carrier.codec is not PLAIN
        and "arn:aws" in content.carrier.document.text
        for content in (contents(document, known) if known else ())
    )


def _projects(document: Document, rule: Rule) -> Iterator[Finding]:
    """Projects of Google Cloud in URLs, each once."""
    known = cassette(document)
    seen: set[str] = set()
    for side in known.sides if known else ():
        for url in side.urls:
            for match in _PROJECT.finditer(url.value):
                name = match[1]
                if name in seen or is_nobodys(name) or _INVENTED_PROJECT.fullmatch(name):
                    continue
                seen.add(name)
                place = span_in(document, url, *match.span(1))
                yield rule.finding(
                    document, place, "The URL at {path} names a project of an account"
                )
