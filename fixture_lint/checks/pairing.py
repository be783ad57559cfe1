"""Which result answers which call. The two are linked by ``ref``, or, as recorders leave it, by
an id of the provider."""

from __future__ import annotations

from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.kinds import conversation
from fixture_lint.kinds.leftovers import is_call_id_key

__all__: list[str] = []  # No check stands here.


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
