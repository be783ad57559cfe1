"""Which files a run looks at, each once, whatever names and links lead to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fixture_lint.config import ENDINGS, Config
from fixture_lint.documents.files import is_temporary, reason

_OUTSIDE = "link out of the tree; not followed"


class Found(NamedTuple):
    """A file to check, or why something that was asked for cannot be."""

    path: str
    problem: str = ""
    excluded: bool = False


def discover(paths: Sequence[str], config: Config, force_exclude: bool = False) -> Iterator[Found]:
    """The files of a run, in the order of the paths and, below a folder, of their names.

    A file given by name is always yielded, unless ``force_exclude`` holds and the configuration
    excludes it. A folder given by name is walked for all endings that are read. Without paths the
    fixture set of the configuration is walked.
    """
    walk = _Walk(config)
    for path in paths:
        if force_exclude and config.excludes(path):
            yield Found(path, excluded=True)
        elif os.path.isdir(path) and not walk.leaves_tree(path):
            yield from walk.folder(path, only_included=False)
        else:
            yield from walk.file(path)
    if not paths:
        root = os.path.relpath(config.root) if config.root else "."
        yield from walk.folder(root, only_included=True)


class _Walk:
    """The walk of one run. Remembers what it has seen by the real path, so that no file is
    reported twice and no link leads in a circle."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.seen: set[str] = set()
        self.trees = [os.path.realpath(config.root or os.curdir), os.path.realpath(os.curdir)]

    def file(self, path: str) -> Iterator[Found]:
        if not os.path.exists(path):
            yield Found(path, _why_missing(path))
        elif not os.path.isfile(path) and not os.path.isdir(path):
            yield Found(path, "not a regular file")
        elif self.leaves_tree(path):
            yield Found(path, _OUTSIDE)
        elif self._is_new(path):
            yield Found(path)

    def folder(self, path: str, only_included: bool) -> Iterator[Found]:
        if not self._is_new(path):
            return
        self.trees.append(os.path.realpath(path))
        pending = [path]
        while pending:
            folder = pending.pop()
            try:
                listed = _listed(folder)
            except OSError as error:
                yield Found(folder, reason(error))
                continue
            folders = []
            for path, is_folder in listed:
                if not is_folder:
                    if self._is_wanted(path, only_included):
                        yield from self.file(path)
                elif not self.config.excludes(path):
                    if self.leaves_tree(path):
                        yield Found(path, _OUTSIDE)
                    elif self._is_new(path):
                        folders.append(path)
            pending.extend(reversed(folders))

    def leaves_tree(self, path: str) -> bool:
        """Whether a path is a link to something outside the project and the folders named."""
        path = os.path.normpath(path)  # With a slash at its end a link is taken for its target.
        if not os.path.islink(path):
            return False
        target = os.path.realpath(path)
        beside = os.path.realpath(os.path.dirname(path) or os.curdir)
        return not any(
            target == tree or target.startswith(tree.rstrip(os.sep) + os.sep)
            for tree in (*self.trees, beside)
        )

    def _is_wanted(self, path: str, only_included: bool) -> bool:
        if is_temporary(path):  # A killed run may have left it.
            return False
        if only_included:
            return self.config.includes(path)
        return path.endswith(ENDINGS) and not self.config.excludes(path)

    def _is_new(self, path: str) -> bool:
        real = os.path.realpath(path)
        if real in self.seen:
            return False
        self.seen.add(real)
        return True


def _listed(folder: str) -> list[tuple[str, bool]]:
    """What a folder holds, by name: each path as people would write it, and if it is a folder."""
    with os.scandir(folder) as entries:
        found = [(os.path.normpath(entry.path), _is_folder(entry)) for entry in entries]
    if folder.startswith(os.pardir):
        found = [(os.path.relpath(path), is_folder) for path, is_folder in found]
    return sorted(found)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # A loop of links.
        return False


def _why_missing(path: str) -> str:
    try:
        os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):
            return "link to a file that does not exist"
        return "no such file or folder"
    except OSError as error:
        return reason(error)
    return "cannot be read"
