"""Words that stand around planted values: sentences without a hint, tools, keys, hosts."""

from __future__ import annotations

from random import Random

from benchmarks.detection.spelled import HOLE


def listed(text: str) -> tuple[str, ...]:
    """The parts of a text between bars."""
    return tuple(part.strip() for part in text.split("|"))


_FRAMES = (
    (
        "We found|The log shows|They pasted|It printed|Look at|The note says|Someone typed"
        "|Yesterday I saw|The page gave us|Line nine holds",
        "before lunch|in the second window|since Monday|on the old laptop|while it was raining"
        "|during the demo|near the end|twice this week|after the update",
        "{} ¤ {}.",
    ),
    (
        "В журнале видно|Нам прислали|На экране было|Программа вывела|Коллега нашёл",
        "вчера вечером|во втором окне|после обновления|перед встречей|у самого края",
        "{} ¤ {}.",
    ),
    (
        "日志里出现了|屏幕上显示|同事发来|页面返回了",
        "请看一下|昨天下午|更新之后|还没处理",
        "{}¤，{}。",
    ),
    (
        "Im Protokoll steht|Wir fanden|Das Programm zeigte|Jemand schrieb",
        "gestern Abend|im zweiten Fenster|nach dem Umbau|kurz vor Schluss",
        "{} ¤ {}.",
    ),
    (
        "En el registro aparece|Nos mandaron|La pantalla mostró|Alguien escribió",
        "ayer por la tarde|en la otra ventana|después del cambio|antes de comer",
        "{} ¤ {}.",
    ),
    (
        "Le journal montre|On a trouvé|Quelqu'un a écrit|La page affichait",
        "hier soir|dans la deuxième fenêtre|après la mise à jour|avant la démo",
        "{} ¤ {}.",
    ),
    ("ログに|画面に|さっき", "と出ました|が残っています|を見ました", "{} ¤ {}。"),
)
PLAIN_TEXTS = listed(
    "Can you look into it?|Everything arrived on time.|I will be back at four.|Так и сделаем."
    "|好的，没问题。|Danke, das passt so.|Vale, lo miramos mañana.|D'accord, on verra.|Not yet."
    "|The second one is larger.|Sounds good to me.|Please go on."
)
NOUNS = listed(
    "parcel|report|widget|record|window|branch|reply|job|order|bundle|region|folder|sample|chart"
    "|ledger|engine|garden|bottle|planet|basket|signal|corner"
)
VERBS = listed("load|check|print|open|list|fetch|sync|plan|move|read|find|update|render|count")
_SYLLABLES = listed("ba|ke|lo|mi|nu|ra|se|ti|vo|za|dre|fli|gor|hel|jun|kas|lum|nor|pex|qua|sol|tri")
_ENDINGS = listed("ly|hub|base|cloud|works|flow|desk|io|kit|lab|soft|grid")


def sentence(random: Random) -> str:
    """A sentence with a hole, of one of several languages, that says nothing of the value."""
    openers, closers, frame = random.choice(_FRAMES)
    filled = frame.replace(HOLE, "\0")
    filled = filled.format(random.choice(listed(openers)), random.choice(listed(closers)))
    return filled.replace("\0", HOLE)


def syllables(random: Random, least: int = 2, most: int = 3) -> str:
    """A word that no dictionary has."""
    return "".join(random.choices(_SYLLABLES, k=random.randint(least, most)))


def company(random: Random) -> str:
    """The name of a company that does not exist, in small letters."""
    return syllables(random) + random.choice(_ENDINGS)


def host(random: Random) -> str:
    """A host of such a company."""
    sub = random.choice(("api", "app", "data", "www", "gw", "files"))
    return f"{sub}.{company(random)}.{random.choice(('com', 'net', 'io', 'dev', 'eu'))}"


def tool(random: Random) -> str:
    """The name of a tool."""
    return f"{random.choice(VERBS)}_{random.choice(NOUNS)}"


def member(random: Random) -> tuple[str, object]:
    """A harmless pair of an object."""
    value: object = random.choice(
        (random.randint(1, 900), True, random.choice(NOUNS), round(random.random(), 2), None)
    )
    return random.choice(("count", "kind", "mode", "level", "page", "unit", "ready")), value


def members(random: Random) -> dict[str, object]:
    """Some harmless pairs."""
    return dict(member(random) for _ in range(random.randint(0, 2)))
