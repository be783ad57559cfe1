"""What a body holds beside its messages: settings, the model, why a response ended, fields that the
neutral form has no place for. What changes at every recording is set apart.

Elements of lists are told by their order among their like, not by their index: a message that comes
in between moves nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fixture_lint.behaviour.tools import declared
from fixture_lint.behaviour.values import Leaf, Leaves
from fixture_lint.conversation import Message, Value
from fixture_lint.detectors.identifiers import is_time
from fixture_lint.documents.strings import SIGNATURES
from fixture_lint.documents.tree import Document, Member, Node, walk
from fixture_lint.kinds.frozen import constant, id_form, is_settled
from fixture_lint.kinds.leftovers import classify
from fixture_lint.kinds.wire import VALUE_CLASSES, Provider

GROUPS = {
    "call-id": "ids",
    "request-id": "ids",
    "id": "ids",
    "time": "times",
    "latency": "times",
    "usage": "token counts",
    "token-count": "token counts",
    "fingerprint": "fingerprints",
    "padding": "padding",
    "token": "tokens",
}
"""What a review calls the classes of volatile values."""

_STRUCTURE = frozenset({"type", "role", "object", "index", "status", "block_type"})
"""Keys that say what an element of a list is; the steps say it too."""

_TEXTS = frozenset({"text", "content", "refusal", "output", "message", "error", "*", "result"})
"""Keys under which a piece of a text stands; elsewhere its words may do so by chance."""

_OUTCOME = frozenset(
    [
        *("finish_reason", "stop_reason", "stopReason", "finishReason", "done_reason"),
        *("stop_sequence", "status", "incomplete_details", "error", "refusal", "blockReason"),
        *("fault", "action"),
    ]
)
"""Keys that say why and how a response ended."""

_CIRCUMSTANCE = frozenset(
    [
        *("content_filter_results", "content_filters", "safetyRatings", "safety_ratings"),
        *("logprobs", "logprobsResult", "avgLogprobs"),
    ]
)
"""Keys of what providers measure about a message."""

_SPELLS = frozenset({"arguments", "partial_json"})
"""Keys under which the arguments of a call stand as a string."""

_THOUGHTS = ("thinking", "redacted_thinking", "reasoning", "summary_text")

_LONGEST = 200
"""Characters beyond which data that is no text is told by its hash."""


_TIME = re.compile(r"\w*(?:_at|At|_time|Time|_date|Date)")
_ID = re.compile(r"\w*(?:_id|Id|_ids|Ids|_name|Name)|name")
_TOKEN = re.compile(r"(?:id|access|refresh)_?[tT]oken")

_FORMS = {"token-count": "usage", "call-id": "call-id", "request-id": "id"}


def is_live(node: Node, class_: str) -> bool:
    """Whether a value of a volatile class is that of one recording: neither frozen nor empty."""
    class_ = _FORMS.get(class_, class_)
    if class_ == "token":
        return True
    if class_ in ("id", "call-id"):
        return bool(node.value) and node.type == "string" and not is_settled(node.value)
    return node.type in ("string", "number") and constant(node, class_) is not None


def digest(text: str) -> str:
    """What stands for data that nobody can read."""
    made = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{len(text)} characters, {made[:12]}"


class Rest(NamedTuple):
    """What is left of a body: values that count, those that only surround a message of a provider,
    texts of reasoning, values that change at every recording by group, and what is signed or
    encrypted."""

    value: Leaves
    envelope: Leaves
    thoughts: tuple[str, ...]
    volatile: Counter[tuple[str, str]]
    opaque: dict[str, str]
    ids: frozenset[str]
    """All ids, also those that are frozen already: texts mention them."""


def rest(
    document: Document,
    root: Node,
    provider: Provider | None,
    said: Sequence[Message],
    has_envelope: bool = False,
) -> Rest:
    """What a body holds beside its messages.

    Arguments: the document in which it stands, its root, its provider (None if nobody knows it),
    the messages that were read from it, and whether most of what stands around them is the
    provider's circumstance, as in responses.
    """
    return _Rest(document, root, provider, said, has_envelope).read(root)


class _Rest:
    def __init__(
        self,
        document: Document,
        root: Node,
        provider: Provider | None,
        said: Sequence[Message],
        has_envelope: bool,
    ) -> None:
        self.classes = _classes(root, provider)
        self.said = _Said(document, said)
        self.tools = {id(node) for _, node in declared(root)}
        self.counts: Counter[str] = Counter()
        self.value: dict[str, Leaf] = {}
        self.thoughts: list[str] = []
        self.volatile: Counter[tuple[str, str]] = Counter()
        self.opaque: dict[str, str] = {}
        self.ids: set[str] = set()
        self.envelope: dict[str, Leaf] = {}
        self.has_envelope = has_envelope

    def read(self, root: Node) -> Rest:
        places = self.said.places
        stack: list[tuple[Node, str, bool, bool]] = [(root, "", id(root) in places, False)]
        while stack:
            node, pointer, is_said, is_thought = stack.pop()
            is_said = is_said or id(node) in places
            if id(node) in self.tools or id(node) in self.said.values:
                continue
            if node.members:
                is_thought = is_thought or _is_thought(node)
                # One message may be spread over several elements of a list.
                is_said = is_said or any(id(member.value) in places for member in node.members)
                for member in reversed(node.members):
                    if not self._is_set_apart(member, pointer, is_said):
                        step = f"{pointer}/{member.name if member.key else '*'}"
                        stack.append((member.value, step, is_said, is_thought))
            elif is_said and (is_thought or _names_thought(pointer)):
                self._think(node, pointer)
            elif not (is_said and self.said.covers(node, pointer)):
                self._keep(node, pointer, is_said)
        ids = frozenset(self.ids)
        return Rest(
            Leaves(self.value), Leaves(self.envelope), tuple(self.thoughts),
            self.volatile, self.opaque, ids,
        )  # fmt: skip

    def _is_set_apart(self, member: Member, pointer: str, is_said: bool) -> bool:
        """Whether a member says nothing: what it is, or a value of one recording only."""
        class_ = self.classes.get(id(member.value)) or classify(member, "")
        class_ = class_ or (None if is_said else _circumstance(member))
        if class_ in GROUPS:
            leaves = (leaf for leaf in walk(member.value) if not leaf.members)
            self.volatile.update(
                (GROUPS[class_], leaf.value) for leaf in leaves if is_live(leaf, class_)
            )
            if GROUPS[class_] == "ids":
                self.ids.add(member.value.value)
            return True
        if member.name in SIGNATURES or (class_ == "opaque" and is_cipher(member.name)):
            where = self._numbered(f"{pointer}/{member.name}")
            self.opaque[where] = member.value.value
            return True
        return is_said and member.name in _STRUCTURE and member.value.type in ("string", "number")

    def _think(self, node: Node, pointer: str) -> None:
        if self.classes.get(id(node)) == "opaque":
            self.opaque[self._numbered(pointer)] = node.value
        elif node.type == "string" and node.value:
            self.thoughts.append(node.value)

    def _keep(self, node: Node, pointer: str, is_said: bool) -> None:
        text = node.value
        if self.classes.get(id(node)) == "opaque" and len(text) > _LONGEST:
            text = digest(text)
        if is_said and node.type in ("null", "object", "array"):
            return
        steps = pointer.split("/")
        is_outcome = is_said and _CIRCUMSTANCE.isdisjoint(steps)
        counts = is_outcome or not self.has_envelope or not _OUTCOME.isdisjoint(steps)
        (self.value if counts else self.envelope)[self._numbered(pointer)] = Leaf(node.type, text)

    def _numbered(self, pointer: str) -> str:
        if "*" not in pointer:
            return pointer
        self.counts[pointer] += 1
        number = self.counts[pointer]
        return pointer if number == 1 else f"{pointer} ({number})"


class _Said:
    """What messages hold, so that it is not told twice."""

    def __init__(self, document: Document, said: Sequence[Message]) -> None:
        self.places = {id(message.place) for message in said}
        self.values = {
            id(value.node)
            for message in said
            for value in _values(message)
            if value.document is document
        }
        self.texts = [message.text for message in said if message.text]
        self.texts += [r.error for m in said for r in m.results if r.error]
        self.texts += [r.output for m in said for r in m.results if isinstance(r.output, str)]
        self.names = {call.tool for m in said for call in m.calls}
        self.names |= {result.tool for m in said for result in m.results}
        self.names |= {call.raw_args for m in said for call in m.calls if call.raw_args}
        self.has_results = any(message.results for message in said)

    def covers(self, node: Node, pointer: str) -> bool:
        """Whether a leaf in the place of a message is told by it."""
        if node.type != "string":
            return False
        text = node.value
        key = pointer.rpartition("/")[2]
        if not text or key in _SPELLS or text in self.names:
            return True
        if self.has_results and text.lstrip()[:1] in ("{", "["):
            return True
        return key in _TEXTS and any(text in said for said in self.texts)


def _values(message: Message) -> Iterable[Value]:
    found = [call.args for call in message.calls]
    found += [r.output for r in message.results if isinstance(r.output, Value)]
    return (value for value in found if value is not None)


def _classes(root: Node, provider: Provider | None) -> dict[int, str]:
    """The class of each node at a known position; what changes at every recording counts more than
    what is opaque."""
    found: dict[int, str] = {}
    for class_, node in provider.positions.find(root) if provider else ():
        if class_ in VALUE_CLASSES or id(node) not in found:
            found[id(node)] = class_
    return found


def _is_thought(node: Node) -> bool:
    kind = node.text_of("type") or ""
    thought = node.get("thought")
    is_marked = thought is not None and thought.type == "true"
    return is_marked or kind.startswith(_THOUGHTS)


def _circumstance(member: Member) -> str | None:
    """The class of what services hand out that are no model: names of batches and files, moments,
    tokens."""
    value = member.value
    if value.type not in ("string", "number") or not value.value:
        return None
    if _TIME.fullmatch(member.name) and is_time(value.value):
        return "time"
    if _TOKEN.fullmatch(member.name):
        return "token"
    return "id" if _ID.fullmatch(member.name) and id_form(value.value, "id") else None


def _names_thought(pointer: str) -> bool:
    """Whether a path leads into reasoning: ``reasoning_content``, ``thinking``,
    ``reasoningContent/reasoningText/text``."""
    steps = pointer.casefold().split("/")
    return any(step.startswith(("thinking", "reasoning")) for step in steps)


def is_cipher(name: str) -> bool:
    """Whether a key says that machines have signed or encrypted what stands under it."""
    folded = name.casefold()
    return any(word in folded for word in ("signature", "encrypted", "redacted"))
