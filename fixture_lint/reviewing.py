"""The review of two versions of a file: what a person is shown of their comparison."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from fixture_lint.behaviour.changes import Change, few
from fixture_lint.behaviour.compare import Comparison, Step, compare_all
from fixture_lint.behaviour.items import Behaviour, Item
from fixture_lint.behaviour.privacy import Private
from fixture_lint.behaviour.review import FileReview, Row, Shown, State
from fixture_lint.behaviour.telling import joined, kind_of, told
from fixture_lint.behaviour.values import Leaf
from fixture_lint.documents.printable import shown
from fixture_lint.documents.tree import Document
from fixture_lint.reading import documents
from fixture_lint.run import Run

_LONGEST = 2000
"""Characters of a value of which more is never shown."""


class _Version(NamedTuple):
    """What was read of one version, and why it could not be."""

    documents: list[Document]
    problem: str = ""


def review(
    old: bytes | None, new: bytes | None, path: str, run: Run, old_path: str = ""
) -> FileReview:
    """What a review shows of two versions of a file.

    Arguments: the bytes of both versions, None where there is no file; the path of the new one;
    the run, whose limits hold; the path of the old one if it is another. Never raises for bad
    input: what cannot be read or compared is said in the review.
    """
    blank = FileReview(path, old_path or path, path, "", "same")
    if old is None or new is None:
        return _alone(blank, old, new, run)
    before, after = _read(old, old_path or path, run), _read(new, path, run)
    problem = before.problem and f"old version: {before.problem}"
    problem = problem or (after.problem and f"new version: {after.problem}")
    if problem:
        return blank._replace(state="unreadable", problem=problem)
    kinds = {kind_of(document) for document in (*before.documents, *after.documents)}
    found = compare_all(before.documents, after.documents)
    if found is None:
        is_other = len(kinds) > 1
        why = "the two versions are of different kinds" if is_other else "of no kind with behaviour"
        return blank._replace(state="unreadable" if is_other else "same", problem=why)
    made = blank._replace(kind=found.kind, raw_lines=raw_lines(old, new))
    return _filled(made, found, old == new)


def _alone(blank: FileReview, old: bytes | None, new: bytes | None, run: Run) -> FileReview:
    """The review of a file that only one version has."""
    data = new if new is not None else old
    state: State = "added" if new is not None else "deleted"
    read = _read(data or b"", blank.path, run)
    if read.problem:
        return blank._replace(state="unreadable", problem=f"{state} file: {read.problem}")
    kinds = {kind_of(document) for document in read.documents}
    if kinds == {""} or not kinds:
        return blank._replace(state=state, problem="of no kind with behaviour")
    found = joined([b for document in read.documents if (b := told(document)) is not None])
    return blank._replace(state=state, kind=kinds.pop(), scenario=_scenario(found, blank.path))


def _read(data: bytes, path: str, run: Run) -> _Version:
    found: list[Document] = []
    for read in documents(data, path, run):
        if not isinstance(read, Document):
            message = f"line {read.finding.line}: {read.finding.message}"
            return _Version([], shown(message))
        found.append(read)
    return _Version(found, "" if found else "the file is empty")


def _scenario(found: Behaviour, path: str) -> str:
    return shown(found.meta.get("/scenario", "")) or path


def _filled(blank: FileReview, found: Comparison, is_same: bool) -> FileReview:
    old, new = found.old.meta, found.new.meta

    def of(name: str) -> tuple[str, str]:
        before, after = old.get(name, ""), new.get(name, "")
        return shown(found.before.masked(before)), shown(found.after.masked(after))

    return blank._replace(
        scenario=_scenario(found.new, blank.path),
        state="same" if is_same else "changed",
        rows=tuple(_rows(found)),
        quiet=tuple(_shown(change, found) for change in few(found.quiet)),
        renumbered=found.renumbered,
        recorded=of("/recorded"),
        note=of("/note"),
    )


def _rows(found: Comparison) -> list[Row]:
    """The steps as rows; equal changes of requests and responses that follow each other are told
    once, since the settings of a client are sent again and again."""
    rows: list[Row] = []
    told_before: set[tuple[str, frozenset[Change]]] = set()
    for step in found.steps:
        item = step.item
        if item.kind in ("request", "response", "tool"):
            key = (item.kind, frozenset(step.changes))
            if not step.changes or key in told_before:
                continue
            told_before.add(key)
        rows.append(_row(step, found))
    return rows


def _row(step: Step, found: Comparison) -> Row:
    hidden = found.after
    is_old = bool(step.changes) and step.changes[0].remark == "removed"
    head = _head(step.item, found.before if is_old else hidden)
    changes = few(step.changes)
    return Row(step.item.kind, step.item.ref, head, tuple(_shown(c, found) for c in changes))


def _head(item: Item, hidden: Private) -> str:
    """A step in one line: a text, or a call as a programmer would write it."""
    if item.kind == "call":
        return f"{_text(item.tool, hidden)}({_arguments(item, hidden)})"
    if item.kind in ("request", "tool"):
        return _text(item.tool, hidden)
    if item.kind == "response":
        return ""
    if item.kind == "result" and "" not in item.value.by_pointer:
        return ("error " if item.form == "error" else "") + _arguments(item, hidden)
    return _text(item.text, hidden)


def _arguments(item: Item, hidden: Private) -> str:
    if item.form == "raw":
        return _text(item.text, hidden)
    pairs = item.value.by_pointer.items()
    found = [f"{pointer[1:]}={_text(leaf.spelled, hidden)}" if pointer else leaf.spelled
             for pointer, leaf in list(pairs)[:20]]  # fmt: skip
    return ", ".join(found) + (", …" if len(pairs) > 20 else "")


def _shown(change: Change, found: Comparison) -> Shown:
    return Shown(
        change.name,
        "/".join(shown(found.after.masked(step)) for step in change.where.split("/")),
        _leaf(change, change.old, found.before),
        _leaf(change, change.new, found.after),
        change.remark,
    )


def _leaf(change: Change, leaf: Leaf | None, hidden: Private) -> str | None:
    if leaf is None:
        return None
    is_text = not change.where and leaf.type == "string"
    return _text(leaf.text if is_text else leaf.spelled, hidden)


def _text(text: str, hidden: Private) -> str:
    """A value without anything private and without control characters, cut if it is endless."""
    if len(text) > _LONGEST:
        half = _LONGEST // 2
        text = f"{text[: 2 * _LONGEST]}{text[-2 * _LONGEST :]}" if len(text) > 8000 else text
        text = hidden.masked(text)
        text = f"{text[:half]} … {text[-half:]}"
    else:
        text = hidden.masked(text)
    return shown(text)


def raw_lines(old: bytes, new: bytes) -> int:
    """How many lines a line-wise diff of two texts removes and adds."""
    from difflib import SequenceMatcher

    before, after = old.split(b"\n"), new.split(b"\n")
    begin, end = _common(before, after), 0
    shorter = min(len(before), len(after)) - begin
    while end < shorter and before[-1 - end] == after[-1 - end]:
        end += 1
    before, after = before[begin : len(before) - end], after[begin : len(after) - end]
    blocks = SequenceMatcher(None, before, after).get_matching_blocks()
    return len(before) + len(after) - 2 * sum(block.size for block in blocks)


def _common(before: Sequence[bytes], after: Sequence[bytes]) -> int:
    pairs = zip(before, after, strict=False)
    first = next(groupby(one == other for one, other in pairs), (False, iter(())))
    return sum(1 for _ in first[1]) if first[0] else 0
