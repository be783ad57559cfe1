"""The replacement of personal data by stand-ins: of all values of a file together.

A value is replaced in every place of its file or not at all. What a signature covers, what could
not be packed again and what a project has allowed stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from fixture_lint.checks import personal
from fixture_lint.checks.personal import Match, fingerprint_of
from fixture_lint.checks.replay import fixed_for_values, why_fixed
from fixture_lint.detectors.personal import KEYED_STAND_INS
from fixture_lint.detectors.personal.entities import people_of
from fixture_lint.detectors.personal.matches import Value
from fixture_lint.detectors.personal.mentions import Mentions
from fixture_lint.detectors.personal.pseudonyms import Pseudonym, assign
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.embedded import can_change, lift, value_edit
from fixture_lint.documents.spans import Span, Taken, spans
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.rules import Rule
from fixture_lint.run import UNKNOWN, Run

_TITLE = "use stand-ins for personal data"
_SIGNED = "it stays, because a signature covers it"
_CLOSED = "it stays, because what it is packed in cannot be packed again"
_EXHAUSTED = "it stays, because no stand-in of its shape is left"
_NO_KEY = "it stays, because FIXTURE_LINT_KEY is not set"
_UNSPELLABLE = "it stays, because a stand-in cannot be spelled where it stands"
_IN_LINES = 'it stays: only with pseudonyms = "keyed" do the lines of a file agree on stand-ins'


class Replacement(NamedTuple):
    """The edits that replace the values of a file and all their mentions; why some values stay;
    and what may be a mention as well, with the edits for these."""

    title: str
    edits: tuple[Edit, ...]
    unreplaced: Mapping[Value, str]
    guesses: tuple[Span, ...]
    guessed_edits: tuple[Edit, ...]


class _Change(NamedTuple):
    """A mention of the value with a number, what to write there, and why that cannot be."""

    place: Match
    number: int
    new: str
    is_whole: bool
    why_not: str


def replacement(document: Document, kind: Kind | None, run: Run) -> Replacement:
    """What replaces the personal data of a document for which rules are on."""
    if "replacement" not in document.memo:
        document.memo["replacement"] = _replacement(document, kind, run)
    result: Replacement = document.memo["replacement"]
    return result


def _replacement(document: Document, kind: Kind | None, run: Run) -> Replacement:
    values = _wanted(document, kind, run)
    texts = (text.node.value for text in personal.searched(document))
    people = people_of(values)
    kept = None
    if run.earlier is not None and values:
        from fixture_lint.checks import keeping

        kept = keeping.kept(document, run.earlier, run)
    pseudonyms = assign(values, people, texts, run.pseudonym_key, kept)
    mentions = Mentions(values, people)
    changes = list(_changes(document, run, values, pseudonyms, mentions))
    unreplaced = dict(_without_stand_in(document, run, values, pseudonyms))
    for change in changes:
        if change.why_not and change.is_whole:
            unreplaced.setdefault(values[change.number], change.why_not)
    made = [c for c in changes if not c.why_not and values[c.number] not in unreplaced]
    if _edits(made) is None:
        stuck = _unspellable(made)
        unreplaced |= {values[number]: _UNSPELLABLE for number in stuck}
        made = [change for change in made if change.number not in stuck]
    guessed = [change for change in made if not change.is_whole]
    return Replacement(
        f"{_TITLE} ({len(guessed)} possible mentions stay)" if guessed else _TITLE,
        _edits(change for change in made if change.is_whole) or (),
        unreplaced,
        tuple(change.place.spans[0] for change in guessed),
        _edits(guessed) or (),
    )


def _wanted(document: Document, kind: Kind | None, run: Run) -> list[Value]:
    """The values that are to be replaced, in order of first appearance."""
    ignored = run.ignored(document.path)
    rules: dict[str, Rule] = {
        type_: rule
        for rule in run.rules_on(kind.NAME if kind else UNKNOWN)
        if rule.check == personal.CHECK and rule.code not in ignored
        for type_ in rule.data["types"]
    }
    found = dict.fromkeys(match.value for match in personal.matches(document, run))
    return [
        value
        for value in found
        if value.type in rules and not _is_allowed(value, rules[value.type], document.path, run)
    ]


def _is_allowed(value: Value, rule: Rule, path: str, run: Run) -> bool:
    return run.accepts(rule.code, rule.name, fingerprint_of(value, rule.code, run), path)


def _without_stand_in(
    document: Document, run: Run, values: Sequence[Value], pseudonyms: Sequence[Pseudonym | None]
) -> Iterator[tuple[Value, str]]:
    for value, pseudonym in zip(values, pseudonyms, strict=True):
        if pseudonym is None:
            lacks_key = run.pseudonym_key == b"" and value.type in KEYED_STAND_INS
            yield value, _NO_KEY if lacks_key else _EXHAUSTED
        elif document.record and not pseudonym.keyed:
            yield value, _IN_LINES


def _changes(
    document: Document,
    run: Run,
    values: Sequence[Value],
    pseudonyms: Sequence[Pseudonym | None],
    mentions: Mentions,
) -> Iterator[_Change]:
    """All mentions of values, none of which overlaps another: the values themselves and whole
    mentions first, and of these the longest."""
    numbers = {value: number for number, value in enumerate(values)}
    places = [(m, numbers[m.value], True) for m in personal.matches(document, run)
              if m.value in numbers]  # fmt: skip
    for text in personal.searched(document):
        places += _mentions(text, mentions, values)
    taken = Taken(personal.hidden(document, run))
    fixed = sorted(fixed_for_values(document, run))
    changeable: dict[int, bool] = {}
    for place, number, is_whole in sorted(places, key=lambda p: (not p[2], *personal.rank(p[0]))):
        text = place.text
        pseudonym = pseudonyms[number]
        new = pseudonym.of(place.value.value) if pseudonym else None
        if not taken.add(place.spans):
            continue
        if id(text.carrier) not in changeable:
            changeable[id(text.carrier)] = can_change(text.carrier)
        why = _SIGNED if text.is_signed else "" if changeable[id(text.carrier)] else _CLOSED
        why = why or why_fixed(fixed, place.spans[0])
        yield _Change(place, number, new or "", is_whole, why if new else why or _EXHAUSTED)


def _mentions(
    text: Text, mentions: Mentions, values: Sequence[Value]
) -> Iterator[tuple[Match, int, bool]]:
    for number, start, end, is_whole in mentions.find(text.node.value):
        piece = text.node.value[start:end]
        if text.node.type == "number" and piece != text.node.value:
            continue
        place = spans(text.carrier, text.node, start, end)
        known = values[number]
        match = Match(text, start, end, place, Value(known.type, piece, known.detail))
        yield match, number, is_whole


def _edits(changes: Iterable[_Change]) -> tuple[Edit, ...] | None:
    """The changes as edits of the file; None if one cannot be spelled, or if two of them meet."""
    lifted = lift(
        value_edit(place.text.carrier, place.text.node, place.start, place.end, new)
        for place, _, new, *_ in changes
    )
    if lifted is None or any(one.end > other.start for one, other in pairwise(lifted)):
        return None
    return tuple(lifted)


def _unspellable(changes: Sequence[_Change]) -> set[int]:
    """The values of which a mention cannot be changed; all if they are in each other's way."""
    by_number: dict[int, list[_Change]] = {}
    for change in changes:
        by_number.setdefault(change.number, []).append(change)
    stuck = {number for number, group in by_number.items() if _edits(group) is None}
    return stuck or set(by_number)
