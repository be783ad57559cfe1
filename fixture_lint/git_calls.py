"""Calls of git: how it is run, and in plain words why it does not do what was asked."""

from __future__ import annotations

import os
import subprocess

from fixture_lint.documents.printable import shortened

_SETTINGS = ("-c", "core.quotepath=off", "-c", "diff.relative=false")
_VARIABLES = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
_FULL_HISTORY = "in GitHub Actions, check out with `fetch-depth: 0`"


class Unavailable(Exception):
    """A base cannot be read; the text says why and what to do."""


def is_installed() -> bool:
    """Whether there is a git to run."""
    return any(os.access(os.path.join(path, "git"), os.X_OK) for path in os.get_exec_path())


def call(folder: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Runs git to its end, without input. Raises Unavailable if it cannot be run."""
    try:
        return subprocess.run(
            ("git", *_SETTINGS, *arguments),
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise Unavailable(_why_not_run(error)) from error


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "GIT_LITERAL_PATHSPECS"}
    return kept | _VARIABLES


def reading(folder: str) -> subprocess.Popen[bytes]:
    """A process that is written names of objects, a line each, and answers with what they hold.

    Raises Unavailable.
    """
    try:
        return subprocess.Popen(
            ("git", *_SETTINGS, "cat-file", "--batch", "--follow-symlinks"),
            cwd=folder,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise Unavailable(_why_not_run(error)) from error


def why_no_base(ours: str, theirs: str, folder: str) -> str:
    """Why two revisions have no last common commit."""
    unusable = why_unusable(folder)
    if unusable:
        return unusable
    for revision in (ours, theirs):
        wanted = f"{revision}^{{commit}}"
        if call(folder, "rev-parse", "--verify", "--quiet", wanted).returncode:
            if revision == "HEAD":
                return "there is no commit yet, so there is nothing to compare with"
            name = shortened(revision)
            return f"git knows no revision {name} here: `git fetch` it first; {_FULL_HISTORY}"
    both = f"{shortened(ours)} and {shortened(theirs)}"
    shallow = call(folder, "rev-parse", "--is-shallow-repository").stdout
    if shallow.strip() == b"true":
        more = "`git fetch --unshallow` gets it"
        return f"the common commit of {both} is not in this shallow clone: {more}; {_FULL_HISTORY}"
    return f"{both} have no common commit"


def why_unusable(folder: str) -> str:
    """Why git reads nothing in a folder, empty if it does."""
    asked = call(folder, "rev-parse", "--is-inside-work-tree")
    said = asked.stderr.decode("utf-8", "replace")
    if asked.returncode == 0:
        return "" if asked.stdout.strip() == b"true" else "there is no work tree of git here"
    if "dubious ownership" in said:
        return (
            "git does not read this repository, since another user owns it: if you trust it, "
            "`git config --global --add safe.directory <its folder>`"
        )
    if "not a git repository" in said:
        return "there is no git repository here"
    return last_line(asked.stderr)


def _why_not_run(error: OSError) -> str:
    why = "is not installed" if isinstance(error, FileNotFoundError) else f"{error.strerror}"
    return f"git cannot be run ({why})"


def last_line(output: bytes) -> str:
    """What git said last."""
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return f"git says: {shortened(lines[-1])}" if lines else "git failed and does not say why"
