"""People of the mail: completion of recipients, and known addresses."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.model.address import Address
from desktop_app.search.fold import words
from desktop_app.store.accounts import names
from desktop_app.store.binding import texts
from desktop_app.store.db import Database

_WEEK = 7 * 86400
_COMPLETE = """
    SELECT p.name, p.email, sum(p.written) AS written, max(p.last_written) AS last_written,
           sum(p.received) AS received, max(p.last_received) AS last_received
    FROM person p
    WHERE {condition}
    GROUP BY p.key
    ORDER BY written > 0 DESC, written / (1.0 + (?1 - last_written) / {week}) DESC,
             received / (1.0 + (?1 - last_received) / {week}) DESC, p.key
    LIMIT ?2
"""
_WITH_WORD = "p.id IN (SELECT person FROM person_word WHERE word >= ?{low} AND word < ?{high})"


class People:
    """People of the accounts `among`, or of all."""

    def __init__(self, db: Database, among: frozenset[str] | None = None) -> None:
        self._db = db
        self._among = among

    def complete(self, prefix: str, limit: int = 8) -> list[Address]:
        """People whose name or address has words starting like those typed.

        First the people written to, by frequency and recency; then those heard from.
        """
        typed = words(prefix)
        if not typed:
            return []
        bounds = [bound for word in typed for bound in (word, word + "\U0010ffff")]
        condition = " AND ".join(
            _WITH_WORD.format(low=3 + 2 * n, high=4 + 2 * n) for n in range(len(typed))
        )
        now = int(self._db.clock())
        with self._db.reading() as connection:
            if self._among is not None:
                keys = [str(k) for k, id_ in names(connection).items() if id_ in self._among]
                condition += f" AND p.account IN ({', '.join(keys)})"
            query = _COMPLETE.format(condition=condition, week=f"{_WEEK}.0")
            rows = connection.execute(query, (now, limit, *bounds))
            return [Address(name, email) for name, email, *_ in rows]

    def last_written(self, keys: Iterable[str]) -> dict[tuple[str, str], int]:
        """When the person last wrote to each of the address keys, by account and key (seconds since
        the epoch); those never written to are left out."""
        with self._db.reading() as connection:
            accounts = names(connection)
            rows = connection.execute(
                "SELECT account, key, last_written FROM person"
                " WHERE key IN (SELECT value FROM carray(?)) AND last_written > 0",
                (texts(set(keys)),),
            )
            return {
                (accounts[account], key): written
                for account, key, written in rows
                if account in accounts and (self._among is None or accounts[account] in self._among)
            }

    def known(self, keys: Iterable[str]) -> set[str]:
        """Those of the address keys that were ever a sender or recipient of a stored mail."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT DISTINCT key FROM person WHERE key IN (SELECT value FROM carray(?))",
                (texts(set(keys)),),
            )
            return {key for (key,) in rows}
