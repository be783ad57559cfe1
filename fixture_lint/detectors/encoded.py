"""Whether the raw bytes of a file hide texts: what is encoded, cut into pieces or compressed cannot
be seen in them, so a file that may hold such texts is searched."""

from __future__ import annotations

import binascii
import re

from fixture_lint.detectors.sight import Sight

_PERCENT = rb"%[0-9A-Fa-f]{2}"
_BINARY = rb"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]"
_STANDARD = bytes.maketrans(b"-_", b"+/")
_COMPRESSED = (
    *(b"\x1f\x8b", b"x\x01", b"x\x5e", b"x\x9c", b"x\xda", b"(\xb5/\xfd"),
    *(b"PK", b"7z", b"BZh", b"\xfd7zXZ"),
)


def may_be_encoded(data: bytes, sight: Sight) -> bool:
    """Whether JSON in UTF-8 may hold texts that do not stand in its bytes as they are: behind
    escapes such as ``\\u``, percent-encoded, in base64, or cut into the events of a stream.

    Escapes of one letter (``\\n``) and of quotes do not count; the screens read them.
    """
    if sight.is_escaped or (b"%" in data and re.search(_PERCENT, data) is not None):
        return True
    return any(map(_may_be_base64, sight.runs))


def _may_be_base64(run: bytes) -> bool:
    """Whether a run of characters begins like base64 of a text, or of compressed bytes."""
    start = run[: min(len(run) // 4 * 4, 64)].translate(_STANDARD)
    data = binascii.a2b_base64(start)
    if data.startswith(_COMPRESSED):
        return True
    try:
        data.decode()
    except UnicodeDecodeError as error:
        if error.start < len(data) - 3:  # A character may be cut at the end of the piece.
            return False
    return not re.search(_BINARY, data)
