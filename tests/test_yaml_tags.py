"""Tags are read with their places, and never obeyed."""

from __future__ import annotations

import pytest

from fixture_lint.documents import yaml
from fixture_lint.documents.opening import texts
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document, Node
from fixture_lint.documents.yaml_tags import key_name, tag_of


def document(text: str) -> Document:
    return Document("a.yaml", text, yaml.read(text), syntax="yaml")


def nodes(doc: Document) -> list[Node]:
    """All nodes in the order of the text, keys included."""
    found, stack = [], [doc.root]
    while stack:
        node = stack.pop()
        found.append(node)
        for member in reversed(node.members):
            stack.extend(part for part in (member.value, member.key) if part is not None)
    return found


@pytest.mark.parametrize(
    ("text", "spellings"),
    [
        ("a: !!binary bGF0ZQ==\n", ["", "", "!!binary"]),
        ("a: !!binary |\n  bGF0ZQ==\n", ["", "", "!!binary"]),
        ("a: &x !!binary # note !t\n  bGF0ZQ==\n", ["", "", "!!binary"]),
        ("a: !binary &x bGF0ZQ==\n", ["", "", "!binary"]),
        ("a: !<tag:yaml.org,2002:binary> x\n", ["", "", "!<tag:yaml.org,2002:binary>"]),
        ("[!a x, !b y,z, !c ]\n", ["", "!a", "!b", "", "!c"]),
        ("{!k a: !v b}\n", ["", "!k", "!v"]),
        ("!!map\na: !!map\n  !k b: 1\n", ["!!map", "", "!!map", "!k", ""]),
        ("- !k a: b\n- ! c\n- !\n", ["", "", "!k", "", "!", "!"]),
        ("? !!python/tuple\n- a\n: - !t b\n", ["", "!!python/tuple", "", "", "!t"]),
        ("a: hello !world\nb: '!t x'\nc: x!y\n", [""] * 7),
        ("%TAG !e! tag:e.org,2026:\n---\n!e!late x\n", ["!e!late"]),
    ],
)
def test_each_node_has_its_own_tag(text: str, spellings: list[str]) -> None:
    doc = document(text)
    found = [tag_of(doc, node) for node in nodes(doc)]
    assert [tag.spelling if tag else "" for tag in found] == spellings
    for tag in filter(None, found):
        assert text.startswith(tag.spelling, tag.start)


@pytest.mark.parametrize(
    ("tag", "needs_code"),
    [
        *((f"!!{name}", False) for name in ("binary", "str", "timestamp", "set", "omap", "float")),
        *((name, False) for name in ("!binary", "!Ref", "!", "!vault", "!pythonic", "!<!ours/x>")),
        *((f"!!python/{name}", True) for name in ("tuple", "object:a.B", "object/apply:os.system")),
        *(
            (name, True)
            for name in ("!ruby/object:A", "!ruby/sym", "!!com.example.A", "!php/object")
        ),
        ("!<tag:ruby.yaml.org,2002:object:A>", True),
    ],
)
def test_tags_of_languages_need_code(tag: str, needs_code: bool) -> None:
    doc = document(f"{tag} x\n")
    found = tag_of(doc, doc.root)
    assert found is not None
    assert found.needs_code == needs_code
    assert found.is_binary == tag.endswith("binary")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a: 1\n", "a"),
        ("? [a]\n: 1\n", "a"),
        ("? !!python/object/apply:x.istr\n- a\n: 1\n", "a"),
        ("? {a: b}\n: 1\n", "{a: b}"),
        ("? - - a\n: 1\n", "a"),
        ("? []\n: 1\n", "[]"),
        ("? [[]]\n: 1\n", "[[]]"),
        ("- 1\n", ""),
    ],
)
def test_a_key_of_one_scalar_is_called_by_it(text: str, name: str) -> None:
    assert key_name(document(text).root.members[0]) == name


def test_what_short_base64_holds_is_opened() -> None:
    doc = document(
        "a: !!binary |\n  bGF0\n  ZQ==\nb: bGF0ZQ==\nc: !!binary '*'\n? [d]\n: !binary bA==\n"
    )
    opened = [text for text in texts(doc) if isinstance(text, Text)]
    inner = {text.node.value: text.name for text in opened if text.carrier is not doc}
    assert inner == {"late": "a", "l": "d"}
