"""Measures the detectors of secrets and personal data from outside: ``python -m
benchmarks.detection [--seed N] [--per-cell N] [--misses] [--write]``.

Prints Markdown tables; the exit code is 1 if a target is missed. No value is ever printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.detection.measure import Outcome, run
from benchmarks.detection.sets import generate
from benchmarks.detection.table import goals, render

PAGE = Path(__file__).parent.parent.parent / "docs" / "detection.md"
BEGIN, END = "<!-- detection: begin -->", "<!-- detection: end -->"


def main(argv: Sequence[str] | None = None) -> int:
    """Generates, lints, prints; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.detection",
        description="Measures what fixture-lint finds in a generated, labelled set of files.",
    )
    parser.add_argument("--seed", type=int, default=1, help="of the set (default: 1)")
    parser.add_argument(
        "--per-cell", type=int, default=1, help="values for each family in each carrier"
    )
    parser.add_argument(
        "--misses", action="store_true", help="name what was missed or flagged; no values"
    )
    parser.add_argument("--write", action="store_true", help=f"write the tables into {PAGE.name}")
    options = parser.parse_args(argv)
    before = time.monotonic()
    sets = generate(options.seed, options.per_cell)
    outcome = run([*sets.secrets, *sets.personal])
    took = time.monotonic() - before
    if options.misses:
        _print_misses(outcome)
    tables = render(outcome)
    print(tables)
    count = len(sets.secrets) + len(sets.personal)
    print(f"{count} files, {sum(outcome.labels.values())} labels, {took:.0f} s", file=sys.stderr)
    if outcome.unread:
        print(f"not read: {dict(outcome.unread)}", file=sys.stderr)
    if options.write:
        _write(tables, options.seed, options.per_cell)
    missed = [goal.what for goal in goals(outcome) if not goal.is_met]
    if missed:
        print(f"missed: {'; '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


def _print_misses(outcome: Outcome) -> None:
    for label, shape, codes in sorted(outcome.misses):
        what = "flagged" if not label.label else "missed"
        print(f"{what}: {label.row} | {label.carrier} | {shape} | {' '.join(codes) or '-'}")
    for finding, count in sorted(outcome.stray.items()):
        print(f"beside all labels: {finding} ({count})")


def _write(tables: str, seed: int, per_cell: int) -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    command = f"python -m benchmarks.detection --seed {seed} --per-cell {per_cell} --write"
    said = f"Written by `{command}`."
    PAGE.write_text(f"{before}{BEGIN}\n\n{said}\n\n{tables}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
