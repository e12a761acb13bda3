"""File of a backup: a head that says what is in it, then the rows, compressed with a checksum.

The head is a skippable frame of Zstandard and the rows are a frame, so that any zstd tool unpacks
the SQLite database. Source: RFC 8878, section 3.1.2 (skippable frames).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import zstandard

from desktop_app.model.errors import BadInput, StorageError

_MAGIC = bytes.fromhex("5b2a4d18")
"""Of the skippable frames, the one that is ours."""

_NAME = b"Draftdesk backup 1\n"
_DIGEST_BYTES = 32
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
    it is damaged or can't be read, BadInput when it is no backup."""
    return _read(path, None)


def unpack(path: Path, target: Path) -> dict[str, Any]:
    """As `read`; the rows are written to `target`."""
    with target.open("wb") as file:
        return _read(path, file)


def _begins_right(file: IO[bytes]) -> bool:
    return file.read(4) == _MAGIC and file.read(4 + len(_NAME))[4:] == _NAME


def _read(path: Path, target: IO[bytes] | None) -> dict[str, Any]:
    if not is_package(path):
        raise BadInput(f"{path.name} is no backup of Draftdesk.", next_step="Choose another file.")
    try:
        with path.open("rb") as file:
            head = _head(file)
            _unpack_frame(file, target)
    except (OSError, ValueError, zstandard.ZstdError) as error:
        raise StorageError(
            "The backup is damaged.",
            next_step="Choose another backup.",
            details={"file": path.name, "reason": str(error)},
        ) from error
    return head


def _unpack_frame(file: IO[bytes], target: IO[bytes] | None) -> None:
    """Raises ValueError where the frame does not end with the file, ZstdError where its checksum
    is another."""
    frame = zstandard.ZstdDecompressor().decompressobj()
    while chunk := file.read(_CHUNK):
        rows = frame.decompress(chunk)
        if target is not None:
            target.write(rows)
        if frame.eof and (frame.unused_data or file.read(1)):
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
