"""Token families: what secrets of known services look like. They are data, in ``rules/tokens/``.

A pattern is compiled when it is first needed: a run meets few families, if any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from fixture_lint.rules import packed


class Needle(NamedTuple):
    """A literal of a shape, and how far at least and at most it stands from the start."""

    literal: str
    least: int
    most: int


class Context(NamedTuple):
    """What must stand beside a value without a mark: the vendor's ``words`` in the name of a
    credential or in the sentence, or a name with one of these ``endings``, or one of ``names``."""

    words: tuple[str, ...]
    endings: tuple[str, ...]
    names: tuple[str, ...]


class Family(NamedTuple):
    """One family. ``prefix`` is public; ``pattern`` has the secret as its first group; ``value`` is
    the source of the secret alone."""

    name: str
    prefix: str
    shape: tuple[Mapping[str, Any], ...]
    total: int
    needles: tuple[Needle, ...]
    anchor: Needle | None
    scan: str
    pattern: str
    value: str
    context: Context | None
    check: str
    plugin: str
    near_misses: tuple[Mapping[str, Any], ...]
    source: str

    @property
    def is_marked(self) -> bool:
        """Whether values are known by themselves, whatever stands beside them."""
        return bool(self.needles) or self.anchor is not None


@cache
def families() -> tuple[Family, ...]:
    """All families, in the order of their names."""
    return tuple(_family(source) for source in packed("tokens"))


def _family(source: dict[str, Any]) -> Family:
    offsets = source["offsets"]
    context = source.get("context")
    anchor = source.get("anchor")
    return Family(
        source["family"],
        source["prefix"],
        tuple(source["shape"]),
        source.get("total", 0),
        tuple(Needle(literal, *offsets[literal]) for literal in source.get("needles", ())),
        Needle(anchor, *offsets[anchor]) if anchor else None,
        source.get("scan", ""),
        source["pattern"],
        source.get("value", source["pattern"]),
        Context(*(tuple(context.get(key, ())) for key in Context._fields)) if context else None,
        source.get("check", ""),
        source.get("plugin", ""),
        tuple(source["near-misses"]),
        source["source"],
    )


@cache
def named() -> dict[str, Family]:
    """The families by their names."""
    return {family.name: family for family in families()}


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of a family for text."""
    return re.compile(pattern)


@cache
def compiled_bytes(pattern: str) -> re.Pattern[bytes]:
    """A pattern of a family for UTF-8; the patterns know ASCII only, so they mean the same."""
    return re.compile(pattern.encode())


def prefix_of(family: Family, value: str) -> str:
    """The public prefix with which a value begins: that of the family or of one of its variants."""
    if value.startswith(family.prefix):
        return family.prefix
    variants = [literal for literal in family.shape[0].get("any", ()) if len(literal) > 1]
    return next((literal for literal in variants if value.startswith(literal)), "")


def is_block(family: Family) -> bool:
    """Whether the values of a family span lines: placeholders are not looked for in them."""
    return any(part.get("form") == "pem" for part in family.shape)
