"""Bytes of plain files in a folder that others write in too: read without following a link, written
whole or not at all.
"""

from __future__ import annotations

import mimetypes
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from desktop_app.mail.drafts.template_file import name_key
from desktop_app.mail.files.files import safe_filename
from desktop_app.model.draft import NewFile
from desktop_app.model.errors import BadInput
from desktop_app.model.template import TemplateFile

MOST_FILES = 50
MOST_FILE_BYTES = 25_000_000
"""Of all files that one template brings along."""

_PART = ".draftdesk-{}.part"
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def plain_files(place: Path) -> tuple[TemplateFile, ...]:
    """The plain files of a folder by name: no link, and no folder inside. Raises `BadInput` where
    it is no folder, and for more than `MOST_FILES`; one that is not there has none."""
    found = tuple(_files(place))
    if len(found) > MOST_FILES:
        raise BadInput(
            f"There are {len(found):,} files in {place.name}, and a template brings along"
            f" {MOST_FILES} at most.",
            next_step="Take some out of that folder.",
        )
    return found


def first_files(place: Path) -> tuple[TemplateFile, ...]:
    """Likewise the first `MOST_FILES` of whatever there are."""
    return tuple(islice(_files(place), MOST_FILES))


def _files(place: Path) -> Iterator[TemplateFile]:
    with suppress(FileNotFoundError):
        if not stat.S_ISDIR(place.lstat().st_mode):
            raise BadInput(f"{place.name} is no folder.")
        kept = [entry for entry in os.scandir(place) if not entry.name.startswith(".")]
        for entry in sorted(kept, key=lambda each: each.name):
            if entry.is_file(follow_symlinks=False):
                yield TemplateFile(entry.name, entry.stat(follow_symlinks=False).st_size)


def named_apart(files: Iterable[NewFile]) -> tuple[NewFile, ...]:
    """The files by names that can lie in one folder. Raises `BadInput` for too many or too
    large ones."""
    found: dict[str, NewFile] = {}
    for file in files:
        name = safe_filename(file.filename)
        stem, dot, end = name.rpartition(".")
        number = 2
        while name_key(name) in found:
            name = f"{stem} {number}.{end}" if dot else f"{end} {number}"
            number += 1
        found[name_key(name)] = NewFile(name, file.content_type, file.data)
    kept = tuple(found.values())
    if len(kept) > MOST_FILES or sum(len(f.data) for f in kept) > MOST_FILE_BYTES:
        raise BadInput(
            f"A template can bring along {MOST_FILES} files of"
            f" {MOST_FILE_BYTES // 1_000_000} MB together.",
            next_step="Leave the larger ones out.",
        )
    return kept


def kind_of(filename: str) -> str:
    """The MIME type that a name stands for."""
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def bytes_of(path: Path, most: int) -> bytes:
    """The bytes of a plain file. Raises `BadInput` for a link, for what is no file, and for one
    that is too large."""
    try:
        descriptor = os.open(path, _FLAGS)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise BadInput("This is no file.", next_step="Put a copy of the file there.")
            return file.read(most + 1)
    except OSError as error:
        reason = "it is a link" if path.is_symlink() else (error.strerror or "it is gone").lower()
        raise BadInput(
            f"The file can't be read: {reason}.", next_step="Put a copy of the file there."
        ) from error


def write_whole(path: Path, data: bytes) -> None:
    """The whole file or the former one, on the disk. Raises OSError."""
    building = path.with_name(_PART.format(secrets.token_hex(8)))
    try:
        with os.fdopen(os.open(building, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        os.replace(building, path)  # noqa: PTH105
    finally:
        building.unlink(missing_ok=True)
