"""fixture-lint: hygiene of recorded AI conversations that serve as test fixtures.

The library is ``lint_text``, ``fix_text`` and ``canonical_json``; the command line is in ``cli``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fixture_lint.api import FixRefused, canonical_json, fix_text, lint_text
    from fixture_lint.rules import Finding, Fix

__version__ = "0.1.0"
__all__ = ["Finding", "Fix", "FixRefused", "canonical_json", "fix_text", "lint_text"]


def __getattr__(name: str) -> Any:
    """Imports the library where it is used: the command line starts without it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from fixture_lint import api, rules

    return getattr(rules if name in ("Finding", "Fix") else api, name)
