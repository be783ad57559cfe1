"""Every example of every rule holds, and a rule without proofs does not compile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import KNOWN_RULES
from jsonschema import Draft202012Validator

from fixture_lint.checks import READING, find
from fixture_lint.examples import describe, failures
from fixture_lint.pack import RuleError, compile_rules
from fixture_lint.rules import UnknownRule, load_folder, matching

EXAMPLES = [(rule, example) for rule in KNOWN_RULES for example in rule.examples]
SCHEMAS = Path(__file__).parent.parent / "fixture_lint" / "schemas"


@pytest.mark.parametrize(
    ("rule", "example"), EXAMPLES, ids=[f"{r.code}: {describe(e)}" for r, e in EXAMPLES]
)
def test_example_holds(rule, example):
    assert list(failures(rule, example, KNOWN_RULES)) == []


@pytest.mark.parametrize("rule", KNOWN_RULES, ids=lambda rule: rule.code)
def test_check_of_the_rule_exists(rule):
    assert rule.check == READING or callable(find(rule.check))


@pytest.mark.parametrize("name", ["conversation", "config", "rule"])
def test_schemas_are_valid(name):
    Draft202012Validator.check_schema(json.loads((SCHEMAS / f"{name}.schema.json").read_bytes()))


RULE = """\
code: SHOP001
name: no-basket
summary: Baskets must not be recorded.
why: They hold prices.
kinds:
  conversation: {severity: error, fix: none}
check: patterns.keys
data: {keys: ["basket*"], message: "Basket at {path}"}
examples:
  - kind: conversation
    bad: |
      {"turns": [{"from": "user", "text": "buy"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "buy", "args": {"basket_id": 3}}]},
        {"from": "tools", "results": [{"ref": "c1", "output": {}}]}]}
    at: ['"basket_id"']
  - kind: conversation
    good: |
      {"turns": [{"from": "user", "text": "the basket is empty"}]}
"""


def write_rule(folder: Path, text: str, name: str = "no-basket") -> Path:
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_rule_of_a_project_compiles(tmp_path):
    (rule,) = load_folder(str(write_rule(tmp_path, RULE)), KNOWN_RULES)
    assert [list(failures(rule, example, KNOWN_RULES)) for example in rule.examples] == [[], []]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("summary:", "sumary:", "unknown key 'sumary'; did you mean 'summary'?"),
        ("severity: error", "severity: fatal", "kinds/conversation/severity"),
        ("fix: none", "fix: safe", "no example shows the fixed text"),
        ("code: SHOP001", "code: shop1", "code"),
        ("name: no-basket", "name: basket", "must be named after the rule: basket.yaml"),
        ("    bad: |", "    good: |", "at"),
        ('{"text": "buy"', "[", "not valid YAML"),
    ],
)  # fmt: skip
def test_a_rule_file_with_a_mistake_is_refused(tmp_path, old, new, complaint):
    text = RULE.replace(old, new, 1) if old in RULE else RULE.replace("code:", "code: [", 1)
    with pytest.raises(RuleError) as error:
        compile_rules(write_rule(tmp_path, text))
    assert complaint in str(error.value)
    assert "no-basket.yaml" in str(error.value)


def test_a_rule_without_a_near_miss_is_refused(tmp_path):
    lines = RULE.splitlines(keepends=True)
    with pytest.raises(RuleError, match="examples"):
        compile_rules(write_rule(tmp_path, "".join(lines[:-3])))
    twice = "".join(lines[:-3] + lines[9:-3])
    with pytest.raises(RuleError, match="no near miss"):
        compile_rules(write_rule(tmp_path, twice))


def test_a_rule_without_a_hit_is_refused(tmp_path):
    lines = RULE.splitlines(keepends=True)
    with pytest.raises(RuleError, match="no example of what the rule finds"):
        compile_rules(write_rule(tmp_path, "".join(lines[:9] + lines[-3:] * 2)))


def test_codes_and_names_are_taken_once(tmp_path):
    write_rule(tmp_path, RULE)
    write_rule(tmp_path, RULE.replace("no-basket", "no-box", 1), "no-box")
    with pytest.raises(RuleError, match="code SHOP001 is also that of"):
        compile_rules(tmp_path)
    (tmp_path / "no-box.yaml").unlink()
    write_rule(tmp_path, RULE.replace("SHOP001", "FX999"))
    with pytest.raises(RuleError, match="begin with FX"):
        load_folder(str(tmp_path), KNOWN_RULES)
    write_rule(tmp_path, RULE.replace("name: no-basket", "name: latency"), "latency")
    (tmp_path / "no-basket.yaml").unlink()
    with pytest.raises(RuleError, match="latency is already"):
        load_folder(str(tmp_path), KNOWN_RULES)


@pytest.mark.parametrize("content", [None, []])
def test_a_folder_without_rules_is_refused(tmp_path, content):
    with pytest.raises(RuleError):
        compile_rules(tmp_path / "none" if content is None else tmp_path)


def test_examples_that_do_not_hold_are_reported(tmp_path, lint):
    write_rule(tmp_path, RULE.replace('["basket*"]', '["cart*"]'))
    result = lint("test-rules", str(tmp_path))
    assert result.code == 1
    assert "bad: found at [], not at ['\"basket_id\"']" in result.out
    assert result.out.endswith("1 rule, 2 examples, 1 failed\n")
    write_rule(tmp_path, RULE)
    assert lint("test-rules", str(tmp_path)).out == "1 rule, 2 examples, 0 failed\n"


def test_selectors_are_codes_prefixes_or_names():
    assert matching("FX304", KNOWN_RULES) == matching("token-usage", KNOWN_RULES) == {"FX304"}
    assert {"FX301", "FX308"} < matching("FX3", KNOWN_RULES)
    with pytest.raises(UnknownRule, match="did you mean 'token-usage'"):
        matching("token-useage", KNOWN_RULES)
    with pytest.raises(UnknownRule, match="cannot be selected"):
        matching("FX005", KNOWN_RULES)
