"""Chunks of chat completions: choices, the calls in them, and why each choice has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fixture_lint.kinds.protocols.steps import Arguments, Mark, Problem, Step, at, dicts, is_number


class _Call:
    """A call of a choice, as its deltas tell of it."""

    def __init__(self, id: Any) -> None:
        self.id = id
        self.is_text = False
        self.arguments = Arguments()


class _Choice:
    def __init__(self) -> None:
        self.calls: list[_Call] = []
        self.by_index: dict[float, _Call] = {}
        self.is_finished = False
        self.must_finish = False
        """Some services never say why they have finished."""


def problems(steps: Sequence[Step], is_over: bool, is_short: bool) -> Iterator[Problem]:
    """Chunks of chat completions: one id, numbered calls that begin with their id and name, and one
    ``finish_reason`` for each choice."""
    choices: dict[float, _Choice] = {}
    foreign = _foreign(steps)
    for step in steps:
        problem = None
        if step is foreign:
            problem = Problem("sequence", Mark(step.event, path="id"), "Another id than before")
        for number, choice in enumerate(dicts(step.plain.get("choices"))):
            known = choices.setdefault(_index(choice, number), _Choice())
            problem = problem or _choice(step, f"choices/{number}", choice, known)
        if problem:
            yield problem
            return
    for index, known in choices.items() if is_over else ():
        if known.must_finish and not known.is_finished:
            message = f"Choice {index:g} has no finish_reason"
            yield Problem("sequence", Mark(steps[-1].event), message)
            break
    calls = [call for known in choices.values() for call in known.calls if not call.is_text]
    for call in calls if is_over else ():
        if not (is_short and call is calls[-1]):
            yield from call.arguments.problem()


def _foreign(steps: Sequence[Step]) -> Step | None:
    """The first chunk of another response; None where every chunk has an id of its own. A gateway
    may open the stream by a chunk of its own that says nothing yet."""
    named = [(step.plain["id"], step) for step in steps if step.plain.get("id")]
    named = [(id, step) for id, step in named if isinstance(id, str)]
    if named and named[0][1] is steps[0] and _is_opening(steps[0]):
        del named[0]
    if len({id for id, _ in named}) == len(named):
        return None
    return next((step for id, step in named if id != named[0][0]), None)


def _is_opening(step: Step) -> bool:
    """Whether a chunk says no more than whose turn it is."""
    deltas = [choice.get("delta") for choice in dicts(step.plain.get("choices"))]
    return bool(deltas) and all(
        isinstance(delta, dict) and not {k for k, v in delta.items() if v} - {"role"}
        for delta in deltas
    )


def _index(value: dict[str, Any], number: int) -> float:
    """The index of a choice or a call; where it states none, its place in the list."""
    index = value.get("index")
    return index if is_number(index) else float(number)


def _choice(step: Step, path: str, choice: dict[str, Any], known: _Choice) -> Problem | None:
    delta = choice.get("delta")
    calls = dicts(delta.get("tool_calls")) if isinstance(delta, dict) else []
    for number, call in enumerate(calls):
        place = f"{path}/delta/tool_calls/{number}"
        problem = _call(step, place, call, _index(call, number), known)
        if problem:
            return problem
    known.must_finish = known.must_finish or "finish_reason" in choice
    if isinstance(choice.get("finish_reason"), str):
        # OpenRouter, which alone states the other reason, repeats both.
        if known.is_finished and "native_finish_reason" not in choice:
            mark = Mark(step.event, path=f"{path}/finish_reason")
            return Problem("sequence", mark, "A second finish_reason for this choice")
        known.is_finished = True
    return None


def _call(
    step: Step, path: str, call: dict[str, Any], index: float, known: _Choice
) -> Problem | None:
    function = call.get("function")
    held = function if isinstance(function, dict) else {}
    name = held.get("name") or at(call, "custom/name")
    current = known.by_index.get(index)
    # Some services give all calls one index, and tell them by their ids.
    if current is None or (call.get("id") and name and call["id"] != current.id):
        if not (call.get("id") and name):
            message = "The first delta of a call must carry its id and the name of the tool"
            return Problem("sequence", Mark(step.event, path=path), message)
        if current is None and not _follows(index, known):
            message = f"Call {index:g} where another number must follow"
            return Problem("sequence", Mark(step.event, path=f"{path}/index"), message)
        current = known.by_index[index] = _Call(call["id"])
        current.is_text = call.get("type") == "custom"
        known.calls.append(current)
    if isinstance(held.get("arguments"), str):
        mark = Mark(step.event, path=f"{path}/function/arguments")
        current.arguments.add(held["arguments"], mark)
    return None


def _follows(index: float, known: _Choice) -> bool:
    """Whether a new call has the next number; where the text counts too, the first one is 1."""
    if not known.by_index:
        return index in (0.0, 1.0)
    return index == min(known.by_index) + len(known.by_index)
