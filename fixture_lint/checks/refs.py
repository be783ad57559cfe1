"""Calls and results: how they refer to each other, and the one fix that renumbers a file.

A call and its results are linked by ``ref``, or, as recorders leave it, by an id of the provider.
"""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.detectors.identifiers import CALL_ID_NEEDLES, call_ids_in
from fixture_lint.documents.edits import Edit, delete_members
from fixture_lint.documents.json import quote, splice
from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.kinds import Kind, conversation
from fixture_lint.kinds.leftovers import classify, is_call_id_key
from fixture_lint.rules import Finding, Fix, Rule
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


class Site:
    """A call or a result, and the names by which it is linked to its partner."""

    __slots__ = ("call", "ids", "late", "node", "ref", "speaks_last", "turn")

    def __init__(self, node: Node, turn: int) -> None:
        self.node = node
        self.turn = turn
        self.ref = next((m for m in node.members if m.name == "ref" and _text(m)), None)
        self.ids = [m for m in node.members if is_call_id_key(m.name) and _text(m)]
        self.call: Site | None = None  # Of a result: the call that it answers.
        self.late = False  # Of a result: it does not stand in the turn after its call.

    @property
    def names(self) -> list[str]:
        """The ref if there is one, otherwise the ids."""
        return [self.ref.value.value] if self.ref else [m.value.value for m in self.ids]

    @property
    def all_names(self) -> list[str]:
        """The ref and the ids."""
        return [m.value.value for m in ([self.ref] if self.ref else []) + self.ids]

    @property
    def label(self) -> str:
        """How messages call it."""
        return (self.names or ["without a ref"])[0]


class Pairing:
    """The calls and results of one scenario, and how they pair."""

    def __init__(self, scenario: Node) -> None:
        self.scenario = scenario
        self.calls: list[Site] = []
        self.results: list[Site] = []
        self.repeated: list[Site] = []  # Calls whose name an earlier call has.
        self.second: list[Site] = []  # Results whose call had its result already.
        self.answered: dict[int, Site] = {}  # By id of the call: its result.
        self._by_name: dict[str, Site] = {}
        turns = conversation.turns(scenario)
        answerable = -1  # The turn whose calls a tools turn may answer here.
        for number, turn in enumerate(turns):
            for node in turn.calls:
                self._add_call(Site(node, number))
            for node in turn.results:
                self._add_result(Site(node, number), answerable)
            if turn.calls:
                answerable = number
            elif turn.speaker != "tools" or turn.results:
                answerable = -1
        ends_open = bool(turns) and turns[-1].speaker == "assistant"
        self.open_tail = len(turns) - 1 if ends_open else -1  # The turn that may stay unanswered.

    def _add_call(self, call: Site) -> None:
        self.calls.append(call)
        if any(name in self._by_name for name in call.names):
            self.repeated.append(call)
        for name in call.names:
            self._by_name.setdefault(name, call)
        if call.ref:  # Some providers use an id again in each turn: the last call counts.
            self._by_name |= {member.value.value: call for member in call.ids}

    def _add_result(self, result: Site, answerable: int) -> None:
        self.results.append(result)
        result.call = next((self._by_name[n] for n in result.names if n in self._by_name), None)
        if result.call is None:
            return
        result.late = result.call.turn != answerable
        if self.answered.setdefault(id(result.call), result) is not result:
            self.second.append(result)

    @property
    def is_sound(self) -> bool:
        """Whether every call can be renamed together with its results."""
        return (
            not self.repeated
            and not self.second
            and all(call.names for call in self.calls)
            and all(result.call for result in self.results)
        )

    def new_refs(self) -> dict[int, str]:
        """The ref that each call is to have, by ``id`` of its site."""
        return {id(call): f"c{number}" for number, call in enumerate(self.calls, 1)}


def _text(member: Member) -> bool:
    return member.value.type == "string" and bool(member.value.value)


def pairings(document: Document) -> list[Pairing]:
    """The pairings of all scenarios of a document."""
    found: list[Pairing] | None = document.memo.get("pairings")
    if found is None:
        found = [Pairing(scenario) for scenario in conversation.scenarios(document)]
        document.memo["pairings"] = found
    return found


def linking_ids(document: Document) -> set[int]:
    """The values of ids that link a call and a result which have no ref, by ``id`` of the node."""
    linking: set[int] = set()
    for pairing in pairings(document):
        for result in pairing.results:
            if result.call is None:
                continue
            shared = set(result.all_names) & set(result.call.all_names)
            for site in (result, result.call):
                if site.ref is None:
                    linking |= {id(m.value) for m in site.ids if m.value.value in shared}
    return linking


def answering(document: Document) -> set[int]:
    """The results that answer a call which was made before, by ``id`` of the node."""
    return {id(r.node) for pairing in pairings(document) for r in pairing.results if r.call}


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
            span = splice(document.text, node, start, end)
            message = f"Provider id {node.value[start:end]} inside text at {{path}}"
            if node.value[start:end] in _renamed(document):
                message += "; it is renamed together with its call"
            yield rule.finding(document, span, message)


def duplicate_or_missing(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Calls without a ref or with that of another call, and results without a ref."""
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


def renumbering(document: Document, rule: Rule) -> Fix | None:
    """The one fix of a document that numbers all calls in order of appearance. Results are renamed
    with their calls, ids that link become refs, other ids of calls are dropped.

    None if any link of the document is broken: renaming could then tie a result to a wrong call.
    """
    if "renumbering" not in document.memo:
        document.memo["renumbering"] = _renumber(document)
    title, edits = document.memo["renumbering"]
    return rule.fix(title, edits) if edits else None


def _renumber(document: Document) -> tuple[str, list[Edit]]:
    edits: list[Edit] = []
    if not all(pairing.is_sound for pairing in pairings(document)):
        return "", edits
    changes: list[str] = []
    dropped = 0
    for pairing in pairings(document):
        new_refs = pairing.new_refs()
        for site in pairing.calls + pairing.results:
            new = new_refs[id(site.call or site)]
            if site.ref is None:
                edits.append(Edit(site.ids[0].start, site.ids[0].end, f'"ref": {quote(new)}'))
            elif site.ref.value.value != new:
                edits.append(Edit(site.ref.value.start, site.ref.value.end, quote(new)))
            if site.call is None and site.names[0] != new:
                changes.append(f"{site.names[0]} → {new}")
            kept = site.ids[0] if site.ref is None else None
            role = "result" if site.call else "call"
            doomed = [m for m in site.ids if m is not kept and classify(m, role) == "call-id"]
            dropped += len(doomed)
            edits += delete_members(site.node, doomed)
    edits += _mentions(document)
    title = "renumber: " + ", ".join(changes) if changes else ""
    if dropped:
        plural = "s" if dropped > 1 else ""
        title += f"{'; ' if title else ''}drop {dropped} provider id{plural}"
    return title, edits


def _mentions(document: Document) -> Iterator[Edit]:
    """Renames the ids that texts and payload mention, so that nothing points to what is gone."""
    renamed = _renamed(document)
    if not any(needle in document.text for needle in CALL_ID_NEEDLES):
        return
    for node in conversation.prose(document):
        for start, end in call_ids_in(node.value):
            new = renamed.get(node.value[start:end])
            if new:
                yield Edit(*splice(document.text, node, start, end), new)


def _renamed(document: Document) -> dict[str, str]:
    """What the renumbering calls each name that it takes away; nothing if it cannot be made."""
    if not all(pairing.is_sound for pairing in pairings(document)):
        return {}
    renamed: dict[str, str] = {}
    for pairing in pairings(document):
        new_refs = pairing.new_refs()
        for site in pairing.calls:
            renamed |= {name: new_refs[id(site)] for name in site.all_names}
    return renamed
