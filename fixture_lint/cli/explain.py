"""``fixture-lint explain [RULE]``: what a rule finds, why, and with which examples."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from fixture_lint.cli import Parser
from fixture_lint.cli.check import make_run
from fixture_lint.cli.main import OK
from fixture_lint.config import ConfigError
from fixture_lint.documents.printable import shown
from fixture_lint.rules import ENGINE_CODES, EngineCode, Rule, UnknownRule, matching


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError for an unknown rule."""
    parser = Parser(
        prog="fixture-lint explain",
        description="Explains a rule, or lists all rules.",
    )
    parser.add_argument(
        "rule", nargs="?", metavar="RULE", help="code, prefix of a code (FX3) or name"
    )
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    args = parser.parse_args(argv)
    rules = make_run().rules
    engine = [known for known in ENGINE_CODES if args.rule in (None, known.code, known.name)]
    if args.rule and not engine:
        try:
            codes = matching(args.rule, rules)
        except UnknownRule as error:
            raise ConfigError(str(error)) from error
        rules = [rule for rule in rules if rule.code in codes]
    elif args.rule:
        rules = []
    if args.output_format == "json":
        _print_json(engine, rules)
    elif args.rule and len(engine) + len(rules) == 1:
        print("\n".join(_explain_engine(engine[0]) if engine else explain(rules[0])))
    else:
        for known in engine:
            print(f"{known.code}  {known.name:26} {known.summary}")
        for rule in rules:
            print(f"{rule.code}  {rule.name:26} {rule.summary}")
    return OK


def explain(rule: Rule) -> Iterator[str]:
    """The lines that explain a rule."""
    yield f"{rule.code} {rule.name}"
    yield ""
    yield from textwrap.wrap(rule.summary, 88)
    yield ""
    for name, severity, fix in levels(rule):
        yield f"  {name}: {severity}, fix: {fix}"
    yield ""
    yield from textwrap.wrap(" ".join(rule.why.split()), 88)
    for example in rule.examples:
        yield ""
        for title, text in blocks(example):
            yield from _block(title[:1].lower() + title[1:], text)


def blocks(example: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of an example, each with what it is."""
    for path, text in example.get("files", {}).items():
        yield f"Beside {path}", text
    if "base" in example:
        named = f", named {example['base-path']}" if "base-path" in example else ""
        yield f"Before{named}", example["base"]
    if "bad" in example:
        yield "Found", example["bad"]
    if "good" in example:
        yield "Fixed" if "bad" in example else "Not found", example["good"]


def levels(rule: Rule) -> Iterator[tuple[str, str, str]]:
    """For each kind its name, the severity of the rule and the safety of its fix, in words."""
    for kind in rule.kinds:
        applied = rule.on(kind)
        if applied is not None:
            severity = f"{applied.severity}, off by default" if applied.off else applied.severity
            name = "every file" if kind == "any" else kind
            yield name, severity, applied.safety or "none"


def _explain_engine(known: EngineCode) -> Iterator[str]:
    yield f"{known.code} {known.name}"
    yield ""
    yield from textwrap.wrap(known.summary, 88)
    yield ""
    yield from textwrap.wrap(known.why, 88)


def _block(title: str, text: str) -> Iterator[str]:
    yield f"{title}:"
    yield from (f"    {line}" for line in visible(text))


def visible(text: str) -> list[str]:
    """The lines of an example, with characters that cannot be seen as escapes."""
    return [shown(line) for line in text.rstrip("\n").split("\n")]


def _print_json(engine: Sequence[EngineCode], rules: Sequence[Rule]) -> None:
    import json

    entries = [known._asdict() for known in engine]
    for rule in rules:
        entries.append(
            {
                "code": rule.code,
                "name": rule.name,
                "summary": rule.summary,
                "why": " ".join(rule.why.split()),
                "kinds": {
                    name: {"severity": severity, "fix": fix} for name, severity, fix in levels(rule)
                },
                "examples": rule.examples,
            }
        )
    print(json.dumps(entries, indent=2))
