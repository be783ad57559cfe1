"""Reading VCR configuration in Python code: which keys are set where, without running anything.

Covers vcrpy (``vcr.VCR``, ``use_cassette``, attributes), pytest-recording and pytest-vcr (the
fixture ``vcr_config``, ``pytest.mark.vcr``, the fixture ``record_mode``) and betamax.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Setting(NamedTuple):
    """A key of VCR configuration and the expression to which it is set."""

    key: str
    value: ast.expr


_VCR = ("vcr", "cassette", "betamax")
_CONFIGURATION = ("config", "kwargs", "options", "settings")
_FIXTURE = "record_mode"
"""The fixture of pytest-recording that decides for all tests."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Assignment = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr


def settings(tree: ast.Module, keys: frozenset[str]) -> Iterator[Setting]:
    """Where keys are set by VCR configuration: by keyword, in a dict, as an attribute or an item,
    or as what a fixture of that name returns. In the order of the code.

    What only looks alike is left out: dicts that are data of a test, other calls.
    """
    reader = _Reader(keys)
    pending: list[tuple[ast.AST, bool]] = [(tree, False)]
    while pending:
        node, is_inside = pending.pop()
        yield from reader.found(node, is_inside)
        pending.extend(reversed(list(reader.children(node, is_inside))))


class _Reader:
    """One way through a tree. ``aliases`` are the names under which it knows recorders so far."""

    def __init__(self, keys: frozenset[str]) -> None:
        self.keys = keys
        self.aliases: set[str] = set()

    def found(self, node: ast.AST, is_inside: bool) -> Iterator[Setting]:
        """What one node sets; ``is_inside`` tells that it belongs to VCR configuration."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            self.aliases |= imported(node, _VCR)
        elif isinstance(node, ast.withitem):
            self._learn([node.optional_vars] if node.optional_vars else [], node.context_expr)
        elif isinstance(node, Assignment) and node.value is not None:
            self._learn(targets(node), node.value)
        for key, value, is_vcr in self._pairs(node):
            if key in self.keys and (is_inside or is_vcr):
                yield Setting(str(key), value)

    def _pairs(self, node: ast.AST) -> Iterator[tuple[str | None, ast.expr, bool]]:
        """The names that a node gives to values, and whether it has to do with VCR by itself."""
        if isinstance(node, ast.Call):
            is_vcr = self._is_vcr_call(node)
            yield from ((keyword.arg, keyword.value, is_vcr) for keyword in node.keywords)
        elif isinstance(node, ast.Dict):
            for name, value in zip(node.keys, node.values, strict=True):
                yield text_of(name), value, False
        elif isinstance(node, Assignment) and node.value is not None:
            for target in targets(node):
                if isinstance(target, ast.Attribute):
                    yield target.attr, node.value, self.is_vcr(target.value)
                elif isinstance(target, ast.Subscript):
                    yield text_of(target.slice), node.value, self.is_vcr(target.value)
        elif isinstance(node, Function) and node.name == _FIXTURE and _is_fixture(node):
            yield from ((_FIXTURE, value, True) for value in returns(node))

    def children(self, node: ast.AST, is_inside: bool) -> Iterator[tuple[ast.AST, bool]]:
        """The nodes below a node, and whether they belong to VCR configuration."""
        if isinstance(node, Function):
            yield from ((decorator, False) for decorator in node.decorator_list)
            yield node.args, False
            yield from ((statement, _configures(node.name)) for statement in node.body)
            return
        if isinstance(node, Assignment) and node.value is not None:
            is_inside = is_inside or any(map(self.is_vcr, targets(node)))
        elif isinstance(node, ast.Call):
            is_inside = is_inside or self._is_vcr_call(node)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.Name | ast.Constant | ast.expr_context):
                yield child, is_inside

    def is_vcr(self, node: ast.AST) -> bool:
        """Whether a name, an attribute or a call has to do with VCR, by its words."""
        parts = dotted(node)
        if parts and parts[0] in self.aliases:
            return True
        return any(word in part.lower() for part in parts for word in _VCR)

    def _is_vcr_call(self, call: ast.Call) -> bool:
        if self.is_vcr(call.func):
            return True
        is_partial = dotted(call.func)[-1:] == ["partial"]
        return is_partial and bool(call.args) and self.is_vcr(call.args[0])

    def _learn(self, places: list[ast.expr], value: ast.expr) -> None:
        """Remembers the names that a recorder is given."""
        if isinstance(value, ast.Call) and dotted(value.func)[-1:] in (["VCR"], ["Betamax"]):
            self.aliases |= {place.id for place in places if isinstance(place, ast.Name)}


def dotted(node: ast.AST) -> list[str]:
    """The names of an expression such as ``betamax.Betamax(session).use_cassette``, without what
    is called or indexed in between; empty if it does not begin with a name."""
    parts: list[str] = []
    while True:
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        elif isinstance(node, ast.Subscript):
            node = node.value
        else:
            break
    if isinstance(node, ast.Name):
        parts.append(node.id)
    return parts[::-1]


def text_of(node: ast.AST | None) -> str | None:
    """The text of a string constant, None for everything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def returns(function: Function) -> Iterator[ast.expr]:
    """What a function returns or yields, without the functions inside it."""
    pending: list[ast.AST] = [*reversed(function.body)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield node.value
        elif not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            pending.extend(reversed(list(ast.iter_child_nodes(node))))


def constant(tree: ast.Module, name: str) -> ast.expr | None:
    """What a name stands for all over a module: the value of the one assignment to it, under no
    condition. None if the name is bound anywhere else too."""
    values: list[ast.expr | None] = []
    bindings = 0
    for node in ast.walk(tree):
        bindings += _binds(node, name)
        if isinstance(node, ast.Module | Function):
            for line in node.body:
                if isinstance(line, ast.Assign | ast.AnnAssign) and name in _names(line):
                    values.append(line.value)
    return values[0] if len(values) == 1 == bindings else None


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.arg):
        return node.arg == name
    if isinstance(node, ast.alias):
        return (node.asname or node.name).partition(".")[0] in (name, "*")
    return isinstance(node, Function | ast.ClassDef) and node.name == name


def imported(node: ast.Import | ast.ImportFrom, packages: tuple[str, ...]) -> set[str]:
    """The names under which some packages, and what they hold, are known after an import."""
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    return {
        alias.asname or alias.name
        for alias in node.names
        if (module or alias.name).partition(".")[0] in packages
    }


def _names(node: Assignment) -> list[str]:
    return [target.id for target in targets(node) if isinstance(target, ast.Name)]


def targets(node: Assignment) -> list[ast.expr]:
    """What an assignment gives a value to."""
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _configures(name: str) -> bool:
    """Whether a function makes VCR configuration, by its name."""
    words = name.lower()
    is_about_vcr = any(word in words for word in _VCR)
    return is_about_vcr and any(word in words for word in _CONFIGURATION) and name[:4] != "test"


def _is_fixture(function: Function) -> bool:
    return any("fixture" in dotted(decorator) for decorator in function.decorator_list)
