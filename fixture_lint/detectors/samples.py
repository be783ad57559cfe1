"""Samples of token families, made from their shapes when they are needed.

No whole token stands in any file: a rule example writes ``<<sample:family>>``, and tests make what
they plant. A sample opens nothing, but it looks like something that does.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from fixture_lint.detectors.families import Family, named
from fixture_lint.token_shapes import CHARSETS, lengths

_HEADERS = (
    '{"alg":"HS256","typ":"JWT"}',
    '{"typ":"JWT","alg":"RS256"}',
    '{"alg":"ES256","kid":"k1"}',
)
_SHORT, _ANY, _LONG = "short", "any", "long"


class Sample(NamedTuple):
    """A text with one secret, and where the secret stands in it."""

    text: str
    start: int
    end: int


def sample(family_name: str, random: Random) -> str:
    """A text that holds a secret of a family; for nearly all families the secret alone.

    Raises KeyError for a family that does not exist.
    """
    return sample_with_place(family_name, random).text


def sample_with_place(family_name: str, random: Random) -> Sample:
    """A text that holds a secret of a family, with the place of the secret."""
    return _joined(_fitting(named()[family_name], random, _ANY))


def near_miss(family_name: str, kind: Mapping[str, Any], random: Random) -> tuple[str, str]:
    """A text, and the name under which it stands, that must not be found.

    ``kind`` is an entry of the family's ``near-misses``: one key of this vocabulary and its
    content. ``cut``: the shortest value, shorter by so many characters. ``tail``: the longest,
    followed by this. ``charset``: this in the middle of the longest part. ``prefix``, ``mark``:
    this instead of the first, of the last literal. ``bare``: a whole sample in a sentence.
    ``under``: a whole sample under this name. Raises KeyError for another kind.
    """
    family = named()[family_name]
    ((key, content),) = kind.items()
    if key == "under":
        return sample(family_name, random), content
    if key == "bare":
        return content.replace("{}", sample(family_name, random)), ""
    pieces = _fitting(family, random, _LONG if key == "tail" else _SHORT)
    if key == "cut":
        made = _joined(pieces)
        return made.text[: made.end - content] + made.text[made.end :], ""
    if key == "tail":
        return _joined(pieces).text + content, ""
    return "".join(text for _, text, _ in _changed(pieces, key, content)), ""


_Piece = tuple[str, str, bool]
"""The kind of a part, its text, and whether it belongs to the secret."""


def _fitting(family: Family, random: Random, size: str) -> list[_Piece]:
    while True:
        pieces = _pieces(family.shape, random, _ANY if family.total else size)
        made = _joined(pieces)
        if not family.total or made.end - made.start == family.total:
            return pieces


def _changed(pieces: list[_Piece], key: str, content: str) -> list[_Piece]:
    literals = [i for i, (kind, _, _) in enumerate(pieces) if kind in ("text", "any")]
    if key == "charset":
        at = max(range(len(pieces)), key=lambda i: (pieces[i][0] != "text", len(pieces[i][1])))
        kind, text, inside = pieces[at]
        middle = len(text) // 2
        changed = text[:middle] + content + text[middle + 1 :]
    elif key in ("prefix", "mark"):
        at = literals[0] if key == "prefix" else literals[-1]
        kind, _, inside = pieces[at]
        changed = content
    else:
        raise KeyError(key)
    return [*pieces[:at], (kind, changed, inside), *pieces[at + 1 :]]


def _joined(pieces: Sequence[_Piece]) -> Sample:
    text = "".join(text for _, text, _ in pieces)
    inner = [i for i, (_, _, inside) in enumerate(pieces) if inside]
    start = sum(len(text) for _, text, _ in pieces[: inner[0]])
    return Sample(text, start, start + sum(len(pieces[i][1]) for i in inner))


def _pieces(
    parts: Sequence[Mapping[str, Any]], random: Random, size: str, inside: bool = True
) -> list[_Piece]:
    made: list[_Piece] = []
    for part in parts:
        if "text" in part:
            made.append(("text", part["text"], inside))
        elif "any" in part:
            made.append(("any", random.choice(part["any"]), inside))
        elif "chars" in part:
            alphabet = _alphabet(part["chars"])
            length = _length(part, random, size)
            made.append(("chars", "".join(random.choices(alphabet, k=length)), inside))
        elif "form" in part:
            made.append(("form", _FORMS[part["form"]](random), inside))
        elif "optional" in part:
            if size == _LONG or (size == _ANY and random.random() < 0.5):
                made += _pieces(part["optional"], random, size, inside)
        else:
            (inner,) = part.values()
            made += _pieces(inner, random, size, inside=False)
    return made


def _length(part: Mapping[str, Any], random: Random, size: str) -> int:
    least, most = lengths(dict(part))
    if size == _SHORT:
        return least
    if size == _LONG:
        return most
    # Far beyond the least nothing new is seen.
    return (
        random.choice(part["either"])
        if "either" in part
        else random.randint(least, min(most, least + 64))
    )


def _alphabet(name: str) -> str:
    """The characters of a set; of those for addresses and queries the usual ones."""
    if name in ("user", "host"):
        return _alphabet("lower")
    if name == "query":
        return _alphabet("an")
    if name == "url-password":
        return _alphabet("an") + "!$*+=_~.-"
    alphabet = ""
    for first, last in re.findall(r"(.)(?:-(.))?", CHARSETS[name]):
        alphabet += "".join(map(chr, range(ord(first), ord(last or first) + 1)))
    return alphabet


def _uuid(random: Random) -> str:
    digits = f"{random.getrandbits(128):032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _jwt_header(random: Random) -> str:
    """The header of a JWT without the letters that stand before it as a literal of their own."""
    header = base64.urlsafe_b64encode(random.choice(_HEADERS).encode()).decode()
    return header.rstrip("=").removeprefix("eyJ")


def _pem(random: Random) -> str:
    letters = "".join(random.choices(_alphabet("b64"), k=64 * random.randint(4, 24)))
    lines = [letters[at : at + 64] for at in range(0, len(letters), 64)]
    return "\n".join(["", *lines])


def _basic(random: Random) -> str:
    user = "".join(random.choices(_alphabet("lower"), k=random.randint(3, 9)))
    password = "".join(random.choices(_alphabet("password"), k=random.randint(10, 24)))
    return base64.b64encode(f"{user}:{password}".encode()).decode()


_FORMS: dict[str, Callable[[Random], str]] = {
    "basic": _basic,
    "uuid": _uuid,
    "jwt-header": _jwt_header,
    "pem": _pem,
    "pem-tail": lambda random: "\n" + "".join(random.choices(_alphabet("b64"), k=9)) + "==\n",
}
