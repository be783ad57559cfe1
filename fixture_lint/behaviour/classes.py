"""The classes of change between two versions of a fixture, and what each means for a review."""

from __future__ import annotations

from typing import NamedTuple


class Class(NamedTuple):
    """A class of change. ``mark`` stands before its line, ``exit`` is what it adds to the exit
    status of a comparison: 1 for behaviour, 5 for noise, 0 for what nobody has to look at."""

    name: str
    mark: str
    exit: int
    meaning: str


CLASSES = (
    Class("user-input-changed", "u", 1, "this is another scenario: rename it?"),
    Class("tool-changed", "!", 1, "other tool at the same place"),
    Class("call-removed", "-", 1, "call removed"),
    Class("call-added", "+", 1, "call added"),
    Class("call-reordered", "↕", 1, "call moved"),
    Class("turn-added", "±", 1, "turn added"),
    Class("turn-removed", "±", 1, "turn removed"),
    Class("turn-moved", "±", 1, "turn moved"),
    Class("args-validity-changed", "!", 1, "arguments are valid JSON in one version only"),
    Class("args-changed", "~", 1, "arguments"),
    Class("text-changed", '"', 1, "text"),
    Class("args-format-changed", "≈", 1, "format of arguments"),
    Class("text-format-changed", "≈", 1, "format of text"),
    Class("result-to-error", "r!", 1, "tool failed, not the model"),
    Class("error-to-result", "r!", 1, "tool no longer fails, not the model"),
    Class("result-changed", "r", 1, "tool output, not the model"),
    Class("response-changed", "s", 1, "what the server sent beside its message"),
    Class("request-changed", "q", 1, "what the client sent beside its messages"),
    Class("contract-changed", "c", 1, "prompt: instructions or tools"),
    Class("envelope-changed", "e", 0, "what the provider sends around its answers"),
    Class("noise-only", "·", 5, "only values that change at every recording"),
    Class("redaction-only", "ρ", 0, "personal data replaced"),
    Class("cleanup-only", "∅", 0, "volatile values dropped or frozen"),
    Class("payload-order-drift", "⇅", 0, "keys of a payload changed order only"),
    Class("layout-only", "␣", 0, "layout"),
    Class("meta-only", "m", 0, "header"),
)
"""The worst first: the first that is present is the headline of a fixture. Three of them are seen
in recordings of HTTP only: what stands in a request or a response beside its messages. An envelope
is what is left of a response then, such as a service tier: no behaviour, and no noise."""

BY_NAME = {known.name: known for known in CLASSES}

_RANKS = {known.name: rank for rank, known in enumerate(CLASSES)}


def rank(name: str) -> int:
    """The place of a class in the order of severity; 0 is the worst."""
    return _RANKS[name]


def is_behaviour(name: str) -> bool:
    """Whether a class is a change of behaviour, of the model or of what surrounds it."""
    return BY_NAME[name].exit == 1
