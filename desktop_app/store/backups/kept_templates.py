"""Templates in a backup: the files of their folder as they are, in a table that only backups have.

A restore puts back what is missing and replaces nothing: what lies in the folder is newer, or is
what the person has made of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

import apsw

from desktop_app.mail.drafts.template_file import SUFFIX
from desktop_app.mail.files.files import safe_filename
from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError, StorageError
from desktop_app.store.backups.tables import columns
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.template_bytes import (
    MOST_FILE_BYTES,
    bytes_of,
    first_files,
    write_whole,
)
from desktop_app.store.drafts.template_folder import FILES, FOLDER

TABLE = "kept_template"
_MAKE = f"CREATE TABLE {TABLE} (path TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT"


def keep_templates(connection: apsw.Connection, profile: Path) -> None:
    """Copies the files into the backup. What is no plain file, or can't be read, is left out."""
    connection.execute(_MAKE)
    for path in _paths(profile / FOLDER):
        with suppress(KnownError):
            data = bytes_of(profile / FOLDER / path, MOST_FILE_BYTES)
            connection.execute(f"INSERT INTO {TABLE} VALUES (?, ?)", (path, data))


def give_back_templates(db: Database, profile: Path, *, whole: bool) -> None:
    """Puts the templates of a backup into the profile, as far as there is nothing of that name, and
    takes the table out. Where the profile is not `whole`, what its folder lacks was deleted, unless
    the folder is gone. Raises `StorageError`."""
    with db.write(Changes()) as connection:
        if not columns(connection, TABLE):
            return
        folder = profile / FOLDER
        wanted = whole or not folder.is_dir()
        if wanted:
            names = [str(path) for (path,) in connection.execute(f"SELECT path FROM {TABLE}")]
            for path in filter(_is_ours, names):
                row = connection.execute(f"SELECT data FROM {TABLE} WHERE path = ?", (path,))
                _put(folder, path, bytes(row.get))
        connection.execute(f"DROP TABLE {TABLE}")


def _paths(folder: Path) -> Iterator[str]:
    with suppress(OSError, KnownError):
        for entry in sorted(each.name for each in folder.iterdir()):
            if entry.endswith(SUFFIX):
                yield entry
            elif entry.endswith(FILES):
                with suppress(OSError, KnownError):
                    yield from (f"{entry}/{each.filename}" for each in first_files(folder / entry))


def _is_ours(path: str) -> bool:
    """Whether it is the path of a template, or of a file beside one: a backup may come from
    anywhere."""
    parts = PurePosixPath(path).parts
    if "\\" in path or any(part != safe_filename(part) for part in parts):
        return False
    if len(parts) == 1:
        return path.endswith(SUFFIX)
    return len(parts) == 2 and parts[0].endswith(FILES)


def _put(folder: Path, path: str, data: bytes) -> None:
    target = folder / path
    try:
        if os.path.lexists(target):
            return
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if target.parent != folder and target.parent.is_symlink():
            return
        write_whole(target, data)
    except OSError as error:
        raise StorageError(
            f"The templates can't be put back: {(error.strerror or str(error)).lower()}.",
            next_step="Check the disk and the permissions of the profile folder.",
        ) from error
