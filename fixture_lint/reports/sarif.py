"""The report as SARIF 2.1.0 (OASIS), as GitHub code scanning reads it.

One run. Fingerprints are a hash of rule, path, pointer and ordinal: they stay when lines move and
say nothing of a value. Limits of GitHub: 25,000 results a run, 10 MB compressed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any

from fixture_lint import __version__
from fixture_lint.documents.printable import shown
from fixture_lint.reports import FileReport, Report
from fixture_lint.rules import ENGINE_CODES, EngineCode, Finding, Rule

MAX_RESULTS = 25_000
MAX_BYTES = 10_000_000
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def report(report: Report, rules: Sequence[Rule]) -> Iterator[str]:
    """The report as one JSON text, in ASCII. ``rules`` are those of the run."""
    known: list[Rule | EngineCode] = [*ENGINE_CODES, *rules]
    results = _results(report, {rule.code: index for index, rule in enumerate(known)})
    limit = MAX_RESULTS
    text = _log(known, results, limit)
    while len(text) > MAX_BYTES and _compressed(text) > MAX_BYTES and limit > 1:
        limit //= 2
        text = _log(known, results, limit)
    yield text


def _log(known: Sequence[Rule | EngineCode], results: list[dict[str, Any]], limit: int) -> str:
    shown_results = results
    if len(results) > limit:
        hidden = len(results) - limit + 1
        more = {"ruleId": results[limit - 1]["ruleId"], "level": "note"}
        more["message"] = {"text": f"{hidden} more results are not listed"}
        shown_results = [*results[: limit - 1], more]
    driver = {
        "name": "fixture-lint",
        "version": __version__,
        "rules": [_descriptor(rule) for rule in known],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": shown_results,
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, indent=2)


def _compressed(text: str) -> int:
    import gzip

    return len(gzip.compress(text.encode()))


def _descriptor(rule: Rule | EngineCode) -> dict[str, Any]:
    why = " ".join(rule.why.split())
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": why},
        "help": {"text": why},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _results(report: Report, indexes: dict[str, int]) -> list[dict[str, Any]]:
    results = []
    for file in report.files:
        ordinals: dict[tuple[str, str], int] = {}
        for finding in file.findings:
            key = (finding.code, finding.pointer)
            ordinals[key] = ordinals.get(key, 0) + 1
            results.append(_result(file, finding, ordinals[key], indexes))
    return results


def _result(
    file: FileReport, finding: Finding, ordinal: int, indexes: dict[str, int]
) -> dict[str, Any]:
    from hashlib import sha256

    parts = [finding.code, os.fsencode(file.path).hex(), finding.pointer, str(ordinal)]
    identity = "\0".join(parts).encode("utf-8", "backslashreplace")
    return {
        "ruleId": finding.code,
        "ruleIndex": indexes[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(file.path)},
                    "region": {
                        "startLine": finding.line,
                        "startColumn": finding.column,
                        "endLine": finding.end_line,
                        "endColumn": finding.end_column,
                    },
                },
                "logicalLocations": [{"fullyQualifiedName": shown(finding.pointer) or "/"}],
            }
        ],
        "partialFingerprints": {"primaryLocationLineHash": sha256(identity).hexdigest()[:32]},
    }


def _uri(path: str) -> str:
    """A path as a URI reference (RFC 3986), byte for byte, whatever its name holds."""
    from urllib.parse import quote

    quoted = quote(os.fsencode(path.replace(os.sep, "/")))
    return f"file://{quoted}" if path.startswith("/") else quoted
