"""Entries of YAML mappings are taken out whole or not at all, and a second reader agrees."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fixture_lint.documents import second_yaml, yaml
from fixture_lint.documents.edits import Edit, apply, overlap
from fixture_lint.documents.json import ParseError
from fixture_lint.documents.members import delete_members, replace_member, replace_text
from fixture_lint.documents.second import Unconfirmed
from fixture_lint.documents.tree import Document, Node, to_plain, walk


def document(text: str) -> Document:
    return Document("a.yaml", text, yaml.read(text), syntax="yaml")


def at(doc: Document, *path: str | int) -> Node:
    node = doc.root
    for step in path:
        node = node.members[step].value if isinstance(step, int) else node.get(step) or node
    return node


def without(text: str, keys: str, *path: str | int) -> str | None:
    """The text without these keys, each of one letter, of the mapping at a path."""
    doc = document(text)
    parent = at(doc, *path)
    doomed = [member for member in parent.members if member.name in keys]
    edits = delete_members(doc, parent, doomed)
    if edits is None:
        return None
    new = apply(text, edits)
    second_yaml.confirm_edits(text, new, edits)
    return new


@pytest.mark.parametrize(
    ("text", "keys", "path", "expected"),
    [
        ("a: 1\nb: 2\nc: 3\n", "b", (), "a: 1\nc: 3\n"),
        ("a: 1\nb: 2\nc: 3\n", "a", (), "b: 2\nc: 3\n"),
        ("a: 1\nb: 2\nc: 3\n", "ab", (), "c: 3\n"),
        ("a: 1\nb: 2\nc: 3", "c", (), "a: 1\nb: 2\n"),
        ("a: 1\r\nb: 2\r\nc: 3\r\n", "ac", (), "b: 2\r\n"),
        ("- a: 1\n  b: 2\n- c: 3\n", "a", (0,), "- b: 2\n- c: 3\n"),
        ("- - a: 1\n    b: 2\n- c: 3\n", "a", (0, 0), "- - b: 2\n- c: 3\n"),
        ("- a: 1\n  b: 2\n- c: 3\n", "ab", (0,), "- {}\n- c: 3\n"),
        ("x:\n  a: 1\n  b:\n  - 2\ny: 3\n", "ab", ("x",), "x: {}\ny: 3\n"),
        ("a: 1\n", "a", (), "{}\n"),
        ("x: &m\n  a: 1\ny: *m\n", "a", ("x",), None),
        ("---\na: 1\n", "a", (), "---\n{}\n"),
        ("a:\n  b: 1\n\n  c: |\n    x\n\n\nd: 2\n", "a", (), "d: 2\n"),
        ("a: |+\n  x\n\nb: |+\n  y\n\n\nc: 3\n", "b", (), "a: |+\n  x\n\nc: 3\n"),
        ("a: |\n  x\nb: 1", "b", (), "a: |\n  x\n"),
        ("a:\nb:\nc:\n", "b", (), "a:\nc:\n"),
        ("a:\nb:\nc:", "c", (), "a:\nb:\n"),
        ("a: 1\n'b':\n- 1\n- 2\nc: 3\n---\nd: 4\n", "b", (0,), "a: 1\nc: 3\n---\nd: 4\n"),
        ("a: 1\nb: 2\n---\nd: 4\n", "b", (0,), "a: 1\n---\nd: 4\n"),
        ("# top\na: 1\n# of b\nb: 2\nc: 3\n", "c", (), "# top\na: 1\n# of b\nb: 2\n"),
        ("a: 1\nb: 2\n# of c\nc: 3\n", "b", (), "a: 1\n# of c\nc: 3\n"),
        ("a: &y 1\nb: *y\n", "b", (), "a: &y 1\n"),
        ("? a\nb: 1\n", "b", (), "? a\n"),
    ],
)  # fmt: skip
def test_whole_entries_go(
    text: str, keys: str, path: tuple[Any, ...], expected: str | None
) -> None:
    assert without(text, keys, *path) == expected


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("{a: 1, b: 2}\n", "b"),
        ("? a\n: 1\nb: 2\n", "a"),
        ("b: 2\n? a\n: 1\n", "a"),
        ("b: 2\n&x a: 1\n", "a"),
        ("b: 2\n!!str a: 1\n", "a"),
        ("a: &x 1\nb: *x\n", "a"),
        ("a: {y: &x 1}\nb: 2\n*x : 3\n", "a"),
        ("a: 1 # the first\nb: 2\n", "a"),
        ("b: 2\n# the first\n\na: 1\n", "a"),
        ("b: 2\na:\n  # within\n  c: 1\n", "a"),
        ("b: 2\na:\n  c: 1\n  # within\n", "a"),
        ("b: 2\na: 1\n# behind it\n", "a"),
        ("# of a\na: 1\nb: 2\n", "a"),
    ],
)
def test_what_would_take_more_with_it_stays(text: str, keys: str) -> None:
    assert without(text, keys) is None


def test_members_are_renamed_in_their_own_style() -> None:
    doc = document("- 'id': \"x_1\"\n- {id: x_2}\n")
    for number, item in enumerate(doc.root.items()):
        edits = replace_member(doc, item.members[0], "ref", f"c{number + 1}")
        assert edits is not None
        new = apply(doc.text, edits)
        second_yaml.confirm_edits(doc.text, new, edits)
        assert to_plain(yaml.read(new))[number] == {"ref": f"c{number + 1}"}
    edits = replace_text(doc, at(doc, 0, "id"), "c: 1")
    assert edits is not None
    assert apply(doc.text, edits) == "- 'id': \"c: 1\"\n- {id: x_2}\n"


# Generated

SCALARS = st.sampled_from(
    [
        *("1", "x y", "'it''s'", '"a\\n b"', "", "~", "[1, {a: b}]", "{}", "&n 1", "!!str 1"),
        *('"two\n{i}  lines"', "&n {a: 1}"),
    ]
)
BLOCKS = st.sampled_from(
    ["|\n{i}  x\n", "|+\n{i}  x\n\n\n", ">-\n{i}  x\n{i}  y\n\n", "|-\n{i}  x\n   \n"]
)
LINES = st.sampled_from(
    ["", "", "", "", "\n", "# note\n", "{i}# note\n", "{i}    # note\n", "  \n"]
)
ENDS = st.sampled_from(["", "", "", "", "  ", " # note"])


@st.composite
def collections(draw: st.DrawFn, indent: str = "", depth: int = 0, first: str | None = None) -> str:
    """A mapping in block style. Its first key stands where the text before has ended."""
    pieces: list[str] = []
    for number, key in enumerate(draw(st.permutations("abcd"))[: draw(st.integers(1, 4))]):
        lead = indent if number or first is None else first
        if number:
            pieces.append(draw(LINES).format(i=indent))
        pieces.append(f"{lead}{draw(st.sampled_from(['', '', '', '&k ', '? ']))}{key}")
        if pieces[-1].endswith(f"? {key}"):
            pieces.append(f"\n{indent}")
        kind = draw(st.integers(0, 5 if depth < 2 else 2))
        if kind <= 1:
            value = draw(SCALARS).replace("{i}", indent)
            pieces.append(f": {value}{draw(ENDS)}\n")
        elif kind == 2:
            pieces.append(": " + draw(BLOCKS).format(i=indent))
        elif kind == 3:
            pieces.append(f":{draw(ENDS)}\n" + draw(collections(indent + "  ", depth + 1)))
        else:
            inner = indent + draw(st.sampled_from(["", "  "]))
            pieces.append(":\n")
            for _ in range(draw(st.integers(1, 2))):
                pieces.append(draw(collections(inner + "  ", depth + 1, f"{inner}- ")))
    return "".join(pieces)


@st.composite
def texts(draw: st.DrawFn) -> str:
    text = draw(collections())
    if draw(st.booleans()):
        text = text.replace("{}", "*n", 1)
    if draw(st.integers(0, 3)) == 0:
        text = text.replace("\n", "\r\n")
    if draw(st.integers(0, 3)) == 0:
        text = text.rstrip()
    try:
        yaml.read(text)
    except ParseError:
        assume(False)
    return text


def mappings(doc: Document) -> list[tuple[Node, Any]]:
    return [(node, to_plain(node)) for node in walk(doc.root) if node.type == "object"]


def pruned(root: Node, gone: set[int]) -> Any:
    """The value of a tree without some of its members."""
    if root.type == "array":
        return [pruned(item, gone) for item in root.items()]
    if root.type != "object":
        return (root.type, root.value)
    kept = [member for member in root.members if id(member.value) not in gone]
    return {member.name: pruned(member.value, gone) for member in kept}


def comments(doc: Document) -> list[str]:
    return [node.value for node in yaml.comments(doc.text, doc.root)]


@given(texts(), st.data())
def test_nothing_else_goes(text: str, data: st.DataObject) -> None:
    doc = document(text)
    nodes = [node for node in walk(doc.root) if node.type == "object" and node.members]
    parent = data.draw(st.sampled_from(nodes))
    doomed = data.draw(st.lists(st.sampled_from(parent.members), min_size=1, unique_by=id))
    edits = delete_members(doc, parent, doomed)
    if edits is None:
        return
    new = document(apply(text, edits))
    second_yaml.confirm_edits(text, new.text, edits)
    assert pruned(new.root, set()) == pruned(doc.root, {id(member.value) for member in doomed})
    assert comments(new) == comments(doc)


@given(texts())
def test_fixes_made_by_themselves_can_be_made_together(text: str) -> None:
    doc = document(text)
    made: list[tuple[int, list[Edit]]] = []
    for node in walk(doc.root):
        for member in node.members if node.type == "object" else ():
            edits = delete_members(doc, node, [member])
            if edits is not None:
                made.append((id(member.value), edits))
    for (one, edits), (other, more) in combinations(made[:12], 2):
        if not overlap(more, sorted(edits)):
            new = document(apply(text, [*edits, *more]))
            assert pruned(new.root, set()) == pruned(doc.root, {one, other})


@given(texts(), st.data())
def test_a_change_somewhere_else_is_refused(text: str, data: st.DataObject) -> None:
    doc = document(text)
    made = [
        edits
        for node in walk(doc.root)
        for member in (node.members if node.type == "object" else ())
        if (edits := delete_members(doc, node, [member])) is not None
    ]
    assume(made)
    edits = data.draw(st.sampled_from(made))
    new = apply(text, edits)
    offset = data.draw(st.integers(0, len(new)))
    end = min(len(new), offset + data.draw(st.integers(0, 4)))
    smuggled = (
        new[:offset] + data.draw(st.sampled_from(["", "x", "y: 1", "'", "- ", "&q "])) + new[end:]
    )
    try:
        is_equal = pruned(yaml.read(smuggled), set()) == pruned(yaml.read(new), set())
    except ParseError:
        is_equal = False
    if not is_equal:
        with pytest.raises(Unconfirmed):
            second_yaml.confirm_edits(text, smuggled, edits)
