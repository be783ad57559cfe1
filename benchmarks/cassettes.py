"""Makes cassettes as projects keep them: a mix of families, sizes, streams and compressed bodies.

``python benchmarks/cassettes.py FOLDER [COUNT]``; needs PyYAML and hypothesis, since the writers of
the families are those of the tests.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.cassettes import bodies, path_of, recordings, written  # noqa: E402

FAMILIES = {
    "vcrpy": 62, "vcrpy-parsed": 10, "vcrpy-httpx": 3, "go-vcr": 8, "ruby-vcr": 8, "har": 4,
    "request-hash": 3, "nock": 2,
}  # fmt: skip
"""Parts of a hundred, close to what was counted in public repositories."""

MEDIAN, SPREAD, SMALLEST, LARGEST = 6000, 1.65, 2500, 400_000
"""Sizes are spread log-normally around the median, so that one in ten has 45 kB; all in bytes."""

STREAMS, COMPRESSED = 0.2, 0.11
_MOST_PACKED = 12_000
"""Compressed bodies are those of short answers; ten times as much is in them as they take."""
_ALONE = 9000
"""Below this size a cassette holds one exchange of the conversation, not both."""


def write(folder: Path, count: int) -> None:
    """Writes cassettes; the same count gives the same bytes."""
    folder.mkdir(parents=True)
    for seed in range(count):
        rng = random.Random(f"cassette {seed}")
        family = rng.choices(tuple(FAMILIES), tuple(FAMILIES.values()))[0]
        is_packed = rng.random() < COMPRESSED and "gzip" in bodies(family)
        way = "gzip" if is_packed else "text"
        most = _MOST_PACKED if is_packed else LARGEST
        size = min(max(rng.lognormvariate(0, SPREAD) * MEDIAN, SMALLEST), most)
        made = _of_size(seed, family, way, rng.random() < STREAMS, round(size))
        (folder / f"{seed:03}{Path(path_of(family)).suffix}").write_bytes(made)


def _of_size(seed: int, family: str, way: str, stream: bool, size: int) -> bytes:
    """A cassette of about a size: what is said is as long as that takes."""

    def made(words: int) -> bytes:
        exchanges = recordings(seed, stream=stream, words=words)
        alone = size < _ALONE
        return written(exchanges[:1] if alone else exchanges, family, body=way)

    few, many = len(made(10)), len(made(110))
    slope = max((many - few) / 100, 1)
    return made(min(max(round(10 + (size - few) / slope), 1), 20_000))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=300)
    arguments = parser.parse_args()
    write(arguments.folder, arguments.count)
