"""Whole files with planted values: conversations, unknown JSON, JSON Lines, YAML, SSE scripts,
cassettes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.detection import words
from benchmarks.detection.carriers import CARRIERS, Carrier
from benchmarks.detection.cases import Case
from benchmarks.detection.spelled import Spelled


class Label(NamedTuple):
    """What stands at a place of a file: see ``Case``."""

    label: str
    row: str
    carrier: str
    start: int
    end: int


class File(NamedTuple):
    """A generated file."""

    path: str
    text: str
    labels: tuple[Label, ...]


class _Piece(NamedTuple):
    case: Case
    carrier: Carrier
    text: Spelled


_MOST = {"json": 8, "jsonl": 8, "yaml": 6, "sse": 1, "vcrpy": 6, "har": 6, "nock": 6}
_ENDINGS = {"vcrpy": "yaml", "nock": "json"}


def files(random: Random, planted: Sequence[tuple[Case, str]]) -> Iterator[File]:
    """Files that hold all cases, each in its carrier, in a random order."""
    shuffled = list(planted)
    random.shuffle(shuffled)
    waiting: dict[str, list[_Piece]] = {format: [] for format in _MOST}
    for case, name in shuffled:
        carrier = CARRIERS[name]
        pieces = waiting[carrier.format]
        pieces.append(_Piece(case, carrier, carrier.make(random, case)))
        if len(pieces) >= random.randint(1, _MOST[carrier.format]):
            yield _file(random, carrier.format, pieces)
            waiting[carrier.format] = []
    for format, pieces in waiting.items():
        if pieces:
            yield _file(random, format, pieces)


def _file(random: Random, format: str, pieces: Sequence[_Piece]) -> File:
    if format == "json":
        conversation = random.random() < 0.6
        value = (_conversation if conversation else _unknown)(random, pieces)
        text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
        placed = _filled(text, pieces)
    elif format == "jsonl":
        lines = []
        for number in range(len(pieces)):
            event = {"type": random.choice(words.NOUNS), "seq": number, "data": _hole(number)}
            lines.append(json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n")
        placed = _filled("".join(lines), pieces)
    elif format == "yaml":
        items = (f'{_request(random)}"{_hole(number)}"' for number in range(len(pieces)))
        placed = _filled(f"interactions:\n{''.join(items)}version: 1\n", pieces)
    elif format in ("vcrpy", "har", "nock"):
        placed = _filled(
            _cassette(format, [_hole(number) for number in range(len(pieces))]), pieces
        )
    else:
        placed = [pieces[0].text]
    text = "".join(part.text for part in placed)
    path = f"fixtures/{words.tool(random)}.{_ENDINGS.get(format, format)}"
    return File(path, text, tuple(_labels(placed, pieces)))


def _cassette(format: str, holes: list[str]) -> str:
    """A cassette with a hole for each interaction."""
    if format == "vcrpy":
        return "interactions:\n" + "".join(f'"{hole}"' for hole in holes) + "version: 1\n"
    creator = {"name": "Polly.JS", "version": "6.0.6"}
    log = {"version": "1.2", "creator": creator, "entries": holes}
    value = holes if format == "nock" else {"log": log}
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _hole(number: int) -> str:
    return f"¤{number}¤"


def _filled(text: str, pieces: Sequence[_Piece]) -> list[Spelled]:
    """The parts of a file: template, piece, template, piece and so on, in the order of the text."""
    by_hole = {f'"{_hole(number)}"': piece.text for number, piece in enumerate(pieces)}
    parts: list[Spelled] = []
    rest = text
    for hole, piece in sorted(by_hole.items(), key=lambda pair: text.index(pair[0])):
        before, _, rest = rest.partition(hole)
        parts += [Spelled(before), piece]
    return [*parts, Spelled(rest)]


def _labels(placed: Sequence[Spelled], pieces: Sequence[_Piece]) -> Iterator[Label]:
    by_text = {id(piece.text): piece for piece in pieces}
    at = 0
    for part in placed:
        piece = by_text.get(id(part))
        if piece:
            case = piece.case
            start, end = at + max(part.start, 0), at + part.end
            yield Label(case.label, case.row, piece.carrier.name, start, end)
        at += len(part.text)


def _conversation(random: Random, pieces: Sequence[_Piece]) -> Any:
    turns: list[Any] = []
    for number, piece in enumerate(pieces):
        hole = _hole(number)
        reply = {"from": "assistant", "text": random.choice(words.PLAIN_TEXTS)}
        if piece.carrier.place == "text":
            texts = [{"from": "user", "text": hole}, reply]
            if random.random() < 0.3:
                question = random.choice(words.PLAIN_TEXTS)
                texts = [{"from": "user", "text": question}, {"from": "assistant", "text": hole}]
            turns += texts
            continue
        args: Any = hole if piece.carrier.place == "args" else words.members(random)
        output: Any = hole if piece.carrier.place == "output" else {"ok": True}
        call = {"ref": f"c{number + 1}", "tool": words.tool(random), "args": args}
        turns += [
            {"from": "user", "text": random.choice(words.PLAIN_TEXTS)},
            {"from": "assistant", "calls": [call]},
            {"from": "tools", "results": [{"ref": f"c{number + 1}", "output": output}]},
            reply,
        ]
    meta = {"scenario": words.tool(random).replace("_", "-"), "recorded": "2026-03-14"}
    return {"meta": meta, "turns": turns}


def _unknown(random: Random, pieces: Sequence[_Piece]) -> Any:
    items = [
        {"kind": random.choice(words.NOUNS), random.choice(("body", "value", "content")): hole}
        for hole in map(_hole, range(len(pieces)))
    ]
    return {random.choice(("items", "steps", "entries")): items, "total": len(items)}


def _request(random: Random) -> str:
    lines = (
        "- request:",
        f"    method: {random.choice(('GET', 'POST'))}",
        f"    uri: https://{words.host(random)}/{random.choice(words.NOUNS)}",
        "",
    )
    return "\n".join(lines)
