"""What tests need of recordings: variants of one conversation, made in memory.

One recording serves many tests: ``derive(...)`` puts an error, a cut or another output in the place
of one result and keeps every word of the model. Nothing here writes a file: a variant that is kept
beside its recording drifts from it at the next one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fixture_lint.documents.values import NotJson, copied

if TYPE_CHECKING:
    from random import Random

__all__ = ["Derived", "NoSuchCall", "UnknownScenario", "derive"]

_FAMILY = "github-ghp"
"""The family of an injected secret that names none: known by itself, wherever it stands."""

_NEW_KEY = "note"
"""The key under which a secret stands in an object that holds no string."""


class NoSuchCall(LookupError):
    """No call of a conversation has a name, or several have it; the text lists those there are."""


class UnknownScenario(LookupError):
    """No scenario, or more than one, has a name; the text names those that are near."""


class Derived(Mapping[str, Any]):
    """A conversation in memory, as plain values: ``conversation["turns"]``. It never changes: what
    is read of it is a copy, and each method gives a new one.

    ``call`` is in all methods the ref of a call, such as ``c2``, or the name of its tool where the
    conversation calls it once. They raise NoSuchCall, and ValueError for what cannot be done to its
    result.
    """

    __slots__ = ("_conversation", "_secret")

    def __init__(self, conversation: Mapping[str, Any], secret: tuple[str, str] | None) -> None:
        self._conversation = conversation
        self._secret = secret

    @property
    def data(self) -> dict[str, Any]:
        """The conversation as a dict of its own."""
        copy: dict[str, Any] = copied(self._conversation)
        return copy

    @property
    def scenario(self) -> str:
        """The name of the scenario; empty if the header has none."""
        meta = self._conversation.get("meta")
        name = meta.get("scenario") if isinstance(meta, Mapping) else None
        return name if isinstance(name, str) else ""

    @property
    def secret(self) -> str:
        """The secret that was injected last. Raises ValueError if none was."""
        return self._injected()[0]

    @property
    def secret_at(self) -> str:
        """The JSON Pointer of the string that holds it. Raises ValueError if none was injected."""
        return self._injected()[1]

    def with_error(self, call: str, code: str, message: str) -> Derived:
        """The conversation in which a call has failed; what the model said and did stays."""
        return self._with(call, lambda _: {"error": {"code": code, "message": message}})

    def truncate(self, call: str, n: int) -> Derived:
        """The conversation with the output of a call cut to ``n`` characters. An output that is no
        string is cut as the text of its JSON, and is a string then; what is short enough stays."""
        if isinstance(n, bool) or not isinstance(n, int) or n < 0:
            raise ValueError("the length must be a whole number, 0 or more")

        def cut(result: Mapping[str, Any]) -> dict[str, Any]:
            output = _output(result, call)
            is_text = isinstance(output, str)
            text = output if is_text else json.dumps(output, ensure_ascii=False)
            return {"output": text[:n] if len(text) > n else output}

        return self._with(call, cut)

    def replace_output(self, call: str, value: Any) -> Derived:
        """The conversation in which a call gave another output, such as the time of the test."""
        try:
            output = copied(value)
        except NotJson as error:
            raise ValueError(f"the output of {call} has {error} at {error.pointer!r}") from error
        return self._with(call, lambda _: {"output": output})

    def inject_secret(self, call: str, family: str = _FAMILY) -> Derived:
        """The conversation in which the result of a call holds a secret, made at random: in its
        first string, or in one that is added. ``secret`` is then what must never get any further.

        ``family`` says what it looks like, by a name of ``rules/tokens``, such as ``aws-akia``.
        """
        from random import SystemRandom

        text, secret = _sample(family, SystemRandom())
        number, index, _ = self._find(call)
        conversation = self.data
        result = conversation["turns"][number]["results"][index]
        steps = _injected(result, text)
        place = f"/turns/{number}/results/{index}/{'/'.join(steps)}"
        return Derived(conversation, (secret, place))

    def _with(self, call: str, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Derived:
        number, index, ref = self._find(call)
        conversation = self.data
        results = conversation["turns"][number]["results"]
        results[index] = {"ref": ref, **copied(change(results[index]))}
        return Derived(conversation, self._secret)

    def _find(self, call: str) -> tuple[int, int, str]:
        """Where the result of a call stands: its turn, its place in it, and its ref."""
        ref = _ref(self._conversation, call)
        for number, turn in enumerate(_objects(self._conversation, "turns")):
            for index, result in enumerate(_objects(turn, "results")):
                if result.get("ref") == ref:
                    return number, index, ref
        raise NoSuchCall(f"call {ref} has no result in this conversation, so none can be changed")

    def _injected(self) -> tuple[str, str]:
        if self._secret is None:
            raise ValueError("no secret was injected: call inject_secret() first")
        return self._secret

    def __getitem__(self, key: str) -> Any:
        return copied(self._conversation[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._conversation)

    def __len__(self) -> int:
        return len(self._conversation)

    def __repr__(self) -> str:
        return f"<Derived {self.scenario or 'conversation'}>"


def derive(fixture: str | os.PathLike[str] | Mapping[str, Any]) -> Derived:
    """A conversation to make variants of: from the path of a fixture, or from what was loaded of
    one.

    Raises ValueError for what is no neutral conversation, and for a file that cannot be read.
    """
    if isinstance(fixture, Derived):
        return fixture
    if isinstance(fixture, Mapping):
        try:
            conversation = copied(fixture)
        except NotJson as error:
            raise ValueError(f"no conversation: {error} at {error.pointer!r}") from error
    else:
        conversation = _loaded(os.fspath(fixture))
    if not all(isinstance(turn, Mapping) for turn in conversation.get("turns") or [None]):
        raise ValueError('no neutral conversation: it has no "turns"')
    return Derived(conversation, None)


def _loaded(path: str) -> Any:
    from fixture_lint import config
    from fixture_lint.conversation import Value, to_text
    from fixture_lint.run import Run
    from fixture_lint.scenarios import load

    document = load(path, Run.configured(config.load(os.path.dirname(path) or os.curdir)))
    return json.loads(to_text(Value(document, document.root)))


def _objects(holder: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    listed = holder.get(key)
    elements = listed if isinstance(listed, list) else []
    return [element if isinstance(element, Mapping) else {} for element in elements]


def _ref(conversation: Mapping[str, Any], name: str) -> str:
    """The ref of the call that a ref or the name of a tool means."""
    calls = [call for turn in _objects(conversation, "turns") for call in _objects(turn, "calls")]
    tools = {str(call.get("ref")): str(call.get("tool")) for call in calls}
    if name in tools:
        return name
    refs = [ref for ref, tool in tools.items() if tool == name]
    if len(refs) == 1:
        return refs[0]
    there = ", ".join(f"{ref} ({tool})" for ref, tool in tools.items()) or "no calls"
    if refs:
        raise NoSuchCall(f"{len(refs)} calls are called {name!r}; name one by its ref: {there}")
    from fixture_lint.scenarios import nearest

    close = nearest(name, {*tools, *tools.values()})
    raise NoSuchCall(f"no call {name!r}{close.removesuffix(';')}; the conversation has {there}")


def _output(result: Mapping[str, Any], call: str) -> Any:
    if "output" not in result:
        raise ValueError(f"the result of {call} is an error and has no output to cut")
    return result["output"]


def _sample(family: str, random: Random) -> tuple[str, str]:
    """A text with a secret of a family, and the secret."""
    from fixture_lint.detectors.families import named
    from fixture_lint.detectors.samples import sample_with_place
    from fixture_lint.detectors.tokens import find
    from fixture_lint.scenarios import nearest

    if family not in named():
        close = nearest(family, named())
        raise ValueError(f"no family {family!r}{close.removesuffix(';')}; see rules/tokens")
    made = sample_with_place(family, random)
    # One in hundreds looks like a placeholder by chance. Others are known by their key only.
    while named()[family].is_marked and not find(made.text):
        made = sample_with_place(family, random)
    return made.text, made.text[made.start : made.end]


def _injected(result: dict[str, Any], text: str) -> list[str]:
    """Puts a text into the first string of a result, or into a new one; the steps that lead
    there."""
    if "output" not in result:
        error = result["error"]
        error["message"] = f"{error.get('message', '')} {text}".strip()
        return ["error", "message"]
    steps = _first_string(result["output"])
    if steps is None:
        return ["output", *_added(result, text)]
    holder, key = result, "output"
    for step in steps:
        holder, key = holder[key], step
    holder[key] = f"{holder[key]} {text}".strip()
    return ["output", *(_spelled(step) for step in steps)]


def _first_string(value: Any) -> list[Any] | None:
    """The way to the first string in a value; empty if it is one, None if there is none."""
    stack: list[tuple[Any, list[Any]]] = [(value, [])]
    while stack:
        item, steps = stack.pop()
        if isinstance(item, str):
            return steps
        if isinstance(item, dict):
            stack += [(inner, [*steps, key]) for key, inner in reversed(list(item.items()))]
        elif isinstance(item, list):
            numbered = list(enumerate(item))
            stack += [(inner, [*steps, index]) for index, inner in reversed(numbered)]
    return None


def _added(result: dict[str, Any], text: str) -> list[str]:
    output = result["output"]
    if isinstance(output, dict):
        key = _NEW_KEY
        while key in output:
            key += "_"
        output[key] = text
        return [key]
    if isinstance(output, list):
        output.append(text)
        return [str(len(output) - 1)]
    result["output"] = text if output is None else f"{json.dumps(output)} {text}"
    return []


def _spelled(step: Any) -> str:
    return str(step).replace("~", "~0").replace("/", "~1")
