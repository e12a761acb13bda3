"""Counts of people written to and heard from, inside one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

import apsw

from desktop_app.model.message import SystemLabel
from desktop_app.search.fold import words
from desktop_app.store.base.binding import texts
from desktop_app.store.rows.rows import Pairs

_LONGEST_KEY = 320
CAME_IN = frozenset((SystemLabel.INBOX, SystemLabel.SPAM, SystemLabel.TRASH, SystemLabel.DRAFT))
"""Labels of mail that its account has not sent, whatever its From says."""


class Counted(Protocol):
    """A message, as its people are counted; `date` is in seconds since the epoch."""

    @property
    def labels(self) -> Collection[str]: ...
    @property
    def from_(self) -> Pairs: ...
    @property
    def recipients(self) -> Pairs: ...
    @property
    def date(self) -> int: ...


@dataclass(slots=True)
class _Count:
    name: str
    email: str
    written: int = 0
    last_written: int = 0
    received: int = 0
    last_received: int = 0


class PeopleBook:
    """Counts the people of one account's messages; `own_keys` are the account's addresses."""

    def __init__(self, connection: apsw.Connection, account: int, own_keys: frozenset[str]) -> None:
        self._connection = connection
        self._account = account
        self._own = own_keys
        self._counts: dict[str, _Count] = {}

    def count(self, mail: Counted) -> None:
        """Counts one message: one of the person's for its recipients, another for its sender;
        everybody else on it can be completed. Anybody can write an own address into From, so that
        what has come in is never the person's."""
        own = SystemLabel.SENT in mail.labels or (
            CAME_IN.isdisjoint(mail.labels) and any(e.lower() in self._own for _, e in mail.from_)
        )
        for name, email in mail.from_:
            person = self._person(name, email)
            if not own:
                person.received += 1
                person.last_received = max(person.last_received, mail.date)
        for name, email in mail.recipients:
            person = self._person(name, email)
            if own:
                person.written += 1
                person.last_written = max(person.last_written, mail.date)

    def _person(self, name: str, email: str) -> _Count:
        key = email.strip().lower()[:_LONGEST_KEY]
        person = self._counts.get(key)
        if person is None:
            person = self._counts[key] = _Count(name, email)
        elif name and not person.name:
            person.name = name
        return person

    def flush(self) -> None:
        self._counts.pop("", None)
        rows = [
            (
                self._account,
                key,
                c.name,
                c.email,
                c.written,
                c.last_written,
                c.received,
                c.last_received,
            )
            for key, c in self._counts.items()
        ]
        known = self._known()
        self._connection.executemany(_UPSERT, rows)
        self._index(self._counts.keys() - known)
        self._counts.clear()

    def _known(self) -> set[str]:
        """The people whose name is known already; their stored words stay."""
        query = (
            "SELECT key FROM person WHERE account = ? AND name <> ''"
            " AND key IN (SELECT value FROM carray(?))"
        )
        rows = self._connection.execute(query, (self._account, texts(self._counts)))
        return {key for (key,) in rows}

    def _index(self, fresh: Iterable[str]) -> None:
        query = (
            "SELECT id, key, name FROM person WHERE account = ?"
            " AND key IN (SELECT value FROM carray(?))"
        )
        rows = list(self._connection.execute(query, (self._account, texts(fresh))))
        self._connection.executemany(
            "INSERT OR IGNORE INTO person_word (word, person) VALUES (?, ?)",
            [(word, id_) for id_, key, name in rows for word in {key, *words(key), *words(name)}],
        )


_UPSERT = """
    INSERT INTO person
        (account, key, name, email, written, last_written, received, last_received)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key, account) DO UPDATE SET
        name = CASE WHEN name = '' THEN excluded.name ELSE name END,
        written = written + excluded.written,
        last_written = max(last_written, excluded.last_written),
        received = received + excluded.received,
        last_received = max(last_received, excluded.last_received)
"""
