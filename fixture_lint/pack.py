"""Compiles ``rules/`` into one pack; also the build hook that puts the pack into the wheel.

The build loads this file by its path, before the package can be imported.
"""

from __future__ import annotations

import difflib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

_SCHEMAS = Path(__file__).parent / "schemas"


class RuleError(ValueError):
    """A rule file is wrong; the text names the file and says why."""

    def __init__(self, path: Path | str, detail: str) -> None:
        super().__init__(f"{path}: {detail}")


def compile_rules(folder: Path | str) -> list[dict[str, Any]]:
    """The rules of a folder, checked and in the order of their codes.

    A rule without its proofs (an example that it finds, a near miss that it does not find and,
    if it has a fix, the fixed text) does not compile. Raises RuleError.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise RuleError(folder, "no such folder of rules")
    paths = sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")])
    if not paths:
        raise RuleError(folder, "holds no rule file (*.yaml)")
    rules = [_compile(path) for path in paths]
    seen: dict[str, Path] = {}
    for path, rule in zip(paths, rules, strict=True):
        for key in ("code", "name"):
            if rule[key] in seen:
                raise RuleError(path, f"{key} {rule[key]} is also that of {seen[rule[key]]}")
            seen[rule[key]] = path
    return sorted(rules, key=lambda rule: str(rule["code"]))


def _compile(path: Path) -> dict[str, Any]:
    rule = read_yaml(path)
    check_schema(path, rule, "rule")
    _check_proofs(path, rule)
    return dict(rule)


def read_yaml(path: Path) -> Any:
    """What a YAML file holds. Raises RuleError."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        return YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except (YAMLError, UnicodeDecodeError) as error:
        raise RuleError(path, f"not valid YAML: {error}") from error


def check_schema(path: Path, source: Any, name: str) -> None:
    """Raises RuleError, with a suggestion for a misspelt key, if what a file holds does not fit the
    schema of this name."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    schema = (_SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")
    validator = Draft202012Validator(json.loads(schema))
    errors = list(validator.iter_errors(source))
    if not errors:
        return
    # A misspelt key is also a missing one: the spelling is what helps.
    unknown_keys = [error for error in errors if error.validator == "additionalProperties"]
    error = unknown_keys[0] if unknown_keys else best_match(errors)
    where = "/".join(map(str, error.absolute_path)) or "top level"
    detail = error.message
    if error.validator == "additionalProperties":
        known = sorted(error.schema["properties"])
        unknown = sorted(set(error.instance) - set(known))
        close = difflib.get_close_matches(unknown[0], known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"
        detail = f"unknown key {unknown[0]!r}; {hint}"
    raise RuleError(path, f"{where}: {detail}")


def _check_proofs(path: Path, rule: dict[str, Any]) -> None:
    if path.stem != rule["name"]:
        raise RuleError(path, f"the file must be named after the rule: {rule['name']}.yaml")
    examples = rule["examples"]
    fixable = any(kind["fix"] != "none" for kind in rule["kinds"].values())
    if not any("bad" in example for example in examples):
        raise RuleError(path, "no example of what the rule finds (`bad`)")
    if not any("bad" not in example for example in examples):
        raise RuleError(path, "no near miss: an example with `good` alone")
    if fixable and not any("bad" in example and "good" in example for example in examples):
        raise RuleError(path, "the rule has a fix, but no example shows the fixed text")


def get_build_hook() -> Any:
    """The build hook of hatchling: a wheel gets the compiled pack, a checkout needs none."""
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class PackHook(BuildHookInterface[Any]):
        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            if version == "editable":
                return
            sys.path.insert(0, self.root)
            try:
                from fixture_lint.token_shapes import compile_tokens
            finally:
                sys.path.remove(self.root)
            pack = Path(tempfile.mkdtemp()) / "rulepack.json"
            rules = Path(self.root) / "rules"
            parts = {"rules": compile_rules(rules), "tokens": compile_tokens(rules / "tokens")}
            pack.write_text(json.dumps(parts), encoding="utf-8")
            build_data["force_include"][str(pack)] = "fixture_lint/rulepack.json"

    return PackHook
