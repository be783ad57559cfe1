"""Secrets in a decoded text: keys and tokens of known services, and values of telling names.

One pass of a multi-literal automaton finds where something may stand; patterns are matched there
and never searched over the text. A family with a mark (a prefix, a structure) is found everywhere,
a family without one only under a telling name or beside a cue. Nothing is verified, nothing is sent
anywhere, and no character of a secret leaves this module: a Secret is a place.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fixture_lint.detectors import cues, structure, values
from fixture_lint.detectors.families import (
    Family,
    compiled,
    is_block,
    named,
    prefix_of,
)
from fixture_lint.detectors.needles import (
    Place,
    anchored,
    hits,
)
from fixture_lint.detectors.placeholders import is_placeholder
from fixture_lint.detectors.telling import Telling, is_opaque_name, telling


class Secret(NamedTuple):
    """A secret: the name of its family, the public prefix that may be shown, its place."""

    family: str
    prefix: str
    start: int
    end: int


_BOTH, _MARK, _STRUCTURE, _VENDOR, _NAME = range(5)


class _Found(NamedTuple):
    """A secret and how sure its family is: by its mark and the vendor's name, by its mark, by the
    structure around it, by the vendor's name, by a telling name only."""

    rank: int
    secret: Secret


def length_class(length: int) -> str:
    """How long a value is, in words that do not give its length away."""
    if length < 20:
        return "under 20 characters"
    if length < 40:
        return "20-39 characters"
    return "40-99 characters" if length < 100 else "100 and more characters"


def find(text: str, name: str = "") -> list[Secret]:
    """All secrets of a decoded text, in the order of their places; they do not overlap.

    ``name`` is the key, header or parameter under which the whole text stands, '' if there is none.
    Under an opaque name (see ``telling.is_opaque_name``) only families with a mark are reported.
    The time is linear in the length of the text.
    """
    if len(text) < values.SHORTEST:
        return []
    # A lone surrogate is no Unicode text; it is replaced by one character, so places stay.
    text = text if text.isascii() else text.encode("utf-8", "replace").decode()
    marks, words = hits(text)
    found = [*(_marked(text, marks) if marks else ()), *_anchored(text)]
    if not is_opaque_name(name):
        meaning = telling(name) if name else None
        if meaning:
            found += _of_value(text, meaning, _trimmed(text))
        if words:
            found += _of_cues(text, words)
    return _settled(found) if found else []


def _marked(text: str, hits: Iterable[tuple[tuple[Place, ...], int]]) -> Iterator[_Found]:
    for places, start in hits:
        for place in places:
            family = place.family
            if family.plugin:
                yield from _by_plugin(text, family, start - place.least)
                continue
            for offset in range(place.least, place.most + 1):
                yield from _matched(text, family, start - offset)


def _anchored(text: str) -> Iterator[_Found]:
    """Families of which no literal is long enough for the automaton: a search from a dot or a
    colon, which fails within a fixed distance."""
    for family in anchored():
        anchor = family.anchor
        if anchor is None or anchor.literal not in text:
            continue
        for hit in compiled(family.scan).finditer(text):
            for offset in range(anchor.least, anchor.most + 1):
                yield from _matched(text, family, hit.start() - offset)


def _matched(text: str, family: Family, at: int) -> Iterator[_Found]:
    if at < 0:
        return
    match = compiled(family.pattern).match(text, at)
    if match is None:
        return
    start, end = match.span(1)
    if not structure.holds(family, text, start, end):
        return
    value = text[start:end]
    body = value[len(prefix_of(family, value)) :]
    if not is_block(family) and is_placeholder(body):
        return
    around = start > match.start()
    if not around and ("-" in body or "_" in body) and values.is_wordy(body):
        return
    yield _found(_STRUCTURE if around else _MARK, family, value, start)


def _by_plugin(text: str, family: Family, at: int) -> Iterator[_Found]:
    from fixture_lint.detectors import plugins

    for start, end in plugins.spans(family.plugin, text, at):
        value = text[start:end]
        body = value[len(prefix_of(family, value)) :]
        if values.looks_random(body) and not is_placeholder(body):
            yield _found(_MARK, family, value, start)


def _found(rank: int, family: Family, value: str, start: int) -> _Found:
    prefix = prefix_of(family, value)
    return _Found(rank, Secret(family.name, prefix, start, start + len(value)))


def _trimmed(text: str) -> tuple[int, int]:
    """The place of a text without white space and quotes around it."""
    inner = text.strip().strip("\"'`")
    start = text.find(inner)
    return start, start + len(inner)


def _of_cues(text: str, words: Sequence[tuple[int, int]]) -> Iterator[_Found]:
    """Secrets beside telling words; words with nothing near that could be one are passed over."""
    runs = list(_candidates(text)) if words else []
    done = at = 0
    for word, after in words:
        while at < len(runs) and runs[at][1] < word - cues.REACH:
            at += 1
        if at == len(runs):
            return
        if word < done or runs[at][0] > word + cues.REACH:
            continue
        for cue in cues.cues_at(text, word, after):
            meaning = cue.telling._replace(family="") if cue.nearby else cue.telling
            yield from _of_value(text, meaning, (cue.start, cue.end), cue.prose)
            if not cue.prose:
                done = cue.end


_CANDIDATE = re.compile(r"[!-~]{8,}")


def _candidates(text: str) -> Iterator[tuple[int, int]]:
    """The places of runs of characters of which a part could be a credential."""
    for run in _CANDIDATE.finditer(text):
        if values.may_hold_value(run[0]):
            yield run.span()


def _of_value(
    text: str, meaning: Telling, place: tuple[int, int], prose: bool = False
) -> Iterator[_Found]:
    """The secrets in the value of a telling name, which stands at ``place``."""
    start, end = place
    value = text[start:end]
    if not value or end - start > values.LONGEST:
        return
    if meaning.family == "session-cookie":
        for first, last in structure.cookies(value):
            yield _found(_NAME, named()["session-cookie"], value[first:last], start + first)
        return
    scheme, start = structure.scheme(value, start)
    value = text[start:end]
    if scheme == "basic" or meaning.family == "basic-header":
        if structure.is_basic(value):
            yield _found(_NAME, named()["basic-header"], value, start)
        return
    for name in meaning.vendors:
        family = named()[name]
        if _is_of(family, value):
            yield _found(_BOTH if family.is_marked else _VENDOR, family, value, start)
            return
    name = "opaque-bearer" if scheme else meaning.family
    if not name:
        return
    weak = meaning.weak and not scheme
    judge = values.is_password(value, prose) if name == "password" else values.is_key(value, weak)
    if judge:
        yield _found(_NAME, named()[name], value, start)


def _is_of(family: Family, value: str) -> bool:
    """Whether a value under the vendor's name has the shape of the vendor's keys."""
    if len(value) < values.SHORTEST or not compiled(family.value).fullmatch(value):
        return False
    if is_placeholder(value) or values.is_wordy(value):
        return False
    if family.plugin:
        from fixture_lint.detectors import plugins

        return plugins.accepts(family.plugin, family.name, value)
    return True


def _settled(found: Iterable[_Found]) -> list[Secret]:
    """Of secrets that overlap the surest, then the longest, in the order of their places."""
    starts: list[int] = []
    kept: list[Secret] = []
    order = sorted(found, key=lambda f: (f.rank, f.secret.start, -f.secret.end, f.secret.family))
    for _, secret in order:
        at = bisect(starts, secret.start)
        if (at and kept[at - 1].end > secret.start) or (
            at < len(kept) and kept[at].start < secret.end
        ):
            continue
        starts.insert(at, secret.start)
        kept.insert(at, secret)
    return kept
