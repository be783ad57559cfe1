"""Texts inside texts: found wherever they hide, and edited in the style of every level."""

from __future__ import annotations

import base64
import gzip
import json
import random
import zlib
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.documents.codecs import MAX_DECODED
from fixture_lint.documents.edits import apply
from fixture_lint.documents.embedded import Embedded, lift, locate, value_edit
from fixture_lint.documents.json import read
from fixture_lint.documents.opening import Sealed, Text, texts
from fixture_lint.documents.tree import Document

NEEDLE = "Nadel-im-Heu 7 é ✓"


def document(value) -> Document:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return Document("a.json", text, read(text))


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
    carrier, node, _ = hits[-1]
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


@given(
    st.recursive(
        st.text(max_size=60),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
    )
)
def test_anything_can_be_opened(value):
    for text in texts(document(value)):
        assert isinstance(text, Text | Sealed)
