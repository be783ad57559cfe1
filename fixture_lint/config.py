"""Configuration: ``[tool.fixture-lint]`` of ``pyproject.toml``, or ``fixture-lint.toml``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from fixture_lint.kinds import names as kind_names
from fixture_lint.rules import SEVERITIES, Severity

FILES = ("fixture-lint.toml", "pyproject.toml")
_TABLE = b"[tool.fixture-lint"

FOLDERS = ("fixtures", "cassettes", "recordings")
_INCLUDED = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".sse", ".har")
_WALKED = (*_INCLUDED, ".chunks.txt")
ENDINGS = (*_WALKED, *(f"{ending}.gz" for ending in _WALKED))
"""Endings of files that are read as fixtures when a folder is walked."""

DEFAULT_INCLUDE = tuple(f"**/{folder}/**/*{ending}" for folder in FOLDERS for ending in _INCLUDED)
_DEFAULT_FIXTURE = re.compile(
    r"(?:^|/)(?:fixtures|cassettes|recordings)/.*\.(?:json|jsonl|ndjson|ya?ml|sse|har)$"
)
"""The same as DEFAULT_INCLUDE and as the hook's ``files``, without a library for globs."""

ALWAYS_EXCLUDED = frozenset({".git", "node_modules", ".venv"})


class ConfigError(ValueError):
    """The configuration is wrong; the text says where, what and what to do."""


class Allowed(NamedTuple):
    """A finding that is accepted for a reason: the only way to accept a secret."""

    rule: str
    path: str
    fingerprint: str
    reason: str


class Config(NamedTuple):
    """What a run is to do. Names as in the file, with underscores; defaults are those of a
    project without configuration. ``root`` is the folder to which paths and globs relate."""

    root: str = ""
    source: str = ""
    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    kind_by_path: Mapping[str, str] = MappingProxyType({})
    rules: tuple[str, ...] = ()
    payload_key_order: str = "preserve"
    extra_keys: tuple[str, ...] = ()
    allow_open_tail: bool = False
    allow_interrupts: bool = False
    fail_level: Severity = "warning"
    newline: str = "lf"
    allow: tuple[Allowed, ...] = ()
    salt: str = ""
    pseudonyms: str = "ordinal"
    freeze: tuple[str, ...] = ("ids", "times")
    cassette_matching: Literal["bytes", "json", "none"] = "bytes"

    def relative(self, path: str) -> str:
        """A path as globs see it: relative to ``root``, with ``/`` between its parts."""
        current = os.getcwd()
        if not self.root or self.root == current:
            relative = os.path.relpath(path) if os.path.isabs(path) else os.path.normpath(path)
        else:
            relative = os.path.relpath(os.path.join(current, path), self.root)
        return relative.replace(os.sep, "/")

    def includes(self, path: str) -> bool:
        """Whether a file belongs to the fixture set and is not excluded."""
        relative = self.relative(path)
        if self.include == DEFAULT_INCLUDE:
            is_included = _DEFAULT_FIXTURE.search(relative) is not None
        else:
            is_included = _globs(self.include).match(relative)
        return is_included and not self.excludes(path)

    def excludes(self, path: str) -> bool:
        """Whether a file or folder is never entered when folders are walked."""
        relative = self.relative(path)
        if not ALWAYS_EXCLUDED.isdisjoint(relative.split("/")):
            return True
        return bool(self.exclude) and _globs(self.exclude).match(relative)

    def pinned_kind(self, path: str) -> str | None:
        """The kind that ``kind-by-path`` states for a file; the last matching entry counts."""
        pinned = None
        for glob, kind in self.kind_by_path.items():
            if _globs((glob,)).match(self.relative(path)):
                pinned = kind
        return pinned


class Globs:
    """Patterns as in ``.gitignore``: ``*.json`` anywhere, ``fixtures/old/`` a folder,
    ``**/big/*.json`` at any depth."""

    def __init__(self, patterns: Sequence[str]) -> None:
        from pathspec import PathSpec

        self._spec = PathSpec.from_lines("gitignore", patterns)

    def match(self, path: str) -> bool:
        """Whether a path, relative and with ``/``, or one of its folders matches."""
        return self._spec.match_file(path)


_known_globs: dict[tuple[str, ...], Globs] = {}


def _globs(patterns: tuple[str, ...]) -> Globs:
    if patterns not in _known_globs:
        _known_globs[patterns] = Globs(patterns)
    return _known_globs[patterns]


def load(folder: str) -> Config:
    """The configuration that holds in a folder: the nearest file in it or above it. Without one,
    the defaults with the folder as root.

    Raises ConfigError.
    """
    place = os.path.abspath(folder)
    while True:
        for name in FILES:
            path = os.path.join(place, name)
            table = _read_table(path)
            if table is not None:
                return parse(table, path)
        above = os.path.dirname(place)
        if above == place:
            return Config(root=os.path.abspath(folder))
        place = above


def _read_table(path: str) -> dict[str, Any] | None:
    """The table of ours in a file; None if there is no such file, or no such table in it."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    own = os.path.basename(path) == FILES[0]
    if not own and _TABLE not in data:
        return None
    import tomllib

    try:
        document = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not valid TOML: {error}") from error
    table: Any = document if own else document.get("tool", {}).get("fixture-lint")
    return table if isinstance(table, dict) else None


def parse(table: dict[str, Any], source: str) -> Config:
    """A configuration from a parsed table; ``source`` is the path of its file.

    Raises ConfigError, for an unknown key with a suggestion.
    """
    values: dict[str, Any] = {"root": os.path.dirname(source), "source": source}
    for key, value in table.items():
        if key not in _READERS:
            raise ConfigError(f"{source}: unknown key {key!r}{_hint(key, _READERS)}")
        try:
            values[key.replace("-", "_")] = _READERS[key](value)
        except ValueError as error:
            raise ConfigError(f"{source}: {key}: {error}") from error
    return Config(**values)


def _hint(word: str, known: Iterable[str]) -> str:
    import difflib

    close = difflib.get_close_matches(word, list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else f"; known are {', '.join(known)}"


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError("must be a list of strings")
    return tuple(value)


def _lists(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise ValueError("must be a table of lists of strings")
    return {key: _strings(item) for key, item in value.items()}


def _kinds(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError("must be a table from globs to kinds")
    for kind in value.values():
        if kind not in kind_names():
            raise ValueError(f"unknown kind {kind!r}{_hint(str(kind), kind_names())}")
    return dict(value)


def _allowed(value: Any) -> tuple[Allowed, ...]:
    keys = set(Allowed._fields)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise ValueError("must be a list of tables")
    for item in value:
        if set(item) != keys or not all(isinstance(text, str) and text for text in item.values()):
            raise ValueError(f"each entry needs {', '.join(Allowed._fields)}, all of them texts")
    return tuple(Allowed(**item) for item in value)


def _groups(value: Any) -> tuple[str, ...]:
    words = _strings(value)
    for word in words:
        if word not in _FREEZABLE:
            raise ValueError(f"unknown word {word!r}{_hint(word, _FREEZABLE)}")
    return words


def _hex(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"(?:[0-9a-f]{2}){8,64}", value):
        raise ValueError("must be 16 or more hexadecimal digits, as `fixture-lint allow` writes it")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _one_of(*words: str) -> Any:
    def read(value: Any) -> str:
        if value not in words or not isinstance(value, str):
            raise ValueError(f"must be one of {', '.join(words)}")
        return value

    return read


_FREEZABLE = ("ids", "times", "usage", "fingerprints")

_READERS: dict[str, Any] = {
    "include": _strings,
    "exclude": _strings,
    "select": _strings,
    "ignore": _strings,
    "per-file-ignores": _lists,
    "kind-by-path": _kinds,
    "rules": _strings,
    "payload-key-order": _one_of("preserve", "sorted"),
    "extra-keys": _strings,
    "allow-open-tail": _flag,
    "allow-interrupts": _flag,
    "fail-level": _one_of(*SEVERITIES),
    "newline": _one_of("lf", "auto"),
    "allow": _allowed,
    "salt": _hex,
    "pseudonyms": _one_of("ordinal", "keyed"),
    "freeze": _groups,
    "cassette-matching": _one_of("bytes", "json", "none"),
}
