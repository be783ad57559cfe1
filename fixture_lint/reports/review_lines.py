"""The lines that show what has changed in a fixture: step by step, with a mark for each change.

They are made of spans with a style, so that a terminal can colour them; without colour they say the
same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fixture_lint.behaviour.classes import BY_NAME, rank
from fixture_lint.behaviour.review import FileReview, Row, Shown
from fixture_lint.documents.printable import shown
from fixture_lint.reports.columns import cut_middle, padded, width_of
from fixture_lint.reports.review_summary import besides, place, plural, title, verdict
from fixture_lint.reports.words import difference

_MARK = 3
"""Columns of a mark and what parts it from the step."""

_TEXTS = frozenset({"user-input-changed", "text-changed", "text-format-changed"})
_WHOLE = frozenset(
    {"call-removed", "call-added", "call-reordered", "turn-added", "turn-removed", "turn-moved"}
)
"""Classes that concern a step as a whole: it is shown with its arguments."""

_SPEAKING = frozenset({"args-changed", "args-format-changed"}) | _TEXTS - {"user-input-changed"}
"""Classes that need no words: what has changed stands there."""

_WHOLE_LINES = frozenset({"+", "-"})
"""Marks whose style holds for the whole line."""

_NARROWEST = 24
_LABEL, _REMARK = 12, 40
"""Columns of what is short in every real recording."""


class Span(NamedTuple):
    """A part of a line. ``style`` is a mark of a class, or ``head``, ``faint``, ``alarm``, or
    empty."""

    style: str
    text: str


Line = tuple[Span, ...]


class _Step(NamedTuple):
    """A step as it is shown: its mark, its label, its lines and what is said at their right."""

    style: str
    label: str
    lines: list[tuple[str, str]]
    words: str = ""


def block(review: FileReview, width: int) -> Iterator[Line]:
    """All lines of a fixture whose behaviour has changed."""
    yield from header(review, width)
    if place(review):
        yield (Span("faint", cut_middle(f"{'':{_MARK}}{place(review)}", width)),)
    yield from steps(review, width)
    yield from _below(review, width)


def header(review: FileReview, width: int) -> Iterator[Line]:
    """Says which fixture it is, when it was recorded, and the verdict; in a line if it fits."""
    old, new = (cut_middle(shown(date), _LABEL) for date in review.recorded)
    dates = f"{old} → {new}" if old and new and old != new else new or old
    words = verdict(review)
    name = Span("head", cut_middle(title(review), width))
    recorded = Span("", f"   recorded {dates}   " if dates else "   ")
    judged = Span("alarm" if "CHANGED" in words else "faint", words)
    if sum(width_of(span.text) for span in (name, recorded, judged)) <= width:
        yield (name, recorded, judged)
    else:
        yield (name,)
        if width_of(recorded.text) + width_of(words) > width:
            yield (recorded,)
            recorded = Span("", f"{'':{_MARK}}")
        yield (recorded, judged)


def steps(review: FileReview, width: int) -> Iterator[Line]:
    """The steps that have changed, each with a neighbour; the others are counted."""
    rows = review.rows
    wanted = [
        any(row.changes for row in rows[max(number - 1, 0) : number + 2])
        for number in range(len(rows))
    ]
    if rows and rows[0].kind == "user":  # It says what the scenario is about.
        wanted[0] = True
    for number in range(1, len(rows) - 1):  # A line would say no less than that it is hidden.
        if wanted[number - 1] and wanted[number + 1]:
            wanted[number] = True
    labels = [_label(row) for row, is_wanted in zip(rows, wanted, strict=True) if is_wanted]
    label_width = max(map(width_of, labels), default=0)
    room = max(width - _MARK - label_width - 2, _NARROWEST)
    made: list[_Step | int] = []
    for row, is_wanted in zip(rows, wanted, strict=True):
        if is_wanted:
            made.append(_step(row, room))
        elif made and isinstance(made[-1], int):
            made[-1] += 1
        else:
            made.append(1)
    yield from _laid_out(made, label_width, room)


def _laid_out(made: Sequence[_Step | int], label_width: int, room: int) -> Iterator[Line]:
    ends = [width_of(step.lines[-1][1]) for step in made if isinstance(step, _Step) and step.words]
    words = [width_of(step.words) for step in made if isinstance(step, _Step)]
    right = min(max(ends, default=0) + 3, max(room - max(words, default=0), 0))
    for step in made:
        if isinstance(step, int):
            blank = " " * (label_width - 1)
            unchanged = f"{step:,} {plural('step', step)} unchanged"
            yield (Span("faint", f"{'':{_MARK}}…{blank}  {unchanged}"),)
            continue
        for number, (sign, text) in enumerate(_with_words(step, right, room)):
            mark = f"{step.style if number == 0 else '':<{_MARK}}"
            label = padded(step.label if number == 0 else "", label_width)
            lead = Span(step.style, f"{mark}{label}  ")
            style = sign if sign.strip() else step.style
            yield (lead, Span(style if style in _WHOLE_LINES else "", text))


def _with_words(step: _Step, right: int, room: int) -> Iterator[tuple[str, str]]:
    *before, (sign, last) = step.lines
    yield from before
    if not step.words:
        yield sign, last
    elif width_of(last) + 3 <= right:
        yield sign, padded(last, right) + step.words
    elif width_of(last) + 3 + width_of(step.words) <= room:
        yield sign, f"{last}   {step.words}"
    else:
        yield sign, last
        yield " ", f"({step.words})"


def _label(row: Row) -> str:
    label = cut_middle(shown(row.label or row.kind), _LABEL)
    return f"{label} ↳" if row.kind == "result" else label


def _step(row: Row, room: int) -> _Step:
    head = shown(row.head)
    if not row.changes:
        return _Step("", _label(row), [(" ", cut_middle(head, room))])
    worst = min(row.changes, key=lambda change: rank(change.name))
    words = _words(worst)
    pieces = [_piece(change, worst.name, row, words, room) for change in row.changes]
    has_tool = row.kind in ("call", "tool") and worst.name not in _WHOLE | {"tool-changed"}
    subject = head.partition("(")[0] if has_tool and not _is_bare(worst) else ""
    mark = BY_NAME[worst.name].mark
    return _Step(mark, _label(row), _joined(subject, pieces, room), words)


def _words(change: Shown) -> str:
    """What is said of a step at its right: what its mark means, where its values do not tell."""
    meaning = "" if change.name in _SPEAKING else BY_NAME[change.name].meaning
    remark = cut_middle(shown(change.remark), _REMARK) if _is_bare(change) else ""
    if not remark or (change.name in _WHOLE and remark in meaning):
        return meaning
    if change.name == "args-validity-changed":
        return f"arguments as JSON: {remark}"
    return f"{remark}; {meaning}" if meaning and change.name not in _WHOLE else remark


def _is_bare(change: Shown) -> bool:
    """Whether a change has no values to show: it concerns its step as a whole."""
    return change.old is None and change.new is None and not change.where


def _joined(
    subject: str, pieces: Sequence[list[tuple[str, str]]], room: int
) -> list[tuple[str, str]]:
    """What has changed in a step: in one line if there is room, otherwise a line and more each."""
    if all(len(piece) == 1 for piece in pieces):
        line = "   ".join(piece[0][1] for piece in pieces)
        line = f"{subject}  {line}" if subject else line
        if width_of(line) <= room:
            return [(pieces[0][0][0], line)]
    lines = [(" ", cut_middle(subject, room))] if subject else []
    return lines + [line for piece in pieces for line in piece]


def _piece(change: Shown, worst: str, row: Row, words: str, room: int) -> list[tuple[str, str]]:
    """The lines of a change, each with the sign of what was removed or added, or a space."""
    if _is_bare(change):
        is_more = change.name not in _WHOLE and change is not row.changes[0]
        text = shown(change.remark if is_more else row.head)
        return [(" ", cut_middle(text, max(room - width_of(words) - 3, _NARROWEST)))]
    known = BY_NAME[change.name]
    remark = cut_middle(shown(change.remark), _REMARK)
    tail = f"  {known.mark} {remark}".rstrip() if change.name != worst else ""
    if remark and not tail:
        tail = f"  ({remark})"
    lead = f"{_where(change.where)} " if change.where else ""
    old, new = (_value(change, value) for value in (change.old, change.new))
    left = room - width_of(lead) - width_of(tail)
    found = difference(old, new, left if left >= _NARROWEST else room)
    if found.is_cut and not remark and change.name == "result-changed":
        tail = f"  ({len(old):,} → {len(new):,} characters)"
    (sign, text), *others = found.lines
    if not others and width_of(lead) + width_of(text) + width_of(tail) <= room:
        return [(sign, f"{lead}{text}{tail}")]
    lines = [(sign, f"{sign} {text}" if sign != " " else text) for sign, text in found.lines]
    about = cut_middle(f"{lead}{tail.strip()}".strip(), room)
    return [(" ", about), *lines] if about else lines


def _where(pointer: str) -> str:
    """A pointer as people read it: without the slash that each begins with."""
    plain = pointer.removeprefix("/").replace("~1", "/").replace("~0", "~")
    return cut_middle(shown(plain), _REMARK)


def _value(change: Shown, value: str | None) -> str:
    if value is None:
        return "missing"
    return f'"{shown(value)}"' if change.name in _TEXTS else shown(value)


def _below(review: FileReview, width: int) -> Iterator[Line]:
    """What is to be known beside the steps: the note, the rest of the change, its size."""
    indent, room = f"{'':{_MARK}}", max(width - _MARK, _NARROWEST)
    old, new = (shown(note) for note in review.note)
    if review.is_note_stale:
        text = f'! note unchanged (FX706): "{new}"'
        yield (Span("alarm", indent + cut_middle(text, room)),)
    elif old != new:
        yield (Span("faint", indent + cut_middle(f'note "{old}" → "{new}"', room)),)
    rest = besides(review)
    if rest:
        yield (Span("faint", indent + cut_middle(f"besides: {rest}", room)),)
    size = f"raw diff: {review.raw_lines:,} {plural('line', review.raw_lines)}"
    count = len(review.changes)
    size += f"; {count:,} {plural('change', count)} shown"
    if review.renumbered:
        size += f", {review.renumbered:,} {plural('ref', review.renumbered)} renumbered"
    yield (Span("faint", indent + size),)
