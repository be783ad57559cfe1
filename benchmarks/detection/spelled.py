"""Texts with one marked value, and the ways in which files spell them.

Every step from the value to the bytes of a file is a function of a ``Spelled``, so the place of the
value in the file is known exactly, whatever lies around it.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

HOLE = "¤"
"""Stands in templates for the text that is put there; no generated text holds it."""


class Spelled(NamedTuple):
    """A text, and the place of the marked value in it; -1 if it holds none."""

    text: str
    start: int = -1
    end: int = -1

    @classmethod
    def whole(cls, text: str) -> Spelled:
        """A text that is the value."""
        return cls(text, 0, len(text))

    def __add__(self, other: object) -> Spelled:
        other = other if isinstance(other, Spelled) else Spelled(str(other))
        return joined([self, other])

    def put(self, template: str, hole: str = HOLE) -> Spelled:
        """The text in the place of the hole of a template."""
        before, found, after = template.partition(hole)
        if not found:
            raise ValueError(f"no hole in {template!r}")
        return joined([Spelled(before), self, Spelled(after)])

    def spell(self, encode: Callable[[str], str]) -> Spelled:
        """The text in an encoding that writes one character after the other."""
        if self.start < 0:
            return Spelled(encode(self.text))
        start = len(encode(self.text[: self.start]))
        end = start + len(encode(self.text[self.start : self.end]))
        return Spelled(encode(self.text), start, end)

    def pieces(self, cuts: Iterable[int]) -> list[Spelled]:
        """The text cut at these offsets."""
        edges = [0, *sorted({cut for cut in cuts if 0 < cut < len(self.text)}), len(self.text)]
        made = []
        for first, last in pairwise(edges):
            start, end = max(self.start, first), min(self.end, last)
            inside = self.start >= 0 and start < end
            piece = self.text[first:last]
            made.append(Spelled(piece, start - first, end - first) if inside else Spelled(piece))
        return made


def joined(parts: Iterable[Spelled]) -> Spelled:
    """Texts one after the other; the marked place reaches from the first value to the last."""
    text, start, end = "", -1, -1
    for part in parts:
        if part.start >= 0:
            start = len(text) + part.start if start < 0 else start
            end = len(text) + part.end
        text += part.text
    return Spelled(text, start, end)


def json_string(value: Spelled, ascii_only: bool = False) -> Spelled:
    """A JSON string."""
    return value.spell(lambda text: json.dumps(text, ensure_ascii=ascii_only)[1:-1]).put(
        f'"{HOLE}"'
    )


def json_escaped(value: Spelled) -> Spelled:
    """A JSON string in which every character is escaped, or only its quotes if it has some."""
    return value.spell(_escape_all).put(f'"{HOLE}"')


def _escape_all(text: str) -> str:
    units = text.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def in_json(template: Any, value: Spelled, **style: Any) -> Spelled:
    """JSON in which one string is the hole; its place is taken by a text that is JSON itself."""
    text = json.dumps(template, ensure_ascii=False, **style)
    return value.put(text, f'"{HOLE}"')


def percent(value: Spelled) -> Spelled:
    """Percent-encoding of all that is reserved."""
    return value.spell(lambda text: quote(text, safe=""))


def base64_text(value: Spelled, width: int = 0, gap: str = "\n") -> Spelled:
    """Base64, wrapped if a width is given."""
    start = len(value.text[: value.start].encode()) * 4 // 3
    end = -(-len(value.text[: value.end].encode()) * 4 // 3)
    encoded = Spelled(base64.b64encode(value.text.encode()).decode(), start, end)
    return _wrapped(encoded, width, gap) if width else encoded


def gzip_text(value: Spelled, width: int = 0, gap: str = "\n") -> Spelled:
    """Gzip in base64: the value has no place of its own there, so all of it is marked."""
    data = gzip.compress(value.text.encode(), mtime=0)
    encoded = Spelled.whole(base64.b64encode(data).decode())
    return _wrapped(encoded, width, gap) if width else encoded


def hex_text(value: Spelled) -> Spelled:
    """Two hexadecimal digits for each byte."""
    return value.spell(lambda text: text.encode().hex())


def gzip_hex(value: Spelled) -> Spelled:
    """Gzip in hexadecimal digits, all of it marked."""
    return Spelled.whole(gzip.compress(value.text.encode(), mtime=0).hex())


def _wrapped(value: Spelled, width: int, gap: str) -> Spelled:
    pieces = value.pieces(range(width, len(value.text), width))
    return joined([pieces[0], *(piece.put(gap + HOLE) for piece in pieces[1:])])


def yaml_double(value: Spelled) -> Spelled:
    """A double-quoted scalar of YAML on one line."""
    return json_string(value)


def yaml_single(value: Spelled) -> Spelled:
    """A single-quoted scalar, which knows no escapes; of texts of several lines a double-quoted."""
    if "\n" in value.text:
        return yaml_double(value)
    return value.spell(lambda text: text.replace("'", "''")).put(f"'{HOLE}'")


_PLAIN = re.compile(r"[A-Za-z/](?:[\w ./+=@()!?;-]|,(?= )|:(?=\S)|[^\x00-\x7f])*[\w./+=)!?-]")
_WORDS_OF_YAML = re.compile(r"(?i:y|n|yes|no|on|off|true|false|null|[-+.0-9_e:]+)")


def is_plain(text: str) -> bool:
    """Whether a text can be a plain scalar and stays a string."""
    return (
        _PLAIN.fullmatch(text) is not None
        and " #" not in text
        and "  " not in text
        and not _WORDS_OF_YAML.fullmatch(text)
    )


def yaml_scalar(value: Spelled, random: Random) -> Spelled:
    """A scalar of any style on one line."""
    spellings = [yaml_double(value), yaml_single(value)]
    return random.choice([*spellings, value] if is_plain(value.text) else spellings)


def yaml_literal(value: Spelled, indent: str) -> Spelled:
    """A literal block, without its header."""
    return value.spell(lambda text: text.replace("\n", "\n" + indent)).put(f"{indent}{HOLE}\n")


def yaml_continued(value: Spelled, random: Random, indent: str) -> Spelled:
    """A double-quoted scalar whose lines end in the middle of the value."""
    inside = range(value.start + 1, value.end)
    cuts = random.sample(inside, min(len(inside), random.randint(1, 3)))
    parts = value.pieces(cut for cut in cuts if value.text[cut] not in " \t")
    lines = [part.spell(lambda text: json.dumps(text, ensure_ascii=False)[1:-1]) for part in parts]
    first, *rest = lines
    return joined([first, *(line.put(f"\\\n{indent}{HOLE}") for line in rest)]).put(f'"{HOLE}"')


def yaml_folded(value: Spelled, random: Random, indent: str) -> Spelled:
    """A scalar whose lines are broken at spaces, next to the value among others: plain if it can
    be."""
    text = value.text
    spaces = [
        at
        for at in range(1, len(text) - 1)
        if text[at] == " "
        and " " not in (text[at - 1], text[at + 1])
        and (at in (value.start - 1, value.end) or random.random() < 0.2)
    ]
    plain = is_plain(text)

    def encode(piece: str) -> str:
        return piece if plain else json.dumps(piece, ensure_ascii=False)[1:-1]

    parts = value.pieces(cut for space in spaces for cut in (space, space + 1))
    made = joined(
        Spelled("\n" + indent) if part.text == " " and len(parts) > 1 else part.spell(encode)
        for part in parts
    )
    return made if plain else made.put(f'"{HOLE}"')


def yaml_wrapped(value: Spelled, indent: str, width: int = 80) -> Spelled:
    """A single-quoted scalar whose lines are broken at the first space after a width, as PyYAML
    writes long texts; of texts of several lines a double-quoted one."""
    text = value.text
    if "\n" in text:
        return yaml_double(value)
    spaces, line = [], 0
    for at in range(1, len(text) - 1):
        is_alone = text[at] == " " and " " not in (text[at - 1], text[at + 1])
        if is_alone and at - line > width - len(indent):
            spaces.append(at)
            line = at
    parts = value.pieces(cut for space in spaces for cut in (space, space + 1))
    at, made = 0, []
    for part in parts:
        broken = part.text == " " and at in spaces
        at += len(part.text)
        if broken:
            made.append(Spelled("\n" + indent, *((0, 1) if part.start >= 0 else ())))
        else:
            made.append(part.spell(lambda piece: piece.replace("'", "''")))
    return joined(made).put(f"'{HOLE}'")
