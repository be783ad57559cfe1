"""The semantic diff of tool contracts, in each of the spellings in which they are kept."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from conftest import make_run

from fixture_lint.behaviour.review import FileReview
from fixture_lint.reviewing import review

SCHEMA = {
    "type": "object",
    "properties": {"code": {"type": "string"}, "zone": {"type": "integer"}},
    "required": ["code"],
}
TRACK = {"name": "track", "description": "Where a parcel is.", "parameters": SCHEMA}
REFUND = {"name": "refund", "description": "Pays back.", "parameters": SCHEMA}


def _input_schema(tool: dict[str, Any]) -> dict[str, Any]:
    made = {key: value for key, value in tool.items() if key != "parameters"}
    return made | {"input_schema": tool["parameters"]}


SPELLINGS = {
    "list": lambda tools: tools,
    "object": lambda tools: {"tools": tools},
    "functions": lambda tools: {"tools": [{"type": "function", "function": t} for t in tools]},
    "input schemas": lambda tools: [_input_schema(tool) for tool in tools],
    "declarations": lambda tools: [{"functionDeclarations": tools}],
}
_SPELLED = pytest.mark.parametrize("spelled", SPELLINGS.values(), ids=SPELLINGS)


def compared(old: Any, new: Any, path: str = "contracts/tools.json") -> FileReview:
    found = review(json.dumps(old).encode(), json.dumps(new).encode(), path, make_run())
    assert found.kind == "contract"
    return found


def changes(found: FileReview) -> list[tuple[str, str, str]]:
    return [(row.head, c.name, c.where) for row in found.rows for c in row.changes]


@_SPELLED
def test_the_order_of_tools_and_of_keys_says_nothing(spelled):
    turned = dict(reversed(copy.deepcopy(TRACK).items()))
    found = compared(spelled([TRACK, REFUND]), spelled([REFUND, turned]))
    assert (found.changes, found.exit) == ((), 0)


@_SPELLED
def test_a_description_is_a_change_of_the_prompt(spelled):
    other = TRACK | {"description": "Where a parcel was last seen."}
    found = compared(spelled([TRACK, REFUND]), spelled([other, REFUND]))
    ((head, name, where),) = changes(found)
    assert (head, name) == ("track", "contract-changed")
    assert where.endswith("/description")
    assert found.exit == 1


@_SPELLED
def test_a_tool_that_came_or_went(spelled):
    found = compared(spelled([TRACK]), spelled([TRACK, REFUND]))
    assert changes(found) == [("refund", "contract-changed", "")]
    assert found.changes[0].remark == "added"
    found = compared(spelled([TRACK, REFUND]), spelled([TRACK]))
    assert found.changes[0].remark == "removed"


def test_a_single_tool_is_a_contract():
    other = copy.deepcopy(TRACK)
    other["parameters"]["required"] = ["code", "zone"]
    assert changes(compared(TRACK, other)) == [
        ("track", "contract-changed", "/parameters/required/1")
    ]


@pytest.mark.parametrize(
    "plain",
    [
        [],
        {},
        {"tools": []},
        {"name": "track"},
        [TRACK, {"name": "no schema"}],
        {"tools": [TRACK], "messages": []},
        {"tools": "track"},
    ],
    ids=repr,
)
def test_what_is_no_contract(plain):
    data = json.dumps(plain).encode()
    assert review(data, data, "tools.json", make_run()).kind != "contract"
