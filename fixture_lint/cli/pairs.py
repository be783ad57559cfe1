"""Which versions ``fixture-lint diff`` compares, and their bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fixture_lint.behaviour.review import FileReview
from fixture_lint.config import ENDINGS, Config
from fixture_lint.discovery import discover
from fixture_lint.documents import files
from fixture_lint.documents.printable import shown_path
from fixture_lint.git import Base, Changed, UnreadableVersion, open_base


class NoPairs(Exception):
    """There is nothing to compare; the text says why."""


class Pair(NamedTuple):
    """Two versions of a file, None where it does not exist. ``problem`` says why one of them cannot
    be read."""

    path: str
    old: bytes | None = None
    new: bytes | None = None
    old_path: str = ""
    problem: str = ""


def unreadable(path: str, problem: str) -> FileReview:
    """The review of a file that could not be compared."""
    return FileReview(path, path, path, "", "unreadable", problem=problem)


def pairs_of_paths(
    old: str, new: str, old_name: str, new_name: str, config: Config
) -> Iterator[Pair]:
    """The versions in two files, or in the files of two folders that have the same relative path.
    A file may be the null device: there is no such version. Names are what the files are called if
    they lie somewhere else.

    Raises NoPairs.
    """
    folders = [os.path.isdir(path) for path in (old, new)]
    for path in (old, new):
        if not os.path.lexists(path):
            raise NoPairs(f"{shown_path(path)}: no such file or folder")
    if all(folders):
        yield from _pairs_of_folders(old, new, config)
    elif any(folders):
        raise NoPairs("a file and a folder cannot be compared: give two files or two folders")
    elif old == new == os.devnull:
        raise NoPairs("there is no version to compare")
    else:
        path = new_name or (old if new == os.devnull else new)
        yield _of_files(old, new, path, old_name)


def pairs_of_base(revision: str, paths: Sequence[str], config: Config) -> Iterator[Pair]:
    """The files of the work tree that differ from a base, each with its version there: those that
    paths name or folders hold, without paths those of the fixture set.

    Raises Unavailable, and NoPairs if a path leads to nothing.
    """
    with open_base(revision) as base:
        changed = base.changed()
        if not paths:
            chosen = [change for change in changed if _is_included(change, config)]
        else:
            chosen = list(dict.fromkeys(_chosen(changed, paths, base, config)))
        for change in chosen:
            yield _of_base(change, base, config)


def _is_included(change: Changed, config: Config) -> bool:
    return any(path is not None and config.includes(path) for path in change)


def _chosen(
    changed: Sequence[Changed], paths: Sequence[str], base: Base, config: Config
) -> Iterator[Changed]:
    for path in paths:
        found = list(_below(changed, path, config))
        yield from found
        if found:
            continue
        if os.path.isdir(path):
            if not any(True for _ in discover([path], config)):
                raise NoPairs(f"{shown_path(path)}: there is no fixture in this folder")
        elif os.path.lexists(path):
            yield Changed(os.path.normpath(path), os.path.normpath(path))
        else:
            raise NoPairs(f"{shown_path(path)}: neither here nor in {base.name}")


def _below(changed: Sequence[Changed], path: str, config: Config) -> Iterator[Changed]:
    """The changes of a file, or below a folder in files whose name has a known ending."""
    folder, name = os.path.split(os.path.normpath(path))
    wanted = os.path.relpath(os.path.join(os.path.realpath(folder), name), os.path.realpath("."))
    for change in changed:
        for one in filter(None, (change.path, change.old_path)):
            is_inside = wanted == os.curdir or one.startswith(f"{wanted}/")
            if wanted == os.curdir and one.startswith(f"{os.pardir}/"):
                continue
            if one == wanted or (is_inside and one.endswith(ENDINGS) and not config.excludes(one)):
                yield change
                break


def _of_base(change: Changed, base: Base, config: Config) -> Pair:
    old_path, path = change
    shown = path or old_path or ""
    try:
        version = base.read(old_path) if old_path is not None else None
    except UnreadableVersion as error:
        return Pair(shown, problem=str(error))
    old = version.data if version is not None else None
    if path is None:
        return Pair(shown, old, None)
    for found in discover([path], config):
        if found.problem:
            return Pair(shown, problem=found.problem)
    try:
        new = files.read_document(path)
    except files.Unreadable as error:
        return Pair(shown, problem=str(error))
    return Pair(shown, old, new, version.path if version is not None else "")


def _pairs_of_folders(old: str, new: str, config: Config) -> Iterator[Pair]:
    before, after = (_files_of(folder, config) for folder in (old, new))
    if not before and not after:
        raise NoPairs("there is no fixture in these folders")
    for name in sorted({*before, *after}):
        problem = before.get(name) or after.get(name)
        path = os.path.join(new if name in after else old, name)
        if problem:
            yield Pair(path, problem=problem)
            continue
        sides = (os.path.join(old, name), os.path.join(new, name))
        yield _of_files(
            sides[0] if name in before else os.devnull,
            sides[1] if name in after else os.devnull,
            path,
        )


def _files_of(folder: str, config: Config) -> dict[str, str]:
    """The files of a folder by their path in it, each with why it cannot be read, if so."""
    found = discover([folder], config)
    return {os.path.relpath(file.path, folder): file.problem for file in found}


def _of_files(old: str, new: str, path: str, old_name: str = "") -> Pair:
    versions: list[bytes | None] = []
    for which, version in (("old", old), ("new", new)):
        try:
            data = None if version == os.devnull else files.read_document(version)
        except files.Unreadable as error:
            return Pair(path, problem=f"{which} version: {error}")
        versions.append(data)
    return Pair(path, versions[0], versions[1], old_name)
