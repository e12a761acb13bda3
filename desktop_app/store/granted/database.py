"""The database of one profile as a program with a grant may read it.

A connection of its own for each thread has the views of `views.py` before the tables. What the
views do not show can't be read: the authorizer refuses every column of the file that no view asks
for, and every write. So that a reader of the store that nobody thought of finds nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.errors import Refused, StorageError
from desktop_app.search.flags import UNREAD
from desktop_app.store.base.connection import Connection
from desktop_app.store.base.db import Database
from desktop_app.store.base.sqlite_errors import storage_errors
from desktop_app.store.granted.mails import GrantedMails, Mail, Whose
from desktop_app.store.granted.people_table import count_people
from desktop_app.store.granted.shown import add_functions
from desktop_app.store.granted.views import INNER, INSIDE, statements

_MAIL = Changes(messages=True, labels=True, accounts=True)
_MOMENT = 1.0
"""Seconds for which what depends on the time is not looked up anew."""

_INDEXES = (
    "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = 'term'"
    " AND sql IS NOT NULL"
)
_WRITES = frozenset((apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE))


class GrantedDatabase(Database):
    """A `Database` that can be read alone. Thread-safe as that is."""

    def __init__(self, db: Database, whose: Whose) -> None:
        """`db` is the profile's own, which closes this one."""
        self.path, self.clock = db.path, db.clock
        self._named = db._named
        self._base, self._whose = db, whose
        self._mails = GrantedMails(db, whose)
        self._local = threading.local()
        self._keeping = threading.RLock()
        self._made: list[tuple[threading.Thread, Connection]] = []
        self._closed = False
        self._seen: tuple[Mail, ...] = ()
        self._known = (-1, 0.0)
        self._number = 0
        self.version = self._version_of
        self.subscribe, self.announce = db.subscribe, db.announce
        db.closes_with(self)

    @property
    def writing(self) -> bool:
        """Never: this one can't be written, and does not see what is not committed."""
        return False

    @contextmanager
    def write(self, *_: Any, **__: Any) -> Iterator[apsw.Connection]:
        """Raises `Refused`."""
        self.put()
        yield self._local.reader

    def put(self, *_: Any, **__: Any) -> None:
        """Raises `Refused`."""
        raise Refused("This can't be changed by what you granted this program.")

    def count_people(self) -> None:
        """The next block that this thread reads in finds the tables of people filled."""
        self._local.wants_people = True

    def read(self) -> Connection:
        """This thread's connection, with the mails that are seen now."""
        if self._closed:
            raise StorageError(f"The {self._named.title} has been closed.")
        connection: Connection | None = getattr(self._local, "reader", None)
        if connection is None:
            with storage_errors(self._named):
                connection = self._local.reader = self._new_reader()
            self._local.number, self._local.people = -1, -1
        if not connection.cursors.open_blocks and not connection.in_transaction:
            self._bring(connection)
        return connection

    def close(self) -> None:
        """Closes every connection; safe to call twice."""
        with self._keeping:
            self._closed = True
            made, self._made = self._made, []
        for _, connection in made:
            connection.interrupt()
            connection.close(True)

    def _version_of(self, of: Changes) -> int:
        return self._base.version(of) + self._fresh()

    def _fresh(self) -> int:
        """The number of the state that is seen; a new one where it has changed."""
        with self._keeping:
            if self._base.writing and self._number:  # what may be rolled back grants nothing
                return self._number
            version, now = self._base.version(_MAIL), self._base.clock()
            known, looked = self._known
            late = self._mails.depends_on_time and not looked <= now < looked + _MOMENT
            if known != version or late or self._number == 0:
                seen = tuple(self._mails.read())
                if seen != self._seen or known != version or self._number == 0:
                    self._seen = seen
                    self._number += 1
                self._known = (-1 if self._base.writing else version, now)
            return self._number

    def _bring(self, connection: Connection) -> None:
        """Puts what is seen now into the connection's tables."""
        number = self._fresh()
        local = self._local
        with connection.cursors:
            if local.number != number:
                self._fill(connection)
                local.number = number
            if getattr(local, "wants_people", False) and local.people != number:
                count_people(connection)
                local.people = number
            local.wants_people = False

    def _fill(self, connection: Connection) -> None:
        run = connection.execute
        with self._keeping:
            seen = self._seen
        run("DELETE FROM temp.granted; DELETE FROM temp.granted_account").fetchall()
        run("DELETE FROM temp.person_word; DELETE FROM temp.person").fetchall()
        connection.executemany("INSERT INTO temp.granted VALUES (?, ?, ?)", seen)
        accounts = self._base.rows("SELECT key, id FROM account")
        connection.executemany(
            "INSERT INTO temp.granted_account VALUES (?, ?)",
            [row for row in accounts if row[1] in self._whose.accounts],
        )

    def _new_reader(self) -> Connection:
        connection = Connection(self.path)
        grant = self._whose.grant
        with connection.cursors:
            connection.pragma("temp_store", "MEMORY")
            tables = [
                str(name)
                for (name,) in connection.execute(
                    "SELECT name FROM main.sqlite_schema WHERE type = 'table'"
                    " AND name NOT LIKE 'sqlite%'"
                )
            ]
            connection.execute(INSIDE).fetchall()
            for (sql,) in list(connection.execute(_INDEXES)):
                connection.execute(sql.replace("INDEX ", "INDEX temp.", 1)).fetchall()
            inner = {f"{index}_{end}" for index in ("fts", "fts_file") for end in INNER}
            add_functions(connection, grant, self._whose.program)
            own = {"term", "person", "person_word"} | inner
            for _, sql in statements(
                (name for name in tables if name not in own),
                whole=not grant.withholds,
                files=grant.sees_files,
                unread=UNREAD,
            ):
                connection.execute(sql).fetchall()
            connection.executemany(
                "INSERT INTO temp.granted_label VALUES (?)", [(each,) for each in grant.labels]
            )
        connection.authorizer = _Authorizer(frozenset(tables) - inner)
        with self._keeping:
            for thread, old in self._made:
                if not thread.is_alive():
                    old.close(True)
            self._made = [pair for pair in self._made if pair[0].is_alive()]
            self._made.append((threading.current_thread(), connection))
        return connection


class _Authorizer:
    """Refuses every column of `tables` outside a view, and every change of the file."""

    def __init__(self, tables: frozenset[str]) -> None:
        self._tables = tables

    def __call__(
        self, action: int, first: str | None, second: str | None, where: str | None, by: str | None
    ) -> int:
        if action in {apsw.SQLITE_ATTACH, apsw.SQLITE_DETACH}:
            return apsw.SQLITE_DENY
        if where != "main":
            return apsw.SQLITE_OK
        if action in _WRITES:
            return apsw.SQLITE_DENY
        if action == apsw.SQLITE_READ and not by and self._is_of_the_file(first or ""):
            # Where no column is named, a view stands there of which none is needed: rows of the
            # table itself can be told by no name that the store uses.
            return apsw.SQLITE_DENY if second else apsw.SQLITE_OK
        return apsw.SQLITE_OK

    def _is_of_the_file(self, table: str) -> bool:
        return table in self._tables or table.startswith("sqlite_")
