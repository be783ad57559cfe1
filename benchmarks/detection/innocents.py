"""What looks like personal data and is none: times, orders, versions, things with names, reserved
values. Each maker gives the words of a name and a value; without words the value is a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from benchmarks.detection import numbers, words
from benchmarks.detection.carriers import CARRIERS
from benchmarks.detection.cases import NOTHING, Case, in_prose
from benchmarks.detection.numbers import digits
from benchmarks.detection.spelled import Spelled
from benchmarks.detection.words import listed

_Made = tuple[str, str]


def _one(random: Random, named: str, values: tuple[str, ...]) -> _Made:
    """One of the values: under a name, or in a sentence."""
    value = random.choice(values)
    if named and random.random() < 0.6:
        return random.choice(listed(named)), value
    return "", in_prose(Spelled(value), words.sentence(random)).text


def _time(random: Random) -> _Made:
    seconds = str(random.randint(1_500_000_000, 1_899_999_999))
    named = "created|created at|timestamp|expires at|updated|iat|exp|started|ts"
    return _one(
        random, named, (seconds, seconds + digits(random, 3), f"{seconds}.{digits(random, 4)}")
    )


def _date(random: Random) -> _Made:
    year, rest = (
        random.randint(2009, 2029),
        f"{random.randint(1, 12):02}-{random.randint(1, 28):02}",
    )
    day = f"{year}-{rest}"
    named = "recorded|date|due date|delivered|valid until|released|updated at|срок|日期"
    return _one(random, named, (day, f"{day}T10:15:00Z", rest.replace("-", ".") + f".{year}"))


def _order(random: Random) -> _Made:
    body = digits(random, 15, "456")
    luhn = body + numbers.luhn_digit(body)
    if random.random() < 0.5:
        named = "order id|order number|tracking number|invoice|sku|transaction id|reference|ticket"
        values = (
            luhn, digits(random, 12), digits(random, 10), digits(random, 9),
            f"{digits(random, 3)}-{digits(random, 7)}-{digits(random, 7)}",
        )  # fmt: skip
        return random.choice(listed(named)), random.choice(values)
    texts = (
        f"Your order number is {luhn}.", f"Заказ {luhn} отправлен.", f"订单号{luhn}已发货。",
        f"Tracking number {digits(random, 12)} is on its way.",
        f"Invoice {digits(random, 10)} is due.", f"Bestellung {digits(random, 11)} ist unterwegs.",
        f"Ticket #{digits(random, 8)} was closed.",
        f"Article {digits(random, 3)}-{digits(random, 3)}-{digits(random, 4)} is sold out.",
        f"part no. {digits(random, 3)}-{digits(random, 2)}-{digits(random, 4)} fits",
    )  # fmt: skip
    return "", random.choice(texts)


def _isbn(random: Random) -> str:
    body = "978" + digits(random, 9)
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(body))
    made = f"{body}{-total % 10}"
    sizes = (3, 1, 4, 4, 1)
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return "-".join(made[at : at + size] for at, size in zip(starts, sizes, strict=True))


def _catalogue(random: Random) -> _Made:
    isbn = _isbn(random)
    values = (
        isbn, isbn.replace("-", ""), f"ISBN {isbn}",
        f"doi:10.{digits(random, 4)}/{digits(random, 6)}",
        f"arXiv:2{digits(random, 3)}.{digits(random, 5)}", f"EAN {digits(random, 13)}",
    )  # fmt: skip
    return _one(random, "isbn|ean|barcode|gtin|upc|publication", values)


def _version(random: Random) -> _Made:
    made = ".".join(str(random.randrange(200)) for _ in range(4))
    if random.random() < 0.4:
        return random.choice(listed("version|app version|user agent|build|min version")), made
    texts = (
        f"Mozilla/5.0 (X11; Linux) Chrome/{made} Safari/537.36", f"updated to version {made} today",
        f"v{made}", f"toolkit=={made}", f"build {made} is broken", f"release {made}",
        f"lib-{made}.tar.gz",
        f"See section {random.randint(1, 9)}.{random.randint(1, 9)}.1.{random.randint(1, 9)}.",
    )  # fmt: skip
    return "", random.choice(texts)


def _place(random: Random) -> _Made:
    north, east = random.uniform(-80, 80), random.uniform(-170, 170)
    values = (
        f"{north:.4f}, {east:.4f}", f"{north:.6f},{east:.6f}",
        f"{abs(north):+.4f}{abs(east):+.4f}/", f"{abs(north):.5f}° N, {abs(east):.5f}° E",
    )  # fmt: skip
    return _one(random, "location|coordinates|bbox|center|position|geo", values)


def _at_sign(random: Random) -> _Made:
    team, noun, number = words.company(random), random.choice(words.NOUNS), random.randint(2, 20)
    texts = (
        f"git clone git@github.com:{team}/{noun}.git", f"@pytest.fixture\ndef {noun}(): ...",
        f"npm install {noun}@{number}.2.3", f"{noun}@{number}.0.1", f"icon-{noun}@2x.png",
        f"root@{noun}{number}:~# ls", f"deploy@{team}-{number}:/srv$ tail -f log",
        f"@{team} said so", f"@app.route('/{noun}/{number}')", f"actions/checkout@v{number}",
        f"@dataclass.field({noun})", f"import {noun} from '@{team}/{noun}'",
        f"ssh://git@{team}.com:22/{noun}", f"{number} kg @ 3.5 EUR", "user@localhost",
        f"{noun}@{team}.internal", f"logo@3x.webp is {number} KB", "@media (max-width)",
        f"postgres://app:$PASS@db.{team}.com/{noun}", f"scp@{noun}", f"sha256:{noun}@{number}",
    )  # fmt: skip
    return "", random.choice(texts)


def _reserved(random: Random) -> _Made:
    noun, number = random.choice(words.NOUNS), random.randint(1, 254)
    pairs = (
        ("email", f"user-{number}@example.com"), ("email", f"{noun}@example.org"),
        ("e mail", f"a@{noun}.test"), ("reply to", f"noreply@{words.company(random)}.com"),
        ("from", f"{noun}@mail.example"), ("phone", f"+1 202 555 01{random.randint(10, 99)}"),
        ("phone", f"+44 7700 900{random.randint(100, 999)}"),
        ("tel", f"(415) 555-01{random.randint(10, 99)}"),
        ("mobile", f"+7 000 000 {random.randint(10, 99)} 01"),
        ("card number", "4242 4242 4242 4242"), ("card", "4111111111111111"),
        ("pan", "5555-5555-5555-4444"), ("iban", "DE89 3704 0044 0532 0130 00"),
        ("iban", "GB82WEST12345698765432"), ("ssn", "000-12-3456"), ("ssn", "078-05-1120"),
        ("ssn", f"987-65-432{number % 10}"), ("ip", f"192.0.2.{number}"),
        ("client ip", f"198.51.100.{number}"), ("ip", f"203.0.113.{number}"),
        ("remote addr", f"10.3.{number}.7"), ("ip", f"192.168.{number}.1"),
        ("host ip", f"172.17.0.{number}"), ("ip", "127.0.0.1"), ("ip", "::1"),
        ("ip", f"2001:db8::{number:x}"), ("ip", f"fe80::{number:x}:1"),
        ("mac", f"00:00:5E:00:53:{number % 100:02}"), ("nhs number", "999 123 4563"),
        ("customer name", f"Person {number}"), ("fio", "А. Седых"), ("姓名", "甲某"),
        ("address", f"{number} Example Street, Springfield, ZZ 00000"),
        ("date of birth", "1990-01-01"), ("username", f"user-{number}"), ("dns", "0.0.0.0"),
        ("mac", "ff:ff:ff:ff:ff:ff"),
    )  # fmt: skip
    name, value = random.choice(pairs)
    return (name, value) if random.random() < 0.7 else ("", f"{name}: {value}")


def _placeholder(random: Random) -> _Made:
    names = (
        "email|phone|customer name|address|date of birth|username|card number|ssn|full name|iban"
    )
    values = (
        "[EMAIL]", "<redacted>", "REDACTED", "***", "string", "{{ name }}", "${EMAIL}", "null",
        "unknown", "N/A", "none", "xxx-xxx-xxxx", "your name", "[PHONE]", "anonymous", "<NAME>",
        "—", "true",
    )  # fmt: skip
    return random.choice(listed(names)), random.choice(values)


def _thing(random: Random) -> _Made:
    company = words.company(random).capitalize()
    pairs = (
        ("name", words.tool(random)), ("name", "Wireless Mouse"), ("name", "Eiffel Tower"),
        ("name", "New York"), ("name", f"{company} Ltd"), ("name", "gpt-4o-mini"),
        ("product name", "Blue Ceramic Mug"), ("name", company),
        ("file name", f"Report {random.randint(1, 99)} Final.pdf"), ("model name", "Claude Sonnet"),
        ("name", "Golden Gate"), ("company name", f"{company} Logistics"),
        ("event name", "Spring Sale"), ("city", "Buenos Aires"), ("city name", "San Francisco"),
        ("team name", "Platform Team"), ("address", f"0x{random.randbytes(20).hex()}"),
        ("address", f"localhost:{random.randint(1000, 9999)}"),
        ("memory address", f"0x7f{random.randbytes(4).hex()}"),
        ("email template", "welcome-new-customer"), ("name", f"{random.choice(words.NOUNS)}.py"),
        ("username", "admin"), ("user name", "root"),
        ("hostname", f"{random.choice(words.NOUNS)}-{random.randint(1, 9)}"), ("login", "required"),
        ("phone model", f"Pixel {random.randint(5, 12)}"), ("author", "Support Team"),
        ("contact", "Customer Service"), ("name", "United Kingdom"), ("название", "Синий чайник"),
        ("name", "蓝色马克杯"), ("city", "北京市"), ("street view", "enabled"),
        ("category name", "Home and Garden"), ("tool name", "Read File"),
        ("name", "Monday Standup"),
    )  # fmt: skip
    return random.choice(pairs)


def _prose(random: Random) -> _Made:
    number, noun = random.randint(2, 900), random.choice(words.NOUNS)
    texts = (
        "Who wrote War and Peace? Leo Tolstoy did.", "The speech of Barack Obama was in 2009.",
        "Эйфелева башня стоит в Париже.", "Пушкин родился в Москве.", "李白是唐代诗人。",
        "长城在哪里？",
        "Goethe wrote Faust in Weimar.", "Marie Curie won two prizes.",
        "Ada Lovelace wrote the first program.", f"My name is on the list, see {noun} {number}.",
        f"deliver to {number} customers by Friday",
        f"The address is wrong, please correct {noun} {number}.", f"It costs {number} 000 000 EUR.",
        f"The birthday {noun} arrives in {number} days.", f"The phone has {number} MB left.",
        "请输入您的姓名和电话。",
        f"Please give me your phone number and e-mail, {noun} {number} needs it.",
        "Как вас зовут?", "Wie heißen Sie?", f"{number}.{number % 100} percent of {noun}s",
        f"scores: 12, 19, 33, 41, {number}", "¿Cuál es su dirección?",
        f"rate limit: {number}00 of {number}0000 tokens",
        f"The name of the {noun} is too long ({number}).", f"+{number} points for the {noun}",
        f"between 10:00 and 18:00, room {number}", "Quel est votre nom ?",
        f"Serial {digits(random, 3)}-{digits(random, 3)} in bay {number}",
        f"{number} x {number} = {number * number}",
        f"ratio 16:9, codec h.264, {number} fps, 44:1{number % 10}:00",
        f"ids 10{number}, 10{number + 1}, 10{number + 2}",
    )  # fmt: skip
    return "", random.choice(texts)


def _machine_id(random: Random) -> _Made:
    hexes = random.randbytes(16).hex()
    values = (
        hexes, f"call_{digits(random, 10)}",
        f"{hexes[:8]}-{hexes[8:12]}-4{hexes[13:16]}-a{hexes[17:20]}-{hexes[20:]}",
        ":".join(hexes[at : at + 2] for at in range(0, 32, 2)),
        f"1Z{hexes[:6].upper()}{digits(random, 10)}", f"arn:aws:iam::{digits(random, 12)}:role/app",
        f"INV-{digits(random, 8)}", f"_cfuvid.{hexes}-0.0.1.1",
        f"gid://shop/Order/{digits(random, 13)}", f"{digits(random, 18)}", f"AS{digits(random, 5)}",
    )  # fmt: skip
    return _one(random, "id|ref|trace|fingerprint|message id|object id|external id", values)


KINDS: dict[str, Callable[[Random], _Made]] = {
    "epoch seconds and milliseconds": _time,
    "plain dates": _date,
    "order, invoice, part numbers": _order,
    "ISBN, DOI, EAN": _catalogue,
    "version strings": _version,
    "coordinates": _place,
    "at signs that are no e-mail": _at_sign,
    "reserved values and stand-ins": _reserved,
    "placeholders of personal data": _placeholder,
    "names of things and machines": _thing,
    "public persons, landmarks, prose": _prose,
    "ids of machines and objects": _machine_id,
}
_NAMED = [c for c in CARRIERS.values() if c.named and "personal" in c.forms]
_UNNAMED = [c for c in CARRIERS.values() if not c.named]


def cases(random: Random, count: int) -> Iterator[tuple[Case, str]]:
    """Hard negatives, of each kind in turn, with the names of their carriers."""
    kinds = list(KINDS.items())
    for number in range(count):
        row, make = kinds[number % len(kinds)]
        name, text = make(random)
        value = Spelled.whole(text)
        carrier = random.choice(_NAMED if name else _UNNAMED)
        yield Case(NOTHING, row, value, tuple(name.split()), value, "personal"), carrier.name
