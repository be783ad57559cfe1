from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from fixture_lint import rules
from fixture_lint.cli.main import main
from fixture_lint.config import Config
from fixture_lint.run import Run

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

KNOWN_RULES = rules.load()


def make_run(**settings: Any) -> Run:
    """A run with the built-in rules and a configuration given by its fields."""
    return Run(Config(root=os.getcwd())._replace(**settings), list(KNOWN_RULES))


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def report(self) -> Any:
        return json.loads(self.out)

    @property
    def found(self) -> list[str]:
        return [f["code"] for file in self.report["files"] for f in file["findings"]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one, outside any configured project."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRE_COMMIT", raising=False)
    return tmp_path


@pytest.fixture
def lint(project: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Runs the command line in the project."""

    def run(*argv: str) -> Result:
        capsys.readouterr()
        code = main(argv)
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run
