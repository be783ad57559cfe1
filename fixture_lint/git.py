"""Versions of files that git keeps: what a fixture was before it was recorded again.

Files are read from a base by one process that lives as long as the base does
(``git cat-file --batch``). It is started by the first file that somebody asks for.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import IO, NamedTuple

from fixture_lint.documents.files import MAX_DOCUMENT
from fixture_lint.documents.printable import shortened
from fixture_lint.git_calls import (
    Unavailable,
    call,
    is_installed,
    last_line,
    reading,
    why_no_base,
    why_unusable,
)

__all__ = [
    "Base",
    "Changed",
    "Unavailable",
    "UnreadableVersion",
    "Version",
    "commit_base",
    "open_base",
]

_PIECE = 1 << 20

# What cat-file answers for a link that leads out of a base (--follow-symlinks).
_OUT = b"symlink"

# git ends a line of its input at a line feed and drops a carriage return before it.
_LINE_END = re.compile("[\r\n]")

# A pointer of Git LFS (git-lfs/docs/spec.md).
_LFS = re.compile(rb"version https://[^\n]+/spec/v1\n(?:ext-[^\n]*\n)*oid \w+:[0-9a-f]{64}\n")

_SUBMODULE = "160000"


class UnreadableVersion(Unavailable):
    """One file cannot be read from a base; others may. The text says why."""


class Version(NamedTuple):
    """A file as it is in a base. ``path`` is another one than today's if it was renamed since."""

    path: str
    data: bytes


class Changed(NamedTuple):
    """A file that differs from a base: its path there and today, None where it does not exist.
    Paths are relative to the folder of the base."""

    old_path: str | None
    path: str | None


class Base:
    """The files of a commit. ``name`` is what people call it: ``HEAD``, ``origin/main``."""

    def __init__(self, name: str, commit: str, folder: str = ".") -> None:
        self.name = name
        self._commit = commit
        self._folder = folder
        self._home = os.path.realpath(folder)
        # With GIT_DIR the files of a repository may be anywhere.
        self._top = "" if "GIT_DIR" in os.environ else _top_of(self._home)
        self._known_tops = {self._home: self._top}
        self._process: subprocess.Popen[bytes] | None = None
        self._old_paths: dict[str, str] | None = None

    def __enter__(self) -> Base:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process that reads. A base that is read again starts another one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(BrokenPipeError), process:  # Closes its pipes and waits for its end.
                pass
            process.wait()

    def read(self, path: str) -> Version | None:
        """A file of the work tree as it is in the base, under its old path if git sees that it was
        renamed; None if it is new. Before the first commit of a repository every file is.

        Raises UnreadableVersion if this version cannot be read, Unavailable if none can.
        """
        relative = self._relative(path)
        data = self._blob(relative)
        if data is not None:
            return Version(path, data)
        old_path = self._renamed().get(relative)
        data = self._blob(old_path) if old_path is not None else None
        return Version(old_path, data) if old_path is not None and data is not None else None

    def changed(self) -> list[Changed]:
        """The files of the work tree that differ from the base, were added, deleted or renamed, and
        those that git does not know and does not ignore, in the order of their paths. Before the
        first commit of a repository all are new.

        Raises Unavailable.
        """
        prefix = self._prefix()
        found: dict[str, Changed] = {}
        is_first = self._is_unborn()
        for old, new in () if is_first else self._differences(prefix):
            found[new or old or ""] = Changed(old, new)
        which = ("--cached", "--others") if is_first else ("--others",)
        listing = (*which, "--exclude-standard", "--full-name", "-z", "--", ":/")
        for name in filter(None, self._asked("ls-files", *listing).split(b"\0")):
            path = _from_top(name, prefix)
            if name.endswith(b"/"):  # Another repository.
                continue
            known = found.get(path)  # Deleted for git, but still there.
            found[path] = Changed(known.old_path if known else None, path)
        return [found[path] for path in sorted(found)]

    def _is_unborn(self) -> bool:
        """Whether the base is a HEAD that has no commit yet."""
        if self._commit != "HEAD":
            return False
        return call(self._folder, "rev-parse", "--verify", "--quiet", "HEAD").returncode != 0

    def _relative(self, path: str) -> str:
        """A path as git is asked for it. The folder is followed through links, the file is not: the
        base may have a link of this name."""
        folder, name = os.path.split(os.path.join(self._folder, path))
        real = os.path.realpath(folder)
        if self._top:
            if real not in self._known_tops:
                self._known_tops[real] = _top_of(real)
            if self._known_tops[real] != self._top:
                raise UnreadableVersion(
                    "it belongs to another git repository, or to none: run fixture-lint in there"
                )
        return os.path.relpath(os.path.join(real, name), self._home)

    def _blob(self, relative: str) -> bytes | None:
        name = f"{self._commit}:./{relative}"
        if _LINE_END.search(name):
            asked = call(self._folder, "rev-parse", "--verify", "--quiet", name)
            return self._answer(asked.stdout.strip()) if asked.returncode == 0 else None
        return self._answer(os.fsencode(name))

    def _answer(self, name: bytes) -> bytes | None:
        """The bytes that a name of an object stands for; None if that is no file."""
        reader, writer = self._pipes()
        try:
            writer.write(name + b"\n")
            writer.flush()
        except BrokenPipeError as error:
            raise self._broken() from error
        answer = reader.readline()
        if not answer:
            raise self._broken()
        if answer.endswith(b" missing\n"):
            return None
        *what, size = answer.split()  # An id and a type, or what is wrong with a link.
        data = self._content(reader, int(size))
        if what == [_OUT]:
            raise UnreadableVersion(f"in {self.name} it is a link out of the repository")
        if what[-1] != b"blob":
            return None
        if data is None:
            most = MAX_DOCUMENT >> 20
            raise UnreadableVersion(f"in {self.name} it is larger than {most} MiB")
        if _LFS.match(data):
            raise UnreadableVersion(
                f"in {self.name} it is a pointer of Git LFS, which has the content elsewhere"
            )
        return data

    def _content(self, reader: IO[bytes], size: int) -> bytes | None:
        """The content that follows an answer, with its line end taken off; None, and nothing kept,
        if it is too large for a document."""
        kept, left = b"", size + 1
        while left:
            piece = reader.read(left if size <= MAX_DOCUMENT else min(left, _PIECE))
            if not piece:
                raise self._broken()
            left -= len(piece)
            kept = piece
        return kept[:size] if size <= MAX_DOCUMENT else None

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process is None:
            self._process = reading(self._folder)
        process = self._process
        assert process.stdout is not None
        assert process.stdin is not None
        return process.stdout, process.stdin

    def _broken(self) -> Unavailable:
        self.close()
        return Unavailable(why_unusable(self._folder) or f"git ended while {self.name} was read")

    def _renamed(self) -> dict[str, str]:
        """The old path of each renamed file by its new one."""
        if self._old_paths is None:
            self._old_paths = {}
            prefix = self._prefix()
            # A file that was renamed and then written anew is no renamed one in the work tree.
            for where in ((), ("--cached",)):
                try:
                    differences = list(self._differences(prefix, *where, "--diff-filter=R"))
                except Unavailable:  # Nothing was committed yet.
                    continue
                for old, new in differences:
                    if old is not None and new is not None:
                        self._old_paths.setdefault(new, old)
        return self._old_paths

    def _differences(self, prefix: bytes, *options: str) -> Iterator[tuple[str | None, str | None]]:
        """Old and new path of each file that differs, as ``git diff --raw -z`` gives them."""
        form = ("--raw", "-z", "--find-renames", "-l1000", "--no-ext-diff", "--no-textconv")
        kept = ("--ignore-submodules=all", *options, self._commit, "--")
        fields = iter(self._asked("diff", *form, *kept).split(b"\0"))
        for field in fields:
            if not field:
                continue
            old_mode, new_mode, _, _, state = field.decode().lstrip(":").split(" ")
            old = new = _from_top(next(fields), prefix)
            if state[0] in "RC":
                new = _from_top(next(fields), prefix)
            if _SUBMODULE not in (old_mode, new_mode):
                yield (None if state == "A" else old), (None if state == "D" else new)

    def _prefix(self) -> bytes:
        """The folder of the base as seen from the top of the repository."""
        return self._asked("rev-parse", "--show-prefix").removesuffix(b"\n")

    def _asked(self, *arguments: str) -> bytes:
        done = call(self._folder, *arguments)
        if done.returncode:
            why = why_unusable(self._folder) or last_line(done.stderr)
            raise Unavailable(why)
        return done.stdout


def open_base(revision: str, *, folder: str = ".") -> Base:
    """The last common commit of HEAD and a revision, which is what a branch or a pull request began
    from. Raises Unavailable."""
    return _merge_base("HEAD", revision, folder)


def commit_base() -> Base | None:
    """What a commit is compared with: under pre-commit with a range, the last common commit of its
    ends, otherwise HEAD. None where there is no repository or no git.

    Raises Unavailable if a range was given and has no common commit here.
    """
    start, end = (os.environ.get(f"PRE_COMMIT_{which}_REF") for which in ("FROM", "TO"))
    if start and end:
        return _merge_base(end, start, ".")
    has_repository = "GIT_DIR" in os.environ or bool(_top_of(os.path.realpath(".")))
    return Base("HEAD", "HEAD") if has_repository and is_installed() else None


def _merge_base(ours: str, theirs: str, folder: str) -> Base:
    for revision in (ours, theirs):
        if not revision or revision.startswith("-") or "\0" in revision:
            raise Unavailable(f"{shortened(revision)!r} names no revision")
    found = call(folder, "merge-base", ours, theirs)
    if found.returncode:
        raise Unavailable(why_no_base(ours, theirs, folder))
    return Base(theirs, found.stdout.decode().strip(), folder)


def _top_of(folder: str) -> str:
    """The folder of the repository that a folder is in, empty if it is in none."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return folder


def _from_top(name: bytes, prefix: bytes) -> str:
    """A path of git, from the top of the repository, as seen from a folder in it."""
    return os.path.relpath(os.fsdecode(name), os.fsdecode(prefix) or os.curdir)
