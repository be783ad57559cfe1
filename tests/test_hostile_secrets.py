"""A secret beside findings that can be fixed: what is printed of it, and what is written."""

from __future__ import annotations

import json
from random import Random

import pytest
from hostile import NAME, Lint, command, conversation

from fixture_lint.detectors.families import named, prefix_of
from fixture_lint.detectors.samples import sample_with_place
from fixture_lint.detectors.tokens import length_class

lint = command

FAMILIES = ["anthropic-api03", "github-ghp", "stripe-live", "aws-akia", "jwt", "pem-pkcs8"]

MADE = {name: sample_with_place(name, Random(name)) for name in FAMILIES}
VALUES = {name: made.text[made.start : made.end] for name, made in MADE.items()}

PLACES = {
    "text": lambda text: conversation(text=json.dumps(f"use {text} now")),
    "argument": lambda text: conversation(f'"code": {json.dumps(text)}'),
    "key": lambda text: conversation(f"{json.dumps(text)}: 1"),
    "JSON": lambda text: conversation(f'"body": {json.dumps(json.dumps({"a": text}))}'),
    "note": lambda text: conversation(note=json.dumps(f"opened with {text}")),
}

FORMATS = ["text", "json", "sarif", "github", "markdown"]
OPTIONS: list[list[str]] = [
    *([], ["--diff"], ["--diff", "--unsafe-fixes"]),
    *(["--select", "FX1,FX3"], ["--diff", "--select", "FX1,FX3"], ["--statistics"]),
]


def dirty(text: str) -> str:
    """A canonical text with a finding of its own beside every line, each with a fix."""
    text = text.replace('"from": "user",', '"from": "user",\n      "usage": 7,')
    return text.replace("\n  ", "\n    ")


def pieces(name: str) -> set[str]:
    """All parts of four characters of a secret behind its public prefix, as JSON spells them. The
    end of a block of PEM says what its beginning says."""
    value = VALUES[name]
    prefix = prefix_of(named()[name], value)
    body = json.dumps(value[len(prefix) :])[1:-1]
    public = prefix.replace("BEGIN", "END")
    return {body[at : at + 4] for at in range(len(body) - 3)} - {
        public[at : at + 4] for at in range(len(public) - 3)
    }


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", FAMILIES)
def test_no_character_of_a_secret_is_printed(lint: Lint, name: str, place: str) -> None:  # E03
    text = PLACES[place](MADE[name].text)
    lint.write(dirty(text))
    known = "".join(lint.run("--output-format", form, NAME)[1] for form in FORMATS)
    lint.write(dirty(PLACES[place]("nothing")))
    # Four characters may be those of a word that stands in every report.
    ordinary = "".join(
        lint.run("--output-format", form, *options, NAME)[1]
        for form in FORMATS
        for options in OPTIONS
    )
    secret = {piece for piece in pieces(name) if piece not in ordinary}
    lint.write(dirty(text))
    for form in FORMATS:
        for options in OPTIONS:
            code, printed, _ = lint.run("--output-format", form, *options, NAME)
            assert code == 1
            assert [piece for piece in secret if piece in printed and piece not in name] == []
    assert name in known
    assert length_class(len(VALUES[name])) in known


@pytest.mark.parametrize("options", [["--fix"], ["--fix", "--unsafe-fixes"]], ids=" ".join)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", FAMILIES)
def test_the_others_are_fixed_and_the_secret_stays(
    lint: Lint, name: str, place: str, options: list[str]
) -> None:  # E03
    clean = PLACES[place](MADE[name].text)
    path = lint.write(dirty(clean))
    outcome = lint.report(*options, NAME)
    assert outcome.code == 1
    # A note that holds a whole block is also too long.
    assert set(outcome.codes) - {"FX205"} in ({"FX401"}, {"FX404"})
    assert path.read_text(encoding="utf-8") == clean
