"""SQLite database of a profile: connections, transactions, announcements.

This file does not know what the tables mean. No connection leaves store/.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Any, TypeVar
from weakref import WeakSet

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import StorageError
from desktop_app.store.base.connection import Connection, wait_for_others
from desktop_app.store.base.log_note import LogNote
from desktop_app.store.base.migrations import migrate
from desktop_app.store.base.pages import page_problem
from desktop_app.store.base.profile_folder import private_file
from desktop_app.store.base.sqlite_errors import (
    MAIL,
    STRANGE,
    Named,
    decoded,
    raise_ours,
    storage_errors,
)
from desktop_app.store.base.subscribers import Subscribers

_STEPS_BETWEEN_LOOKS = 10_000
_PATIENT_MILLISECONDS = 100
"""How long a checkpoint waits for readers. The writers wait meanwhile."""

_READER_KIBIBYTES = 8_000
"""What a reading connection keeps of the file, four times SQLite's own default: searches of
100,000 messages took some 8 % less time."""

_EVERYTHING = Changes(messages=True, labels=True, drafts=True, outbox=True) | Changes(
    accounts=True,
    searches=True,
    audit=True,
    conversations=True,
    bridge=True,
    triage=True,
    files=True,
)

T = TypeVar("T")


class Database:
    """One file, one writing connection guarded by a lock, a reading connection per thread.

    Because every write of this process goes through the one writing connection, SQLite's
    `data_version` of that connection changes only when *another* process commits.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Clock = time.time,
        schema: str = "",
        named: Named = MAIL,
        before_migration: Callable[[], object] = bool,
    ) -> None:
        """Opens or creates the database and migrates its `schema` to the newest version;
        `before_migration` is called before the first step of one that has tables already.

        Raises StorageError: a newer schema than this program knows, a foreign file, a disk that
        can't be written.
        """
        self.path = path
        self.clock = clock
        self._named = named
        self._local = threading.local()
        self._lock = threading.RLock()
        self._guard = threading.Lock()
        self._readers: list[tuple[threading.Thread, Connection]] = []
        self._told = Subscribers()
        self.subscribe, self.announce = self._told.subscribe, self._told.announce
        self.version = self._told.version
        self._flushed = self._scrubbed = True
        self._closed = False
        self._note: LogNote | None = None
        self._others: WeakSet[Database] = WeakSet()
        with suppress(OSError):  # SQLite then says what is wrong
            private_file(path)
        with storage_errors(self._named):
            self._writer = Connection(self.path)
            with closing_on_error(self._writer), self._writer.cursors:
                migrate(self._writer, schema, before_migration)
            self._version = self._data_version()

    def keep_note(self) -> None:
        """From now on a note beside the file says how far its write-ahead log goes."""
        self._note = LogNote(self.path, lambda: self._flushed, self.clock)
        self._writer.set_wal_hook(self._note.committed)

    def read(self) -> Connection:
        """This thread's reading connection; inside `write` the writing one, which sees uncommitted
        rows. For `reading`, which ends what is read and maps errors."""
        if self._closed:
            raise StorageError(f"The {self._named.title} has been closed.")
        if self.writing:
            return self._writer
        connection: Connection | None = getattr(self._local, "reader", None)
        if connection is None:
            with storage_errors(self._named):
                connection = self._local.reader = self._new_reader()
        return connection

    def _new_reader(self) -> Connection:
        connection = Connection(self.path)
        with connection.cursors:
            connection.pragma("query_only", True)
            connection.pragma("cache_size", -_READER_KIBIBYTES)
        with self._guard:
            for thread, old in self._readers:
                if not thread.is_alive():
                    _close(old)
            self._readers = [pair for pair in self._readers if pair[0].is_alive()]
            self._readers.append((threading.current_thread(), connection))
        return connection

    def reading(self) -> _Reading:
        """Context manager of this thread's connection. SQLite's errors are mapped inside
        (StorageError, Cancelled). A cursor that is not read to its end is closed with the outermost
        block."""
        return _Reading(self, self._named)

    @contextmanager
    def snapshot(self) -> Iterator[apsw.Connection]:
        """As `reading`, and every statement inside sees one state: what a second one reads of what
        the first has found may have been deleted meanwhile otherwise."""
        with self.reading() as connection:
            inside = connection.in_transaction
            try:
                if not inside:
                    connection.execute("BEGIN")
                yield connection
            finally:
                if not inside and connection.in_transaction:
                    connection.execute("COMMIT")

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of one statement, for small results; errors mapped as in `reading`."""
        with self.reading() as connection:
            return list(connection.execute(sql, parameters))

    def values(self, make: Callable[[Any], T], sql: str, parameters: Sequence[Any] = ()) -> list[T]:
        """`make` of each row of one statement; a row that it can't decode is damage."""
        with self.reading() as connection:
            return [decoded(make, row) for row in connection.execute(sql, parameters)]

    @contextmanager
    def write(
        self, changes: Changes, *, flushed: bool = True, scrubbed: bool = True
    ) -> Iterator[apsw.Connection]:
        """One transaction: committed at the end of the block, rolled back on any exception.

        `flushed` waits for the disk. A commit without it survives the process and reaches the disk
        with the next flushed one, so a power cut may lose it (SQLite, PRAGMA synchronous).
        `scrubbed` overwrites what is deleted with zeros (PRAGMA secure_delete). Both are of this
        transaction alone, whatever another thread is loading.
        Subscribers hear `changes` after the commit. A nested `write` in the same thread joins the
        outer one, and its changes are announced with the outer's.
        """
        if self.writing:
            self._local.changes |= changes
            yield self._writer
            return
        with self._lock:
            self._local.changes = changes
            self._flush(wanted=flushed)
            self._scrub(wanted=scrubbed)
            with self._transaction() as connection:
                yield connection
            announced = self._local.changes
        self.announce(announced)

    def put(
        self, changes: Changes, sql: str, values: Sequence[Any], *, flushed: bool = True
    ) -> None:
        """As `write`, for one statement, which is its own transaction and needs no BEGIN and
        COMMIT."""
        if self.writing:
            self._local.changes |= changes
            self._writer.execute(sql, values)
            return
        with self._lock:
            self._flush(wanted=flushed)
            self._scrub(wanted=True)
            if self._closed:
                raise StorageError(f"The {self._named.title} has been closed.")
            with storage_errors(self._named, saving=True), self._writer.cursors:
                self._writer.execute(sql, values)
        self.announce(changes)

    def _flush(self, *, wanted: bool) -> None:
        """Sets whether the writing connection's next commit waits for the disk."""
        if wanted != self._flushed and not self._closed:
            self._pragma("synchronous", "FULL" if wanted else "NORMAL")
            self._flushed = wanted

    def _scrub(self, *, wanted: bool) -> None:
        """Sets whether the writing connection overwrites what it deletes."""
        if wanted != self._scrubbed and not self._closed:
            self._pragma("secure_delete", wanted)
            self._scrubbed = wanted

    def _pragma(self, *words: Any) -> Any:
        with self._writer.cursors:
            return self._writer.pragma(*words)

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        if self._closed:
            raise StorageError(f"The {self._named.title} has been closed.")
        connection = self._writer
        with storage_errors(self._named, saving=True), connection.cursors:
            connection.execute("BEGIN IMMEDIATE")
            self._local.writing = True
            try:
                yield connection
                connection.cursors.close()
                connection.execute("COMMIT")
            except BaseException:
                connection.cursors.close()
                # After a full disk or an I/O error SQLite has already rolled back.
                with suppress(apsw.Error):
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                raise
            finally:
                self._local.writing = False

    @contextmanager
    def alone(self) -> Iterator[apsw.Connection]:
        """The writing connection outside a transaction, for VACUUM, checkpoints, pragmas."""
        with self._lock, storage_errors(self._named):
            if self._closed:
                raise StorageError(f"The {self._named.title} has been closed.")
            self._flush(wanted=True)
            self._scrub(wanted=True)
            with self._writer.cursors:
                yield self._writer

    def checkpoint(self) -> bool:
        """Moves the write-ahead log into the database and empties its file; False, and nothing is
        lost, while some connection reads an older state. Source: SQLite, PRAGMA wal_checkpoint."""
        self._move_log()
        with self.alone() as connection:
            if self._note is not None:
                self._note.emptied()
            connection.set_busy_timeout(_PATIENT_MILLISECONDS)
            try:
                [(blocked, *_)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                connection.set_busy_handler(wait_for_others)
        return not blocked

    def _move_log(self) -> None:
        """Moves what can be moved while others write: a checkpoint that empties the log holds them
        up, and has little left to do then."""
        with storage_errors(self._named):
            connection = Connection(self.path)
            try:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            finally:
                _close(connection)

    @property
    def writing(self) -> bool:
        """Whether this thread is inside `write`."""
        return bool(getattr(self._local, "writing", False))

    def check(self, cancelled: Event) -> bool:
        """Whether the structure of every page is sound (PRAGMA quick_check). Raises Cancelled."""
        with self.reading() as connection:
            connection.set_progress_handler(cancelled.is_set, _STEPS_BETWEEN_LOOKS)
            try:
                words = page_problem(connection)
            finally:
                connection.set_progress_handler(None)
        if words:
            self._named.told(words)
        return not words

    def refuse_damaged(self, error: BaseException) -> None:
        """Raises Damaged where an error that reading should not have is that of a damaged file: a
        page that belongs elsewhere gives values of any type. Returns where it is a bug."""
        if words := page_problem(self.read()):
            raise_ours(self._named, apsw.CorruptError(f"{words}: {error}"))

    def poll_foreign_changes(self) -> bool:
        """Whether another process has committed since the last call; if so, announces every kind.

        Never waits: while this process writes, the next call answers.
        """
        if self._closed or not self._lock.acquire(blocking=False):
            return False
        try:
            if self.writing:
                return False
            with storage_errors(self._named):
                version = self._data_version()
        finally:
            self._lock.release()
        changed, self._version = version != self._version, version
        if changed:
            self.announce(_EVERYTHING)
        return changed

    def _data_version(self) -> int:
        return int(self._pragma("data_version"))

    def closes_with(self, other: Database) -> None:
        """Another way to this file, which is closed when this one is."""
        self._others.add(other)

    def close(self) -> None:
        """Closes every connection; safe to call twice. Waits for a running transaction."""
        for other in tuple(self._others):
            other.close()
        with self._lock, self._guard:
            self._closed = True
            for _, connection in self._readers:
                connection.interrupt()
                _close(connection)
            self._readers.clear()
            self._told.clear()
            if self._note is not None:
                self._note.emptied()
                self._note.close()
            _close(self._writer)


class _Reading:
    """A class for the same reason as `storage_errors`."""

    __slots__ = ("_cursors", "_db", "_named")

    def __init__(self, db: Database, named: Named) -> None:
        self._db, self._named = db, named

    def __enter__(self) -> apsw.Connection:
        connection = self._db.read()
        self._cursors = connection.cursors
        self._cursors.__enter__()
        return connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        self._cursors.__exit__()
        if error is not None:
            raise_ours(self._named, error)
            if isinstance(error, STRANGE):
                self._db.refuse_damaged(error)


@contextmanager
def closing_on_error(connection: apsw.Connection) -> Iterator[None]:
    """Closes `connection` if the block raises, so that a refused profile stays unlocked."""
    try:
        yield
    except BaseException:
        _close(connection)
        raise


def _close(connection: apsw.Connection) -> None:
    # A connection that another thread is using is closed when that thread releases it.
    with suppress(apsw.Error):
        connection.close(True)
