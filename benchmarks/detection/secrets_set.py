"""Secrets: values of every family of ``rules/tokens`` in every carrier that can hold them.

A family that is known only by its context is a secret where a telling name, header or sentence
stands beside the value; its bare value is a hard negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.detection import words
from benchmarks.detection.carriers import CARRIERS, Carrier
from benchmarks.detection.cases import NOTHING, SECRET, Case, in_prose
from benchmarks.detection.spelled import HOLE, Spelled
from benchmarks.detection.words import listed
from fixture_lint.detectors.families import Family, families, is_block
from fixture_lint.detectors.samples import sample_with_place

CUED = "in a sentence that names it"
"""A sentence such as "my key is", which is prose in the carrier of sentences."""

VENDORS = {
    "dashscope": "dashscope|qwen|aliyun",
    "aws-secret": "aws|aws secret|amazon",
    "azure-openai": "azure openai|azure",
    "cloudflare": "cloudflare",
    "cloudflare-global": "cloudflare",
    "cohere": "cohere",
    "deepgram": "deepgram",
    "exa": "exa",
    "vault-legacy": "vault",
    "cloudant": "cloudant",
    "ibm-cloud-iam": "ibm cloud|ibm|watsonx",
    "ibm-cos-hmac": "ibm cos",
    "softlayer": "softlayer",
    "mistral": "mistral|codestral",
    "pinecone-uuid": "pinecone",
    "gigachat": "gigachat|sber",
    "serper": "serper",
    "together-hex": "together ai|together",
    "wandb": "wandb",
    "weaviate": "weaviate",
    "weaviate-long": "weaviate",
}
"""How people call the vendors whose keys have no mark."""

_KEYS = listed("api key|key|api token|token|secret key|access key|secret|api secret")
_OPAQUE = listed(
    "api key|access token|client secret|auth token|secret key|private key|signing secret"
    "|webhook secret|refresh token|bearer token|session token|api token|service token|app secret"
    "|consumer secret|access key|encryption key|deploy token|master key"
)
_REDACTION = listed(
    "hmac key|pseudonym key|redaction key|anonymization salt|masking key|pseudonymization secret"
)
_PASSWORDS = listed("password|passwd|pwd|db password|user password|smtp pass|admin passphrase")
_OWN_PASSWORDS = listed("пароль|密码|contraseña|senha|Passwort|mot de passe|パスワード")
_NEUTRAL = listed("value|text|note|payload|result|line|input|content|data raw|extra")
_URLS = listed("url|endpoint|database url|callback url|dsn|connection|link")

_CUES = (
    "My {} is ¤, can you use it?|the {}: ¤|Here is our {}: ¤|¤ is my {}|Use this {}: ¤ please"
    "|We set the {} to ¤ last week|{} = ¤|I think the {} is ¤|and our new {} is `¤`"
    "|Use ¤ as the {}|{}? It's ¤|the {} (¤) works again|Their {} was ¤ until Monday"
    '|I changed the {} to ¤|¤ should be the {}|{} → ¤|please try the {} "¤" instead'
)
_CUES_BY_LANGUAGE = (
    "мой ключ {} — ¤|вот ключ API для {}: ¤|ключ {}: ¤|наш токен {}: ¤"
    "|我的 {} 密钥是 ¤|{} 的令牌：¤|{} 密钥为¤，请使用"
    "|mein {} API-Schlüssel ist ¤|der {} Token lautet ¤"
    "|mi clave de {} es ¤|el token de {}: ¤|ma clé API {} est ¤|le token {} : ¤"
)
_PASSWORD_CUES = (
    "The password is ¤, sorry for the wait|password: ¤|my password for the portal is ¤"
    "|пароль: ¤|мой пароль ¤|пароль от сервера: ¤|密码是¤|我的密码：¤|das Passwort lautet ¤"
    "|mein Passwort ist ¤|la contraseña es ¤|contraseña: ¤|le mot de passe est ¤|passwd=¤"
    "|I changed the password to ¤|log in with the password ¤|сменил пароль на ¤|пароль теперь ¤"
    "|密码改成了¤|新密码是¤|das neue Passwort: ¤|la nueva contraseña: ¤"
    "|Username: admin, password: ¤"
    "|use ¤ as the password|login/password: admin/¤|password is now ¤|pwd ¤"
)


def cases(random: Random, per_cell: int) -> Iterator[tuple[Case, str]]:
    """A case for each cell of the table, with the name of its carrier."""
    for family in families():
        for carrier in [*CARRIERS.values(), _CUED]:
            for _ in range(per_cell):
                case = _case(random, family, carrier)
                if case is not None:
                    yield case, "in a sentence" if carrier is _CUED else carrier.name


_CUED = CARRIERS["in a sentence"]._replace(name=CUED, named=True)


def _case(random: Random, family: Family, carrier: Carrier) -> Case | None:
    made = sample_with_place(family.name, random)
    value = Spelled(made.text, made.start, made.end)
    form = _form(family)
    if form not in carrier.forms:
        return None
    if form == "url":
        value = _in_url(random, family, value)
    elif form == "cookie":
        value = value if carrier.name == "cookie header" else value.put(f"lang=en; {HOLE}; Path=/")
    elif form == "header":
        scheme = "Basic" if family.name == "basic-header" else "Bearer"
        value = value.put(f"{scheme} {HOLE}")
    by_context = _is_known_by_context(family)
    if carrier is _CUED:
        cue = _cue(random, family)
        if form not in ("token", "password") or cue is None:
            return None
        return Case(SECRET, family.name, value, (), in_prose(value, cue), form)
    if by_context and not carrier.named:
        if form in ("cookie", "header"):
            return None
        row = "bare value of a context family"
        return Case(NOTHING, row, value, (), in_prose(value, words.sentence(random)), form)
    name = _name(random, family, form)
    return Case(SECRET, family.name, value, name, in_prose(value, words.sentence(random)), form)


def _form(family: Family) -> str:
    first = family.shape[0]
    if family.name == "session-cookie":
        return "cookie"
    if family.name in ("basic-header", "opaque-bearer"):
        return "header"
    if family.name == "password":
        return "password"
    if "before" in first or family.name in ("slack-webhook", "azure-storage"):
        return "url"
    return "block" if is_block(family) else "token"


def _is_known_by_context(family: Family) -> bool:
    """Whether nothing but the name tells a value; parameters such as ``sig`` carry theirs."""
    return family.context is not None and not family.is_marked


def _in_url(random: Random, family: Family, value: Spelled) -> Spelled:
    """The address around a signature, a password or the number of a bot."""
    address = f"https://{words.host(random)}/{random.choice(words.NOUNS)}"
    first = value.text[:8]
    if family.name == "azure-storage":
        return value.put(f"DefaultEndpointsProtocol=https;AccountName=st;{HOLE};")
    if family.name == "telegram-path":
        return value.put(f"https://{words.host(random)}{HOLE}/getUpdates")
    if first.startswith(("sig=", "X-")):
        return value.put(f"{address}?v={random.randint(1, 9)}&{HOLE}")
    return value.put(f"https{HOLE}/") if first.startswith("://") else value


def _name(random: Random, family: Family, form: str) -> tuple[str, ...]:
    if form == "cookie":
        return (random.choice(("cookie", "Cookie", "set-cookie", "Set-Cookie")),)
    if form == "header":
        return (random.choice(("authorization", "Authorization", "proxy-authorization")),)
    if form == "password":
        if random.random() < 0.25:
            return (random.choice(_OWN_PASSWORDS),)
        return (*_maybe_company(random), *random.choice(_PASSWORDS).split())
    if form == "url":
        return tuple(random.choice(_URLS).split())
    if family.name in VENDORS:
        if random.random() < 0.25:
            return (*_maybe_company(random), *random.choice(_OPAQUE).split())
        vendor = random.choice(listed(VENDORS[family.name]))
        return (*vendor.split(), *random.choice(_KEYS).split())
    if family.name == "opaque-key":
        return (*_maybe_company(random), *random.choice(_OPAQUE).split())
    if family.name == "redaction-key":
        return tuple(random.choice(_REDACTION).split())
    names = random.choice(
        (_OPAQUE,) if _is_known_by_context(family) else (_NEUTRAL, _KEYS, _OPAQUE)
    )
    return (*_maybe_company(random), *random.choice(names).split())


def _maybe_company(random: Random) -> tuple[str, ...]:
    return (words.company(random),) if random.random() < 0.5 else ()


def _cue(random: Random, family: Family) -> str | None:
    if family.name == "password":
        return random.choice(listed(_PASSWORD_CUES))
    vendor = random.choice(listed(VENDORS[family.name])) if family.name in VENDORS else ""
    if random.random() < 0.4:
        template = random.choice(listed(_CUES_BY_LANGUAGE))
        return template.format(vendor or words.company(random).capitalize())
    kind = random.choice(_KEYS if vendor else _OPAQUE)
    return random.choice(listed(_CUES)).format(f"{vendor} {kind}".strip())
