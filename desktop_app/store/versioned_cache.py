"""Small answers that are asked for with every call and change once in a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from desktop_app.model.changes import Changes
from desktop_app.store.db import Database

T = TypeVar("T")


class VersionedCache(Generic[T]):
    """What `read` returns, read again once something of these kinds was committed: here at once,
    by another process when that is noticed (`Database.poll_foreign_changes`). What is returned is
    shared by all threads and must be immutable."""

    def __init__(self, db: Database, of: Changes, read: Callable[[], T]) -> None:
        self._db, self._of, self._read = db, of, read
        self._known: tuple[int, T] | None = None

    def get(self) -> T:
        if self._db.writing:  # this thread alone sees what it has not committed yet
            return self._read()
        version, known = self._db.version(self._of), self._known
        if known is not None and known[0] == version:
            return known[1]
        value = self._read()
        self._known = (version, value)
        return value
