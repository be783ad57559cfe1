"""Frozen forms: the constants that stand for values which change at every recording.

A constant has the type and the prefix of what it stands for, since SDKs parse it and clients branch
on it. Prefixes and forms are those of the public API references of OpenAI, Anthropic, Amazon
Bedrock, Google Gemini, Mistral and Cohere, and of the servers that speak like them.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from fixture_lint.detectors.identifiers import is_duration, is_time
from fixture_lint.documents.tree import Node

GROUPS = {
    "call-id": "ids",
    "id": "ids",
    "time": "times",
    "latency": "times",
    "usage": "usage",
    "fingerprint": "fingerprints",
    "padding": "fingerprints",
}
"""The word of ``freeze`` in the configuration for each class of values. What stands at a position
of two classes is of the first of them."""

_ID = re.compile(r"[A-Za-z0-9_-]{4,256}")
_KNOWN = re.compile(
    r"(?:(?P<call>call|chatcmpl-tool|tooluse|toolu(?:_vrtx|_bdrk)?)"
    r"|(?P<server>(?:srv|mcp)toolu(?:_vrtx|_bdrk)?)"
    r"|chatcmpl|cmpl|gen|(?:msg|req|resp)(?:_vrtx|_bdrk)?|fc|ctc|rs|ws|ci|ig|fs|cu|ts|tso"
    r"|mcp|mcpl|mcpr|run|thread|conv|cntr|container|audio|item)[_-]"
)
_WORDS = re.compile(r"(?:[a-z]{3,}[_-])+(?=[A-Za-z0-9_-]{6,}$)")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_HEX = re.compile(r"(?=.{0,255}\d)(?:[0-9a-f]{16,}|[0-9A-F]{16,}|\d{12,})")
_NINE = re.compile(r"(?=.{0,8}\d|.{0,8}[a-z].{0,8}[A-Z]|.{0,8}[A-Z].{0,8}[a-z])[A-Za-z0-9]{9}")
_MIXED = re.compile(r"(?=.{0,99}\d)(?=.{0,99}[a-z])(?=.{0,99}[A-Z])[A-Za-z0-9_-]{8,100}")
_NAMED = re.compile(r"[A-Za-z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*\d{0,4}")
_SWITCH = re.compile(r"[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])")
# A small number at the end is somebody's count, not chance; so are runs of zeros.
_SETTLED = re.compile(
    r"(?:[a-z]+[_-])+[cs]?\d{1,6}|(?:call|id)\d{5,7}|0{6,}\d*|0{8}-0{4}-[0-9]0{3}-[0-9]0{3}-\d{12}"
    r"|rec-[0-9a-f]+"
)
_INTEGER = re.compile(r"-?\d+")
_AMOUNT = re.compile(r"-?\d{1,15}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?")
_ZERO = re.compile(r"-?0*(?:\.0*)?(?:[eE].*)?")
_CLOCK = re.compile(r"\d{4}-\d\d-\d\d([Tt ])[\d:.,]+( ?(?:[Zz]|UTC|[+-]\d\d:?\d\d))?")


class Form(NamedTuple):
    """How a frozen id looks: what stands before its number, and how many digits that has at
    least. Ids of one form are counted together."""

    prefix: str
    digits: int = 1

    def numbered(self, number: int) -> str:
        """The frozen id with a number."""
        return f"{self.prefix}{number:0{self.digits}}"


class Names:
    """Frozen ids in order of appearance, none of which is already taken."""

    def __init__(self, taken: Container[str]) -> None:
        self._taken = taken
        self._last: dict[Form, int] = {}

    def fresh(self, form: Form) -> str:
        """The next frozen id of a form."""
        number = self._last.get(form, 0) + 1
        while (name := form.numbered(number)) in self._taken:
            number += 1
        self._last[form] = number
        return name


def id_form(value: str, class_: str, dialect: str = "") -> Form | None:
    """The form in which an id freezes. None for what did not come about by chance: a frozen id, a
    name that somebody chose, and one that is made of a name and an index (``functions.name:0``).

    Arguments: the id, its class (``id`` or ``call-id``) and the dialect of its provider.
    """
    if not _ID.fullmatch(value) or is_settled(value):
        return None
    known = _KNOWN.match(value)
    if known:
        letter = "c" if known["call"] else "s" if known["server"] else ""
        return Form(known[0] + letter) if _is_random(value[known.end() :]) else None
    if _UUID.fullmatch(value):
        return Form("00000000-0000-4000-8000-", 12)
    if dialect == "gemini" and class_ == "id" and _is_random(value):
        return Form("response-")
    if _HEX.fullmatch(value):
        return Form("", len(value))
    words = _WORDS.match(value)
    if words and _is_random(value[words.end() :]):
        return Form(words[0])
    return _bare_form(value, class_)


def _bare_form(value: str, class_: str) -> Form | None:
    """The form of an id without a prefix: letters and digits mixed as in no name."""
    is_call = class_ == "call-id"
    if (is_call and _NINE.fullmatch(value)) or len(_SWITCH.findall(value)) >= (2 if is_call else 3):
        return Form("call" if is_call else "id", 5)
    if _MIXED.fullmatch(value) and not _NAMED.fullmatch(value):
        return Form("call" if is_call else "id", 5)
    return None


def is_settled(value: str) -> bool:
    """Whether an id is frozen already, here or by others, or was typed by a person."""
    return _SETTLED.fullmatch(value) is not None or (
        _UUID.fullmatch(value) is not None and len(set(value)) <= 4
    )


def _is_random(tail: str) -> bool:
    """Whether the end of an id holds what no word does: a digit, or letters of both cases."""
    if any(map(str.isdigit, tail)):
        return True
    return len(tail) >= 8 and not tail.islower() and not tail.isupper()


def constant(node: Node, class_: str) -> str | None:
    """What stands for a value of a class other than ids, in the spelling of its own type; None if
    the value does not change from recording to recording, as zero and words do not."""
    value = node.value
    if class_ == "padding":
        return "" if node.type == "string" and value else None
    if class_ == "fingerprint" and node.type == "string":
        is_volatile = any(map(str.isdigit, value)) and value != "fp_1"
        return "fp_1" if is_volatile else None
    if node.type == "number":
        if _ZERO.fullmatch(value) or (class_ == "time" and not is_time(value)):
            return None
        return "0" if _INTEGER.fullmatch(value) else "0.0"
    if node.type != "string" or _ZERO.fullmatch(value):
        return None
    if class_ == "time":
        return _moment(value)
    if class_ == "latency" and is_duration(value):
        unit = value.lstrip("0123456789.")
        return f"0{unit}" if _AMOUNT.match(value[: -len(unit)]) and value != f"0{unit}" else None
    return "0" if _AMOUNT.fullmatch(value) else None


def _moment(value: str) -> str | None:
    """The beginning of 1970 in the style of a time. Digits of a fraction go, for their number
    changes from recording to recording; a time without a zone stays one, for it is of another type
    to many parsers."""
    if not is_time(value) or value.startswith("1970-01-01") or value == _EPOCH_BEGIN:
        return None
    if value[0].isalpha():
        return _EPOCH_BEGIN
    clock = _CLOCK.fullmatch(value)
    if clock is None:
        return "0" if value[4:5] != "-" else "1970-01-01"
    if clock[1] == " ":
        return "1970-01-01 00:00:00" + ("+00:00" if clock[2] else "")
    return "1970-01-01T00:00:00" + ("Z" if clock[2] else "")


_EPOCH_BEGIN = "Thu, 01 Jan 1970 00:00:00 GMT"
