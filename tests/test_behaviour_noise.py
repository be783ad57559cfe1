"""Noise on either side changes nothing in the semantic diff; whatever else is edited does."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import make_run
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fixture_lint.behaviour.review import FileReview
from fixture_lint.reviewing import review
from tests.wire_recordings import (
    NOTATIONS,
    PROVIDERS,
    Behaviour,
    Chance,
    Frozen,
    Provider,
    behaviours,
    path_of,
    written,
)

_FEW = settings(max_examples=max(4, settings.default.max_examples // 20))
_CASES = pytest.mark.parametrize(
    ("provider", "notation"),
    [
        (provider, notation)
        for provider in PROVIDERS
        for notation in NOTATIONS
        # A line of such a list is a response of its own.
        if not (notation == "list.jsonl" and provider.name.startswith("gemini"))
    ],
    ids=lambda value: getattr(value, "name", value),
)
RUN = make_run()


def compared(
    provider: Provider, notation: str, old: Behaviour, new: Behaviour, before: Chance, after: Chance
) -> FileReview:
    texts = (written(provider, notation, old, before), written(provider, notation, new, after))
    found = review(*(text.encode() for text in texts), path_of(notation), RUN)
    assert found.problem == ""
    return found


def names(changes: tuple[Any, ...]) -> set[str]:
    return {change.name for change in changes}


@_CASES
@_FEW
@given(behaviour=behaviours(), seed=st.integers())
def test_two_recordings_of_one_behaviour_differ_in_noise_only(provider, notation, behaviour, seed):
    found = compared(provider, notation, behaviour, behaviour, Chance(seed), Chance(seed + 1))
    assert found.changes == ()
    assert names(found.quiet) == ({"noise-only"} if found.state == "changed" else set())


@_CASES
@_FEW
@given(behaviour=behaviours(), seed=st.integers())
def test_freezing_is_a_clean_up(provider, notation, behaviour, seed):
    found = compared(provider, notation, behaviour, behaviour, Chance(seed), Frozen())
    assert found.changes == ()
    assert names(found.quiet) == ({"cleanup-only"} if found.state == "changed" else set())


def _more_said(b: Behaviour) -> Behaviour:
    return b._replace(pieces=(*b.pieces, " and one thing more"))


def _other_argument(b: Behaviour) -> Behaviour:
    (tool, given), *rest = b.calls
    return b._replace(calls=((tool, given | {"quantity": "three"}), *rest))


def _other_tool(b: Behaviour) -> Behaviour:
    (_, given), *rest = b.calls
    return b._replace(calls=(("cancel", given), *rest))


def _other_output(b: Behaviour) -> Behaviour:
    return b._replace(outputs=({"state": "gone for good"}, *b.outputs[1:]))


@_CASES
@_FEW
@given(behaviour=behaviours(), seed=st.integers())
@pytest.mark.parametrize(
    ("edit", "class_"),
    [
        (_more_said, "text-changed"),
        (_other_argument, "args-changed"),
        (_other_tool, "tool-changed"),
        (_other_output, "result-changed"),
    ],
    ids=["text", "argument", "tool", "output"],
)
def test_one_edit_among_noise_is_exactly_its_class(
    provider, notation, edit, class_, behaviour, seed
):
    assume(behaviour.calls)
    is_history = notation == "request"
    if class_ == "result-changed" and not is_history:
        return  # A response holds no output of a tool.
    edited = edit(behaviour)
    found = compared(provider, notation, behaviour, edited, Chance(seed), Chance(seed + 1))
    if is_history and class_ == "text-changed":  # Some writers let the user say it.
        assert names(found.changes) in ({"text-changed"}, {"user-input-changed"})
    else:
        assert names(found.changes) == {class_}
    assert found.exit == 1
