"""Invented persons: names, addresses, birth dates, user names."""

from __future__ import annotations

import unicodedata
from random import Random

from benchmarks.detection.tongues import MONTHS, STREET_NAMES, STREETS, TONGUES, Tongue

_TITLES = {
    "en": ("Dr.", "Mrs.", "Mr."),
    "ru": ("г-н",),
    "de": ("Dr.", "Frau", "Herr"),
    "es": ("Sra.", "Don"),
    "fr": ("Mme", "M."),
}


def name(random: Random, tongue: Tongue, part: str = "") -> str:
    """A full name, or its given or family part."""
    given = random.choice(tongue.given)
    family = "".join(random.choice(pieces) for pieces in tongue.family)
    if tongue.code == "zh":
        return family + given
    if part:
        return given if part == "given" else family
    if tongue.code == "ru" and random.random() < 0.4:
        return f"{family} {given}"
    if tongue.code == "es" and random.random() < 0.5:
        family += " " + "".join(random.choice(pieces) for pieces in tongue.family)
    middle = f" {random.choice('ABCDEGHJKLMNRST')}." if random.random() < 0.1 else ""
    made = f"{given}{middle} {family}"
    kind = random.random()
    if kind < 0.05:
        return made.upper()
    return f"{random.choice(_TITLES[tongue.code])} {made}" if kind < 0.12 else made


def part_of(key: str) -> str:
    """Which part of a name a key asks for: 'given', 'family' or '' for all of it."""
    if any(word in key for word in ("first", "vorname", "prénom", "отчество")):
        return "given"
    family = ("last", "surname", "nachname", "familienname", "фамилия", "apellido", "famille")
    return "family" if any(word in key for word in family) else ""


def address(random: Random, tongue: Tongue) -> str:
    """A postal address: a street and a number, mostly with a city."""
    street = random.choice(STREETS[tongue.code]).format(
        w=random.choice(STREET_NAMES[tongue.code]),
        n=random.randint(2, 180),
        m=random.randint(2, 60),
    )
    city = random.choice(tongue.cities)
    if tongue.code == "zh":
        return city + street
    if random.random() < 0.2:
        return street
    return f"{city}, {street}" if tongue.code == "ru" else f"{street}, {city}"


def birth_date(random: Random, tongue: Tongue) -> str:
    """A day between 1938 and 2007 in a notation of the language, none of the stand-ins."""
    year, month, day = random.randint(1938, 2007), random.randint(1, 12), random.randint(1, 28)
    year += year == 1990
    if random.random() < 0.4:
        return f"{year}-{month:02}-{day:02}"
    if tongue.code == "zh":
        return f"{year}年{month}月{day}日"
    if random.random() < 0.5:
        return f"{day:02}{'/' if tongue.code in ('en', 'es', 'fr') else '.'}{month:02}" + (
            f"{'/' if tongue.code in ('en', 'es', 'fr') else '.'}{year}"
        )
    word = MONTHS[tongue.code][month - 1]
    if tongue.code == "en":
        return random.choice((f"{word} {day}, {year}", f"{day} {word} {year}"))
    if tongue.code == "es":
        return f"{day} de {word} de {year}"
    return f"{day}. {word} {year}" if tongue.code == "de" else f"{day} {word} {year}"


_LATIN = tuple(tongue for tongue in TONGUES if tongue.code not in ("ru", "zh"))


def handle(random: Random) -> str:
    """The name of an account in Latin letters."""
    tongue = random.choice(_LATIN)
    given, family = (
        ascii_of(name(random, tongue, "given")),
        ascii_of(name(random, tongue, "family")),
    )
    number = random.randint(3, 99)
    forms = (
        f"{given}.{family}", f"{given[0]}{family}", f"{given}_{number}", f"{family}{number}",
        f"{given}-{family}", f"{family}.{given[0]}{number}",
    )  # fmt: skip
    return random.choice(forms)


def ascii_of(text: str) -> str:
    """A name in small ASCII letters."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in plain.casefold() if letter.isascii() and letter.isalnum())
