"""Freezing: volatile values of provider requests, responses and streams become constants.

Nothing is taken out, since SDKs demand these fields. What a signature covers, what machines have
made, and the borders of chunks stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from fixture_lint.checks.headers import volatile_headers
from fixture_lint.checks.replay import fixed_for_echo, why_value_stays
from fixture_lint.checks.substitution import Substitution, substitution
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.embedded import lift, locate, value_edit
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.kinds.frozen import GROUPS
from fixture_lint.kinds.half_frozen import half_frozen
from fixture_lint.kinds.volatile import KINDS, Volatile, classes_in, volatile
from fixture_lint.rules import Finding, Rule, matching
from fixture_lint.run import Run

__all__ = ["closure"]

_RULES = {"id": "FX303", "call-id": "FX301", "time": "FX302", "latency": "FX305",
          "usage": "FX304", "fingerprint": "FX306", "padding": "FX306"}  # fmt: skip
_HEADERS = "FX307"
_SIGNED = "it stays, because a signature covers it"


def freezes(kind: Kind | None) -> bool:
    """Whether the volatile values of a kind are frozen, not deleted."""
    return kind is not None and kind.NAME in KINDS


def values(document: Document, rule: Rule, run: Run) -> Iterator[Finding]:
    """Volatile values of some classes (data: ``frozen``, and the ``message``). Ids have one fix
    for the whole file, other values one for all that a rule finds."""
    wanted = [value for value in volatile(document) if value.class_ in rule.data["frozen"]]
    if not wanted:
        return
    is_wanted = {value.class_: GROUPS[value.class_] in run.config.freeze for value in wanted}
    are_ids = wanted[0].form is not None and any(is_wanted.values())
    ids = _ids(document, run) if are_ids else Substitution({}, (), {})
    fix = None
    if ids.edits:
        fix = rule.fix(f"freeze {_count(len(ids.names), 'id')} in all places", ids.edits)
    elif not wanted[0].form:
        frozen = [v for v in wanted if is_wanted[v.class_] and not _stays(document, v, run)]
        edits = _constants(frozen)
        fix = rule.fix(f"freeze {_count(len(frozen), 'value')}", edits) if edits else None
    for value in wanted:
        why_not = _stays(document, value, run) or ids.unfrozen.get(value.node.value, "")
        if not is_wanted[value.class_]:
            why_not = f'"{GROUPS[value.class_]}" is not in `freeze`, so it stays'
        message = f"{rule.data['message']}; {why_not}" if why_not else rule.data["message"]
        yield _finding(document, value, rule, message)._replace(fix=None if why_not else fix)


def _stays(document: Document, value: Volatile, run: Run) -> str:
    """Why a value must stay as it is, for reasons of its own; empty if it may change."""
    if value.is_signed:
        return _SIGNED
    return "" if value.form else why_value_stays(document, run, value.side)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _finding(document: Document, value: Volatile, rule: Rule, message: str) -> Finding:
    place = locate(value.carrier, value.node.start, value.node.end)
    return rule.finding(document, place, message)


def _ids(document: Document, run: Run) -> Substitution:
    if "ids" not in document.memo:
        fixed = list(fixed_for_echo(document, run))
        known = half_frozen(document)
        document.memo["ids"] = substitution(document, volatile(document), known, fixed)
    made: Substitution = document.memo["ids"]
    return made


def _constants(values: list[Volatile]) -> tuple[Edit, ...]:
    """The edits that write the constants; none if one of them cannot be written."""
    edits = lift(
        value_edit(value.carrier, value.node, 0, len(value.node.value), value.constant)
        for value in values
    )
    if edits is None or any(one.end > other.start for one, other in pairwise(edits)):
        return ()
    return tuple(edits)


def count(document: Document, kind: Kind | None, run: Run) -> int:
    """How many values of a document could be frozen by rules that are off because nobody has asked
    for them. Places that cannot change are not searched for here, so it may be a few too many."""
    if not freezes(kind) or run.config.select:
        return 0
    assert kind is not None  # What freezes is a kind.
    ignored = {code for name in run.config.ignore for code in matching(name, run.rules)}
    silent = (
        {rule.code for rule in run.rules_on(kind.NAME)} | ignored | {*run.ignored(document.path)}
    )
    classes = {
        class_
        for class_, group in GROUPS.items()
        if group in run.config.freeze and _RULES[class_] not in silent
    }
    headers = () if _HEADERS in silent else volatile_headers(document)
    ids = () if not document.record else ("id", "call-id")
    return len(headers) + sum(
        class_ in classes and class_ not in ids for class_ in classes_in(document)
    )


def closure(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Ids that are frozen in the call and not in its result, or the other way round. The fix writes
    the frozen one in every place."""
    known: Mapping[str, str] = half_frozen(document)
    if not known:
        return
    values = [v for v in volatile(document) if v.form and v.node.value in known]
    made = substitution(document, values, known, list(fixed_for_echo(document, run)))
    fix = rule.fix("write the frozen id in all places", made.edits) if made.edits else None
    for value in values:
        name = value.node.value
        why_not = made.unfrozen.get(name, "")
        message = f"Id {name} at {{path}} was rewritten to {known[name]} in some places only"
        message += f"; {why_not}" if why_not else ""
        yield _finding(document, value, rule, message)._replace(fix=None if why_not else fix)
