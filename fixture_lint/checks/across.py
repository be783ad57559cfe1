"""Rules over several fixtures. They look at summaries, never at documents: a set may be large.

A check is called as ``check(summaries, rule)``, with the summaries in the order of their paths.
Only recordings of the same provider and model are compared: what another model said in the same
scenario is a recording of its own, and no copy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

from fixture_lint.checks.likeness import first_alike
from fixture_lint.documents.printable import shown_path
from fixture_lint.kinds.digest import Digest
from fixture_lint.rules import Rule

__all__ = ["contradictions", "near_duplicates", "same_notes"]


class Summary(NamedTuple):
    """A conversation among others. ``record`` is its line in JSON Lines, otherwise 0; ``element``
    its number in a list, from 1, otherwise 0."""

    path: str
    record: int
    element: int
    digest: Digest

    @property
    def place(self) -> tuple[str, int, int]:
        """Where it is: which of two is the later one."""
        return self.path, self.record, self.element

    @property
    def name(self) -> str:
        """How messages call it."""
        name = shown_path(self.path)
        if self.record:
            name += f":{self.record}"
        return f"{name} ({self.element}.)" if self.element else name


class Verdict(NamedTuple):
    """What is found in a conversation, the later one of a pair; ``at_note`` places it there."""

    summary: Summary
    other: Summary
    message: str
    at_note: bool = False


Judge = Callable[[Sequence[Summary], Rule], Iterator[Verdict]]


def near_duplicates(summaries: Sequence[Summary], rule: Rule) -> Iterator[Verdict]:
    """Conversations with the same calls as an earlier one and nearly all leaves equal (data:
    ``percent``). Those without a call are compared from ``leaves`` on: two short greetings are
    equal by nature."""
    percent, least = rule.data["percent"], rule.data["leaves"]
    compared = [s for s in summaries if s.digest.calls or len(s.digest.leaves) >= least]
    for group in _groups(compared, lambda digest: (digest.origin, digest.skeleton)):
        alikes = first_alike([summary.digest.leaves for summary in group], percent)
        for summary, alike in zip(group, alikes, strict=True):
            if alike is not None:
                other = group[alike.other]
                calls = "Same calls as" if summary.digest.calls else "No calls, as in"
                message = (
                    f"{calls} {other.name} and {alike.percent} % equal leaves; derive the variant "
                    "in the test"
                )
                yield Verdict(summary, other, message)


def same_notes(summaries: Sequence[Summary], rule: Rule) -> Iterator[Verdict]:
    """Notes that an earlier conversation has too, case and white space apart."""
    noted = [summary for summary in summaries if summary.digest.note]
    for first, *others in _groups(noted, lambda digest: (digest.origin, digest.note)):
        message = f"meta.note says nothing about the purpose: same note as {first.name}"
        for summary in others:
            yield Verdict(summary, first, message, at_note=True)


def contradictions(summaries: Sequence[Summary], rule: Rule) -> Iterator[Verdict]:
    """Conversations that begin as an earlier one does and go on in another way."""
    opened = [summary for summary in summaries if summary.digest.opening]
    for group in _groups(opened, lambda digest: (digest.origin, digest.opening)):
        first, second = group[0], None
        begun = _whole(first)
        for summary in group[1:]:
            other = first if _whole(summary) != begun else second
            if other is None:
                continue
            second = second or summary
            yield Verdict(
                summary, other, f"Same opening as {other.name} but different continuation"
            )


def _whole(summary: Summary) -> tuple[int, int]:
    return summary.digest.skeleton, hash(frozenset(summary.digest.leaves))


def _groups(
    summaries: Sequence[Summary], key: Callable[[Digest], Hashable]
) -> Iterator[list[Summary]]:
    """Those that have the same key, in their order; nothing of those that are alone."""
    groups: dict[Hashable, list[Summary]] = {}
    for summary in summaries:
        groups.setdefault(key(summary.digest), []).append(summary)
    return (group for group in groups.values() if len(group) > 1)
