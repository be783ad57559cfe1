"""What stands where a secret was or will be: placeholders, documentation examples, settings.

Words are compared as whole words of the value, never as parts of words: ``attestation`` is no test.
Only long words such as EXAMPLE count wherever they stand, as in the keys of AWS documentation.
"""

from __future__ import annotations

import re

_MASKED = """
redacted filtered scrubbed masked removed censored sanitized sanitised anonymized anonymised
obfuscated omitted elided hidden truncated stripped deleted suppressed confidential
test tests testing tester fake dummy mock mocked mocks stub stubbed example examples sample
placeholder invalid bogus fixture fixtures todo tbd fixme foo bar baz foobar lorem ipsum
your insert replace replaceme change changeme here none null undefined nil unset empty
"""
_WORDS = frozenset(_MASKED.split())
_SAID = """
string number integer boolean bool object array str int float true false none null undefined
yes no on off auto default required optional enabled disabled enable disable any unknown other
password passwd passphrase secret secrets token key apikey api_key credentials credential
username user login admin root guest postgres mysql redis mongo mongodb pass pwd public private
bearer basic header query cookie body path text hidden session local localhost
aws4-hmac-sha256 digest negotiate sharedkey sharedkeylite
mypassword my_password mysecret mysecretpassword supersecret topsecret password1 password123
passw0rd p@ssw0rd secret123 admin123 letmein qwerty12 qwerty123 qwertyuiop swordfish
"""
_SETTINGS = frozenset(_SAID.split())
"""Types, settings, schemes and the names of things: values that say what kind of value belongs
here. And what is given in every introduction."""

_LONG_WORDS = re.compile(
    r"example|placeholder|redacted|scrubbed|changeme|dummykey|fakekey"
    r"|\bnot[-_ ]?(?:an?[-_ ]?)?(?:real|valid)",
    re.I,
)
_CAPITAL_WORDS = re.compile(r"TEST|FAKE|DUMMY|MOCK|SAMPLE|SECRETKEY|X{5}")
_MARKS = re.compile(
    r"\*{3}|\.{3}|…|•{3}|#{4}|<[^<>]{0,80}>|\$\{|\{\{|\}\}|\$\(|%[A-Z_]{3,40}%"
    r"|^\$[A-Z_][A-Z0-9_]*$|^\{[^{}]{1,80}\}$|^\[[A-Za-z_ -]{1,60}\]$|^__[A-Za-z_]{1,60}__$"
)
_PIECE = re.compile(r"[A-Za-z]+")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]")
_RUN = re.compile(r"(.)\1{7}")
_REPEATED = re.compile(r"(.{1,8}?)\1{2,}")
_XS = re.compile(r"(?<![A-Za-z0-9])[xX]{3,}(?![A-Za-z0-9])")
_LETTERS = "abcdefghijklmnopqrstuvwxyz" * 2
_DIGITS = "0123456789" * 4
_KEYBOARD = "1234567890qwertyuiopasdfghjklzxcvbnm"


def is_placeholder(value: str) -> bool:
    """Whether a value stands for a secret and is none: masked, invented, a word, an example.

    The value is that of a credential, with or without its public prefix.
    """
    lowered = value.casefold()
    if len(value) < 4 or lowered in _SETTINGS or _MARKS.search(value) or _XS.search(value):
        return True
    if _LONG_WORDS.search(value) or any(word.casefold() in _WORDS for word in _words(value)):
        return True
    if value.isupper() and len(value) <= 24 and _CAPITAL_WORDS.search(value):
        return True
    return _is_monotonous(lowered)


def _words(value: str) -> list[str]:
    """The words of a value. Letters whose case changes as in no word are none, nor are three
    letters among digits: random tokens hold such pieces often."""
    words = []
    for match in _PIECE.finditer(value[:4096]):
        piece = match[0]
        parts = _WORD.findall(piece)
        if len(parts) > 1 and len(piece) < 3 * len(parts):
            continue
        words += [p for p in parts if len(p) > 3 or (p == piece and _is_apart(value, match.span()))]
    return words


def _is_apart(value: str, place: tuple[int, int]) -> bool:
    start, end = place
    return not (start and value[start - 1].isdigit()) and not value[end : end + 1].isdigit()


def _is_monotonous(value: str) -> bool:
    """Whether a value was typed and not made: one character again and again, a repeated piece, the
    alphabet, counted digits, the keys of the keyboard in a row."""
    value = value[:4096]
    if _RUN.search(value):
        return True
    body = "".join(filter(str.isalnum, value))
    tail = body[-16:] if len(body) > 24 else body
    if len(body) >= 6 and len(set(tail)) <= min(3, len(tail) // 3):
        return True
    if len(body) >= 8 and _repeats(body):
        return True
    letters = "".join(filter(str.isalpha, body))
    digits = "".join(filter(str.isdigit, body))
    counted = [
        (letters, _LETTERS), (letters, _LETTERS[::-1]),
        (digits, _DIGITS), (digits, _DIGITS[::-1]), (body, _KEYBOARD),
    ]  # fmt: skip
    if any(len(run) >= 6 and run in row for run, row in counted[:2]):
        return True
    if any(len(run) >= 8 and run in row for run, row in counted[2:]):
        return True
    return (len(letters) >= 3 and letters in _LETTERS and digits in _DIGITS) or any(
        row in body for row in ("123456789", "abcdefgh", "987654321")
    )


def _repeats(body: str) -> bool:
    """Whether a piece of at most eight characters, again and again, makes nearly all of a text."""
    found = _REPEATED.search(body[-48:])
    return found is not None and len(found[0]) * 2 >= min(len(body), 48)
