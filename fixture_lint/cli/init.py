"""``fixture-lint init``: the first minute in a project. Nothing that exists is changed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from fixture_lint import __version__, config
from fixture_lint.api import canonical_json
from fixture_lint.cli import Parser
from fixture_lint.cli.main import OK

_CONFIGURATION = """\
# fixture-lint: all keys and their defaults are described in its README.

# The fixture set: what `fixture-lint` checks without paths.
include = ["**/fixtures/**/*.json", "**/fixtures/**/*.jsonl"]

# Exceptions, by file. An entry that silences nothing is reported.
# [per-file-ignores]
# "tests/fixtures/legacy/" = ["note-uninformative"]
"""

_HOOK = f"""\
  - repo: https://github.com/fixture-lint/fixture-lint
    rev: v{__version__}
    hooks:
      - id: fixture-lint
        args: [--fix]
"""

_EXAMPLE_PATH = "tests/fixtures/example-conversation.json"
_EXAMPLE = {
    "meta": {
        "scenario": "example-conversation",
        "recorded": "2026-03-14",
        "provider": "chat-completions",
        "model": "written-by-hand",
        "note": "shows the format: one lookup that succeeds; replace it by a recording of yours",
    },
    "turns": [
        {"from": "user", "text": "Where is parcel P-7?"},
        {
            "from": "assistant",
            "calls": [{"ref": "c1", "tool": "track_parcel", "args": {"parcel": "P-7"}}],
        },
        {"from": "tools", "results": [{"ref": "c1", "output": {"state": "at_depot"}}]},
        {"from": "assistant", "text": "It is at the depot."},
    ],
}


def main(argv: Sequence[str]) -> int:
    """Runs the command and returns its exit code. Raises ConfigError."""
    parser = Parser(
        prog="fixture-lint init",
        description="Writes a configuration, an example fixture and the pre-commit hook into the "
        "current folder. Files that exist stay as they are.",
    )
    parser.parse_args(argv)
    found = config.load(os.getcwd()).source
    if found:
        print(f"kept     {os.path.relpath(found)} (configuration)")
    else:
        _write(config.FILES[0], _CONFIGURATION)
    _write(_EXAMPLE_PATH, canonical_json(_EXAMPLE))
    _write_hook(Path(".pre-commit-config.yaml"))
    print("\nNext: `fixture-lint` checks the fixture set, `fixture-lint --diff` shows what --fix")
    print("would change, `pre-commit install` runs the hook at each commit.")
    return OK


def _write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        print(f"written  {name}")
    except FileExistsError:
        print(f"kept     {name}")


def _write_hook(path: Path) -> None:
    if not path.exists():
        _write(str(path), f"repos:\n{_HOOK}")
    elif "fixture-lint" in path.read_text(encoding="utf-8", errors="replace"):
        print(f"kept     {path} (has the hook)")
    else:
        print(f"kept     {path}; add the hook below `repos:`:\n\n{_HOOK}", end="")
