"""Texts inside texts: found wherever they hide, and edited in the style of every level."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
import zlib
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fixture_lint.documents import yaml
from fixture_lint.documents.codecs import MAX_DECODED
from fixture_lint.documents.edits import apply
from fixture_lint.documents.embedded import Embedded, lift, locate, text_document, value_edit
from fixture_lint.documents.json import read
from fixture_lint.documents.opening import Sealed, texts
from fixture_lint.documents.strings import Text
from fixture_lint.documents.tree import Document

NEEDLE = "Nadel-im-Heu 7 é ✓"


def document(value) -> Document:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return Document("a.json", text, read(text))


def yaml_document(text: str) -> Document:
    return Document("a.yaml", text, yaml.read(text), syntax="yaml")


def found(doc: Document, needle: str = NEEDLE) -> list[Text]:
    return [t for t in texts(doc) if isinstance(t, Text) and needle in t.node.value]


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def wrapped(text: str) -> str:
    encoded = b64(text * 3)
    return "\n".join(encoded[i : i + 20] for i in range(0, len(encoded), 20))


INNER = json.dumps({"field": NEEDLE}, ensure_ascii=False)
CARRIERS = {
    "json": INNER,
    "json twice": json.dumps({"a": INNER}),
    "json, escaped": json.dumps({"field": NEEDLE}),
    "base64": b64(INNER),
    "base64 of a text": b64(NEEDLE),
    "url-safe base64": base64.urlsafe_b64encode(f"???>>> {NEEDLE}".encode()).decode().rstrip("="),
    "wrapped base64": wrapped(NEEDLE),
    "gzip": base64.b64encode(gzip.compress(INNER.encode(), mtime=0)).decode(),
    "zlib": base64.b64encode(zlib.compress(NEEDLE.encode())).decode(),
    "percent": quote(NEEDLE),
    "percent twice": quote(quote(NEEDLE)),
    "query": f"https://host/path?a=1&q={quote(NEEDLE)}#top",
    "form": f"a=1&q={quote(INNER)}",
    "basic": "Basic " + b64(f"user:{NEEDLE}"),
    "data url": "data:application/json;base64," + b64(INNER),
    "jwt": ".".join(["Bearer " + b64('{"alg": "none"}').rstrip("="), b64(INNER).rstrip("="), "x"]),
    "base64 in a sentence": f"see {b64(NEEDLE * 2)}, please",
    "events": "\n".join(f"event: x\ndata: {json.dumps({'v': NEEDLE})}\n" for _ in range(2)),
}


@pytest.mark.parametrize("name", CARRIERS)
def test_every_carrier_is_opened(name):
    doc = document({"body": CARRIERS[name]})
    hits = found(doc)
    assert hits
    for hit in hits:
        at = hit.node.value.index(NEEDLE)
        raw = (hit.node.start + at, hit.node.start + at + len(NEEDLE))
        if isinstance(hit.carrier, Embedded):
            raw = locate(hit.carrier, *raw)
        start, end = raw
        body = doc.root.get("body")
        assert body is not None
        assert body.start <= start < end <= body.end


def deltas(text: str, sizes: list[int]) -> list[str]:
    pieces, position = [], 0
    for size in sizes:
        pieces.append(text[position : position + size])
        position += size
    return [*pieces, text[position:]]


def event(piece: str, index: int = 0):
    return {
        "type": "content_block_delta",
        "index": index,
        "delta": {"type": "text_delta", "text": piece},
    }


def chunk(piece: str):
    return {
        "choices": [
            {"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}}
        ]
    }


@given(st.lists(st.integers(0, 5), max_size=9), st.sampled_from([event, chunk]), st.booleans())
def test_any_split_over_deltas_is_joined(sizes, make, as_text):
    events = [make(piece) for piece in deltas(NEEDLE, sizes)]
    events.append(event("other", 1))
    if as_text:
        doc = document({"body": "".join(f"data: {json.dumps(e)}\n\n" for e in events)})
    else:
        doc = document({"events": events})
    if len(events) > 2 or not as_text:
        assert found(doc) or len(events) == 2


# Lifting


def nest(value: str, codecs: list[str]) -> str:
    for codec in codecs:
        if codec == "json":
            value = json.dumps({"a": 1, "v": value}, ensure_ascii=False)
        elif codec == "escaped":
            value = json.dumps(["x", value])
        elif codec == "base64":
            value = base64.b64encode(value.encode()).decode()
        elif codec == "wrapped":
            encoded = base64.b64encode(value.encode()).decode()
            value = "\n".join(encoded[i : i + 24] for i in range(0, len(encoded), 24))
        elif codec == "percent":
            value = "q=" + quote(value, safe="") + "%20"
    return value


CODECS = ["json", "escaped", "base64", "wrapped", "percent"]


@given(
    st.lists(st.sampled_from(CODECS), max_size=3),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12),
    st.integers(0, 2**32),
)
def test_an_edit_is_lifted_through_every_level(codecs, new, seed):
    old = f"[[{random.Random(seed).getrandbits(64)} Straße]]"
    new = f"<{new} neue Straße 12>"
    doc = document({"keep": "same", "body": nest(old, codecs)})
    hits = [t for t in found(doc, old) if t.node.value == old] or found(doc, old)
    carrier, node = hits[-1][:2]
    at = node.value.index(old)
    edits = lift([value_edit(carrier, node, at, at + len(old), new)])
    assert edits is not None
    result = json.loads(apply(doc.text, edits))
    assert result["keep"] == "same"
    after = document(result)
    assert found(after, new)
    assert not found(after, old)
    if "percent" not in codecs:
        assert result["body"] == nest(new.join(old.split(old)), codecs)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=9), st.text("abcß", max_size=9))
def test_an_edit_of_joined_deltas_keeps_the_number_of_chunks(sizes, new):
    old = "anna@corp.invalid"
    pieces = deltas(f"to {old}, at once", sizes)
    doc = document({"events": [event(piece) for piece in pieces]})
    joined = next(
        t for t in texts(doc) if isinstance(t, Text) and t.node.value == f"to {old}, at once"
    )
    edits = lift([value_edit(joined.carrier, joined.node, 3, 3 + len(old), new)])
    assert edits is not None
    after = json.loads(apply(doc.text, edits))["events"]
    assert len(after) == len(pieces)
    assert "".join(e["delta"]["text"] for e in after) == f"to {new}, at once"


def test_compressed_bytes_are_read_and_not_put_back():
    doc = document({"body": CARRIERS["gzip"]})
    (hit,) = (h for h in found(doc) if h.node.value == NEEDLE)
    assert lift([value_edit(hit.carrier, hit.node, 0, 5, "x")]) is None


# YAML: a value is carried by a scalar of any style


def single_quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def double_quoted(value: str) -> str:
    escaped = json.dumps(value, ensure_ascii=False)
    return escaped.replace("/", "\\/")


def continued(value: str) -> str:
    """Double quotes in lines of 12 characters, broken in the middle of anything but an escape."""
    pieces = [double_quoted(value[at : at + 12])[1:-1] for at in range(0, len(value), 12)]
    escaped = [re.sub("^ ", r"\\ ", piece) for piece in pieces]
    return '"' + "\\\n      ".join(escaped) + '"'


def folded_quoted(value: str) -> str:
    """Single quotes, with a line end instead of each single space between visible characters."""
    return re.sub(r"(?<=\S) (?=\S)", "\n      ", single_quoted(value))


def block(header: str, value: str) -> str:
    return f"{header}\n      " + re.sub(r"\n(?!\n)", "\n      ", value)


def folded_block(value: str) -> str:
    lines = re.sub(r"(?<=\S) (?=\S)", "\n", value)
    return block(">-", re.sub(r"\n", "\n\n", lines) if "\n" in value else lines)


STYLES = {
    "single": single_quoted,
    "single, folded": folded_quoted,
    "double": double_quoted,
    "double, continued": continued,
    "literal": lambda value: block("|-", value),
    "literal, kept": lambda value: block("|+", value),
    "folded": folded_block,
    "plain": lambda value: value,
    "binary": lambda value: "!!binary |-\n      " + re.sub("\n", "\n      ", value),
}


@given(
    st.sampled_from(sorted(STYLES)),
    st.lists(st.sampled_from(CODECS), max_size=3),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12),
    st.integers(0, 2**32),
    st.booleans(),
)
def test_an_edit_is_lifted_into_a_scalar_of_any_style(style, codecs, new, seed, in_brackets):
    old = f"(({random.Random(seed).getrandbits(64)} Straße))"
    new = f"<{new} neue Straße 12>"
    value = nest(old, codecs)
    is_folding = style in ("folded", "single", "single, folded", "plain")
    assume(not is_folding or "\n" not in value)
    assume(style != "plain" or not set(value) & set(":{}[]#,\"'%"))
    assume(style != "binary" or (codecs and codecs[-1] in ("base64", "wrapped")))
    scalar = STYLES[style](value)
    is_block = style in ("literal", "literal, kept", "folded", "binary")
    before, after = (
        ("{a: 'x', body: ", ", b: 1.0}") if in_brackets else ("a: 'x'\nbody: ", "\nb: 1.0")
    )
    assume(not (in_brackets and is_block))
    doc = yaml_document(f"{before}{scalar}{after} # end\n")
    body = doc.root.get("body")
    assert body is not None
    assert body.value.removesuffix("\n") == value
    hits = [t for t in found(doc, old) if t.node.value == old] or found(doc, old)
    carrier, node = hits[-1][:2]
    at = node.value.index(old)
    edits = lift([value_edit(carrier, node, at, at + len(old), new)])
    assert edits is not None
    text = apply(doc.text, edits)
    assert text.startswith(before)
    assert text.endswith(f"{after} # end\n")
    result = yaml_document(text)
    assert [member.name for member in result.root.members] == ["a", "body", "b"]
    assert found(result, new)
    assert not found(result, old)
    if "percent" not in codecs:
        changed = result.root.get("body")
        assert changed is not None
        assert changed.value.removesuffix("\n") == nest(new, codecs)


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=9),
    st.text("abcß", max_size=9),
    st.sampled_from([double_quoted, single_quoted, continued, lambda value: block("|-", value)]),
)
def test_deltas_in_events_in_a_scalar_keep_their_number(sizes, new, spell):
    old = "anna@corp.invalid"
    pieces = deltas(f"to {old}, at once", sizes)
    stream = "\n\n".join(f"data: {json.dumps(event(piece))}" for piece in pieces)
    doc = yaml_document(f"body: {spell(stream)}\nz: 1\n")
    joined = next(
        t for t in texts(doc) if isinstance(t, Text) and t.node.value == f"to {old}, at once"
    )
    edits = lift([value_edit(joined.carrier, joined.node, 3, 3 + len(old), new)])
    assert edits is not None
    after = yaml_document(apply(doc.text, edits)).root.get("body")
    assert after is not None
    events = [json.loads(line[6:]) for line in after.value.split("\n") if line]
    assert len(events) == len(pieces)
    assert "".join(e["delta"]["text"] for e in events) == f"to {new}, at once"


def test_two_changes_of_one_scalar_are_made_together():
    doc = yaml_document("body: 'one Anna, two Anna' # note\n")
    node = doc.root.members[0].value
    edits = lift([value_edit(doc, node, 4, 8, "E\nva"), value_edit(doc, node, 14, 18, "Eva")])
    assert edits is not None
    assert apply(doc.text, edits) == 'body: "one E\\nva, two Eva" # note\n'


def test_one_change_that_cannot_be_spelled_stops_all():
    doc = yaml_document("a: 'Anna' # Anna\n")
    comment = next(t.node for t in texts(doc) if isinstance(t, Text) and t.node.value[0] == "#")
    changes = [value_edit(doc, doc.root.members[0].value, 0, 4, "Eva")]
    assert lift(changes) is not None
    assert lift([*changes, value_edit(doc, comment, 2, 6, "E\nva")]) is None


def test_the_events_of_a_text_are_edited_in_place():
    doc = text_document("a.sse", f'event: x\r\ndata: {{"v": "{NEEDLE}"}}\r\n\r\n')
    hit = next(t for t in found(doc) if t.node.value == NEEDLE)
    edits = lift([value_edit(hit.carrier, hit.node, 0, 5, 'n"x')])
    assert edits is not None
    assert apply(doc.text, edits) == doc.text.replace("Nadel", 'n\\"x')


# Limits


def sealed(doc: Document) -> list[Sealed]:
    return [t for t in texts(doc) if isinstance(t, Sealed)]


def test_a_bomb_is_not_unpacked():
    bomb = zlib.compress(b"\0" * (MAX_DECODED + 10))
    (closed,) = sealed(document({"body": base64.b64encode(bomb).decode()}))
    assert (closed.is_limit, closed.why) == (True, "it decodes to more than 32 MiB")


def test_nesting_ends_at_the_limit():
    value = NEEDLE
    for _ in range(6):
        value = json.dumps([value])
    (closed,) = sealed(document([value]))
    assert (closed.is_limit, "more than 5 levels" in closed.why) == (True, True)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (gzip.compress(b"x" * 100, mtime=0)[:-9], "truncated gzip"),
        (b"\x1f\x8b\x08\x00" + b"\xff" * 20, "damaged gzip"),
        (b"\x28\xb5\x2f\xfd" + b"1" * 20, "Zstandard"),
        (b"Salted__" + b"1" * 20, "OpenSSL-encrypted"),
    ],
    ids=["truncated", "damaged", "zstd", "openssl"],
)
def test_what_stays_closed_is_named(data, why):
    (closed,) = sealed(document({"body": base64.b64encode(data).decode()}))
    assert (closed.why, closed.is_limit) == (why, False)


def test_a_data_url_is_no_stream_and_its_media_is_not_opened():
    packed = base64.b64encode(b"PK\x03\x04" + b"1" * 40).decode()
    url = f"data:application/vnd.example-document;base64,{packed}"
    assert sealed(document({"file_data": url})) == []
    assert len(sealed(document({"said": packed}))) == 1


def test_what_stands_beside_a_percent_encoded_url_is_not_encoded():
    said = "see https://shop.example/a%20b?q=%D1%8F and mail to anna"
    inner = [
        text.node.value
        for text in texts(document({"said": said}))
        if isinstance(text, Text) and "b?q=" in text.node.value and text.node.value != said
    ]
    assert inner == ["https://shop.example/a b?q=я"]


@given(
    st.recursive(
        st.text(max_size=60),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
    )
)
def test_anything_can_be_opened(value):
    for text in texts(document(value)):
        assert isinstance(text, Text | Sealed)
