"""Scenarios by name: which file of the fixture set holds a conversation, and what stands in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fixture_lint.discovery import discover
from fixture_lint.documents import files
from fixture_lint.documents.jsonl import is_line_format
from fixture_lint.documents.printable import shown, shown_path
from fixture_lint.documents.screen import canonical_value
from fixture_lint.documents.tree import Document
from fixture_lint.kinds import conversation
from fixture_lint.reading import Read, documents, syntax_of
from fixture_lint.run import Run

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""What a scenario may be called, as the schema of conversations has it."""

ENDING = ".json"
"""The ending of the files that recordings are written to."""


class Unreadable(ValueError):
    """A file holds no single conversation; the text says what it holds, and what to do."""


class Scenarios(NamedTuple):
    """The fixture set as scenarios. ``paths`` are its files by the names they go under: that of the
    file, and that of the header where it is another one. ``total`` is how many files there are."""

    paths: Mapping[str, tuple[str, ...]]
    total: int

    @property
    def folders(self) -> list[str]:
        """The folders in which the files stand, those with the most files first."""
        found: dict[str, int] = {}
        for path in dict.fromkeys(path for paths in self.paths.values() for path in paths):
            folder = os.path.dirname(path) or os.curdir
            found[folder] = found.get(folder, 0) + 1
        return sorted(found, key=lambda folder: (-found[folder], folder))

    def missing(self, name: str) -> str:
        """Why there is no scenario of a name, with those that are called nearly so."""
        close = nearest(name, self.paths)
        folders = self.folders
        where = f" in {shown_path(folders[0])}" if folders else ""
        more = f" and {len(folders) - 1} more folders" if len(folders) > 1 else ""
        plural = "" if self.total == 1 else "s"
        return f"no scenario {shown(repr(name))}{close} {self.total} scenario{plural}{where}{more}"


def nearest(word: str, known: Iterable[str]) -> str:
    """A question for what was meant instead of a word; a semicolon if nothing is near.

    Beside what is spelled nearly so, what holds the word or a part of it that stands between
    hyphens counts as near.
    """
    import difflib

    names = sorted(known)
    close = difflib.get_close_matches(word, names, 3)
    parts = {part: name for name in names for part in name.split("-")}
    near = difflib.get_close_matches(word, parts, 1, 0.75)
    close += [name for name in names if word and (word in name or (near and near[0] in name))]
    close = list(dict.fromkeys(close))[:3]
    return f"; did you mean {' or '.join(map(repr, map(shown, close)))}?" if close else ";"


def find(run: Run) -> Scenarios:
    """The conversations of the fixture set of the configuration, one a file.

    A file that cannot be read counts by its name: it must not look as if it were not there.
    """
    paths: dict[str, list[str]] = {}
    count = 0
    for found in discover([], run.config):
        path = found.path
        if found.problem or is_line_format(path) or syntax_of(path) not in ("json", "yaml"):
            continue
        stem = os.path.splitext(os.path.basename(path))[0]
        try:
            stated = _stated(path, run)
        except Unreadable:
            continue
        count += 1
        for name in dict.fromkeys([stem, stated or stem]):
            paths.setdefault(name, []).append(path)
    return Scenarios({name: tuple(listed) for name, listed in paths.items()}, count)


def _stated(path: str, run: Run) -> str | None:
    """The name in the header of a conversation, None if there is none or it cannot be read.

    Raises Unreadable for a file that can be read and holds something else.
    """
    try:
        data = files.read_document(path)
    except (files.Unreadable, OSError):
        return None
    plain = canonical_value(data) if syntax_of(path) == "json" else None
    if isinstance(plain, dict) and conversation.recognise(plain):
        header = plain.get("meta")
        stated = header.get("scenario") if isinstance(header, dict) else None
        return stated if isinstance(stated, str) else None
    reads = list(documents(data, path, run))
    if len(reads) == 1 and not isinstance(reads[0], Document):
        return None
    meta = _only(reads, path).root.get("meta")
    return meta.text_of("scenario") if meta is not None else None


def load(path: str, run: Run) -> Document:
    """The conversation in a file. Raises Unreadable."""
    try:
        data = files.read_document(path)
    except (files.Unreadable, OSError) as error:
        why = files.reason(error) if isinstance(error, OSError) else str(error)
        raise Unreadable(f"{shown_path(path)}: {why}") from error
    return parse(data, path, run)


def parse(data: bytes, path: str, run: Run) -> Document:
    """The conversation in the bytes of a file. Raises Unreadable."""
    return _only(list(documents(data, path, run)), path)


def _only(reads: Sequence[Read], path: str) -> Document:
    place = shown_path(path)
    for read in reads:
        if not isinstance(read, Document):
            raise Unreadable(f"{place}:{read.finding.line}: {read.finding.message}")
        if len(reads) > 1:
            raise Unreadable(f"{place} holds {len(reads)} documents; a scenario is one of them")
        if read.root.type == "object" and conversation.recognise(read.plain()):
            return read
    raise Unreadable(f"{place} holds no conversation of one scenario")
