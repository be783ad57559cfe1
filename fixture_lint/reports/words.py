"""What differs between two versions of a text, word by word: ``EUR [-14.99-]{+12.99+} today``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fixture_lint.reports.columns import cut_middle, start, width_of, wrapped

# A number with its fraction, one letter of a script without spaces, a word, or any sign.
_WORD = re.compile(
    r"\d+(?:[.,:]\d+)*|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\W\d]+(?:[’'_-]?[^\W]+)*|\\n|\s|."
)

_MOST_WORDS = 1500
"""Words on a side up to which they are compared: the work grows with their product."""

_LINES = 3
_AROUND = 24
"""Columns of an unchanged stretch that are kept beside a change."""

Piece = tuple[str, str, str]
"""Unchanged words, and the removed and the added ones that follow them."""


class Difference(NamedTuple):
    """The lines that show a difference, each with its mark: a space for words of both versions,
    ``-`` and ``+`` where a whole text is another one. ``is_cut``: something is left out."""

    lines: tuple[tuple[str, str], ...]
    is_cut: bool


def difference(old: str, new: str, width: int) -> Difference:
    """Shows what differs, in at most three lines for each version."""
    if is_spacing(old, new):
        old, new = visible_spaces(old), visible_spaces(new)
    whole = f"{old} → {new}"
    if width_of(whole) <= width:
        return Difference(((" ", whole),), False)
    pieces = _compared(old, new)
    if pieces is None:
        return _rewritten(old, new, width)
    lines = wrapped("".join(_marked(pieces)), width)
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"{start(lines[_LINES - 1], max(width - 2, 1))} …"]
    return Difference(tuple((" ", line) for line in lines), True)


def is_spacing(old: str, new: str) -> bool:
    """Whether two texts differ in white space only."""
    return old != new and _without_space(old) == _without_space(new)


def visible_spaces(text: str) -> str:
    """A text with its spaces and line ends as signs."""
    return text.replace(" ", "·").replace(r"\n", "⏎").replace("\n", "⏎")


def _without_space(text: str) -> str:
    return "".join(text.replace(r"\n", "").replace(r"\t", "").split())


def _rewritten(old: str, new: str, width: int) -> Difference:
    lines: list[tuple[str, str]] = []
    is_cut = False
    for mark, text in (("-", old), ("+", new)):
        most = (width - 2) * _LINES
        is_cut = is_cut or width_of(text) > most
        room = most
        while len(wrapped(cut_middle(text, room), width - 2)) > _LINES:
            room -= max(room // 20, 1)
        lines += [(mark, line) for line in wrapped(cut_middle(text, room), width - 2)]
    return Difference(tuple(lines), is_cut)


def _compared(old: str, new: str) -> list[Piece] | None:
    """The two texts in pieces; None if they have too little in common to be shown as one."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    lead = _common(before, after)
    end = _common(before[lead:][::-1], after[lead:][::-1])
    inner = before[lead : len(before) - end], after[lead : len(after) - end]
    at_most = lead + end + sum((Counter(inner[0]) & Counter(inner[1])).values())
    if max(map(len, inner)) > _MOST_WORDS or at_most * 2 < min(len(before), len(after)):
        return None
    from difflib import SequenceMatcher

    pieces: list[Piece] = []
    kept = "".join(before[:lead])
    same = _words(before[:lead]) + (_words(before[-end:]) if end else 0)
    for kind, a, b, c, d in SequenceMatcher(None, *inner, autojunk=False).get_opcodes():
        removed, added = "".join(inner[0][a:b]), "".join(inner[1][c:d])
        if kind != "equal":
            pieces.append((kept, removed, added))
            kept = ""
        elif removed.isspace() and pieces:  # A space alone parts nothing: the change is one.
            last = pieces.pop()
            pieces.append((last[0], last[1] + removed, last[2] + added))
        else:
            kept += removed
            same += _words(inner[0][a:b])
    kept += "".join(before[len(before) - end :]) if end else ""
    pieces = [*_joined(pieces), (kept, "", "")]
    return pieces if same * 2 >= min(_words(before), _words(after)) else None


def _words(found: Sequence[str]) -> int:
    return sum(not word.isspace() for word in found)


def _joined(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Changes with nothing between them as one."""
    held: Piece | None = None
    for piece in pieces:
        if held is not None and not piece[0]:
            held = (held[0], held[1] + piece[1], held[2] + piece[2])
            continue
        if held is not None:
            yield held
        held = piece
    if held is not None:
        yield held


def _common(before: Sequence[str], after: Sequence[str]) -> int:
    """How many words two texts begin with alike."""
    for number, (left, right) in enumerate(zip(before, after, strict=False)):
        if left != right:
            return number
    return min(len(before), len(after))


def _marked(pieces: Sequence[Piece]) -> Iterator[str]:
    last = len(pieces) - 1
    for number, (kept, removed, added) in enumerate(pieces):
        yield _shortened(kept, is_first=number == 0, is_last=number == last)
        if removed:
            yield f"[-{removed}-]"
        if added:
            yield f"{{+{added}+}}"


def _shortened(kept: str, *, is_first: bool, is_last: bool) -> str:
    """An unchanged stretch without what is far from a change."""
    if is_first and width_of(kept) > _AROUND + 2:
        return "…" + _whole_words(kept[::-1])[::-1]
    if is_last and width_of(kept) > _AROUND + 2:
        return _whole_words(kept) + "…"
    return kept if is_first or is_last else cut_middle(kept, 2 * _AROUND + 3)


def _whole_words(text: str) -> str:
    """The beginning of a text, up to the end of a word if one ends near."""
    kept = start(text, _AROUND)
    at_space = kept.rfind(" ")
    return kept[: at_space + 1] if at_space > _AROUND // 2 else kept
