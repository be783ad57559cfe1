"""The versions that the documents of a run have in git, for the rules that compare the two."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from fixture_lint.git import UnreadableVersion
from fixture_lint.run import Earlier, Run

if TYPE_CHECKING:
    from fixture_lint.documents.tree import Document
    from fixture_lint.git import Version

# What reads and inspects is imported where it is used: most files are those of the base.


class Source(Protocol):
    """What versions are read from, such as a ``git.Base``."""

    @property
    def name(self) -> str:
        """What people call the base."""

    def read(self, path: str) -> Version | None:
        """A file as it is there, None if it is new. Raises UnreadableVersion."""


class Versions:
    """What the documents of a run were in a base. Only what was read of the last file is kept: one
    is looked at after the other."""

    def __init__(self, source: Source, run: Run, *, is_given: bool) -> None:
        self.name = source.name
        self.is_given = is_given
        self._source = source
        self._run = run
        self._path = ""
        self._now = b""
        self._problem = ""
        self._version: Version | None = None
        self._by_name: dict[tuple[str, int], Document | None] | None = None

    def differs(self, data: bytes, path: str) -> bool:
        """Whether the bytes of a file are others than in the base; False for a new one, and where
        the base cannot be read. Raises git.Unavailable."""
        if path != self._path:
            self._open(path)
        self._now = data
        return self._version is not None and self._version.data != data

    def problem(self, path: str) -> str:
        """Why a file was not compared, or not all of it; empty if there was no reason."""
        return self._problem if path == self._path else ""

    def earlier(self, document: Document) -> Earlier | None:
        """The version of a document, None if there is none or if it has the same text. Those of
        JSON Lines are paired by their scenarios, or else by their lines."""
        if document.path != self._path:
            self._open(document.path)
        if self._version is None or document.syntax == "python":
            return None
        if self._by_name is None:
            self._by_name = self._read()
        found = self._by_name.get(_name(document))
        if found is None or found.text == document.text:
            return None
        is_renamed = self._version.path != document.path
        return Earlier(found, is_renamed, partial(self._is_clean, found), self._holds)

    def _open(self, path: str) -> None:
        self._path = path
        self._now = b""
        self._problem = ""
        self._version = self._by_name = None
        try:
            self._version = self._source.read(path)
        except UnreadableVersion as error:
            self._problem = str(error)

    def _read(self) -> dict[tuple[str, int], Document | None]:
        """The documents of the version by their names; None for a name that several have."""
        from fixture_lint.checks import secrets
        from fixture_lint.reading import Unread, documents

        assert self._version is not None
        found: dict[tuple[str, int], Document | None] = {}
        for read in documents(self._version.data, self._path, self._run):
            if isinstance(read, Unread):
                line, why = read.finding.line, read.finding.message
                self._problem = f"in {self.name} it cannot be read, line {line}: {why}"
                continue
            secrets.hits(read, self._run)  # With the run they can be accepted.
            name = _name(read)
            found[name] = None if name in found else read
        return found

    def _is_clean(self, document: Document) -> bool:
        from fixture_lint.inspection import inspect

        if "is clean" not in document.memo:
            document.memo["is clean"] = not inspect(document, self._run).findings
        is_clean: bool = document.memo["is clean"]
        return is_clean

    def _holds(self, text: str) -> bool:
        return text.encode("utf-8", "surrogatepass") in self._now


def _name(document: Document) -> tuple[str, int]:
    """What a document has in common with its version: in JSON Lines the scenario, or the line."""
    if not document.record:
        return "", 0
    meta = document.root.get("meta")
    scenario = meta.text_of("scenario") if meta is not None else None
    return (scenario, 0) if scenario else ("", document.record)
