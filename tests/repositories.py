"""Real git repositories for tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str, check: bool = True) -> str:
    """Runs git in a folder, with no configuration but that of the repository."""
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for who in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{who}_NAME": "dev", f"GIT_{who}_EMAIL": "dev@example.invalid"}
    command = ("git", "-c", "protocol.file.allow=always", *arguments)
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)
    if check and done.returncode:
        raise AssertionError(done.stderr.decode("utf-8", "replace"))
    return done.stdout.decode("utf-8", "replace")


def repository(folder: Path, *options: str) -> Path:
    """A new repository."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main", *options)
    return folder


def commit(folder: Path, **files: str | bytes) -> str:
    """Writes files (``__`` in a name stands for a slash, ``_json`` at its end for the ending) and
    commits everything. Returns the id of the commit."""
    for name, content in files.items():
        write(folder, name.replace("__", "/").replace("_json", ".json"), content)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "change", "--allow-empty")
    return git(folder, "rev-parse", "HEAD").strip()


def write(folder: Path, name: str, content: str | bytes) -> Path:
    """Writes a file and the folders that it needs."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
