"""Personal values and secrets are planted in every place: no output shows them."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
from contextlib import suppress
from urllib.parse import quote

import pytest
from conversations import conversation
from personal_samples import card, iban, national_id, phone

from fixture_lint.api import FixRefused, fix_text, lint_text
from fixture_lint.checks import find, structure
from fixture_lint.detectors.samples import sample

RNG = random.Random(11)

VALUES = {
    "email": "p.lindqvist@nordwind-reisen.de",
    "phone": phone(RNG, "DE"),
    "card": " ".join(re.findall("....", card(RNG))),
    "iban": iban(RNG, "DE", "37" + "#" * 16),
    "national_id": national_id(RNG, "cn-id"),
    "ip": "81.93.142.77",
    "customer_name": "Priya Raghunathan",
    "shipping_address": "14 rue des Lilas, 75011 Paris",
    "birth_date": "1985-03-12",
}
CUES = {
    "customer_name": "my name is {}",
    "shipping_address": "Address: {}",
    "birth_date": "Date of birth: {}",
    "national_id": "身份证号 {}",
}

PIECES = {
    name: {value[at : at + 7] for at in range(len(value) - 6)} for name, value in VALUES.items()
} | {"name apart": {"Priya", "Raghunathan"}, "street": {"des Lilas"}}
"""Parts of the values that no output may hold."""


def said(name: str) -> str:
    return CUES.get(name, "write it down: {}").format(VALUES[name])


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


PLACES = {
    "text": lambda: {"text": "; and ".join(map(said, VALUES))},
    "arguments": lambda: {"args": VALUES},
    "nested": lambda: {"output": {"customers": [{name: [v] for name, v in VALUES.items()}]}},
    "keys": lambda: {"output": {said(name): 1 for name in VALUES}},
    "JSON": lambda: {"output": json.dumps({"customer": VALUES})},
    "JSON in JSON": lambda: {"args": {"body": json.dumps({"in": json.dumps(VALUES)})}},
    "base64": lambda: {"output": b64(json.dumps(VALUES))},
    "gzip": lambda: {
        "output": base64.b64encode(gzip.compress(json.dumps(VALUES).encode())).decode()
    },
    "query": lambda: {
        "output": "https://shop.invalid/?" + "&".join(f"{n}={quote(v)}" for n, v in VALUES.items())
    },
    "events": lambda: {
        "output": "".join(
            f"data: {json.dumps({'delta': {'text': piece}})}\n\n"
            for piece in re.findall(".{1,5}", "; ".join(map(said, VALUES)))
        )
    },
    "error": lambda: {"error": "failed for " + "; ".join(map(said, VALUES))},
    "note": lambda: {"note": "; ".join(map(said, VALUES))},
    "unknown keys": lambda: {"unknown": VALUES | {said(name): 1 for name in VALUES}},
}


def planted(text="look at it", args=None, output="", error=None, note=None, unknown=None) -> str:
    """A conversation with values in a place, and a finding with a fix on most lines."""
    result = {"error": {"code": "no", "message": error}} if error else {"output": output or "ok"}
    call = {"tool": "look", "ref": "call_0a1b2c3d4e5f", "args": args or {}}
    whole = conversation(
        {"from": "user", "text": text, "created_at": "2026-03-14T10:24:31Z"} | (unknown or {}),
        {"from": "assistant", "calls": [call]},
        {"from": "tools", "results": [{"ref": call["ref"], "usage": {"total": 3}} | result]},
        **({"note": note} if note else {"usage": 1}),
    )
    return whole.replace("\n  ", "\n    ")


FILES = {place: (lambda make=make: planted(**make())) for place, make in PLACES.items()} | {
    "unknown kind": lambda: json.dumps({"customers": [VALUES], "said": list(map(said, VALUES))}),
    "unknown text": lambda: json.dumps("; ".join(map(said, VALUES))),
    "broken": lambda: planted(**PLACES["arguments"]()).rstrip()[:-3] + ", oops",
    "broken in a value": lambda: '{"note": "' + "; ".join(map(said, VALUES)) + "\\q",
    "broken line": lambda: "; ".join(map(said, VALUES)),
    "twice": lambda: json.dumps(VALUES)[:-1] + ", " + json.dumps(VALUES)[1:],
    "conflict": lambda: f"<<<<<<< HEAD\n{json.dumps(VALUES)}\n=======\n{{}}\n>>>>>>> a\n",
}

FORMATS = ["text", "json", "github", "sarif", "markdown"]
OPTIONS = {
    "check": [],
    "other rules": ["--select", "FX1,FX2,FX3"],
    "layout": ["--select", "FX103,FX105"],
    "diff": ["--diff"],
    "unsafe diff": ["--diff", "--unsafe-fixes"],
    "diff of the layout": ["--diff", "--select", "FX1"],
    "statistics": ["--statistics"],
}


def leaks(printed: str) -> list[str]:
    """The values of which a text shows a piece, also as it is spelled in JSON and in URLs."""
    plain = [printed, re.sub(r"\\u([0-9a-f]{4})", lambda m: chr(int(m[1], 16)), printed)]
    return [
        name for name, parts in PIECES.items() if any(p in text for p in parts for text in plain)
    ]


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("name", FILES)
def test_no_output_shows_personal_data(project, lint, name, options, output_format):
    (project / "late-parcel.json").write_text(FILES[name](), encoding="utf-8")
    result = lint("--output-format", output_format, *options, "late-parcel.json")
    assert "Traceback" not in result.err
    assert leaks(result.out + result.err) == []


@pytest.mark.parametrize("options", [["--fix"], ["--fix", "--unsafe-fixes"]], ids=" ".join)
@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("name", FILES)
def test_no_repair_shows_personal_data(project, lint, name, options, output_format):
    file = project / "late-parcel.json"
    file.write_text(FILES[name](), encoding="utf-8")
    result = lint("--output-format", output_format, *options, file.name)
    assert leaks(result.out + result.err) == []
    once = file.read_bytes()
    lint(*options, file.name)
    assert file.read_bytes() == once


@pytest.mark.parametrize("name", FILES)
def test_the_library_shows_no_personal_data(name):
    text = FILES[name]()
    for finding in lint_text(text, path="late-parcel.json", settings={}):
        assert (
            leaks(f"{finding.message} {finding.pointer} {finding.fix and finding.fix.title}") == []
        )
    with suppress(FixRefused):  # What it says is that of FX006, which is looked at above.
        fix_text(text, path="late-parcel.json", settings={}, unsafe=True)


def test_what_fails_shows_no_personal_data(project, lint, monkeypatch):
    """A check that fails with the text in its error, a file that cannot be written, a bad line."""
    file = project / "late-parcel.json"
    file.write_text(FILES["arguments"](), encoding="utf-8")

    def fail(document, kind, rule, run):
        raise ValueError(document.text)

    with monkeypatch.context() as patched:
        patched.setattr(structure, "turn_order", fail)
        find.cache_clear()
        result = lint(file.name)
        find.cache_clear()
        assert "FX001" in result.out
        assert leaks(result.out + result.err) == []
    file.chmod(0o444)
    result = lint("--fix", file.name)
    assert "FX006" in result.out
    assert leaks(result.out + result.err) == []
    result = lint("allow", f"{file.name}:20", "--reason", "of a demo")
    assert leaks(result.out + result.err) == []


def test_explain_shows_only_examples(lint):
    result = lint("explain")
    assert leaks(result.out + result.err) == []
    for code in re.findall(r"FX5\d\d", result.out):
        assert lint("explain", code).code == 0


def test_standard_input_shows_no_personal_data(lint, monkeypatch):
    import io
    import sys
    from types import SimpleNamespace

    for name in ("arguments", "broken", "unknown kind"):
        data = SimpleNamespace(buffer=io.BytesIO(FILES[name]().encode()))
        monkeypatch.setattr(sys, "stdin", data)
        result = lint("--stdin-filename", "late-parcel.json", "-")
        assert leaks(result.out + result.err) == []


def test_a_secret_beside_personal_data_is_not_shown(project, lint):
    token = sample("groq", random.Random(3))
    file = project / "late-parcel.json"
    file.write_text(
        planted(text=f"{said('email')} {token} {said('customer_name')}"), encoding="utf-8"
    )
    for output_format in FORMATS:
        for options in OPTIONS.values():
            result = lint("--output-format", output_format, *options, file.name)
            printed = result.out + result.err
            assert leaks(printed) == []
            assert not any(token[at : at + 6] in printed for at in range(4, len(token) - 5))
