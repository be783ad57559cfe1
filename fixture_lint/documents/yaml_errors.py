"""What is wrong with a YAML text, in the words of somebody who has to repair the file."""

from __future__ import annotations

import re
from typing import Any

from fixture_lint.documents.json import CONFLICT, ParseError

SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
"""Half of a character that lies beyond U+FFFF, as JSON escapes it. YAML has ``\\U`` for these."""

SURROGATE = "an escape of half a character (a surrogate); write the character itself"


def unprintable(character: str) -> str:
    """Says that a character must not stand in a text."""
    name = "NUL" if character == "\0" else f"control character {character!a}"
    return f"{name} is not allowed in YAML; it must be escaped in double quotes"


def explained(text: str, error: Any) -> ParseError:
    """An error of PyYAML's parsers (a ``MarkedYAMLError``, whose words differ between the two) as
    ours, at the place where the repair begins."""
    conflict = CONFLICT.search(text)
    if conflict:
        return ParseError(conflict.start(), "merge conflict marker; resolve the conflict first")
    problem = error.problem or ""
    at = error.problem_mark.index if error.problem_mark else 0
    opened = error.context_mark.index if error.context_mark else at
    if "quoted scalar" in (error.context or ""):
        return _explained_quoted(text, opened, at, problem)
    if "cannot start any token" in problem:
        if text[at : at + 1] == "\t":
            return ParseError(at, "tab where YAML wants spaces; indent with spaces")
        return ParseError(at, f"{text[at : at + 1]!a} cannot begin a text; quote the text")
    if "mapping values are not allowed" in problem:
        return ParseError(at, "a colon is not allowed here; quote the text, or check the indent")
    if "flow sequence" in (error.context or "") or "flow mapping" in (error.context or ""):
        closing = "]" if "sequence" in error.context else "}"
        return ParseError(opened, f"this bracket is not closed by a comma and {closing!r} in place")
    if "block" in (error.context or ""):
        return ParseError(at, "this line does not continue what stands before; check the indent")
    if "expected ':'" in problem:
        return ParseError(opened, "a key without a colon; check the indent")
    if "expected <document start>" in problem or "'<document start>'" in problem:
        return ParseError(at, "extra data after the end of the document")
    return ParseError(at, problem)


def _explained_quoted(text: str, opened: int, at: int, problem: str) -> ParseError:
    if "end of stream" in problem or "document" in problem:
        return ParseError(opened, "this string has no closing quote")
    if "escape" in problem or "hexadecimal" in problem:
        backslash = max(text.rfind("\\", opened, at + 1), opened)
        if SURROGATE_ESCAPE.match(text, backslash):
            return ParseError(backslash, SURROGATE)
        return ParseError(backslash, f"invalid escape {text[backslash : backslash + 2]!a}")
    return ParseError(at, problem)
