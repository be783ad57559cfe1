"""Secrets in files: found wherever they hide, shown nowhere, accepted only for a reason."""

from __future__ import annotations

import json
import random
import re

import pytest
from conversations import TRACKED, conversation
from test_screens import CARRIERS

from fixture_lint.detectors.samples import sample

TOKENS = {
    family: sample(family, random.Random(7))
    for family in (
        "anthropic-api03",
        "groq",
        "github-ghp",
        "huggingface",
        "stripe-live",
        "sendgrid",
    )
}


def carrying(*values: str, text: str = "done") -> str:
    return conversation(
        {"from": "user", "text": "load it"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "load", "args": {"a": 1}}]},
        {"from": "tools", "results": [{"ref": "c1", "output": list(values)}]},
        {"from": "assistant", "text": text},
    )


@pytest.fixture
def write(project):
    def write(text: str):
        file = project / "late-parcel.json"
        file.write_text(text, encoding="utf-8")
        return file

    return write


@pytest.mark.parametrize("carrier", sorted(CARRIERS))
@pytest.mark.parametrize("family", sorted(TOKENS))
def test_a_key_is_found_in_every_carrier(write, lint, family, carrier):
    file = write(carrying(CARRIERS[carrier](TOKENS[family])))
    result = lint("--output-format", "json", "--select", "FX4", file.name)
    codes = set(result.found)
    assert codes
    assert codes <= {"FX401", "FX403"}
    (finding, *_) = result.report["files"][0]["findings"]
    assert finding["pointer"] == "/turns/2/results/0/output/0"


def pieces(token: str) -> set[str]:
    """Parts of a token that no output may hold: all of eight characters behind its prefix."""
    body = re.sub(r"^(?:sk-ant-api03-|gsk_|ghp_|hf_|sk_live_|SG\.)", "", token)
    return {body[at : at + 8] for at in range(len(body) - 7)}


@pytest.mark.parametrize("output_format", ["text", "json", "github", "sarif", "markdown"])
@pytest.mark.parametrize(
    "options", [[], ["--diff"], ["--select", "FX1,FX3"], ["--diff", "--select", "FX1"], ["--fix"]]
)
def test_no_output_shows_a_secret(write, lint, output_format, options):
    """Each line that a report may show holds a key, beside findings of other rules."""
    text = carrying(
        *TOKENS.values(), text=f"use {TOKENS['groq']} at https://x.invalid/?key={TOKENS['groq']}"
    )
    value = json.loads(text)
    for turn, token in zip(value["turns"], TOKENS.values(), strict=False):
        turn["created_at"] = "2026-03-14T10:24:31Z"
        turn[f"note {token}"] = token
    for indent in (None, 4):
        file = write(json.dumps(value, indent=indent))
        result = lint("--output-format", output_format, *options, file.name)
        printed = result.out + result.err
        leaked = [
            token[:8] for token in TOKENS.values() if any(p in printed for p in pieces(token))
        ]
        assert leaked == []
        assert result.code == 1


def test_a_broken_file_shows_no_secret(write, lint):
    file = write(f'{{"key": "{TOKENS["groq"]}", oops')
    result = lint(file.name)
    assert "FX101" in result.out
    assert "FX401 secret" in result.out
    assert not any(piece in result.out for piece in pieces(TOKENS["groq"]))


def test_other_fixes_are_made_and_the_secret_stays(write, lint):
    clean = carrying(TOKENS["groq"])
    file = write(
        clean.replace("\n  ", "\n    ").replace('"from": "user",', '"usage": 1, "from": "user",')
    )
    result = lint("--fix", "--unsafe-fixes", "--output-format", "json", file.name)
    assert (result.code, result.found) == (1, ["FX401"])
    assert file.read_text(encoding="utf-8") == clean


def test_per_file_ignores_do_not_reach_secrets(write, lint, project):
    file = write(carrying(TOKENS["groq"]))
    (project / "fixture-lint.toml").write_text('[per-file-ignores]\n"*" = ["FX4"]\n')
    assert lint("--output-format", "json", file.name).found == ["FX401"]


@pytest.mark.parametrize("selector", ["FX401", "secret", "FX40"])
def test_secrets_cannot_be_ignored(write, lint, project, selector):
    file = write(carrying(TOKENS["groq"]))
    codes = ["FX401"] if selector == "FX40" else None
    result = lint("--output-format", "json", "--ignore", selector, file.name)
    if codes:
        assert result.found == codes
    else:
        assert (result.code, "cannot be ignored" in result.err) == (2, True)


@pytest.mark.parametrize("config", ["fixture-lint.toml", "pyproject.toml"])
def test_a_secret_is_accepted_for_a_reason(write, lint, project, config):
    file = write(carrying(TOKENS["groq"]))
    if config == "pyproject.toml":
        (project / config).write_text('[project]\nname = "x"\n\n[tool.fixture-lint]\nignore = []\n')
    line = file.read_text(encoding="utf-8").split("\n").index(f'            "{TOKENS["groq"]}"') + 1
    assert lint("allow", f"{file.name}:{line}").code == 2
    assert lint("allow", f"{file.name}:{line + 1}", "--reason", "x").code == 2
    result = lint("allow", f"{file.name}:{line}", "--reason", 'revoked "today"')
    assert (result.code, "accepted FX401 secret" in result.out) == (0, True)
    written = (project / config).read_text(encoding="utf-8")
    assert 'reason = "revoked \\"today\\""' in written
    assert not any(piece in written for piece in pieces(TOKENS["groq"]))
    assert lint(file.name).code == 0
    # Another value at the same place is a finding again, and then the entry is stale.
    write(carrying(sample("groq", random.Random(8))))
    assert lint(file.name).code == 1
    (project / "fixtures").mkdir()
    (project / "fixtures" / "late-parcel.json").write_text(TRACKED)
    assert lint("--output-format", "json").found == ["FX003"]


def test_a_fingerprint_needs_a_salt_and_differs_between_repositories(write, lint, project):
    file = write(carrying(TOKENS["groq"]))

    def fingerprint():
        return lint("--output-format", "json", file.name).report["files"][0]["findings"][0][
            "fingerprint"
        ]

    assert fingerprint() is None
    seen = set()
    for salt in ("00" * 16, "01" * 16):
        (project / "fixture-lint.toml").write_text(f'salt = "{salt}"\n')
        seen.add(fingerprint())
    assert len(seen) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", value) for value in seen)


def test_nothing_opens_a_socket(write, lint, monkeypatch):
    import socket

    def refuse(*args, **kwargs):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    file = write(carrying(*TOKENS.values()))
    assert lint("--output-format", "json", file.name).code == 1
