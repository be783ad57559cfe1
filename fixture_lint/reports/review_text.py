"""The review for people: what has changed in each fixture, and what nobody has to read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from fixture_lint.behaviour.review import FileReview
from fixture_lint.documents.printable import shown, shown_path
from fixture_lint.reports.columns import cut_middle, width_of
from fixture_lint.reports.review_lines import Line, Span, block, header
from fixture_lint.reports.review_summary import (
    QUESTION,
    groups,
    names,
    needs_decision,
    place,
    plural,
    title,
)

_COLOURS = {
    "head": "1",
    "faint": "2",
    "alarm": "1;31",
    "+": "32",
    "-": "31",
    "u": "1;31",
    "!": "31",
    "r": "36",
    "r!": "36",
    "s": "36",
    "q": "36",
    "c": "35",
    "≈": "35",
    "·": "2",
}
_OTHER = "33"
_WORDS = re.compile(r"(\[-.*?-\]|\{\+.*?\+\})")


def write(reviews: Sequence[FileReview], out: TextIO, *, color: bool, width: int) -> None:
    """Prints the fixtures whose behaviour has changed, then in a line or two the others."""
    for line in lines(reviews, width):
        print("".join(map(_painted, line) if color else (s.text for s in line)).rstrip(), file=out)


def lines(reviews: Sequence[FileReview], width: int) -> Iterator[Line]:
    """The lines of the report."""
    decide = [review for review in reviews if needs_decision(review)]
    for review in decide:
        yield from block(review, width)
        yield ()
    yield from _beside(reviews, width)
    yield from _quiet(reviews, width, bool(decide))
    if decide:
        yield (Span("head", QUESTION),)


def _beside(reviews: Iterable[FileReview], width: int) -> Iterator[Line]:
    """Fixtures that have one version only, and what could not be compared."""
    for review in reviews:
        if review.problem:
            path = shown_path(review.path)
            yield (Span("head", path), Span("alarm", f": not compared: {shown(review.problem)}"))
        elif review.state in ("added", "deleted"):
            yield from header(review, width)
            if place(review):
                yield (Span("faint", cut_middle(f"   {place(review)}", width)),)
            note = shown(review.note[1] or review.note[0])
            if note:
                yield (Span("", "   " + cut_middle(f'note "{note}"', width - 3)),)


def _quiet(reviews: Sequence[FileReview], width: int, is_other: bool) -> Iterator[Line]:
    """The fixtures whose behaviour is the same: in one line if it is short, else a line a class."""
    found = groups(reviews)
    if not found:
        return
    count = sum(len(group) for _, _, group in found)
    begin = f"{count:,} {'other ' if is_other else ''}{plural('fixture', count)}: "
    short = begin + ", ".join(
        f"{len(group):,} {words} ({names(group)})" for _, words, group in found
    )
    if len(found) == 1 or width_of(short) <= width:
        yield (Span("", cut_middle(short, max(width, 40))),)
        return
    yield (Span("", f"{begin}behaviour is the same"),)
    for mark, words, group in found:
        text = f"{mark}  {len(group):,} {words}: {names(group)}"
        yield (Span("faint", cut_middle(text, width)),)


def _painted(span: Span) -> str:
    if not span.style:
        return _WORDS.sub(_word, span.text)
    return f"\x1b[{_COLOURS.get(span.style, _OTHER)}m{span.text}\x1b[0m" if span.text else ""


def _word(match: re.Match[str]) -> str:
    return f"\x1b[{'31' if match[0].startswith('[') else '32'}m{match[0]}\x1b[0m"


def textconv(review: FileReview) -> Iterator[str]:
    """One version of a fixture, a step a line, for ``git diff`` to compare."""
    yield f"scenario: {title(review)}"
    for name, (_, value) in (("recorded", review.recorded), ("note", review.note)):
        if value:
            yield f"{name}: {shown(value)}"
    yield ""
    for row in review.rows:
        yield f"{shown(row.label) or row.kind}{' ↳' * (row.kind == 'result')}  {shown(row.head)}"
