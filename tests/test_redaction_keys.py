"""Keys of pseudonyms beside the data: one finding each, shown nowhere, accepted for a reason."""

from __future__ import annotations

import json
import random

import pytest
from conversations import conversation

from fixture_lint.detectors.samples import sample

KEY = sample("redaction-key", random.Random(7))

NAMES = [
    *(
        "hmac_key",
        "HMAC-Key",
        "hmacKeyBase64",
        "hmac_key_b64",
        "pseudonym_key",
        "pseudonymisationSecret",
    ),
    *("anonymization_salt", "anonymisation-salt", "redaction_key", "FIXTURE_LINT_KEY"),
    *("customer_masking_key", "pii_salt", "scrubbing_key", "deidentification_key"),
]

PLACES = {
    "text": lambda name: {"text": f"run it with {name}={KEY} now"},
    "argument": lambda name: {"args": {name: KEY}},
    "list of arguments": lambda name: {"args": {"settings": [{name: [KEY]}]}},
    "output": lambda name: {"output": {name: KEY, "customer": "Person 1"}},
    "JSON in a string": lambda name: {"output": json.dumps({name: KEY})},
    "query": lambda name: {"output": f"https://shop.invalid/?{name}={KEY}&page=2"},
}


def written(project, text=None, args=None, output=None):
    file = project / "late-parcel.json"
    file.write_text(
        conversation(
            {"from": "user", "text": text or "mask it"},
            {
                "from": "assistant",
                "calls": [{"ref": "c1", "tool": "mask", "args": args or {}}],
            },
            {"from": "tools", "results": [{"ref": "c1", "output": output or {}}]},
        ),
        encoding="utf-8",
    )
    return file


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", NAMES)
def test_a_redaction_key_is_one_finding(project, lint, name, place):
    file = written(project, **PLACES[place](name))
    assert lint("--output-format", "json", file.name).found == ["FX406"]
    assert lint("--output-format", "json", "--select", "FX401,FX403,FX404", file.name).found == []


@pytest.mark.parametrize(
    "value",
    [
        *(
            "REDACTED",
            "<hmac-key>",
            "${HMAC_KEY}",
            "$HMAC_KEY",
            "env:HMAC_KEY",
            "vault:kv/hmac#key",
        ),
        *("HMAC-SHA256", "hs256", "AES256GCM", "aes-256-gcm", "PBKDF2WithHmacSHA512", "argon2id"),
        *("os.environ['KEY']", "true", "32", "xxxxxxxxxxxxxxxx", "your-key-here", "test-key-1234"),
        *("/run/secrets/hmac.key", "2026-03-14", "12345678", "our quiet harbour", ""),
    ],
)
@pytest.mark.parametrize("name", ["hmac_key", "anonymization_salt", "FIXTURE_LINT_KEY"])
def test_what_is_no_key_material_is_no_finding(project, lint, name, value):
    for parts in ({"args": {name: value}}, {"text": f"set {name}={value} first"}):
        assert lint("--select", "FX4", written(project, **parts).name).code == 0


@pytest.mark.parametrize("name", ["salt", "hmac", "hmac_key_id", "redaction_key_length", "digest"])
def test_other_names_tell_nothing(project, lint, name):
    assert lint("--select", "FX4", written(project, args={name: KEY}).name).code == 0


def test_the_salt_of_the_configuration_is_exempt(project, lint):
    (project / "fixture-lint.toml").write_text(f'salt = "{"0b7f" * 8}"\n')
    settings = {"fixture-lint": {"salt": "0b7f" * 8, "include": ["**/*.json"]}}
    (project / "settings.json").write_text(json.dumps(settings, indent=2) + "\n")
    assert lint("--output-format", "json", "--select", "FX4", "settings.json").found == []


def test_it_is_never_ignored_and_accepted_for_a_reason(project, lint):
    file = written(project, output={"hmac_key": KEY})
    assert "cannot be ignored" in lint("--ignore", "FX406", file.name).err
    (project / "fixture-lint.toml").write_text('[per-file-ignores]\n"*" = ["FX4"]\n')
    result = lint("--output-format", "json", file.name)
    assert result.found == ["FX406"]
    (finding,) = result.report["files"][0]["findings"]
    assert finding["fix"] is None
    line = finding["line"]
    assert lint("allow", f"{file.name}:{line}", "--reason", "of a demo").code == 0
    assert lint(file.name).code == 0
    settings = (project / "fixture-lint.toml").read_text(encoding="utf-8")
    assert 'rule = "redaction-key-in-fixture"' in settings or 'rule = "FX406"' in settings
    written(project, output={"hmac_key": sample("redaction-key", random.Random(8))})
    assert lint("--output-format", "json", file.name).found == ["FX406"]


@pytest.mark.parametrize("output_format", ["text", "json", "github", "sarif", "markdown"])
@pytest.mark.parametrize("options", [[], ["--diff"], ["--fix"], ["--select", "FX1"]])
def test_no_output_shows_it(project, lint, output_format, options):
    file = written(project, text=f"FIXTURE_LINT_KEY={KEY}", args={"hmac_key": KEY})
    file.write_text(file.read_text(encoding="utf-8").replace("\n  ", "\n    "), encoding="utf-8")
    result = lint("--output-format", output_format, *options, file.name)
    printed = result.out + result.err
    assert not [at for at in range(len(KEY) - 3) if KEY[at : at + 4] in printed]
    assert result.code == 1
