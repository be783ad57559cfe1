"""The library: the linter's own checks and fixes for tests and recorders."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from fixture_lint import config, kinds
from fixture_lint.documents import second
from fixture_lint.documents.canonical import render
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document, duplicate_members
from fixture_lint.engine import lint
from fixture_lint.fixing import Unsettled, fix
from fixture_lint.rules import Finding
from fixture_lint.run import Run

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class FixRefused(Exception):
    """A text was not fixed because the result could not be confirmed; the message says why."""


def lint_text(
    text: str | bytes, *, path: str = "", settings: Mapping[str, Any] | None = None
) -> list[Finding]:
    """What fixture-lint finds in a text, in the order of the text.

    ``path`` is the name under which the text is kept: it decides between JSON, JSON Lines, YAML,
    streams and Python and which ``per-file-ignores`` hold; without one the name is not checked.
    ``settings`` are those of the configuration, with the same keys; None takes the configuration of
    the current folder. Never raises for bad text: what cannot be read is a finding. Raises
    ValueError for settings that are wrong.
    """
    return lint(_bytes(text), path, _run(settings)).findings


def fix_text(
    text: str,
    *,
    path: str = "",
    settings: Mapping[str, Any] | None = None,
    unsafe: bool = False,
) -> str:
    """The text with its safe fixes made, and with ``unsafe`` all of them. What cannot be read comes
    back as it is.

    ``path`` and ``settings`` as for ``lint_text``. Raises FixRefused.
    """
    try:
        return fix(_bytes(text), path, _run(settings), unsafe).data.decode()
    except (second.Unconfirmed, Unsettled) as error:
        raise FixRefused(str(error)) from error


def canonical_json(value: Any) -> str:
    """A value as fixture-lint would print it: two spaces, the documented order of keys where the
    value is of a known kind, all other keys as they are, one newline at the end.

    Raises ValueError for NaN, infinities and keys that are equal once they are strings, and
    TypeError for what JSON cannot hold.
    """
    spelled = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text = _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", spelled)
    document = Document("", text, read(text))
    if duplicate_members(document.root):
        raise ValueError("two keys of one object are equal once they are strings")
    kind = kinds.recognise(document.plain())
    ordered = (
        {id(node): members for node, members in kind.order(document, frozenset())} if kind else {}
    )
    aspects = {"indentation", "final-newline"}
    return render(document, aspects, lambda node: ordered.get(id(node), node.members))


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def _run(settings: Mapping[str, Any] | None) -> Run:
    if settings is None:
        return Run.configured(config.load(os.getcwd()))
    source = os.path.join(os.getcwd(), "settings")
    return Run.configured(config.parse(dict(settings), source))
