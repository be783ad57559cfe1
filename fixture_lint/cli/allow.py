"""``fixture-lint allow FILE:LINE --reason "..."``: accepts a finding for a reason."""

from __future__ import annotations

import json
import os
import re
import secrets
import tomllib
from collections.abc import Sequence

from fixture_lint import config, engine
from fixture_lint.cli import Parser
from fixture_lint.cli.main import OK
from fixture_lint.config import Config, ConfigError
from fixture_lint.documents import files
from fixture_lint.rules import Finding
from fixture_lint.run import Run


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError where it cannot be done."""
    parser = Parser(
        prog="fixture-lint allow",
        description="Accepts the secrets and personal data found on a line, by an entry in "
        "the configuration that holds a salted fingerprint of the value and the reason. When the "
        "value changes, the finding is back.",
    )
    parser.add_argument("place", metavar="FILE:LINE", help="as a report prints it")
    parser.add_argument("--reason", required=True, help="why the value may stay")
    args = parser.parse_args(argv)
    if not args.reason.strip():
        parser.error("--reason must say why")
    path, line = _place(args.place, parser)
    settings = config.load(os.getcwd())
    salted = settings if settings.salt else settings._replace(salt=secrets.token_hex(16))
    findings = _acceptable(path, line, Run.configured(salted))
    if not findings:
        raise ConfigError(f"{args.place}: no finding on this line can be accepted")
    source = settings.source or os.path.join(os.getcwd(), config.FILES[0])
    _append(
        source, settings, salted, [_entry(f, salted.relative(path), args.reason) for f in findings]
    )
    for finding in findings:
        print(f"{os.path.relpath(source)}: accepted {finding.code} {finding.name} in {path}")
    return OK


def _place(place: str, parser: Parser) -> tuple[str, int]:
    match = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", place, re.DOTALL)
    if match is None:
        parser.error(f"{place!r} is no FILE:LINE")
    return match[1], int(match[2])


def _acceptable(path: str, line: int, run: Run) -> list[Finding]:
    try:
        report = engine.lint(files.read_document(path), path, run)
    except files.Unreadable as error:
        raise ConfigError(f"{path}: {error}") from error
    found = {
        (f.code, f.fingerprint): f for f in report.findings if f.line == line and f.fingerprint
    }
    return list(found.values())


def _entry(finding: Finding, path: str, reason: str) -> dict[str, str]:
    fields = {"rule": finding.code, "path": path, "fingerprint": finding.fingerprint}
    return {**fields, "reason": reason.strip()}


def _append(source: str, old: Config, new: Config, entries: list[dict[str, str]]) -> None:
    """Adds the entries to the end of the file, and the salt to the table; all else stays."""
    own = os.path.basename(source) == config.FILES[0]
    data = files.read_document(source) if os.path.exists(source) else b""
    text = data.decode()
    if not old.salt:
        text = _with_salt(text, new.salt, own)
    table = "allow" if own else "tool.fixture-lint.allow"
    for entry in entries:
        lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
        text = f"{text.rstrip()}\n\n[[{table}]]\n" + "\n".join(lines) + "\n"
    text = text.lstrip("\n")
    document = tomllib.loads(text)
    config.parse(document if own else document["tool"]["fixture-lint"], source)
    if data:
        files.replace(source, data, text.encode())
    else:
        with open(source, "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)


def _with_salt(text: str, salt: str, own: bool) -> str:
    line = f'salt = "{salt}"\n'
    if own:
        return line + text
    header = re.search(r"^\[tool\.fixture-lint\][^\n]*\n?", text, re.MULTILINE)
    if header is None:
        return f"{text.rstrip()}\n\n[tool.fixture-lint]\n{line}"
    return f"{text[: header.end()].rstrip()}\n{line}{text[header.end() :]}"
