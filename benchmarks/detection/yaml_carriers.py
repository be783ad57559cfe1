"""Carriers in YAML: the styles of scalars, headers as lists, binary bodies, streams in strings."""

from __future__ import annotations

import json
from random import Random

from benchmarks.detection import words
from benchmarks.detection.cases import Case, spelled_name
from benchmarks.detection.registry import NO_HEADERS, TOKENS, carrier, key_of, object_of
from benchmarks.detection.spelled import (
    HOLE,
    Spelled,
    base64_text,
    gzip_text,
    joined,
    yaml_continued,
    yaml_double,
    yaml_folded,
    yaml_literal,
    yaml_scalar,
    yaml_single,
)
from benchmarks.detection.streams import stream

IN = " " * 6


@carrier("SSE in a string of a cassette", "yaml", named=False, forms=NO_HEADERS)
def _stream_in_yaml(random: Random, case: Case) -> Spelled:
    events = stream(case.prose, random, arguments=False)
    if random.random() < 0.5:
        return yaml_literal(Spelled(events.text.rstrip("\n"), events.start, events.end), IN).put(
            f"    body: |\n{HOLE}"
        )
    return yaml_double(events).put(f"    body: {HOLE}\n")


@carrier("!!binary, wrapped base64", "yaml")
def _binary(random: Random, case: Case) -> Spelled:
    body = base64_text(object_of(random, case), random.choice((60, 76)), "\n" + IN)
    return body.put(f"    body: !!binary |\n{IN}{HOLE}\n")


@carrier("gzip in !!binary", "yaml")
def _gzip_binary(random: Random, case: Case) -> Spelled:
    body = gzip_text(object_of(random, case), 76, "\n" + IN)
    return body.put(f"    body: !!binary |\n{IN}{HOLE}\n")


def _header_list(random: Random, name: str, value: Spelled) -> Spelled:
    return yaml_scalar(value, random).put(f"    headers:\n{IN}{name}:\n{IN}- {HOLE}\n")


@carrier("Bearer header in a YAML list", "yaml", forms=TOKENS)
def _bearer(random: Random, case: Case) -> Spelled:
    name = random.choice(("Authorization", "authorization"))
    return _header_list(random, name, case.value.put(f"Bearer {HOLE}"))


@carrier("x-api-key header in a YAML list", "yaml", forms=TOKENS)
def _api_key(random: Random, case: Case) -> Spelled:
    name = random.choice(("x-api-key", "X-Api-Key", "api-key", "x-goog-api-key"))
    return _header_list(random, name, case.value)


@carrier("cookie header", "yaml", forms=frozenset(("token", "cookie")))
def _cookie(random: Random, case: Case) -> Spelled:
    value = case.value
    if case.form != "cookie":
        name = random.choice(("session", "sid", "auth_token", "sessionid", "access_token", "jwt"))
        value = value.put(f"{name}={HOLE}")
    if random.random() < 0.5:
        return _header_list(random, "cookie", value.put(f"theme=dark; {HOLE}; lang=en"))
    return _header_list(random, "set-cookie", value.put(f"{HOLE}; Path=/; HttpOnly; Secure"))


@carrier("YAML, folded in the middle of the value", "yaml")
def _continued(random: Random, case: Case) -> Spelled:
    scalar = yaml_continued(case.value, random, IN)
    return scalar.put(f"    {_yaml_key(random, case)}: {HOLE}\n")


@carrier("YAML, folded beside the value", "yaml", named=False, forms=NO_HEADERS)
def _folded(random: Random, case: Case) -> Spelled:
    return yaml_folded(case.prose, random, IN).put(f"    note: {HOLE}\n")


@carrier("YAML scalar under a telling key", "yaml")
def _scalar(random: Random, case: Case) -> Spelled:
    return yaml_scalar(case.value, random).put(f"    {_yaml_key(random, case)}: {HOLE}\n")


@carrier("YAML single-quoted", "yaml", named=False, forms=NO_HEADERS)
def _single(random: Random, case: Case) -> Spelled:
    return yaml_single(case.prose).put(f"    text: {HOLE}\n")


@carrier("YAML literal block", "yaml")
def _literal(random: Random, case: Case) -> Spelled:
    name = spelled_name(case.words, random.choice(("upper", "snake")))
    quote = '"' if "\n" in case.value.text else ""
    line = case.value.put(f"{name}={quote}{HOLE}{quote}")
    if case.form in ("personal", "cookie", "header"):
        line = case.value.put(f"{spelled_name(case.words, 'header')}: {HOLE}")
    lines = joined([Spelled(f"{random.choice(words.NOUNS)} loaded\n"), line, Spelled("\ndone")])
    return yaml_literal(lines, IN).put(f"    output: |\n{HOLE}")


def _yaml_key(random: Random, case: Case) -> str:
    name = key_of(random, case)
    return name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name)
