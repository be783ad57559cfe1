"""Frames of the AWS event stream encoding (``application/vnd.amazon.eventstream``): the texts that
they carry. They are only read: lengths and checksums on all sides forbid to change a byte.

A frame is: total length, length of the headers, checksum of these two, headers, payload, checksum
of all of it; numbers have four bytes, the highest first (documentation of Amazon Transcribe, "Event
stream encoding").
"""

from __future__ import annotations

import struct
import zlib

_PRELUDE = struct.Struct(">III")
_CHECKSUM = 4


def payloads(data: bytes) -> str | None:
    """The payloads of the frames that data consist of, one a line; None if they do not, or if a
    payload is no text."""
    texts: list[str] = []
    position = 0
    while position < len(data):
        frame = _frame(data, position)
        if frame is None:
            return None
        total, headers = frame
        begin = position + _PRELUDE.size + headers
        try:
            texts.append(data[begin : position + total - _CHECKSUM].decode())
        except UnicodeDecodeError:
            return None
        position += total
    return "\n".join(texts) or None


def _frame(data: bytes, position: int) -> tuple[int, int] | None:
    """The lengths of a frame and of its headers; None if there is no frame at a position."""
    if len(data) - position < _PRELUDE.size + _CHECKSUM:
        return None
    total, headers, checksum = _PRELUDE.unpack_from(data, position)
    is_frame = zlib.crc32(data[position : position + 8]) == checksum
    fits = _PRELUDE.size + headers + _CHECKSUM <= total <= len(data) - position
    return (total, headers) if is_frame and fits else None
