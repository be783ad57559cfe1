"""Which files are looked at: by the hook, without paths, and in a folder that is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hostile import Lint, command
from ruamel.yaml import YAML

from fixture_lint.config import DEFAULT_INCLUDE, Config, Globs

lint = command

HOOKS = Path(__file__).parent.parent / ".pre-commit-hooks.yaml"
HOOK = YAML(typ="safe").load(HOOKS.read_text(encoding="utf-8"))[0]
TWICE = '{"a": 1, "a": 2}\n'


@pytest.mark.parametrize(
    ("path", "is_fixture"),
    [
        *((f"tests/cassettes/a.{ending}", True) for ending in ("yaml", "yml", "sse", "har")),
        *((f"fixtures/a/b.{ending}", True) for ending in ("json", "jsonl", "ndjson")),
        *((f"fixtures/a.{ending}", False) for ending in ("yaml.gz", "txt", "chunks.txt", "yaml5")),
        ("fixtures.yaml", False),
        ("ymlfixtures/a.yaml", False),
        ("recordings/yaml", False),
    ],
)
def test_hook_and_configuration_agree(path: str, is_fixture: bool) -> None:
    assert bool(re.search(HOOK["files"], path)) == is_fixture
    assert Globs(DEFAULT_INCLUDE).match(path) == is_fixture
    assert Config().includes(path) == is_fixture


def test_a_run_without_paths_looks_at_the_set(lint: Lint) -> None:
    for name in ("a.yaml", "b.yml", "c.har", "d.txt", "e.yaml.gz", "f.json"):
        lint.write(TWICE, f"fixtures/{name}")
    found = lint.check()
    assert found.paths == [f"fixtures/{name}" for name in ("a.yaml", "b.yml", "c.har", "f.json")]
    assert set(found.codes) == {"FX107", "FX202"}


def test_a_folder_that_is_named_is_walked_for_all_endings(lint: Lint) -> None:
    endings = ("chunks.txt", "har", "json", "jsonl", "ndjson", "yaml", "yml")
    for ending in (*endings, "txt", "py", "md"):
        lint.write(TWICE, f"some/a.{ending}")
    assert lint.check("some").paths == [f"some/a.{ending}" for ending in endings]


def test_har_is_json(lint: Lint) -> None:
    path = lint.write('{"a": 1}', "a.har")
    assert lint.check("a.har").codes == ["FX106"]
    lint.fix("a.har")
    assert path.read_text() == '{"a": 1}\n'
