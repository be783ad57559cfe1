"""What looks like a secret and is none: ids, hashes, media, placeholders, prose about keys.

Each maker gives the words of the name under which a value stands and the value; without words the
value is a whole text.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Iterator
from random import Random

from benchmarks.detection import words
from benchmarks.detection.carriers import CARRIERS
from benchmarks.detection.cases import NOTHING, Case, in_prose
from benchmarks.detection.lookalike_texts import (
    AN,
    HEX,
    Made,
    example,
    pick,
    placeholder,
    prose,
    schema,
    settings,
)
from benchmarks.detection.spelled import Spelled
from benchmarks.detection.words import listed
from fixture_lint.detectors.families import families
from fixture_lint.detectors.samples import near_miss

_IDS = listed(
    "chatcmpl-|msg_|toolu_|call_|resp_|req_|run_|file-|asst_|thread_|step_|batch_|rs_|fc_|srvtoolu_"
    "|gen-|item_|ws_|cmpl-|tooluse_|chatcmpl-tool-|fp_|org-|proj_|evt_|cus_|sub_"
)


def _uuid(random: Random) -> str:
    digits = pick(random, HEX, 32)
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _provider_id(random: Random) -> Made:
    value = random.choice(_IDS) + pick(random, AN, random.choice((16, 20, 24, 29, 32)))
    names = "id|tool call id|request id|message id|previous response id|token|api key|call ref"
    name = random.choice(listed(names))
    return (name, value) if random.random() < 0.7 else ("", _said(random, value))


def _said(random: Random, value: str) -> str:
    return in_prose(Spelled(value), words.sentence(random)).text


def _other_id(random: Random) -> Made:
    kinds: tuple[Callable[[], str], ...] = (
        lambda: _uuid(random),
        lambda: _uuid(random).upper(),
        lambda: "01" + pick(random, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 24),
        lambda: f"00-{pick(random, HEX, 32)}-{pick(random, HEX, 16)}-01",
        lambda: pick(random, AN, 9),
        lambda: f"functions.{words.tool(random)}:{random.randint(0, 9)}",
        lambda: f"{pick(random, HEX, 16)}-{random.choice(('FRA', 'AMS', 'SIN'))}",
    )
    value = random.choice(kinds)()
    names = "id|session id|trace id|correlation id|traceparent|cf ray|device id|run id|parent"
    return (random.choice(listed(names)), value)


def _hash(random: Random) -> Made:
    digest = pick(random, HEX, random.choice((32, 40, 56, 64, 96, 128)))
    if random.random() < 0.5:
        names = "sha|commit|sha256|md5|etag|checksum|digest|fingerprint|git sha|content hash|tree"
        value = random.choice((digest, f'W/"{digest}"', f"sha256:{digest}", digest))
        return random.choice(listed(names)), value
    said = "commit {}|merged as {} yesterday|the key change came with commit {}|digest: sha256:{}"
    said += (
        "|the token test broke at {}|в коммите {} сломался тест|提交 {} 之后失败了|blob {} (secret)"
    )
    return "", random.choice(listed(said)).format(digest)


def _media(random: Random) -> Made:
    heads: tuple[bytes, ...] = (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\xff\xd8\xff\xe0\0\x10JFIF\0",
        b"%PDF-1.7\n%\xe2\xe3",
    )
    heads += (b"GIF89a", b"RIFF\x24\x08\0\0WAVEfmt ", b"OggS\0\x02", b"\0asm\1\0\0\0", b"wOF2")
    data = base64.b64encode(random.choice(heads) + random.randbytes(random.randint(60, 900)))
    text = data.decode()
    if random.random() < 0.3:
        text = f"data:{random.choice(('image/png', 'audio/wav', 'application/pdf'))};base64,{text}"
    return random.choice(listed("data|image|b64 json|file data|url|content|audio|body")), text


def _opaque(random: Random) -> Made:
    data = random.randbytes(random.randint(90, 700))
    encode = random.choice((base64.b64encode, base64.urlsafe_b64encode))
    names = "signature|thought signature|encrypted content|redacted thinking|reasoning encrypted"
    return random.choice(listed(names)), encode(data).decode()


def _embedding(random: Random) -> Made:
    numbers = [random.uniform(-0.2, 0.2) for _ in range(random.choice((32, 96, 192)))]
    data = struct.pack(f"<{len(numbers)}f", *numbers)
    return random.choice(("embedding", "vector", "embeddings")), base64.b64encode(data).decode()


def _padding(random: Random) -> Made:
    return "obfuscation", pick(random, AN, random.randint(1, 24))


def _near_miss(random: Random) -> Made:
    family = random.choice(families())
    text, name = near_miss(family.name, random.choice(family.near_misses), random)
    return (name.replace("_", " "), text) if name else ("", text)


def _path_or_name(random: Random) -> Made:
    camel = "".join(
        random.choice(words.VERBS).capitalize() + random.choice(words.NOUNS).capitalize()
        for _ in range(random.randint(2, 4))
    )  # fmt: skip
    slug = "-".join(random.choices(words.NOUNS + words.VERBS, k=random.randint(4, 8)))
    prefix = random.choice(
        ("sk-", "pa-", "fw_", "hf_", "xai-", "sess-", "fc-", "figd_", "csk-", "dp.st.")
    )
    values = (
        camel[0].lower() + camel[1:], camel + "FactoryBeanTest", slug, prefix + slug,
        f"{slug}.min.js", f"/usr/lib/{random.choice(words.NOUNS)}/{slug}/{words.tool(random)}.py",
        f"src/{slug}/{camel}.tsx", f"@{words.company(random)}/{slug}",
        f"{words.tool(random)}_{words.tool(random)}_{words.tool(random)}",
        f"https://{words.host(random)}/{slug}?page={random.randint(1, 99)}",
        f"claude-3-5-sonnet-2024{random.randint(1001, 1231)}",
        f"gpt-4o-mini-2024-07-{random.randint(10, 28)}",
        f"{words.company(random)}-{random.randint(10, 99)}b-instruct-q4_K_M",
        f"s3://{slug}/2026/03/part-00017",
    )  # fmt: skip
    names = "slug|name|path|file|model|class|source|component|key|feature key|cache key|url|module"
    return random.choice(listed(names)), random.choice(values)


def _cursor(random: Random) -> Made:
    names = "next page token|cursor|page token|sync token|continuation token|next token|etag"
    names += "|idempotency key|cache key|csrf token|start cursor|prompt cache key"
    encoded = base64.b64encode(random.randbytes(24)).decode()
    values = (pick(random, AN, 24), pick(random, HEX, 40), _uuid(random), "p2", encoded)
    return random.choice(listed(names)), random.choice(values)


def _cookie(random: Random) -> Made:
    values = (
        f"theme=dark; lang={random.choice(('en', 'ru', 'zh'))}; consent={random.choice('yn')}",
        "seen_intro=1; tz=Europe%2FBerlin; Path=/; Max-Age=31536000; SameSite=Lax",
        "lang=en; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Domain=shop.example.com; Secure; HttpOnly",
        "session=REDACTED; Path=/", "__cf_bm=<filtered>; path=/; HttpOnly",
        "sid=deleted; Max-Age=0",
    )  # fmt: skip
    return random.choice(("cookie", "set-cookie")), random.choice(values)


def _session(random: Random) -> Made:
    names = "session id|nonce|csrf token|state|conversation id|device id|client id"
    names += "|key id|kid|jti|account id|public key|publishable key|code verifier hash|etag"
    values = (_uuid(random), pick(random, HEX, 32), pick(random, AN, 22), pick(random, AN, 43))
    return random.choice(listed(names)), random.choice(values)


def _lock_file(random: Random) -> Made:
    digest = base64.b64encode(random.randbytes(64)).decode()
    noun, hexes = random.choice(words.NOUNS), pick(random, HEX, 40)
    texts = (
        f"{noun}@1.2.3:\n  resolved: https://registry.{noun}.org/{noun}.tgz#{hexes}\n",
        f'"integrity": "sha512-{digest}"', f"index {hexes[:7]}..{hexes[9:16]} 100644\n--- a/{noun}",
        f"sha256:{pick(random, HEX, 64)}  {noun}-1.0.tar.gz", f"+ key_{noun} = load_{noun}(path)",
        f"{hexes} refs/heads/{noun}-token-refresh", f"Author-key: {noun}\ncommit {hexes}\n",
        f"--hash=sha256:{pick(random, HEX, 64)}", f"{noun}.min.js?v={hexes}&token_type=bearer",
        f"ETag: \"{pick(random, HEX, 32)}\"\nCache-Key: {noun}", f"x-request-id: {_uuid(random)}",
        f"ssh-keygen: SHA256:{pick(random, AN, 43)} me@{noun} (ED25519)",
    )  # fmt: skip
    return "", random.choice(texts)


KINDS: dict[str, Callable[[Random], Made]] = {
    "ids of providers": _provider_id,
    "UUIDs, ULIDs, trace ids": _other_id,
    "hashes, commits, ETags": _hash,
    "images, audio, PDF in base64": _media,
    "signatures, encrypted reasoning": _opaque,
    "embeddings in base64": _embedding,
    "obfuscation padding": _padding,
    "placeholders under telling names": placeholder,
    "examples of documentation and code": example,
    "near misses of the families": _near_miss,
    "prose about keys and passwords": prose,
    "settings under telling names": settings,
    "schemas": schema,
    "paths, slugs, long names": _path_or_name,
    "cursors, page tokens, cache keys": _cursor,
    "cookies without a session": _cookie,
    "sessions, nonces, public keys": _session,
    "lock files, diffs, digests in text": _lock_file,
}
_NAMED = [c for c in CARRIERS.values() if c.named and "url" in c.forms]
_UNNAMED = [c for c in CARRIERS.values() if not c.named]
_HEADERS = [c for c in CARRIERS.values() if c.named and "header" in c.forms]


def cases(random: Random, count: int) -> Iterator[tuple[Case, str]]:
    """Hard negatives, of each kind in turn, with the names of their carriers."""
    kinds = list(KINDS.items())
    for number in range(count):
        row, make = kinds[number % len(kinds)]
        name, text = make(random)
        value = Spelled.whole(text)
        carrier = random.choice(_UNNAMED)
        if name:
            carrier = random.choice(_HEADERS if row.startswith("cookies") else _NAMED)
        yield Case(NOTHING, row, value, tuple(name.split()), value), carrier.name
