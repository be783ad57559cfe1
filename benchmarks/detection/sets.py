"""The whole labelled set, from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from benchmarks.detection import innocents, lookalikes, personal_set, secrets_set
from benchmarks.detection.cases import Case
from benchmarks.detection.files import File, files

_TYPES_TO_FAMILIES = 3
"""There are far fewer types of personal data than families: each cell of theirs holds more."""

_Cases = Callable[[Random, int], Iterator[tuple[Case, str]]]


class Sets(NamedTuple):
    """The files with secrets and what looks like them, and those with personal data likewise."""

    secrets: tuple[File, ...]
    personal: tuple[File, ...]


def generate(seed: int, per_cell: int) -> Sets:
    """All files. The same seed gives the same files, byte by byte."""
    more = per_cell * _TYPES_TO_FAMILIES
    return Sets(
        tuple(_files(f"{seed} secrets", secrets_set.cases, lookalikes.cases, per_cell)),
        tuple(_files(f"{seed} personal", personal_set.cases, innocents.cases, more)),
    )


def _files(seed: str, positives: _Cases, negatives: _Cases, per_cell: int) -> Iterator[File]:
    """Files with positives, and as many hard negatives."""
    random = Random(seed)
    planted = list(positives(random, per_cell))
    planted += negatives(random, len(planted))
    yield from files(random, planted)
