"""One violation in a canonical fixture: the fix gives the clean file back, and touches no other
line than those in which the two differ."""

from __future__ import annotations

import difflib
import json
import re
from typing import NamedTuple

import pytest
from conftest import KNOWN_RULES, make_run
from conversations import TRACKED, canonical, clean_texts, conversation
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fixture_lint.documents.canonical import render
from fixture_lint.documents.edits import Edit, apply
from fixture_lint.documents.json import read
from fixture_lint.documents.tree import Document, Member, walk
from fixture_lint.engine import lint
from fixture_lint.fixing import fix
from fixture_lint.git import Version
from fixture_lint.kinds import conversation as kind
from fixture_lint.versions import Versions

PATH = "late-parcel.json"


def structures(text, *roles):
    document = Document(PATH, text, read(text))
    return [s for s in kind.structures(document) if not roles or s.role in roles]


def insert(text, draw, roles, key, value):
    """Adds a member at the end of a structural object, as a canonical recorder would."""
    node = draw(st.sampled_from(structures(text, *roles))).node
    inserted = f', "{key}": {value}'
    return canonical(text[: node.members[-1].end] + inserted + text[node.members[-1].end :])


def indented(text, draw):
    lines = text.split("\n")
    index = draw(st.integers(1, len(lines) - 2))
    lines[index] = draw(st.sampled_from([" ", "\t", "  "])) + lines[index]
    return "\n".join(lines)


def swapped(text, draw):
    node = draw(st.sampled_from([s.node for s in structures(text) if len(s.node.members) > 1]))
    first = draw(st.integers(0, len(node.members) - 2))

    def order(other) -> list[Member]:
        if other.start != node.start:
            return other.members
        members = list(node.members)
        members[first : first + 2] = reversed(members[first : first + 2])
        return members

    return render(Document(PATH, text, read(text)), {"indentation", "final-newline"}, order)


def escaped(text, draw):
    return text.replace('"small"', '"\\u0073mall"')


def renamed(text, names):
    refs = [s.node.get("ref") for s in structures(text, "call", "result")]
    edits = [Edit(n.start, n.end, f'"{names[n.value]}"') for n in refs if n.value in names]
    return apply(text, edits)


def foreign_ref(text, draw):
    return renamed(text, {"c1": "call_0a1b2c3d4e5f"})


def exchanged_refs(text, draw):
    return renamed(text, {"c1": "c2", "c2": "c1"})


def encoded_args(text, draw):
    found = [s.node.get("args") for s in structures(text, "call")]
    args = draw(st.sampled_from(found))
    inner = text[args.start : args.end]
    return text[: args.start] + json.dumps(inner, ensure_ascii=False) + text[args.end :]


def inlined_result(text, draw):
    """Moves the results of one turn to their calls, where each turn has one call."""
    value = json.loads(text)
    for number, turn in enumerate(value["turns"]):
        if turn["from"] == "tools":
            (call,), (result,) = value["turns"][number - 1]["calls"], turn["results"]
            del value["turns"][number]
            call |= {key: result[key] for key in result if key != "ref"}
            break
    return canonical(json.dumps(value))


def traced(text, draw):
    """Puts a stack trace before or after the message of an error, if there is one."""
    messages = [s.node.get("message") for s in structures(text, "error")]
    # A message that is blank, or drawn like a line of a trace, has no clear end.
    clear = [m for m in messages if m.value.strip() and m.value[0].isalnum()]
    if not clear:
        return text
    message = draw(st.sampled_from(clear))
    before, after = draw(st.sampled_from(TRACES))
    inner = text[message.start + 1 : message.end - 1]
    return text[: message.start] + f'"{before}{inner}{after}"' + text[message.end :]


TRACES = (
    (r"Traceback (most recent call last):\n  File \"/home/user/a.py\", line 3, in f\n", ""),
    ("", r"\n    at track (/srv/app.js:10:2)\n    at async main.js:4:1"),
    ("", r"\n\tat shop.Parcels.track(Parcels.java:31)\n\t... 2 more"),
    ("", r"\n\ngoroutine 1 [running]:\nmain.track()\n\t/srv/main.go:5 +0x39"),
)

FAILED = conversation(
    {"from": "user", "text": "where is parcel P7?"},
    {"from": "assistant", "calls": [{"ref": "c1", "tool": "track", "args": {"code": "P7"}}]},
    {"from": "tools", "results": [{"ref": "c1", "error": {"code": "gone", "message": "no P7"}}]},
    {"from": "assistant", "text": "It cannot be tracked."},
)

PERSONAL = {
    "FX501": ("user-1@example.com", "p.lindqvist@nordwind-reisen.de"),
    "FX502": ("+1 202 555 0101", "+1 415 867 5309"),
    "FX503": ("4242 4242 4242 4242", "4539 5787 6362 1486"),
    "FX504": ("987-65-4321", "536-22-8145"),
    "FX505": ("192.0.2.1", "81.2.69.142"),
    "FX506": ("Person 1", "Petra Lindqvist"),
}
"""A stand-in, and what it may stand for."""


def stood_in(code):
    """A clean conversation with the stand-in of a rule under a telling name and in a sentence."""
    value = PERSONAL[code][0]
    args = {"customer_name": value} if code == "FX506" else {"contact": f"SSN {value}"}
    return conversation(
        {"from": "user", "text": f"my name is {value}"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "look", "args": args}]},
        {"from": "tools", "results": [{"ref": "c1", "output": [f"SSN {value}", "none"]}]},
        {"from": "assistant", "text": f"SSN {value} is noted."},
    )


def personal(text, draw):
    """Puts personal data back where its stand-in is."""
    return next((text.replace(*pair) for pair in PERSONAL.values() if pair[0] in text), text)


VIOLATIONS = {
    "FX102": lambda text, draw: draw(
        st.sampled_from(["\ufeff" + text, text.replace("\n", "\r\n")])
    ),
    "FX103": indented,
    "FX104": swapped,
    "FX105": lambda text, draw: re.sub(r"\n *", " ", text.rstrip("\n")) + "\n",
    "FX106": lambda text, draw: text.rstrip("\n") + draw(st.sampled_from(["", "\n\n", " \n"])),
    "FX108": escaped,
    "FX207": lambda text, draw: text.replace('"2026-03-14"', '"2026-03-14T10:24:31Z"'),
    "FX210": foreign_ref,
    "FX211": exchanged_refs,
    "FX218": inlined_result,
    "FX219": encoded_args,
    "FX301": lambda text, draw: insert(text, draw, ("call", "result"), "id", '"call_0a1b2c3d4e5f"'),
    "FX302": lambda text, draw: insert(text, draw, ("turn", "meta"), "created_at", "1773483871"),
    "FX303": lambda text, draw: insert(text, draw, ("turn",), "request_id", '"req_011CKd93mPq7"'),
    "FX304": lambda text, draw: insert(text, draw, ("turn", "document"), "usage", '{"total": 3}'),
    "FX305": lambda text, draw: insert(text, draw, ("turn", "call"), "latency_ms", "812"),
    "FX306": lambda text, draw: insert(
        text, draw, ("turn",), "system_fingerprint", '"fp_8c2d41a7e0"'
    ),
    "FX311": traced,
    **dict.fromkeys(PERSONAL, personal),
}


def changed_lines(old, new):
    matcher = difflib.SequenceMatcher(None, old.splitlines(True), new.splitlines(True), False)
    return [op for op in matcher.get_opcodes() if op[0] != "equal"]


def test_every_fixable_rule_has_a_violation():
    fixable = {
        rule.code
        for rule in KNOWN_RULES
        if (on := rule.on("conversation")) and on.safety and not rule.is_on_changes
    } - {"FX114"}  # Only with payload-key-order = "sorted"; shown by its examples.
    assert fixable == set(VIOLATIONS)


def violated(code, data):
    """A clean text, and what it is with one violation."""
    text = data.draw(st.just(TRACKED) | clean_texts())
    calls = structures(text, "call")
    if code in ("FX210", "FX219", "FX301"):
        assume(calls)
    if code == "FX211":
        assume(len(calls) > 1)
    if code == "FX218":
        text = TRACKED
    if code == "FX311":
        text = data.draw(st.just(FAILED) | clean_texts())
    if code in PERSONAL:
        text = stood_in(code)
    dirty = VIOLATIONS[code](text, data.draw)
    assume(dirty != text)
    return text, dirty


@pytest.mark.parametrize("code", sorted(VIOLATIONS))
@given(data=st.data())
def test_one_violation_is_repaired_without_a_trace(code, data):
    text, dirty = violated(code, data)
    findings = lint(dirty.encode(), PATH, make_run()).findings
    if code == "FX311":  # A random letter beside a drawn trace may look like a name in it.
        assume("FX506" not in {finding.code for finding in findings})
    assert {finding.code for finding in findings} == {code}
    fixed = fix(dirty.encode(), PATH, make_run(), unsafe=code in ("FX218", "FX311")).data.decode()
    assert fixed == text
    assert changed_lines(dirty, fixed) == changed_lines(dirty, text)


class Before(NamedTuple):
    """A base that has one file."""

    data: bytes
    name: str = "main"

    def read(self, path):
        return Version(path, self.data)


def against(old):
    """A run that compares with an old text."""
    run = make_run()
    run.base = Versions(Before(old.encode()), run, is_given=True)
    return run


@pytest.mark.parametrize("code", sorted(VIOLATIONS))
@settings(max_examples=30)
@given(data=st.data())
def test_a_repair_that_is_committed_is_never_a_finding(code, data):
    clean, dirty = violated(code, data)
    assert lint(clean.encode(), PATH, against(dirty)).findings == []
    assert fix(clean.encode(), PATH, against(dirty), unsafe=True).data.decode() == clean


NOISE = ("FX301", "FX302", "FX303", "FX304", "FX305", "FX306")


@pytest.mark.parametrize("code", NOISE)
@settings(max_examples=30)
@given(data=st.data(), day=st.sampled_from(["2026-03-14", "2026-03-21"]))
def test_noise_in_a_clean_file_is_told_as_that_and_taken_back(code, data, day):
    clean, dirty = violated(code, data)
    noisy = dirty.replace('"2026-03-14"', f'"{day}"')
    codes = {finding.code for finding in lint(noisy.encode(), PATH, against(clean)).findings}
    assert codes == {code, "FX701"}
    assert fix(noisy.encode(), PATH, against(clean), unsafe=False).data.decode() == clean


@given(text=clean_texts(), shuffled=st.randoms())
def test_payload_keys_go_back_to_the_order_of_the_base(text, shuffled):
    document = Document(PATH, text, read(text))
    recorded = {id(node) for root in kind.payload(document) for node in walk(root)}

    def order(node) -> list[Member]:
        is_free = id(node) in recorded
        return shuffled.sample(node.members, len(node.members)) if is_free else node.members

    moved = render(document, {"indentation", "final-newline"}, order)
    codes = {finding.code for finding in lint(moved.encode(), PATH, against(text)).findings}
    assert codes == ({"FX710"} if moved != text else set())
    assert fix(moved.encode(), PATH, against(text), unsafe=False).data.decode() == text


def test_a_member_more_is_a_line_less():
    dirty = TRACKED.replace('"from": "user",', '"from": "user",\n      "created": 1773483871,')
    fixed = fix(dirty.encode(), PATH, make_run(), unsafe=False).data.decode()
    removed = [
        line for line in difflib.ndiff(dirty.splitlines(), fixed.splitlines()) if line[0] != " "
    ]
    assert removed == ['-       "created": 1773483871,']
