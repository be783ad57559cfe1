"""Python sources: text and edits, no tree of values. The standard library's parser, which runs
nothing, says what stands where.

A source is decoded as PEP 263 has it. Lines end at LF, CRLF and CR and at nothing else; columns of
``ast`` count the bytes of UTF-8, whatever the encoding of the file is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from fixture_lint.documents.json import ParseError
from fixture_lint.documents.tree import Document, line_starts

if TYPE_CHECKING:
    import ast


def decode(data: bytes) -> str:
    """The text of a source, without its byte order mark.

    Raises ParseError for bytes that are not in the encoding which the source declares.
    """
    try:
        encoding = _declared(data)
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        name = "UTF-8" if error.encoding == "utf-8" else error.encoding
        raise ParseError(0, f"byte {error.start} is not {name}") from error
    except (SyntaxError, ValueError, LookupError) as error:
        raise ParseError(0, str(error)) from error


def is_utf8(text: str) -> bool:
    """Whether a source that was decoded to this text has the bytes of the text in UTF-8."""
    spelled = text.encode("utf-8", "surrogatepass")
    try:
        return text.encode(_declared(spelled)) == spelled
    except (SyntaxError, ValueError, LookupError):
        return False


def _declared(data: bytes) -> str:
    import io
    import tokenize

    return tokenize.detect_encoding(io.BytesIO(data).readline)[0]


@lru_cache(maxsize=2)  # The reading, the checks and the second reading ask for the same text.
def parse(text: str) -> ast.Module:
    """The syntax tree of a source. It is shared: nobody may change it.

    Raises ParseError, with the place, also for a text that nests too deeply for the parser.
    """
    import ast
    import warnings

    if "\0" in text:
        raise ParseError(text.index("\0"), "it holds a NUL character")
    try:
        with warnings.catch_warnings():  # About the author's spelling, for the author's own run.
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise ParseError(_place(text, error), error.msg) from error
    except (RecursionError, MemoryError) as error:
        raise ParseError(0, "it nests too deeply to be read") from error
    except ValueError as error:
        raise ParseError(0, str(error)) from error


def span(document: Document, node: ast.expr) -> tuple[int, int]:
    """Where an expression stands in the text of a document."""
    if "starts" not in document.memo:
        document.memo["starts"] = line_starts(document.text)
    starts: list[int] = document.memo["starts"]
    return _span(document.text, starts, node)


def contains(text: str, node: ast.expr, start: int, end: int) -> bool:
    """Whether a span of a text lies within an expression."""
    first, last = _span(text, line_starts(text), node)
    return first <= start and end <= last


def _span(text: str, starts: list[int], node: ast.expr) -> tuple[int, int]:
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return (
        _offset(text, starts, node.lineno, node.col_offset),
        _offset(text, starts, end_line, end_column),
    )


def _offset(text: str, starts: list[int], line: int, column: int) -> int:
    start = starts[line - 1]
    # As many characters as bytes are enough, and few where the line is the whole file.
    before = text[start : start + column]
    if before.isascii():
        return start + column
    return start + len(before.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))


def _place(text: str, error: SyntaxError) -> int:
    """The offset of a syntax error; its line and column may lie outside of the text."""
    starts = line_starts(text)
    line = min(max(error.lineno or 1, 1), len(starts))
    column = max((error.offset or 1) - 1, 0)
    return min(starts[line - 1] + column, len(text))
