"""Structure of conversations: unknown keys, header, turn order, size and name of the file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from fixture_lint.checks.pairing import answering, linking_ids
from fixture_lint.detectors import notes
from fixture_lint.detectors.dates import is_calendar_date
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.files import PACKED
from fixture_lint.documents.members import delete_members, new_object, replace_text
from fixture_lint.documents.tree import Document, Member, Node, duplicate_members
from fixture_lint.kinds import Kind, conversation
from fixture_lint.kinds.cassette import UNKNOWN_TRANSPORT, cassette
from fixture_lint.kinds.leftovers import classify
from fixture_lint.rules import Finding, Fix, Rule
from fixture_lint.run import Run

__all__ = [
    "duplicate_keys",
    "file_name",
    "inlined_results",
    "missing_meta",
    "missing_note",
    "recorded_date",
    "several_scenarios",
    "size",
    "turn_order",
    "uninformative_note",
    "unknown_keys",
    "unknown_kind",
]

_TIME_AFTER_DATE = re.compile(r"[Tt ]\d\d:\d\d[0-9:.,Zz+ UTC-]*")


def duplicate_keys(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Keys that occur twice in one object, placed at the second."""
    for member, first in duplicate_members(document.root):
        line, column = document.place(first.start)
        message = f"Key {member.name!r} occurs twice in one object; first at {line}:{column}"
        yield rule.finding(document, member, message)


def unknown_kind(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """A file of the fixture set that no kind recognises, and a cassette without anything that is
    known of cassettes."""
    known = cassette(document) if kind is not None else None
    if known is not None and known.family.name == UNKNOWN_TRANSPORT:
        message = (
            "Cassette without HTTP interactions: only encoding, duplicate keys, secrets and "
            "personal data were checked"
        )
    elif kind is None:
        message = (
            "File is of no known kind: only encoding, final newline and duplicate keys were "
            "checked. Move it out of the fixture set, or name its kind in kind-by-path"
        )
    else:
        return
    if run.config.includes(document.path):
        yield rule.finding(document, (document.root.start, document.root.start + 1), message)


def several_scenarios(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """A list of conversations in one file."""
    if document.root.type == "array":
        count = len(conversation.scenarios(document))
        plural = "s" if count > 1 else ""
        message = f"File holds a list of {count} scenario{plural}; keep one file per scenario"
        yield rule.finding(document, document.root, message)


def size(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """A conversation larger than ``limit-kib``."""
    limit = rule.data["limit-kib"]
    kib = len(document.text.encode("utf-8", "surrogatepass")) / 1024
    if kib > limit:
        message = (
            f"Conversation is {kib:.0f} KiB (limit {limit}); keep a fixture small enough to read"
        )
        yield rule.finding(document, document.root, message)


def file_name(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """A file whose name is not that of its scenario."""
    meta = document.root.get("meta")
    scenario = meta.get("scenario") if meta else None
    if not document.path or document.record or scenario is None or scenario.type != "string":
        return
    name = os.path.basename(document.path)
    stem, ending = _parted(name)
    if stem == scenario.value or not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", scenario.value):
        return
    import shlex

    move = shlex.join(["git", "mv", name, scenario.value + ending])
    message = (
        f"File name {stem!r} differs from meta.scenario {scenario.value!r}: type `{move}`, "
        "or change meta.scenario"
    )
    yield rule.finding(document, scenario, message)


def _parted(name: str) -> tuple[str, str]:
    """The name of a scenario in that of its file, and the ending; packed files have two."""
    stem = os.path.splitext(name.removesuffix(PACKED))[0]
    return stem, name[len(stem) :]


def unknown_keys(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Keys at structural positions that the format does not know and no other rule claims."""
    claimed = linking_ids(document)
    for structure, member in conversation.unknown_members(document, run.config.extra_keys):
        inlined = structure.role == "call" and member.name in conversation.INLINED
        if inlined or id(member.value) in claimed or classify(member, structure.role):
            continue
        from difflib import get_close_matches

        close = get_close_matches(member.name, conversation.KEYS[structure.role], 1)
        hint = f"did you mean {close[0]!r}?" if close else "remove it, or name it in extra-keys"
        speaker = structure.node.text_of("from") if structure.role == "turn" else None
        place = "at the top" if structure.role == "document" else f"in a {structure.role}"
        if speaker in conversation.TURN_KEYS:
            place = f"in a turn of {speaker}"
        yield rule.finding(document, member, f"Unknown key {member.name!r} {place}; {hint}")


def _metas(document: Document) -> Iterator[Node]:
    return (node for role, node in conversation.structures(document) if role == "meta")


def missing_note(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """A header without a note, or with a blank one."""
    for meta in _metas(document):
        note = meta.get("note")
        if note is None:
            message = 'meta.note is missing: type what this scenario is for, "note": "…"'
            yield rule.finding(document, meta, message)
        elif note.type == "string" and not note.value.strip():
            yield rule.finding(document, note, "meta.note is blank: type what this scenario is for")


def uninformative_note(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """A note that says nothing about the purpose of its scenario."""
    for meta in _metas(document):
        note = meta.get("note")
        if note is None or note.type != "string" or not note.value.strip():
            continue
        metadata = tuple(meta.text_of(key) or "" for key in ("recorded", "provider", "model"))
        why = notes.why_uninformative(note.value, meta.text_of("scenario") or "", metadata)
        if why:
            yield rule.finding(document, note, f"meta.note says nothing about the purpose: {why}")
        elif why := notes.why_too_long(note.value):
            yield rule.finding(document, note, f"meta.note is long: {why}", severity="info")


def missing_meta(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Keys that the header must have (data: ``keys`` with the line to type for each)."""
    stem = _parted(os.path.basename(document.path))[0] or "…"
    for meta in _metas(document):
        for key, line in rule.data["keys"].items():
            if meta.get(key) is None:
                typed = line.replace("{stem}", stem)
                yield rule.finding(document, meta, f"meta.{key} is missing: type {typed}")


def recorded_date(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """A recording date that is no calendar date; a time after a date is cut off by the fix."""
    for meta in _metas(document):
        recorded = meta.get("recorded")
        if recorded is None or (recorded.type == "string" and is_calendar_date(recorded.value)):
            continue
        fix = None
        date, rest = recorded.value[:10], recorded.value[10:]
        if (
            recorded.type == "string"
            and is_calendar_date(date)
            and _TIME_AFTER_DATE.fullmatch(rest)
        ):
            edits = replace_text(document, recorded, date)
            fix = rule.fix("keep the date, drop the time of day", edits) if edits else None
        message = "meta.recorded must be a calendar date YYYY-MM-DD"
        yield rule.finding(document, recorded, message, fix)


def turn_order(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Turns that cannot follow one another."""
    answers = answering(document)
    for scenario in conversation.scenarios(document):
        previous = "the start"
        for number, turn in enumerate(conversation.turns(scenario)):
            speaker = turn.speaker
            if speaker not in ("user", "assistant", "tools"):
                previous = ""  # The schema says what is wrong with it.
                continue
            # Results that answer an earlier call only stand in the wrong turn: FX215 says so.
            misplaced = any(id(result) in answers for result in turn.results)
            if not misplaced and _cannot_follow(speaker, previous, run.config.allow_interrupts):
                message = f"Turn {number + 1}: {speaker} cannot follow {previous}"
                yield rule.finding(document, turn.node.get("from") or turn.node, message)
            previous = "assistant with calls" if turn.calls else speaker
            if turn.calls and all(_inlined(call) for call in turn.calls):
                previous = "tools"  # The results are there, if in the wrong place: FX218 says so.


def _cannot_follow(speaker: str, previous: str, interrupts: bool) -> bool:
    if speaker == "tools":
        return previous not in ("assistant with calls", "tools", "")
    if speaker == "assistant":
        return previous in ("assistant", "assistant with calls") and not interrupts
    return previous == "tools" and not interrupts


def inlined_results(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Results that are attached to their calls; the fix moves those of a turn into a turn of
    their own."""
    for scenario in conversation.scenarios(document):
        turns = conversation.turns(scenario)
        for index, turn in enumerate(turns):
            inlined = [(call, member) for call in turn.calls for member in _inlined(call)]
            if not inlined:
                continue
            following = turns[index + 1] if index + 1 < len(turns) else None
            fix = _move_results(document, rule, turn, following, inlined)
            for call, member in inlined:
                what = call.text_of("ref") or "the call"
                message = f"Result is attached to {what}; results are a turn of their own"
                yield rule.finding(document, member, message, fix)


def _inlined(call: Node) -> list[Member]:
    return [member for member in call.members if member.name in conversation.INLINED]


def _move_results(
    document: Document,
    rule: Rule,
    turn: conversation.Turn,
    following: conversation.Turn | None,
    inlined: list[tuple[Node, Member]],
) -> Fix | None:
    """One fix for the results of a turn; None where a call has no ref, has two results, or has
    another one in the next turn."""
    linked = [call.text_of("ref") for call, _ in inlined]
    answered = {result.text_of("ref") for result in following.results} if following else set()
    if not all(linked) or len(set(linked)) < len(linked) or answered & set(linked):
        return None
    results = [
        new_object(document, {"ref": ref or "", conversation.INLINED[member.name]: member.value})
        for ref, (_, member) in zip(linked, inlined, strict=True)
    ]
    deleted = [delete_members(document, call, [member]) for call, member in inlined]
    if None in results or None in deleted:
        return None
    edits = [edit for part in deleted for edit in part or ()]
    moved = ", ".join(result or "" for result in results)
    listed = following.node.get("results") if following and following.speaker == "tools" else None
    if listed is not None and listed.type == "array":
        separator = ", " if listed.members else ""
        edits.append(Edit(listed.start + 1, listed.start + 1, moved + separator))
    else:
        added = f', {{"from": "tools", "results": [{moved}]}}'
        edits.append(Edit(turn.node.end, turn.node.end, added))
    return rule.fix("move the results into a tools turn", edits)
