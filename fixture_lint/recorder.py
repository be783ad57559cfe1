"""The recorder's way to a fixture: what has just been recorded, cleaned and checked in memory.

``write_fixture`` makes of a conversation what ``fixture-lint --fix`` would make of it, and refuses
what it would report. Nothing is on the disk before that, not even in a temporary file: a secret
that was never written need not be removed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fixture_lint import config
from fixture_lint.behaviour.review import FileReview
from fixture_lint.conversation import Value, to_text
from fixture_lint.documents import files, second
from fixture_lint.documents.printable import shown, shown_path
from fixture_lint.documents.tree import Document
from fixture_lint.engine import lint
from fixture_lint.fixing import Unsettled, fix
from fixture_lint.kinds import conversation as neutral
from fixture_lint.recordings import (
    NothingRecorded,
    Recording,
    RecordingRefused,
    SchemaError,
    SecretRefused,
    Told,
    told,
)
from fixture_lint.rules import Finding, load
from fixture_lint.run import NEVER_IGNORED, Run
from fixture_lint.scenarios import ENDING, Unreadable, parse

__all__ = [
    "NothingRecorded",
    "Recorded",
    "Recording",
    "RecordingRefused",
    "SchemaError",
    "SecretRefused",
    "write_fixture",
]

SCENARIO_VARIABLE = "FIXTURE_LINT_SCENARIO"
RECORDING_VARIABLE = "FIXTURE_LINT_RECORDING"
"""What ``fixture-lint record`` tells the command that it runs: the one scenario that is recorded,
and the pipe that takes the recording."""

_SHOWN = 10
"""Findings that a refusal lists; the rest is counted."""

_PERSONAL = "FX5"
"""Personal data that has no stand-in is not written, however a project rates it."""


class Recorded(NamedTuple):
    """What became of a recording. ``review`` compares it with the fixture that was there before;
    it is None if the recording was handed over to ``fixture-lint record``. ``findings`` are what is
    still to be looked at and did not stop it, ``losses`` what the neutral form cannot hold."""

    path: str
    written: bool
    review: FileReview | None
    findings: tuple[Finding, ...] = ()
    losses: tuple[str, ...] = ()


class Prepared(NamedTuple):
    """A recording as it may be written: the bytes of before, None for a new file, those of now, and
    what ``Recorded`` says of them."""

    path: str
    old: bytes | None
    new: bytes
    review: FileReview
    findings: tuple[Finding, ...]
    losses: tuple[str, ...]


def write_fixture(
    conversation: Recording,
    path: str | os.PathLike[str],
    *,
    policy: Mapping[str, Any] | None = None,
    note: str | None = None,
    today: str | None = None,
) -> Recorded:
    """Writes a recording to ``path``, whose name is that of the scenario and ``.json``.

    Arguments: the conversation; ``policy``: settings as in the configuration, None for that of the
    folder of ``path``; ``note``: what the scenario is for; ``today``: the date of the recording as
    YYYY-MM-DD. What header and note do not say is taken from the fixture that is there, as are its
    stand-ins for personal data and its order of keys. Its date stays if behaviour did not change;
    if nothing but noise did, nothing is written.

    Raises SecretRefused, SchemaError and NothingRecorded; RecordingRefused if what is there cannot
    be read or replaced; config.ConfigError for a wrong configuration. Nothing is written then.
    """
    place = os.fspath(path)
    if os.environ.get(RECORDING_VARIABLE):
        return _handed_over(conversation, place, policy, note)
    prepared = prepare(conversation, place, make_run(place, policy), note, today)
    return Recorded(place, write(prepared), prepared.review, prepared.findings, prepared.losses)


def make_run(path: str, policy: Mapping[str, Any] | None = None) -> Run:
    """The run by which a recording at a path is cleaned and checked. Rules on secrets are on,
    whatever is selected. Raises ConfigError."""
    if policy is None:
        settings = config.load(os.path.dirname(path) or os.curdir)
    else:
        settings = config.parse(dict(policy), os.path.join(os.getcwd(), "policy"))
    if settings.select:
        settings = settings._replace(select=(*settings.select, *sorted(_secret_rules())))
    return Run.configured(settings)


def prepare(
    conversation: Recording, path: str, run: Run, note: str | None = None, today: str | None = None
) -> Prepared:
    """What ``write_fixture`` would write, with the same arguments and errors."""
    from datetime import date

    from fixture_lint.reviewing import review

    old, base = earlier(path, run)
    recording = told(conversation, run)
    meta = _header(recording.meta, base, path, run)
    if note is not None:
        meta["note"] = note
    day = today or date.today().isoformat()
    kept_day = _text_of(base, "recorded") if base is not None else None
    new, findings = _cleaned(meta | {"recorded": kept_day or day}, recording, base, path, run)
    reviewed = review(old, new, path, run)
    if old is not None and not reviewed.is_behaviour:
        if _is_kept(old, new, path, run):
            new, reviewed = old, review(old, old, path, run)
    elif kept_day not in (None, day):
        new, findings = _cleaned(meta | {"recorded": day}, recording, base, path, run)
        reviewed = review(old, new, path, run)
    return Prepared(path, old, new, reviewed, findings, recording.losses)


def write(prepared: Prepared) -> bool:
    """Writes what was prepared, in one step; whether there was anything to write.

    Raises RecordingRefused, also if the file is not any more what it was.
    """
    if prepared.new == prepared.old:
        return False
    try:
        if prepared.old is None:
            files.create(prepared.path, prepared.new)
        else:
            files.replace(prepared.path, prepared.old, prepared.new)
    except files.NotWritten as error:
        raise RecordingRefused(f"{shown_path(prepared.path)} was not written: {error}") from error
    return True


def earlier(path: str, run: Run) -> tuple[bytes | None, Document | None]:
    """The bytes of the file that is there, and its conversation as the fixes would leave it; None
    for a file that is new. Raises RecordingRefused where nothing can be recorded to."""
    if not path.endswith(ENDING):
        raise RecordingRefused(
            f"{shown_path(path)}: a recording is written as JSON; let its name end with {ENDING}"
        )
    if not os.path.lexists(path):
        return None, None
    try:
        data = files.read_document(path)
        parse(data, path, run)
        return data, parse(fix(data, path, run, unsafe=False).data, path, run)
    except files.Unreadable as error:
        problem = f"{shown_path(path)}: {error}"
    except OSError as error:
        problem = f"{shown_path(path)}: {files.reason(error)}"
    except Unreadable as error:
        problem = str(error)
    except (second.Unconfirmed, Unsettled) as error:
        problem = f"{shown_path(path)} cannot be fixed: {error}"
    raise RecordingRefused(f"{problem}; nothing was written: repair the file, or move it away")


def _secret_rules() -> set[str]:
    return {rule.code for rule in load()} & NEVER_IGNORED


def _header(told: Mapping[str, Any], base: Document | None, path: str, run: Run) -> dict[str, Any]:
    """The header of a recording, completed by what is known of the one before."""
    stem = os.path.basename(path).removesuffix(ENDING)
    header: dict[str, Any] = {"scenario": stem}
    known = {*neutral.KEYS["meta"], *run.config.extra_keys} - {"scenario", "recorded"}
    before = base.root.get("meta") if base is not None else None
    for member in before.members if before is not None else ():
        if member.name in known:
            header[member.name] = Value(base, member.value)  # type: ignore[arg-type]
    return header | dict(told)


def _text_of(document: Document, key: str) -> str | None:
    header = document.root.get("meta")
    return header.text_of(key) if header is not None else None


def _cleaned(
    meta: Mapping[str, Any], recording: Told, base: Document | None, path: str, run: Run
) -> tuple[bytes, tuple[Finding, ...]]:
    """The recording with all safe fixes made, in the order of keys and with the stand-ins of the
    earlier one; and what is still found in it."""
    members = (
        dict.fromkeys(("meta", *recording.members)) | dict(recording.members) | {"meta": dict(meta)}
    )
    text = to_text(members)
    if len(text) > files.MAX_DOCUMENT:
        raise SchemaError(f"the conversation is larger than {files.MAX_DOCUMENT >> 20} MiB")
    run.earlier = base
    try:
        fixed = fix(text.encode(), path, run, unsafe=False).data
        findings = _checked(fixed, path, run)
        if base is None or run.config.payload_key_order == "sorted":
            return fixed, findings
        from fixture_lint.checks.ordering import in_order_of

        ordered = in_order_of(parse(fixed, path, run), base).encode()
        return ordered, _checked(ordered, path, run)
    except (second.Unconfirmed, Unsettled) as error:
        raise SchemaError(f"the conversation cannot be cleaned: {error}") from error
    finally:
        run.earlier = None


def _checked(data: bytes, path: str, run: Run) -> tuple[Finding, ...]:
    """What is found in a cleaned recording and does not forbid to write it."""
    findings = lint(data, path, run).findings
    secrets = [finding for finding in findings if finding.code in NEVER_IGNORED]
    if secrets:
        listed = _listed(secrets)
        raise SecretRefused(
            f"the recording holds a secret, so nothing was written: revoke it\n{listed}"
        )
    wrong = [
        finding
        for finding in findings
        if finding.severity == "error"
        or (finding.code.startswith(_PERSONAL) and finding.severity != "info")
    ]
    if wrong:
        raise SchemaError(
            f"the recording would not be clean, so nothing was written\n{_listed(wrong)}"
        )
    return tuple(findings)


def _listed(findings: Sequence[Finding]) -> str:
    lines = [
        f"  {finding.code} {finding.name} at {finding.pointer or 'the top level'}: "
        f"{finding.message}"
        for finding in findings[:_SHOWN]
    ]
    if len(findings) > _SHOWN:
        lines.append(f"  and {len(findings) - _SHOWN} more")
    return "\n".join(lines)


def _is_kept(old: bytes, new: bytes, path: str, run: Run) -> bool:
    """Whether a fixture stays to the byte though a recording without a change of behaviour differs
    from it: if it says the same of itself and is clean, there is nothing to gain."""
    if old == new:
        return True
    is_clean = fix(old, path, run, unsafe=False).data == old
    before, after = (parse(data, path, run).plain().get("meta") for data in (old, new))
    return is_clean and before == after


def _handed_over(
    conversation: Recording, path: str, policy: Mapping[str, Any] | None, note: str | None
) -> Recorded:
    """Gives a recording to the command that has started this one, which does the rest."""
    named = os.environ.get(SCENARIO_VARIABLE, "")
    if os.path.basename(path) != named + ENDING:
        raise RecordingRefused(
            f"`fixture-lint record {shown(named)}` is running, so {shown_path(path)} was not "
            "written: one scenario is recorded at a time"
        )
    recording = told(conversation, make_run(path, policy))
    meta = dict(recording.meta) | ({"note": note} if note is not None else {})
    data = to_text({**recording.members, "meta": meta}).encode()
    try:
        # A pipe takes it: what is not yet cleaned must not lie on a disk.
        pipe = os.open(os.environ[RECORDING_VARIABLE], os.O_WRONLY | os.O_NONBLOCK)
        with os.fdopen(pipe, "wb") as stream:
            if not stat.S_ISFIFO(os.fstat(pipe).st_mode):
                raise RecordingRefused(f"{RECORDING_VARIABLE} does not name a pipe")
            os.set_blocking(pipe, True)
            stream.write(data)
    except OSError as error:
        raise RecordingRefused(f"{RECORDING_VARIABLE}: {files.reason(error)}") from error
    return Recorded(path, False, None, (), recording.losses)
