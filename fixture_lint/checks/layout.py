"""Layout: one comparison of a text with its canonical form; each rule names one aspect of it.

JSON has all aspects; of YAML only the bytes around the text are laid out, its line ends and the end
of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fixture_lint.config import Config
from fixture_lint.documents.canonical import Aspect, Order, render
from fixture_lint.documents.json import quote
from fixture_lint.documents.tree import Document, Member, Node, line_at, place_in, walk
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Fix, Rule
from fixture_lint.run import Run

__all__ = ["aspect"]

CHECK = "layout.aspect"

LAYOUT = Fix("print the canonical layout", "safe", ())
"""The fix that all findings of a layout share. It is made once, after all other fixes."""


class Difference(NamedTuple):
    """A place where a text is not canonical, and in which aspect."""

    aspect: Aspect
    at: tuple[int, int] | Member
    detail: str


def aspect(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Where the text differs from its canonical form in one aspect (data: ``aspect``)."""
    if "layout" not in document.memo:
        document.memo["layout"] = list(_differences(document, kind, run.config))
    for difference in document.memo["layout"]:
        if difference.aspect == rule.data["aspect"]:
            yield rule.finding(document, difference.at, difference.detail, LAYOUT)


def canonical(document: Document, kind: Kind | None, aspects: Iterable[str], config: Config) -> str:
    """The text of a document with the given aspects made canonical. With ``newline = "auto"`` a
    uniform CRLF stays."""
    wanted = set(aspects)
    if not _is_laid_out(document, kind):
        wanted -= {"indentation", "minified"}
    crlf = _is_uniform_crlf(document.text) and (
        config.newline == "auto" or "encoding" not in wanted
    )
    if document.syntax == "yaml":
        return _canonical_yaml(document, wanted, "\r\n" if crlf else "\n")
    return render(
        document, wanted, _order(document, kind, wanted, config), "\r\n" if crlf else "\n"
    )


def _canonical_yaml(document: Document, aspects: set[str], newline: str) -> str:
    text = document.text
    end = _end_of_yaml(document)
    if "final-newline" in aspects and end is not None:
        text = text[:end] + newline
    if "encoding" in aspects:  # In scalars too all line ends are read as the same one.
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", newline)
    return text


def _order(document: Document, kind: Kind | None, aspects: set[str], config: Config) -> Order:
    extra = frozenset(config.extra_keys)
    ordered = kind.order(document, extra) if kind and "key-order" in aspects else []
    documented = {id(node): members for node, members in ordered}
    sort = kind is not None and "payload-order" in aspects
    recorded = (
        {id(n) for root in kind.payload(document) for n in walk(root)} if kind and sort else set()
    )

    def order(node: Node) -> list[Member]:
        if id(node) in recorded:
            return _sorted(node)
        return documented.get(id(node), node.members)

    return order


def _sorted(node: Node) -> list[Member]:
    """By UTF-16 code units, as RFC 8785 and JavaScript's ``sort()`` do."""
    return sorted(node.members, key=lambda m: m.name.encode("utf-16-be", "surrogatepass"))


def _is_laid_out(document: Document, kind: Kind | None) -> bool:
    """Whether white space has a canonical form here: not in a file of unknown kind, and not in a
    line of JSON Lines."""
    return kind is not None and not document.record


def _is_uniform_crlf(text: str) -> bool:
    return "\r\n" in text and text.count("\r\n") == text.count("\n") == text.count("\r")


def _differences(document: Document, kind: Kind | None, config: Config) -> Iterator[Difference]:
    if document.syntax != "json":
        if document.syntax == "yaml":
            yield from _encoding(document, config.newline)
            end = _end_of_yaml(document)
            if end is not None:
                yield from _final_newline(document, end, config.newline)
        return
    if "is canonical" not in document.memo:
        yield from _encoding(document, config.newline)
        if _is_laid_out(document, kind):
            yield from _white_space(document)
        yield from _final_newline(document, document.root.end, config.newline)
        if kind is not None:
            yield from _escapes(document)
    if kind is not None:
        yield from _out_of_order(document, kind, config)


def _out_of_order(document: Document, kind: Kind, config: Config) -> Iterator[Difference]:
    for node, members in kind.order(document, frozenset(config.extra_keys)):
        expected = ", ".join(member.name for member in members)
        yield from _first_out_of_order(node, members, "key-order", f"order ({expected})")
    if config.payload_key_order != "sorted":
        return
    for root in kind.payload(document):
        for node in walk(root):
            if node.type == "object":
                yield from _first_out_of_order(node, _sorted(node), "payload-order", "sorted order")


def _end_of_yaml(document: Document) -> int | None:
    """Where a text of YAML ends but for its last line breaks. None if it ends with a block scalar,
    since they are a part of its value."""
    text = document.text
    last = document.root
    while last.members:
        last = last.members[-1].value
    is_block = text[last.start : last.start + 1] in ("|", ">") and last.end >= len(text.rstrip())
    end = len(text.rstrip("\r\n"))
    return None if is_block or not end else end


def _encoding(document: Document, newline: str) -> Iterator[Difference]:
    if document.bom:
        yield Difference("encoding", (0, 0), "File begins with a byte order mark (BOM)")
        return
    text = document.text + document.line_end.removesuffix("\n")
    at = text.find("\r")
    if at < 0 or (newline == "auto" and (_is_uniform_crlf(document.text) or document.record)):
        return
    crlf = text.startswith("\r\n", at) or bool(document.record)
    detail = f"Lines end with {'CRLF' if crlf else 'CR'} instead of LF"
    yield Difference("encoding", (at, at), detail)


def _white_space(document: Document) -> Iterator[Difference]:
    text, root = document.text, document.root
    body = text[: root.end].replace("\r\n", "\n").replace("\r", "\n")
    wanted = render(document, {"indentation", "final-newline"}, lambda node: node.members)
    wanted = wanted.removesuffix("\n")
    if body == wanted:
        return
    if "\n" not in body.strip():
        detail = "Document is on one line; a reviewer cannot read its diff"
        yield Difference("minified", (root.start, root.start + 1), detail)
        return
    at = _first_difference(body, wanted)
    line, column = place_in(body, at)
    found, wanted_line = line_at(body, at)[0], line_at(wanted, min(at, len(wanted)))[0]
    indent, wanted_indent = _indent(found), _indent(wanted_line)
    if column <= max(len(indent), len(wanted_indent)) + 1 and indent != wanted_indent:
        detail = f"Indent is not two spaces: {_spell(indent)} instead of {len(wanted_indent)}"
    elif found.rstrip(" \t") != found:
        detail = "White space at the end of the line"
    else:
        detail = "Indent is not two spaces: each member and element must stand on its own line"
    offset = _offset(document, line, column)
    yield Difference("indentation", (offset, offset + 1), detail)


def _first_difference(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:  # Comparing slices is faster than comparing characters.
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _spell(indent: str) -> str:
    tabs = indent.count("\t")
    return f"{tabs} tab{'s' * (tabs > 1)}" if tabs else str(len(indent))


def _offset(document: Document, line: int, column: int) -> int:
    """The offset of a place found in a text whose line ends were made LF."""
    document.place(0)
    starts: list[int] = document.memo["line starts"]
    return min(starts[line - 1] + column - 1, max(len(document.text) - 1, 0))


def _final_newline(document: Document, end: int, newline: str) -> Iterator[Difference]:
    if document.record:
        if not document.line_end:
            yield Difference(
                "final-newline", (end, end), "File must end with one newline; it has none"
            )
        return
    tail = document.text[end:]
    if tail == "\n" or (newline == "auto" and tail == "\r\n"):
        return
    ends = tail.count("\n") or tail.count("\r")
    if tail.strip("\r\n"):
        found = "white space follows the document"
    elif ends == 1:
        return  # A single CR or CRLF is a matter of encoding.
    else:
        found = f"it has {ends}" if ends else "it has none"
    detail = f"File must end with exactly one newline; {found}"
    yield Difference("final-newline", (end - 1, end), detail)


def _escapes(document: Document) -> Iterator[Difference]:
    text = document.text
    if "\\" not in text:
        return
    first: Node | None = None
    count = 0
    for node in walk(document.root):
        keys = [member.key for member in node.members if member.key is not None]
        for string in [node, *keys] if node.type == "string" else keys:
            if text[string.start : string.end] != quote(string.value):
                count += 1
                first = string if first is None or string.start < first.start else first
    if first is not None:
        more = f" ({count} strings)" if count > 1 else ""
        detail = f"Text is escaped that JSON can hold as it is{more}"
        yield Difference("escapes", (first.start, first.end), detail)


def _first_out_of_order(
    node: Node, wanted: list[Member], aspect: Aspect, what: str
) -> Iterator[Difference]:
    for member, right in zip(node.members, wanted, strict=True):
        if member is not right:
            names = {
                "key-order": "Keys are not in the documented",
                "payload-order": "Payload keys are not in",
            }
            yield Difference(aspect, member, f"{names[aspect]} {what}")
            return
