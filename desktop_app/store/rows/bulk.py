"""Loading mail by the thousand: large sorted batches, the index merged once at the end.

Each batch is one transaction that does not wait for the disk: a killed load leaves whole batches, a
power cut the first of them. What others write meanwhile waits for the disk as ever. The remaining
work (merging, counting words) is noted in the database. `tidy` does it in short steps, so that a
draft being typed is saved in time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import count
from types import TracebackType
from typing import Self

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.progress import COUNTING, JOINING
from desktop_app.store.base.db import Database
from desktop_app.store.rows.loader import AddReport, BatchWriter, Target
from desktop_app.store.rows.message_record import MessageRecord
from desktop_app.store.rows.terms import PIECES, recount

_CHANGES = Changes(messages=True, labels=True)
_MERGED_PAGES = 1000
Told = Callable[[str, int, int], object]
"""Is told what is done after the last mail, how many portions of it are done, and of how many; 0
where nobody knows."""

_GAP_SECONDS = 0.01
"""Between two transactions, so that those who wait (another process looks every 5 ms) come in."""

# crisismerge: merging during a load would write every posting several times.
_LOADING = (("automerge", 0), ("crisismerge", 1999), ("hashsize", 48_000_000))
_USUAL = (("automerge", 4), ("crisismerge", 16), ("hashsize", 1_000_000))


def nobody(*_: object) -> None:
    """Told of nothing."""


class BulkLoad:
    """`with store.bulk_load(account_id) as load: load.add(batch) …`

    `counting`: the messages carry their words (`Preparer(counting=True)`). That is worth it when
    they are few beside the stored mail; otherwise the words are counted again.
    """

    def __init__(
        self, db: Database, target: Target, *, counting: bool, told: Told = nobody
    ) -> None:
        self._db = db
        self._target = target
        self._counting, self._told = counting, told

    def __enter__(self) -> Self:
        with self._db.write(Changes()) as connection:
            _configure(connection, _LOADING)
            if not self._counting:
                connection.execute("UPDATE meta SET value = 1 WHERE name = 'untidy'")
        return self

    def add(
        self,
        batch: Sequence[MessageRecord],
        also: Callable[[apsw.Connection], None] | None = None,
    ) -> AddReport:
        """Stores a batch in one transaction, together with what `also` writes (the import's
        progress).

        Larger batches are better: each is sorted by date and becomes one segment of the index.
        """
        time.sleep(_GAP_SECONDS)
        with self._db.write(_CHANGES, flushed=False, scrubbed=False) as connection:
            report = BatchWriter(connection, self._target).write(batch)
            if also is not None:
                also(connection)
        return report

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Merges and counts, also after a failure or a cancelled load."""
        try:
            tidy(self._db, flushed=False, told=self._told)
        finally:
            self._db.checkpoint()


def tidy(db: Database, *, flushed: bool = True, told: Told = nobody) -> bool:
    """Merges the index and counts its words again where a load left that undone. Without `flushed`
    it waits for the disk once, at its end."""
    with db.reading() as connection:
        untidy = bool(connection.execute("SELECT value FROM meta WHERE name = 'untidy'").get)
    if untidy:
        merge_index(db, flushed=flushed, told=told)
        for number, (low, high) in enumerate(PIECES):
            told(COUNTING, number, len(PIECES))
            with db.write(Changes(), flushed=flushed) as connection:
                recount(connection, low, high)
    with db.write(Changes()) as connection:
        _configure(connection, _USUAL)
        connection.execute("UPDATE meta SET value = 0 WHERE name = 'untidy'")
    return untidy


def merge_index(db: Database, *, flushed: bool, told: Told = nobody, index: str = "fts") -> None:
    """Merges all segments of an index into one, a portion at a time.

    A negative number begins such a merge, positive ones go on with it until less than two rows
    change. Source: https://sqlite.org/fts5.html#the_merge_command
    """
    pages = -_MERGED_PAGES
    for number in count():
        told(JOINING, number, 0)
        time.sleep(_GAP_SECONDS)
        with db.write(Changes(), flushed=flushed, scrubbed=flushed) as connection:
            before = connection.total_changes()
            connection.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('merge', ?)", (pages,))
            changed = connection.total_changes() - before
        if changed < 2:
            return
        pages = _MERGED_PAGES


def _configure(connection: apsw.Connection, settings: Sequence[tuple[str, int]]) -> None:
    connection.executemany("INSERT INTO fts (fts, rank) VALUES (?, ?)", settings)
