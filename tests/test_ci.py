"""The CI recipes: what they run is run here."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conversations import TRACKED
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
WORKFLOW = YAML(typ="safe").load((ROOT / "docs" / "ci" / "github.yml").read_text(encoding="utf-8"))
REQUIRED = WORKFLOW["jobs"]["required"]
(STEP,) = REQUIRED["steps"]


def gate(results: str) -> int:
    """The exit code of the aggregate step, run by the shell that GitHub would use."""
    env = {"PATH": os.environ["PATH"], "RESULTS": results, "JOBS": STEP["env"]["JOBS"]}
    command = ["bash", "-e", "-c", STEP["run"]]
    return subprocess.run(command, env=env, capture_output=True, check=False).returncode


def test_the_gate_accepts_success_of_all():
    assert gate("success success") == 0


@pytest.mark.parametrize(
    "results",
    [
        "",
        " ",
        "success",
        "success success success",
        "success failure",
        "failure success",
        "success skipped",
        "skipped skipped",
        "cancelled success",
        "success Success",
        "success,success",
        "success\tsuccessful",
        "success *",
        "success $(true)",
        "success success;true",
        "* *",
        "-n success",
    ],
)
def test_the_gate_refuses_everything_else(results):
    assert gate(results) != 0


def test_the_gate_always_runs_and_counts_its_jobs():
    assert REQUIRED["if"] == "${{ always() }}"
    assert STEP["env"]["RESULTS"] == "${{ join(needs.*.result, ' ') }}"
    assert int(STEP["env"]["JOBS"]) == len(REQUIRED["needs"])
    assert set(REQUIRED["needs"]) == set(WORKFLOW["jobs"]) - {"required"}


ACTION = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))
CHECK = ACTION["runs"]["steps"][-1]


def act(folder: Path, paths: str, args: str = "") -> subprocess.CompletedProcess[str]:
    import sys

    env = {**os.environ, "PATHS": paths, "ARGS": args}
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    command = ["bash", "-e", "-o", "pipefail", "-c", CHECK["run"]]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_the_action_annotates_findings(tmp_path):
    (tmp_path / "fixtures").mkdir()
    (tmp_path / "fixtures" / "late-parcel.json").write_text(TRACKED + "\n")
    for paths in ("", "fixtures"):
        result = act(tmp_path, paths)
        assert result.returncode == 1
        assert result.stdout.startswith("::warning file=fixtures/late-parcel.json,line=")
    assert act(tmp_path, "fixtures", "--ignore FX106").returncode == 0
    assert act(tmp_path, "nowhere").returncode == 1
    assert act(tmp_path / "fixtures", "").returncode == 4


def test_inputs_of_the_action_are_not_run(tmp_path):
    result = act(tmp_path, "$(touch pwned) `touch pwned` ;touch pwned")
    assert result.returncode == 1
    assert list(tmp_path.iterdir()) == []
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert [s["run"] for s in ACTION["runs"]["steps"] if "${{" in s.get("run", "")] == []
    assert "${{ inputs.paths }}" in text
