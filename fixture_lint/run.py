"""A run: the configuration and the rules that it turns on. Passed to every check."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fixture_lint.config import Allowed, Config, ConfigError, Globs
from fixture_lint.rules import Finding, Rule, UnknownRule, load, load_folder, matching

if TYPE_CHECKING:
    from fixture_lint.documents.tree import Document

NEVER_IGNORED = frozenset({"FX401", "FX402", "FX403", "FX404", "FX405", "FX406"})
"""Secrets: they are accepted one by one, for a reason, by an entry of ``allow``."""

KEY_VARIABLE = "FIXTURE_LINT_KEY"
"""The variable of the environment that holds the key of keyed pseudonyms."""

_SHORTEST_KEY = 16

_EARLIEST = 14 * 3600
"""Seconds by which the clocks of Kiribati are ahead of UTC."""

UNKNOWN = "unknown"
"""What the report calls the kind of a document that nobody recognises."""


class Earlier(NamedTuple):
    """The version of a document in the base. ``is_renamed`` if its file has another path there.
    ``is_clean`` says whether no rule finds anything in it, ``holds`` whether a text stands anywhere
    in the file of today."""

    document: Document
    is_renamed: bool
    is_clean: Callable[[], bool]
    holds: Callable[[str], bool]


class Base(Protocol):
    """The versions that a run is compared with. ``name`` is what people call them; ``is_given``
    tells a base that was asked for from a commit in the making, where nobody can answer."""

    name: str
    is_given: bool

    def differs(self, data: bytes, path: str) -> bool:
        """Whether the bytes of a file are others than in the base."""

    def problem(self, path: str) -> str:
        """Why the last file was not compared; empty if there was no reason."""

    def earlier(self, document: Document) -> Earlier | None:
        """The version of a document, None if there is none or if it has the same text."""


class Run:
    """Which rules apply to which file. ``used_ignores`` collects the entries of
    ``per-file-ignores`` that silenced something, as (glob, selector) pairs. ``earlier`` is an
    earlier recording of the one document that is fixed, whose stand-ins it keeps. ``base`` is what
    rules on changes compare with, None where there is nothing. ``today`` is the day of the run as
    YYYY-MM-DD; by default it is the one that has begun wherever it is earliest."""

    def __init__(self, config: Config, rules: list[Rule]) -> None:
        self.config = config
        self.rules = rules
        self.pseudonym_key = _pseudonym_key(config)
        self.used_ignores: set[tuple[str, str]] = set()
        self.used_allows: set[Allowed] = set()
        self.earlier: Document | None = None
        self.base: Base | None = None
        self.today = time.strftime("%Y-%m-%d", time.gmtime(time.time() + _EARLIEST))
        self._selected = _codes(config.select, rules)
        _refuse_ignored_secrets(config, rules)
        self._ignored = _codes(config.ignore, rules) - NEVER_IGNORED
        self._per_file = [
            (glob, Globs([glob]), {name: matching(name, rules) for name in names})
            for glob, names in config.per_file_ignores.items()
        ]
        self._by_kind: dict[str, list[Rule]] = {}
        # The screens know the built-in rules, and which kind a document is by its content.
        self.can_screen = (
            all(rule.builtin for rule in rules)
            and config.payload_key_order == "preserve"
            and not config.kind_by_path
        )

    @classmethod
    def configured(cls, settings: Config) -> Run:
        """A run with the built-in rules and those of the project.

        Raises ConfigError for rule files that are wrong and selectors that name no rule.
        """
        known = list(load())
        try:
            for folder in settings.rules:
                known += load_folder(os.path.join(settings.root, folder), known)
            return cls(settings, known)
        except (UnknownRule, ValueError) as error:
            where = f"{settings.source}: " if settings.source else ""
            raise ConfigError(f"{where}{error}") from error

    def rules_on(self, kind: str) -> list[Rule]:
        """The rules that are on for a kind, in the order of their codes."""
        if kind not in self._by_kind:
            applying = [rule for rule in (rule.on(kind) for rule in self.rules) if rule]
            self._by_kind[kind] = [rule for rule in applying if self._is_on(rule)]
        return self._by_kind[kind]

    def is_on(self, code: str) -> bool:
        """Whether a rule is on for any of its kinds."""
        return any(self._is_on(rule) for rule in self.rules if rule.code == code)

    def ignored(self, path: str) -> dict[str, set[tuple[str, str]]]:
        """For each code that ``per-file-ignores`` silences for a file, the entries that do."""
        silenced: dict[str, set[tuple[str, str]]] = {}
        for glob, globs, names in self._per_file:
            if globs.match(self.config.relative(path)):
                for name, codes in names.items():
                    for code in codes - NEVER_IGNORED:
                        silenced.setdefault(code, set()).add((glob, name))
        return silenced

    def fingerprint(self, code: str, value: str) -> str:
        """What stands for a value in findings of a rule: 64 bits of HMAC-SHA-256 with the salt of
        the configuration, in hex. Empty without a salt, since a plain hash can be guessed."""
        if not self.config.salt:
            return ""
        import hmac

        text = f"{code}\0{value}".encode("utf-8", "surrogatepass")
        return hmac.new(bytes.fromhex(self.config.salt), text, "sha256").hexdigest()[:16]

    def is_allowed(self, finding: Finding, path: str) -> bool:
        """Whether an entry of ``allow`` accepts a finding; the entry counts as used then."""
        return self.accepts(finding.code, finding.name, finding.fingerprint, path)

    def accepts(self, code: str, name: str, fingerprint: str, path: str) -> bool:
        """The same for what a finding of a rule on a value with a fingerprint would be."""
        relative = self.config.relative(path) if fingerprint and self.config.allow else ""
        for entry in self.config.allow if fingerprint else ():
            accepted = (entry.path, entry.fingerprint) == (relative, fingerprint)
            if accepted and entry.rule in (code, name):
                self.used_allows.add(entry)
                return True
        return False

    def unused_ignores(self) -> list[tuple[str, str]]:
        """The entries of ``per-file-ignores`` that have silenced nothing so far. Of those on
        changes nobody knows: most runs see none."""
        changes = {rule.code for rule in self.rules if rule.is_on_changes}
        entries = {
            (glob, name)
            for glob, _, names in self._per_file
            for name, codes in names.items()
            if not codes <= changes
        }
        return sorted(entries - self.used_ignores)

    def _is_on(self, rule: Rule) -> bool:
        if rule.code in self._ignored:
            return False
        if rule.code in self._selected:
            return True
        return not self.config.select and not rule.off


def _pseudonym_key(config: Config) -> bytes | None:
    """The key of keyed pseudonyms, empty if the environment has none; None for ordinals.

    Raises ValueError for a key that could be guessed. The message does not show it.
    """
    if config.pseudonyms != "keyed":
        return None
    key = os.environb.get(KEY_VARIABLE.encode(), b"")
    if 0 < len(key) < _SHORTEST_KEY:
        raise ValueError(f"{KEY_VARIABLE} must have at least {_SHORTEST_KEY} characters")
    return key


def _refuse_ignored_secrets(config: Config, rules: list[Rule]) -> None:
    """An entry that would silence nothing but secrets is a misunderstanding, and says so."""
    per_file = [name for names in config.per_file_ignores.values() for name in names]
    for selector in (*config.ignore, *per_file):
        if matching(selector, rules) <= NEVER_IGNORED:
            raise UnknownRule(
                f"{selector} cannot be ignored: a secret is accepted by its fingerprint and for a "
                'reason, with `fixture-lint allow FILE:LINE --reason "…"`'
            )


def _codes(selectors: Iterable[str], rules: list[Rule]) -> set[str]:
    return {code for selector in selectors for code in matching(selector, rules)}
