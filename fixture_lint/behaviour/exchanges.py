"""The behaviour that requests, responses, streams and cassettes record.

Streams are put together first. A request holds the whole conversation so far: what it only repeats
of earlier requests and responses of its document is told once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from fixture_lint.behaviour.items import Behaviour, Item
from fixture_lint.behaviour.messages import echo, steps_of
from fixture_lint.behaviour.rest import Rest, digest, is_live, rest
from fixture_lint.behaviour.surroundings import (
    address,
    boundary,
    ids_in_url,
    joined,
    surroundings_of,
    without_ids,
)
from fixture_lint.behaviour.tools import steps
from fixture_lint.behaviour.values import NOTHING, Leaf, Leaves, text_leaf
from fixture_lint.checks.headers import volatile_headers
from fixture_lint.conversation import to_text
from fixture_lint.detectors.identifiers import is_time
from fixture_lint.documents.embedded import owner
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds import bodies, stream
from fixture_lint.kinds.assembly import assemble
from fixture_lint.kinds.bodies import Body
from fixture_lint.kinds.cassette import Cassette, cassette
from fixture_lint.kinds.cassette.bodies import Content, contents
from fixture_lint.kinds.cassette.interactions import Interaction, Side
from fixture_lint.kinds.dialects import named
from fixture_lint.kinds.stream import Stream
from fixture_lint.kinds.wire import Provider


def of_exchanges(document: Document) -> Behaviour:
    """The behaviour of a document of the kinds ``wire``, ``stream`` and ``cassette``."""
    found = _Exchanges()
    known = cassette(document)
    if known is None:
        for body in bodies.bodies(document):
            found.body(body)
    else:
        _tell_all(document, known, found)
    headers = Counter(
        ("headers", f"{header.name}: {header.value}") for _, header in volatile_headers(document)
    )
    times = [n for i in (known.interactions if known else ()) for n in i.times]
    found.volatile.update(headers)
    found.volatile.update(
        ("times", node.value)
        for node in times
        if is_live(node, "time" if is_time(node.value) else "latency")
    )
    items = without_ids(found.items, found.ids)
    return Behaviour(tuple(items), {}, found.volatile, found.opaque, tuple(found.chunks))


def _tell_all(document: Document, known: Cassette, found: _Exchanges) -> None:
    by_side: dict[int, list[Body]] = {}
    for body in bodies.bodies(document):
        by_side.setdefault(id(body.side), []).append(body)
    carried = {id(content.side): content for content in contents(document, known)}
    for interaction in known.interactions:
        found.begin(interaction)
        for side in interaction.sides:
            found.side(side, by_side.get(id(side), []), carried.get(id(side)), document)


class _Exchanges:
    """The steps found so far. ``_known`` holds, for each conversation that was told, a hash of its
    steps up to each place."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.volatile: Counter[tuple[str, str]] = Counter()
        self.opaque: dict[str, str] = {}
        self.chunks: list[int] = []
        self._address = ""
        self._boundary = ""
        self._known: set[int] = set()
        self._told = 0
        self._shown: set[object] = set()
        self._open: list[tuple[int, str]] = []
        self._by_id: dict[str, int] = {}
        """The call that has an id; -1 where several have it."""
        self._calls = 0
        self.ids: set[str] = set()

    def begin(self, interaction: Interaction) -> None:
        """The next interaction of a cassette."""
        request = interaction.request
        for id_ in ids_in_url(request) if request else ():
            self.ids.add(id_)
            self.volatile["ids", id_] += 1
        self._address = address(request) if request else ""

    def side(
        self, side: Side, found: Sequence[Body], content: Content | None, document: Document
    ) -> None:
        """One side of an interaction: its bodies, and what stands around them."""
        around = surroundings_of(side)
        self._boundary = boundary(side)
        if not [body for body in found if self.body(body, around)]:
            self._plain(side, content, around)

    def body(self, body: Body, around: Leaves = NOTHING) -> bool:
        """A request, a response or the streams in a text; False if it is none of them."""
        if body.known is not None:
            is_request = body.known.form == "request"
            document = owner(body.carrier)
            self._message(document, body.root, body.known.provider, is_request, around)
            return True
        inner = owner(body.carrier)
        streams = bodies.streams_of(body)
        if not streams and inner.syntax == "text" and stream.recognise_text(inner.text):
            streams = stream.spelled(body.carrier)  # What was put together from frames.
        for found in streams:
            self._stream(found, around)
        return bool(streams)

    def _message(
        self, document: Document, root: Node, provider: Provider, is_request: bool, around: Leaves
    ) -> None:
        form: Literal["request", "response"] = "request" if is_request else "response"
        messages = named(provider.dialect).messages(document, root, form)
        left = rest(document, root, provider, messages, has_envelope=not is_request)
        self._note(left)
        told = list(steps_of(messages))
        value = joined(left.value, around)
        thoughts = [Item("think", "", text_leaf(thought)) for thought in left.thoughts]
        if is_request:
            value = joined(value, self._misquoted(told))
            self.items.append(Item("request", self._address, value))
            self.items += filter(self._is_new, [*steps(root), *thoughts])
            self._told = 0
        else:
            self.items.append(Item("response", "", value, envelope=left.envelope))
            self.items += thoughts
            self._shown.update(item.key for item in thoughts)
        self._tell(told)

    def _misquoted(self, told: list[tuple[Item, str]]) -> Leaves:
        """Calls that a client sends back otherwise than the model has made them: what they are now.
        In ``told`` they are put right, so that nobody takes them for calls of their own."""
        found: dict[str, Leaf] = {}
        for number, (item, id_) in enumerate(told):
            index = self._by_id.get(id_, -1) if item.kind == "call" else -1
            made = self.items[index] if index >= 0 else item
            if made.key != item.key and made.tool == item.tool:
                where = f"/{made.ref} as it was sent back"
                found |= {where + p: leaf for p, leaf in item.value.by_pointer.items()}
                told[number] = made, id_
        return Leaves(found)

    def _tell(self, told: list[tuple[Item, str]]) -> None:
        """Steps of one message or of a whole history, of which what is known is passed over."""
        chain = self._told
        chains = [chain := hash((chain, echo(item))) for item, _ in told]
        known = max((n for n, chain in enumerate(chains, 1) if chain in self._known), default=0)
        if not self._told:  # A response is always told, also if it is that of before.
            told = told[known:]
        self._known.update(chains)
        self._told = chain
        for item, id_ in told:
            if item.kind == "result":
                self._answer(item, id_)
                continue
            if item.kind == "call":
                self._calls += 1
                item = item._replace(ref=f"c{self._calls}")
                self._open.append((len(self.items), id_))
                self._by_id[id_] = -1 if id_ in self._by_id or not id_ else len(self.items)
            self.items.append(item)

    def _answer(self, result: Item, id_: str) -> None:
        """Puts a result beside the open call with its id, or, without ids, the next one of its
        tool."""
        for number, (index, called) in enumerate(self._open):
            call = self.items[index]
            fits = id_ == called if id_ and called else result.tool in ("", call.tool)
            if fits:
                del self._open[number]
                answer = result._replace(tool=call.tool, ref=call.ref)
                self.items[index] = call._replace(answers=(*call.answers, answer))
                return
        self.items.append(result)

    def _is_new(self, item: Item) -> bool:
        is_new = item.key not in self._shown
        self._shown.add(item.key)
        return is_new

    def _stream(self, found: Stream, around: Leaves) -> None:
        self.chunks.append(len(found.events))
        roots = [event.root for event in found.events if event.root is not None]
        lefts = [rest(owner(found.carrier), root, found.provider, ()) for root in roots]
        for left in lefts:  # Padding and times of single events are not in the whole.
            self.volatile.update(left.volatile)
            self.ids |= left.ids
        if found.provider is None:
            self.items += [Item("response", "", left.value) for left in lefts]
            others = [event.data or "" for event in found.events if event.root is None]
            self.items += [Item("response", "", text_leaf(data)) for data in others]
            return
        text = to_text(assemble(found.provider.dialect, roots))
        whole = Document(owner(found.carrier).path, text, read(text))
        faults = {f"/fault/{n}": Leaf("string", f) for n, f in enumerate(found.faults)}
        around = joined(Leaves(faults), around)
        self._message(whole, whole.root, found.provider, False, around)

    def _note(self, left: Rest) -> None:
        self.volatile.update(left.volatile)
        self.ids |= left.ids
        for where, value in left.opaque.items():
            self.opaque[f"{len(self.items)}{where}"] = value

    def _unbound(self, text: str) -> str:
        """A multipart text (RFC 2046) without the boundary that was drawn for it."""
        if not self._boundary:
            return text
        self.volatile["boundaries", self._boundary] += 1
        return text.replace(self._boundary, "‹boundary›")

    def _plain(self, side: Side, content: Content | None, around: Leaves) -> None:
        """A side whose body is none of a provider's, or that has none."""
        value = NOTHING
        if content is not None and content.carrier is None:
            stored = side.body.value if side.body is not None else ""
            value = text_leaf(digest(stored)) if stored else value
        elif content is not None and content.carrier is not None:
            inner = owner(content.carrier)
            if content.tree is None and inner.syntax == "text":
                value = text_leaf(self._unbound(inner.text)) if inner.text else value
            else:
                left = rest(inner, content.tree or inner.root, None, ())
                self._note(left)
                value = left.value
        kind: Literal["request", "response"] = "request" if side.is_request else "response"
        address = self._address if side.is_request else ""
        self.items.append(Item(kind, address, joined(value, around)))
