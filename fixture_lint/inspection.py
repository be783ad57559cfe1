"""Inspecting documents: their kind, and the findings of all rules that apply to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fixture_lint import kinds
from fixture_lint.checks import ACROSS, COMMIT, READING, find, freezing
from fixture_lint.checks.masking import is_private, masked, masked_text
from fixture_lint.documents.printable import shown
from fixture_lint.documents.tree import Document, Node, duplicate_members
from fixture_lint.kinds import cassette, conversation
from fixture_lint.reading import PARSE_ERROR, Read, Unread, syntax_of
from fixture_lint.reports import FileReport
from fixture_lint.rules import Finding, Rule, engine_finding, path_in_words
from fixture_lint.run import UNKNOWN, Run

_ONCE_A_FILE = frozenset({"FX102", "FX106", "FX202"})
"""Findings about a file as a whole: of JSON Lines only the first one is kept."""

UNKNOWN_KIND = "FX202"

_PRIVATE = ("secrets.", "personal.")
"""Checks that look into every text, whatever it is."""


class Inspection(NamedTuple):
    """What a document is, the rules that looked at it, and what they found."""

    kind: kinds.Kind | None
    rules: list[Rule]
    findings: list[Finding]


def inspect(document: Document, run: Run) -> Inspection:
    """The findings of all rules that are on for a document, in the order of the text.

    A document with duplicate keys is never changed, since nobody knows which one is right: its
    findings have no fix.
    """
    kind = kind_of(document, run)
    ignored = run.ignored(document.path)
    rules: list[Rule] = []
    findings: list[Finding] = []
    has_version = run.base is not None and run.base.earlier(document) is not None
    for rule in run.rules_on(kind.NAME if kind else UNKNOWN):
        if rule.check == READING or rule.check.startswith((ACROSS, COMMIT)):
            continue
        if rule.is_on_changes and not has_version:
            continue
        found = _look(document, kind, rule, run)
        if rule.code in ignored:
            if found:
                run.used_ignores |= ignored[rule.code]
            continue
        rules.append(rule)
        findings += found
    if any(finding.fix for finding in findings) and duplicate_members(document.root):
        findings = [finding._replace(fix=None) for finding in findings]
    findings = [f for f in findings if not run.is_allowed(f, document.path)]
    findings.sort(key=lambda finding: (finding.start, finding.code))
    return Inspection(kind, rules, findings)


def kind_of(document: Document, run: Run) -> kinds.Kind | None:
    """The kind of a document, None if nobody knows it: the one that the configuration states for
    its file, or else what its content says."""
    if document.syntax == "python":
        from fixture_lint.kinds import testcode

        return testcode
    if document.syntax == "text":
        return kinds.recognise_text(document.text)
    pinned = run.config.pinned_kind(document.path) if run.config.kind_by_path else None
    if pinned:
        return kinds.named(pinned)
    # Recognised by its upper levels: the Python value of a whole cassette is not made for that.
    if cassette.cassette(document) is not None:
        return kinds.named(cassette.NAME)
    if document.syntax == "yaml":
        is_known = conversation.recognise(document.plain())
        return kinds.named(conversation.NAME) if is_known else None
    return kinds.recognise(document.plain())


def _look(document: Document, kind: kinds.Kind | None, rule: Rule, run: Run) -> list[Finding]:
    try:
        return list(find(rule.check)(document, kind, rule, run))
    except Exception as error:  # One failing rule must not hide what the others find.
        message = f"Internal error in {rule.code} {rule.name}: {where(error)}"
        return [engine_finding("FX001", message)]


def _private_in_text(unread: Unread, path: str, run: Run) -> list[Finding]:
    """Secrets and personal data in what cannot be read: a broken file is committed as easily as a
    whole one. Code is not searched, broken or not."""
    if syntax_of(path) == "python":
        return []
    text = unread.text
    root = Node("string", 0, len(text), text)
    document = Document(path, text, root, syntax="text", record=unread.record)
    rules = [rule for rule in run.rules_on(UNKNOWN) if rule.check.startswith(_PRIVATE)]
    found = [finding for rule in rules for finding in _look(document, None, rule, run)]
    return [finding for finding in found if not run.is_allowed(finding, path)]


def _silent(finding: Finding) -> Finding:
    """A finding whose words hold nothing private: keys of the document may be a secret or a
    name."""

    def silent(text: str) -> str:
        return shown(masked_text(text))

    # Step by step and before anything is cut or escaped: a part of a secret looks like none.
    steps = [step.replace("~1", "/").replace("~0", "~") for step in finding.pointer.split("/")]
    safe = [silent(step).replace("~", "~0").replace("/", "~1") for step in steps]
    pointer = "/".join(safe)
    message = finding.message.replace(path_in_words(finding.pointer), path_in_words(pointer))
    fix = finding.fix and finding.fix._replace(title=silent(finding.fix.title))
    return finding._replace(message=silent(message), pointer=pointer, fix=fix)


def where(error: Exception) -> str:
    """What an unexpected error is and where it came from, in a few words for a report."""
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name}, line {frame.lineno}"


def inspect_file(reads: Iterator[Read], path: str, run: Run, keep_text: bool = True) -> FileReport:
    """The report on a file, given what was read of it. Without ``keep_text`` no line of it can be
    shown, and it takes no memory."""
    findings: list[Finding] = []
    seen: set[str] = set()
    kind: str | None = None
    texts: dict[int, str] = {}
    freezable = 0
    ignored = run.ignored(path)
    for read in reads:
        if not isinstance(read, Document):
            code = read.finding.code
            if code == PARSE_ERROR and code in ignored:
                run.used_ignores |= ignored[code]
            else:
                findings += [read.finding, *_private_in_text(read, path, run)]
                texts |= {read.record: masked_text(read.text)} if keep_text else {}
            continue
        inspection = inspect(read, run)
        freezable += freezing.count(read, inspection.kind, run)
        kind = kind or (inspection.kind.NAME if inspection.kind else None)
        fresh = [f for f in inspection.findings if f.code not in seen or f.code not in _ONCE_A_FILE]
        seen |= {finding.code for finding in fresh}
        if fresh and is_private(read):
            fresh = [_silent(finding) for finding in fresh]
        findings += fresh
        if fresh and keep_text:
            texts[read.record] = masked(read)
    if kind not in (None, cassette.NAME):
        findings = [finding for finding in findings if finding.code != UNKNOWN_KIND]
    return FileReport(path, kind, findings, texts, freezable=freezable)
