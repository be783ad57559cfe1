"""Where the characters of a decoded text stand in the value that holds it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Protocol


class Offsets(Protocol):
    """An offset for each character of a text and for its end."""

    def __getitem__(self, index: int, /) -> int: ...


class Computed:
    """Offsets that are computed when they are asked for."""

    def __init__(self, offset: Callable[[int], int]) -> None:
        self._offset = offset

    def __getitem__(self, index: int) -> int:
        return self._offset(index)


class Base64Places:
    """Where the characters of a text stand in its base64. Of most texts nobody asks, and a table
    for all characters takes many times the memory of the text: it is made when it is needed."""

    def __init__(self, value: str, text: str) -> None:
        self._value = value
        self._text = text

    def start(self, index: int) -> int:
        """Where a character begins; of the end of the text the end of the value."""
        if index == len(self._text):
            return len(self._value)
        return self._letters[self._bytes[index] * 4 // 3]

    def end(self, index: int) -> int:
        """Where the character before this one ends."""
        count = self._bytes[index]
        return self._letters[(count * 4 + 2) // 3 - 1] + 1 if count else 0

    @cached_property
    def _letters(self) -> Sequence[int]:
        """The offset of each letter of the base64."""
        if not re.search(r"\s", self._value):
            return range(len(self._value))
        return array("I", (match.start() for match in re.finditer(r"[^\s=]", self._value)))

    @cached_property
    def _bytes(self) -> Sequence[int]:
        return _bytes_before(self._text)


class HexPlaces:
    """Where the characters of a text stand in its hexadecimal digits."""

    def __init__(self, value: str, text: str) -> None:
        self._text = text

    def start(self, index: int) -> int:
        """Where a character begins."""
        return 2 * self._bytes[index]

    end = start
    """Where the character before this one ends."""

    @cached_property
    def _bytes(self) -> Sequence[int]:
        return _bytes_before(self._text)


def _bytes_before(text: str) -> Sequence[int]:
    """How many bytes stand before each character of a text, and before its end."""
    if text.isascii():
        return range(len(text) + 1)
    sizes = (len(character.encode()) for character in text)
    return array("I", accumulate(sizes, initial=0))
