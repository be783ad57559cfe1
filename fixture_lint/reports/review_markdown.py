"""The review as a comment on a pull request, or a step summary.

What stands in a fixture is not trusted: it makes no markup, no link and no mention, and does not
end the block that it stands in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from fixture_lint.behaviour.review import FileReview
from fixture_lint.reports.markdown import plain
from fixture_lint.reports.review_lines import block
from fixture_lint.reports.review_summary import (
    detail,
    groups,
    is_unknown,
    needs_decision,
    place,
    plural,
    title,
    verdict,
)

MARKER = "<!-- fixture-lint:semantic-diff -->"
"""The first line, by which a bot finds its comment again."""

MAX_CHARACTERS = 65_000
"""Longest comment. GitHub takes 65,536 characters."""

_ALONE = frozenset({"added", "deleted", "unreadable"})
_MOST_ROWS = 100
_LONGEST_BLOCK = 12_000
_WIDTH = 100
_TICKS = re.compile("`{3,}")
_COLUMNS = ("fixture", "calls", "args", "text", "results", "note", "verdict needed")

_CALLS = {
    "call-added": "+{}",
    "call-removed": "−{}",
    "tool-changed": "{} other tool",
    "call-reordered": "{} moved",
}
_ARGS = frozenset({"args-changed", "args-format-changed", "args-validity-changed"})
_TEXT = frozenset(
    {"text-changed", "text-format-changed", "turn-added", "turn-removed", "turn-moved"}
)
_RESULTS = frozenset({"result-changed", "result-to-error", "error-to-result"})


def write(reviews: Sequence[FileReview], out: TextIO) -> None:
    """Prints the comment; nothing if no fixture has changed."""
    changed = [review for review in reviews if review.state != "same" or review.headline]
    if all(is_unknown(review) for review in changed):
        return
    for line in _comment(changed):
        print(line, file=out)


def _comment(reviews: Sequence[FileReview]) -> Iterator[str]:
    decide = [review for review in reviews if needs_decision(review)]
    head = [MARKER, f"### Fixture changes: {_counts(reviews, len(decide))}", ""]
    unknown = [review for review in reviews if is_unknown(review)]
    listed = [*decide, *(r for r in reviews if r.state in _ALONE and not is_unknown(r))]
    if listed:
        head += [_cells(_COLUMNS), _cells(["---"] * len(_COLUMNS))]
        head += [_row(review) for review in listed[:_MOST_ROWS]]
        if len(listed) > _MOST_ROWS:
            rest = f"… {len(listed) - _MOST_ROWS:,} more"
            head.append(_cells([rest, *[""] * (len(_COLUMNS) - 1)]))
        head.append("")
    end = [f"- [ ] {_name(r)}: improvement / regression decided" for r in decide[:_MOST_ROWS]]
    end += ["", *_quiet(reviews)]
    if unknown:
        end += [f"Not compared, since they are no recordings: {_names(unknown)}", ""]
    yield from head
    yield from _blocks(decide, MAX_CHARACTERS - _size(head) - _size(end) - 200)
    yield from end


def _counts(reviews: Sequence[FileReview], behaviour: int) -> str:
    counts = [f"{behaviour:,} changed behaviour"] if behaviour else []
    counts += [f"{len(group):,} {words}" for _, words, group in groups(reviews)]
    states: Counter[str] = Counter(r.state for r in reviews if not is_unknown(r))
    known = {"added": "new", "deleted": "deleted", "unreadable": "not compared"}
    counts += [f"{states[state]:,} {word}" for state, word in known.items() if states[state]]
    return ", ".join(counts)


def _row(review: FileReview) -> str:
    if review.state in _ALONE:
        what = f"{verdict(review)}: {plain(review.problem)}" if review.problem else verdict(review)
        return _cells([_name(review), what, "", "", "", "", ""])
    names = Counter(change.name for change in review.changes)
    calls = ", ".join(form.format(names[n]) for n, form in _CALLS.items() if names[n])
    args = sum(names[name] for name in _ARGS)
    results = [f"{sum(names[name] for name in _RESULTS) or ''}"]
    results += [
        f"{names[f'{what}-changed']} in {what}"
        for what in ("request", "response", "contract")
        if names[f"{what}-changed"]
    ]
    old, new = review.note
    note = "not updated" if review.is_note_stale else "updated" if old != new else ""
    shown_args = f"{args} changed" if args else ""
    cells = [_name(review), calls, shown_args, _text(review), ", ".join(filter(None, results))]
    return _cells([*cells, note, "yes"])


def _text(review: FileReview) -> str:
    said = [row for row in review.rows if row.kind == "say"]
    changed = [row for row in review.rows if any(c.name in _TEXT for c in row.changes)]
    words = []
    if any(c.name == "user-input-changed" for c in review.changes):
        words.append("user input")
    if said and any(change.name in _TEXT for change in said[-1].changes):
        words.append("final answer")
        changed = [row for row in changed if row is not said[-1]]
    if changed:
        words.append(f"{len(changed)} {'others' if words else 'changed'}")
    return ", ".join(words)


def _blocks(reviews: Sequence[FileReview], room: int) -> Iterator[str]:
    for number, review in enumerate(reviews):
        lines = list(_details(review))
        room -= _size(lines)
        if room < 0:
            left = len(reviews) - number
            yield f"_{left:,} more {plural('fixture', left)}: a comment cannot be longer. The whole"
            yield "review is what `fixture-lint diff` prints._"
            yield ""
            return
        yield from lines


def _details(review: FileReview) -> Iterator[str]:
    lines = ["".join(span.text for span in line).rstrip() for line in block(review, _WIDTH)]
    size = shown = 0
    while shown < len(lines) and size < _LONGEST_BLOCK:
        size += len(lines[shown]) + 1
        shown += 1
    if shown < len(lines):
        lines = [*lines[:shown], f"… {len(lines) - shown:,} more lines: `fixture-lint diff`"]
    runs = [len(run) for line in lines for run in _TICKS.findall(line)]
    fence = "`" * max([3, *(run + 1 for run in runs)])
    yield f"<details><summary>{_in_html(review)}</summary>"
    yield from ("", f"{fence}diff", *lines, fence, "", "</details>", "")


def _quiet(reviews: Iterable[FileReview]) -> Iterator[str]:
    for _, words, group in groups(reviews):
        called = _names(group)
        if group[0].headline == "noise-only":
            verb = "differs" if len(group) == 1 else "differ"
            what = plain(detail(group[0], "noise-only")) if len(group) == 1 else "volatile values"
            yield (
                f"**Not accepted:** {called} {verb} only in {what} (FX701): complete the "
                "recorder's stripping instead of committing noise."
            )
        else:
            yield f"{words[:1].upper()}{words[1:]}: {called}"
        yield ""


def _names(group: Sequence[FileReview]) -> str:
    called = ", ".join(_name(review) for review in group[:_MOST_ROWS])
    return called + (f" and {len(group) - _MOST_ROWS:,} more" if len(group) > _MOST_ROWS else "")


def _name(review: FileReview) -> str:
    where = place(review)
    return plain(title(review)[:200]) + (f" ({plain(where[:400])})" if where else "")


def _in_html(review: FileReview) -> str:
    """A title inside of HTML, where Markdown has no meaning."""
    text = title(review)[:200].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("@", "@\u2060").replace("://", ":\u2060//")


def _cells(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _size(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)
