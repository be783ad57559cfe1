"""Re-recording noise vanishes: whatever a recorder left in, `--fix` gives the clean file back."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable

from conftest import make_run
from conversations import TRACKED, clean_texts
from hypothesis import event, given
from hypothesis import strategies as st

from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document, Member, Node
from fixture_lint.engine import lint
from fixture_lint.fixing import fix
from fixture_lint.kinds import conversation

Draw = Callable[[st.SearchStrategy], object]
PATH = "late-parcel.json"

_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RANDOM = st.text(st.sampled_from(_ALPHABET), min_size=20, max_size=24).map(lambda text: "0" + text)
_PROVIDER_IDS = st.one_of(
    st.builds(lambda prefix, text: prefix + text, st.sampled_from(["call_", "toolu_"]), _RANDOM),
    st.uuids().map(str),
)
_TIMES = st.one_of(
    st.datetimes().filter(lambda t: t.year > 1999).map(lambda t: json.dumps(t.isoformat() + "Z")),
    st.integers(1_600_000_000, 1_900_000_000).map(str),
    st.integers(1_600_000_000_000, 1_900_000_000_000).map(str),
)
_COUNTS = st.integers(0, 10**6).map(str)
_NOISE = {
    "created_at": _TIMES,
    "timestamp": _TIMES,
    "request_id": _RANDOM.map(lambda text: json.dumps("req_" + text)),
    "response_id": st.uuids().map(lambda value: json.dumps(str(value))),
    "usage": st.builds(
        lambda one, two: f'{{"input_tokens": {one}, "details": {{"cached_tokens": {two}}}}}',
        _COUNTS,
        _COUNTS,
    ),
    "total_tokens": _COUNTS,
    "latency_ms": _COUNTS,
    "duration": st.floats(0.001, 100).map(lambda value: json.dumps(f"{value:.3f}s")),
    "system_fingerprint": st.just('"fp_0d4c8a71be"'),
}


class Recorder:
    """Prints a clean conversation as a careless recorder would have written it."""

    def __init__(self, draw: Draw, text: str) -> None:
        self.draw = draw
        self.text = text
        self.document = Document(PATH, text, read(text))
        self.roles = {id(s.node): s.role for s in conversation.structures(self.document)}
        self.indent = draw(st.sampled_from([None, "", "    ", "\t", " "]))
        self.escaping = draw(st.booleans())
        self.shuffling = draw(st.booleans())
        self.encoding_args = draw(st.booleans())
        self.leftovers = draw(st.booleans())
        # How calls and results are linked: by ref, by a foreign ref, by ids alone, by both.
        self.linking = draw(st.sampled_from(["ref", "foreign", "ids", "both"]))
        self.names: dict[str, str] = {}

    def write(self) -> str:
        return self.node(self.document.root, 0)

    def node(self, node: Node, depth: int) -> str:
        role = self.roles.get(id(node))
        if role is not None:
            return self.container("{", self.structural(node, role, depth), "}", depth)
        if node.type == "object":
            return self.container("{", [self.member(m, depth) for m in node.members], "}", depth)
        if node.type == "array":
            return self.container("[", [self.node(n, depth + 1) for n in node.items()], "]", depth)
        lexeme = self.text[node.start : node.end]
        return self.escaped(lexeme) if node.type == "string" and self.escaping else lexeme

    def container(self, opening: str, parts: list[str], closing: str, depth: int) -> str:
        if not parts or self.indent is None:
            return opening + ",".join(parts) + closing
        line = "\n" + self.indent * (depth + 1)
        return opening + line + f",{line}".join(parts) + "\n" + self.indent * depth + closing

    def member(self, member: Member, depth: int) -> str:
        assert member.key is not None
        key = self.text[member.key.start : member.key.end]
        return f"{key}: {self.node(member.value, depth + 1)}"

    def structural(self, node: Node, role: str, depth: int) -> list[str]:
        parts: list[str] = []
        for member in node.members:
            if role in ("call", "result") and member.name == "ref":
                parts += self.link(member.value.value, role)
            elif member.name == "args" and self.encoding_args:
                parts.append(f'"args": {json.dumps(self.node(member.value, depth + 1))}')
            else:
                parts.append(self.member(member, depth))
        if self.leftovers and role in ("document", "meta", "turn", "call", "result"):
            for key in self.draw(st.sets(st.sampled_from(sorted(_NOISE)), max_size=3)):
                parts.append(f'"{key}": {self.draw(_NOISE[key])}')
        return self.draw(st.permutations(parts)) if self.shuffling else parts

    def link(self, ref: str, role: str) -> list[str]:
        name = self.names.get(ref) or self.draw(_PROVIDER_IDS.filter(self.is_new))
        self.names[ref] = name
        id_key = "id" if role == "call" else "tool_call_id"
        return {
            "ref": [f'"ref": "{ref}"'],
            "foreign": [f'"ref": "{name}"'],
            "ids": [f'"{id_key}": "{name}"'],
            "both": [f'"ref": "{ref}"', f'"{id_key}": "{name}"'],
        }[self.linking]

    def is_new(self, name: str) -> bool:
        return name not in self.names.values()

    def escaped(self, lexeme: str) -> str:
        return json.dumps(json.loads(lexeme)).replace("/", "\\/")


@st.composite
def recordings(draw):
    """A clean conversation, and the bytes of a recording that differs from it only by noise."""
    clean = draw(clean_texts())
    noisy = Recorder(draw, clean).write() + draw(st.sampled_from(["", "\n", "\n\n\n"]))
    if draw(st.booleans()):
        noisy = noisy.replace("\n", "\r\n")
    bom = draw(st.sampled_from(["", "\ufeff"]))
    return clean.encode(), (bom + noisy).encode()


@given(clean_texts())
def test_generated_conversations_are_clean(text):
    report = lint(text.encode(), PATH, make_run())
    assert [(f.code, f.message) for f in report.findings] == []
    assert fix(text.encode(), PATH, make_run(), unsafe=True).data == text.encode()


@given(recordings())
def test_noise_vanishes(recording):
    clean, noisy = recording
    event("noise" if noisy != clean else "no noise")
    fixed = fix(noisy, PATH, make_run(), unsafe=False)
    assert fixed.data.decode() == clean.decode()
    assert lint(fixed.data, PATH, make_run()).findings == []


def test_two_recordings_become_one_file():
    def record(seed: int) -> bytes:
        value = json.loads(TRACKED)
        name = f"call_{uuid.UUID(int=seed).hex}"
        value["turns"][1]["calls"][0]["ref"] = value["turns"][2]["results"][0]["ref"] = name
        value["turns"][1]["usage"] = {"total_tokens": seed}
        value["turns"][3]["created_at"] = 1_700_000_000 + seed
        return json.dumps(value, indent=seed % 5).encode()

    fixed = {fix(record(seed), PATH, make_run(), unsafe=False).data for seed in range(1, 9)}
    assert fixed == {TRACKED.encode()}
