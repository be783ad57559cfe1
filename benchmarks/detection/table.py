"""The tables of a measurement, and whether its targets are met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from benchmarks.detection.cases import NOTHING, SECRET
from benchmarks.detection.files import Label
from benchmarks.detection.measure import Outcome, group


class Goal(NamedTuple):
    """A measured share, its limit, and whether it must stay below."""

    what: str
    share: float
    limit: float
    at_most: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the share keeps to the limit."""
        return self.share <= self.limit if self.at_most else self.share >= self.limit


def goals(outcome: Outcome) -> tuple[Goal, ...]:
    """The targets."""
    return (
        Goal("secrets, recall", _recall(outcome, SECRET), 0.95),
        Goal("secrets, precision", _precision(outcome, SECRET), 0.98),
        Goal("personal data that tells by its value, F1", _f1(outcome, "value"), 0.90),
        Goal("personal data that a key or phrase tells, F1", _f1(outcome, "keyed"), 0.90),
        Goal("hard negatives flagged", _recall(outcome, NOTHING), 0.01, at_most=True),
    )


def _recall(outcome: Outcome, of: str) -> float:
    planted, found = _sums(outcome, lambda label: group(label.label) == of)
    return found / planted if planted else 0.0


def _precision(outcome: Outcome, of: str) -> float:
    findings = outcome.right[of] + outcome.wrong[of]
    return outcome.right[of] / findings if findings else 0.0


def _f1(outcome: Outcome, of: str) -> float:
    recall, precision = _recall(outcome, of), _precision(outcome, of)
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def _sums(outcome: Outcome, wanted: Callable[[Label], bool]) -> tuple[int, int]:
    labels = [label for label in outcome.labels if wanted(label)]
    return sum(outcome.labels[x] for x in labels), sum(outcome.found[x] for x in labels)


def render(outcome: Outcome) -> str:
    """All tables as Markdown."""
    return "\n".join(_lines(outcome)) + "\n"


def _lines(outcome: Outcome) -> Iterator[str]:
    yield from _table(
        ("target", "measured", "limit", ""),
        (
            (
                goal.what,
                _percent(goal.share, 2),
                f"{'≤' if goal.at_most else '≥'} {_percent(goal.limit)}",
                "met" if goal.is_met else "missed",
            )
            for goal in goals(outcome)
        ),
    )
    yield from ("", "Secrets by carrier:", "")
    yield from _by(outcome, lambda label: label.label == SECRET, "carrier", "carrier")
    yield from ("", "Personal data by type:", "")
    yield from _by(outcome, _is_personal, "row", "type")
    yield from ("", "Personal data by carrier:", "")
    yield from _by(outcome, _is_personal, "carrier", "carrier")
    yield from ("", "Hard negatives by kind, where less is better:", "")
    yield from _by(outcome, lambda label: label.label == NOTHING, "row", "kind", "flagged")
    yield from ("", "Secrets by family:", "")
    yield from _by(outcome, lambda label: label.label == SECRET, "row", "family")


def _is_personal(label: Label) -> bool:
    return label.label not in (SECRET, NOTHING)


def _by(
    outcome: Outcome, wanted: Callable[[Label], bool], field: str, title: str, found: str = "found"
) -> Iterator[str]:
    rows: dict[str, list[Label]] = {}
    for label in outcome.labels:
        if wanted(label):
            rows.setdefault(getattr(label, field), []).append(label)
    made = []
    for name, labels in sorted(rows.items()):
        planted = sum(outcome.labels[label] for label in labels)
        hits = sum(outcome.found[label] for label in labels)
        made.append((name, str(planted), str(hits), _percent(hits / planted, 1)))
    return _table((title, "planted", found, "share"), made)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for cells in (head, ("---",) * len(head), *rows):
        yield "| " + " | ".join(cells) + " |"


def _percent(share: float, places: int = 0) -> str:
    return f"{100 * share:.{places}f} %"
