"""From bytes to documents. What cannot be read becomes a finding, never silence."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from fixture_lint.documents import files, jsonl
from fixture_lint.documents.json import ParseError, TooDeep, read
from fixture_lint.documents.screen import canonical_value
from fixture_lint.documents.tree import Document, Node, Syntax
from fixture_lint.rules import Finding, engine_finding
from fixture_lint.run import Run

PARSE_ERROR = "FX101"
_BOM = b"\xef\xbb\xbf"
_NAMES: dict[Syntax, str] = {"json": "JSON", "yaml": "YAML", "text": "text", "python": "Python"}


class Unread(NamedTuple):
    """A document that could not be read: why, and its text as far as it could be decoded.
    ``record`` is the number of its line in JSON Lines, otherwise 0."""

    finding: Finding
    text: str = ""
    record: int = 0


Read = Document | Unread


def documents(data: bytes, path: str, run: Run) -> Iterator[Read]:
    """The documents of a file, or the findings where there is none: one for a file of JSON, YAML
    or server-sent events, one a line for JSON Lines. The name tells YAML and events; between JSON
    and JSON Lines the content decides, and the name settles what a broken file was to be.

    A file that is packed by gzip is read as if it were not.
    """
    if files.is_packed(data):
        try:
            data = files.unpacked(data)
        except files.Unreadable as error:
            rest = error.rest if isinstance(error, files.Damaged) else b""
            why = f"{error}"[:1].upper() + f"{error}"[1:]
            yield Unread(engine_finding("FX005", why), rest.decode("utf-8", "replace"))
            return
    if syntax_of(path) == "python":
        yield _source(data, path, run)
        return
    whole = _document(data, path, run)
    if isinstance(whole, Document) or syntax_of(path) != "json":
        yield whole
    elif (events := _chunk_list(data, path)) is not None:
        yield events  # Also if one of its lines is broken: the others are judged.
    elif jsonl.is_line_format(path.removesuffix(files.PACKED)) or _is_json_lines(data):
        yield from records(io.BytesIO(data), path, run)
    else:
        yield whole


def _chunk_list(data: bytes, path: str) -> Document | None:
    """A list of events of a provider's stream, one JSON value a line, as one document: what the
    events say together counts. None if the lines are something else."""
    from fixture_lint.kinds.stream import is_chunk_list

    content, bom = _without_bom(data)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    if not is_chunk_list(text):
        return None
    return _parsed(path, text, "text", bom=bom)


def _source(data: bytes, path: str, run: Run) -> Read:
    """A source of Python. It is parsed only if it may say how fixtures are recorded."""
    from fixture_lint.checks.masking import masked_text
    from fixture_lint.documents import python
    from fixture_lint.kinds.testcode import may_record

    text = ""
    try:
        text = python.decode(data)
        if may_record(data):
            python.parse(text)
    except ParseError as error:  # Its words may repeat what stands in the source.
        detail = masked_text(error.detail)
        return _parse_error(text, error.offset, detail, path, run, 0, "python")
    return _parsed(path, text, "python", bom=data.startswith(_BOM))


def syntax_of(path: str) -> Syntax:
    """How the documents in a file are spelled, by the ending of its name, packed or not."""
    path = path.removesuffix(files.PACKED)
    if path.endswith(".py"):
        return "python"
    if path.endswith((".yaml", ".yml")):
        return "yaml"
    return "text" if path.endswith(".sse") else "json"


def reread(document: Document, text: str) -> Document:
    """A document with another text; the file, and what is outside of the text, stay the same.

    Raises ParseError and TooDeep.
    """
    return _parsed(
        document.path,
        text,
        document.syntax,
        bom=document.bom,
        record=document.record,
        line_end=document.line_end,
    )


def records(stream: BinaryIO, path: str, run: Run) -> Iterator[Read]:
    """The records of a file of JSON Lines, each a document or a finding of its own."""
    for line in jsonl.lines(stream):
        record = record_of(line, path, run)
        if record is not None:
            yield record


def record_of(line: jsonl.Line, path: str, run: Run) -> Read | None:
    """The document in a line of JSON Lines, the finding where it cannot be read, None if it is
    blank."""
    if line.data is None:
        size = jsonl.MAX_RECORD >> 20
        message = f"Line is longer than {size} MiB and was not read"
        return Unread(engine_finding("FX005", message, line.number), record=line.number)
    if not line.data.strip(b" \t\r"):
        return None
    data, bom = (line.data, False) if line.number > 1 else _without_bom(line.data)
    line_end = "\n" if line.terminated else ""
    if data.endswith(b"\r"):
        data, line_end = data[:-1], "\r" + line_end
    return _read(data, path, run, bom=bom, record=line.number, line_end=line_end)


def _document(data: bytes, path: str, run: Run) -> Read:
    plain = canonical_value(data) if syntax_of(path) == "json" else None
    content, bom = _without_bom(data)
    document = _read(content, path, run, bom=bom, syntax=syntax_of(path))
    if plain is not None and isinstance(document, Document):
        document.memo |= {"plain": plain, "is canonical": True}
    return document


def _without_bom(data: bytes) -> tuple[bytes, bool]:
    return (data[len(_BOM) :], True) if data.startswith(_BOM) else (data, False)


def _read(
    data: bytes,
    path: str,
    run: Run,
    *,
    syntax: Syntax = "json",
    bom: bool,
    record: int = 0,
    line_end: str = "",
) -> Read:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        text = data[: error.start].decode()
        detail = f"byte {error.start + len(_BOM) * bom} is not UTF-8"
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            detail += "; the file is UTF-16"
        return _parse_error(text, len(text), detail, path, run, record, syntax)
    try:
        return _parsed(path, text, syntax, bom=bom, record=record, line_end=line_end)
    except TooDeep as error:
        line, column = _empty(text, path, record).place(error.offset)
        return Unread(engine_finding("FX005", f"Too deep: {error}", line, column), record=record)
    except ParseError as error:
        detail = error.detail
        if "\0" in text[error.offset : error.offset + 2] and text[1:2] == "\0":
            detail += "; the file looks like UTF-16"
        return _parse_error(text, error.offset, detail, path, run, record, syntax)


def _parsed(
    path: str, text: str, syntax: Syntax, *, bom: bool, record: int = 0, line_end: str = ""
) -> Document:
    memo: dict[str, Any] = {}
    if syntax == "yaml":
        from fixture_lint.documents import yaml

        root, memo["tags"] = yaml.read_tagged(text)
    else:
        is_text = syntax in ("text", "python")
        root = Node("string", 0, len(text), text) if is_text else read(text)
    document = Document(path, text, root, syntax=syntax, bom=bom, record=record, line_end=line_end)
    document.memo |= memo
    return document


def _parse_error(
    text: str, offset: int, detail: str, path: str, run: Run, record: int, syntax: Syntax
) -> Unread:
    rule = next(rule for rule in run.rules if rule.code == PARSE_ERROR)
    what = "line is" if record else "file is"
    message = f"{what.capitalize()} not valid {_NAMES[syntax]}: {detail}"
    finding = rule.finding(_empty(text, path, record), (offset, offset), message)
    return Unread(finding, text, record)


def _empty(text: str, path: str, record: int) -> Document:
    return Document(path, text, Node("null", 0, 0), record=record)


def _is_json_lines(data: bytes) -> bool:
    try:
        return jsonl.is_json_lines(_without_bom(data)[0].decode())
    except UnicodeDecodeError:
        return False
