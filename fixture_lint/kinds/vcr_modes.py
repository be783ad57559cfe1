"""The record mode that an expression of Python code comes to, as far as it stands there."""

from __future__ import annotations

import ast
from typing import NamedTuple

from fixture_lint.kinds.vcr_code import constant, dotted, text_of


class Mode(NamedTuple):
    """A record mode and the expression that spells it."""

    node: ast.expr
    name: str


def modes_in(value: ast.expr, known: frozenset[str], tree: ast.Module) -> list[Mode]:
    """The places in an expression that make it one of the modes known: a constant, a member of
    vcrpy's enumeration, the default of a variable of the environment.

    Nothing where it depends on something else. ``tree`` is the module in which names are looked up.
    """
    settled = constant(tree, value.id) if isinstance(value, ast.Name) else value
    try:
        return _modes(settled, known) if settled is not None else []
    except RecursionError:  # The parser bears more than we do.
        return []


def _modes(value: ast.expr, known: frozenset[str]) -> list[Mode]:
    if isinstance(value, ast.IfExp):
        body, other = _modes(value.body, known), _modes(value.orelse, known)
        return body + other if body and other else []
    inner = _inner(value)
    if inner is not None:
        return _modes(inner, known)
    name = text_of(value)
    if isinstance(value, ast.Attribute) and value.attr.isupper() and _is_enumeration(value.value):
        name = value.attr.lower()
    return [Mode(value, name)] if name in known else []


def _inner(value: ast.expr) -> ast.expr | None:
    """The part of an expression that may be its result: what an empty value is replaced by, the
    default of a variable of the environment, the value of a member of an enumeration."""
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        return value.values[-1]
    if isinstance(value, ast.Attribute) and value.attr == "value":
        return value.value
    if not isinstance(value, ast.Call):
        return None
    names = dotted(value.func)
    if names[-1:] == ["getenv"] or names[-2:] == ["environ", "get"]:
        defaults = [*value.args[1:2], *(k.value for k in value.keywords if k.arg == "default")]
        return defaults[0] if defaults else None
    return value.args[0] if len(value.args) == 1 and _is_enumeration(value.func) else None


def _is_enumeration(node: ast.expr) -> bool:
    names = dotted(node)
    return bool(names) and names[-1].lower().endswith("mode")
