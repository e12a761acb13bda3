"""People of the mail: completion of recipients, and whom the person has written to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from desktop_app.model.address import Address
from desktop_app.search.fold import words
from desktop_app.store.base.binding import texts
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import names
from desktop_app.store.mail.outgoing import went_out_to

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

    def within(self, accounts: Iterable[str]) -> People:
        """The people of these accounts alone, as far as others may not be seen anyway."""
        among = frozenset(accounts)
        return People(self._db, among if self._among is None else among & self._among)

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

    def written_to(self, keys: Iterable[str]) -> frozenset[str]:
        """Those of the address keys that the person has written to: a stored mail that went out
        has the address in To, Cc or Bcc, or a delivered one of the outbox."""
        wanted = frozenset(keys) - {""}
        with self._db.reading() as connection:
            found = {key for key in wanted if went_out_to(connection, key, self._among)}
        return frozenset(found)

    def names_written_to(self, keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The names by which the person seems to have written to the address keys; those never
        written to are left out. Quick, for lists; `written_to` is sure."""
        with self._db.reading() as connection:
            rows: list[Any] = connection.execute(
                "SELECT key, name FROM person"
                " WHERE key IN (SELECT value FROM carray(?)) AND written > 0",
                (texts(set(keys)),),
            ).fetchall()
        found: dict[str, tuple[str, ...]] = {}
        for key, name in rows:
            found[key] = (*found.get(key, ()), name)
        return found

    def correspondents(self, most: int = 20_000) -> tuple[Address, ...]:
        """People whom the person seems to have written to, the latest first. Whether they have is
        told by `written_to`."""
        with self._db.reading() as connection:
            condition = ""
            if self._among is not None:
                keys = [str(k) for k, id_ in names(connection).items() if id_ in self._among]
                condition = f" AND account IN ({', '.join(keys)})"
            rows: list[Any] = connection.execute(
                f"SELECT name, email FROM person WHERE written > 0{condition}"
                " ORDER BY last_written DESC LIMIT ?",
                (most,),
            ).fetchall()
        return tuple(Address(name, email) for name, email in rows)
