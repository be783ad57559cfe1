"""Stack traces and paths of a machine in the text of an error, and what is left without them.

Traces of Python, JavaScript, Java, .NET and Go are known by their frames. A path counts if it
leads through a folder that is a machine's own, or to a line of a source file; relative paths,
routes and paths in URLs do not. Every pattern is matched in linear time.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from fixture_lint.documents.edits import Edit, apply


class Unstable(NamedTuple):
    """What changes in a text: a stack trace, or only paths. ``cuts`` take all of it out; there are
    none where it is not clear what would be left. They are edits of the text itself."""

    has_trace: bool
    cuts: tuple[Edit, ...]


_HEADER = "Traceback (most recent call last):"
_PYTHON = re.compile(re.escape(_HEADER) + r"[ \t]*+\n(?:[ \t][^\n]*\n)++")
_PYTHON_FRAME = re.compile(r'^[ \t]{1,16}File "[^"\n]{1,1000}", line [0-9]', re.MULTILINE)
_CHAIN = re.compile(
    r"During handling of the above exception, another exception occurred:"
    r"|The above exception was the direct cause of the following exception:"
)
_SOURCE_FILE = (
    r"\.(?:py|[cm]?[jt]sx?|java|kts?|scala|groovy|clj|go|rb|php|rs|cs|fs|exs?|c|cc|cpp|h)"
)
_FRAME = (
    r"[ \t]++(?:at (?:[^\n]{0,1000}:[0-9]{1,7}:[0-9]{1,7}\)?"
    r"|[^\n(]{0,1000}\((?:<anonymous>|native|index [0-9]{1,4}|Native Method|Unknown Source"
    rf"|[\w$]{{1,200}}{_SOURCE_FILE}:[0-9]{{1,7}})\)"
    r"|[\w$`<>+]{1,200}(?:\.[\w$`<>+\[\],]{1,200}){1,20}\([^()\n]{0,1000}\)"
    r"(?: in [^\n]{1,1000}:line [0-9]{1,7})?)"
    r"|\.\.\. [0-9]{1,4} (?:more|common frames omitted))[ \t]*+(?=\r?\n|\Z)"
)
_FRAMES = re.compile(rf"(?:(?:\A|\r?\n){_FRAME})++")
_JAVA_FRAME = re.compile(r"\bat [\w$.]{1,200}\([\w$]{1,200}\.(?:java|kts?|scala|groovy):[0-9]")
_GO = re.compile(
    r"(?:goroutine [0-9]{1,9} \[[^\]\n]{1,80}\]:\n"
    r"(?:[^\s][^\n]*\n\t[^\n]*(?:\n|\Z)|\n(?=[^\s])|\n\Z)*+)++"
)
_GO_HEADER = re.compile(r"^goroutine [0-9]{1,9} \[[^\]\n]{1,80}\]:", re.MULTILINE)

_PATH = re.compile(
    r"(?<![\w.~/@%\\-])(?:file://)?(?P<path>/[^\s\"'`<>|:;,()\[\]{}*?\\/][^\s\"'`<>|:;,()\[\]{}*?\\]+)"
)
_FOLDER = re.compile(
    r"/(?:(?:home|Users)/[^/]+|root|srv|opt|tmp|mnt|Volumes|nix/store"
    r"|var/(?:lib|log|www|task|folders|run|tmp|opt|cache|app)"
    r"|usr/(?:local|lib|lib64|src|share|bin|sbin))/[^/]"
    r"|/(?:private|workspaces?|builds|github)/(?:[^/]+/)+[^/]+\.\w{1,8}\Z"
)
"""Folders below which paths are those of one machine, container or user."""
_SOURCE = re.compile(rf"{_SOURCE_FILE}\Z")
_LINE = re.compile(r":[0-9]|\([0-9]|\"?,? line [0-9]")
_WINDOWS = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]:(?P<slash>\\{1,2})(?:[^\\/:*?\"<>|\n\r\t]{1,100}(?P=slash)){1,40}"
    r"[^\\/:*?\"<>|\s,;()'\]]+"
    r"|(?<![A-Za-z0-9])[A-Za-z]:/(?:[^\\/:*?\"<>|\s,;()']{1,100}/){1,40}[^\\/:*?\"<>|\s,;()'\]]+"
)
_ENDS = "./!"
"""What ends a sentence, or a folder, and is no part of a file's name."""
_METHOD = re.compile(r"\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \Z")

_STEPS = 40
"""More folders of a path are not looked at."""


def find(text: str, said: Container[str] = frozenset()) -> Unstable | None:
    """What changes from machine to machine in the text of an error, None if nothing does.

    ``said`` holds the paths that the conversation itself names (see ``paths``). What stands in or
    below one of them is what the error is about, and belongs to the recording.
    """
    has_trace = _has_trace(text)
    paths = list(_machine_paths(text, said))
    if not has_trace and not paths:
        return None
    cuts = tuple(_apart([*(_traces(text) if has_trace else ()), *paths]))
    left = apply(text, cuts)
    # What is left must say something, and be left alone from then on.
    if not left.strip() or _has_trace(left) or any(_machine_paths(left, said)):
        cuts = ()
    return Unstable(has_trace, cuts)


def paths(text: str) -> Iterator[str]:
    """All absolute paths in a text, whatever they lead through."""
    for found in _PATH.finditer(text) if "/" in text else ():
        yield found["path"].rstrip(_ENDS)
    for found in _WINDOWS.finditer(text) if ":" in text else ():
        yield found[0].rstrip(_ENDS)


def _apart(cuts: Iterable[Edit]) -> Iterator[Edit]:
    """Cuts in the order of the text; a path within a trace goes with it."""
    end = 0
    for cut in sorted(cuts, key=lambda cut: (cut.start, -cut.end)):
        if cut.start >= end:
            yield cut
            end = cut.end


def _has_trace(text: str) -> bool:
    if "File " in text and _PYTHON_FRAME.search(text):
        return True
    if "goroutine " in text and _GO_HEADER.search(text):
        return True
    if "at " in text and (_JAVA_FRAME.search(text) or _FRAMES.search(text)):
        return True
    return _HEADER in text


def _traces(text: str) -> Iterator[Edit]:
    """The traces of a text without the lines that say what went wrong."""
    yield from _python_traces(text)
    for frames in _FRAMES.finditer(text):
        yield Edit(frames.start(), frames.end(), "")
    for go in _GO.finditer(text):
        start, end = go.span()
        while start and text[start - 1] == "\n":
            start -= 1
        yield Edit(start, end, "\n" if start and text[end : end + 1].strip() else "")


def _python_traces(text: str) -> Iterator[Edit]:
    """The headers and frames of Python's traces; what was handled when the last exception was
    raised goes with them."""
    start = end = -1
    for trace in _PYTHON.finditer(text):
        line = text[text.rfind("\n", 0, trace.start()) + 1 : trace.start()]
        if line[:1].isspace():
            continue  # A trace within a group of exceptions: its lines are drawn as a tree.
        if end >= 0 and not _CHAIN.search(text, end, trace.start()):
            yield Edit(start, end, "")
            start = -1
        start = start if start >= 0 else trace.start()
        end = trace.end()
    if end >= 0:
        yield Edit(start, end, "")


def _machine_paths(text: str, said: Container[str]) -> Iterator[Edit]:
    """The paths of a machine in a text, to be cut to the name of the file."""
    for found in _PATH.finditer(text) if "/" in text else ():
        path = found["path"].rstrip(_ENDS)
        names_machine = _FOLDER.match(path) or (
            _SOURCE.search(path) and _LINE.match(text, found.end())
        )
        if names_machine and not _is_address(text, found.start()) and not _is_said(path, said):
            end = found.start("path") + len(path)
            yield Edit(found.start(), end, path.rpartition("/")[2])
    for found in _WINDOWS.finditer(text) if ":" in text else ():
        path = found[0].rstrip(_ENDS)
        if not _is_said(path, said):
            name = re.split(r"[\\/]", path)[-1]
            yield Edit(found.start(), found.start() + len(path), name)


def _is_address(text: str, start: int) -> bool:
    """Whether a path belongs to a URL or to a request."""
    before = text[max(0, start - 400) : start]
    if _METHOD.search(before):
        return True
    return "://" in before and "://" in before[before.rfind(" ") + 1 :]


def _is_said(path: str, said: Container[str]) -> bool:
    """Whether the conversation names a path, or a folder on the way to it."""
    if path in said:
        return True
    steps = islice(re.finditer(r"[\\/]", path), _STEPS)
    return any(path[: step.start()] in said for step in steps if step.start())
