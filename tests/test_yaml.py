"""YAML is read with exact spans, and edited scalar by scalar in its own styles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
import yaml as pyyaml
from hypothesis import assume, given
from hypothesis import strategies as st

from fixture_lint.documents import second_yaml, yaml
from fixture_lint.documents.edits import apply
from fixture_lint.documents.json import ParseError, TooDeep
from fixture_lint.documents.second import Unconfirmed
from fixture_lint.documents.spelling import Change, edits_of, span_in
from fixture_lint.documents.tree import Document, Node, duplicate_members, node_at
from fixture_lint.documents.yaml_scalars import map_of


def document(text: str) -> Document:
    return Document("a.yaml", text, yaml.read(text), syntax="yaml")


def scalars(root: Node) -> Iterator[Node]:
    """All scalars under a node in the order of the text, keys included, without aliases."""
    stack = [root]
    while stack:
        node = stack.pop()
        is_alias = node.type == "null" and node.value.startswith("*")
        if node.type not in ("object", "array") and not is_alias:
            yield node
        for member in reversed(node.members):
            stack.append(member.value)
            if member.key is not None:
                stack.append(member.key)


def events(text: str) -> list[pyyaml.Event]:
    return list(pyyaml.parse(text, Loader=yaml.LOADER))


def facts(text: str) -> list[tuple[object, ...]]:
    names = ("anchor", "tag", "implicit", "value")
    return [(type(e), *(getattr(e, name, None) for name in names)) for e in events(text)]


def values(text: str) -> list[str]:
    return [e.value for e in events(text) if isinstance(e, pyyaml.ScalarEvent)]


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request, monkeypatch):
    """Both parsers of PyYAML, which must make no difference."""
    found = getattr(pyyaml, request.param, None)
    if found is None:
        pytest.skip("PyYAML was built without libyaml")
    monkeypatch.setattr(yaml, "LOADER", found)


# The tree


def test_the_tree_is_that_of_the_same_json(loader):
    doc = document(
        "%YAML 1.1\n---\nturns:\n- from: user  # who speaks\n  text: 'Where is it?'\n"
        "-\n  list: [1, -2.5, true, ~]\n  more: {a: null, 'b': yes}\n  none:\n...\n"
    )
    assert doc.plain() == {
        "turns": [
            {"from": "user", "text": "Where is it?"},
            {"list": [1, -2.5, True, None], "more": {"a": None, "b": True}, "none": None},
        ]
    }


@pytest.mark.parametrize(
    "spelling", ["0x1F", "0o17", "017", "1_000", "1:30", ".inf", "-.inf", ".nan", "1.", "+1", "1e5"]
)
def test_numbers_that_json_cannot_spell_are_strings(loader, spelling):
    doc = document(f"a: {spelling}\n")
    (member,) = doc.root.members
    assert (member.value.type, member.value.value) == ("string", spelling)
    assert doc.plain() == {"a": spelling}


@pytest.mark.parametrize("spelling", ["0", "-1", "12.5", "5.670217797160149e-06", "-0"])
def test_other_numbers_keep_their_spelling(loader, spelling):
    (member,) = document(f"a: {spelling}\n").root.members
    assert (member.value.type, member.value.value) == ("number", spelling)


@pytest.mark.parametrize(
    "spelling",
    ["'on'", '"no"', "'012'", "!!str 1", "2026-03-14", "!ruby/object:Set x", "!!binary aGk=", "y"],
)
def test_quoted_and_tagged_scalars_are_strings(loader, spelling):
    (member,) = document(f"a: {spelling}\n").root.members
    assert member.value.type == "string"


def test_tags_and_anchors_are_data_and_no_part_of_a_span(loader):
    text = (
        "a: !!python/object/apply:os.system ['x']\nb: &b !local  # note\n  'y'\n"
        "c: !<tag:x,2026:z> {k: v}\n? &k !!str key\n: &l\n  m: 1\n"
    )
    doc = document(text)
    spans = {m.name: text[m.value.start : m.value.end] for m in doc.root.members}
    assert spans == {"a": "['x']", "b": "'y'", "c": "{k: v}", "key": "m: 1"}
    assert doc.root.members[3].key is not None
    assert doc.root.members[3].start == text.index("key")


def test_several_documents_are_one_list(loader):
    text = "a: 1\n---\n- b\n--- 'c'\n"
    doc = document(text)
    assert doc.plain() == [{"a": 1}, ["b"], "c"]
    assert doc.pointer(node_at(doc.root, (1, 0))) == "/1/0"


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "---\n"])
def test_a_file_without_content_is_null(loader, text):
    assert document(text).plain() is None


def test_an_anchor_stands_in_the_tree_once(loader):
    doc = document("a: &a {x: one}\nb: *a\nc:\n  <<: *a\n  y: [*a, *a]\n*a : z\n")
    assert [node.value for node in scalars(doc.root)].count("one") == 1
    assert doc.plain() == {
        "a": {"x": "one"},
        "b": None,
        "c": {"<<": None, "y": [None] * 2},
        "*a": "z",
    }


def test_aliases_that_grow_without_end_cost_nothing(loader):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    assert len(list(scalars(document("\n".join(lines)).root))) == 9 + 9


def test_keys_that_are_collections_have_their_spelling_for_a_name(loader):
    doc = document("? {a: 1}\n: x\n? - b\n: y\n{c: d}: z\n? {a: 1}\n: again\n")
    assert [member.name for member in doc.root.members] == ["{a: 1}", "- b", "{c: d}", "{a: 1}"]
    assert "b" in [node.value for node in scalars(doc.root)]
    ((second, first),) = duplicate_members(doc.root)
    assert (second.value.value, first.value.value) == ("again", "x")


def test_positions_count_characters_behind_emoji_and_odd_line_ends(loader):
    text = "a: '😀'\r\nb: \u2028\r\n  c: [x]\x85d: \"y\"\n"
    doc = document(text)
    for node in scalars(doc.root):
        assert text[node.start : node.end].strip("'\"") == node.value
    assert doc.place(text.index("c:")) == (3, 3)


def test_comments_are_found_outside_of_scalars_only(loader):
    text = "# one\na: 'x # no' # two\nb: y#no\nc: |\n  # no\nd: [1, # three\n  2]\n"
    doc = document(text)
    assert [n.value for n in yaml.comments(text, doc.root)] == ["# one", "# two", "# three"]


# What cannot be read


BROKEN = [
    ("a:\n¦\tb: 1\n", "tab"),
    ("¦\ta: 1\n", "tab"),
    ("a: ¦\0\n", "NUL"),
    ("a: '¦\x07'\n", "control character"),
    ("¦\ufeffa: 1\n", "byte order mark"),
    ('a: "half ¦\\ud83d\\ude00"\n', "surrogate"),
    ('a: "¦\\q"\n', "invalid escape"),
    ("a: 1\nb: ¦'no end\nc: 2\n", "closing quote"),
    ('a: ¦"no end\n---\n', "closing quote"),
    ("a: ¦@b\n", "cannot begin a text"),
    ("a: b¦: c\n", "colon"),
    ("a: ¦[1, 2\nb: 3\n", "bracket"),
    ("a: 1\n¦<<<<<<< ours\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n", "merge conflict"),
    ("a: ¦*nothing\n", "no anchor"),
    ("&a [¦*a]\n", "part of"),
    ("a: &a\n  b: {c: ¦*a}\n", "part of"),
    ("a: &a 1\n---\nb: ¦*a\n", "no anchor"),
    ("- a\n¦b: c\n", "indent"),
]


@pytest.mark.parametrize(("marked", "words"), BROKEN)
def test_an_error_has_a_place_and_words_for_the_repair(loader, marked, words):
    text = marked.replace("¦", "")
    with pytest.raises(ParseError) as caught:
        yaml.read(text)
    assert caught.value.offset == marked.index("¦")
    assert words in caught.value.detail


@pytest.mark.parametrize("opening", ["{a: ", "- ", "? ", "[[a], "])
def test_deep_nesting_is_refused_at_the_first_level_too_many(loader, opening):
    with pytest.raises(TooDeep) as caught:
        yaml.read(opening * 100_000)
    assert caught.value.offset in (512 * len(opening), 511 * len(opening) + 1)


@pytest.mark.parametrize("opening", ["[", "{", "[{"])
def test_brackets_without_end_are_refused(loader, opening):
    with pytest.raises(TooDeep):
        yaml.read("a: " + opening * 100_000)


def test_the_deepest_nesting_that_is_allowed_is_read(loader):
    assert document("[" * 512 + "]" * 512).plain()


# Value maps

STYLES = [
    ("k: plain text\n", "text", "text"),
    ("k: plain\n\n  of three\n  lines\n", "plain\nof three lines", "plain\n\n  of three\n  lines"),
    ("k: 'it''s here'\n", "'s h", "''s h"),
    ("k: 'a fold\n  here'\n", "fold here", "fold\n  here"),
    ("k: 'a  \n\n\n  b'\n", "\n\n", "  \n\n\n  "),
    (r'k: "caf\xe9 \u2713 \U0001F600 \"q\" \\ \/ \N"' + "\n", 'é ✓ 😀 "q" \\ / \x85',
     r"\xe9 \u2713 \U0001F600 \"q\" \\ \/ \N"),
    ('k: "tok\\\n    en"\n', "token", "tok\\\n    en"),
    ('k: "tok\\\n    en"\n', "tok", "tok"),
    ('k: "tok\\\n    \\ en"\n', "k e", "k\\\n    \\ e"),
    ('k: "a\\\n\n  b"\n', "\n", "\\\n\n  "),
    ("k: |\n  one\n    two\n\n  three\n", "two\n\nthree", "two\n\n  three"),
    ("k: |2-\n    one\n   two\nz: 1\n", "  one\n two", "  one\n   two"),
    ("k: >\n  one\n  two\n\n  three\n    four\n", "one two\nthree\n  four",
     "one\n  two\n\n  three\n    four"),
    ("k: |+\n  one\r\n  two\r\n\r\n", "one\ntwo", "one\r\n  two"),
    ("k: [a b, 'c']\n", "a b", "a b"),
    ("k: |\n  a\xa0\nz: 1\n", "\xa0", "\xa0"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "part", "spelled"), STYLES)
def test_a_part_of_a_value_has_its_place(loader, text, part, spelled):
    doc = document(text)
    node = next(n for n in scalars(doc.root) if part in n.value and n.value != "k")
    start = node.value.index(part)
    first, last = span_in(doc, node, start, start + len(part))
    assert text[first:last] == spelled


# A text is edited where ¦ stands around a part of it, in the style that the scalar has.
EDITS = [
    ("k: see ¦Anna¦ there\n", "Eva", "k: see Eva there\n"),
    ("k: see ¦Anna¦ there\n", "Eva: x", 'k: "see Eva: x there"\n'),
    ("k: see ¦Anna¦ # note\n", "Eva #1", 'k: "see Eva #1" # note\n'),
    ("k: [¦Anna¦, b]\n", "Eva, Max", 'k: ["Eva, Max", b]\n'),
    ("k: ¦Anna¦\n", "Eva, Max", "k: Eva, Max\n"),
    ("k: ¦Anna¦\n", "123", 'k: "123"\n'),
    ("k: ¦Anna¦\n", "yes", 'k: "yes"\n'),
    ("k: ¦Anna¦\n", "0o17", 'k: "0o17"\n'),
    ("k: ¦Anna¦\n", "", 'k: ""\n'),
    ("k: ¦Anna¦\n", "- x", 'k: "- x"\n'),
    ("k: 4915¦112345¦\n", "000000", "k: 4915000000\n"),
    ("k: 4915¦112345¦\n", "x", None),
    ("k: +4930¦1234¦\n", "0000", "k: +49300000\n"),
    ("k: 2026-03-¦14¦\n", "01", "k: 2026-03-01\n"),
    ("¦Anna¦: x\n", "Eva", "Eva: x\n"),
    ("¦Anna¦: x\n", "--- ", '"--- ": x\n'),
    ("¦Anna¦: x\n", "e" * 1100, None),
    ("'¦Anna¦': x\n", "e" * 1100, None),
    ("'é\n¦Anna¦ x'\n", "---", '"é --- x"\n'),
    ("k: 'to ¦Anna¦'\n", "O'Hara", "k: 'to O''Hara'\n"),
    ("k: 'to ¦Anna¦'\n", "a\nb", 'k: "to a\\nb"\n'),
    ("k: 'é ¦Anna¦'\n", "a\nü", 'k: "é a\\nü"\n'),
    ('k: "to ¦Anna¦"\n', '"é"\n', 'k: "to \\"\\xE9\\"\\n"\n'),
    ('k: "é ¦Anna¦"\n', "ü\u2028😀", 'k: "é ü\\u2028😀"\n'),
    ('k: "ü to ¦An\\\n  na¦"\n', "Eva", 'k: "ü to Eva"\n'),
    ('k: "to \\\n  ¦Anna¦ x"\n', " Eva", 'k: "to \\\n  \\ Eva x"\n'),
    ("k: |\n  to ¦Anna¦\n  x\n", "Eva", "k: |\n  to Eva\n  x\n"),
    ("k: |\r\n  to ¦Anna¦\r\n  x\r\n", "E\nva", "k: |\r\n  to E\r\n  va\r\n  x\r\n"),
    ("k: |\n  ¦Anna¦\n  x\n", " Eva", 'k: " Eva\\nx\\n"\n'),
    ("k: |\n  ¦Anna¦\n", "\tx", 'k: "\\tx\\n"\n'),
    ("k:\n|\n ¦Anna¦\n", " Eva", None),
    ("k: |2\n  ¦Anna¦\n  x\n", " Eva", "k: |2\n   Eva\n  x\n"),
    ("k: |\n  Ann¦a\n¦", "e", 'k: "Anne"\n'),
    ("k: | # note\n  Ann¦a\n¦", "e", None),
    ("k: >\n  to ¦Anna¦\n  x\n", "Eva", "k: >\n  to Eva\n  x\n"),
    ("k: >\n  to ¦Anna¦\n  x\n", "E\nva", 'k: "to E\\nva x\\n"\n'),
    ("k: 1 # for ¦Anna¦\n", "Eva", "k: 1 # for Eva\n"),
    ("k: 1 # for ¦Anna¦\n", "E\nva", None),
    ("k: !!binary ¦aGVsbG8=¦\n", "aGk=", "k: !!binary aGk=\n"),
    ('k: "¦Anna¦"\n', "\ud800", None),
    ("k: >\n  ¦Anna¦\n\n\nz: 1\n", "\ud800", None),
]


@pytest.mark.parametrize(("marked", "new", "wanted"), EDITS)
def test_an_edit_keeps_the_style_or_takes_quotes(loader, marked, new, wanted):
    before, part, after = marked.split("¦")
    doc = document(before + part + after)
    strings = [*scalars(doc.root), *yaml.comments(doc.text, doc.root)]
    start = len(before)
    node = next(n for n in strings if n.start <= start < max(n.end, n.start + 1))
    offsets = {span_in(doc, node, at, at)[0]: at for at in range(len(node.value), -1, -1)}
    first = offsets[start]
    last = len(node.value) if after == "" else offsets.get(start + len(part), len(node.value))
    edits = edits_of(doc, [Change(node, first, last, new)])
    assert (None if edits is None else apply(doc.text, edits)) == wanted


@pytest.mark.parametrize(("start", "end"), [(1, 2), (2, 3), (2, 4), (0, 2)])
def test_a_part_of_what_a_line_end_spells_is_not_edited_in_place(start, end):
    doc = document("k: 'a\n\n\n  b'\n")
    node = doc.root.members[0].value
    assert node.value == "a\n\nb"
    edits = edits_of(doc, [Change(node, start, end, "x")])
    assert edits is not None
    wanted = node.value[:start] + "x" + node.value[end:]
    assert document(apply(doc.text, edits)).plain() == {"k": wanted}


def test_two_texts_for_one_place_are_none():
    doc = document("a: 'x'\n")
    node = doc.root.members[0].value
    assert edits_of(doc, [Change(node, 0, 0, "y"), Change(node, 0, 1, "z")]) is None


# Properties

ATOMS = {
    '"': "a|b | |  |\n|\n   |\n\n  |\\\n  |\\n|\\x41|\\ |\\\"|\\\\|\\t|\\U0001F600|é|😀|#|: |\t|'"
    "|---|\u2028|\x85|\r\n  ",
    "'": "a|b | |\n|\n   |\n \n  |''|\"|\\|é|😀|# |: |\t|---|\u2028|\r\n  ",
    "": "a|b |c d|\n  |\n\n   |#|'|\"|é|😀|:|-|1|.5|0x1F|yes|~|]|\u2028  |=|>|\\",
    "block": "a| |b|\n   |\n    |\n\n   |\n|#|'|\t|é|😀|\\|\r\n   |\x85   |: ",
}
"""What a scalar of each style is made of, so that most of what is made is YAML."""

FRAMES = {
    '"': [('k: "', '"\nz: 1\n'), ('{"', '": "x", k: y}\n'), ('- ["', '", z]\n'), ('"', '"')],
    "'": [("k: '", "'\nz: 1\n"), ("? '", "'\n: z\n"), ("- {k: '", "'}\n")],
    "": [
        *[("k: ", "\nz: 1\n"), ("- - ", "\n- z\n"), ("{k: ", ", z: x}\n"), ("? ", "\n: v\n")],
        *[("", ""), ("k: !t &a ", "\n"), ("", ": v\n"), ("a: # note\n  ", " # z\n")],
    ],
    "block": [
        (f"k:\n - {header}\n   ", f"{end}z: 1\n")
        for header in ["|", "|-", "|+", ">", ">-", ">+", "|2", ">2-", "|1+"]
        for end in ("\n", "\n\n  \n")
    ],
}
ODD = "| x|x |\n|a\nb|a\n\nb\n|\"|'|\\| #|: |a: b|,|é|\x00|123|yes|0o7|\t|- |]|\r|\ufeff|end:|---"
NEW = st.one_of(st.text(max_size=6), st.sampled_from([*ODD.split("|"), "\ud800", "\u2028"]))


@st.composite
def texts(draw) -> str:
    style = draw(st.sampled_from(sorted(ATOMS)))
    before, after = draw(st.sampled_from(FRAMES[style]))
    text = (
        before
        + "".join(draw(st.lists(st.sampled_from(ATOMS[style].split("|")), max_size=12)))
        + after
    )
    try:
        yaml.read(text)
    except ParseError:
        assume(False)
    assume(values(text))
    return text


def is_blank_block(node: Node, text: str) -> bool:
    return text[node.start] in "|>" and not node.value.strip(" \t\r\n\x85\u2028\u2029")


@given(texts())
def test_every_scalar_has_its_value_and_an_exact_span(text):
    doc = document(text)
    nodes = list(scalars(doc.root))
    assert [node.value for node in nodes] == values(text)
    old = facts(text)
    places = [at for at, fact in enumerate(old) if fact[0] is pyyaml.ScalarEvent]
    for at, node in zip(places, nodes, strict=True):
        if node.start < node.end:
            try:
                new = facts(text[: node.start] + '"R"' + text[node.end :])
            except pyyaml.YAMLError:  # Quotes do not fit into each place.
                continue
            assert new[at][-1] == "R"
            assert new[:at] + new[at + 1 :] == old[:at] + old[at + 1 :]


@given(texts())
def test_every_character_has_its_place(text):
    doc = document(text)
    for node in scalars(doc.root):
        if node.type != "string" or node.start == node.end or is_blank_block(node, text):
            continue
        assert map_of(doc, node) is not None
        spans = [span_in(doc, node, at, at + 1) for at in range(len(node.value))]
        assert all(node.start <= start <= end <= node.end for start, end in spans)
        for (start, end), (after, _) in pairwise(spans):
            assert end <= after or start == after  # Two line ends may have one spelling.
        for (start, end), character in zip(spans, node.value, strict=True):
            if end - start == 1 and not character.isspace():
                assert text[start] == character


@given(texts(), st.data())
def test_an_edit_changes_its_value_and_nothing_else(text, data):
    doc = document(text)
    nodes = list(scalars(doc.root))
    at = data.draw(st.integers(0, len(nodes) - 1))
    node = nodes[at]
    assume(node.type in ("string", "number"))
    ends = sorted(data.draw(st.integers(0, len(node.value))) for _ in range(4))
    changes = [Change(node, ends[0], ends[1], data.draw(NEW))]
    if ends[1] < ends[2]:
        changes.append(Change(node, ends[2], ends[3], data.draw(NEW)))
    wanted = node.value
    for change in reversed(changes):
        wanted = wanted[: change.start] + change.text + wanted[change.end :]
    edits = edits_of(doc, changes)
    if edits is None:
        return
    assert all(node.start <= edit.start <= edit.end <= node.end for edit in edits)
    new = document(apply(text, edits))
    expected = [other.value for other in nodes]
    expected[at] = wanted
    after = list(scalars(new.root))
    assert [other.value for other in after] == expected
    assert [other.type for other in after] == [other.type for other in nodes]


# The second reader


def test_the_second_reader_confirms_an_edit_in_its_place():
    doc = document("a: &x !t 'Anna'\nb: [1.0, no, 012, *x]\n'Anna': |\n  Anna\n")
    for node in list(scalars(doc.root)):
        if node.value.startswith("Anna"):
            edits = edits_of(doc, [Change(node, 0, 4, "Eva: 1")])
            assert edits is not None
            second_yaml.confirm_edits(doc.text, apply(doc.text, edits), edits)


@pytest.mark.parametrize(
    "new",
    [
        "a: 'Eva'\nb: [1, 'no']\n",
        "a: 'Eva'\nb: [1, yes]\n",
        "a: !t 'Eva'\nb: [1, no]\n",
        "a: 'Eva'\n",
        "a: [Eva]\nb: [1, no]\n",
        "a: 'Eva'\nb: [1, no]\nc: d\n",
        "a: 'Eva\nb: [1, no]\n",
    ],
)
def test_the_second_reader_refuses_everything_else(new):
    doc = document("a: 'Anna'\nb: [1, no]\n")
    edits = edits_of(doc, [Change(doc.root.members[0].value, 0, 4, "Eva")])
    assert edits is not None
    with pytest.raises(Unconfirmed):
        second_yaml.confirm_edits(doc.text, new, edits)
