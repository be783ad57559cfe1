"""Renders ``docs/rules.md`` and the table of rules in ``README.md`` from the rules themselves.

``python docs/render.py`` writes both, ``python docs/render.py --check`` only says what is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fixture_lint.cli.explain import blocks, levels, visible
from fixture_lint.rules import ENGINE_CODES, TEST, Rule, load

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- rules: begin -->", "<!-- rules: end -->"


def table(rules: Sequence[Rule]) -> str:
    """The table of the README: a line a rule."""
    lines = ["| code | name | finds | severity | fix |", "| --- | --- | --- | --- | --- |"]
    for rule in rules:
        _, severity, fix = next(levels(rule))
        summary = rule.summary.replace("|", "\\|")
        link = f"[{rule.code}](docs/rules.md#{rule.code.lower()}-{rule.name})"
        lines.append(f"| {link} | {rule.name} | {summary} | {severity} | {fix} |")
    return "\n".join(lines)


def page(rules: Sequence[Rule]) -> Iterator[str]:
    """The lines of ``docs/rules.md``."""
    yield "# Rules"
    yield ""
    yield "Rendered from `rules/` by `python docs/render.py`; the tests run every example. Examples"
    yield "are shown short: before they are run they are printed canonically and given a header."
    for rule in rules:
        yield from _section(rule)
    yield ""
    yield "# Engine codes"
    yield ""
    yield "Reported by the engine itself. They are no rules and cannot be switched off."
    for known in ENGINE_CODES:
        yield from ("", f"## {known.code} {known.name}", "", known.summary, "", known.why)


def _section(rule: Rule) -> Iterator[str]:
    yield from ("", f"## {rule.code} {rule.name}", "", rule.summary, "")
    for name, severity, fix in levels(rule):
        yield f"- {name}: {severity}; fix: {fix}"
    yield ""
    yield " ".join(rule.why.split())
    for example in rule.examples:
        language = "python" if example["kind"] == TEST else "json"
        if "config" in example:
            settings = ", ".join(f"`{k} = {v!r}`" for k, v in example["config"].items())
            yield from ("", f"With {settings}:")
        for title, text in blocks(example):
            yield from ("", f"{title}:", "", f"```{language}", *visible(text), "```")


def rendered() -> dict[Path, str]:
    """The files and what they are to hold."""
    rules = load()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    before, rest = readme.split(BEGIN)
    after = rest.split(END)[1]
    return {
        ROOT / "README.md": f"{before}{BEGIN}\n{table(rules)}\n{END}{after}",
        ROOT / "docs" / "rules.md": "\n".join(page(rules)) + "\n",
    }


def main(argv: Sequence[str]) -> int:
    """Writes the files, or with ``--check`` returns 1 if one of them is stale."""
    stale = 0
    for path, text in rendered().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if "--check" in argv:
            stale += 1
            print(f"{path.relative_to(ROOT)} is stale; run `python docs/render.py`")
        else:
            path.write_text(text, encoding="utf-8")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
