"""Whether a run of characters may be base64 of a text, by its first characters: most are not."""

from __future__ import annotations

import binascii
import re

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-"
_ONLY_ALPHABET = bytes(97 if byte in _ALPHABET else 32 for byte in range(256))
_RUN = b"a" * 16
_BINARY = rb"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]"
_STANDARD = bytes.maketrans(b"-_", b"+/")
_PACKED = (
    *(b"\x1f\x8b", b"x\x01", b"x\x5e", b"x\x9c", b"x\xda", b"(\xb5/\xfd"),
    *(b"PK", b"7z", b"BZh", b"\xfd7zXZ"),
    *(b"\x00", b"\x01", b"\x02"),
)
"""How compressed bytes begin, and the frames of a stream that have less than 48 MiB."""


def runs(data: bytes) -> set[bytes]:
    """The runs of sixteen and more characters of the alphabets of base64 in a text."""
    found: set[bytes] = set()
    marked = data.translate(_ONLY_ALPHABET)
    start = marked.find(_RUN)
    while start >= 0:
        end = marked.find(b" ", start)
        end = len(data) if end < 0 else end
        found.add(data[start:end])
        start = marked.find(_RUN, end)
    return found


def may_be_base64(run: bytes) -> bool:
    """Whether a run of characters begins like base64 of a text, of compressed bytes, or of
    frames."""
    start = run[: min(len(run) // 4 * 4, 64)].translate(_STANDARD)
    data = binascii.a2b_base64(start)
    if data.startswith(_PACKED):
        return True
    try:
        data.decode()
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3:  # A character may be cut at the end of the piece.
            return False
    return not re.search(_BINARY, data)


def may_be_hex(value: str) -> bool:
    """Whether a value may be the bytes of a text, of a stream, of JSON, or compressed, in hex."""
    return _BEGIN_OF_HEX.match(value) is not None


_BEGIN_OF_HEX = re.compile(
    "(?:1f8b08|[57]b|64617461|0000[0-9a-f]{4}0000)[0-9a-f]{26}", re.IGNORECASE
)
