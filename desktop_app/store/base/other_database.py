"""Rows of another program's SQLite file, read from a copy: the file itself is never opened by
SQLite, which could write beside it.

The file is a stranger's: size, rows and work are bounded, its views and triggers do not run.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import apsw

from desktop_app.model.errors import StorageError

LARGEST = 128 << 20
"""Bytes of a file beyond which it is left alone."""

MOST_ROWS = 1_000_000
_SECONDS, _STEPS = 60.0, 20_000
_BESIDE = ("", "-wal")
Row = tuple[object, ...]


def rows_of_copy(path: Path, queries: Sequence[str]) -> list[list[Row]]:
    """The rows of each query. Raises `StorageError` with a plain sentence where the file can't be
    copied or is no database that these queries fit."""
    try:
        with tempfile.TemporaryDirectory(prefix="draftdesk-") as folder:
            copy = Path(folder) / "copy.sqlite"
            for suffix in _BESIDE:
                source = path.with_name(path.name + suffix)
                if source.is_file():
                    if source.stat().st_size > LARGEST:
                        raise StorageError(f"{path.name} is larger than 128 MB; it was left out.")
                    shutil.copyfile(source, copy.with_name(copy.name + suffix))
            return _read(copy, queries)
    except OSError as error:
        raise StorageError(f"{path.name} can't be read: {error.strerror}.") from error
    except (apsw.Error, UnicodeDecodeError) as error:
        raise StorageError(
            f"{path.name} is damaged, or another version of its program made it.",
            details={"sqlite": str(error)},
        ) from error


def _read(copy: Path, queries: Sequence[str]) -> list[list[Row]]:
    with closing(apsw.Connection(str(copy))) as connection:
        connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0)
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        end = time.monotonic() + _SECONDS
        connection.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
        found: list[list[Row]] = []
        for query in queries:
            found.append([])
            for row in connection.execute(query):
                if len(found[-1]) >= MOST_ROWS:
                    break
                found[-1].append(row)
        return found
