"""The rules are found however the package is installed."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from fixture_lint.pack import compile_rules
from fixture_lint.token_shapes import compile_tokens

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def test_wheel_holds_the_compiled_rules_and_the_schemas(built):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = json.loads(archive.read("fixture_lint/rulepack.json"))
        names = archive.namelist()
    rules, tokens = compile_rules(ROOT / "rules"), compile_tokens(ROOT / "rules" / "tokens")
    assert packed == json.loads(json.dumps({"rules": rules, "tokens": tokens}))
    assert "fixture_lint/schemas/conversation.schema.json" in names
    assert "fixture_lint/py.typed" in names
    assert not [name for name in names if name.startswith(("rules/", "tests/"))]


def test_sdist_holds_the_rules_as_they_are_written(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    written = (ROOT / "rules").rglob("*.yaml")
    assert {path.relative_to(ROOT).as_posix() for path in written} <= names
    assert {"README.md", "LICENSE", "pyproject.toml", "fixture_lint/pack.py"} <= names


@pytest.mark.parametrize("how", ["wheel", "editable"])
def test_an_installed_package_runs_its_own_examples(built, tmp_path, how):
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    what = [str(wheel)] if how == "wheel" else ["-e", str(ROOT)]
    subprocess.run([python, "-m", "pip", "install", "-q", *what], check=True, capture_output=True)
    command = [python.parent / "fixture-lint", "test-rules"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.stdout.endswith(" 0 failed\n"), result.stdout + result.stderr
    assert result.returncode == 0
