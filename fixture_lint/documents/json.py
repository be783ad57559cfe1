"""Reading JSON (RFC 8259) without losing anything: spans, spellings, duplicate keys.

The reader is iterative and takes linear time on any input. It accepts what the RFC accepts and
nothing else; lone surrogate escapes and numbers beyond a double are valid and stay as written.
"""

from __future__ import annotations

import gc
import json
import re
from bisect import bisect_right
from typing import NamedTuple

from fixture_lint.documents.tree import Member, Node, NodeType

MAX_DEPTH = 512
"""Deepest nesting that is read. Indentation of deeper trees would grow with its square."""

# Possessive quantifiers: a token is matched once, and a mismatch costs no second look.
_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:"
    r"(?P<mark>[{}\[\]:,])"
    r'|(?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+)"
    r"|(?P<word>true|false|null))"
)
_SPACE = re.compile(r"[ \t\n\r]*+")
_WORD = re.compile(r"[A-Za-z_-]\w*+")
_STRING_PART = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_VALUE, _KEY, _END = "a value", "a key in double quotes", "the end of the file"
CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: |$)", re.MULTILINE)


class ParseError(Exception):
    """The text is not JSON. ``offset`` counts code points from the start of the text."""

    def __init__(self, offset: int, detail: str) -> None:
        super().__init__(detail)
        self.offset = offset
        self.detail = detail


class TooDeep(Exception):
    """The text nests deeper than MAX_DEPTH; ``offset`` is where the first level too many opens."""

    def __init__(self, offset: int) -> None:
        super().__init__(f"nested deeper than {MAX_DEPTH} levels")
        self.offset = offset


def read(text: str) -> Node:
    """The tree of a JSON text.

    Raises ParseError with the place of the first error, and TooDeep beyond MAX_DEPTH levels.
    """
    collecting = gc.isenabled()
    gc.disable()  # Many small objects and no cycles: collecting would more than double the time.
    try:
        return _read(text)
    finally:
        if collecting:
            gc.enable()


def unescape(lexeme: str) -> str:
    """The value of a JSON string as it is spelled, quotes included."""
    return json.loads(lexeme) if "\\" in lexeme else lexeme[1:-1]


class Offsets(NamedTuple):
    """Where the characters of a string's value stand in the text: behind each escape, the number
    of the next character and its offset. Between escapes both go on in step."""

    start: int
    numbers: list[int]
    offsets: list[int]

    def of(self, number: int) -> int:
        """The offset of the spelling of a character, or of the end of the string's content."""
        at = bisect_right(self.numbers, number)
        if not at:
            return self.start + number
        return self.offsets[at - 1] + number - self.numbers[at - 1]


def offsets_of(text: str, node: Node) -> Offsets:
    """The offsets of the characters of a string; a pair of escaped surrogates is one character."""
    offsets = Offsets(node.start + 1, [], [])
    longer = 0  # By how much the spelling is longer than the value so far.
    low_at = -1
    for escape in _ESCAPE.finditer(text, node.start + 1, node.end - 1):
        unit = int(escape[1], 16) if escape[1] else 0
        is_low = escape.start() == low_at and 0xDC00 <= unit < 0xE000
        longer += len(escape[0]) - 1 + is_low
        low_at = escape.end() if 0xD800 <= unit < 0xDC00 else -1
        if is_low:
            offsets.numbers.pop()
            offsets.offsets.pop()
        offsets.numbers.append(escape.end() - node.start - 1 - longer)
        offsets.offsets.append(escape.end())
    return offsets


def quote(value: str) -> str:
    """A string in canonical spelling: only quote, backslash and control characters escaped."""
    spelled = json.dumps(value, ensure_ascii=False)
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", spelled)


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")


def _read(text: str) -> Node:
    root, position, is_open = _read_value(text, 0, 0)
    stack = [root] if is_open else []
    while stack:
        parent = stack[-1]
        key = None
        if parent.type == "object":
            key, position = _read_key(text, position)
        node, position, is_open = _read_value(text, position, len(stack))
        parent.members.append(Member(key, node))
        if is_open:
            stack.append(node)
        else:
            position = _read_ends(text, position, stack)
    rest = _SPACE.match(text, position)
    if rest is not None and rest.end() < len(text):
        raise _error(text, rest.end(), _END)
    return root


def _read_value(text: str, position: int, depth: int) -> tuple[Node, int, bool]:
    """A scalar, an empty container, or the opening of a container (then the flag is set)."""
    token = _TOKEN.match(text, position)
    if token is None:
        raise _error(text, position, _VALUE)
    kind = token.lastgroup
    end = token.end()
    if kind == "string":
        start = token.start("string")
        return Node("string", start, end, unescape(text[start:end])), end, False
    if kind == "number":
        lexeme = token["number"]
        return Node("number", end - len(lexeme), end, lexeme), end, False
    if kind == "word":
        word: NodeType = token["word"]  # type: ignore[assignment]
        return Node(word, end - len(word), end, word), end, False
    mark = text[end - 1]
    if mark not in "{[":
        raise _error(text, end - 1, _VALUE)
    if depth == MAX_DEPTH:
        raise TooDeep(end - 1)
    node = Node("object" if mark == "{" else "array", end - 1, end)
    closing = _TOKEN.match(text, end)
    if closing is not None and closing["mark"] == ("}" if mark == "{" else "]"):
        node.end = closing.end()
        return node, node.end, False
    return node, end, True


def _read_ends(text: str, position: int, stack: list[Node]) -> int:
    """What follows a value: the ends of containers, which leave the stack, up to a comma."""
    while stack:
        parent = stack[-1]
        token = _TOKEN.match(text, position)
        mark = token["mark"] if token else None
        if token is None or mark is None:
            raise _error(text, position, _expected_after(parent))
        position = token.end()
        if mark == ",":
            return position
        if mark != ("}" if parent.type == "object" else "]"):
            raise _error(text, position - 1, _expected_after(parent))
        parent.end = position
        stack.pop()
    return position


def _read_key(text: str, position: int) -> tuple[Node, int]:
    token = _TOKEN.match(text, position)
    if token is None or token.lastgroup != "string":
        raise _error(text, position, _KEY)
    start = token.start("string")
    key = Node("string", start, token.end(), unescape(text[start : token.end()]))
    colon = _TOKEN.match(text, token.end())
    if colon is None or colon["mark"] != ":":
        raise _error(text, token.end(), "a colon after the key")
    return key, colon.end()


def _expected_after(parent: Node) -> str:
    return "a comma or a closing brace" if parent.type == "object" else "a comma or a bracket"


def _error(text: str, position: int, expected: str) -> ParseError:
    """Explains why no token fits, in the words of somebody who has to repair the file."""
    space = _SPACE.match(text, position)
    position = space.end() if space else position
    conflict = CONFLICT.search(text)
    if conflict:
        return ParseError(conflict.start(), "merge conflict marker; resolve the conflict first")
    if position >= len(text):
        if not text.strip(" \t\r\n"):
            return ParseError(0, "empty file" if not text else "nothing but white space")
        return ParseError(len(text), f"the text ends where {expected} must follow")
    return ParseError(*_explain(text, position, expected))


def _explain(text: str, position: int, expected: str) -> tuple[int, str]:
    character = text[position]
    if character == '"' and expected != _END:
        return _explain_string(text, position, expected)
    if text.startswith("version https://git-lfs.github.com/spec/"):
        return 0, "Git LFS pointer, not the file itself; fetch it with `git lfs pull`"
    if text.startswith(("//", "/*"), position) or character == "#":
        return position, "comments are not part of JSON"
    if character in "}]" and expected in (_VALUE, _KEY):
        before = text[:position].rstrip(" \t\r\n")
        if before.endswith(","):
            return len(before) - 1, "trailing comma"
    word = _WORD.match(text, position)
    if word and word[0].lstrip("-") in ("NaN", "Infinity"):
        return position, f"{word[0]} is no JSON number"
    if word and word[0] in ("None", "True", "False", "undefined"):
        return position, f"{word[0]} is no JSON value"
    if character == "'":
        return position, "strings need double quotes"
    if expected == _END:
        return position, "extra data after the end of the document"
    return position, f"{expected} must follow here, not {character!a}"


def _explain_string(text: str, position: int, expected: str) -> tuple[int, str]:
    part = _STRING_PART.match(text, position + 1)
    end = part.end() if part else position + 1
    if end >= len(text):
        return position, "this string has no closing quote"
    if text[end] == '"':
        return position, f"{expected} must follow here, not a string"
    if text[end] == "\\":
        return end, f"invalid escape {text[end : end + 2]!a}"
    if text[end] in "\r\n":
        return position, "this string has no closing quote on its line"
    return end, f"control character {text[end]!a} must be escaped in a string"
