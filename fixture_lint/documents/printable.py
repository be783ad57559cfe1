"""Text made safe to show: nothing steers a terminal or a log, and no key is shown whole.

Control characters, bidirectional overrides and lone surrogates are shown as escapes. A long run
of mixed letters and digits is cut, because it may be a key; ids that only pair a call with its
result are no secrets and stay readable.
"""

from __future__ import annotations

import re

MAX_MESSAGE = 200
"""Longest message, in characters."""

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
# A slash also parts a path, so a run with slashes must hold capitals, small letters and digits.
_KEY_LIKE = re.compile(
    r"(?<![A-Za-z0-9+/=_-])"
    r"(?!(?:call|toolu|srvtoolu|tooluse|fc|msg|req|resp)_|chatcmpl-)"
    r"([A-Za-z]{2,8}[-_])?"
    r"(?:(?:[A-Za-z]{1,40}|(?=[A-Za-z]*[0-9])[A-Za-z0-9]{1,15})[-_.])*"
    r"(?:(?=[A-Za-z+]*[0-9])(?=[0-9]*[A-Za-z+])[A-Za-z0-9+]{16}"
    r"|(?=[A-Za-z+/]*[0-9])(?=[a-z0-9+/]*[A-Z])(?=[A-Z0-9+/]*[a-z])[A-Za-z0-9+/]{20})"
    r"[A-Za-z0-9+/=_.-]*"
)


MASK = "\ue000"
"""Stands for a character that must not be shown. A run of any length is shown as one ellipsis."""

_MASKED = re.compile(f"{MASK}+")


def shown(text: str) -> str:
    """The text as it may be printed."""
    return _UNSAFE.sub(_escape, _KEY_LIKE.sub(_cut, _MASKED.sub("…", text)))


def shown_path(path: str) -> str:
    """A path as it may begin a line: one that begins like a command of a CI runner does not."""
    return ("./" if path.startswith(":") else "") + shown(path)


def shown_with_columns(text: str) -> tuple[str, list[int]]:
    """The text as it may be printed and, for each character of the text and for its end, where it
    stands in the printed text."""
    pieces: list[str] = []
    columns: list[int] = []
    width = position = 0

    def add(piece: str, taken: int, per_character: bool) -> None:
        nonlocal width
        columns.extend(width + i if per_character else width for i in range(taken))
        pieces.append(piece)
        width += len(piece)

    spans = [(m.span(), "…") for m in _MASKED.finditer(text)]
    spans += [(m.span(), _cut(m)) for m in _KEY_LIKE.finditer(text)]
    inside = [span for span, _ in spans]
    spans += [
        (m.span(), _escape(m))
        for m in _UNSAFE.finditer(text)
        if not any(start <= m.start() < end for start, end in inside)
    ]
    for (start, end), replacement in sorted(spans):
        add(text[position:start], start - position, True)
        add(replacement, end - start, False)
        position = end
    add(text[position:], len(text) - position, True)
    columns.append(width)
    return "".join(pieces), columns


def shortened(text: str, limit: int = MAX_MESSAGE) -> str:
    """The text as it may be printed, cut in the middle if it is longer than ``limit``."""
    if len(text) > 4 * limit:
        text = text[: 2 * limit] + text[-2 * limit :]
    text = shown(text)
    if len(text) <= limit:
        return text
    half = (limit - 3) // 2
    return f"{text[:half]} … {text[-half:]}"


def _escape(match: re.Match[str]) -> str:
    return {"\n": r"\n", "\r": r"\r", "\t": r"\t"}.get(match[0]) or ascii(match[0])[1:-1]


def _cut(match: re.Match[str]) -> str:
    return (match[1] or "") + "…"
