"""What README.md and examples/ say is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import KNOWN_RULES, make_run

from fixture_lint.cli.main import main
from fixture_lint.engine import lint
from fixture_lint.examples import failures
from fixture_lint.fixing import fix
from fixture_lint.rules import load_folder

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_rendered_documentation_is_up_to_date():
    command = [sys.executable, str(ROOT / "docs" / "render.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")


def test_the_rule_of_the_readme_works(tmp_path):
    (text,) = re.findall(r"```yaml\n(code: .*?)```", README, re.DOTALL)
    (tmp_path / "internal-field.yaml").write_text(text, encoding="utf-8")
    (rule,) = load_folder(str(tmp_path), KNOWN_RULES)
    assert [list(failures(rule, example, KNOWN_RULES)) for example in rule.examples] == [[], []]


def test_the_fixture_of_the_readme_is_clean():
    (text,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    assert lint(text.encode(), "late-parcel.json", make_run()).findings == []


@pytest.mark.parametrize(
    "arguments", [(), ("--output-format", "markdown")], ids=["text", "markdown"]
)
def test_the_review_of_the_readme_is_what_is_printed(arguments, capsys, monkeypatch):
    monkeypatch.chdir(ROOT / "tests" / "golden" / "rerecorded")
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["diff", "before", "after", *arguments]) == 1
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) > 10
    assert printed in README


EXAMPLES = ROOT / "examples"


def test_the_clean_example_is_clean():
    data = (EXAMPLES / "fixtures" / "courier-missed-window.json").read_bytes()
    assert lint(data, "courier-missed-window.json", make_run()).findings == []


def test_the_dirty_example_becomes_what_is_shown():
    data = (EXAMPLES / "fixtures" / "broken-parcel.json").read_bytes()
    fixed = (EXAMPLES / "fixed" / "broken-parcel.json").read_bytes()
    assert fix(data, "broken-parcel.json", make_run(), unsafe=False).data == fixed
    remaining = lint(fixed, "broken-parcel.json", make_run()).findings
    assert [finding.code for finding in remaining] == ["FX601"]
    found = {finding.code for finding in lint(data, "broken-parcel.json", make_run()).findings}
    assert {"FX103", "FX104", "FX219", "FX301", "FX302", "FX304", "FX601"} <= found


def _own_files() -> list[Path]:
    """The sources of the project; not what was installed or built inside its folder."""
    found = []
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        foreign = any(part.startswith(".") or part in {"build", "dist"} for part in parts)
        if path.suffix in {".py", ".yaml", ".json", ".md"} and not foreign:
            found.append(path)
    return sorted(found)


def test_no_whole_token_stands_in_the_project():
    token = re.compile(r"\b(?:sk-|AKIA|ghp_|xox[bp]-|eyJ)[A-Za-z0-9_-]{16,}")
    files = _own_files()
    assert ROOT / "README.md" in files
    assert [path for path in files if token.search(path.read_text(encoding="utf-8"))] == []
