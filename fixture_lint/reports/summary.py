"""The last lines of a report for people."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.reports import Report


def summary(report: Report) -> Iterator[str]:
    """The last lines: what remains, and how many files were seen and what became of them."""
    counts = [_count(report.count("error"), "error"), _count(report.count("warning"), "warning")]
    if report.count("info"):
        counts.append(f"{report.count('info')} info")
    safe, unsafe = report.fixable("safe"), report.fixable("unsafe")
    if any(file.findings for file in report.files):
        hint = ""
        if safe and not report.fixing:
            hint = f"; {safe} can be fixed with --fix"
        if unsafe:
            hint += f"; {unsafe} with --fix --unsafe-fixes"
        yield f"{', '.join(counts)}{hint}"
    if report.freezable:
        values = "value" if report.freezable == 1 else "values"
        yield f"{report.freezable:,} {values} can be frozen: --fix --unsafe-fixes --select FX3"
    fixed = f"{report.fixed} would be fixed" if report.diffing else f"{report.fixed} fixed"
    excluded = f", {report.excluded} excluded" if report.excluded else ""
    yield (
        f"{_count(report.checked, 'file')} checked, {report.unknown} of unknown kind, "
        f"{report.unreadable} unreadable, {fixed}{excluded}"
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
