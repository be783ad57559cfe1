"""Makes the corpora: conversations about parcels and couriers. One seed makes the same bytes.

``python benchmarks/generate.py FOLDER`` writes a thousand clean ones there, to look at them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from words import PLAIN, WORDY, Language, Words

MEDIAN, SPREAD, SMALLEST, LARGEST = 4300, 0.95, 900, 40_000
"""Sizes are spread log-normally around the median; all in bytes."""
MIN_TURNS, MAX_TURNS = 4, 40
BYTES_A_TURN = 430

_NOTES = (
    "{} reports a delay, the agent looks it up once and offers a new window",
    "{} cannot be found at first; the second lookup succeeds",
    "客户询问包裹,查询一次后得到答复 ({})",
    "клиент спрашивает дважды, агент уточняет номер ({})",
)
_ADJECTIVES = ("late", "lost", "heavy", "early", "broken", "quiet", "double", "wet", "small", "odd")
_NOUNS = ("parcel", "courier", "depot", "crate", "van", "label", "route", "window")


def write(folder: Path, count: int, make: Callable[[str, int], str]) -> list[Path]:
    """Writes conversations, each named after its scenario, and returns their paths. One at a
    time: a process that grew here would spoil the measurement of memory."""
    folder.mkdir(parents=True)
    paths = []
    for number in range(count):
        name = f"{_pick(_ADJECTIVES, number)}-{_pick(_NOUNS, number // 10)}-{number}"
        paths.append(folder / f"{name}.json")
        paths[-1].write_bytes(make(name, number).encode())
    return paths


def clean(name: str, seed: int) -> str:
    """A clean conversation in canonical layout."""
    return _canonical(_conversation(name, seed, PLAIN))


def wordy(name: str, seed: int) -> str:
    """One of the same size as the clean one of that seed, full of words that alarm linters."""
    return _canonical(_conversation(name, seed, WORDY))


def dirty(name: str, seed: int) -> str:
    """The clean one of that seed as a recorder leaves it; ``--fix`` repairs all of it."""
    rng = random.Random(f"dirty {seed}")
    made = _conversation(name, seed, PLAIN)
    made["meta"]["recorded"] += "T10:24:31Z"
    ids: dict[str, str] = {}
    for turn in made["turns"]:
        for call in turn.get("calls", ()):
            ids[call["ref"]] = call["id"] = _provider_id(rng, "call")
            del call["ref"]
        for result in turn.get("results", ()):
            result["tool_call_id"] = ids[result.pop("ref")]
        if turn["from"] == "assistant":
            turn["created_at"] = f"2026-03-14T10:{rng.randrange(10, 60)}:00.120Z"
            turn["usage"] = {"input_tokens": rng.randrange(900), "output_tokens": rng.randrange(90)}
            turn["latency_ms"] = rng.randrange(200, 4000)
    return json.dumps(made, indent=4)


def mixed(name: str, seed: int) -> str:
    """Three of ten are dirty."""
    return dirty(name, seed) if seed % 10 in (2, 5, 8) else clean(name, seed)


def alike(name: str, seed: int) -> str:
    """One that is nearly equal to those of all other seeds: one value and the header differ."""
    made = _conversation(name, seed, PLAIN)
    results = {f"box {number}": number for number in range(40)} | {"box 7": seed}
    made["turns"] = [
        {"from": "user", "text": "what is in the van?"},
        {"from": "assistant", "calls": [{"ref": "c1", "tool": "list_boxes", "args": {"van": 3}}]},
        {"from": "tools", "results": [{"ref": "c1", "output": results}]},
        {"from": "assistant", "text": "Forty boxes."},
    ]
    return _canonical(made)


def hostile(shape: str, size: int) -> str:
    """One file of about a size, of a kind that costs much for each byte."""
    head = '{"meta": {"scenario": "hostile"}, "turns": ['
    rng = random.Random(shape)
    unit: Callable[[int], str] = {
        "duplicate keys": lambda n: '{"from": "user", "text": "", "text": "", "text": ""}',
        "escapes": lambda n: '{"from": "user", "text": "' + "\\u0041\\/" * 40 + '"}',
        "nesting": lambda n: '{"from": "user", "text": ' + "[" * 200 + "]" * 200 + "}",
        "unanswered calls": lambda n: (
            f'{{"from": "assistant", "calls": [{{"ref": "c{n}", "tool": "t", "args": {{}}}}]}}'
        ),
        "provider ids": lambda n: f'{{"from": "user", "text": "{_provider_id(rng, "call")}"}}',
    }[shape]
    turns, length = [unit(0)], 0
    while length < size:
        turns.append(unit(len(turns)))
        length += len(turns[-1]) + 2
    return head + ", ".join(turns) + "]}\n"


HOSTILE = ("duplicate keys", "escapes", "nesting", "unanswered calls", "provider ids")


def _conversation(name: str, seed: int, words: Words) -> dict[str, Any]:
    rng = random.Random(seed)
    target = round(rng.lognormvariate(0, SPREAD) * MEDIAN)
    target = min(max(target, SMALLEST), LARGEST)
    language = words.languages[rng.choices((0, 1, 2), (80, 10, 10))[0]]
    meta = {
        "scenario": name,
        "recorded": f"2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}",
        "provider": rng.choice(("chat-completions", "messages", "converse")),
        "model": "recorded-from-staging",
        "note": rng.choice(_NOTES).format(f"carrier of parcel {seed}"),
    }
    made: dict[str, Any] = {"meta": meta, "turns": []}
    wanted = min(max(target // BYTES_A_TURN, MIN_TURNS), MAX_TURNS)
    plan = list(_plan(rng, wanted))
    left = target - len(_canonical(made).encode())
    refs: list[str] = []
    count = 0
    for place, speaker in enumerate(plan):
        budget = max(left // (len(plan) - place), 0)
        if speaker == "call":
            refs = [f"c{count + n + 1}" for n in range(1 + (budget > 500 and rng.random() < 0.3))]
            count += len(refs)
        turn = _turn(rng, speaker, refs, budget, words, language)
        made["turns"].append(turn)
        left -= len(json.dumps(turn, indent=2, ensure_ascii=False).replace("\n", "\n    ").encode())
    # The last text makes up for what the turns fell short of.
    missing = target - len(_canonical(made).encode())
    if missing > 0:
        made["turns"][-1]["text"] += language.glue + _text(rng, language, missing)
    return made


def _plan(rng: random.Random, wanted: int) -> Iterator[str]:
    """Who speaks: a user, any number of calls with their results, an assistant, and again."""
    done = 0
    while done == 0 or done + 2 <= wanted:
        rounds = min(1 if done == 0 else rng.choice((0, 1, 1, 2)), (wanted - done) // 2 - 1)
        yield "user"
        for _ in range(rounds):
            yield from ("call", "tools")
        yield "assistant"
        done += 2 + 2 * rounds


def _turn(
    rng: random.Random, speaker: str, refs: list[str], budget: int, words: Words, lang: Language
) -> dict[str, Any]:
    share = budget // max(len(refs), 1) - 120
    if speaker == "call":
        calls = [
            {"ref": ref, "tool": rng.choice(words.tools), "args": _object(rng, words, lang, share)}
            for ref in refs
        ]
        return {"from": "assistant", "calls": calls}
    if speaker == "tools":
        if rng.random() < 0.06:
            error = {"code": "timeout", "message": _text(rng, lang, share), "retryable": True}
            return {"from": "tools", "results": [{"ref": ref, "error": error} for ref in refs]}
        results = [{"ref": ref, "output": _object(rng, words, lang, share)} for ref in refs]
        return {"from": "tools", "results": results}
    return {"from": speaker, "text": _text(rng, lang, min(budget - 60, rng.randrange(40, 700)))}


def _object(rng: random.Random, words: Words, lang: Language, size: int, depth: int = 7) -> Any:
    """An object that takes about ``size`` bytes in canonical layout at that depth, at least one
    member."""
    made: dict[str, Any] = {}
    keys = rng.sample(words.keys, len(words.keys))
    while not made or (size > 0 and keys):
        key = keys.pop()
        room = min(size, rng.randrange(60, 900))
        if room > 200 and depth < 11 and rng.random() < 0.6:
            items = [_object(rng, words, lang, room // 2, depth + 2) for _ in range(2)]
            made[key] = items if rng.random() < 0.4 else items[0]
        else:
            made[key] = _scalar(rng, lang)
        rendered = json.dumps({key: made[key]}, indent=2, ensure_ascii=False)
        size -= len(rendered.encode()) + 2 * depth * rendered.count("\n")
    return made


def _scalar(rng: random.Random, lang: Language) -> Any:
    return rng.choice(
        (
            lambda: rng.randrange(100),
            lambda: rng.randrange(1, 400) / 4,
            lambda: rng.random() < 0.5,
            lambda: None,
            lambda: f"P-{rng.randrange(1000, 9999)}",
            lambda: f"2026-03-{rng.randrange(10, 29)}",
            lambda: _text(rng, lang, 50),
            lambda: rng.sample(lang.subjects, 3),
        )
    )()


def _text(rng: random.Random, lang: Language, size: int) -> str:
    """Sentences of about ``size`` bytes together, at least one."""
    made = ""
    while not made or len(made.encode()) < size - 30:
        parts = (rng.choice(lang.subjects), rng.choice(lang.actions), rng.choice(lang.places))
        made += lang.glue.join(parts) + lang.stop
    return made.rstrip()


def _provider_id(rng: random.Random, prefix: str) -> str:
    letters = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    return f"{prefix}_7{''.join(rng.choices(letters, k=18))}"


def _canonical(made: dict[str, Any]) -> str:
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _pick(words: tuple[str, ...], number: int) -> str:
    return words[number % len(words)]


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    write(arguments.parse_args().folder, 1000, clean)
