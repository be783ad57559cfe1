"""The fast shape test and the published schema accept the same values."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from conversations import TRACKED, clean_texts
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from fixture_lint.checks import schema
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import to_plain
from fixture_lint.kinds.shape import is_conversation

SCHEMAS = Path(__file__).parent.parent / "fixture_lint" / "schemas"
VALIDATOR = Draft202012Validator(json.loads((SCHEMAS / "conversation.schema.json").read_bytes()))

_ODD = st.sampled_from(
    [None, True, 0, 1.5, "", "c1", "c0", "c1\n", "user", "tools", [], {}, [1], ["a", "a"], [[]],
     {"from": "user"}, {"ref": "c1"}, {"code": "E", "message": "m"}, "2026-13-01", "conversation"]
).map(copy.deepcopy)  # fmt: skip
_WORDS = """meta turns from text calls results ref tool args raw_args output error tags kind $schema
scenario recorded note code retryable extra"""
_KEYS = st.sampled_from(_WORDS.split())


def _containers(value):
    if isinstance(value, dict | list):
        yield value
        for child in value.values() if isinstance(value, dict) else value:
            yield from _containers(child)


@st.composite
def nearly_conversations(draw):
    """Clean conversations with up to three changes anywhere."""
    value = copy.deepcopy(to_plain(read(draw(clean_texts()))))
    for _ in range(draw(st.integers(0, 3))):
        container = draw(st.sampled_from(list(_containers(value))))
        if isinstance(container, dict):
            key = draw(st.one_of(_KEYS, st.sampled_from(sorted(container)) if container else _KEYS))
            if draw(st.booleans()):
                container.pop(key, None)
            else:
                container[key] = draw(_ODD)
        elif container and draw(st.booleans()):
            container.pop()
        else:
            container.append(draw(_ODD))
    return value


@given(nearly_conversations())
def test_the_shape_test_agrees_with_the_schema(value):
    assert is_conversation(value) == VALIDATOR.is_valid(value)


@given(st.recursive(_ODD, lambda inner: st.lists(inner) | st.dictionaries(_KEYS, inner)))
def test_the_shape_test_agrees_with_the_schema_on_anything(value):
    assert is_conversation(value) == VALIDATOR.is_valid(value)


@given(nearly_conversations())
def test_nothing_is_forgiven_that_no_other_rule_reports(value):
    """Where the forgiven conversation has its shape, every error belongs to another rule."""
    if is_conversation(schema.forgiven(value)):
        errors = VALIDATOR.iter_errors(value)
        left = [
            (error.message, list(error.absolute_path))
            for error in errors
            if not schema._belongs_to_another_rule(error, tuple(error.absolute_path))
        ]
        assert left == []


@pytest.mark.parametrize("value", [json.loads(TRACKED)])
def test_the_control_is_accepted(value):
    assert is_conversation(value)
    assert VALIDATOR.is_valid(value)
