"""The behaviour that a neutral conversation records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from fixture_lint.behaviour.items import SPEAKS, Behaviour, Form, Item
from fixture_lint.behaviour.rest import GROUPS, is_live
from fixture_lint.behaviour.values import Leaf, Leaves, leaves, text_leaf
from fixture_lint.checks.pairing import Pairing, pairings
from fixture_lint.detectors import traces
from fixture_lint.detectors.identifiers import call_ids_in, is_provider_id
from fixture_lint.documents.edits import apply
from fixture_lint.documents.tree import Document, Member, Node, walk
from fixture_lint.kinds import conversation
from fixture_lint.kinds.conversation import INLINED, Turn
from fixture_lint.kinds.dialects.common import arguments
from fixture_lint.kinds.leftovers import classify

_META = ("scenario", "recorded", "provider", "model", "note")


def of_conversation(document: Document) -> Behaviour:
    """The behaviour of a document of the kind ``conversation``; of several scenarios one after the
    other."""
    found = _Conversation(document)
    items: list[Item] = []
    for pairing, scenario in zip(pairings(document), conversation.scenarios(document), strict=True):
        items += found.items(pairing, conversation.turns(scenario))
    return Behaviour(tuple(items), found.meta(), found.volatile(), rest=found.rest())


class _Conversation:
    """A document with the names that its calls have in it and that they would have in a clean one:
    texts mention both."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.names: dict[str, str] = {}
        for pairing in pairings(document):
            refs = pairing.new_refs()
            for call in pairing.calls:
                self.names |= {name: refs[id(call)] for name in call.all_names}

    def items(self, pairing: Pairing, turns: list[Turn]) -> Iterator[Item]:
        refs = pairing.new_refs()
        by_call: dict[int, list[Item]] = {}
        labels = {id(call.node): call.ref.value.value if call.ref else refs[id(call)]
                  for call in pairing.calls}  # fmt: skip
        tools = {id(call.node): call.node.text_of("tool") or "" for call in pairing.calls}
        strays: dict[int, Item] = {}
        for result in pairing.results:
            call = result.call.node if result.call else None
            tool = tools[id(call)] if call else ""
            made = self._result(result.node, tool, labels[id(call)] if call else result.label)
            if call is None:
                strays[id(result.node)] = made
            else:
                by_call.setdefault(id(call), []).append(made)
        for turn in turns:
            text = turn.node.text_of("text")
            if text or (text is not None and not turn.calls):
                kind = SPEAKS.get(turn.speaker or "", "say")
                yield Item(kind, "", text_leaf(self._named(text)))
            for node in turn.calls:
                answers = (*by_call.get(id(node), ()), *self._inlined(node, labels[id(node)]))
                yield self._call(node, labels[id(node)], answers)
            yield from (strays[id(node)] for node in turn.results if id(node) in strays)

    def _call(self, node: Node, label: str, answers: tuple[Item, ...]) -> Item:
        args, raw = arguments(self.document, node.get("args"))
        form: Form = "args" if args is not None else "raw"
        value = leaves(args.node) if args else text_leaf(node.text_of("raw_args") or raw)
        tool = node.text_of("tool") or ""
        return Item("call", tool, self._all_named(value), form, label, answers)

    def _result(self, node: Node, tool: str, label: str) -> Item:
        error, output = node.get("error"), node.get("output")
        if error is not None:
            return Item("result", tool, self._error(leaves(error)), "error", label)
        value = leaves(output) if output is not None else Leaves({})
        return Item("result", tool, self._all_named(value), "output", label)

    def _inlined(self, call: Node, label: str) -> Iterator[Item]:
        tool = call.text_of("tool") or ""
        for member in call.members:
            if member.name in INLINED:
                form: Form = "error" if INLINED[member.name] == "error" else "output"
                yield Item("result", tool, self._all_named(leaves(member.value)), form, label)

    def _error(self, value: Leaves) -> Leaves:
        """An error without what changes from machine to machine."""
        changed = dict(value.by_pointer)
        for pointer, leaf in value.by_pointer.items():
            found = traces.find(leaf.text) if leaf.type == "string" else None
            if found is not None and pointer in ("", "/message"):
                changed[pointer] = Leaf("string", apply(leaf.text, list(found.cuts)))
        return self._all_named(Leaves(changed, value.orders))

    def _all_named(self, value: Leaves) -> Leaves:
        if not any(is_provider_id(name) for name in self.names):
            return value
        named = {
            pointer: Leaf(leaf.type, self._named(leaf.text)) if leaf.type == "string" else leaf
            for pointer, leaf in value.by_pointer.items()
        }
        return Leaves(named, value.orders)

    def _named(self, text: str) -> str:
        """A text in which calls are mentioned by the refs that they would have."""
        pieces, position = [], 0
        for start, end in call_ids_in(text) if self.names else ():
            pieces += [text[position:start], self.names.get(text[start:end], text[start:end])]
            position = end
        return "".join(pieces) + text[position:]

    def meta(self) -> Mapping[str, str]:
        """The header by pointer, each value as JSON."""
        found: dict[str, str] = {}
        for scenario in conversation.scenarios(self.document):
            header = scenario.get("meta") if scenario.type == "object" else None
            for pointer, leaf in leaves(header).by_pointer.items() if header else ():
                if not self._is_volatile_at(header, pointer):
                    found.setdefault(pointer, leaf.text if leaf.type == "string" else leaf.spelled)
        return found

    def _is_volatile_at(self, header: Node | None, pointer: str) -> bool:
        name = pointer.split("/")[1] if pointer else ""
        return any(
            member.name == name and name not in _META and classify(member, "meta")
            for member in (header.members if header else ())
        )

    def volatile(self) -> Counter[tuple[str, str]]:
        """What changes at every recording and is still there, by group and value."""
        found: Counter[tuple[str, str]] = Counter()
        for structure, member in self._unknown():
            class_ = classify(member, structure)
            if class_ in GROUPS:
                live = [node for node in walk(member.value) if is_live(node, class_)]
                found.update((GROUPS[class_], node.value) for node in live)
        for pairing in pairings(self.document):
            for site in pairing.calls + pairing.results:
                if site.ref is not None and is_provider_id(site.ref.value.value):
                    found["ids", site.ref.value.value] += 1
        found.update(
            ("machine details", node.value)
            for node, is_structural in conversation.error_texts(self.document)
            if is_structural and (unstable := traces.find(node.value)) and unstable.cuts
        )
        return found

    def rest(self) -> Leaves:
        """Members that nobody knows and that are not volatile."""
        found: dict[str, Leaf] = {}
        for structure, member in self._unknown():
            if structure == "meta" or (structure == "call" and member.name in INLINED):
                continue
            if classify(member, structure) not in GROUPS:
                for pointer, leaf in leaves(member.value).by_pointer.items():
                    found[f"/{structure}/{member.name}{pointer}#{len(found)}"] = leaf
        return Leaves(found)

    def _unknown(self) -> Iterator[tuple[str, Member]]:
        for structure in conversation.structures(self.document):
            for member in structure.node.members:
                if member.name not in structure.keys:
                    yield structure.role, member
