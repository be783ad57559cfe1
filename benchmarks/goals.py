"""The goals, and the jobs by which each of them is measured."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import generate
from measure import Cost, Failed, Job, once, paired, peak_memory, sequence, single
from peers import Missing, Peers, configure, install_ours, parse, write_cassettes

TEN_RULES = "FX101,FX102,FX103,FX104,FX107,FX203,FX210,FX212,FX302,FX601"

Jobs = Callable[[], tuple[Job, Job]]
"""Ours and theirs. Raises Missing."""


class Goal(NamedTuple):
    """What is compared, and the limits of ours divided by theirs. ``faster``: the limits are
    stated the other way round. ``cpu``: both sides use one thread, so its seconds are compared."""

    name: str
    what: str
    must: float
    aim: float
    cpu: bool = False
    faster: bool = False


class Result(NamedTuple):
    """The costs of both sides, or why there are none."""

    goal: Goal
    costs: tuple[Cost, Cost] | None
    problem: str = ""


class Memory(NamedTuple):
    """Peaks in MiB: ours, and biome's if it is here and does the same."""

    goal: str
    what: str
    ours: float
    theirs: float | None


MEMORY_MUST, MEMORY_AIM = 120, 30


class Sizes(NamedTuple):
    """How much is measured: files in a corpus and in a large one, cassettes, rounds of most
    and of long measurements, bytes of a hostile file."""

    files: int
    many: int
    cassettes: int
    rounds: int
    long_rounds: int
    hostile: int


FULL = Sizes(1000, 10_000, 300, 9, 3, 500_000)
QUICK = Sizes(100, 1000, 30, 3, 3, 100_000)


def say(what: str) -> None:
    """Tells on the standard error what is going on."""
    print(f"… {what}", file=sys.stderr, flush=True)


class Benchmark:
    """Corpora in a folder, and the measurements on them."""

    def __init__(self, folder: Path, sizes: Sizes) -> None:
        self.folder = folder
        self.sizes = sizes
        self.peers = Peers()
        say("building and installing a wheel")
        self.ours = install_ours(folder)
        configure(folder)
        say("generating the corpora")
        many = generate.write(folder / "many", sizes.many, generate.clean)
        for corpus, count in (("clean", sizes.files), ("twice", 2 * sizes.files)):
            (folder / corpus).mkdir()
            for path in many[:count]:
                shutil.copy(path, folder / corpus)
        generate.write(folder / "wordy", sizes.files, generate.wordy)
        generate.write(folder / "mixed", sizes.files, generate.mixed)
        for times in (1, 2):
            generate.write(folder / _alike(times), times * sizes.files, generate.alike)
        for shape in generate.HOSTILE:
            for times in (1, 2):
                text = generate.hostile(shape, times * sizes.hostile)
                (folder / _hostile(shape, times)).write_text(text, encoding="utf-8")
        for corpus in ("clean", "wordy"):
            once(self._lint(corpus), folder)

    def results(self) -> Iterator[Result]:
        """All measurements but those of memory."""
        files, many = self.sizes.files, self.sizes.many
        yield self._result(
            Goal("G1", "one file, against check-json", 2.0, 1.0, cpu=True), self._one_file, 2
        )
        yield self._result(
            Goal(
                "G3",
                f"{files} files, against pretty-format-json, check-jsonschema and "
                "detect-secrets as hooks, two processes each",
                *(1 / 40, 1 / 200),
                faster=True,
            ),
            self._hooks,
        )
        yield self._result(
            Goal(
                "G4",
                f"{files} files, against pretty-format-json, check-jsonschema and betterleaks",
                *(1 / 3, 1 / 12),
                faster=True,
            ),
            self._screened,
        )
        yield self._result(
            Goal("G4", f"{files} files, against pretty-format-json alone", 1.5, 0.5),
            self._formatter,
        )
        yield self._result(
            Goal("G5", f"{files} files, against biome and betterleaks", 2.0, 0.4),
            lambda: self._native("clean"),
        )
        yield self._result(
            Goal("G6", f"{many} files, against biome and betterleaks", 1.5, 0.25),
            lambda: self._native("many"),
        )
        yield self._result(
            Goal(
                "G9",
                f"{self.sizes.cassettes} cassettes, against reading their YAML with PyYAML's "
                "CSafeLoader and their JSON with orjson",
                *(4.0, 1.0),
                cpu=True,
            ),
            self._cassettes,
        )
        yield self._result(
            Goal(
                "G10",
                f"--fix of {files} files, three of ten dirty, against pretty-format-json --autofix",
                *(1.5, 0.3),
                cpu=True,
            ),
            self._fixes,
        )
        for corpus in ("clean", "mixed"):
            dirty = "three of ten dirty, " if corpus == "mixed" else ""
            what = f"{files} files, {dirty}all rules against ten"
            yield self._result(
                Goal("G11", what, 1.5, 1.1, cpu=True), partial(self._all_rules, corpus)
            )
        yield self._result(
            Goal("G12", f"{files} files, wordy against clean", 2.5, 1.4, cpu=True),
            lambda: (self._lint("wordy"), self._lint("clean")),
        )
        yield self._result(
            Goal("G13", f"{2 * files} files against {files}", 2.4, 2.2, cpu=True),
            lambda: (self._lint("twice"), self._lint("clean")),
        )
        yield self._result(
            Goal(
                "G13", f"repo: {2 * files} nearly equal files against {files}", 2.4, 2.2, cpu=True
            ),
            lambda: (self._compared(2), self._compared(1)),
        )
        for shape in generate.HOSTILE:
            what = f"{shape}: one file of twice the size against once"
            yield self._result(
                Goal("G13", what, 2.4, 2.2, cpu=True),
                partial(self._doubled, shape),
            )

    def memory(self) -> Iterator[Memory]:
        """The peaks of one process on the corpus and on the large one, and on cassettes."""
        for corpus, count in (("clean", self.sizes.files), ("many", self.sizes.many)):
            say(f"memory at {count} files")
            ours = peak_memory([self.ours, corpus], self.folder)
            try:
                theirs = peak_memory(self.peers.biome(corpus), self.folder)
            except (Missing, Failed):
                theirs = None
            yield Memory("G6", f"{count} files", ours, theirs)
        if (self.folder / "cassettes").exists():
            say("memory at the cassettes")
            ours = peak_memory([self.ours, "cassettes"], self.folder, 1)
            yield Memory("G9", f"{self.sizes.cassettes} cassettes", ours, None)

    def _result(self, goal: Goal, jobs: Jobs, times: int = 1) -> Result:
        say(f"{goal.name}: {goal.what}")
        is_long = goal.name in ("G3", "G6") or ":" in goal.what
        rounds = self.sizes.long_rounds if is_long else self.sizes.rounds * times
        try:
            return Result(goal, paired(*jobs(), rounds, self.folder))
        except (Missing, Failed) as error:
            say(str(error))
            return Result(goal, None, str(error).splitlines()[0])

    def _lint(self, *arguments: str) -> Job:
        return single([self.ours, *arguments])

    def _files(self, corpus: str) -> list[str]:
        return sorted(f"{corpus}/{path.name}" for path in (self.folder / corpus).iterdir())

    def _one_file(self) -> tuple[Job, Job]:
        files = sorted(self._files("clean"), key=lambda name: (self.folder / name).stat().st_size)
        median = files[len(files) // 2]
        return self._lint(median), single(self.peers.check_json([median]))

    def _hooks(self) -> tuple[Job, Job]:
        files = self._files("clean")
        halves = (files[::2], files[1::2])
        hooks = (
            self.peers.pretty_format_json,
            self.peers.check_jsonschema,
            self.peers.detect_secrets,
        )
        return self._lint(*files), Job([[hook(half) for half in halves] for hook in hooks])

    def _screened(self) -> tuple[Job, Job]:
        files = self._files("clean")
        return self._lint(*files), sequence(
            self.peers.pretty_format_json(files),
            self.peers.check_jsonschema(files),
            self.peers.betterleaks("clean"),
        )

    def _formatter(self) -> tuple[Job, Job]:
        files = self._files("clean")
        return self._lint(*files), single(self.peers.pretty_format_json(files))

    def _native(self, corpus: str) -> tuple[Job, Job]:
        theirs = sequence(self.peers.biome(corpus), self.peers.betterleaks(corpus))
        return self._lint(corpus), theirs

    def _cassettes(self) -> tuple[Job, Job]:
        if not (self.folder / "cassettes").exists():
            write_cassettes(self.folder / "cassettes", self.sizes.cassettes)
        # They are as recorders leave them: whether anything is found in them is not the question.
        return single([self.ours, "cassettes"], 0, 1), single(parse(self.ours, "cassettes"))

    def _fixes(self) -> tuple[Job, Job]:
        files = [name.replace("mixed", "copy", 1) for name in self._files("mixed")]
        ours = single([self.ours, "--fix", *files])
        theirs = single(self.peers.pretty_format_json(files, "--autofix"), 1)
        return ours._replace(prepare=self._copy), theirs._replace(prepare=self._copy)

    def _copy(self) -> None:
        shutil.rmtree(self.folder / "copy", ignore_errors=True)
        shutil.copytree(self.folder / "mixed", self.folder / "copy")

    def _all_rules(self, corpus: str) -> tuple[Job, Job]:
        code = 1 if corpus == "mixed" else 0
        ten = single([self.ours, "--select", TEN_RULES, corpus], code)
        return single([self.ours, corpus], code), ten

    def _compared(self, times: int) -> Job:
        return single([self.ours, "repo", _alike(times)], 1)

    def _doubled(self, shape: str) -> tuple[Job, Job]:
        double, plain = (single([self.ours, _hostile(shape, n)], 1) for n in (2, 1))
        return double, plain


def _alike(times: int) -> str:
    return f"alike-{times}"


def _hostile(shape: str, times: int) -> str:
    return f"hostile-{shape.replace(' ', '-')}-{times}.json"
