"""The matchers that Python code sets for vcrpy, as far as they stand there literally.

Every list under the name ``match_on`` counts, wherever it stands. What builds a configuration out
of parts that are not in the same file makes it unknown.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TypeVar

from fixture_lint.kinds.vcr_code import (
    Assignment,
    Function,
    constant,
    dotted,
    imported,
    returns,
    targets,
    text_of,
)

_Read = TypeVar("_Read")

Names = frozenset[str] | None
"""The names of matchers; None for what is not literal."""

_KEYS = frozenset(["match_on", "additional_matchers"])

_FIXTURES = frozenset(["vcr_config", "_get_vcr_kwargs", "_get_vcr"])
"""Functions whose result is the configuration: of pytest-recording and pytest-vcr, and of the
classes for unittest."""

_CHANGING = frozenset(["append", "extend", "insert", "add", "update", "setdefault", "pop"])
_DEFAULT: frozenset[str] = frozenset()
"""Stands for vcrpy's own list, in which no matcher looks at bodies or headers."""


def matchers(tree: ast.Module) -> tuple[tuple[tuple[Names, int], ...], frozenset[str]]:
    """Each list of matchers that a module sets, with its line, and the matchers that it registers.

    A configuration without such a list has vcrpy's default.
    """
    nodes = list(ast.walk(tree))
    reader = _Reader(tree, nodes)
    found = [(reader.names(value), value.lineno) for value in _values(nodes)]
    registered: set[str] = set()
    for node in nodes:
        if isinstance(node, Function) and node.name in _FIXTURES:
            found += [(reader.default_if(value), value.lineno) for value in returns(node)]
        elif isinstance(node, ast.Call):
            if dotted(node.func)[-1:] == ["register_matcher"]:
                name = text_of(node.args[0]) if node.args else None
                registered |= {name} if name else set()
                found += [] if name else [(None, node.lineno)]
            else:
                found += [(names, node.lineno) for names in reader.configured(node)]
    return tuple(found), frozenset(registered)


def _values(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """What ``match_on`` is set to, and every place where something else is done with it: an
    expression that is no list. Nodes come from the top down."""
    set_here: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.keyword) and node.arg in _KEYS:
            yield node.value
        for key, value in _pairs(node):
            if _is_key(key):
                set_here.add(id(key))
                yield value
        if isinstance(node, ast.expr) and _is_key(node) and id(node) not in set_here:
            yield node


def _pairs(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The keys of a dict, or the attributes and items of an assignment, and their values."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                yield key, value
    elif isinstance(node, Assignment) and node.value is not None:
        for target in targets(node):
            yield target.slice if isinstance(target, ast.Subscript) else target, node.value


def _is_key(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else text_of(node)
    return name in _KEYS


class _Reader:
    """Reads expressions of one module."""

    def __init__(self, tree: ast.Module, nodes: list[ast.AST]) -> None:
        self.tree = tree
        self.recorders = {"VCR"}
        self.roots: set[str] = set()
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.roots |= imported(node, ("vcr",))
                self.recorders |= {a.asname for a in node.names if a.name == "VCR" and a.asname}
        self.unsettled = {
            node.value.id
            for node in nodes
            if isinstance(node, ast.Attribute)
            and node.attr in _CHANGING
            and isinstance(node.value, ast.Name)
        }

    def names(self, value: ast.expr) -> Names:
        """The names in a list of matchers."""
        if isinstance(value, ast.List | ast.Tuple | ast.Set):
            return self._joined(value.elts)
        if isinstance(value, ast.Starred):
            return self.names(value.value)
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
            return self._joined([ast.Starred(value.left), ast.Starred(value.right)])
        if isinstance(value, ast.Name):
            return self._named(value, self.names)
        if isinstance(value, ast.Call) and dotted(value.func) in (["list"], ["tuple"]):
            return self.names(value.args[0]) if len(value.args) == 1 else None
        return None

    def _joined(self, elements: list[ast.expr]) -> Names:
        joined: set[str] = set()
        for element in elements:
            text = text_of(element)
            names = frozenset([text]) if text is not None else None
            if isinstance(element, ast.Starred):
                names = self.names(element)
            if names is None:
                return None
            joined |= names
        return frozenset(joined)

    def _named(self, name: ast.Name, read: Callable[[ast.expr], _Read]) -> _Read | None:
        """What is read off the value of a name; None for a name that is not settled, or that is
        made from itself."""
        value = None if name.id in self.unsettled else constant(self.tree, name.id)
        if value is None:
            return None
        self.unsettled.add(name.id)
        found = read(value)
        self.unsettled.remove(name.id)
        return found

    def configured(self, call: ast.Call) -> Iterator[Names]:
        """What a call says by what it does not name: the default, or nothing that could be read."""
        parts = dotted(call.func)
        is_recorder = self._is_recorder(parts)
        is_use = parts[-1:] == ["use_cassette"]
        if not is_recorder and not is_use and parts[-2:] != ["mark", "vcr"]:
            return
        unpacked = [keyword.value for keyword in call.keywords if keyword.arg is None]
        if not all(map(self._is_whole, unpacked)):
            yield None
        elif (is_recorder or is_use) and not any(k.arg == "match_on" for k in call.keywords):
            yield _DEFAULT if self._is_vcr(parts[0]) else None

    def _is_vcr(self, root: str) -> bool:
        """Whether a name is that of vcrpy, or of a recorder that the same module makes."""
        if root in self.roots:
            return True
        value = constant(self.tree, root)
        return isinstance(value, ast.Call) and self._is_recorder(dotted(value.func))

    def _is_recorder(self, parts: list[str]) -> bool:
        return bool(parts) and parts[-1] in self.recorders and parts[0] in self.roots

    def default_if(self, value: ast.expr) -> Names:
        """The default for a configuration of which every key stands in the module."""
        return _DEFAULT if self._is_whole(value) else None

    def _is_whole(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Dict):
            return all(
                text_of(key) is not None if key is not None else self._is_whole(part)
                for key, part in zip(value.keys, value.values, strict=True)
            )
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
            return self._is_whole(value.left) and self._is_whole(value.right)
        if isinstance(value, ast.Name):
            return bool(self._named(value, self._is_whole))
        return isinstance(value, ast.Call) and self._is_whole_call(value)

    def _is_whole_call(self, call: ast.Call) -> bool:
        parts = dotted(call.func)
        unpacked = [keyword.value for keyword in call.keywords if keyword.arg is None]
        if parts == ["dict"]:
            return all(map(self._is_whole, [*call.args, *unpacked]))
        if parts[-1:] not in (["copy"], ["deepcopy"]):
            return False
        if call.args:
            return self._is_whole(call.args[0])
        return isinstance(call.func, ast.Attribute) and self._is_whole(call.func.value)
