"""Blocks: what some events of a stream open, others fill and others close.

The messages of Anthropic, Bedrock and Cohere are such blocks, and the items of OpenAI responses and
their parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fixture_lint.kinds.protocols.steps import Arguments, Mark, Problem, Step, at, is_number
from fixture_lint.kinds.wire import fits_any

_Key = tuple[Any, ...]


class _Block:
    """A block as its events tell of it. One that was opened by no event of its own, or of a kind
    that services do not always close, may stay open."""

    def __init__(self, step: Step, may_stay_open: bool) -> None:
        self.step = step
        self.arguments = Arguments()
        self.is_open = True
        self.may_stay_open = may_stay_open


def blocks(
    steps: Sequence[Step], spec: dict[str, Any], is_over: bool, is_short: bool
) -> Iterator[Problem]:
    """Events that open, fill and close blocks.

    Arguments: the events; what the provider calls them (``start``, ``delta``, ``stop``), the
    ``index`` of a block, whether numbers are ``contiguous`` and a delta may be the ``implicit``
    start, and where pieces of ``arguments`` stand; whether the stream came to its end, so that all
    blocks have to be closed; and whether the model was cut short, so that the last arguments may
    be incomplete.
    """
    known: dict[_Key, _Block] = {}
    for step in steps:
        verb = _verb(step, spec)
        if not verb:
            continue
        key = tuple(step.body.get(name) for name in spec["index"])
        message = _disorder(verb, key, known, spec)
        if message:
            path = _path(step, spec["index"][-1])
            yield Problem("sequence", Mark(step.event, path=path), message)
            is_over = False
            break
        if key not in known:
            may = verb != "start" or fits_any(step.plain, spec.get("may-stay-open", ()))
            known[key] = _Block(step, may)
        block = known[key]
        if verb == "stop":
            block.is_open = False
        for path in spec.get("arguments", ()):
            piece = at(step.body, path)
            if isinstance(piece, str):
                block.arguments.add(piece, Mark(step.event, path=_path(step, path)))
    if is_over:
        yield from _unclosed(known)
    yield from _incomplete(known, is_short)


def _unclosed(known: dict[_Key, _Block]) -> Iterator[Problem]:
    for key, block in known.items():
        if block.is_open and not block.may_stay_open:
            message = f"Block {_shown(key)} is opened here, but never closed"
            yield Problem("sequence", Mark(block.step.event), message)
            return


def _incomplete(known: dict[_Key, _Block], is_short: bool) -> Iterator[Problem]:
    closed = [block for block in known.values() if not block.is_open]
    for block in closed[:-1] if is_short else closed:
        yield from block.arguments.problem()


def _path(step: Step, path: str) -> str:
    return path if step.body is step.plain else f"{step.kind}/{path}"


def _verb(step: Step, spec: dict[str, Any]) -> str:
    """What an event does to a block: ``start``, ``stop``, ``delta`` or nothing. A delta may be any
    event with a prefix that names a block."""
    delta = spec.get("delta", "")
    if step.kind in (spec["start"], spec["stop"]):
        return "start" if step.kind == spec["start"] else "stop"
    if delta.endswith("*"):
        fits = step.kind.startswith(delta[:-1]) and spec["index"][0] in step.body
        return "delta" if fits else ""
    return "delta" if delta and step.kind == delta else ""


def _disorder(verb: str, key: _Key, known: dict[_Key, _Block], spec: dict[str, Any]) -> str:
    """What is out of order about an event of a block, empty if nothing is."""
    if not all(is_number(part) for part in key):
        return f"Event of a block without {spec['index'][-1]}"
    block = known.get(key)
    if verb == "start" or (block is None and spec.get("implicit")):
        if block is not None:
            return f"Block {_shown(key)} is opened twice"
        if spec.get("contiguous") and key[0] != len(known):
            return f"Block {_shown(key)} where block {len(known)} must follow"
    elif block is None:
        return f"Block {_shown(key)} was never opened"
    elif not block.is_open:
        return f"Block {_shown(key)} is closed already"
    return ""


def _shown(key: _Key) -> str:
    return "/".join(f"{part:g}" for part in key)
