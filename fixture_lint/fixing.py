"""Fixing: content to its fixed point, then the canonical layout once, each step confirmed."""

from __future__ import annotations

import io
from bisect import insort
from collections.abc import Container, Iterable
from typing import NamedTuple

from fixture_lint.checks import layout
from fixture_lint.documents import files, jsonl, second
from fixture_lint.documents.edits import Edit, apply, overlap
from fixture_lint.documents.json import ParseError, TooDeep
from fixture_lint.documents.tree import Document, Pointer, node_at, route
from fixture_lint.inspection import Inspection, inspect
from fixture_lint.kinds.cassette.lengths import restated
from fixture_lint.reading import documents, record_of, reread
from fixture_lint.reports import Applied
from fixture_lint.rules import Finding, Fix
from fixture_lint.run import Run

_MAX_PASSES = 50
"""Passes after which rules are taken to be fighting. Each pass of a sound rule takes away at least
one finding, and the largest number seen is a handful."""


class Fixed(NamedTuple):
    """The bytes of a file after fixing, and the fixes that led there."""

    data: bytes
    applied: tuple[Applied, ...]


class Unsettled(Exception):
    """Fixes never come to an end; the text names the rules."""


def fix(data: bytes, path: str, run: Run, unsafe: bool) -> Fixed:
    """The bytes of a file with all fixes made: the safe ones, and with ``unsafe`` all.

    What cannot be read or is packed stays as it is, to the byte. Raises second.Unconfirmed if the
    second reader does not confirm a change, and Unsettled if fixes never end.
    """
    if files.is_packed(data):
        return Fixed(data, ())
    found = list(documents(data, path, run))
    if len(found) == 1 and isinstance(found[0], Document) and not found[0].record:
        fixed = _fix_document(found[0], run, unsafe)
        return fixed if fixed.applied else Fixed(data, ())
    if any(isinstance(record, Document) for record in found):
        return _fix_lines(data, path, run, unsafe)
    return Fixed(data, ())


def _fix_lines(data: bytes, path: str, run: Run, unsafe: bool) -> Fixed:
    """Each record is fixed by itself. A line that cannot be read keeps all its bytes."""
    pieces: list[bytes] = []
    applied: list[Applied] = []
    for line in jsonl.lines(io.BytesIO(data)):
        record = record_of(line, path, run)
        if isinstance(record, Document):
            fixed = _fix_document(record, run, unsafe)
            pieces.append(fixed.data)
            applied += fixed.applied
        elif line.data is not None:
            pieces.append(line.data + b"\n" * line.terminated)
        else:
            return Fixed(data, ())  # A line that was not read could not be written back.
    if any(fix.code == "FX102" for fix in applied):
        pieces = [b"\n" if piece == b"\r\n" else piece for piece in pieces]  # Blank lines.
    return Fixed(b"".join(pieces), tuple(applied))


def _fix_document(document: Document, run: Run, unsafe: bool) -> Fixed:
    applied: list[Applied] = []
    for _ in range(_MAX_PASSES):
        inspection = inspect(document, run)
        fixes = _acceptable(inspection.findings, unsafe)
        if not fixes:
            break
        edits = [edit for fix in fixes for edit in fix.edits]
        edited = _edited(document, edits)
        document = edited if _is_whole(document, edits) else _restated(document, edited)
        applied += _named(inspection.findings, fixes)
    else:
        rules = ", ".join(sorted({finding.code for finding in inspection.findings if finding.fix}))
        raise Unsettled(f"Fixes of {rules} never settle")
    return _lay_out(document, inspection, applied, run)


def _acceptable(findings: Iterable[Finding], unsafe: bool) -> dict[Fix, None]:
    """Fixes in the order of their findings, each once, none that touches what another changes."""
    accepted: dict[Fix, None] = {}
    taken: list[Edit] = []
    for fix in _distinct(findings):
        if not fix.edits or fix in accepted:
            continue
        if (fix.safety == "unsafe" and not unsafe) or overlap(fix.edits, taken):
            continue
        accepted[fix] = None
        for edit in fix.edits:
            insort(taken, edit)
    return accepted


def _distinct(findings: Iterable[Finding]) -> Iterable[Fix]:
    """The fixes of findings, each object once: to compare fixes of many edits takes its time."""
    return {id(finding.fix): finding.fix for finding in findings if finding.fix}.values()


def _named(findings: Iterable[Finding], fixes: Container[Fix]) -> list[Applied]:
    made = {id(fix) for fix in _distinct(findings) if fix in fixes}
    return [Applied(f.code, f.name, f.fix.title) for f in findings if f.fix and id(f.fix) in made]


def _edited(document: Document, edits: list[Edit]) -> Document:
    text = apply(document.text, edits)
    if document.syntax == "yaml":
        from fixture_lint.documents import second_yaml

        if _is_whole(document, edits):
            second_yaml.confirm_readable(text)
        else:
            second_yaml.confirm_edits(document.text, text, edits)
    elif document.syntax == "python":
        from fixture_lint.documents import second_python

        second_python.confirm_edits(document.text, text, edits)
    elif document.syntax == "json":
        second.confirm_edits(document.text, text, [_place(document, edit) for edit in edits])
    try:
        return reread(document, text)
    except (ParseError, TooDeep) as error:
        raise second.Unconfirmed("the new text cannot be read") from error


def _is_whole(document: Document, edits: list[Edit]) -> bool:
    """Whether another text takes the place of all of a document: an earlier version of it, in which
    nothing is to be changed."""
    return [edit[:2] for edit in edits] == [(0, len(document.text))]


def _restated(old: Document, new: Document) -> Document:
    """A changed document in which the lengths of bodies are stated anew."""
    edits = restated(old, new)
    return _edited(new, edits) if edits else new


def _place(document: Document, edit: Edit) -> Pointer:
    """The smallest node that an edit changes. An insertion changes what holds its neighbours, a
    changed key the object that has it."""
    insertion = edit.start == edit.end
    place = route(document.root, edit.start - insertion, edit.end + insertion)
    is_key = place and edit.start < node_at(document.root, place).start
    return place[:-1] if is_key else place


def _confirm_layout(document: Document, text: str, last: Inspection, aspects: set[str]) -> None:
    if document.syntax == "yaml":
        from fixture_lint.documents import second_yaml

        second_yaml.confirm_equal(document.text, text)
        return
    is_recorded = last.kind is not None and "payload-order" not in aspects
    recorded = last.kind.RECORDED if last.kind and is_recorded else frozenset()
    second.confirm_layout(document.text, text, recorded)


def _lay_out(document: Document, last: Inspection, applied: list[Applied], run: Run) -> Fixed:
    """Makes the canonical layout of those aspects whose rules are on."""
    findings = [f for f in last.findings if f.fix is layout.LAYOUT]
    codes = {finding.code for finding in findings}
    aspects = {r.data["aspect"] for r in last.rules if r.check == layout.CHECK and r.code in codes}
    text = document.text
    if aspects:
        text = layout.canonical(document, last.kind, aspects, run.config)
        _confirm_layout(document, text, last, aspects)
        applied = applied + _named(findings, [layout.LAYOUT])
    bom = "\ufeff" if document.bom and "encoding" not in aspects else ""
    line_end = document.line_end
    if "encoding" in aspects:
        line_end = line_end.removeprefix("\r")
    if document.record and "final-newline" in aspects:
        line_end = line_end or "\n"
    return Fixed((bom + text + line_end).encode(), tuple(dict.fromkeys(applied)))
