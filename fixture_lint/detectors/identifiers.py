"""Shapes of values that change at every recording: provider ids, times, durations, counts.

Prefixes and forms are those of the public APIs of the providers (OpenAI, Anthropic, Amazon
Bedrock, Google Gemini, Mistral and their compatible servers) and of RFC 9562 (UUID), RFC 3339 and
RFC 9110 (times).
"""

from __future__ import annotations

import re

_PREFIXES = "call|toolu|srvtoolu|mcptoolu|tooluse|fc|chatcmpl|cmpl|gen|msg|resp|req|rs|ws"
_PREFIXED = re.compile(rf"(?:{_PREFIXES})[_-](?=[A-Za-z0-9_-]*[0-9A-Z])[A-Za-z0-9_-]{{1,128}}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-f]{32}")
_LONG_TOKEN = re.compile(r"[A-Za-z0-9_.:-]{9,256}")
_SWITCH = re.compile(r"[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])")
_ISO_TIME = re.compile(
    r"\d{4}-\d\d-\d\d"
    r"(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:[Zz]|UTC|[+-]\d\d:?\d\d))?)?"
)
_HTTP_DATE = re.compile(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT")
_EPOCH = re.compile(r"[1-4]\d{9}(?:\d{3}|\d{6}|\d{9})?(?:\.\d{1,9})?")
_DURATION = re.compile(r"\d{1,15}(?:\.\d{1,15})? ?(?:ns|us|µs|ms|s|m|h)")
_FINGERPRINT = re.compile(r"fp_[A-Za-z0-9_]{1,64}")
_CALL_ID_IN_TEXT = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"(?:call_|(?:srv|mcp)?toolu_(?:vrtx_|bdrk_)?|fc_|chatcmpl-tool-)"
    r"(?=[A-Za-z]{0,64}[0-9])[A-Za-z0-9]{6,64}"
    r"|tooluse_[A-Za-z0-9_-]{16,32}"
    r")(?![A-Za-z0-9_-])"
)
CALL_ID_NEEDLES = ("call_", "toolu_", "tooluse_", "fc_", "chatcmpl-tool-")
"""One of these stands in every text in which ``call_ids_in`` finds something."""


def is_provider_id(text: str) -> bool:
    """Whether a string has the form of an id that a provider made: a known prefix and something
    random, a UUID, or a token that mixes letters and digits as no word does. ``refund-1`` and
    ``order55219`` are names, not provider ids."""
    if _PREFIXED.fullmatch(text) or _UUID.fullmatch(text):
        return True
    if not _LONG_TOKEN.fullmatch(text):
        return False
    return len(_SWITCH.findall(text)) >= 3 or (text.isdigit() and len(text) >= 16)


def is_time(text: str) -> bool:
    """Whether a string or the spelling of a number is a point in time: RFC 3339 or a date alone,
    an HTTP date, or seconds, milli-, micro- or nanoseconds since 1970 from 2001 on."""
    return any(form.fullmatch(text) for form in (_ISO_TIME, _HTTP_DATE, _EPOCH))


def is_duration(text: str) -> bool:
    """Whether a string is an amount of time with its unit, such as ``812ms``."""
    return _DURATION.fullmatch(text) is not None


def is_fingerprint(text: str) -> bool:
    """Whether a string names a build of the provider's, such as ``fp_44709d6fcb``."""
    return _FINGERPRINT.fullmatch(text) is not None or is_provider_id(text)


def call_ids_in(text: str) -> list[tuple[int, int]]:
    """The spans of provider call ids that are mentioned in a text, as whole words with a known
    prefix and a digit."""
    return [match.span() for match in _CALL_ID_IN_TEXT.finditer(text)]
