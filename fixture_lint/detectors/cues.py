"""Where a text gives a value to a telling name: ``NAME=value``, ``"name": "value"``, a header line,
a query, a command line, a table, a tag, and a cue in a sentence such as "my mistral key is".

Everything is looked at around a telling word and within fixed distances, so the time is that of
the number of such words.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fixture_lint.detectors.telling import WORDS, Telling, telling, vendor_words
from fixture_lint.detectors.values import is_wordy

_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-."
_NAME_REST = re.compile(r"[A-Za-z0-9_.\-\u00c0-\u052f]{1,64}")
_FAR = 64
REACH = 400
"""No farther from a telling word a value is looked for."""
_SENTENCE_END = re.compile(r"[.!?](?=\s)|\n\s*\n|。")
_CLAUSE_END = re.compile(r"[.,;:!?\n\"'(){}\[\]=&|<>]")
_QUOTES = "\"'`“”„«»‘’"

_DIRECT = re.compile(
    rf"[\\{_QUOTES}\]*]{{0,6}}\s{{0,4}}"
    r"(?:(?P<op>:=|=>|->|={1,3}|[:：＝|])"
    r"|[,(]?\s?(?P<verb>(?:value is|is now|is|was|are|equals|now|to|на|теперь|это|есть|—|–|-|ist"
    r"|lautet|est|es|é)(?![^\W_])|改成了?|改为|设为|是|为)[:：]?)"
    rf"\s{{0,8}}[\\{_QUOTES}\[(<]{{0,8}}(?:\*\*)?"
)
_OF = re.compile(
    r" (?:for|of|to|on|at|in|from|для|от|к|für|de|del|da) [^.!?\n:=]{1,48}?(?::| is| =| это| ist) "
    rf"{{0,3}}[\\{_QUOTES}\[(<*]{{0,6}}"
)
_TAG = re.compile(r"\s{0,2}>\s{0,4}(?=[!-;=?-~]{1,8192}\s{0,4}</)")
_GAP = re.compile(rf"\s{{1,4}}[\\{_QUOTES}]{{0,4}}")
_SCHEME = re.compile(r"(Bearer|Token|ApiKey|Api-Key|Key|Basic)\s{1,4}", re.IGNORECASE)
_BARE = re.compile(r"[!#$%*-+\--:=?-Z^_a-z~]{1,8192}")
_QUOTED = {quote: re.compile(rf"[^{quote}\\\s]{{1,8192}}") for quote in "\"'`"}
_LINE = re.compile(r"[^\n\\\"]{1,8192}")
_CANDIDATE = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{26,200}={0,2}(?![A-Za-z0-9+/=_-])")
_HASH = re.compile(r"\b(?:commit|sha\d*|hash|digest|checksum|revision|md5|id|blob|tree)\b", re.I)


class Cue(NamedTuple):
    """A value that a text gives to a telling name. ``prose``: a sentence does, so more is asked of
    the value. ``nearby``: the vendor is named in the sentence, so only its own shape counts."""

    telling: Telling
    start: int
    end: int
    prose: bool = False
    nearby: bool = False


def cues_at(text: str, word: int, after: int) -> list[Cue]:
    """The values that a text gives to the name around the telling word at ``word`` to ``after``."""
    start, end = _name_around(text, word, after)
    name = text[start:end]
    meaning = telling(_with_words(text, start, name))
    kind = _KIND.match(text, end) if name.casefold() in _PLAIN_WORDS else None
    if kind:
        meaning, end = telling("api key"), kind.end()
    if meaning is None and name == "key" and text[max(0, start - 1) : start] in ("?", "&"):
        meaning = Telling("opaque-key", True, ())
    if meaning is None:
        # The words of a vendor may stand elsewhere in the sentence.
        return _nearby(text, start, end) if name.casefold() in _PLAIN_WORDS else []
    found = _linked(text, (start, end), meaning)
    return found or _reversed(text, start, meaning) or _nearby(text, start, end)


def _name_around(text: str, word: int, after: int) -> tuple[int, int]:
    before = text[max(0, word - _FAR) : word]
    start = word - len(before) + len(before.rstrip(_NAME))
    rest = text[after : after + _FAR]
    # Chinese and Japanese put no space between a name and what is said of it.
    more = _NAME_REST.match(rest)
    name = text[word:after] + (more[0] if more else "")
    return start, word + len(name.rstrip(".-"))


def _with_words(text: str, start: int, name: str) -> str:
    """A name with up to three words before it in the same clause: "my mistral api" key."""
    if start == 0 or text[start - 1] != " ":
        return name
    before = _CLAUSE_END.split(text[max(0, start - 40) : start])[-1]
    return " ".join([*before.split()[-3:], name])


def _linked(text: str, place: tuple[int, int], meaning: Telling) -> list[Cue]:
    """What stands behind a name and its operator, its verb or its tag."""
    link, prose = _link(text, place, meaning)
    if link is None:
        return []
    at, quote = link.end(), text[link.end() - 1 : link.end()]
    if meaning.family == "session-cookie":
        line = _LINE.match(text, at)
        return [Cue(meaning, at, line.end(), prose)] if line else []
    scheme = _SCHEME.match(text, at)
    if scheme:
        at = scheme.end()
        if scheme[1].casefold() == "basic":
            meaning = Telling("basic-header", False, ())
        elif not meaning.family or meaning.weak:
            meaning = meaning._replace(family="opaque-bearer", weak=False)
    is_quoted = not scheme and quote in _QUOTED
    value = (_QUOTED[quote] if is_quoted else _BARE).match(text, at)
    is_empty = is_quoted and text[at - 2 : at] == quote * 2 and text[at - 3 : at - 2] != quote
    if value is None or is_empty or (not is_quoted and text.startswith("(", value.end())):
        return []
    stop = value.end()
    if not is_quoted:
        bare = value[0].rstrip(".,:")
        if not bare.endswith("***"):  # A mask stays one, bold letters end.
            bare = bare.removesuffix("**")
        said = bare.rstrip("!?")
        stop = at + len(said if prose and is_wordy(said) else bare)
    return [Cue(meaning, at, stop, prose)]


def _link(text: str, place: tuple[int, int], meaning: Telling) -> tuple[re.Match[str] | None, bool]:
    """What joins a name and its value, and whether a sentence does."""
    start, end = place
    direct = _DIRECT.match(text, end)
    if direct:
        return direct, direct["verb"] is not None
    if text[max(0, start - 1) : start] == "<":
        tag = _TAG.match(text, end)
        if tag:
            return tag, False
    if text.startswith("--", start) or meaning.family == "opaque-bearer":
        gap = _GAP.match(text, end)
        if gap:
            return gap, False
    return _OF.match(text, end), True


def _reversed(text: str, start: int, meaning: Telling) -> list[Cue]:
    """A value that a sentence names afterwards: "... is my deepgram key"."""
    window = text[max(0, start - 240) : start]
    for verb in (" is ", " was ", " should be ", " as "):
        left, found, words = window.rpartition(verb)
        value = left.rsplit(None, 1)[-1].strip(_QUOTES + "(,") if left.strip() else ""
        if found and value and _OWN.fullmatch(words):
            at = start - len(window) + left.rindex(value)
            return [Cue(meaning, at, at + len(value), True)]
    return []


def _nearby(text: str, start: int, end: int) -> list[Cue]:
    """A value behind a word such as "key" in a sentence that names a vendor before the value."""
    right = _SENTENCE_END.split(text[end : end + 300])[0]
    value = _CANDIDATE.search(right)
    if value is None or value.start() > 80:
        return []
    left = _SENTENCE_END.split(text[max(0, start - 100) : start])[-1]
    known = _WORD.findall(f"{left} {right[: value.start()]}".casefold())
    vendors = [word for word in vendor_words() if word in known]
    if not vendors:
        return []
    meaning = telling(" ".join([*vendors, "key"]))
    if meaning is None:
        return []
    if _HASH.search(right[: value.start()]):
        return []
    return [Cue(meaning, end + value.start(), end + value.end(), True, True)]


_WORD = re.compile(r"[a-z0-9]+")
_PLAIN_WORDS = frozenset(
    (
        *WORDS[:6],
        "ключ",
        "токен",
        "секрет",
        "密钥",
        "令牌",
        "schlüssel",
        "clave",
        "chave",
        "clé",
        "jeton",
    )
)
_KIND = re.compile(
    r" (?:d['’]|de |di |da )?"
    r"(?:API|accès|acceso|accesso|acesso|доступа|secrète|secreta|privada|privée)"
    r"(?![^\W_])"
)
"""Where the kind of a key stands behind it: "la clave de acceso es", "ключ API"."""
_OWN = re.compile(r"(?:my|our|the|your) (?:[\w-]{1,30} ){0,3}")
