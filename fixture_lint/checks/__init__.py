"""Checks: the functions that rules name. Each yields findings and changes nothing.

A check is called as ``check(document, kind, rule, run)`` and knows nothing of files or output.
``kind`` is None for a document that no kind recognises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module

from fixture_lint.documents.tree import Document
from fixture_lint.kinds import Kind
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

Check = Callable[[Document, Kind | None, Rule, Run], Iterator[Finding]]

READING = "reading"
"""The check of rules whose findings are made while a file is read."""


ACROSS = "across."
"""What the names of checks over several fixtures begin with: they look at no single document, and
are called with summaries of all."""

COMMIT = "commit."
"""What the names of checks over a whole change begin with."""


@cache
def find(name: str) -> Check:
    """The check with a name such as ``volatile.values``. Raises LookupError if there is none."""
    module_name, _, function_name = name.partition(".")
    try:
        module = import_module(f"{__name__}.{module_name}")
    except ModuleNotFoundError as error:
        raise LookupError(f"there is no check {name}") from error
    if function_name not in module.__all__:
        raise LookupError(
            f"there is no check {name}; {module_name} has {', '.join(module.__all__)}"
        )
    check: Check = getattr(module, function_name)
    return check
