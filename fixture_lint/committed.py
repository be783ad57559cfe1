"""What the fixtures of one change say together, compared with their versions in git."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from fixture_lint.checks import COMMIT, find
from fixture_lint.documents import files
from fixture_lint.documents.tree import Document
from fixture_lint.kinds.conversation import NAME, scenarios
from fixture_lint.reports import FileReport
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

if TYPE_CHECKING:
    from fixture_lint.git import Base

Check = Callable[[Sequence[Document], str, Rule], Iterator[Finding]]


class Change(NamedTuple):
    """A change: the base that files are compared with, and the name by which it was asked for,
    empty for a commit in the making."""

    base: Base
    since: str = ""


def rules_on(run: Run) -> list[Rule]:
    """The rules over a whole change that are on."""
    return [rule for rule in run.rules_on(NAME) if rule.check.startswith(COMMIT)]


def judged(change: Change, paths: Mapping[str, str], run: Run) -> Iterator[FileReport]:
    """What is found in a change.

    ``paths`` are the files of the run as the run calls them, by their paths as git does, which
    begin at the folder of the base. Raises git.Unavailable.
    """
    rules = rules_on(run)
    changed = list(_changed(change.base, paths, run)) if rules else []
    for rule in rules:
        yield from found_in(changed, change.since, rule, run)


def found_in(changed: Sequence[Document], since: str, rule: Rule, run: Run) -> Iterator[FileReport]:
    """What a rule finds in conversations whose behaviour has changed. Those for which it is ignored
    do not count."""
    from fixture_lint.checks.masking import masked

    counted = []
    for document in changed:
        ignored = run.ignored(document.path)
        if rule.code in ignored:
            run.used_ignores |= ignored[rule.code]
        else:
            counted.append(document)
    check = cast(Check, find(rule.check))
    if findings := list(check(counted, since, rule)):
        first = counted[0]
        yield FileReport(first.path, NAME, findings, {first.record: masked(first)})


def _changed(base: Base, paths: Mapping[str, str], run: Run) -> Iterator[Document]:
    """The conversations whose behaviour is another one than in the base, in the order of their
    paths. What cannot be read in one of both versions is no matter of these rules."""
    from fixture_lint.git import UnreadableVersion

    for change in base.changed():
        if change.path is None or change.old_path is None or change.path not in paths:
            continue
        try:
            version = base.read(change.path)
            new = files.read_document(change.path)
        except (UnreadableVersion, files.Unreadable):
            continue
        if version is not None and version.data != new:
            yield from changed_in(version.data, new, paths[change.path], run)


def changed_in(old: bytes, new: bytes, path: str, run: Run) -> Iterator[Document]:
    """The conversations in a file whose behaviour has changed. Those of JSON Lines are paired by
    their scenarios."""
    from fixture_lint.behaviour.compare import compare

    before = _by_scenario(old, path, run)
    for name, document in _by_scenario(new, path, run).items():
        earlier = before.get(name)
        if earlier is not None:
            found = compare(earlier, document)
            if found is not None and found.is_behaviour:
                yield document


def _by_scenario(data: bytes, path: str, run: Run) -> dict[tuple[str, int], Document]:
    """The conversations in a file by the names of their scenarios, where records have one, and a
    number that tells those of one name apart. A file that is one document has but one key."""
    from fixture_lint.inspection import kind_of
    from fixture_lint.reading import documents

    found: dict[tuple[str, int], Document] = {}
    counts: dict[str, int] = {}
    for read in documents(data, path, run):
        if not isinstance(read, Document):
            continue
        kind = kind_of(read, run)
        if kind is None or kind.NAME != NAME:
            continue
        meta = scenarios(read)[0].get("meta") if read.record else None
        name = (meta.text_of("scenario") if meta else None) or ""
        counts[name] = counts.get(name, 0) + 1
        found[name, counts[name]] = read
    return found
