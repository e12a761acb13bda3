"""SQLite's errors mapped to the error tree, most specific first.

A failure of the machine (a full disk, a file that can't be written) becomes a `StorageError` with a
sentence. A programming error (bad SQL, a broken constraint) stays what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import apsw
import msgspec

from desktop_app.model.errors import Cancelled, Damaged, DiskFull, StorageError

T = TypeVar("T")
_UNSAVED = ": the last change was not saved"


@dataclass(frozen=True, slots=True)
class Named:
    """A database's name in sentences, and what follows when its file is damaged: the `remedy`, the
    error, and who is told SQLite's words."""

    title: str
    remedy: str
    damaged: type[StorageError] = StorageError
    told: Callable[[str], object] = str


MAIL = Named(
    "mail database",
    "Close Draftdesk and open it again: it offers to restore what the newest backup has.",
    Damaged,
)
_SENTENCES: tuple[tuple[type[apsw.Error], str, str], ...] = (
    (
        apsw.FullError,
        "The disk is full{unsaved}.",
        "Free some space and try again.",
    ),
    (
        apsw.ReadOnlyError,
        "The profile can't be written: it, or its disk, is read-only.",
        "Check the permissions of the profile folder.",
    ),
    (
        apsw.BusyError,
        "Another Draftdesk process is using the {it}.",
        "Wait a moment and try again.",
    ),
    (
        apsw.LockedError,
        "Another part of Draftdesk is using the {it}.",
        "Wait a moment and try again.",
    ),
    (
        apsw.NotADBError,
        "The {it} is not a database: something has overwritten it.",
        "{remedy}",
    ),
    (
        apsw.CorruptError,
        "The {it} is damaged.",
        "{remedy}",
    ),
    (
        apsw.CantOpenError,
        "The {it} can't be opened.",
        "Check that the profile folder exists and is yours.",
    ),
    (
        apsw.PermissionsError,
        "The {it} can't be opened: permission denied.",
        "Check that the profile folder is yours.",
    ),
    (
        apsw.IOError,
        "The disk reported an error while the {it} was used.",
        "Check the disk, then try again.",
    ),
    (apsw.ConnectionClosedError, "The {it} has been closed.", ""),
)


_DAMAGE = (apsw.NotADBError, apsw.CorruptError)
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What decoding a stored value raises when its bytes are not those that were stored."""


_INDEX = "invalid fts5 file format"
"""FTS5's words for a damaged index, which it calls an error of the statement."""

STRANGE = (apsw.SQLError, TypeError, ValueError, LookupError, AttributeError)
"""What a bug raises, and what reading raises where a page is another's."""


def decoded(make: Callable[[Any], T], row: Any) -> T:
    """`make` of a stored row. What it can't be made of was not stored so: apsw.CorruptError, which
    is mapped with the others."""
    try:
        return make(row)
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise apsw.CorruptError(f"a stored row can't be decoded: {error}") from error


class storage_errors:  # noqa: N801  # a context manager, as contextlib's own
    """Context manager that maps SQLite's errors inside the block.

    Raises StorageError for failures of the machine, Cancelled for an interrupted statement. It is a
    class because every read and write enters it: a generator takes three times as long. `saving`
    where the block is one transaction, of which nothing stays when it fails.
    """

    __slots__ = ("_named", "_saving")

    def __init__(self, named: Named = MAIL, *, saving: bool = False) -> None:
        self._named, self._saving = named, saving

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        if error is not None:
            raise_ours(self._named, error, saving=self._saving)


def raise_ours(named: Named, error: BaseException, *, saving: bool = False) -> None:
    """Raises the mapped error; returns where `error` is a programming error."""
    if isinstance(error, apsw.InterruptError):
        raise Cancelled("Stopped.") from error
    unreadable = isinstance(error, _UNREADABLE) or _INDEX in str(error)
    kind = apsw.CorruptError if unreadable else type(error)
    for known, sentence, step in _SENTENCES:
        if issubclass(kind, known):
            if known in _DAMAGE:
                named.told(str(error))
            raise _ours(named, known)(
                sentence.format(it=named.title, unsaved=_UNSAVED if saving else ""),
                next_step=step.format(remedy=named.remedy),
                details={"sqlite": str(error)},
            ) from error


def _ours(named: Named, known: type[apsw.Error]) -> type[StorageError]:
    if known is apsw.FullError:
        return DiskFull
    return named.damaged if known in _DAMAGE else StorageError
