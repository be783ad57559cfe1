"""What a recorder hands in, as a neutral conversation: whatever it is given as, nothing of it is
written anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fixture_lint.checks.masking import masked_text
from fixture_lint.conversation import Value, to_text
from fixture_lint.converting import NotConverted, to_neutral
from fixture_lint.documents import files
from fixture_lint.documents.json import read as read_json
from fixture_lint.documents.printable import shortened, shown
from fixture_lint.documents.tree import Document
from fixture_lint.documents.values import NotJson, copied
from fixture_lint.kinds import conversation as neutral
from fixture_lint.reading import documents
from fixture_lint.run import Run

Recording = Mapping[str, Any] | Sequence[Mapping[str, Any] | bytes | str] | bytes | str
"""A neutral conversation, or the requests and responses of one scenario in their order; as Python
values, or as JSON, JSON Lines or server-sent events."""


class RecordingRefused(ValueError):
    """A recording was not written, and what was there before is untouched. The text says why, and
    shows nothing private."""


class SecretRefused(RecordingRefused):
    """The recording holds a secret that the configuration does not allow: revoke it."""


class SchemaError(RecordingRefused):
    """The recording would not be clean."""


class NothingRecorded(RecordingRefused):
    """The recording holds no turn."""


class Told(NamedTuple):
    """A recording as neutral conversation: its header, all of its members but the header, and what
    was lost."""

    meta: Mapping[str, Any]
    members: Mapping[str, Any]
    losses: tuple[str, ...] = ()


def told(conversation: Recording, run: Run) -> Told:
    """The neutral conversation that a recording tells. Raises SchemaError and NothingRecorded."""
    found = _documents(conversation, run)
    if not found:
        raise NothingRecorded("nothing was recorded")
    if all(map(_is_empty, found)):
        raise NothingRecorded("the conversation has no turns")
    if not any(neutral.recognise(document.plain()) for document in found):
        return _converted(found)
    if len(found) > 1 or found[0].root.type != "object":
        raise SchemaError("the recording holds more than one conversation; record each by itself")
    (document,) = found
    members = {member.name: Value(document, member.value) for member in document.root.members}
    if len(members) < len(document.root.members):
        raise SchemaError("the conversation has a key twice; nobody knows which one is right")
    header = document.root.get("meta")
    meta = (
        {member.name: Value(document, member.value) for member in header.members} if header else {}
    )
    return Told(meta, members)


def _is_empty(document: Document) -> bool:
    """Whether a document says nothing: a conversation without turns, or no member at all."""
    root = document.root
    turns = root.get("turns")
    if turns is not None:
        return turns.type in ("null", "array") and not turns.members
    return root.get("meta") is not None or (root.type in ("object", "array") and not root.members)


def _converted(found: Sequence[Document]) -> Told:
    header = dict.fromkeys(("scenario", "recorded", "note"), "")
    try:
        value, losses = to_neutral(found, header)
    except NotConverted as error:
        kind = NothingRecorded if str(error) == "no message was found" else SchemaError
        raise kind(shortened(masked_text(str(error)))) from error
    meta = {key: value["meta"][key] for key in ("provider", "model")}
    if meta["model"] == "unknown":
        del meta["model"]
    return Told(meta, value, losses)


def _documents(conversation: Recording, run: Run) -> list[Document]:
    """The documents that a recording is given as, each under a name that says which it is."""
    if isinstance(conversation, (str, bytes)):
        return _read(conversation, "the recording", run)
    if isinstance(conversation, Mapping):
        return _read(_spelled(conversation), "the conversation", run)
    found: list[Document] = []
    for number, part in enumerate(conversation, 1):
        data = part if isinstance(part, (str, bytes)) else _spelled(part)
        found += _read(data, f"part {number} of the recording", run)
    return found


def _spelled(value: Any) -> str:
    try:
        return to_text(copied(value))
    except NotJson as error:
        where = "/".join(shown(masked_text(step)) for step in error.pointer.split("/"))
        at = shortened(where) or "the top level"
        raise SchemaError(f"the conversation holds {error} at {at}") from error


def _read(data: str | bytes, name: str, run: Run) -> list[Document]:
    content = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if not content.strip():
        return []
    if len(content) > files.MAX_DOCUMENT:
        raise SchemaError(f"{name} is larger than {files.MAX_DOCUMENT >> 20} MiB")
    is_json = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")
    found: list[Document] = []
    for read in documents(content, name + (".json" if is_json else ".sse"), run):
        if not isinstance(read, Document):
            raise SchemaError(f"{name}, line {read.finding.line}: {read.finding.message}")
        found += _elements(read, name)
    return found


def _elements(document: Document, name: str) -> list[Document]:
    """A document; of a list of requests and responses each one."""
    plain = document.plain()
    if not isinstance(plain, list) or neutral.recognise(plain):
        return [Document(name, document.text, document.root, syntax=document.syntax)]
    texts = [to_text(Value(document, node)) for node in document.root.items()]
    return [Document(name, text, read_json(text)) for text in texts]
