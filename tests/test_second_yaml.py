"""A new text of YAML is confirmed entry by entry, and nothing slips in beside an edit."""

from __future__ import annotations

import time

import pytest

from fixture_lint.documents import second_yaml, yaml
from fixture_lint.documents.edits import Edit, apply
from fixture_lint.documents.members import delete_members
from fixture_lint.documents.second import Unconfirmed
from fixture_lint.documents.spelling import Change, edits_of
from fixture_lint.documents.tree import Document, Node
from fixture_lint.documents.yaml_windows import windows

ENTRY = """\
- request:
    body: null
    headers:
      accept:
      - application/json
      cookie:
      - session=%(number)s
    method: POST
    uri: https://api.example.com/v1/chat
  response:
    body:
      string: !!binary |
        bGF0ZQ==
    headers:
      date: [Sat, 14 Mar 2026 10:24:31 GMT]
      server: &server
      - nginx
      via: *server
    status: {code: 200, message: OK}
"""
CASSETTE = "interactions:\n" + "".join(ENTRY % {"number": n} for n in (1, 2, 3)) + "version: 1\n"


def document(text: str) -> Document:
    return Document("a.yaml", text, yaml.read(text), syntax="yaml")


def node(doc: Document, number: int, *keys: str) -> Node:
    found = doc.root.members[0].value.items()[number]
    for key in keys:
        inner = found.get(key)
        assert inner is not None
        found = inner
    return found


def cookie_edits(doc: Document, number: int = 1) -> list[Edit]:
    cookie = node(doc, number, "request", "headers", "cookie").items()[0]
    edits = edits_of(doc, [Change(cookie, 0, len(cookie.value), "REDACTED")])
    assert edits is not None
    return edits


def test_windows_are_the_entries_with_edits() -> None:
    doc = document(CASSETTE)
    edits = [*cookie_edits(doc, 0), *cookie_edits(doc, 2)]
    found = windows(CASSETTE, edits)
    assert found is not None
    assert [CASSETTE[window.start : window.end] for window in found] == [
        ENTRY % {"number": 1}, ENTRY % {"number": 3},
    ]  # fmt: skip
    second_yaml.confirm_edits(CASSETTE, apply(CASSETTE, edits), edits)


@pytest.mark.parametrize(
    "text",
    [
        "%YAML 1.1\n---\na:\n  b: anna\n",
        "{a: {b: anna}}\n",
        "? a\n: b: anna\n",
        "a: 1\n---\nb: anna\n",
        "- - anna\n- b\n",
        "anna\n",
    ],
)
def test_without_clear_entries_all_of_the_text_is_read(text: str) -> None:
    at = text.index("anna")
    edits = [Edit(at, at + 4, "eva")]
    new = apply(text, edits)
    second_yaml.confirm_edits(text, new, edits)
    with pytest.raises(Unconfirmed):
        second_yaml.confirm_edits(text, new.replace("b", "c", 1) if "b" in new else "[eva]", edits)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("accept:\n      - application/json", "accept:\n      - text/html"),
        ("REDACTED", "REDACTED\n      - more"),
        ("REDACTED", "!t REDACTED"),
        ("REDACTED", "[REDACTED]"),
        ("- REDACTED", "- *server"),
        ("    method: POST\n    uri", "    uri"),
        ("session=1", "session=3"),
        ("session=3", "session=1"),
        ("version: 1", "version: 2"),
        ("version: 1", "version: '1'"),
        ("version: 1\n", "version: 1\nmore: 1\n"),
        ("interactions", "interaction"),
        ("bGF0ZQ==", "bGF0ZX=="),
        ("!!binary", "!!str"),
        ("&server", "&other"),
    ],
)
def test_a_change_beside_an_edit_is_refused(old: str, new: str) -> None:
    doc = document(CASSETTE)
    edits = cookie_edits(doc)
    text = apply(CASSETTE, edits)
    second_yaml.confirm_edits(CASSETTE, text, edits)
    for smuggled in (text.replace(old, new, 1), new.join(text.rsplit(old, 1))):
        assert smuggled != text
        with pytest.raises(Unconfirmed):
            second_yaml.confirm_edits(CASSETTE, smuggled, edits)


def binary_edit(doc: Document, spelling: str) -> list[Edit]:
    """Replaces a scalar together with its tag."""
    string = node(doc, 1, "response", "body", "string")
    start = doc.text.rindex("!!binary", 0, string.start)
    return [Edit(start, string.end, spelling)]


def test_a_scalar_may_lose_its_tag_with_its_value() -> None:
    doc = document(CASSETTE)
    edits = binary_edit(doc, '"late"')
    new = apply(CASSETTE, edits)
    second_yaml.confirm_edits(CASSETTE, new, edits)
    assert node(document(new), 1, "response", "body", "string").value == "late"


@pytest.mark.parametrize("spelling", ["[late]", "&a late", "*server", '"late"\n    c: 1', "", "{}"])
def test_what_takes_its_place_is_a_scalar(spelling: str) -> None:
    doc = document(CASSETTE)
    edits = binary_edit(doc, spelling)
    with pytest.raises(Unconfirmed):
        second_yaml.confirm_edits(CASSETTE, apply(CASSETTE, edits), edits)


def test_an_anchor_does_not_go_with_a_value() -> None:
    text = "a: &x late\nb: *x\n"
    edits = [Edit(3, 10, "late")]
    with pytest.raises(Unconfirmed):
        second_yaml.confirm_edits(text, apply(text, edits), edits)


def test_whole_headers_go() -> None:
    doc = document(CASSETTE)
    headers = node(doc, 1, "request", "headers")
    edits = delete_members(doc, headers, headers.members[1:])
    assert edits is not None
    new = apply(CASSETTE, edits)
    assert new == CASSETTE.replace("      cookie:\n      - session=2\n", "")
    second_yaml.confirm_edits(CASSETTE, new, edits)
    for old, other in (("POST", "GET"), ("accept", "cookie"), ("session=1", "session=2")):
        with pytest.raises(Unconfirmed):
            second_yaml.confirm_edits(CASSETTE, new.replace(old, other), edits)


@pytest.mark.parametrize("rest", [" {b: 2}", " {*server : 1}", " []", " {", "", " {}\n    more: 1"])
def test_what_is_left_of_all_headers_is_empty(rest: str) -> None:
    doc = document(CASSETTE)
    headers = node(doc, 1, "response", "headers")
    edits = delete_members(doc, headers, headers.members)
    assert edits is None  # Others are refused, and an anchor that is used has to stay.
    headers = node(doc, 1, "request", "headers")
    edits = delete_members(doc, headers, headers.members)
    assert edits is not None
    (edit,) = edits
    new = apply(CASSETTE, edits)
    assert "headers: {}\n" in new
    second_yaml.confirm_edits(CASSETTE, new, edits)
    edits = [edit._replace(text=rest)]
    with pytest.raises(Unconfirmed):
        second_yaml.confirm_edits(CASSETTE, apply(CASSETTE, edits), edits)


@pytest.mark.parametrize("value", ["late\t- x", "late\u2028- x", "\u2028late", "late\tlate"])
def test_both_readers_have_to_agree(value: str) -> None:
    """PyYAML ends lines where YAML 1.2 does not, and suffers tabs where ruamel.yaml does not."""
    at = CASSETTE.index("nginx")
    edits = [Edit(at, at + len("nginx"), value)]
    with pytest.raises(Unconfirmed):
        second_yaml.confirm_edits(CASSETTE, apply(CASSETTE, edits), edits)


def test_comments_are_outside_too() -> None:
    text = CASSETTE.replace("version: 1", "# recorded by hand\nversion: 1")
    edits = cookie_edits(document(text))
    new = apply(text, edits)
    second_yaml.confirm_edits(text, new, edits)
    with pytest.raises(Unconfirmed):
        second_yaml.confirm_edits(text, new.replace("by hand", "by a hand"), edits)


def test_half_of_an_entry_does_not_go() -> None:
    for gone in (
        "      cookie:\n",
        "      - session=2\n",
        "cookie",
        ": https://api.example.com/v1/chat",
    ):
        at = CASSETTE.index(gone, CASSETTE.index("session=1"))
        edits = [Edit(at, at + len(gone), "")]
        with pytest.raises(Unconfirmed):
            second_yaml.confirm_edits(CASSETTE, apply(CASSETTE, edits), edits)


def test_an_edit_in_a_long_text_costs_little() -> None:
    entry = ENTRY.replace("uri: ", "note: " + "late " * 2000 + "\n    uri: ")
    text = "interactions:\n" + "".join(entry % {"number": n} for n in range(100))
    edits = cookie_edits(document(text), 50)
    new = apply(text, edits)
    started = time.process_time()
    second_yaml.confirm_edits(text, new, edits)
    assert time.process_time() - started < 2  # ruamel alone would take a minute.
    assert len(text) > 1_000_000
