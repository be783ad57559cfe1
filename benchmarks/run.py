"""Measures fixture-lint against its goals: ``python benchmarks/run.py [--quick]``.

Prints a Markdown table of ratios. Seconds differ from machine to machine and from hour to hour;
the ratios of one run differ little.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from goals import FULL, MEMORY_AIM, MEMORY_MUST, QUICK, Benchmark, Goal, Memory, Result

HEAD = ("goal", "what", "ours", "theirs", "ratio", "must", "aim", "verdict")


def main(argv: Sequence[str] | None = None) -> None:
    """Measures everything and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--quick", action="store_true", help="few files, few rounds: to see that all of it works"
    )
    quick = parser.parse_args(argv).quick
    with tempfile.TemporaryDirectory(prefix="benchmark-") as temporary:
        benchmark = Benchmark(Path(temporary).resolve(), QUICK if quick else FULL)
        missing = list(benchmark.peers.missing())
        for line in missing:
            print(line, file=sys.stderr)
        rows = [_row(result) for result in benchmark.results()]
        rows += [_memory_row(memory) for memory in benchmark.memory()]
        versions = ", ".join(benchmark.peers.versions()) or "none"
    for cells in (HEAD, ("---",) * len(HEAD), *rows):
        print("| " + " | ".join(cells) + " |")
    print(f"\nPython {platform.python_version()}; peers: {versions}.")
    if missing:
        print("\n".join(["", "Not installed:", "", *(f"- {line}" for line in missing)]))
    if quick:
        print("\nA quick run: the goals are stated for ten times as many files.")


def _row(result: Result) -> tuple[str, ...]:
    goal = result.goal
    limits = (_limit(goal, goal.must), _limit(goal, goal.aim))
    if result.costs is None:
        return (goal.name, goal.what, "", "", "", *limits, f"not measured: {result.problem}")
    ours, theirs = (cost.cpu if goal.cpu else cost.wall for cost in result.costs)
    unit = "s CPU" if goal.cpu else "s"
    ratio = ours / theirs
    return (
        goal.name,
        goal.what,
        f"{ours:.3f} {unit}",
        f"{theirs:.3f} {unit}",
        _ratio(goal, ratio),
        *limits,
        _verdict(ratio, goal.must, goal.aim),
    )


def _memory_row(memory: Memory) -> tuple[str, ...]:
    theirs = memory.theirs
    return (
        memory.goal,
        f"memory at {memory.what}" + (", against biome" if theirs else ""),
        f"{memory.ours:.1f} MiB",
        f"{theirs:.1f} MiB" if theirs else "",
        f"{memory.ours / theirs:.2f} x" if theirs else "",
        f"≤ {MEMORY_MUST} MiB",
        f"≤ {MEMORY_AIM} MiB",
        _verdict(memory.ours, MEMORY_MUST, MEMORY_AIM),
    )


def _limit(goal: Goal, limit: float) -> str:
    return f"{1 / limit:.0f} x faster" if goal.faster else f"≤ {limit:g} x"


def _ratio(goal: Goal, ratio: float) -> str:
    return f"{1 / ratio:.2f} x faster" if goal.faster else f"{ratio:.2f} x"


def _verdict(value: float, must: float, aim: float) -> str:
    if value <= aim:
        return "aim reached"
    return "must reached" if value <= must else "missed"


if __name__ == "__main__":
    main()
