"""What a new version has no more and the version in git has: secrets, fields of a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fixture_lint.checks import personal, secrets
from fixture_lint.checks.ordering import payloads
from fixture_lint.checks.rerecording import compared, top
from fixture_lint.documents.tree import Document, Node, Pointer, node_at, route, walk
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import NEVER_IGNORED, Earlier, Run

__all__ = ["personal_fields", "secrets_in_base"]


def secrets_in_base(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Secrets that were taken out: who has the repository has them still."""
    earlier = run.base.earlier(document) if run.base is not None else None
    if run.base is None or earlier is None:
        return
    told = {hit.likeness for hit in secrets.hits(document, run)}
    for hit in secrets.hits(earlier.document):
        if hit.likeness in told or _is_accepted(hit, earlier, run):
            continue
        told.add(hit.likeness)
        if not earlier.holds(earlier.document.text[hit.start : hit.end]):
            way = route(earlier.document.root, hit.start, hit.end)
            at = node_at(document.root, way) if document.root.members else top(document)
            message = f"Secret removed here is still in {run.base.name}; rotate it"
            yield rule.finding(document, at, message)


def _is_accepted(hit: secrets.Hit, earlier: Earlier, run: Run) -> bool:
    return bool(hit.identity) and any(
        run.accepts(rule.code, rule.name, run.fingerprint(rule.code, hit.identity), path)
        for path in (earlier.document.path,)
        for rule in run.rules
        if rule.code in NEVER_IGNORED
    )


def personal_fields(
    document: Document, kind: Kind | None, rule: Rule, run: Run
) -> Iterator[Finding]:
    """Fields with personal data that are gone from arguments and outputs, where all other fields
    beside them are still there."""
    known = compared(document, run)
    if known is None:
        return
    version = known.earlier.document
    starts = [match.spans[0][0] for match in personal.matches(version)]
    if not starts:
        return
    told: set[tuple[int, str]] = set()
    for old, new in payloads(document, version):
        kept = {leaf.value for leaf in walk(new) if not leaf.members}
        ways = [route(old, start, start) for start in starts if old.start <= start < old.end]
        for way in ways:
            found = _gone(old, new, way, ways)
            if found is None or (id(found[0]), found[1]) in told:
                continue
            if any(leaf.value in kept for leaf in walk(node_at(old, way)) if leaf.value):
                continue  # It has another name now.
            told.add((id(found[0]), found[1]))
            key = known.found.before.masked(found[1])
            message = f"{key!r} at {{path}} was removed instead of pseudonymised"
            yield rule.finding(document, found[0], message)


def _gone(
    old: Node, new: Node, way: Pointer, private: Sequence[Pointer]
) -> tuple[Node, str] | None:
    """The object of the new version and the key that it has no more, on the way to a value of the
    old one. None where the way still leads to something, or where more than fields of a person has
    gone."""
    for place, step in enumerate(way):
        before, after = node_at(old, way[:place]), node_at(new, way[:place])
        if before.type != after.type or before.type not in ("object", "array"):
            return None
        if isinstance(step, int):
            if step >= len(after.members):
                return None
        elif after.get(step) is None:
            personal_keys = {p[place] for p in private if p[:place] == way[:place] and p[place:]}
            others = {member.name for member in before.members} - personal_keys
            return (after, step) if others <= {m.name for m in after.members} else None
    return None
