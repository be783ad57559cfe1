"""Running the examples of rules: the proofs that stand beside each rule."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fixture_lint import committed, config
from fixture_lint.documents.canonical import render
from fixture_lint.documents.json import ParseError, read
from fixture_lint.documents.second import Unconfirmed
from fixture_lint.documents.tree import Document
from fixture_lint.engine import lint
from fixture_lint.fixing import Unsettled, fix
from fixture_lint.git import Version
from fixture_lint.reports import FileReport
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run
from fixture_lint.summaries import Gathered
from fixture_lint.versions import Versions

_META = (
    '{"scenario": "late-parcel", "recorded": "2026-03-14", "provider": "chat-completions", '
    '"model": "small", "note": "an example that stands beside its rule"}'
)
_META_BESIDE = (
    '{"scenario": "NAME", "recorded": "2026-03-14", "provider": "chat-completions", '
    '"model": "small", "note": "a fixture beside that example: NAME"}'
)
_PATHS = {
    "cassette": "late-parcel.yaml",
    "stream": "late-parcel.sse",
    "test": "test_late_parcel.py",
}
"""The names of examples that state none."""
_SAMPLE = re.compile(r"<<sample:([a-z0-9-]+)>>")
_REPEAT = re.compile(r"<<repeat:(\d+):([^>]*)>>")


class _Given(NamedTuple):
    """A base that has one file."""

    version: Version
    name: str = "main"

    def read(self, path: str) -> Version | None:
        return self.version


def failures(rule: Rule, example: dict[str, Any], known: Sequence[Rule]) -> Iterator[str]:
    """In which ways an example of a rule does not hold; nothing if it does.

    ``bad`` is found exactly at the places stated and by no other rule, ``good`` is clean under
    every rule of its kind, the fix turns ``bad`` into ``good`` byte for byte, and without ``good``
    no fix changes anything. With ``files`` all of them are also compared with each other, with
    ``base`` the text is also compared with it.
    """
    run = _run(rule, example, known)
    path = _path(example)
    if "base" in example:
        old = Version(example.get("base-path", path), expanded(example["base"], example).encode())
        run.base = Versions(_Given(old), run, is_given=True)
    good = expanded(example["good"], example) if "good" in example else None
    if good is not None:
        yield from _not_clean(good, path, run)
        for place, found in _across(good, example, run):
            yield f"good: {found.code} is found in {place}: {found.message}"
    if "bad" not in example:
        return
    bad = expanded(example["bad"], example)
    findings = lint(bad.encode(), path, run).findings
    for place, found in _across(bad, example, run):
        if place == path:
            findings.append(found)
        else:
            yield f"bad: {found.code} is found in {place}: {found.message}"
    own = [finding for finding in findings if finding.code == rule.code]
    for other in findings:
        if other.code != rule.code:
            yield f"bad: {other.code} is found too: {other.message}"
    marked = [_marked(bad, finding) for finding in own]
    expected = [_sampled(place) for place in example["at"]]
    if marked != expected:
        yield f"bad: found at {marked}, not at {expected}"
    yield from _wrongly_fixed(bad, good, path, run)


def _path(example: dict[str, Any]) -> str:
    return str(example.get("path", _PATHS.get(example["kind"], "late-parcel.json")))


def _run(rule: Rule, example: dict[str, Any], known: Sequence[Rule]) -> Run:
    settings = config.parse(example.get("config", {}), os.path.join(os.getcwd(), "example"))
    return Run(settings, [*(r for r in known if r.code != rule.code), rule])


def _across(text: str, example: dict[str, Any], run: Run) -> Iterator[tuple[str, Finding]]:
    """What is found, with the paths, by comparing a text with its base, and with the files beside
    it."""
    reports: list[FileReport] = []
    if "base" in example:
        base = expanded(example["base"], example).encode()
        changed = list(committed.changed_in(base, text.encode(), _path(example), run))
        for rule in committed.rules_on(run):
            reports += committed.found_in(changed, "main", rule, run)
    if "files" in example:
        reports += _compared(text, example, run).values()
    for report in reports:
        yield from ((report.path, finding) for finding in report.findings)


def _compared(text: str, example: dict[str, Any], run: Run) -> dict[str, FileReport]:
    gathered = Gathered()
    gathered.unwritten[_path(example)] = text.encode()
    for path, source in example["files"].items():
        meta = _META_BESIDE.replace("NAME", os.path.splitext(os.path.basename(path))[0])
        beside = expanded(source, {**example, "path": path}, meta)
        gathered.unwritten[path] = beside.encode()
    for path, data in gathered.unwritten.items():
        lint(data, path, run, gathered.summaries)
    return gathered.reports(run)


def _not_clean(good: str, path: str, run: Run) -> Iterator[str]:
    for finding in lint(good.encode(), path, run).findings:
        yield f"good: {finding.code} is found: {finding.message}"


def _wrongly_fixed(bad: str, good: str | None, path: str, run: Run) -> Iterator[str]:
    try:
        fixed = fix(bad.encode(), path, run, unsafe=True).data.decode()
        if good is None:
            if fixed != bad:
                yield f"a fix changes the text, but the example states none:\n{fixed}"
        elif fixed != good:
            yield f"the fix makes\n{fixed}instead of\n{good}"
        elif fix(fixed.encode(), path, run, unsafe=True).data.decode() != fixed:
            yield "fixing the fixed text changes it again"
    except (Unconfirmed, Unsettled) as error:
        yield f"the fix is refused: {error}"


def _marked(text: str, finding: Finding) -> str:
    return text.removeprefix("\ufeff")[finding.start : finding.end]


def expanded(source: str, example: dict[str, Any], meta: str = _META) -> str:
    """The text of an example: printed canonically and given a header, unless ``as-is``. What is not
    kept as JSON is taken as it stands."""
    source = _sampled(source)
    source = _REPEAT.sub(lambda match: (match[2] * int(match[1]))[: int(match[1])], source)
    if example.get("as-is") or not _path(example).endswith(".json"):
        return source
    try:
        root = read(source)
    except ParseError as error:
        raise ValueError(f"example does not parse: {error.detail}; use as-is") from error
    if example["kind"] == "conversation" and root.type == "object" and root.get("meta") is None:
        source = f'{{"meta": {meta}, {source.lstrip()[1:]}'
        root = read(source)
    document = Document("", source, root)
    return render(document, {"indentation", "final-newline"}, lambda node: node.members)


def _sampled(text: str) -> str:
    """Puts a token in the place of each ``<<sample:family>>``, the same one for each family. No
    token stands in a file: it is made from the shape of its family."""

    def sample(match: re.Match[str]) -> str:
        from fixture_lint.detectors.samples import sample

        return sample(match[1], random.Random(match[1]))

    return _SAMPLE.sub(sample, text)


def describe(example: dict[str, Any]) -> str:
    """One line that tells an example from the others of its rule."""
    text = example.get("bad", example.get("good", ""))
    what = "finds" if "bad" in example else "passes"
    return f"{what} {' '.join(text.split())[:60]}"
