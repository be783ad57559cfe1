"""What streams of a provider have to keep: the grammar, how they begin, go on and end.

Most of it is data: ``stream`` in the file of a provider names the first event and the last one,
whether events need names, and the blocks that events open and close. The modules beside this
one have the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from fixture_lint.documents import sse
from fixture_lint.documents.embedded import owner
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.tree import Document, to_plain
from fixture_lint.kinds.protocols import chat, responses
from fixture_lint.kinds.protocols.blocks import blocks
from fixture_lint.kinds.protocols.steps import Mark, Problem, Step
from fixture_lint.kinds.stream import Stream, StreamEvent, declared_faults
from fixture_lint.kinds.wire import fits_any

_BREAKS_OFF = frozenset({"disconnect", "idle-timeout", "http-error"})
"""Faults that may end a stream anywhere."""

_DECLARES = {
    "half-event": frozenset({"half-event"}),
    "malformed-data": frozenset({"malformed-data"}),
    "cut": frozenset({"half-event", "malformed-data", "disconnect"}),
}
"""The faults of which one has to be declared, for each way in which an event is broken."""


_ORDERS: dict[str, Callable[[Sequence[Step], bool, bool], Iterator[Problem]]] = {
    "chat": chat.problems,
    "responses": responses.problems,
}
"""The orders that data cannot say, by the name that a provider's file gives them."""


class _Broken(NamedTuple):
    """An event that clients do not get, or cannot read."""

    event: StreamEvent
    way: str
    message: str


class _Reading(NamedTuple):
    """The events of a stream that can be read, those that cannot, and the faults declared for each
    of the latter."""

    steps: list[Step]
    broken: list[tuple[_Broken, frozenset[str]]]
    is_whole: bool
    """No event is broken."""
    ends_broken: bool
    """The last event is."""


def problems(stream: Stream) -> Iterator[Problem]:
    """What is wrong with a stream, in no order. Of one that nobody knows only the grammar is
    judged, and a response of a script that is no stream is none.

    What follows a broken event, or the first event that is out of order, is not judged: nobody
    knows what was lost. A declared fault silences what it declares and what must follow from it.
    """
    carrier = stream.carrier
    document = owner(carrier)
    yield from _grammar(document, stream)
    rules = stream.provider.stream if stream.provider else {}
    status = stream.place.get("status")
    is_http_error = status is not None and status.value[:1] in ("4", "5")
    if not rules or is_http_error or not stream.events:
        return
    reading = _read(document, stream, rules)
    for broken, declared in reading.broken:
        if not declared & _DECLARES[broken.way]:
            yield Problem("fault", Mark(broken.event), broken.message)
    yield from _names(reading.steps, rules)
    yield from _course(stream, reading, rules)


def _grammar(document: Document, stream: Stream) -> Iterator[Problem]:
    """Lines that are no field of the standard, and NUL outside of data, where JSON has no place for
    it. A parser skips such a line without a word."""
    for event in stream.events:
        for line in event.event.lines if event.event else ():
            text = document.text[line.start : line.end]
            is_field = line.field in sse.FIELDS or text.startswith(":")
            mark = Mark(event, (line.start, line.end))
            number = document.place(line.start).line
            if not is_field:
                message = f"Line {number} is no field, comment or blank line"
                yield Problem("grammar", mark, message)
            elif "\0" in text and line.field != "data":
                yield Problem("grammar", mark, f"Line {number} holds a NUL")


def _read(document: Document, stream: Stream, rules: dict[str, Any]) -> _Reading:
    steps: list[Step] = []
    broken: list[tuple[_Broken, frozenset[str]]] = []
    declared: set[str] = set()
    scripted = _scripted_fault(stream)
    is_whole, ends_broken = True, False
    for number, event in enumerate(stream.events):
        if event.event is not None:
            declared |= set(declared_faults(document.text, event.event))
            if not event.event.values("event") and not event.event.values("data"):
                continue
        step = _step(event, rules)
        found = _broken(event, step, rules, event is stream.events[-1])
        ends_broken = found is not None or number == scripted
        is_whole = is_whole and not ends_broken
        if found is not None:
            everywhere = _BREAKS_OFF & set(stream.faults)
            broken.append((found, frozenset(declared | everywhere)))
        elif is_whole and step is not None:
            steps.append(step)
        declared = set()
    return _Reading(steps, broken, is_whole, ends_broken)


def _scripted_fault(stream: Stream) -> int | None:
    """The number of the event that the server of a script in JSON sends broken."""
    fault = stream.place.get("fault")
    if fault is None or fault.text_of("kind") not in ("half-event", "malformed-data"):
        return None
    after = fault.get("after_event")
    digits = after.value if after is not None else ""
    last = len(stream.events) - 1
    return min(int(digits), last) if digits.isdecimal() and len(digits) < 10 else last


def _step(event: StreamEvent, rules: dict[str, Any]) -> Step | None:
    """An event as it can be read, None if its data is no object and not what ends a stream."""
    if event.data == rules.get("sentinel"):
        return Step(event, {}, "", {}, True)
    plain = event.plain
    if not event.is_json and event.event is not None and len(event.event.values("data")) > 1:
        try:
            plain = to_plain(read(event.data))
        except (ParseError, TooDeep):
            return None
    if not isinstance(plain, dict):
        return None
    kind = plain.get("type")
    if isinstance(kind, str):
        return Step(event, plain, kind, plain)
    # Events without a type are named by the only key that holds an object.
    kind = next((key for key, value in plain.items() if isinstance(value, dict)), "")
    return Step(event, plain, kind, plain.get(kind, {}))


def _broken(
    event: StreamEvent, step: Step | None, rules: dict[str, Any], is_last: bool
) -> _Broken | None:
    if event.event is not None:
        if not event.data.strip():
            message = "Event without data: parsers drop it, or fail; declare it by "
            return _Broken(event, "half-event", message + "`: fixture-fault half-event`")
        is_end = step is not None and _ends(step, rules, rules.get("needs-sentinel", False))
        if is_last and not event.event.is_dispatched and not is_end:
            message = "The stream ends within an event, which is never delivered; declare it by "
            return _Broken(event, "cut", message + "`: fixture-fault disconnect`")
    if step is None:
        message = "The data of this event is no JSON object"
        if event.event is not None:
            message += "; declare it by `: fixture-fault malformed-data`"
        return _Broken(event, "malformed-data", message)
    return None


def _names(steps: list[Step], rules: dict[str, Any]) -> Iterator[Problem]:
    """Names of events that contradict their data, that are missing where clients go by them, or
    that clients of this provider do not expect."""
    need = rules.get("names", "optional")
    for step in steps:
        event = step.event.event
        if event is None or step.is_sentinel:
            continue
        name, kind = step.event.name, step.plain.get("type")
        named = event.values("event")
        mark = Mark(step.event, named[-1] if named else None)
        if name and isinstance(kind, str) and name != kind:
            message = f"event: {_short(name)}, but data.type is {_short(kind)}"
            yield Problem("name", mark, message)
        elif need == "needed" and not name:
            yield Problem("name", mark, "Event without a name: clients of this provider skip it")
        elif need == "none" and name not in ("", "message", "error"):
            message = f"event: {_short(name)}, but events of this provider have no names"
            yield Problem("name", mark, message)


def _short(text: str) -> str:
    return text if len(text) < 60 else "a long name"  # Half of a secret would look like none.


def _ends(step: Step, rules: dict[str, Any], needs_sentinel: bool) -> bool:
    """Whether a stream ends with an event: with an error, with the sentinel where one is needed,
    otherwise with what the provider ends it with."""
    if step.is_sentinel or fits_any(step.plain, rules.get("error", ())):
        return needs_sentinel or not step.is_sentinel
    return not needs_sentinel and fits_any(step.plain, rules["terminal"])


def _course(stream: Stream, reading: _Reading, rules: dict[str, Any]) -> Iterator[Problem]:
    """How a stream begins, goes on and ends."""
    steps, faults = reading.steps, set(stream.faults)
    needs_sentinel = rules.get("needs-sentinel", False) and stream.events[0].event is not None
    if stream.is_recorded and not any(step.is_sentinel for step in steps):
        needs_sentinel = False  # Some services that speak like this provider never send it.
    ends = (number for number, step in enumerate(steps) if _ends(step, rules, needs_sentinel))
    end = next(ends, None)
    is_excused = faults & (_BREAKS_OFF | {"no-terminal"}) or reading.ends_broken
    if end is None and reading.is_whole and not is_excused:
        last = steps[-1].event if steps else stream.events[-1]
        yield Problem("terminal", Mark(last), f"The stream ends without {rules['ending']}")
    first = next((s for s in steps if not fits_any(s.plain, rules.get("anywhere", ()))), None)
    if first is not None and "first" in rules and not fits_any(first.plain, rules["first"]):
        yield Problem("sequence", Mark(first.event), f"A stream begins with {rules['beginning']}")
        return
    begun = [step for step in steps if fits_any(step.plain, rules.get("once", ()))]
    if len(begun) > 1:
        yield Problem("sequence", Mark(begun[1].event), "This event begins the stream again")
        return
    is_sealed = end is not None and steps[end].is_sentinel
    stays = () if is_sealed else (*rules.get("after", ()), *rules.get("anywhere", ()))
    for step in steps[end + 1 :] if end is not None else ():
        if is_sealed or not (step.is_sentinel or fits_any(step.plain, stays)):
            yield Problem("sequence", Mark(step.event), "This event follows the end of the stream")
            return
    yield from _within(steps, rules, end, faults, reading.is_whole)


def _within(
    steps: list[Step], rules: dict[str, Any], end: int | None, faults: set[str], is_whole: bool
) -> Iterator[Problem]:
    """What is out of order between the first event and the last."""
    is_error = end is not None and fits_any(steps[end].plain, rules.get("error", ()))
    is_over = is_whole and (end is not None or "no-terminal" in faults)
    is_over = is_over and not is_error and not faults & _BREAKS_OFF
    needed = rules.get("needs")
    if needed and end is not None and is_over and not any(fits_any(s.plain, needed) for s in steps):
        message = f"Before this event {rules['needed']} must come"
        yield Problem("sequence", Mark(steps[end].event), message)
        return
    is_short = any(fits_any(step.plain, rules.get("cut", ())) for step in steps)
    for spec in rules.get("blocks", ()):
        yield from blocks(steps, spec, is_over, is_short)
    if "order" in rules:
        yield from _ORDERS[rules["order"]](steps, is_over, is_short)
