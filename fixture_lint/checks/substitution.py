"""The substitution of ids: one name for each id, in every place of a file where it stands.

An agent sends back the ids that it was given, so an id that is changed in one place only breaks the
replay. An id with a place that must not or cannot change stays in all its places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from fixture_lint.checks.replay import why_fixed
from fixture_lint.detectors.telling import is_opaque_name
from fixture_lint.documents.codecs import PLAIN
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.embedded import Embedded, can_change, lift, value_edit
from fixture_lint.documents.opening import texts
from fixture_lint.documents.spans import Span, Spans, Taken, spans
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document
from fixture_lint.kinds.frozen import Form, Names
from fixture_lint.kinds.volatile import Volatile, opaque_places

__all__: list[str] = []  # No check stands here.

_SIGNED = "it stays, because a signature covers a place where it stands"
_CLOSED = "it stays, because what it is packed in cannot be packed again"
_SPLIT = "it stays, because it is split over two events where it is mentioned"
_UNREACHED = "it stays, because not all of its places can be reached"
_IN_LINES = "it stays, because lines are fixed one by one and would not agree on a name"

_TOKEN = re.compile(r"[A-Za-z0-9_-]+")


class Mention(NamedTuple):
    """An id in a text, ``text.node.value[start:end]``, and its places in the file."""

    text: Text
    start: int
    end: int
    spans: Spans

    @property
    def id(self) -> str:
        """The id."""
        return self.text.node.value[self.start : self.end]


class Substitution(NamedTuple):
    """The new names of ids, the edits that write them everywhere, and why some ids stay."""

    names: Mapping[str, str]
    edits: tuple[Edit, ...]
    unfrozen: Mapping[str, str]


def substitution(
    document: Document,
    values: list[Volatile],
    given: Mapping[str, str],
    fixed: Sequence[tuple[Span, str]] = (),
) -> Substitution:
    """The substitution of the ids among values of a document.

    Arguments: the document; its volatile values; names that are known beforehand, for ids that are
    only half frozen; and spans of the file in which nothing may change, with the reason.
    """
    forms: dict[str, Form] = {}
    for value in values:
        if value.form:
            forms.setdefault(value.node.value, value.form)
    if document.record:
        return Substitution({}, (), dict.fromkeys(forms, _IN_LINES))
    mentions, unfrozen = _mentions(document, forms)
    unfrozen |= _fixed(mentions, fixed)
    reached = {mention.spans for mention in mentions}
    for value in values:
        if value.form and spans(value.carrier, value.node, 0, len(value.node.value)) not in reached:
            unfrozen.setdefault(value.node.value, _UNREACHED)
    names = Names(frozenset(_tokens(document)))
    new = {
        id_: given.get(id_) or names.fresh(form)
        for id_, form in forms.items()
        if id_ not in unfrozen
    }
    edits = lift(
        value_edit(mention.text.carrier, mention.text.node, mention.start, mention.end, name)
        for mention in mentions
        if (name := new.get(mention.id))
    )
    if edits is None:
        return Substitution({}, (), dict.fromkeys(forms, _CLOSED) | unfrozen)
    return Substitution(new, tuple(edits), unfrozen)


def _fixed(mentions: list[Mention], fixed: Sequence[tuple[Span, str]]) -> dict[str, str]:
    """Why ids stay that are mentioned where nothing may change."""
    ordered = sorted(fixed)
    found: dict[str, str] = {}
    for mention in mentions if ordered else ():
        why = why_fixed(ordered, mention.spans[0])
        if why:
            found.setdefault(mention.id, why)
    return found


def _tokens(document: Document) -> Iterator[str]:
    for text in texts(document):
        if isinstance(text, Text):
            yield from _TOKEN.findall(text.node.value)


def _mentions(
    document: Document, wanted: Mapping[str, Form]
) -> tuple[list[Mention], dict[str, str]]:
    """All places where ids stand as whole words, each once; and why ids cannot change."""
    taken = Taken()
    for place in opaque_places(document):
        taken.add(place)
    kept: dict[Spans, Mention] = {}
    unfrozen: dict[str, str] = {}
    changeable: dict[int, bool] = {}
    found = list(_words(document, wanted, taken)) if wanted else []
    for mention in sorted(found, key=lambda mention: (len(mention.spans), mention.spans)):
        if mention.spans in kept:
            continue
        carrier = mention.text.carrier
        if id(carrier) not in changeable:
            changeable[id(carrier)] = can_change(carrier)
        if len(mention.spans) != 1:
            unfrozen.setdefault(mention.id, _SPLIT)
        elif not changeable[id(carrier)]:
            unfrozen.setdefault(mention.id, _CLOSED)
        elif taken.add(mention.spans):
            kept[mention.spans] = mention
        else:
            unfrozen.setdefault(mention.id, _SIGNED)
    return list(kept.values()), unfrozen


def _words(document: Document, wanted: Mapping[str, Form], taken: Taken) -> Iterator[Mention]:
    for text, inner in _open(document, taken):
        for match in _TOKEN.finditer(text.node.value):
            if match[0] in wanted and inner.add((match.span(),)):
                place = spans(text.carrier, text.node, *match.span())
                yield Mention(text, *match.span(), place)


def _open(document: Document, taken: Taken) -> Iterator[tuple[Text, Taken]]:
    """The texts in which ids may be changed, each with its pieces that are JSON: these are looked
    at by themselves, since in them the words of the text may be parts of escapes. What a signature
    covers or machines have made is taken."""
    closed: set[int] = set()
    inner: dict[int, Taken] = {}
    opened = [t for t in texts(document) if isinstance(t, Text) and t.node.type == "string"]
    for text in opened:
        carrier = text.carrier
        parts = carrier.parts if isinstance(carrier, Embedded) else ()
        if (
            text.is_signed
            or is_opaque_name(text.name)
            or any(id(part.node) in closed for part in parts)
        ):
            closed.add(id(text.node))
            taken.add(spans(carrier, text.node, 0, len(text.node.value)))
    for carrier in {id(text.carrier): text.carrier for text in opened}.values():
        if (
            isinstance(carrier, Embedded)
            and carrier.codec is PLAIN
            and carrier.document.root.members
        ):
            for part in carrier.parts:
                place = part.offset, part.offset + part.length
                inner.setdefault(id(part.node), Taken()).add((place,))
    for text in opened:
        yield text, inner.get(id(text.node)) or Taken()
