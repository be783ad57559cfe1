"""The recordings of a project by the names of their scenarios, each read once."""

from __future__ import annotations

import os

from fixture_lint import config
from fixture_lint.documents.printable import shown, shown_path
from fixture_lint.run import Run
from fixture_lint.scenarios import ENDING, Scenarios, find
from fixture_lint.testing import Derived, UnknownScenario, derive


class Library:
    """The fixture set of the configuration that holds in a folder.

    Raises config.ConfigError if that is wrong.
    """

    def __init__(self, folder: str) -> None:
        self._run = Run.configured(config.load(folder))
        self._loaded: dict[str, Derived] = {}
        self._scenarios: Scenarios | None = None
        self._paths: dict[str, list[str]] = {}

    def recording(self, name: str) -> Derived:
        """The conversation of a scenario. Raises UnknownScenario, and ValueError for a file that
        cannot be read."""
        __tracebackhide__ = True  # pytest then shows the line of the test.
        if name not in self._loaded:
            self._loaded[name] = derive(self._path(name))
        return self._loaded[name]

    def _path(self, name: str) -> str:
        __tracebackhide__ = True
        if self._scenarios is None:
            self._scenarios = find(self._run)
            for known, found in self._scenarios.paths.items():
                # A test may change the current folder.
                self._paths[known] = [os.path.abspath(path) for path in found]
        paths = self._paths.get(name.removesuffix(ENDING), [])
        if len(paths) == 1:
            return paths[0]
        if paths:
            listed = ", ".join(map(shown_path, self._scenarios.paths[name.removesuffix(ENDING)]))
            raise UnknownScenario(f"{len(paths)} files are scenario {shown(repr(name))}: {listed}")
        raise UnknownScenario(self._scenarios.missing(name))
