"""The second reading of Python: the syntax trees of two texts, compared before one is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fixture_lint.documents import python
from fixture_lint.documents.edits import Edit
from fixture_lint.documents.json import ParseError
from fixture_lint.documents.second import Unconfirmed

if TYPE_CHECKING:
    import ast


def confirm_edits(old: str, new: str, edits: Sequence[Edit]) -> None:
    """Confirms that two sources mean the same outside the string constants and names of attributes
    that the edits touch, and that these are still of their kind.

    ``edits`` lead from ``old`` to ``new``. Raises Unconfirmed.
    """
    try:
        pending: list[tuple[Any, Any]] = [(python.parse(old), python.parse(new))]
    except ParseError as error:
        raise Unconfirmed("the new text cannot be read by a second reader") from error
    while pending:
        first, second = pending.pop()
        if type(first) is not type(second):
            raise Unconfirmed("an edit would change something outside its place")
        if isinstance(first, list):
            if len(first) != len(second):
                raise Unconfirmed("an edit would change something outside its place")
            pending.extend(zip(first, second, strict=True))
        elif hasattr(first, "_fields"):
            pending.extend(_parts(first, second, old, edits))
        elif first != second:
            raise Unconfirmed("an edit would change something outside its place")


def _parts(
    first: ast.AST, second: ast.AST, old: str, edits: Sequence[Edit]
) -> Iterable[tuple[Any, Any]]:
    for name in first._fields:
        one, other = getattr(first, name, None), getattr(second, name, None)
        if one == other or not _may_differ(first, name, one, other, old, edits):
            yield one, other


def _may_differ(
    node: ast.AST, name: str, one: Any, other: Any, old: str, edits: Sequence[Edit]
) -> bool:
    """Whether a field of a node is what an edit was to change: the text of a constant, or the name
    of an attribute."""
    import ast

    is_text = isinstance(node, ast.Constant) and name == "value"
    is_name = isinstance(node, ast.Attribute) and name == "attr"
    if not (is_text or is_name) or not isinstance(one, str) or not isinstance(other, str):
        return False
    assert isinstance(node, ast.expr)
    return any(python.contains(old, node, edit.start, edit.end) for edit in edits)
