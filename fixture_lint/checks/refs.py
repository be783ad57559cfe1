"""References of calls and results: their form and order, and what has no partner."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.checks import exchange
from fixture_lint.checks.pairing import Site, linking_ids, pairings
from fixture_lint.checks.renumbering import renamed_ids, renumbering
from fixture_lint.detectors.identifiers import CALL_ID_NEEDLES, call_ids_in
from fixture_lint.documents.spelling import span_in
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import Kind, conversation
from fixture_lint.kinds.leftovers import classify
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = [
    "duplicate_or_missing",
    "ids_in_payload",
    "numbering",
    "orphan_calls",
    "orphan_results",
    "provider_ids",
    "ref_format",
    "result_position",
]


def ref_format(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Refs of calls that are not c1, c2 …"""
    for pairing in pairings(document):
        for call in pairing.calls:
            if call.ref and not conversation.REF.fullmatch(call.ref.value.value):
                message = f"Call reference {call.ref.value.value!r} is not c1, c2, …"
                yield rule.finding(document, call.ref.value, message, renumbering(document, rule))


def numbering(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Refs that are not numbered in order of appearance, placed at the first that is not."""
    for pairing in pairings(document):
        refs = [call.ref.value for call in pairing.calls if call.ref]
        if pairing.repeated or not all(conversation.REF.fullmatch(ref.value) for ref in refs):
            continue  # FX212 or FX210 says so.
        for number, ref in enumerate(refs, 1):
            if ref.value != f"c{number}":
                message = (
                    "References are not numbered in order of appearance: "
                    f"{ref.value} where c{number} must stand"
                )
                yield rule.finding(document, ref, message, renumbering(document, rule))
                break


def provider_ids(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Ids of calls that a provider made. One that links a call with its result becomes the ref,
    one beside a ref is dropped; one that links nothing has no fix."""
    linking = linking_ids(document)
    for role, node in conversation.structures(document):
        has_ref = node.text_of("ref") is not None and role in ("call", "result")
        for member in node.members:
            if member.name in run.config.extra_keys:
                continue
            links = id(member.value) in linking
            if links or classify(member, role) == "call-id":
                fix = renumbering(document, rule) if links or has_ref else None
                message = "Provider call id at {path}"
                if fix is None:
                    message += "; no partner is known for it, so it stays"
                yield rule.finding(document, member, message, fix)


def ids_in_payload(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Ids of calls that texts and payload mention. They change only together with their call."""
    if not any(needle in document.text for needle in CALL_ID_NEEDLES):
        return
    for node in conversation.prose(document):
        for start, end in call_ids_in(node.value):
            span = span_in(document, node, start, end)
            message = f"Provider id {node.value[start:end]} inside text at {{path}}"
            if node.value[start:end] in renamed_ids(document):
                message += "; it is renamed together with its call"
            yield rule.finding(document, span, message)


def duplicate_or_missing(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Calls without a ref or with that of another call, and results without a ref."""
    if exchange.has_exchanges(kind):
        yield from exchange.findings(document, rule)
        return
    for pairing in pairings(document):
        for call in pairing.calls:
            if not call.names:
                ref = call.node.get("ref")
                yield rule.finding(document, ref or call.node, "Call reference is missing or empty")
        for call in pairing.repeated:
            at = call.ref.value if call.ref else call.node
            yield rule.finding(document, at, f"Call reference {call.label!r} is used by two calls")
        for result in pairing.results:
            if not result.names:
                ref = result.node.get("ref")
                yield rule.finding(document, ref or result.node, "Result has no call reference")


def orphan_results(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Results of calls that were not made before, and second results of a call."""
    if exchange.has_exchanges(kind):
        yield from exchange.findings(document, rule)
        return
    for pairing in pairings(document):
        for result in pairing.results:
            if result.call is None and result.names:
                message = f"Result {result.label} has no earlier call"
                yield rule.finding(document, _place(result), message)
        for result in pairing.second:
            message = f"Result {result.label} answers a call that has its result already"
            yield rule.finding(document, _place(result), message)


def orphan_calls(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Calls that no result answers; those of a last turn are accepted with allow-open-tail."""
    if exchange.has_exchanges(kind):
        yield from exchange.findings(document, rule)
        return
    for pairing in pairings(document):
        if pairing.repeated:
            continue  # Which of the two is answered cannot be known.
        for call in pairing.calls:
            if id(call) in pairing.answered or not call.names:
                continue
            if any(member.name in conversation.INLINED for member in call.node.members):
                continue  # Its result is attached to it: FX218 says so.
            if not (call.turn == pairing.open_tail and run.config.allow_open_tail):
                yield rule.finding(document, _place(call), f"Call {call.label} has no result")


def result_position(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Results that do not stand in the tools turn directly after their calls."""
    if exchange.has_exchanges(kind):
        yield from exchange.findings(document, rule)
        return
    for pairing in pairings(document):
        for result in pairing.results:
            if result.late and result not in pairing.second and not run.config.allow_interrupts:
                message = (
                    f"Result {result.label} must stand in the tools turn directly after its call"
                )
                yield rule.finding(document, _place(result), message)


def _place(site: Site) -> Node:
    if site.ref:
        return site.ref.value
    return site.ids[0].value if site.ids else site.node
