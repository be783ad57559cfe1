"""The base of a run: the commit whose versions of the files the rules on changes compare with."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from fixture_lint.committed import Change
from fixture_lint.config import ConfigError
from fixture_lint.git import Base, Unavailable, commit_base, open_base
from fixture_lint.run import Run
from fixture_lint.versions import Versions


@contextmanager
def comparing(revision: str | None, run: Run) -> Iterator[Change | None]:
    """Lets a run compare files with the last commit that HEAD and a revision have in common; with
    None, for a commit in the making, with what pre-commit has been given, or else HEAD. Yields that
    change as a whole.

    Raises ConfigError where a base that was asked for cannot be read. Without one there may be
    nothing to compare with, as before the first commit: a range that cannot be read is said.
    """
    base = _base(revision)
    if base is None:
        yield None
        return
    run.base = Versions(base, run, is_given=revision is not None)
    try:
        yield Change(base, revision or "")
    except Unavailable as error:
        raise ConfigError(f"{base.name} cannot be read: {error}") from error
    finally:
        run.base = None
        base.close()


def _base(revision: str | None) -> Base | None:
    try:
        return open_base(revision) if revision is not None else commit_base()
    except Unavailable as error:
        if revision is not None:
            raise ConfigError(f"--base {revision}: {error}") from error
        print(f"fixture-lint: no change was compared with git: {error}", file=sys.stderr)
        return None
