"""How the tests beside a cassette compare requests, read from their code without running it.

The meaning is that of vcrpy (``matchers.py``, and ``config.py`` for the default): ``body`` compares
JSON bodies as values, ``raw_body`` all bodies as bytes; without ``match_on`` no body is compared.
What is not literal is unknown, and what is unknown is for the configuration to say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from fixture_lint.documents import files
from fixture_lint.documents.json import ParseError


class Matching(NamedTuple):
    """What of a request must be equal for a cassette to answer it: its body as bytes, as JSON or
    not at all, and its headers. ``source`` says where this stands, as file and line."""

    body: Literal["bytes", "json", "none"]
    headers: bool
    source: str


class Facts(NamedTuple):
    """What one file says. ``matchers`` holds the names of each list of matchers and their line;
    None instead of the names for a list, or a configuration, that is not literal. ``registered``
    are matchers of the project's own."""

    matchers: tuple[tuple[frozenset[str] | None, int], ...]
    registered: frozenset[str]


NOTHING = Facts((), frozenset())
BROKEN = Facts(((None, 1),), frozenset())

_LARGEST = 1024 * 1024
_FOLDERS = ("fixtures", "recordings")
_WORDS = re.compile(
    rb"match_on|additional_matchers|register_matcher|vcr_config|_get_vcr|\bVCR\b"
    rb"|use_cassette|\bmark\.vcr\([^)]*\*\*"
)
"""Without one of these a file says nothing about matching; most test modules hold none."""

_KNOWN = frozenset(
    ["method", "uri", "url", "scheme", "host", "port", "path", "query", "headers", "raw_body"]
) | {"body"}
_STRICTNESS = ("none", "json", "bytes")


def settings(cassette_path: str, root: str) -> Matching | None:
    """How the tests that use a cassette compare requests, the strictest of all that is said.

    Looks at ``conftest.py`` in the folder of the cassette and in those above it up to ``root``, and
    at the modules in the folder that holds ``cassettes``. None if nothing is said there, or if
    something cannot be read off the code. No link out of ``root`` is followed.
    """
    if not cassette_path:
        return None
    return _settings(os.path.dirname(os.path.abspath(cassette_path)), os.path.abspath(root))


@cache
def _settings(folder: str, root: str) -> Matching | None:
    found: list[Matching] = []
    used: set[str] = set()
    registered: set[str] = set()
    for path in _sources(folder, root):
        facts = _facts(path)
        registered |= facts.registered
        for names, line in facts.matchers:
            if names is None:
                return None
            used |= names
            source = f"{os.path.relpath(path, root).replace(os.sep, '/')}:{line}"
            found.append(_matching(names, source))
    if not found or not used <= _KNOWN - registered:
        return None
    strictest = max(found, key=lambda one: (_STRICTNESS.index(one.body), one.headers))
    return strictest._replace(headers=any(one.headers for one in found))


def _matching(names: frozenset[str], source: str) -> Matching:
    body: Literal["bytes", "json", "none"] = "json" if "body" in names else "none"
    return Matching("bytes" if "raw_body" in names else body, "headers" in names, source)


def _sources(folder: str, root: str) -> Iterator[str]:
    """The files that may configure the tests of cassettes in a folder, the nearest first."""
    real_root = os.path.realpath(root)
    is_holder = True  # Cassettes may stand beside their tests.
    while _is_below(os.path.realpath(folder), real_root):
        names = _modules(folder) if is_holder else ["conftest.py"]
        for name in names:
            path = os.path.join(folder, name)
            if _is_below(os.path.realpath(path), real_root):
                yield path
        if folder == root:
            return
        own_name = os.path.basename(folder)
        is_holder = own_name in _FOLDERS or "cassette" in own_name
        folder = os.path.dirname(folder)


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


def _modules(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(".py"))
    except OSError:
        return []


@cache
def _facts(path: str) -> Facts:
    """What a file says; nothing for a large one and for one that is not there."""
    if not os.path.isfile(path):
        return NOTHING
    try:
        with files.open_regular(path) as stream:
            data = stream.read(_LARGEST + 1)
    except files.Unreadable:
        return NOTHING
    if len(data) > _LARGEST or not _WORDS.search(data):
        return NOTHING
    from fixture_lint.documents import python
    from fixture_lint.kinds.vcr_matchers import matchers

    try:
        return Facts(*matchers(python.parse(python.decode(data))))
    except (ParseError, RecursionError):
        return BROKEN
