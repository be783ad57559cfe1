"""A provider of the chat family is a file of data: the one that the documentation shows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SHOWN = re.search(r"```json\n(.*?)```", (ROOT / "docs/providers.md").read_text(), re.DOTALL)

ANSWER: dict[str, Any] = {
    "id": "chatcmpl-7Hq2LmRwX0aB",
    "object": "chat.completion",
    "created": 1773483871,
    "model": "small",
    "worker": {"id": "worker-9f31Kd93mP", "queue_ms": 41},
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "hello"},
            "finish_reason": "stop",
        }
    ],
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the linter with the provider of the documentation."""
    skipped = shutil.ignore_patterns("__pycache__", "rulepack.json")
    for folder in ("fixture_lint", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=skipped)
    assert SHOWN is not None
    path = tmp_path / "fixture_lint/kinds/providers/parcel-llm.json"
    path.write_text(SHOWN[1], encoding="utf-8")
    (tmp_path / "answer.json").write_text(json.dumps(ANSWER, indent=2) + "\n", encoding="utf-8")
    return tmp_path


def run(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fixture_lint", *arguments],
        cwd=package,
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_its_own_values_are_frozen(package: Path) -> None:
    assert run(package, "answer.json").returncode == 0
    fixed = run(package, "--fix", "--unsafe-fixes", "--select", "FX3", "answer.json")
    assert fixed.returncode == 0, fixed.stdout + fixed.stderr
    frozen = json.loads((package / "answer.json").read_text(encoding="utf-8"))
    assert frozen["worker"]["queue_ms"] == 0
    assert frozen["worker"]["id"] != ANSWER["worker"]["id"]
    assert (frozen["id"], frozen["created"]) == ("chatcmpl-1", 0)
    assert frozen["choices"] == ANSWER["choices"]


def test_it_can_be_converted_to(package: Path) -> None:
    arguments = ("--scenario", "greeting", "--note", "no tools; the model greets")
    neutral = run(package, "convert", "answer.json", *arguments, "--output", "greeting.json")
    assert neutral.returncode == 0, neutral.stderr
    back = run(package, "convert", "greeting.json", "--to", "parcel-llm", "--form", "response")
    assert json.loads(back.stdout)["choices"][0]["message"]["content"] == "hello"
