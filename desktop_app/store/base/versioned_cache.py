"""Cache of small query results, invalidated by commits of the given kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from desktop_app.model.changes import Changes
from desktop_app.store.base.db import Database

T = TypeVar("T")


class VersionedCache(Generic[T]):
    """Caches the result of `read` until something of the kinds `of` is committed: at once by
    this process, and by another process once `Database.poll_foreign_changes` notices it. All
    threads share the cached value, so it must be immutable."""

    def __init__(self, db: Database, of: Changes, read: Callable[[], T]) -> None:
        self._db, self._of, self._read = db, of, read
        self._known: tuple[int, T] | None = None

    def get(self) -> T:
        if self._db.writing:  # only this thread sees its uncommitted rows
            return self._read()
        version, known = self._db.version(self._of), self._known
        if known is not None and known[0] == version:
            return known[1]
        value = self._read()
        self._known = (version, value)
        return value
