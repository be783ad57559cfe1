"""The schema of a kind. A hand-written test decides; jsonschema explains what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from fixture_lint.documents.tree import Document, Node, node_at, to_plain
from fixture_lint.kinds import Kind, conversation
from fixture_lint.kinds.shape import is_conversation
from fixture_lint.rules import Finding, Rule
from fixture_lint.run import Run

__all__ = ["violations"]

_SCHEMAS = Path(__file__).parent.parent / "schemas"
_TYPES = {"object": "an object", "array": "a list", "string": "a text", "boolean": "true or false"}
_ACTUAL = {**_TYPES, "true": "true or false", "false": "true or false", "number": "a number"}
_PATTERNS = {
    "scenario": "must be lower-case words joined by hyphens",
}


def violations(document: Document, kind: Kind | None, rule: Rule, run: Run) -> Iterator[Finding]:
    """What the schema of the conversation refuses and no more specific rule reports."""
    for scenario in conversation.scenarios(document):
        plain = to_plain(scenario)
        if is_conversation(forgiven(plain)):
            continue
        errors = _validator().iter_errors(plain)
        for error in sorted(errors, key=lambda e: [str(step) for step in e.absolute_path]):
            path = tuple(error.absolute_path)
            node = node_at(scenario, path)
            if not _belongs_to_another_rule(error, path) and not _refers(node):
                yield rule.finding(document, node, f"{{path}}: {_explain(error, path, node)}")


def _refers(node: Node) -> bool:
    """Whether a node of YAML is, or takes in, what an alias stands for: that is checked where it is
    written."""
    return (node.type == "null" and node.value.startswith("*")) or node.get("<<") is not None


_META = {
    "scenario": "x",
    "recorded": "2026-01-01",
    "provider": "x",
    "model": "x",
    "note": "x",
}


def forgiven(plain: Any) -> Any:
    """A conversation without the defects that other rules report. Where the rest has its shape
    there is nothing to explain, which saves the import of jsonschema for most dirty files."""
    if not isinstance(plain, dict):
        return plain
    made = _known(plain, "document")
    if isinstance(made.get("meta"), dict):
        meta = {**_META, **_known(made["meta"], "meta")}
        meta["recorded"] = _META["recorded"]
        meta["note"] = meta["note"] if meta["note"] != "" else _META["note"]
        made["meta"] = meta
    if isinstance(made.get("turns"), list):
        made["turns"] = [_forgiven_turn(turn) for turn in made["turns"]]
    return made


def _forgiven_turn(turn: Any) -> Any:
    if not isinstance(turn, dict):
        return turn
    keys = conversation.TURN_KEYS.get(turn["from"]) if isinstance(turn.get("from"), str) else None
    made = {key: value for key, value in turn.items() if keys is None or key in keys}
    for key, role in (("calls", "call"), ("results", "result")):
        if isinstance(made.get(key), list):
            made[key] = [_forgiven_site(site, role) for site in made[key]]
    return made


def _forgiven_site(site: Any, role: Any) -> Any:
    if not isinstance(site, dict):
        return site
    made = {**_known(site, role), "ref": "c1"}
    if isinstance(made.get("args"), str):
        made["args"] = {}
    if isinstance(made.get("error"), dict):
        made["error"] = _known(made["error"], "error")
    return made


def _known(members: dict[str, Any], role: conversation.Role) -> dict[str, Any]:
    return {key: value for key, value in members.items() if key in conversation.KEYS[role]}


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    schema = json.loads((_SCHEMAS / "conversation.schema.json").read_bytes())
    return Draft202012Validator(schema)


def _belongs_to_another_rule(error: Any, path: tuple[str | int, ...]) -> bool:
    """One defect, one finding: unknown keys are FX203 (or FX601, FX218, FX3xx), the header is
    FX204, FX206 and FX207, refs are FX210 and FX212, encoded arguments FX219."""
    keyword, last = error.validator, path[-1] if path else ""
    in_meta = path[:1] == ("meta",)
    if keyword == "additionalProperties" or last == "ref":
        return True
    if keyword == "required" and path:
        missing = _missing(error)
        return in_meta or missing == "ref"
    if in_meta and (last == "recorded" or (last == "note" and keyword == "minLength")):
        return True
    return last == "args" and isinstance(error.instance, str)


def _missing(error: Any) -> str:
    """The key that a `required` error is about: there is one error for each."""
    return next(str(key) for key in error.validator_value if error.message.startswith(repr(key)))


def _explain(error: Any, path: tuple[str | int, ...], node: Node) -> str:
    """What is wrong in words of ours: those of jsonschema would show the recorded value."""
    keyword, wanted = error.validator, error.validator_value
    if keyword == "type":
        return f"must be {_TYPES[wanted]}, not {_ACTUAL.get(node.type, node.type)}"
    if keyword == "required":
        return f"key {_missing(error)!r} is missing"
    if keyword in ("enum", "const"):
        return f"must be {wanted if keyword == 'const' else 'one of ' + ', '.join(wanted)}"
    if keyword in ("anyOf", "oneOf"):
        keys = " or ".join(branch["required"][0] for branch in wanted)
        return f"needs {keys}" + (", and only one of them" if keyword == "oneOf" else "")
    if keyword in ("minItems", "minLength"):
        return "must not be empty"
    if keyword == "uniqueItems":
        return "holds the same value twice"
    return _PATTERNS.get(str(path[-1]), f"does not match {wanted}")
