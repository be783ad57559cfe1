"""What a match must hold beyond its shape, and the values inside headers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fixture_lint.detectors import values
from fixture_lint.detectors.families import Family
from fixture_lint.detectors.placeholders import is_placeholder
from fixture_lint.detectors.telling import SESSION

_HOST = re.compile(r"@(\[[0-9A-Fa-f:]{2,39}\]|[A-Za-z0-9._-]{1,253})")
_OWN_HOST = re.compile(
    r"localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1?\]|host|hostname|server|"
    r"(?:.+\.)?example(?:\.[a-z]{2,6}){0,2}|(?:.+\.)?(?:test|invalid|localhost)|.*your.?host.*",
    re.IGNORECASE,
)
_USER = re.compile(r"://([^:/@\s]{0,128}):$")
_SCHEME = re.compile(
    r"(Bearer|Token|ApiKey|Api-Key|Key|Basic)(?:\s{1,4}(?:token=)?)(?=\S)", re.IGNORECASE
)
_COOKIE = re.compile(
    r"(?:^|;|,)\s{0,8}([A-Za-z0-9!#$%&'*+.^_`|~-]{1,64})=\"?([^;,\s\"'<>]{1,4096})"
)
_ATTRIBUTES = frozenset(
    ("path", "expires", "max-age", "domain", "samesite", "priority", "partitioned", "version")
)


def holds(family: Family, text: str, start: int, end: int) -> bool:
    """Whether a match of a family's pattern at a place of a text is one of its values."""
    if family.check == "jwt":
        return is_jwt(text[start:end])
    if family.check == "host":
        return _is_real_address(text, start, end)
    return True


def is_jwt(token: str) -> bool:
    """Whether the first part of a token is a JOSE header, that is a JSON object that names an
    algorithm (RFC 7515, section 4), and the second is not that of the usual introduction."""
    import json

    parts = token.split(".")
    try:
        header = json.loads(_decoded(parts[0]))
    except (ValueError, RecursionError):
        return False
    if not isinstance(header, dict) or not isinstance(header.get("alg"), str):
        return False
    try:
        payload = _decoded(parts[1])
    except ValueError:
        return True
    return b'"1234567890"' not in payload or b"John Doe" not in payload


def _decoded(part: str) -> bytes:
    import base64

    return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)


def _is_real_address(text: str, start: int, end: int) -> bool:
    """Whether the password of an address is one: not that of the own machine, of an example, of an
    introduction, nor the user's name again."""
    host = _HOST.match(text, end)
    password = text[start:end]
    if host is None or _OWN_HOST.fullmatch(host[1]) or _is_variable(password):
        return False
    user = _USER.search(text, max(0, start - 140), start)
    if user and user[1].casefold() == password.casefold():
        return False
    return not (password.isdigit() and len(password) <= 5)


def _is_variable(text: str) -> bool:
    return text.startswith("$") and text[1:].isidentifier() and values.is_wordy(text)


def scheme(value: str, start: int) -> tuple[str, int]:
    """The scheme of an authorization value in small letters, and where the credential begins
    (RFC 9110, section 11.6.2); '' if there is no scheme."""
    found = _SCHEME.match(value)
    return (found[1].casefold(), start + found.end()) if found else ("", start)


def is_basic(value: str) -> bool:
    """Whether a value is base64 of a user and a password (RFC 7617), both not invented."""
    import base64

    if not values.SHORTEST <= len(value) <= 1024 or not value.isascii():
        return False
    try:
        plain = base64.b64decode(value, validate=True).decode("utf-8")
    except ValueError:
        return False
    _, colon, password = plain.partition(":")
    return bool(colon) and plain.isprintable() and not is_placeholder(password or plain)


def cookies(value: str) -> Iterator[tuple[int, int]]:
    """The places of session values in a ``cookie`` or ``set-cookie`` value; attributes such as
    ``Path`` are none (RFC 6265)."""
    pairs = list(_COOKIE.finditer(value))
    if not pairs and values.is_key(value.strip(), weak=True):
        stripped = value.strip()
        yield value.index(stripped), value.index(stripped) + len(stripped)
    for pair in pairs:
        content = pair[2]
        if pair[1].casefold() in _ATTRIBUTES or is_placeholder(content):
            continue
        named = SESSION.search(pair[1]) is not None
        if values.is_key(content, weak=not named):
            yield pair.span(2)
