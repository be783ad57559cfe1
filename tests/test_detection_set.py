"""A slice of the labelled set (``python -m benchmarks.detection``) meets the targets."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
if not (ROOT / "benchmarks" / "detection").is_dir():
    pytest.skip("the benchmarks are not part of this copy", allow_module_level=True)
sys.path.insert(0, str(ROOT))

from benchmarks.detection import files, innocents, lookalikes, personal_set, secrets_set  # noqa: E402
from benchmarks.detection.cases import NOTHING, SECRET  # noqa: E402
from benchmarks.detection.measure import group, run_here  # noqa: E402
from benchmarks.detection.table import goals, render  # noqa: E402

SEED = 20


def a_slice(share: int) -> list[files.File]:
    """Files with one of so many cases of the whole set, chosen at random."""
    random = Random(SEED)
    planted = []
    for positives, negatives in ((secrets_set, lookalikes), (personal_set, innocents)):
        cases = list(positives.cases(random, 1))
        chosen = random.sample(cases, max(200, len(cases) // share))
        planted += [*chosen, *negatives.cases(random, len(chosen))]
    return list(files.files(random, planted))


@pytest.fixture(scope="module")
def slice_of_files():
    return a_slice(16)


@pytest.fixture(scope="module")
def outcome(slice_of_files):
    return run_here(slice_of_files)


def test_the_targets_are_met(outcome):
    assert [goal.what for goal in goals(outcome) if not goal.is_met] == []


def test_everything_is_read(outcome):
    assert outcome.unread == {}


def test_half_of_the_labels_are_hard_negatives(slice_of_files):
    labels = [label for file in slice_of_files for label in file.labels]
    assert sum(label.label == NOTHING for label in labels) >= len(labels) // 2
    assert {group(label.label) for label in labels} == {NOTHING, SECRET, "value", "keyed"}


def test_generated_files_are_valid_and_labels_stand_in_them(slice_of_files):
    for file in slice_of_files:
        for label in file.labels:  # A setting without a value is a hard negative, too.
            assert 0 <= label.start <= label.end <= len(file.text)
            assert label.start < label.end or label.label == NOTHING
        if file.path.endswith((".json", ".har")):
            json.loads(file.text)
        elif file.path.endswith(".jsonl"):
            assert all(isinstance(json.loads(line), dict) for line in file.text.splitlines())
        elif file.path.endswith(".yaml"):
            assert isinstance(YAML(typ="safe", pure=True).load(file.text), dict)


def test_the_same_seed_gives_the_same_files():
    assert a_slice(64) == a_slice(64)


def test_tables_and_shapes_hold_no_value(slice_of_files, outcome):
    printed = render(outcome) + repr(outcome.misses) + repr(outcome.stray)
    for file in slice_of_files:
        for label in file.labels:
            value = file.text[label.start : label.end]
            if label.label == SECRET and len(value) >= 12:
                assert value[-12:] not in printed
