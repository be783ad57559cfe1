"""From files to summaries, and from what is found in them back to the files.

Summaries are made on the way of each file and hold no text. Once all are there, only the files in
which something is found are read again, for the places of the findings.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from fixture_lint.checks import ACROSS, find
from fixture_lint.documents import files
from fixture_lint.documents.jsonl import is_line_format
from fixture_lint.documents.screen import canonical_value
from fixture_lint.documents.tree import Document, Node
from fixture_lint.kinds.conversation import NAME
from fixture_lint.kinds.digest import digest, document_values
from fixture_lint.kinds.shape import is_conversation
from fixture_lint.reports import FileReport, Report
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

if TYPE_CHECKING:
    from fixture_lint.checks.across import Judge, Summary, Verdict
    from fixture_lint.reading import Read

_WORDS = (b"turns", b"conversation", b"\\")
"""A file without one of them is no conversation: a key may be spelled with escapes."""


class Found(NamedTuple):
    """What a rule has found in a conversation that was compared with others."""

    rule: Rule
    verdict: Verdict


class Gathered:
    """The summaries of a run that sees a whole set, and what leads from them back to the files:
    how many reports there were before each file, and the bytes of files that were fixed, but are
    not written."""

    __slots__ = ("places", "summaries", "unwritten")

    def __init__(self) -> None:
        self.summaries: list[Summary] = []
        self.places: dict[str, int] = {}
        self.unwritten: dict[str, bytes] = {}

    def take_back(self, known: int, path: str, unwritten: bytes | None) -> None:
        """Forgets the summaries of a file that is fixed now, all but the first ``known``. If it was
        not written, the fixed bytes stand for it."""
        del self.summaries[known:]
        if unwritten is not None:
            self.unwritten[path] = unwritten

    def tell(self, report: Report, run: Run, others: Iterable[FileReport] = ()) -> None:
        """Adds what is found over several fixtures to the report of the run, and what ``others``
        say about files of it."""
        found = self.reports(run)
        for other in others:
            known = found.get(other.path)
            found[other.path] = _joined(known, other) if known else other
        report.files = list(self._merged(report.files, found))

    def reports(self, run: Run) -> dict[str, FileReport]:
        """What is found over several fixtures, by the paths of those in which something is."""
        found = judged(self.summaries, run).items()
        made = {path: _report(path, self._reads(path, run), told, run) for path, told in found}
        return {path: report for path, report in made.items() if report.findings}

    def _merged(
        self, reports: list[FileReport], found: dict[str, FileReport]
    ) -> Iterator[FileReport]:
        """All reports in the order of the run, those on the same file as one."""
        waiting = [path for path in self.places if path in found]
        waiting.reverse()
        for place, report in enumerate(reports):
            while waiting and self.places[waiting[-1]] == place and waiting[-1] != report.path:
                yield found[waiting.pop()]
            if waiting and waiting[-1] == report.path:
                report = _joined(report, found[waiting.pop()])
            yield report
        yield from (found[path] for path in reversed(waiting))

    def _reads(self, path: str, run: Run) -> Iterator[Read]:
        """A file once more, as it was when its summaries were made."""
        from fixture_lint.reading import documents, records

        try:
            if path in self.unwritten:
                yield from documents(self.unwritten[path], path, run)
            elif is_line_format(path) and os.path.getsize(path) > files.MAX_DOCUMENT:
                with files.open_regular(path) as stream:
                    yield from records(stream, path, run)
            else:
                yield from documents(files.read_document(path), path, run)
        except (OSError, files.Unreadable):
            return  # It was there a moment ago; the finding stands without its line.


def judges(run: Run) -> list[tuple[Rule, Judge]]:
    """The rules over several fixtures that are on, and their checks. A rule that has another check
    for single documents names this one in its data, as ``across``."""
    named = ((rule, rule.data.get("across", rule.check)) for rule in run.rules_on(NAME))
    return [(rule, cast("Judge", find(name))) for rule, name in named if name.startswith(ACROSS)]


def of_values(values: Any, path: str, record: int = 0) -> Iterator[Summary]:
    """The summaries of a conversation, or of a list of them, given as values."""
    from fixture_lint.checks.across import Summary

    if isinstance(values, dict):
        yield Summary(path, record, 0, digest(values))
    elif isinstance(values, list):
        for number, element in enumerate(values, 1):
            if isinstance(element, dict):
                yield Summary(path, record, number, digest(element))


def of_document(document: Document, run: Run) -> Iterator[Summary]:
    """The summaries of a document; nothing if it is no conversation."""
    from fixture_lint.inspection import kind_of

    kind = kind_of(document, run)
    if kind is not None and kind.NAME == NAME:
        yield from of_values(document_values(document), document.path, document.record)


def noting(reads: Iterable[Read], run: Run, summaries: list[Summary]) -> Iterator[Read]:
    """What is read of a file, unchanged; the summaries of it are added on the way."""
    for read in reads:
        if isinstance(read, Document):
            summaries += of_document(read, run)
        yield read


def add_file(path: str, run: Run, summaries: list[Summary]) -> bool:
    """Adds the summaries of a file, and says whether all of it could be read.

    Raises files.Unreadable and OSError.
    """
    from fixture_lint.reading import Unread, documents, records, syntax_of

    if is_line_format(path) and os.path.getsize(path) > files.MAX_DOCUMENT:
        with files.open_regular(path) as stream:
            reads = noting(records(stream, path, run), run, summaries)
            return not sum(isinstance(read, Unread) for read in reads)
    data = files.read_document(path)
    if not run.config.kind_by_path and not files.is_packed(data):
        if not any(word in data for word in _WORDS):
            return True
        values = canonical_value(data) if syntax_of(path) == "json" else None
        if is_conversation(values):
            summaries += of_values(values, path)
            return True
    reads = noting(documents(data, path, run), run, summaries)
    return not sum(isinstance(read, Unread) for read in reads)


def judged(summaries: Iterable[Summary], run: Run) -> dict[str, list[Found]]:
    """What is found in conversations by comparing them, for each path."""
    ordered = sorted(summaries, key=lambda summary: summary.place)
    found: dict[str, list[Found]] = {}
    told: set[tuple[Any, Any]] = set()
    for rule, judge in judges(run):
        for verdict in judge(ordered, rule):
            path, pair = verdict.summary.path, (verdict.summary.place, verdict.other.place)
            if not verdict.at_note:
                if pair in told:  # Two that are nearly equal contradict each other anyway.
                    continue
                told.add(pair)
            ignored = run.ignored(path)
            if rule.code in ignored:
                run.used_ignores |= ignored[rule.code]
            else:
                found.setdefault(path, []).append(Found(rule, verdict))
    return found


def _report(path: str, reads: Iterable[Read], entries: list[Found], run: Run) -> FileReport:
    """The report on a file in which something was found, with the lines that are to be shown."""
    from fixture_lint.checks.masking import masked

    by_record: dict[int, list[Found]] = {}
    for entry in entries:
        by_record.setdefault(entry.verdict.summary.record, []).append(entry)
    findings: list[Finding] = []
    texts: dict[int, str] = {}
    for document in _documents(path, reads, set(by_record)):
        made = [_finding(document, entry, run) for entry in by_record[document.record]]
        kept = [finding for finding in made if finding and not run.is_allowed(finding, path)]
        findings += sorted(kept, key=lambda finding: (finding.start, finding.code))
        if kept and document.text:
            texts[document.record] = masked(document)
    return FileReport(path, NAME, findings, texts)


def _documents(path: str, reads: Iterable[Read], wanted: set[int]) -> Iterator[Document]:
    """The documents with the wanted records, and an empty one for each that is gone by now."""
    for read in reads:
        if isinstance(read, Document) and read.record in wanted:
            wanted.remove(read.record)
            yield read
    for record in sorted(wanted):
        yield Document(path, "", Node("null", 0, 0), record=record)


def _finding(document: Document, found: Found, run: Run) -> Finding | None:
    """A finding at its place; None if another check of its rule says more about the same note."""
    rule, verdict = found
    at = document.root
    elements = at.items()
    if 0 < verdict.summary.element <= len(elements):
        at = elements[verdict.summary.element - 1]
    if verdict.at_note:
        meta = at.get("meta") or at
        at = meta.get("note") or at
        if _is_uninformative(meta):
            return None
    other = verdict.other
    named = f"{run.config.relative(other.path)}:{other.record}:{other.element}"
    fingerprint = run.fingerprint(rule.code, named)
    return rule.finding(document, at, verdict.message, fingerprint=fingerprint)


def _is_uninformative(meta: Node) -> bool:
    from fixture_lint.detectors.notes import why_uninformative

    scenario, note = meta.text_of("scenario") or "", meta.text_of("note")
    metadata = tuple(meta.text_of(key) or "" for key in ("recorded", "provider", "model"))
    return note is not None and why_uninformative(note, scenario, metadata) is not None


def _joined(report: FileReport, more: FileReport) -> FileReport:
    findings = sorted(
        [*report.findings, *more.findings],
        key=lambda finding: (finding.line, finding.column, finding.code),
    )
    return report._replace(findings=findings, texts={**more.texts, **report.texts})
