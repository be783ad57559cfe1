"""Texts measured and cut by the columns that they take on a terminal."""

from __future__ import annotations

import re
import unicodedata

_PLAIN = re.compile(r"[\x20-\x7e]*")


def width_of(text: str) -> int:
    """The width of a text on a terminal: East Asian wide characters take two columns, marks that
    are put on another character none (UAX 11)."""
    return len(text) if _PLAIN.fullmatch(text) else sum(map(_of_character, text))


def _of_character(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut_middle(text: str, width: int) -> str:
    """The text, with an ellipsis instead of its middle if it is wider than ``width``."""
    if width_of(text) <= width:
        return text
    room = max(width - 3, 2)
    before = start(text, (room + 1) // 2).rstrip()
    after = start(text[::-1], room // 2)[::-1].lstrip()
    return f"{before} … {after}" if width > 4 else start(text, max(width - 1, 0)) + "…"


def start(text: str, width: int) -> str:
    """As much of the beginning of a text as fits."""
    width = max(width, 0)
    if _PLAIN.fullmatch(text[: width + 1]):
        return text[:width]
    taken = 0
    for number, character in enumerate(text):
        taken += _of_character(character)
        if taken > width:
            return text[:number]
    return text


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text that is broken between words, and inside those that are too wide."""
    lines: list[str] = []
    width = max(width, 2)  # The widest character fits.
    while width_of(text) > width:
        line = start(text, width)
        at_space = line.rfind(" ")
        if at_space > len(line) // 2 and text[len(line) : len(line) + 1] != " ":
            line = line[: at_space + 1]
        line = line or text[:1]
        lines.append(line.rstrip())
        text = text[len(line) :].lstrip()
    return [*lines, text] if text or not lines else lines


def padded(text: str, width: int) -> str:
    """The text with spaces up to a width."""
    return text + " " * (width - width_of(text))
