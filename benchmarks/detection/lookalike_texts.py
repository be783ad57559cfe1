"""Placeholders, examples of documentation, prose and settings: words about secrets, no secrets."""

from __future__ import annotations

import base64
from random import Random

from benchmarks.detection import words
from benchmarks.detection.words import listed

Made = tuple[str, str]
"""The words of a name, '' if the value is a whole text, and the value."""

HEX = "0123456789abcdef"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
AN = LETTERS + LETTERS.upper() + "0123456789"
_TELLING = listed(
    "api key|token|secret|password|access token|client secret|auth token|secret key|openai api key"
    "|db password|x api key|authorization|private key|refresh token|github token|aws secret key"
)


def pick(random: Random, alphabet: str, length: int) -> str:
    """Random characters of an alphabet."""
    return "".join(random.choices(alphabet, k=length))


def placeholder(random: Random) -> Made:
    """A placeholder under a telling name."""
    name = random.choice(_TELLING)
    upper = name.upper().replace(" ", "_")
    kebab, company = name.replace(" ", "-"), words.company(random)
    forms = (
        f"<{upper}>", f"<your {name}>", "[REDACTED]", "REDACTED", "**REDACTED**", "<filtered>",
        "[FILTERED]", f"${upper}", f"${{{upper}}}", f"${{{upper}:-none}}", f"{{{{ {upper} }}}}",
        f"{{{{{company}}}}}", f"%{upper}%", f"your-{kebab}", f"YOUR_{upper}", f"YOUR-{upper}-HERE",
        f"insert-{kebab}-here", f"{company}-{kebab}-XXX".upper(), f"X-{kebab.upper()}-XXX",
        f"test_{pick(random, LETTERS, 12)}", f"test-{kebab}", f"dummy-{kebab}", f"DUMMY_{upper}",
        f"FAKE-{pick(random, LETTERS, 10)}", f"fake_{company}_key", f"mock-{company}-token",
        f"invalid-{kebab}", f"invalid_{pick(random, HEX, 10)}", "changeme", "change-me-please",
        "sk-" + "x" * random.randint(4, 48), "sk-...", "sk-ant-api03-" + "X" * 40, "sk-proj-***",
        "*" * random.randint(3, 40), "x" * random.randint(8, 40), "0" * 32, "•••••••••",
        "00000000-0000-0000-0000-000000000000", "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
        "ghp_" + "x" * 36, "hf_" + "a" * 34, "gsk_..." + pick(random, AN, 4),
        f"sk-pr****{pick(random, AN, 4)}", f"{pick(random, AN, 4)}…{pick(random, AN, 4)}",
        "AKIA" + "IOSFODNN7" + "EXAMPLE", "wJalrXUtnFEMI/" + "K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
        f"Bearer <{kebab}>", "Bearer test_" + pick(random, LETTERS, 8), f"Bearer ${upper}",
        f"process.env.{upper}", f"os.environ['{upper}']", f"env:{upper}", f"secrets.{upper}",
        f"my-{kebab}-example", f"example-{company}-{kebab}", f"{company}_sample_key", "none",
        "null", "string", "None", "undefined", "password", "secret", "token", "hidden", "n/a",
        "abcdef1234567890", "1234567890abcdef", "AIza" + "SyDUMMY" + "x" * 28, "not-a-real-key",
    )  # fmt: skip
    return name, random.choice(forms)


def example(random: Random) -> Made:
    """What documentation shows in the place of a secret, within a text."""
    texts = (
        "export OPENAI_API_KEY=<your-key>", "curl -H 'Authorization: Bearer $TOKEN' https://a.dev",
        "set PASSWORD=${DB_PASSWORD} and TOKEN={{ token }} first", "api_key = 'your-api-key'",
        "postgres://user:password@localhost:5432/app", "redis://:redacted@cache:6379",
        "postgresql://USER:PASSWORD@HOST:5432/DB", "https://user:pass@example.com/path",
        "Incorrect API key provided: sk-" + pick(random, AN, 4) + "*" * 24 + ".",
        "curl -u user:$PASSWORD https://api.example.org/v1", "x-api-key: <ANTHROPIC_API_KEY>",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----\n" + base64.b64encode(random.randbytes(90)).decode(),
        "-----BEGIN PUBLIC KEY-----\n" + base64.b64encode(random.randbytes(90)).decode(),
        "ssh-ed25519 " + base64.b64encode(random.randbytes(51)).decode() + " me@laptop",
        "The id looks like AKIA" + "IOSFODNN7" + "EXAMPLE in all the guides.",
        "Keys begin with sk-ant-api03- and are long; ghp_ stands for GitHub.",
        "api_key=os.getenv('OPENAI_API_KEY'), token=get_token(user)",
        "password = getpass.getpass('Password: ')", "const token = await auth.getToken(user.id)",
        "self.api_key = api_key or settings.API_KEY", "if password != other_password: return",
        "headers = {'Authorization': f'Bearer {self.token}'}", "token: str | None = None",
        "mongodb://localhost:27017/app", "amqp://guest:guest@localhost:5672//",
    )  # fmt: skip
    return "", random.choice(texts)


def prose(random: Random) -> Made:
    """A sentence about keys and passwords."""
    things = "password|API key|access token|secret|session token|private key|token|passphrase"
    thing = random.choice(listed(things))
    noun, number = random.choice(words.NOUNS), random.randint(6, 900)
    texts = (
        f"The {thing} reset link has expired, request a new one for {noun}-{number}.",
        f"I forgot my {thing}. Can you send the {noun}?",
        f"Your {thing} must have {number} letters.",
        f"Please rotate the {thing} every {number} days.", f"The {thing} is wrong or was revoked.",
        f"The {thing} is stored in the vault, never in the {noun}.", f"No {thing} was given.",
        f"The {thing} is required for {words.tool(random)}.", f"{thing}: see the {noun} guide",
        f"We used {number} tokens of 128000; the {thing} was not needed.",
        f"the {thing} for {words.company(random)} expires on 2026-0{random.randint(1, 9)}-14",
        f"Invalid {thing} for user {words.syllables(random)}{number}", f"{thing} policy: strong",
        f"Пароль истёк, смените его в разделе {noun}.", "Ключ от квартиры лежит под ковриком.",
        "Токен обновляется автоматически каждые 15 минут.", f"密码已过期，请在{number}天内修改。",
        "令牌由客户端自动刷新。",
        "Das Passwort ist abgelaufen.", "Der Schlüssel liegt unter der Matte.",
        "La contraseña no es correcta.", "Le mot de passe a expiré hier soir.",
        f"The key insight of the {noun} is simple.",
        f"Press any key to {random.choice(words.VERBS)}.",
        f"Sort by key {noun}_id, then by key {words.tool(random)}_at_{number}.",
        f"my {thing} is not working since the {noun} update",
        f"Bearer authentication needs a {noun}.",
        f"Is the {thing} {noun}-specific or account-wide?", f"cookie: the {noun} kind, with sugar",
        f"secret santa list for floor {number}",
        f"author: {words.syllables(random)}, keynote: {noun}",
    )  # fmt: skip
    return "", random.choice(texts)


def settings(random: Random) -> Made:
    """A setting or a reference under a telling name."""
    number = random.randint(10**11, 10**12 - 1)
    pairs = (
        ("max tokens", str(random.randint(10, 90000))), ("max completion tokens", "4096"),
        ("token type", "bearer"), ("password reset", "true"), ("token", "c1"), ("secret", "yes"),
        ("has password", "false"), ("token count", str(random.randint(100, 99999))),
        ("password policy", "at-least-12-characters"), ("key", words.tool(random)),
        ("api key name", words.company(random)), ("token expires at", "2026-03-14T10:00:00Z"),
        ("auth", "none"), ("auth method", "oauth2-client-credentials"), ("key id", "k-2026-03"),
        ("password hint", "name of the first pet"), ("secret name", f"{words.company(random)}-db"),
        ("key type", "ssh-ed25519"), ("token url", f"https://{words.host(random)}/oauth/token"),
        ("auth url", f"https://{words.host(random)}/authorize"), ("password", "required"),
        ("sort key", f"{words.tool(random)}#{random.randint(1000, 9999)}"),
        ("pad token", "<|pad|>"),
        ("secret arn", f"arn:aws:secretsmanager:eu-west-1:{number}:secret:db"),
        ("private key path", f"/home/app/.ssh/id_{words.syllables(random)}"), ("eos token", "</s>"),
        ("password file", f"/run/secrets/{words.company(random)}_password"), ("token", "next"),
        ("partition key", f"tenant#{random.randint(100, 999)}#{words.company(random)}"),
        ("token", f"{random.randint(1, 99)}"), ("pass", "3 of 4"),
        ("key", f"C{random.randint(1, 9)}-sharp"), ("compass", f"{random.randint(0, 359)} degrees"),
        ("api key", ""), ("monkey", "rhesus-42"),
    )  # fmt: skip
    return random.choice(pairs)


def schema(random: Random) -> Made:
    """A schema of something with a credential."""
    name = random.choice(_TELLING).replace(" ", "_")
    texts = (
        f'{{"type":"object","properties":{{"{name}":{{"type":"string"}}}},"required":["{name}"]}}',
        f'{{"{name}":{{"type":"string","description":"The {name} of {words.company(random)}"}}}}',
        f'{{"{name}":{{"type":"string","minLength":20,"pattern":"^[A-Za-z0-9_-]{{20,40}}$"}}}}',
        f'{{"name":"{name}","in":"header","required":true,"schema":{{"type":"string"}}}}',
        f'{{"{name}":"string","max_tokens":"integer","secret_id":"uuid"}}',
        f"{name}: str = Field(..., min_length=8, description='as given by the vendor')",
    )
    return "", random.choice(texts)
