"""Imports go down only, and what is heavy is imported where it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "fixture_lint"

LAYERS = [
    {"cli", "__main__"},
    {"examples", "api", "recorder", "capturing", "testing"},
    {"engine", "discovery", "reading", "inspection", "fixing", "verifying", "summaries"}
    | {"scenarios", "recordings", "processes", "reviewing", "comparing", "committed"}
    | {"versions"},
    {"reports", "checks", "converting", "behaviour"},
    {"run"},
    {"config", "git", "git_calls"},
    {"kinds", "detectors"},
    {"rules", "pack", "token_shapes", "conversation"},
    {"documents"},
    {"__init__"},
]
"""From top to bottom. A module imports from its own layer or from one below."""

HEAVY = (
    "jsonschema",
    "ruamel",
    "yaml",
    "pathspec",
    "rich",
    "tomllib",
    "difflib",
    "dataclasses",
    "traceback",
)
"""Not imported before they are needed: every one of them costs each run of the hook."""


def _layer(module: str) -> int:
    name = module.split(".")[1] if "." in module else "__init__"
    return next(level for level, names in enumerate(LAYERS) if name in names)


def _imports(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.startswith("fixture_lint")
        ):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                is_module = (PACKAGE.parent / (inner.replace(".", "/") + ".py")).exists()
                is_package = (PACKAGE.parent / inner.replace(".", "/")).is_dir()
                yield inner if is_module or is_package else node.module
        elif isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.startswith("fixture_lint"))


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_imports_go_down(path):
    relative = path.relative_to(PACKAGE.parent).with_suffix("")
    own = _layer(".".join(relative.parts))
    if relative.parts == ("fixture_lint", "__init__"):
        return  # The front door: it leads to the library, lazily.
    wrong = [name for name in _imports(path) if _layer(name) < own]
    assert wrong == []


def test_the_build_loads_its_hook_where_the_package_cannot_be_imported():
    probe = f"import runpy; assert 'get_build_hook' in runpy.run_path({str(PACKAGE / 'pack.py')!r})"
    command = [sys.executable, "-S", "-P", "-c", probe]
    subprocess.run(command, cwd=PACKAGE, capture_output=True, check=True)


def test_importing_the_command_line_is_cheap():
    probe = "import sys; before = set(sys.modules); import fixture_lint.cli.check; "
    probe += "print(' '.join(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    imported = {name.split(".")[0] for name in run.stdout.split()}
    assert imported & set(HEAVY) == set()


def test_no_module_is_large():
    lengths = {
        p.name: len(p.read_text(encoding="utf-8").splitlines()) for p in PACKAGE.rglob("*.py")
    }
    assert {name: length for name, length in lengths.items() if length > 320} == {}
