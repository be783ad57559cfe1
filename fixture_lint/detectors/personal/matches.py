"""What the detectors of personal data share: the match, number groups, and the words around."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

BEFORE = 48
"""Characters before a value in which a telling word counts."""

_AFTER = 24
_ODD = str.maketrans(
    {
        "\u00a0": " ",
        "\u2007": " ",
        "\u2009": " ",
        "\u202f": " ",
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2212": "-",
    }
)
_ODD_ONE = re.compile("[\u00a0\u2007\u2009\u202f\u2010-\u2013\u2212]")
_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-zа-яё0-9])(?=[A-ZА-ЯЁ])|(?<=[A-ZА-ЯЁ])(?=[A-ZА-ЯЁ][a-zа-яё])")
_LETTERS = re.compile(r"[^\W\d_]+")


class Personal(NamedTuple):
    """Personal data in a text: its type, its span, and what the type alone does not say (the
    region of a phone in lower case, the kind of a national id such as ``us-ssn``)."""

    type: str
    start: int
    end: int
    detail: str = ""


class Value(NamedTuple):
    """Personal data apart from its place: its type, its spelling, and what ``Personal`` calls
    detail."""

    type: str
    value: str
    detail: str = ""


def even(text: str) -> str:
    """A text with plain spaces and hyphens in place of typographic ones. Offsets stay, because
    each of them is one character."""
    return text.translate(_ODD) if not text.isascii() and _ODD_ONE.search(text) else text


def digits_of(value: str) -> str:
    """The ASCII digits of a value."""
    return "".join(character for character in value if "0" <= character <= "9")


def refill(value: str, digits: str) -> str:
    """A value with other digits in the places of its own, from the left. Both must have equally
    many."""
    rest = iter(digits)
    return "".join(next(rest) if "0" <= character <= "9" else character for character in value)


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of ISO/IEC 7812-1, annex B."""
    total = sum(int(digit) for digit in digits[-1::-2])
    return (total + sum(sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])) % 10 == 0


@lru_cache(maxsize=4096)
def key_words(name: str) -> tuple[str, ...]:
    """The words of a key, header or parameter name, casefolded: ``cardNumber2``, ``card_number``
    and ``Card-Number`` give ``card, number``."""
    return tuple(_LETTERS.findall(_HUMP.sub(" ", name[-200:]).casefold()))


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for a list that is easier to read as one."""
    return frozenset(text.split())


def spaced(words: Iterable[str]) -> str:
    """Words as one text in which ``needles`` can be looked up."""
    return f" {' '.join(words)} "


def needles(phrases: str) -> tuple[str, ...]:
    """Phrases, separated by ``|``, as they are looked up in a spaced text: whole words; a
    beginning of a word where the phrase ends in ``*``; anywhere for Chinese, which has no spaces
    between words."""
    found = []
    for phrase in (part.strip() for part in phrases.split("|")):
        if phrase and "\u4e00" <= phrase[0] <= "\u9fff":
            found.append(phrase)
        elif phrase:
            found.append(f" {phrase[:-1]}" if phrase.endswith("*") else f" {phrase} ")
    return tuple(found)


class Context(NamedTuple):
    """The words of the key, and those before and after a value."""

    key: str
    before: str
    after: str

    def tells(self, cues: tuple[str, ...], others: tuple[str, ...] = ()) -> bool:
        """Whether the key holds a cue, or the text around does and none of ``others`` stands
        between the cue and the value."""
        key, before, after = self
        is_behind = False
        found = []
        for cue in cues:  # Many ids are asked about each number, so nothing is made for nothing.
            if cue in key:
                return True
            if cue in before:
                found.append(before.rfind(cue))
            is_behind = is_behind or cue in after
        if not found:
            return is_behind
        return max(found) >= max((before.rfind(other) for other in others), default=-1)

    def warns(self, others: tuple[str, ...]) -> bool:
        """Whether the key or the text before a value says that it is something else."""
        return any(other in self.key or other in self.before for other in others)


def context(text: str, start: int, end: int, key: tuple[str, ...]) -> Context:
    """The context of a value: words of the key, and whole words beside the value."""
    before = _words(text[max(0, start - BEFORE) : start])
    after = _WORD.findall(text[end : end + _AFTER].casefold())
    return Context(spaced(key), spaced(before), spaced(after))


def _words(text: str) -> Iterator[str]:
    """The words of a text, casefolded; behind one in camel case the words that it consists of."""
    for word in _WORD.findall(text):
        yield word.casefold()
        parts = _HUMP.sub(" ", word).casefold().split()
        if len(parts) > 1 and len(parts[0]) > 1:  # iPhone is one word.
            yield from parts


OTHER = needles(
    "order|orders|invoice|invoices|tracking|track|article|part|item|sku|serial|isbn|issn|ean|upc"
    "|gtin|asin|model|ticket|ref|reference|build|version|batch|lot|case|product|barcode|code"
    "|transaction|txn|request|parcel|shipment|awb|receipt|booking|reservation|confirmation|quote"
    "|timestamp|epoch|unix|created|updated|modified|expires|revision|commit|hash|checksum|price|total|amount|coupon|voucher|catalog"
    "|latitude|longitude|lat|lon|lng|coordinates|coords|stock|warehouse|contract|po|flight|train|doi|arxiv"
    "|заказ*|счет*|счёт*|артикул*|накладн*|трек*|посылк*|договор*|билет*|товар*"
    "|订单|发票|货号|快递|运单|单号|bestell*|rechnung*|artikel*|sendung*|pedido|factura|artículo"
    "|commande|facture|article"
)
"""Words that say that a number is the name of a thing."""

_ID_TAILS = frozenset(
    {"id", "ids", "uuid", "uid", "guid", "sha", "etag", "ts", "time", "at", "exp", "iat", "nbf"}
)


@lru_cache(maxsize=1024)
def names_a_thing(key: tuple[str, ...]) -> bool:
    """Whether a key says that its value names a thing or a moment, not a person: ``order_no``,
    ``message_id``, ``created_at``."""
    if not key:
        return False
    words = spaced(key)
    return key[-1] in _ID_TAILS or any(other in words for other in OTHER)
