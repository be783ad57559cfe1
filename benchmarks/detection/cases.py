"""What is planted: a value, its label, and what may stand around it."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.detection.spelled import HOLE, Spelled

SECRET = "secret"
NOTHING = ""


class Case(NamedTuple):
    """A value to plant.

    ``label`` is SECRET, a type of personal data, or NOTHING for a hard negative; ``row`` is the
    line of the table that counts it. ``value`` stands under the name of ``words``; ``prose`` is a
    text with the value for carriers without names. ``form``: what kind of place takes the value.
    """

    label: str
    row: str
    value: Spelled
    words: tuple[str, ...]
    prose: Spelled
    form: str = "token"


def in_prose(value: Spelled, sentence: str) -> Spelled:
    """A sentence with the value in its hole."""
    return value.put(sentence, HOLE)


def spelled_name(words: tuple[str, ...], style: str) -> str:
    """A name of several words in a style of keys, headers or variables. A single word that is no
    plain ASCII letters is a name as it stands."""
    if len(words) == 1 and not words[0].isalpha():
        return words[0]
    if not all(word.isascii() for word in words):
        return words[0] if len(words) == 1 else " _"[style == "snake"].join(words)
    if style == "camel":
        return words[0].lower() + "".join(word.capitalize() for word in words[1:])
    if style == "pascal":
        return "".join(word.capitalize() for word in words)
    if style == "header":
        return "-".join(word.capitalize() for word in words)
    if style == "kebab":
        return "-".join(words).lower()
    if style == "upper":
        return "_".join(words).upper()
    return "_".join(words).lower()
