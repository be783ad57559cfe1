"""Codecs: how a value of a string holds another text, and how that text is put back.

A codec maps values, not spellings: how a value is spelled in JSON or elsewhere is the business of
the document that holds it. So every codec works in every syntax.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from array import array
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from fixture_lint.documents import frames
from fixture_lint.documents.places import Base64Places, Computed, HexPlaces, Offsets

MAX_DECODED = 32 * 1024 * 1024
"""Longest text that is decoded, in bytes. Decoding stops there: a bomb costs no more."""

MAX_LAYERS = 5
"""Most layers of compression that are looked at: some bytes unpack to themselves."""


class TooLarge(Exception):
    """A value decodes to more than MAX_DECODED bytes."""


class Unopened(Exception):
    """A value is compressed or encrypted in a way that cannot be opened; the text names it."""


class Decoded(NamedTuple):
    """The text that a value holds. ``starts`` and ``ends`` give for each character of the text, and
    for its end, the offset of its beginning and end in the value; None where offsets are equal."""

    text: str
    starts: Offsets | None = None
    ends: Offsets | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the value of a span of the text."""
        first = self.starts[start] if self.starts is not None else start
        return first, max(first, self.ends[end] if self.ends is not None else end)


class Codec(NamedTuple):
    """A way to hold a text in a value. ``decode`` gives None where the value holds none.

    ``spell`` writes a piece of text as it stands inside the value. Where pieces have no place of
    their own, ``encode`` writes the whole text anew, in the style of the old value; None means that
    the text can be read but not be put back.
    """

    name: str
    decode: Callable[[str], Decoded | None]
    spell: Callable[[str], str] | None = None
    encode: Callable[[str, str], str | None] = lambda text, old: None


# White space within is that of wrapped lines: words with spaces between them are prose.
_BASE64 = re.compile(
    r"(?:[A-Za-z0-9+/]{16,}(?:\r?\n[A-Za-z0-9+/]+)*|[A-Za-z0-9_-]{16,}(?:\r?\n[A-Za-z0-9_-]+)*)"
    r"(?:\r?\n)?={0,2}\s*"
)
_TAGGED_BASE64 = re.compile(r"[A-Za-z0-9+/_-]++(?:\s++[A-Za-z0-9+/_-]++)*+\s*+={0,2}\s*+")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2}){8,}")
_BINARY = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})++")
_MAGICS = (
    (b"\x28\xb5\x2f\xfd", "Zstandard"),
    (b"PK\x03\x04", "ZIP"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\xfd7zXZ\x00", "XZ"),
    (b"BZh", "bzip2"),
    (b"Salted__", "OpenSSL-encrypted"),
    (b"age-encryption.org", "age-encrypted"),
)


def _identity(value: str) -> Decoded:
    return Decoded(value)


def _base64_bytes(value: str, form: re.Pattern[str] = _BASE64) -> bytes | None:
    if not form.fullmatch(value):
        return None
    compact = "".join(value.split())
    padded = compact.rstrip("=") + "=" * (-len(compact.rstrip("=")) % 4)
    try:
        return base64.b64decode(padded, altchars=b"-_" if _is_url_safe(compact) else None)
    except (binascii.Error, ValueError):
        return None


def _is_url_safe(value: str) -> bool:
    return "-" in value or "_" in value


def _from_base64(value: str, form: re.Pattern[str] = _BASE64) -> Decoded | None:
    data = _base64_bytes(value, form)
    return _text_in(data, value, Base64Places) if data is not None else None


def _from_hex(value: str) -> Decoded | None:
    return _text_in(bytes.fromhex(value), value, HexPlaces) if _HEX.fullmatch(value) else None


def _text_in(
    data: bytes, value: str, places: type[Base64Places] | type[HexPlaces]
) -> Decoded | None:
    """The text in the bytes for which a value stands, with the places of its characters; those of a
    packed text have none of their own, and all of the value is meant."""
    packed = _packed_text(data)
    if packed is not None:
        return Decoded(packed, Computed(lambda _: 0), Computed(lambda _: len(value)))
    text = _as_text(data)
    if text is None:
        return None
    known = places(value, text)
    return Decoded(text, Computed(known.start), Computed(known.end))


def _packed_text(data: bytes) -> str | None:
    """The text that bytes hold in compressed form or in frames; None if they do not."""
    inflated = _inflate(data)
    framed = frames.payloads(data if inflated is None else inflated)
    return framed if inflated is None or framed is not None else _as_text(inflated)


def _to_hex(text: str, old: str) -> str | None:
    if _packed_text(bytes.fromhex(old)) is not None:
        return None
    made = text.encode().hex()
    return made if old == old.lower() else made.upper()


def _to_base64(text: str, old: str, form: re.Pattern[str] = _BASE64) -> str | None:
    data = _base64_bytes(old, form)
    if data is None or _packed_text(data) is not None:
        return None
    encoded = base64.b64encode(text.encode()).decode()
    if _is_url_safe(old):
        encoded = encoded.translate(str.maketrans("+/", "-_"))
    stripped = old.rstrip()
    if not stripped.endswith("=") and len(re.sub(r"\s+", "", stripped)) % 4:
        encoded = encoded.rstrip("=")
    wrapped = re.match(r"(\S++)(\s++)\S", old)
    if wrapped:
        width, gap = len(wrapped[1]), wrapped[2]
        encoded = gap.join(encoded[i : i + width] for i in range(0, len(encoded), width))
    return encoded + old[len(stripped) :]


def is_base64(value: str) -> bool:
    """Whether a value of any length is spelled as base64, wrapped or not."""
    return _TAGGED_BASE64.fullmatch(value) is not None


def text_of_base64(value: str) -> str | None:
    """The text that base64 stands for, inflated if it is compressed; None for anything else, as for
    frames, of which the texts are only a part.

    Raises Unopened and TooLarge.
    """
    data = _base64_bytes(value)
    inflated = _inflate(data) if data is not None else None
    return _as_text(inflated or data) if data else None


def _inflate(data: bytes) -> bytes | None:
    """What gzip or zlib data hold, packed once or several times; None for anything else."""
    inflated = None
    for _ in range(MAX_LAYERS):
        further = _unpacked(data if inflated is None else inflated)
        if further is None:
            return inflated
        inflated = further
    raise Unopened(f"compressed more than {MAX_LAYERS - 1} times")


def _unpacked(data: bytes) -> bytes | None:
    """What one layer of gzip or zlib holds (RFC 1952, RFC 1950)."""
    for magic, name in _MAGICS:
        if data.startswith(magic):
            raise Unopened(name)
    if not data.startswith((b"\x1f\x8b\x08", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")):
        return None
    gzipped = data.startswith(b"\x1f\x8b\x08")
    try:
        stream = zlib.decompressobj(wbits=47)
        inflated = stream.decompress(data, MAX_DECODED + 1)
    except zlib.error as error:
        if gzipped:
            raise Unopened("damaged gzip") from error
        return None
    if len(inflated) > MAX_DECODED:
        raise TooLarge
    if not stream.eof:
        if gzipped:
            raise Unopened("truncated gzip")
        return None
    return inflated


def _as_text(data: bytes) -> str | None:
    """Bytes that are text: UTF-8 without the control characters that only binary data hold."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return text if text and not _BINARY.search(text) else None


def _from_percent(value: str) -> Decoded | None:
    """Percent-encoding (RFC 3986), with ``+`` as a space, as forms have it."""
    text: list[str] = []
    starts = array("I")
    position = 0
    for run in _PERCENT.finditer(value):
        text.append(value[position : run.start()].replace("+", " "))
        starts.extend(range(position, run.start()))
        decoded = bytes.fromhex(run[0].replace("%", "")).decode("utf-8", "replace")
        text.append(decoded)
        if decoded.isascii():
            starts.extend(range(run.start(), run.end(), 3))
        else:
            ends = accumulate((3 * len(c.encode()) for c in decoded[:-1]), initial=run.start())
            starts.extend(min(end, run.end()) for end in ends)
        position = run.end()
    if not text:
        return None
    text.append(value[position:].replace("+", " "))
    starts.extend(range(position, len(value) + 1))
    return Decoded("".join(text), starts, starts)


def _to_percent(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")


PLAIN = Codec("text", _identity, spell=lambda text: text)
"""A part of a value that is a text by itself: JSON in a string, a token after its scheme."""

BASE64 = Codec("base64", _from_base64, encode=_to_base64)
BINARY = Codec(
    "base64",
    partial(_from_base64, form=_TAGGED_BASE64),
    encode=partial(_to_base64, form=_TAGGED_BASE64),
)
"""Base64 of any length, where something else than its look says that a value is that."""

HEX = Codec("hexadecimal", _from_hex, encode=_to_hex)
"""Bytes as some recorders keep them."""

PERCENT = Codec("percent-encoding", _from_percent, spell=_to_percent)
