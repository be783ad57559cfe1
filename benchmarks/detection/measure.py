"""Lints the generated files through the public interface and compares findings with labels.

A label counts as found if a finding of its class lies over its place. A finding counts as right if
it lies over a label of its class.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import accumulate
from typing import NamedTuple

from benchmarks.detection.cases import NOTHING, SECRET
from benchmarks.detection.files import File, Label
from fixture_lint.api import lint_text

VALUE_TYPES = ("email", "phone", "card", "iban", "national-id", "ip", "mac")
KEYED_TYPES = ("person", "address", "birth-date", "user-name")

CLASSES = {
    **dict.fromkeys(("FX401", "FX402", "FX403", "FX404", "FX405", "FX406"), (SECRET,)),
    "FX501": ("email",),
    "FX502": ("phone",),
    "FX503": ("card", "iban"),
    "FX504": ("national-id",),
    "FX505": ("ip", "mac"),
    "FX506": KEYED_TYPES,
}
"""The labels that a finding of a rule may lie over."""

UNREAD = ("FX001", "FX005", "FX101", "FX409")
"""Findings which say that something was not read; generated files can be read as a whole."""


class Miss(NamedTuple):
    """A label without a finding, or a hard negative with one; ``codes`` of the findings there."""

    label: Label
    shape: str
    codes: tuple[str, ...]


class Outcome:
    """Counts of labels and findings; those of several files can be added."""

    def __init__(self) -> None:
        self.labels: Counter[Label] = Counter()
        self.found: Counter[Label] = Counter()
        self.right: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.unread: Counter[str] = Counter()
        self.misses: list[Miss] = []
        self.stray: Counter[str] = Counter()

    def add(self, other: Outcome) -> None:
        """Adds the counts of other files."""
        for name in ("labels", "found", "right", "wrong", "unread", "stray"):
            getattr(self, name).update(getattr(other, name))
        self.misses += other.misses


def run(files: Iterable[File]) -> Outcome:
    """Lints files on all processors."""
    total = Outcome()
    groups = _groups(list(files), 40)
    with ProcessPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for outcome in pool.map(run_here, groups):
            total.add(outcome)
    return total


def run_here(files: Iterable[File]) -> Outcome:
    """Lints files in this process."""
    outcome = Outcome()
    for file in files:
        _compare(file, outcome)
    return outcome


def _groups(files: list[File], size: int) -> list[list[File]]:
    return [files[at : at + size] for at in range(0, len(files), size)]


def _compare(file: File, outcome: Outcome) -> None:
    spans: list[tuple[str, int, int]] = []
    lines = [0, *accumulate(len(line) for line in file.text.splitlines(keepends=True))]
    for finding in lint_text(file.text, path=file.path, settings={}):
        if finding.code in UNREAD:
            outcome.unread[f"{finding.code} in .{file.path.rpartition('.')[2]}"] += 1
        if finding.code in CLASSES:
            start = lines[finding.line - 1] + finding.column - 1
            end = lines[finding.end_line - 1] + finding.end_column - 1
            spans.append((finding.code, start, max(end, start + 1)))
    for label in file.labels:
        key = label._replace(start=0, end=0)
        codes = [code for code, start, end in spans if start < label.end and end > label.start]
        outcome.labels[key] += 1
        hit = bool(codes) if label.label == NOTHING else any(_fits(c, label) for c in codes)
        outcome.found[key] += hit
        if hit == (label.label == NOTHING):
            shape = masked(file.text[label.start : label.end])
            outcome.misses.append(Miss(key, shape, tuple(sorted(set(codes)))))
    for code, start, end in spans:
        side = group(CLASSES[code][0])
        over = [label for label in file.labels if start < label.end and end > label.start]
        if any(_fits(code, label) for label in over):
            outcome.right[side] += 1
            continue
        outcome.wrong[side] += 1
        if not over:
            outcome.stray[f"{code}: {masked(file.text[start:end])}"] += 1


def group(label: str) -> str:
    """The group of a label: secrets, values that tell by themselves, values that a key tells."""
    if label in (SECRET, NOTHING):
        return label
    return "keyed" if label in KEYED_TYPES else "value"


def _fits(code: str, label: Label) -> bool:
    return label.label in CLASSES[code]


def masked(text: str) -> str:
    """The shape of a text: no character of it but punctuation."""
    shape = "".join(
        "9" if character.isdigit() else "a" if character.isalpha() else character
        for character in text
    )
    return repr(shape if len(shape) <= 60 else f"{shape[:57]}...")
