"""SQLite's errors as ours, mapped once, most specific first.

What the machine caused (a full disk, a file that can't be written) becomes a `StorageError`
with a sentence; a mistake of ours (bad SQL, a broken constraint) stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from desktop_app.model.errors import Cancelled, StorageError

_SENTENCES: tuple[tuple[type[apsw.Error], str, str], ...] = (
    (
        apsw.FullError,
        "The disk is full: nothing was saved.",
        "Free some space and try again.",
    ),
    (
        apsw.ReadOnlyError,
        "The profile can't be written: it, or its disk, is read-only.",
        "Check the permissions of the profile folder.",
    ),
    (
        apsw.BusyError,
        "Another Draftdesk process is using the mail database.",
        "Wait a moment and try again.",
    ),
    (
        apsw.LockedError,
        "Another part of Draftdesk is using the mail database.",
        "Wait a moment and try again.",
    ),
    (
        apsw.NotADBError,
        "The mail database is not a database: something has overwritten it.",
        "Move mail.db out of the profile folder and import your mail again.",
    ),
    (
        apsw.CorruptError,
        "The mail database is damaged.",
        "Move mail.db out of the profile folder and import your mail again.",
    ),
    (
        apsw.CantOpenError,
        "The mail database can't be opened.",
        "Check that the profile folder exists and is yours.",
    ),
    (
        apsw.PermissionsError,
        "The mail database can't be opened: permission denied.",
        "Check that the profile folder is yours.",
    ),
    (
        apsw.IOError,
        "The disk reported an error while the mail database was used.",
        "Check the disk, then try again.",
    ),
    (apsw.ConnectionClosedError, "The mail database has been closed.", ""),
)


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turns what SQLite raises inside the block into our errors.

    Raises StorageError for what the machine caused, Cancelled for an interrupted statement.
    """
    try:
        yield
    except apsw.InterruptError as error:
        raise Cancelled("Stopped.") from error
    except apsw.Error as error:
        for kind, sentence, step in _SENTENCES:
            if isinstance(error, kind):
                raise StorageError(
                    sentence, next_step=step, details={"sqlite": str(error)}
                ) from error
        raise
