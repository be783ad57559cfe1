"""Checks of Python test code: how it has its fixtures recorded."""

from __future__ import annotations

from collections.abc import Iterator

from fixture_lint.documents import python
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.kinds.testcode import may_record
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["record_mode"]

QUIET = "none"
"""The mode in which nothing is ever recorded."""


def record_mode(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """Record modes (data: ``modes``) that record again what is already there, wherever they run;
    ``keys`` are the names under which a mode is set."""
    if not may_record(document.text.encode("utf-8", "surrogatepass")):
        return
    from fixture_lint.kinds.vcr_code import settings
    from fixture_lint.kinds.vcr_modes import modes_in

    tree = python.parse(document.text)
    known = frozenset(rule.data["modes"])
    seen: set[tuple[int, int]] = set()
    for setting in settings(tree, frozenset(rule.data["keys"])):
        for node, mode in modes_in(setting.value, known, tree):
            start, end = python.span(document, node)
            if (start, end) in seen:  # A constant that several settings name.
                continue
            seen.add((start, end))
            message = f"{setting.key}={mode!r} re-records in CI"
            edits = _edits(document.text, start, end)
            if edits and not python.is_utf8(document.text):
                message, edits = f"{message}; not fixed, since the file is not UTF-8", ()
            fix = rule.fix(f"set {setting.key} to {QUIET!r}", edits) if edits else None
            yield rule.finding(document, (start, end), message, fix)


def _edits(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """The edit that makes an expression the quiet mode, spelled as it was; none if libcst cannot
    read it or does not give back what it has read.

    Only the expression is read by libcst, since it would not keep a form feed or a lone CR of the
    text around it.
    """
    import libcst

    piece = text[start:end]
    try:
        node = libcst.parse_expression(piece)
    except (libcst.ParserSyntaxError, RecursionError):
        return ()
    empty = libcst.Module([])
    new: libcst.BaseExpression
    if isinstance(node, libcst.SimpleString):
        new = node.with_changes(value=f"{node.prefix}{node.quote}{QUIET}{node.quote}")
    elif isinstance(node, libcst.Attribute):
        new = node.with_changes(attr=node.attr.with_changes(value=QUIET.upper()))
    else:
        return ()
    if empty.code_for_node(node) != piece:
        return ()
    return (Edit(start, end, empty.code_for_node(new)),)
