"""The date of a recording, beside what has changed since the version in git."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from fixture_lint.behaviour.changes import Change
from fixture_lint.behaviour.compare import Comparison
from fixture_lint.checks.rerecording import Compared, compared
from fixture_lint.detectors.dates import is_calendar_date
from fixture_lint.documents.members import replace_text
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import Kind, conversation
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["order", "stale", "without_change"]

NO_RECORDING = frozenset({"contract-changed", "text-format-changed"})
"""Changes of behaviour that nobody has to record for: instructions, and a text laid out anew."""

_BESIDE_DATE = frozenset({"meta-only", "payload-order-drift", "layout-only"})
_RECORDED = "/recorded"


class Dates(NamedTuple):
    """The node that states when a conversation was recorded, the day that it states, and that of
    its version."""

    node: Node
    day: str
    was: str
    known: Compared


def header(document: Document) -> Node | None:
    """The header of a conversation; None for several in one document, which have no common one."""
    scenarios = conversation.scenarios(document)
    return scenarios[0].get("meta") if len(scenarios) == 1 else None


def demanding(found: Comparison, but: frozenset[str]) -> list[Change]:
    """The changes of behaviour of other classes than the given ones. Of texts only the last counts:
    what was said on the way is seldom worded twice in the same way."""
    said = [item for item in found.new.items if item.kind == "say"]
    return [
        change
        for step in found.steps
        for change in step.changes
        if change.name not in but
        and not (change.name == "text-changed" and step.item is not said[-1])
    ]


def _dates(document: Document, run: Run) -> Dates | None:
    """The dates of both versions, None if one of them has none that could be compared."""
    known = compared(document, run)
    meta, before = header(document), header(known.earlier.document) if known else None
    node = meta.get("recorded") if meta is not None else None
    was = _day(before.text_of("recorded") or "") if before is not None else ""
    day = _day(node.value) if node is not None else ""
    return Dates(node, day, was, known) if known and node is not None and day and was else None


def _day(text: str) -> str:
    return text[:10] if is_calendar_date(text[:10]) else ""


def stale(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Other behaviour, but the date of before. Who records twice on one day has the right date."""
    dates = _dates(document, run)
    if dates is None or dates.day != dates.was or _is_now(dates.day, run.today):
        return
    if demanding(dates.known.found, NO_RECORDING):
        message = (
            "Behaviour changed but meta.recorded did not: type the day of the recording, "
            '"recorded": "YYYY-MM-DD"'
        )
        yield rule.finding(document, dates.node, message)


def _is_now(day: str, today: str) -> bool:
    """Whether a day is today or the one before, which it still is elsewhere on earth."""
    return day in (today, (date.fromisoformat(today) - timedelta(1)).isoformat())


def without_change(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Another date, but nothing else. The fix takes back the date of the base."""
    dates = _dates(document, run)
    if dates is None or dates.day == dates.was:
        return
    found = dates.known.found
    others = [change for change in found.quiet if change.where != _RECORDED]
    if found.is_behaviour or any(change.name not in _BESIDE_DATE for change in others):
        return
    if any(change.name == "meta-only" for change in others):
        return
    edits = replace_text(document, dates.node, dates.was)
    fix = rule.fix(f"restore the date of {dates.known.base}", edits) if edits else None
    message = "The date in meta.recorded changed but nothing else did"
    yield rule.finding(document, dates.node, message, fix)


def order(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """A new date that lies before that of the base, or after today."""
    dates = _dates(document, run)
    if dates is None or dates.day == dates.was:
        return
    if dates.day < dates.was:
        message = f"meta.recorded lies before the date that it had in {dates.known.base}"
    elif dates.day > run.today:
        message = "meta.recorded lies after today"
    else:
        return
    yield rule.finding(document, dates.node, f"{message}: type the day of the recording")
