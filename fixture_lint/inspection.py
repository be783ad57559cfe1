"""Inspecting one document: its kind, and the findings of all rules that apply to it."""

from __future__ import annotations

from typing import NamedTuple

from fixture_lint import kinds
from fixture_lint.checks import READING, find
from fixture_lint.documents.tree import Document, duplicate_members
from fixture_lint.rules import Finding, Rule, engine_finding
from fixture_lint.run import UNKNOWN, Run


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
    kind = _kind(document, run)
    ignored = run.ignored(document.path)
    rules: list[Rule] = []
    findings: list[Finding] = []
    for rule in run.rules_on(kind.NAME if kind else UNKNOWN):
        if rule.check == READING:
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
    findings.sort(key=lambda finding: (finding.start, finding.code))
    return Inspection(kind, rules, findings)


def _kind(document: Document, run: Run) -> kinds.Kind | None:
    pinned = run.config.pinned_kind(document.path) if run.config.kind_by_path else None
    return kinds.named(pinned) if pinned else kinds.recognise(document.plain())


def _look(document: Document, kind: kinds.Kind | None, rule: Rule, run: Run) -> list[Finding]:
    try:
        return list(find(rule.check)(document, kind, rule, run))
    except Exception as error:  # One failing rule must not hide what the others find.
        import traceback

        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{frame.name}, line {frame.lineno}"
        message = f"Internal error in {rule.code} {rule.name}: {type(error).__name__} in {place}"
        return [engine_finding("FX001", message)]
