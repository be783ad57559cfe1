"""Names that tell what their value is: keys, headers, parameters, variables, words of a sentence.

Only the end of a name decides: ``api_key`` holds a key, ``api_key_hint`` and ``password_reset`` do
not. Case and separators do not count. The endings stand with the families in ``rules/tokens/``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from fixture_lint.detectors.families import families

_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")

WORDS = (
    *("key", "token", "secret", "pass", "pwd", "bearer", "auth", "cookie", "credential", "login"),
    *("пароль", "ключ", "токен", "секрет", "密码", "口令", "密钥", "令牌", "パスワード"),
    *("kennwort", "schlüssel", "contraseña", "senha", "clave", "chave", "salt"),
    *("clé", "jeton"),
)
"""One of these stands in every telling name, in one of the ``SPELLINGS``: a search for them in raw
text finds all telling names."""

SPELLINGS = tuple({s: 0 for word in WORDS for s in (word, word.upper(), word.capitalize())})
WHOLE_NAMES = ("sig", "X-Amz-", "x-amz-", "X-Goog-", "x-goog-")
"""A parameter that is telling as a whole, and how names begin that are."""

_CORE_WORDS = """
key keys token secret password passwd pwd pass passphrase credential credentials auth
authorization bearer login apikey accesskey secretkey apitoken authtoken accesstoken
ключ токен секрет пароль 密钥 密码 令牌 schlüssel clave chave clé jeton
"""
_CORE = frozenset(_CORE_WORDS.split())
"""With the word of a vendor, one of these makes a telling name."""

_ENDS = """
value val str string text env var header param arg prod production dev staging stage live old
new current backup main default primary secondary my base b raw plain plaintext override
"""
_DECORATIONS = frozenset(_ENDS.split())
"""Words at the end of a name that change nothing: ``API_KEY_PROD``, ``API_KEY_BASE64``."""

_BEFORE = """
max min num number count total used remaining limit budget per page next previous prev
continuation continue cursor sync resume delta csrf xsrf pagination start end stop eos bos
pad unk mask cls sep publishable special first last lang chat model input output prompt completion
reasoning cached audio image sort partition primary foreign cache idempotency public object
row item group lookup join dedupe routing storage_path translation i18n color map hash
etag change sequence single each one every this a an another
"""
_HARMLESS = frozenset(_BEFORE.split())
"""Before ``token`` or ``key`` they make a name that tells nothing."""

_MACHINE_MADE = """
signature thoughtsignature encryptedcontent redactedthinking reasoningencrypted obfuscation
embedding embeddings audio image inlinedata bytes b64json filedata imagedata audiodata
integrity etag xamzcontentsha256 commit sha sha1 sha256 checksum digest md5 fingerprint
systemfingerprint traceparent tracestate cfray encryptedreasoning encryptedstdout
encryptedindex reasoningopaque
"""
_OPAQUE = frozenset(_MACHINE_MADE.split())


class Telling(NamedTuple):
    """What a name says of its value: the ``family`` of a value without a shape of its own, or ''
    if the name says too little; whether it may as well be harmless (``weak``); and the context
    families of the vendors that it names."""

    family: str
    weak: bool
    vendors: tuple[str, ...]


@lru_cache(maxsize=1024)
def is_opaque_name(name: str) -> bool:
    """Whether values under a name are made by machines and open nothing: signatures of reasoning,
    encrypted content, media, hashes. Only families with a mark are reported under them."""
    return _squash(name) in _OPAQUE


def _squash(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


SESSION = re.compile(r"sess|sid|auth|token|jwt|login|cf_bm|cfuvid|cf_clearance|remember|csrf", re.I)
"""What stands in the names of cookies that open something."""

_COOKIE = "cookie "
"""How the name of a cookie begins, as that of the text that is its value."""


@lru_cache(maxsize=1024)
def telling(name: str) -> Telling | None:
    """What a name says of its value, None if it says nothing of a credential.

    The name is a key, a header, a parameter, a variable, or the words before a value.
    """
    if len(name) > 200 or is_opaque_name(name):
        return None
    words = [word.casefold() for word in _PIECE.findall(name)]
    while len(words) > 1 and (words[-1] in _DECORATIONS or words[-1].isdigit()):
        words.pop()
    if not words:
        return None
    squashed = "".join(words)
    if name in WHOLE_NAMES or name.startswith(WHOLE_NAMES[1:]):
        exact = _exact().get(squashed)
        if exact:
            return Telling("", False, (exact,))
    if not any(spelling in name for spelling in SPELLINGS):
        return None
    vendors = _vendors(words, squashed) if _names_credential(words, squashed) else ()
    family, weak = _generic(words, squashed, name)
    if not family and name.startswith(_COOKIE) and SESSION.search(name, len(_COOKIE)):
        family = "session-cookie"
    return Telling(family, weak, vendors) if family or vendors else None


def _names_credential(words: list[str], squashed: str) -> bool:
    if words[-1] in _CORE or any(squashed.endswith(core) for core in _CORE if len(core) >= 5):
        return _is_credential_word(words)
    return False


def _is_credential_word(words: list[str]) -> bool:
    return len(words) < 2 or words[-2] not in _HARMLESS


def _generic(words: list[str], squashed: str, name: str) -> tuple[str, bool]:
    if words[-2:] == ["ice", "pwd"]:
        return "", False  # Made anew for each call, and worth nothing after it (RFC 8839).
    for ending, family in _endings():
        singular = squashed.removesuffix("s") if len(ending) > 4 else squashed
        if (len(ending) > 4 or not ending.isascii()) and singular.endswith(ending):
            return ("", False) if _is_harmless(words, ending) else (family, False)
        if words[-1] == ending:
            return family, False
    last = words[-1]
    if last not in ("token", "key", "auth", "токен", "ключ") or not _is_credential_word(words):
        return "", False
    # A bare `key` says nothing; `my key` does, and so does a variable of the environment.
    if last in ("key", "ключ"):
        named = name.isupper() and len(words) > 1
        return ("opaque-key", True) if named or "my" in words or "our" in words else ("", False)
    return "opaque-key", True


def _is_harmless(words: list[str], ending: str) -> bool:
    """Whether the word before an ending takes its meaning away: ``public key``, ``no password``."""
    count = 0
    for back, word in enumerate(reversed(words), start=1):
        count += len(word)
        if count >= len(ending):
            return len(words) > back and words[-back - 1] in ("public", "csrf", "xsrf", "no")
    return False


def _vendors(words: list[str], squashed: str) -> tuple[str, ...]:
    known = set(words)
    known.update(first + second for first, second in pairwise(words))
    return tuple(
        family.name
        for family in families()
        if family.context
        and any(
            word in known or (len(word) >= 5 and word in squashed) for word in family.context.words
        )
    )


@lru_cache(maxsize=1)
def _endings() -> tuple[tuple[str, str], ...]:
    """All endings, the longest first, with the family of a value under such a name."""
    pairs = [
        (ending, family.name)
        for family in families()
        if family.context
        for ending in family.context.endings
    ]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


@lru_cache(maxsize=1)
def _exact() -> dict[str, str]:
    return {
        name: family.name
        for family in families()
        if family.context
        for name in family.context.names
    }


@lru_cache(maxsize=1)
def vendor_words() -> tuple[str, ...]:
    """The words of vendors whose keys are known by context only."""
    found = {
        word
        for family in families()
        if family.context and not family.is_marked
        for word in family.context.words
    }
    return tuple(sorted(found))
