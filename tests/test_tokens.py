"""Every family of tokens is found, its near misses and what only looks alike are not."""

from __future__ import annotations

import base64
import json
import socket
import time
import uuid
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixture_lint.detectors.families import families, named
from fixture_lint.detectors.placeholders import is_placeholder
from fixture_lint.detectors.samples import near_miss, sample, sample_with_place
from fixture_lint.detectors.screen import may_hold_secret
from fixture_lint.detectors.telling import _CORE, WORDS, is_opaque_name, telling
from fixture_lint.detectors.tokens import find, length_class
from fixture_lint.pack import RuleError
from fixture_lint.token_shapes import compile_tokens

ROOT = Path(__file__).parent.parent
FAMILIES = families()
MARKED = [f for f in FAMILIES if f.is_marked and not (f.context and f.context.words)]
IN_CONTEXT = [f for f in FAMILIES if f.context and not f.context.names]
COUNT = 20


def spans(text, name=""):
    return [(secret.start, secret.end) for secret in find(text, name)]


def placed(wrapper, made):
    """A text with a sample in the place of VALUE, and where its secret stands there."""
    before, _, after = wrapper.partition("VALUE")
    start = len(before) + made.start
    return before + made.text + after, (start, start + made.end - made.start)


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    class Refused(socket.socket):
        def __init__(self, *args, **kwargs):
            raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", Refused)


WRAPPERS = [
    "VALUE",
    "please use VALUE for the staging system",
    "the value (seen twice: VALUE), and more",
    "value=VALUE",
    "https://files.example.org/list?page=2&v=VALUE&sort=up",
    r"he wrote {\"v\": \"VALUE\"} twice",
    'he wrote {"v": "VALUE"} once',
    "it was VALUE. Then nothing",
    r"first\nVALUE\nlast",
    "<td>VALUE</td>",
    "ключ: «VALUE»",
    "值为VALUE。",
    "`VALUE`",
]


@pytest.mark.parametrize("family", MARKED, ids=lambda f: f.name)
def test_marked_values_are_found_wherever_they_stand(family):
    random = Random(family.name)
    # A parameter with its name is no value of another.
    alone = [w for w in WRAPPERS if "before" not in family.shape[0] or "=VALUE" not in w]
    for wrapper in alone:
        for _ in range(COUNT):
            text, place = placed(wrapper, sample_with_place(family.name, random))
            (secret,) = find(text)
            assert (secret.family, secret.start, secret.end) == (family.name, *place), wrapper
            assert text[secret.start :].startswith(secret.prefix)
            assert may_hold_secret(text.encode())


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.name)
def test_near_misses_are_not_found(family):
    random = Random(family.name)
    for kind in family.near_misses:
        for _ in range(COUNT):
            text, name = near_miss(family.name, kind, random)
            assert find(text, name) == [], (kind, text[:100])


def telling_names(family):
    context = family.context
    for word in context.words:
        if "secret" in word:
            yield word
            continue
        for form in ("{}_api_key", "{}ApiKey", "X-{}-Api-Key", "{}-token", "{} secret key"):
            yield form.format(word)
        yield f"{word.upper()}_API_KEY"
        yield f"{word.upper()}_KEY_PROD"
    for ending in context.endings:
        yield from (ending, ending.upper(), f"customer_{ending}")


CUES = [
    "NAME=VALUE",
    "export NAME=VALUE\nexport LEVEL=2",
    "NAME: VALUE",
    '{"level": 2, "NAME": "VALUE"}',
    r"{\"level\": 2, \"NAME\": \"VALUE\"}",
    "NAME = 'VALUE'",
    "'NAME' => 'VALUE',",
    "my NAME is VALUE",
    "the NAME is: VALUE, do not lose it",
    "| NAME | VALUE |",
]


@pytest.mark.parametrize("family", IN_CONTEXT, ids=lambda f: f.name)
def test_context_families_are_found_under_telling_names(family):
    random = Random(family.name)
    for name in telling_names(family):
        for _ in range(3):
            made = sample_with_place(family.name, random)
            (secret,) = find(made.text, name)
            assert (secret.family, secret.start, secret.end) == (family.name, made.start, made.end)
            assert may_hold_secret(f'"{name}": "{made.text}"'.encode())


@pytest.mark.parametrize("cue", CUES)
@pytest.mark.parametrize("family", IN_CONTEXT, ids=lambda f: f.name)
def test_context_families_are_found_by_cues(family, cue):
    random = Random(family.name)
    # Of a header with user and password nobody speaks in a sentence.
    for name in () if family.name == "basic-header" else telling_names(family):
        made = sample_with_place(family.name, random)
        text, place = placed(cue.replace("NAME", name), made)
        if family.name == "password" and " is" in cue and made.text.isalpha():
            continue  # Letters alone may be any word of a sentence.
        found = [(secret.family, secret.start, secret.end) for secret in find(text)]
        assert found == [(family.name, *place)], text
        assert may_hold_secret(text.encode())


PROSE = [
    "VALUE",
    "commit VALUE broke the build",
    "the file has the digest VALUE since yesterday",
    "we saw VALUE in the log, the token test failed before",
    '{"id": "VALUE", "max_tokens": 12}',
    "the token test failed at VALUE",
    "the key insight came from VALUE",
]


@pytest.mark.parametrize("family", IN_CONTEXT, ids=lambda f: f.name)
@pytest.mark.parametrize("sentence", PROSE)
def test_bare_values_of_context_families_are_no_findings(family, sentence):
    random = Random(family.name)
    for _ in range(0 if family.is_marked else COUNT):
        assert find(placed(sentence, sample_with_place(family.name, random))[0]) == []


@pytest.mark.parametrize(
    ("sentence", "vendor", "family"),
    [
        ("My Mistral key for the demo is VALUE, keep it.", "mistral", "mistral"),
        ("VALUE is my deepgram key", "deepgram", "deepgram"),
        ("Deepgram gave us a new key yesterday, so use VALUE from now on", "deepgram", "deepgram"),
        ("Authorization: Bearer VALUE", "", "opaque-bearer"),
        ("curl -H 'authorization: Bearer VALUE' https://api.example.org", "", "opaque-bearer"),
        ("send it as Bearer VALUE.", "", "opaque-bearer"),
        ("?page=2&access_token=VALUE&x=1", "", "opaque-key"),
        ("https://maps.example.org/v1?key=VALUE", "", "opaque-key"),
        ("--api-key VALUE --verbose", "", "opaque-key"),
        ("//registry.example.org/:_authToken=VALUE", "", "opaque-key"),
        ("<apiKey>VALUE</apiKey>", "", "opaque-key"),
        ("API key for the staging system: VALUE", "", "opaque-key"),
        ("мой api ключ: VALUE", "", "opaque-key"),
        ("пароль: VALUE", "", "password"),
        ("Контейнер упал. Мой пароль от базы: VALUE", "", "password"),
        ("我的密码是：VALUE", "", "password"),
        ("密码：VALUE。", "", "password"),
        ("the password of the admin account is VALUE", "", "password"),
        ("Set-Cookie: VALUE; Path=/; HttpOnly", "", "session-cookie"),
        ("Cookie: theme=dark; VALUE; lang=en", "", "session-cookie"),
    ],
)
def test_sentences_and_headers_give_values(sentence, vendor, family):
    random = Random(sentence)
    for _ in range(COUNT):
        made = sample_with_place(family, random)
        if made.text.isalpha():
            continue
        text, place = placed(sentence, made)
        found = [(secret.family, secret.start, secret.end) for secret in find(text)]
        assert found == [(family, *place)], text


@pytest.mark.parametrize(
    ("name", "text", "family"),
    [
        ("authorization", "Bearer VALUE", "opaque-bearer"),
        ("Authorization", "Token VALUE", "opaque-bearer"),
        ("proxy-authorization", "VALUE", "opaque-bearer"),
        ("x-api-key", "VALUE", "opaque-key"),
        ("Ocp-Apim-Subscription-Key", "VALUE", "opaque-key"),
        ("X-Subscription-Token", "VALUE", "opaque-key"),
        ("clientSecret", "VALUE", "opaque-key"),
        ("GITHUB_TOKEN", "VALUE", "opaque-key"),
        ("cookie", "lang=en; VALUE", "session-cookie"),
        ("set-cookie", "VALUE; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "session-cookie"),
        ("X-Amz-Security-Token", "VALUE", "aws-presign"),
        ("sig", "VALUE", "azure-sas"),
    ],
)
def test_names_of_headers_and_parameters_tell(name, text, family):
    random = Random(name)
    for _ in range(COUNT):
        made = sample_with_place(family, random)
        if named()[family].context.names:
            made = made._replace(text=made.text[made.start :], start=0, end=made.end - made.start)
        text_with, place = placed(text, made)
        found = [(secret.family, secret.start, secret.end) for secret in find(text_with, name)]
        assert found == [(family, *place)], text_with


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a=ice-ufrag:Yx1n\r\na=ice-pwd:{}\r\na=setup:active\r\n", ""),
        ("{}", "icePwd"),
        ("{}", "ice_pwd"),
        ("phc_{}", "api_key"),
        ('{{"api_key": "phc_{}", "event": "run"}}', ""),
    ],
)
def test_what_is_public_or_dies_with_its_call_is_no_secret(text, name):
    value = sample_with_place("opaque-key", Random(3)).text[:28]
    assert find(text.format(value), name) == []
    other = text.replace("phc_", "").replace("ice", "db").format(value)
    assert find(other, name.replace("ice", "db"))


def test_a_key_in_the_shape_of_a_uuid_needs_a_strong_name():
    value = str(uuid.UUID(int=Random(1).getrandbits(128)))
    for name in ("api_key", "x-api-key", "EXA_API_KEY", "client_secret"):
        assert spans(value, name) == [(0, 36)]
    for name in ("token", "id", "session_id", "key"):
        assert find(value, name) == []


PLACEHOLDERS = """
REDACTED [REDACTED] **REDACTED** <filtered> <ANTHROPIC_API_KEY> X-API-KEY-XXX <OPENAI_API_KEY>-XXX
xxxxxxxxxxxxxxxxxxxx sk-^xxxxxxxxxxxxxxxxxxxxxxxx sk-... sk-proj-... sk-pr****abcd ${API_KEY}
{{api_key}} %API_KEY% $OPENAI_API_KEY YOUR-API-KEY YOUR_TOKEN_HERE your-api-key-here
test_key_1234567890 DUMMY_API_KEY FAKE-TOKEN-123 invalid-token-99 mock-key-a1b2c3 example-key-1
AKIA^IOSFODNN7EXAMPLE abc123def456ghi789
00000000000000000000000000000000 aaaaaaaaaaaaaaaaaaaa 1234567890abcdef sk-^1234567890abcdefghij
changeme placeholder None null true undefined testKey1 sk_test_abc123def456ghi789jkl012
abcdefghijklmnopqrstuvwxyz123456 deadbeefdeadbeefdeadbeefdeadbeef
00000000-0000-4000-8000-000000000001
""".replace("^", "")  # A caret parts what would look like a token in this file.


@pytest.mark.parametrize("value", PLACEHOLDERS.split())
def test_placeholders_are_no_secrets(value):
    assert is_placeholder(value)
    for name in ("api_key", "password", "authorization", "token", "mistral_api_key", "cookie"):
        assert find(value, name) == []
    for text in (f"api_key={value}", f"Authorization: Bearer {value}", f"my password is {value}"):
        assert find(text) == []


@pytest.mark.parametrize("value", ["attestation-9Xk2mQ", "contest7Latest8", "k8sTesting9aZ"])
def test_words_inside_words_are_no_placeholders(value):
    assert is_placeholder(value) == ("Testing" in value)


ADDRESSES = [
    "postgres://postgres:postgres@db:5432/app",
    "postgres://app:password@db/app",
    "postgresql://user:s3cr3tpw9@localhost:5432/app",
    "https://user:s3cr3tpw9@example.com/path",
    "https://user:s3cr3tpw9@api.example.org/path",
    "redis://:${REDIS_PASSWORD}@cache:6379",
    "mongodb://user:<password>@cluster0.mongodb.net",
    "https://user@host.org:8080/a:b@c",
    "http://127.0.0.1:8080/@scope/package",
    "git@host.org:user/repository.git",
    "https://www.maps.org/place/@37.7749,-122.4194,15z",
    "https://host.org:8443?next=a:b@c.org",
]


@pytest.mark.parametrize("text", ADDRESSES)
def test_addresses_without_a_password_are_no_secrets(text):
    assert find(text) == []


WORDS_OF_PARCELS = "parcel courier depot retry order status budget window remote basket label"
ID_PREFIXES = """
call_ toolu_ srvtoolu_ chatcmpl- msg_ resp_ rs_ fc_ req_ run_ step_ thread_ asst_ batch_ file- gen-
item_ ws_ tooluse_ chatcmpl-tool- fp_ org- proj_
"""


def hard_negatives(random):
    """Values that look like secrets and are none, with the names under which they stand."""

    def pick(alphabet, length):
        return "".join(random.choices(alphabet, k=length))

    hexes, letters = "0123456789abcdef", "abcdefghijklmnopqrstuvwxyz"
    an = letters + letters.upper() + "0123456789"
    words = WORDS_OF_PARCELS.split()
    yield str(uuid.UUID(int=random.getrandbits(128))), random.choice(["id", "session_id", "token"])
    for length in (32, 40, 64, 128):
        yield pick(hexes, length), random.choice(["sha", "commit", "hash", "etag", "digest", ""])
        yield f"commit {pick(hexes, length)}", ""
        yield f"the token test failed at {pick(hexes, length)}", ""
    for prefix in ID_PREFIXES.split():
        yield prefix + pick(an, 24), random.choice(["id", "tool_call_id", "token", "api_key"])
        yield f"see {prefix}{pick(an, 24)} for it", ""
    yield pick(an, 9), "id"
    yield f"functions.{random.choice(words)}:0", "id"
    yield "data:image/png;base64,iVBORw0KGgo" + base64.b64encode(random.randbytes(600)).decode(), ""
    yield base64.b64encode(random.randbytes(3000)).decode(), "data"
    yield base64.b64encode(random.randbytes(300)).decode(), random.choice(["signature", "image"])
    yield base64.urlsafe_b64encode(random.randbytes(300)).decode(), "thoughtSignature"
    yield "-".join(random.choices(words, k=9)), random.choice(["slug", "token", "api_key"])
    for prefix in ("sk-", "pa-", "fw_", "hf_", "xai-", "sess-", "sk_", "tvly-", "fc-", "figd_"):
        yield prefix + "-".join(random.choices(words, k=8)), ""
        yield f"{prefix}{random.choice(words)} and {prefix}...", ""
    yield str(random.randint(10, 9000)), "max_tokens"
    yield "abc", "next_page_token"
    yield pick(an, 40), random.choice(["next_page_token", "cursor", "pageToken", "sync_token"])
    yield "c1", "token"
    yield "true", "password_reset"
    yield "required", random.choice(["password", "api_key", "token"])
    yield f'"next_page_token": "{pick(an, 24)}"', ""
    yield f'{{"cache_key": "{pick(hexes, 40)}", "max_tokens": {random.randint(1, 9999)}}}', ""
    yield '{"api_key": {"type": "string", "description": "Your API key for the service"}}', ""
    yield '{"type": "object", "required": ["api_key", "password"], "additionalProperties": 0}', ""
    yield "Set the API key in the environment; the token is refreshed by the client.", ""
    yield f"The password must have {random.randint(8, 20)} characters and a digit.", ""
    yield "API key: see docs/setup-guide-2.md for how to rotate credentials", ""
    yield "sk-pr****" + pick(an, 4), random.choice(["", "api_key", "message"])
    yield "Incorrect API key provided: sk-" + pick(an, 4) + "*" * 20 + pick(an, 4) + ".", ""
    yield "password = os.environ['DB_PASSWORD']", ""
    yield "api_key=os.getenv('OPENAI_API_KEY'), token=get_token(user)", ""
    yield "self.token = config.auth.token", ""
    yield "password: str = Field(..., min_length=8)", ""
    yield f"model: claude-3-5-sonnet-{random.randint(20240101, 20261231)}", ""
    yield f"00-{pick(hexes, 32)}-{pick(hexes, 16)}-01", "traceparent"
    yield pick("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 25).rjust(26, "0"), "id"
    yield f"arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-{pick(an, 6)}", "secret"
    yield "projects/demo/secrets/db-password/versions/3", "password"
    yield f"/run/secrets/{random.choice(words)}_password", "password_file"
    yield "/home/app/.ssh/id_rsa", "private_key"
    yield "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", ""
    yield "-----BEGIN PUBLIC KEY-----\n" + base64.b64encode(random.randbytes(200)).decode(), ""
    yield f"at {random.randint(0, 23)}:{random.randint(10, 59)} the tasks-desk-disk- moved", ""
    yield f"2026-03-{random.randint(10, 28)}T10:00:00Z", "token_expires"
    yield f"{pick(hexes, 8)}.{pick(an, 6)}.{pick(an, 12)}", "file"
    yield f"lib/{random.choice(words)}-{pick(hexes, 8)}.min.js?v={pick(hexes, 32)}", ""
    yield "sha512-" + base64.b64encode(random.randbytes(64)).decode(), "integrity"
    yield f"gpt-4o-mini-2024-07-18 {pick(hexes, 10)}", "model"
    yield "public_key=" + pick(an, 44), ""
    yield f"theme=dark; lang=en; consent={random.choice(words)}", "cookie"
    yield "Bearer tokens are sent in the authorization header", "description"
    yield "", "api_key"


def test_hard_negatives_are_not_found():
    random = Random(2026)
    made = [case for _ in range(60) for case in hard_negatives(random)]
    flagged = [(text[:100], name, find(text, name)) for text, name in made if find(text, name)]
    assert len(made) > 4000
    assert len(flagged) <= len(made) // 100, flagged[:10]


def test_opaque_names_leave_only_families_with_a_mark():
    random = Random(3)
    for name in ("signature", "thoughtSignature", "thought_signature", "encrypted_content"):
        assert is_opaque_name(name)
        assert telling(name) is None
        assert len(find(sample("anthropic-api03", random), name)) == 1
        assert find("api_key=" + sample("mistral", random), name) == []
    assert not is_opaque_name("api_key")


def test_of_several_secrets_each_is_found_once():
    random = Random(4)
    values = [sample(name, random) for name in ("github-ghp", "aws-akia", "jwt", "opaque-key")]
    text = "token={} {}, {}\napi_key: {}\n".format(*values)
    assert [text[start:end] for start, end in spans(text)] == values
    assert [secret.prefix for secret in find(text)] == ["ghp_", values[1][:4], "eyJ", ""]


def test_a_shape_that_two_vendors_share_goes_by_the_name():
    value = sample("dashscope", Random(5))
    assert find(value)[0].family == "deepseek"
    assert find(value, "DASHSCOPE_API_KEY")[0].family == "dashscope"


def test_length_classes_do_not_give_the_length():
    assert [length_class(n)[:5] for n in (8, 19, 20, 39, 40, 99, 100)] == [
        "under", "under", "20-39", "20-39", "40-99", "40-99", "100 a",
    ]  # fmt: skip


HOSTILE = [
    "eyJ", "sk-", "a@a.", "AKIA", ".eyJabcdefghijk", "://", "://a:aaaa", "api_key=", "password: ",
    "cookie: a=b; ", "cookie=", "Bearer ", "-----BEGIN RSA PRIVATE KEY-----AAAA", "-us1-", " AKC",
    "glptt-", ":aaaa", ".aaaaaa", "12345678:", "X-Amz-Signature=", "my mistral key is ",
    " is my key", "ya29.", "&sig=", "key", 'password="', "key    ", "token for x ", "a", "пароль",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "eyJ" "hbGciOiJIUzI1NiJ9.",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("look", [find, lambda text: may_hold_secret(text.encode())])
def test_twice_the_text_takes_at_most_three_times_as_long(unit, look):
    def cost(length):
        text = (unit * (length // len(unit) + 1))[:length]
        best = float("inf")
        for _ in range(3):
            before = time.process_time()
            look(text)
            best = min(best, time.process_time() - before)
        return best

    cost(1000)  # Patterns are compiled once.
    # Another process may take the time of one measurement, hardly of four.
    assert any(cost(80_000) <= 3 * cost(40_000) + 0.005 for _ in range(4))


PIECES = [
    "api_key", "password", "=", ": ", '"', "\\", "sk-", "eyJ", "Bearer ", "cookie", "; ", "sig",
    "aPi", "x9Kd73hLmQ", "://", "@", "\n", ".", "a1B2c3D4e5", "密码", "is ", "\ud83d", "-", "AKC",
    "K", "ey",
]  # fmt: skip
TEXTS = st.one_of(
    st.text(),
    st.text(alphabet="kesy-_=:\"' .pasword@/\\nt9AKI\ud800é密码"),
    st.lists(st.sampled_from(PIECES)).map("".join),
)


@given(TEXTS, TEXTS)
def test_any_text_gives_ordered_places_and_no_exception(text, name):
    last = 0
    for secret in find(text, name):
        assert last <= secret.start < secret.end <= len(text)
        assert text[secret.start :].startswith(secret.prefix)
        last = secret.end


@given(
    TEXTS,
    st.one_of(TEXTS, st.sampled_from(["api_key", "cookie", "sig", "token", "пароль", "aPiKeY"])),
)
def test_what_the_screen_passes_holds_nothing(text, name):
    data = json.dumps({name: text}, ensure_ascii=False).encode("utf-8", "replace")
    if not may_hold_secret(data):
        seen = json.loads(data)
        assert [find(value, key) for key, value in seen.items()] == [[]]


@given(st.randoms(use_true_random=False), st.sampled_from(FAMILIES))
def test_the_screen_stops_at_every_family(random, family):
    text = sample(family.name, random)
    names = telling_names(family) if family.context and not family.context.names else ["note"]
    for name in list(names)[:3]:
        if find(text, name):
            assert may_hold_secret(json.dumps({name: text}, ensure_ascii=False).encode())


def test_every_telling_name_holds_a_telling_word():
    endings = [e for family in FAMILIES if family.context for e in family.context.endings]
    for word in [*endings, *_CORE]:
        assert any(known in word for known in WORDS), word


def test_the_screen_passes_ordinary_conversations():
    text = (ROOT / "examples").rglob("*.json")
    for path in text:
        data = path.read_bytes()
        found = [find(value) for value in _strings(json.loads(data))]
        assert may_hold_secret(data) or not any(found)
    assert not may_hold_secret(b'{"text": "the token count and the password policy, please"}')


def _strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for child in value.values() if isinstance(value, dict) else value:
            yield from _strings(child)


def test_families_are_many_and_no_file_holds_a_token():
    files = sorted((ROOT / "rules" / "tokens").glob("*.yaml"))
    assert len(FAMILIES) >= 103
    assert [path.name for path in files if find(path.read_text(encoding="utf-8"))] == []


FAMILY = """\
- family: acme
  prefix: acme-
  shape: [{text: acme-}, {chars: an, length: 20}]
  needles: [acme-]
  near-misses: [{cut: 1}]
  source: their documentation
"""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("near-misses: [{cut: 1}]", "near-misses: []", "near-misses"),
        ("source: their documentation", "", "'source' is a required property"),
        ("needles: [acme-]", "needles: [acne-]", "the needle acne- is no part of the shape"),
        ("{chars: an,", "{chars: all,", "shape"),
        ("prefix:", "prefx:", "did you mean 'prefix'"),
    ],
)
def test_a_family_with_a_mistake_is_refused(tmp_path, old, new, complaint):
    path = tmp_path / "acme.yaml"
    path.write_text(FAMILY, encoding="utf-8")
    (family,) = compile_tokens(tmp_path)
    assert family["offsets"] == {"acme-": (0, 0)}
    path.write_text(FAMILY.replace(old, new), encoding="utf-8")
    with pytest.raises(RuleError, match=r"acme\.yaml") as error:
        compile_tokens(tmp_path)
    assert complaint in str(error.value)
    path.write_text(FAMILY * 2, encoding="utf-8")
    with pytest.raises(RuleError, match="two families"):
        compile_tokens(tmp_path)
