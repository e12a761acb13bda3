"""File of a backup: a head that says what is in it, the rows, compressed, and a digest of both.

Head and digest are skippable frames of Zstandard and the rows are a frame, so that any zstd tool
unpacks the SQLite database. The digest is of the bytes as they are: a changed bit of a frame may
unpack to the same rows. Source: RFC 8878, section 3.1.2 (skippable frames).
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from typing import IO, Any

import zstandard

from desktop_app.model.errors import BadInput, DiskFull, StorageError

_MAGIC = bytes.fromhex("5b2a4d18")
_END = bytes.fromhex("5c2a4d18")
"""Of the skippable frames, the two that are ours."""

_NAME = b"Draftdesk backup 1\n"
_DIGEST_BYTES = 32
_TAIL = 8 + _DIGEST_BYTES
_MOST_HEAD = 65_536
_CHUNK = 1_000_000


def pack(rows: Path, target: Path, head: Mapping[str, object]) -> None:
    """Writes the head and the rows, and waits for the disk. Raises OSError."""
    words = json.dumps(head).encode()
    content = _NAME + sha256(words).digest() + words
    compressor = zstandard.ZstdCompressor(level=6, write_checksum=True)
    with rows.open("rb") as source, target.open("wb") as file:
        file.write(_MAGIC + len(content).to_bytes(4, "little") + content)
        compressor.copy_stream(source, file, size=rows.stat().st_size)
        file.flush()
        with target.open("rb") as written:
            digest = file_digest(written, "sha256").digest()
        file.write(_END + len(digest).to_bytes(4, "little") + digest)
        file.flush()
        os.fsync(file.fileno())


def is_package(path: Path) -> bool:
    """Whether the file begins as a backup of ours; it may be damaged all the same."""
    try:
        with path.open("rb") as file:
            return _begins_right(file)
    except OSError:
        return False


def read(path: Path) -> dict[str, Any]:
    """The head, once all of the file has been read against its checksums. Raises StorageError when
    it is not what was written or can't be read, BadInput when it is no backup."""
    return _read(path, None)


def unpack(path: Path, target: Path) -> dict[str, Any]:
    """As `read`; the rows are written to `target`. Raises DiskFull, StorageError too when that
    can't be written."""
    with target.open("wb") as file:
        return _read(path, _Target(file))


class _Target:
    """Where rows are written to: what goes wrong there says nothing of the backup."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, rows: bytes) -> None:
        try:
            self._file.write(rows)
            self._file.flush()
        except OSError as error:
            full = error.errno == errno.ENOSPC
            raise (DiskFull if full else StorageError)(
                "The disk is full: nothing was restored."
                if full
                else "The rows of the backup can't be written.",
                next_step="Free some space and try again." if full else "Check the disk.",
                details={"reason": error.strerror or str(error)},
            ) from error


def _begins_right(file: IO[bytes]) -> bool:
    return file.read(4) == _MAGIC and file.read(4 + len(_NAME))[4:] == _NAME


def _read(path: Path, target: _Target | None) -> dict[str, Any]:
    if not is_package(path):
        raise BadInput(f"{path.name} is no backup of Draftdesk.", next_step="Choose another file.")
    try:
        with path.open("rb") as file:
            end = _end_of_rows(file)
            head = _head(file)
            _unpack_frame(file, end, target)
    except OSError as error:
        raise StorageError(
            "The backup can't be read.",
            next_step="Check its disk, or choose another backup.",
            details={"file": path.name, "reason": error.strerror or str(error)},
        ) from error
    except (ValueError, zstandard.ZstdError) as error:
        raise StorageError(
            "The backup is damaged.",
            next_step="Choose another backup.",
            details={"file": path.name, "reason": str(error)},
        ) from error
    return head


def _end_of_rows(file: IO[bytes]) -> int:
    """Where the rows end. Raises ValueError where anything before is not as it was written."""
    end = max(file.seek(0, os.SEEK_END) - _TAIL, 0)
    file.seek(0)
    digest, left = sha256(), end
    while left and (chunk := file.read(min(left, _CHUNK))):
        digest.update(chunk)
        left -= len(chunk)
    if file.read() != _END + _DIGEST_BYTES.to_bytes(4, "little") + digest.digest():
        raise ValueError("it is not what was written")
    return end


def _unpack_frame(file: IO[bytes], end: int, target: _Target | None) -> None:
    """Raises ValueError where the frame does not end at `end`, ZstdError where its checksum is
    another."""
    frame = zstandard.ZstdDecompressor().decompressobj()
    while chunk := file.read(min(_CHUNK, end - file.tell())):
        rows = frame.decompress(chunk)
        if target is not None:
            target.write(rows)
        if frame.eof and (frame.unused_data or file.tell() < end):
            raise ValueError("something follows the rows")
    if not frame.eof:
        raise ValueError("the rows are cut short")


def _head(file: IO[bytes]) -> dict[str, Any]:
    """Raises ValueError."""
    file.seek(4)
    size = int.from_bytes(file.read(4), "little")
    if size > _MOST_HEAD:
        raise ValueError("the head is too long")
    content = file.read(size)[len(_NAME) :]
    digest, words = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    if sha256(words).digest() != digest:
        raise ValueError("the head is not what was written")
    found: dict[str, Any] = json.loads(words)
    return found
