"""``fixture-lint convert``: a provider's recording as a neutral conversation, and back."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence

from fixture_lint import config
from fixture_lint.cli import Parser
from fixture_lint.cli.main import FINDINGS, OK
from fixture_lint.config import ConfigError
from fixture_lint.documents import files
from fixture_lint.documents.printable import shown, shown_path
from fixture_lint.documents.tree import Document
from fixture_lint.rules import Finding
from fixture_lint.run import Run

_DESCRIPTION = """\
Turns the requests, responses and streams of one scenario, in the order in which they were recorded,
into a neutral conversation: calls are numbered, volatile values are dropped, personal data gets
stand-ins. What the neutral form cannot hold is listed on standard error. A recording with a secret
is refused: revoke it and record again.

With --to it goes the other way: a neutral conversation becomes a request with the whole history, or
the response that its last turn came in, as a provider would send it.
"""
_EXAMPLES = """\
examples:
  fixture-lint convert request-2.json response-2.json --scenario late-parcel \\
      --note "carrier reports a delay; the agent only informs" --output fixtures/late-parcel.json
  fixture-lint convert stream.sse --scenario greeting --note "no tools; the model greets"
  fixture-lint convert fixtures/late-parcel.json --to anthropic-messages
  fixture-lint convert fixtures/late-parcel.json --to gemini --form response
"""
_SCENARIO = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code: 1 if nothing was written because of what the
    recording holds. Raises ConfigError for files that cannot be converted."""
    parser = _parser()
    args = parser.parse_args(argv)
    run = Run.configured(config.load(os.getcwd()))
    documents = [document for path in args.files for document in _read(path, run)]
    if args.to:
        text, losses = _to_provider(parser, args, documents)
        findings: list[Finding] = []
    else:
        text, losses, findings = _to_neutral(parser, args, documents, run)
    _say(f"lost: {loss}" for loss in losses)
    if findings:
        _say(f"{f.code} {f.name}: {f.message}" for f in findings)
        _say(["nothing was written: the conversation would not be clean"])
        return FINDINGS
    _write(args.output, text)
    return OK


def _parser() -> Parser:
    from fixture_lint.kinds.wire import providers

    parser = Parser(
        prog="fixture-lint convert",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="recordings of one scenario")
    parser.add_argument("--scenario", help="name of the scenario, such as late-parcel")
    parser.add_argument("--note", help="what the scenario is for")
    parser.add_argument("--recorded", metavar="DATE", help="YYYY-MM-DD; today if not given")
    parser.add_argument(
        "--to", metavar="PROVIDER", choices=[provider.name for provider in providers()],
        help="the other way: %(choices)s",
    )  # fmt: skip
    parser.add_argument(
        "--form", choices=["request", "response"], default="request",
        help="with --to: what to write (default: request)",
    )  # fmt: skip
    parser.add_argument(
        "--model", help="with --to: the model to name; that of the header if not given"
    )
    parser.add_argument("--output", metavar="PATH", help="a new file; standard output if not given")
    return parser


def _read(path: str, run: Run) -> list[Document]:
    from fixture_lint.reading import documents

    try:
        reads = list(documents(files.read_document(path), path, run))
    except (files.Unreadable, OSError) as error:
        raise ConfigError(f"{shown_path(path)}: {error}") from error
    for read in reads:
        if not isinstance(read, Document):
            raise ConfigError(f"{shown_path(path)}:{read.finding.line}: {read.finding.message}")
    return [read for read in reads if isinstance(read, Document)]


def _to_neutral(
    parser: Parser, args: argparse.Namespace, documents: Sequence[Document], run: Run
) -> tuple[str, Iterable[str], list[Finding]]:
    from datetime import date

    from fixture_lint.conversation import to_text
    from fixture_lint.converting import NotConverted, to_neutral
    from fixture_lint.engine import lint
    from fixture_lint.fixing import fix

    if not args.scenario or not args.note:
        parser.error("--scenario and --note are required")
    if not _SCENARIO.fullmatch(args.scenario):
        parser.error("--scenario takes small letters, digits and hyphens, such as late-parcel")
    recorded = args.recorded or date.today().isoformat()
    meta = {"scenario": args.scenario, "recorded": recorded, "note": args.note}
    try:
        converted = to_neutral(documents, meta)
    except NotConverted as error:
        raise ConfigError(str(error)) from error
    path = os.path.join(os.path.dirname(args.output or ""), f"{args.scenario}.json")
    fixed = fix(to_text(converted.value).encode(), path, run, unsafe=False).data
    findings = [f for f in lint(fixed, path, run).findings if f.severity != "info"]
    return fixed.decode(), converted.losses, findings


def _to_provider(
    parser: Parser, args: argparse.Namespace, documents: Sequence[Document]
) -> tuple[str, Iterable[str]]:
    from fixture_lint.converting import NotConverted, from_neutral
    from fixture_lint.kinds import conversation

    if len(documents) != 1 or not conversation.recognise(documents[0].plain()):
        parser.error("--to takes one neutral conversation")
    meta = documents[0].root.get("meta")
    model = args.model or (meta.text_of("model") if meta else None) or "unknown"
    try:
        return from_neutral(documents[0], args.to, args.form, model)
    except NotConverted as error:
        raise ConfigError(str(error)) from error


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        print(f"fixture-lint: {shown(line)}", file=sys.stderr)


def _write(path: str | None, text: str) -> None:
    if path is None:
        sys.stdout.write(text)
        return
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        raise ConfigError(f"{shown_path(path)} exists; it was not overwritten") from error
    except OSError as error:
        raise ConfigError(f"{shown_path(path)}: {error.strerror}") from error
