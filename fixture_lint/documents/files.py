"""Reading and writing files so that nothing hangs, nothing is lost and nothing is left behind."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

MAX_DOCUMENT = 32 * 1024 * 1024
"""Largest file that is read as one document, in bytes."""

PACKED = ".gz"
"""What the name of a packed file ends with, behind the ending that tells what it holds."""

_GZIP = b"\x1f\x8b"
TEMPORARY_PREFIX = ".fixture-lint-"
TEMPORARY_SUFFIX = ".tmp"
_CHANGED = "the file changed on disk during the run; run again"


def is_temporary(path: str) -> bool:
    """Whether a file is one that a run writes before it takes its place."""
    name = os.path.basename(path)
    return name.startswith(TEMPORARY_PREFIX) and name.endswith(TEMPORARY_SUFFIX)


class Unreadable(Exception):
    """A file cannot be read; the text says why."""


class NotWritten(Exception):
    """A file was not written and has its bytes of before; the text says why."""


@contextmanager
def open_regular(path: str) -> Iterator[BinaryIO]:
    """The bytes of a regular file. A FIFO or a device is refused without waiting for it.

    Raises Unreadable.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise Unreadable(reason(error)) from error
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise Unreadable("not a regular file")
        try:
            yield stream
        except OSError as error:
            raise Unreadable(reason(error)) from error


def read_document(path: str) -> bytes:
    """The whole content of a file of at most MAX_DOCUMENT bytes.

    Raises Unreadable, for a larger file without reading it.
    """
    with open_regular(path) as stream:
        if os.fstat(stream.fileno()).st_size > MAX_DOCUMENT:
            raise Unreadable(f"larger than {MAX_DOCUMENT >> 20} MiB")
        data = stream.read(MAX_DOCUMENT + 1)
    if len(data) > MAX_DOCUMENT:
        raise Unreadable(f"larger than {MAX_DOCUMENT >> 20} MiB")
    return data


class Damaged(Unreadable):
    """A packed file is damaged; ``rest`` is what could be unpacked of it."""

    def __init__(self, why: str, rest: bytes) -> None:
        super().__init__(why)
        self.rest = rest


def is_packed(data: bytes) -> bool:
    """Whether the bytes of a file are packed by gzip (RFC 1952), whatever its name says."""
    return data.startswith(_GZIP)


def unpacked(data: bytes) -> bytes:
    """What a file packed by gzip holds, all of its members joined (RFC 1952, section 2.2).

    Raises Unreadable if that is more than MAX_DOCUMENT, as soon as it is, and Damaged.
    """
    import zlib

    pieces: list[bytes] = []
    room = MAX_DOCUMENT + 1
    while data.startswith(_GZIP):
        stream = zlib.decompressobj(wbits=31)
        try:
            piece = stream.decompress(data, room)
        except zlib.error as error:
            raise Damaged("damaged gzip", b"".join(pieces)) from error
        pieces.append(piece)
        room -= len(piece)
        if not room:
            raise Unreadable(f"decodes to more than {MAX_DOCUMENT >> 20} MiB")
        if not stream.eof:
            raise Damaged("truncated gzip", b"".join(pieces))
        data = stream.unused_data
    if data.strip(b"\0"):  # Zeros fill the last block of a tape or a disk.
        raise Damaged("damaged gzip: something follows its end", b"".join(pieces))
    return b"".join(pieces)


def replace(path: str, old: bytes, new: bytes) -> None:
    """Replaces the content of a file in one step: a reader sees the old bytes or the new ones.

    ``old`` is what the file must still hold. Mode and owner stay, a symbolic link stays a link,
    and a file with several hard links is written in place so that all names show the new bytes.
    Raises NotWritten; the file then has the bytes it had.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
        if not status.st_mode & 0o222:
            # Renaming would ignore the mode, and root ignores it always.
            raise NotWritten("the file is read-only")
        if status.st_nlink > 1:
            _write_in_place(target, old, new)
        else:
            _write_beside(target, old, new, status)
    except Unreadable as error:
        raise NotWritten(str(error)) from error
    except OSError as error:
        raise NotWritten(reason(error)) from error


def create(path: str, data: bytes) -> None:
    """Writes a file that does not exist yet in one step, and the folders above it: a reader sees
    all of it or nothing.

    Raises NotWritten, also if the file exists by now; it then has the bytes it had.
    """
    target = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    folder = os.path.dirname(target)
    temporary = os.path.join(folder, TEMPORARY_PREFIX + os.urandom(6).hex() + TEMPORARY_SUFFIX)
    try:
        os.makedirs(folder, exist_ok=True)
        try:
            with open(temporary, "xb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            _put_in_place(temporary, target)
        finally:
            with suppress(OSError):
                os.unlink(temporary)
    except FileExistsError as error:
        raise NotWritten("it exists by now; run again") from error
    except OSError as error:
        raise NotWritten(reason(error)) from error
    _sync_folder(folder)


def _put_in_place(temporary: str, target: str) -> None:
    try:
        os.link(temporary, target)  # Unlike a renaming it never replaces what is there.
    except FileExistsError:
        raise
    except OSError:  # Not every file system has hard links.
        if os.path.lexists(target):
            raise FileExistsError from None
        os.rename(temporary, target)


def reason(error: OSError) -> str:
    """The system's words for an error, without the path (which may hold anything)."""
    text = error.strerror or type(error).__name__
    return text[:1].lower() + text[1:]


def _check_unchanged(target: str, old: bytes) -> None:
    with open_regular(target) as stream:
        if stream.read(len(old) + 1) != old:
            raise NotWritten(_CHANGED)


def _write_beside(target: str, old: bytes, new: bytes, status: os.stat_result) -> None:
    with open_regular(target) as stream:
        if stream.read(len(old) + 1) != old:
            raise NotWritten(_CHANGED)
        _swap(target, new, status, lambda: _check_unchanged(target, old))
        # The old file is still open: what somebody wrote to it in the last moment comes back.
        stream.seek(0)
        theirs = stream.read()
    if theirs != old:
        _swap(target, theirs, status, lambda: None)
        raise NotWritten(_CHANGED)


def _swap(target: str, data: bytes, status: os.stat_result, last_check: Callable[[], None]) -> None:
    """Writes a new file beside the target and puts it in its place."""
    folder = os.path.dirname(target)
    # The name is known before the file is made: a signal in between leaves nothing behind.
    temporary = os.path.join(folder, TEMPORARY_PREFIX + os.urandom(6).hex() + TEMPORARY_SUFFIX)
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            if hasattr(os, "fchown"):
                with suppress(PermissionError):
                    os.fchown(descriptor, status.st_uid, status.st_gid)
                os.fchmod(descriptor, stat.S_IMODE(status.st_mode))
            os.fsync(descriptor)
        last_check()
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(folder)


def _write_in_place(target: str, old: bytes, new: bytes) -> None:
    descriptor = os.open(target, os.O_RDWR)
    is_written = False
    try:
        _check_unchanged(target, old)
        try:
            _overwrite(descriptor, new)
            is_written = True
            os.fsync(descriptor)
        except OSError:
            _overwrite(descriptor, old)  # These bytes had their place on the disk before.
            raise
        except BaseException:
            if not is_written:
                _overwrite(descriptor, old)
            raise
    finally:
        os.close(descriptor)


def _overwrite(descriptor: int, data: bytes) -> None:
    """Writes from the start, as far as the system lets it, and cuts the rest only at the end."""
    written = 0
    while written < len(data):
        written += os.pwrite(descriptor, data[written:], written)
    os.ftruncate(descriptor, len(data))


def _sync_folder(folder: str) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
