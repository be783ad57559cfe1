"""JSON Lines: one document a line, each read on its own, in memory of one line.

Lines end at LF only. A broken line is reported alone and kept byte for byte; the lines after it
are read as if nothing had happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

MAX_RECORD = 8 * 1024 * 1024
"""Longest line that is read, in bytes."""


_ENDINGS = (".jsonl", ".ndjson")


def is_line_format(path: str) -> bool:
    """Whether the name of a file says that it holds one document a line."""
    return path.endswith(_ENDINGS)


class Line(NamedTuple):
    """A line of the file as bytes, without its LF. ``data`` is None where it is too long."""

    number: int
    data: bytes | None
    terminated: bool


def lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream. One that is longer than MAX_RECORD is passed over, not kept."""
    number = 0
    while data := stream.readline(MAX_RECORD + 1):
        number += 1
        if data.endswith(b"\n"):
            yield Line(number, data[:-1], True)
        elif len(data) <= MAX_RECORD:
            yield Line(number, data, False)
        else:
            terminated = False
            while rest := stream.readline(MAX_RECORD):
                if rest.endswith(b"\n"):
                    terminated = True
                    break
            yield Line(number, None, terminated)


def is_json_lines(text: str) -> bool:
    """Whether a text of several lines holds one whole JSON document on each that is not blank.

    Such files are often named ``.json``; the content decides.
    """
    import orjson

    records = [line for line in text.split("\n") if line.strip(" \t\r")]
    if len(records) < 2:
        return False
    try:
        for record in records:
            orjson.loads(record)
    except (orjson.JSONDecodeError, RecursionError):
        return False
    return True
