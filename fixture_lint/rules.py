"""Rules are data: a code, words for people, severities by kind, a check and what it looks for.

This module knows neither text nor kinds. ``rules/`` holds one YAML file a rule; ``pack.py``
compiles them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from fixture_lint.documents.edits import Edit
    from fixture_lint.documents.tree import Document, Member, Node

Severity = Literal["error", "warning", "info"]
Safety = Literal["safe", "unsafe"]
SEVERITIES: tuple[Severity, ...] = ("info", "warning", "error")
_ON_CHANGES = ("commit", "dating", "noting", "removals", "rerecording", "tampering")

ANY = "any"
"""The kind of a rule that looks at every document, also at one of no known kind."""

TEST = "test"
"""The kind of Python test code. It is no fixture: only rules that name it look at it."""


class Fix(NamedTuple):
    """Edits that belong together: applied once, whole or not at all. Several findings may share a
    fix. The canonical layout is a fix without edits: it is printed after all others."""

    title: str
    safety: Safety
    edits: tuple[Edit, ...]


class Finding(NamedTuple):
    """What a rule found and where. It never holds a secret or personal value."""

    code: str
    name: str
    severity: Severity
    message: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    pointer: str = ""
    fix: Fix | None = None
    fingerprint: str = ""


class Rule:
    """A rule as it applies to one kind: ``severity`` and ``safety`` are those of that kind."""

    __slots__ = (
        "_kinds",
        "builtin",
        "check",
        "code",
        "data",
        "examples",
        "name",
        "off",
        "safety",
        "severity",
        "summary",
        "why",
    )

    def __init__(self, source: dict[str, Any], builtin: bool) -> None:
        self.code: str = source["code"]
        self.name: str = source["name"]
        self.summary: str = source["summary"]
        self.why: str = source["why"].strip()
        self.check: str = source["check"]
        self.data: dict[str, Any] = source.get("data", {})
        self.examples: list[dict[str, Any]] = source["examples"]
        self._kinds: dict[str, dict[str, str]] = source["kinds"]
        self.builtin = builtin
        self._settle(next(iter(self._kinds)))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds to which the rule applies; ``any`` stands for all fixtures, also of no known
        kind."""
        return tuple(self._kinds)

    @property
    def is_on_changes(self) -> bool:
        """Whether the check of the rule compares fixtures with their versions in git."""
        return self.check.partition(".")[0] in _ON_CHANGES

    def on(self, kind: str) -> Rule | None:
        """The rule as it applies to a kind, None if it does not."""
        applies = kind if kind in self._kinds or kind == TEST else ANY
        if applies not in self._kinds:
            return None
        rule = object.__new__(Rule)
        for slot in self.__slots__:
            setattr(rule, slot, getattr(self, slot))
        rule._settle(applies)
        return rule

    def _settle(self, kind: str) -> None:
        severity = self._kinds[kind]["severity"]
        self.off: bool = severity.startswith("off:")
        self.severity: Severity = severity.removeprefix("off:")  # type: ignore[assignment]
        safety = self._kinds[kind]["fix"]
        self.safety: Safety | None = None if safety == "none" else safety  # type: ignore[assignment]

    def fix(self, title: str, edits: Iterable[Edit], safety: Safety | None = None) -> Fix | None:
        """A fix with the safety that the rule has for this kind, or a stricter one. None if the
        rule has no fix here."""
        if self.safety is None:
            return None
        from fixture_lint.documents.printable import shortened

        strict: Safety = "unsafe" if "unsafe" in (self.safety, safety) else "safe"
        return Fix(shortened(title), strict, tuple(sorted(edits)))

    def finding(
        self,
        document: Document,
        at: Node | Member | tuple[int, int],
        message: str,
        fix: Fix | None = None,
        severity: Severity | None = None,
        fingerprint: str = "",
    ) -> Finding:
        """A finding of this rule. The only place that makes one: positions, the length of the
        message and what may be shown are settled here.

        ``at`` is a node, a member (its key is marked) or a span of the document's text.
        ``{path}`` in the message becomes the pointer. ``severity`` may lower that of the rule.
        ``fingerprint`` stands for a value that must not be shown, so that it can be accepted.
        """
        from fixture_lint.documents.printable import shortened
        from fixture_lint.documents.tree import Member, Node

        if isinstance(at, Member):
            node = at.key or at.value
            start, end = node.start, node.end
        elif isinstance(at, Node):
            node = at
            # Of an object or an array only the opening is marked: it may be the whole file.
            start, end = node.start, node.start + 1 if node.members else node.end
        else:
            node = Node("null", *at)
            start, end = at
        pointer = document.pointer(node)
        path = path_in_words(pointer) or "the top level"
        first, last = document.place(start), document.place(end)
        return Finding(
            self.code,
            self.name,
            severity or self.severity,
            shortened(message).replace("{path}", path),
            start,
            end,
            *first,
            *last,
            pointer,
            fix,
            fingerprint,
        )


def path_in_words(pointer: str) -> str:
    """A pointer as messages show it: its steps are cut where they are long."""
    from fixture_lint.documents.printable import shortened

    return "/".join(shortened(step, 60) for step in pointer.split("/"))


class EngineCode(NamedTuple):
    """A code that the engine reports by itself: it is no rule and cannot be switched off."""

    code: str
    name: str
    severity: Severity
    summary: str
    why: str


ENGINE_CODES = (
    EngineCode(
        "FX001",
        "internal-error",
        "error",
        "A check failed on a file, or fixes never settle.",
        "This is a defect of fixture-lint, not of the file. The other files are still checked; "
        "the run ends with exit code 3. Please report it with the file, or a small part of it.",
    ),
    EngineCode(
        "FX002",
        "config-error",
        "error",
        "The configuration is invalid, or names an unknown rule, kind or key.",
        "A misspelt key or rule would silently check less than its author believes. "
        "The run ends with exit code 2 before anything is checked.",
    ),
    EngineCode(
        "FX003",
        "unused-ignore",
        "warning",
        "An entry of per-file-ignores or allow matched nothing.",
        "Exceptions outlive their reason. One that silences nothing today will silence something "
        "tomorrow. Reported only by runs without paths, which see the whole fixture set.",
    ),
    EngineCode(
        "FX005",
        "unreadable-file",
        "error",
        "A file is missing, not permitted, not regular, a link out of the tree, too big, too deep.",
        "What was not read was not checked, and must not look like success. Info if it is only the "
        "version in git that cannot be compared.",
    ),
    EngineCode(
        "FX006",
        "fix-refused",
        "error",
        "Nothing was written: the file changed on disk, is read-only, the safety check failed, or "
        "the command of --verify fails with it.",
        "Before a file is written a second, independent reader confirms that only what was to "
        "change has changed. If it does not, the file keeps its bytes. A file that the command of "
        "--verify fails with has them again.",
    ),
)


def engine_finding(code: str, message: str, line: int = 1, column: int = 1) -> Finding:
    """A finding of the engine's own; KeyError for a code that is none."""
    from fixture_lint.documents.printable import shortened

    engine_code = {known.code: known for known in ENGINE_CODES}[code]
    return Finding(
        code, engine_code.name, engine_code.severity, shortened(message), 0, 0,
        line, column, line, column,
    )  # fmt: skip


@cache
def load() -> tuple[Rule, ...]:
    """The built-in rules, in the order of their codes."""
    return tuple(Rule(source, builtin=True) for source in packed("rules"))


@cache
def _pack() -> dict[str, list[dict[str, Any]]] | None:
    here = os.path.dirname(os.path.abspath(__file__))
    try:
        with open(os.path.join(here, "rulepack.json"), "rb") as pack:
            parts: dict[str, list[dict[str, Any]]] = json.loads(pack.read())
            return parts
    except FileNotFoundError:
        return None


def packed(part: Literal["rules", "tokens"]) -> list[dict[str, Any]]:
    """The built-in rules or token families as data: from the compiled pack of an installed
    package, or from ``rules/`` of a checkout."""
    pack = _pack()
    if pack is not None:
        return pack[part]
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "rules")
    if part == "rules":
        from fixture_lint.pack import compile_rules

        return compile_rules(folder)
    from fixture_lint.token_shapes import compile_tokens

    return compile_tokens(os.path.join(folder, "tokens"))


def load_folder(folder: str, taken: Sequence[Rule]) -> list[Rule]:
    """The rules of a project's own folder. Raises pack.RuleError, also if a code or a name is
    that of a rule in ``taken``."""
    from fixture_lint.pack import RuleError, compile_rules

    made = [Rule(source, builtin=False) for source in compile_rules(folder)]
    known = {rule.code for rule in taken} | {rule.name for rule in taken}
    for rule in made:
        if rule.code.startswith("FX"):
            raise RuleError(folder, f"{rule.code}: codes that begin with FX belong to fixture-lint")
        for used in (rule.code, rule.name):
            if used in known:
                raise RuleError(folder, f"{used} is already the code or name of another rule")
    return made


class UnknownRule(Exception):
    """A selector names no rule; the text suggests one."""


def matching(selector: str, rules: Sequence[Rule]) -> set[str]:
    """The codes of the rules that a code, a prefix of a code or a name stands for.

    Raises UnknownRule.
    """
    if re.fullmatch(r"[A-Z]+\d*", selector):
        codes = {rule.code for rule in rules if rule.code.startswith(selector)}
    else:
        codes = {rule.code for rule in rules if rule.name == selector}
    if codes:
        return codes
    if any(selector in (known.code, known.name) for known in ENGINE_CODES):
        raise UnknownRule(f"{selector} is reported by the engine itself and cannot be selected")
    import difflib

    names = [word for rule in rules for word in (rule.code, rule.name)]
    close = difflib.get_close_matches(selector, names, 1)
    hint = f"; did you mean {close[0]!r}?" if close else "; `fixture-lint explain` lists all rules"
    raise UnknownRule(f"unknown rule {selector!r}{hint}")
