"""Carriers in JSON, JSON Lines and streams of events."""

from __future__ import annotations

import json
from random import Random

from benchmarks.detection import words
from benchmarks.detection.cases import Case, spelled_name
from benchmarks.detection.registry import NO_HEADERS, carrier, key_of, object_of
from benchmarks.detection.spelled import (
    HOLE,
    Spelled,
    base64_text,
    gzip_text,
    in_json,
    json_escaped,
    json_string,
    percent,
)
from benchmarks.detection.streams import stream


@carrier("in a sentence", "json", "text", named=False, forms=NO_HEADERS)
def _sentence(random: Random, case: Case) -> Spelled:
    return json_string(case.prose, random.random() < 0.2)


@carrier("in brackets, before a comma", "json", "text", named=False, forms=NO_HEADERS)
def _brackets(random: Random, case: Case) -> Spelled:
    if case.form == "personal":
        return json_string(Spelled(f"{random.choice(words.PLAIN_TEXTS)} (") + case.prose + "), ok")
    marks = random.choice((f"(seen: {HOLE}), and", f"[{HOLE}], then", f"“{HOLE}”, also"))
    return json_string(case.prose.put(marks))


@carrier("argument of a tool", "json", "args")
def _arguments(random: Random, case: Case) -> Spelled:
    return object_of(random, case, compact=False)


@carrier("JSON in a string", "json", "output")
def _json(random: Random, case: Case) -> Spelled:
    return json_string(object_of(random, case))


@carrier("JSON in JSON in a string", "json", "output")
def _json_twice(random: Random, case: Case) -> Spelled:
    inner = in_json({"body": HOLE, **words.members(random)}, json_string(object_of(random, case)))
    return json_string(inner)


@carrier("NAME=value line", "json", "output", forms=NO_HEADERS)
def _variable(random: Random, case: Case) -> Spelled:
    name = spelled_name(case.words, "upper")
    form = random.choice((f"{name}={HOLE}", f'{name}="{HOLE}"', f"export {name}='{HOLE}'"))
    if "\n" in case.value.text or " " in case.value.text:
        form = f'{name}="{HOLE}"'
    noun, verb = random.choice(words.NOUNS), random.choice(words.VERBS)
    return json_string(case.value.put(f"$ {verb} {noun}\nLEVEL={random.randint(1, 9)}\n{form}\n"))


@carrier("code, tables, command lines", "json", "output", forms=NO_HEADERS)
def _code(random: Random, case: Case) -> Spelled:
    name = spelled_name(case.words, random.choice(("snake", "camel", "kebab")))
    label, snake = " ".join(case.words), spelled_name(case.words, "snake")
    value = json_string(case.value) if "\n" in case.value.text else case.value
    lines: tuple[str, ...]
    if case.form == "personal":
        lines = (
            f"- **{label.capitalize()}:** {HOLE}", f"| {label.capitalize()} | {HOLE} |",
            f"{label.capitalize()}: {HOLE}", f"<{snake}>{HOLE}</{snake}>", f"{snake}={HOLE}",
            f"  {name}: {HOLE}", f'{snake} = "{HOLE}"', f"* {label}: {HOLE}",
        )  # fmt: skip
    elif value is not case.value:
        lines = (f"{snake} = {HOLE}", f"{name}: {HOLE}")
    else:
        lines = (
            f'{snake} = "{HOLE}"', f"const {name.replace('-', '_')} = '{HOLE}';", f"{name}: {HOLE}",
            f"run --{spelled_name(case.words, 'kebab')} {HOLE} --verbose", f"| {name} | {HOLE} |",
            f"client = Client({snake}='{HOLE}', timeout=30)", f"<{name}>{HOLE}</{name}>",
            f"ENV {spelled_name(case.words, 'upper')}={HOLE}", f"'{name}' => '{HOLE}',",
            f"- **{label}**: `{HOLE}`", f"{spelled_name(case.words, 'header')}: {HOLE}",
            f"set {spelled_name(case.words, 'upper')}={HOLE}", f"{name}={HOLE}",
        )  # fmt: skip
    before = random.choice(("", "# settings\n", "import os\n\n", "[service]\nlevel = 2\n"))
    after = random.choice(("", "\n", "\n# done", "\nlevel: 3\n"))
    return json_string(value.put(f"{before}{random.choice(lines)}{after}"))


@carrier("value in an object or list below a name", "json", "output")
def _nested(random: Random, case: Case) -> Spelled:
    name = key_of(random, case)
    shapes = (
        {random.choice(("config", "settings", "profile", "data")): {name: HOLE}},
        {name: [HOLE]},
        {"items": [{"id": random.randint(1, 99), name: HOLE}]},
    )
    return in_json(random.choice(shapes), json_string(case.value))


@carrier("base64 of JSON", "json", "output")
def _base64(random: Random, case: Case) -> Spelled:
    return json_string(base64_text(object_of(random, case)))


@carrier("gzip in base64", "json", "output")
def _gzip(random: Random, case: Case) -> Spelled:
    return json_string(gzip_text(object_of(random, case)))


@carrier("Basic header", "json", "output", forms=frozenset(("token", "password")))
def _basic(random: Random, case: Case) -> Spelled:
    pair = Spelled(random.choice(("api", "svc", words.syllables(random))) + ":") + case.value
    header = base64_text(pair).put(f"Basic {HOLE}")
    name = random.choice(("Authorization", "authorization", "Proxy-Authorization"))
    return in_json({"headers": {"accept": "*/*", name: HOLE}}, json_string(header))


@carrier("HAR name and value", "json", "output")
def _har(random: Random, case: Case) -> Spelled:
    name = spelled_name(case.words, random.choice(("header", "kebab", "camel", "snake")))
    pairs = [{"name": "accept", "value": "*/*"}, {"name": name, "value": HOLE}]
    return in_json(
        {random.choice(("headers", "queryString", "params")): pairs}, json_string(case.value)
    )


def address(random: Random, case: Case) -> Spelled:
    """An address with the value in its query."""
    if case.form == "url":
        return case.value
    name = spelled_name(case.words, random.choice(("snake", "camel", "kebab")))
    before = f"https://{words.host(random)}/v1/{random.choice(words.NOUNS)}"
    more = f"{random.choice(words.NOUNS)}={random.randint(1, 99)}"
    query = random.choice((f"?{more}&{name}={HOLE}", f"?{name}={HOLE}&{more}", f"?{name}={HOLE}"))
    return percent(case.value).put(before + query)


@carrier("query of a URL", "json", "output", forms=NO_HEADERS)
def _url(random: Random, case: Case) -> Spelled:
    return in_json({"url": HOLE, **words.members(random)}, json_string(address(random, case)))


@carrier("query of a URL in JSON in a string", "json", "output", forms=NO_HEADERS)
def _url_in_json(random: Random, case: Case) -> Spelled:
    return json_string(_url(random, case))


@carrier("form body", "json", "output", forms=NO_HEADERS)
def _form(random: Random, case: Case) -> Spelled:
    name = spelled_name(case.words, random.choice(("snake", "camel")))
    value = percent(case.value).put(f"grant={random.choice(words.NOUNS)}&{name}={HOLE}&n=2")
    return in_json({"body": HOLE}, json_string(value))


@carrier("percent-encoded twice", "json", "output", forms=NO_HEADERS)
def _percent_twice(random: Random, case: Case) -> Spelled:
    inner = percent(address(random, case))
    url = inner.put(f"https://{words.host(random)}/go?next={HOLE}")
    return in_json({"location": HOLE}, json_string(url))


@carrier("JSON in a string with \\u0022", "json", "output")
def _escaped_quotes(random: Random, case: Case) -> Spelled:
    def encode(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', "\\u0022")

    return object_of(random, case).spell(encode).put(f'"{HOLE}"')


@carrier("every character as \\uXXXX", "json", "args")
def _all_escaped(random: Random, case: Case) -> Spelled:
    return in_json({**words.members(random), key_of(random, case): HOLE}, json_escaped(case.value))


@carrier("JSON Lines event", "jsonl")
def _event(random: Random, case: Case) -> Spelled:
    return object_of(random, case)


@carrier("SSE, text deltas", "sse", named=False, forms=NO_HEADERS)
def _text_deltas(random: Random, case: Case) -> Spelled:
    return stream(case.prose, random, arguments=False)


@carrier("SSE, argument deltas", "sse")
def _argument_deltas(random: Random, case: Case) -> Spelled:
    return stream(object_of(random, case), random, arguments=True)
