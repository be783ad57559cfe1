"""Reports: what a run found, and one function per output format that prints it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fixture_lint.rules import SEVERITIES, Finding, Severity


class Applied(NamedTuple):
    """A fix that was made: the rule whose finding it took away, and what it did."""

    code: str
    name: str
    title: str


class FileReport(NamedTuple):
    """What a run found in one file. ``findings`` are those that remain; ``texts`` the text in
    which they stand, by number of the record (0 for a file that is one document); ``applied`` the
    fixes that were made, or, with ``diff``, would be made. ``freezable`` counts values that rules
    which nobody has asked for could freeze."""

    path: str
    kind: str | None
    findings: list[Finding]
    texts: Mapping[int, str] = {}
    applied: tuple[Applied, ...] = ()
    diff: str = ""
    freezable: int = 0


class Report:
    """All findings of a run, and how many files it saw. Only files with something to say are
    kept: a clean file costs nothing."""

    def __init__(self, fail_level: Severity, fixing: bool, diffing: bool) -> None:
        self.fail_level = fail_level
        self.fixing = fixing
        self.diffing = diffing
        self.files: list[FileReport] = []
        self.checked = 0
        self.unknown = 0
        self.unreadable = 0
        self.excluded = 0
        self.fixed = 0
        self.freezable = 0

    def add(self, file: FileReport) -> None:
        """Counts a file, and keeps it if anything was found or fixed in it."""
        self._count(file, 1)
        if file.findings or file.applied:
            self.files.append(file)

    def replace(self, old: FileReport, new: FileReport) -> None:
        """Takes another report on a file instead of the one that it has."""
        self._count(old, -1)
        self._count(new, 1)
        self.files[self.files.index(old)] = new

    def _count(self, file: FileReport, step: int) -> None:
        codes = {finding.code for finding in file.findings}
        if file.kind is not None:
            self.checked += step
        elif codes & {"FX005", "FX101"}:
            self.unreadable += step
        else:
            self.unknown += step
        if file.applied:
            self.fixed += step
        self.freezable += step * file.freezable

    def count(self, severity: Severity) -> int:
        """How many findings of a severity remain."""
        return sum(f.severity == severity for file in self.files for f in file.findings)

    def by_rule(self) -> list[tuple[int, str, str, bool]]:
        """For each rule that found something: how often, its code and name, and whether a safe
        fix is known for all that it found. The most frequent first."""
        counts: dict[tuple[str, str], list[bool]] = {}
        for file in self.files:
            for f in file.findings:
                is_safe = f.fix is not None and f.fix.safety == "safe"
                counts.setdefault((f.code, f.name), []).append(is_safe)
        rows = [(len(safe), code, name, all(safe)) for (code, name), safe in counts.items()]
        return sorted(rows, key=lambda row: (-row[0], row[1]))

    def fixable(self, safety: str) -> int:
        """How many of the findings that remain have a fix of a safety."""
        findings = (f for file in self.files for f in file.findings)
        return sum(f.fix is not None and f.fix.safety == safety for f in findings)

    @property
    def has_failed(self) -> bool:
        """Whether a finding of at least the fail level remains."""
        failing = SEVERITIES[SEVERITIES.index(self.fail_level) :]
        return any(f.severity in failing for file in self.files for f in file.findings)

    @property
    def has_internal_error(self) -> bool:
        """Whether a check failed or fixes did not settle."""
        return any(f.code == "FX001" for file in self.files for f in file.findings)
