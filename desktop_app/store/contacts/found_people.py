"""People found by names: those of mail, those that the person gave, and groups.

The window is told all of it. Others are told of people on mail that they may see, by the names that
mail has for them; a name that the person gave, or a group's, helps to find and is not told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apsw

from desktop_app.model.address import Address
from desktop_app.model.contact import GroupRow
from desktop_app.search.fold import words
from desktop_app.store.base.binding import texts
from desktop_app.store.base.db import Database
from desktop_app.store.contacts import contact_rows as rows
from desktop_app.store.contacts.groups import Groups, called_in_mail
from desktop_app.store.mail.accounts import names
from desktop_app.store.mail.people import People

MOST_LOOKED_AT = 200
"""Noted people among whom the best are looked for."""
_WEEK = 7 * 86400.0
_WITH_WORD = (
    "c.lead IN (SELECT o.lead FROM contact_word w JOIN contact o ON o.id = w.contact"
    " WHERE w.word >= ? AND w.word < ? AND NOT w.noted)"
)
_MET = """
    SELECT key, sum(written), max(last_written), sum(received), max(last_received) FROM person
    WHERE key IN (SELECT value FROM carray(?)){accounts} GROUP BY key
"""


class FoundPeople:
    """`among` are the accounts whose people are told; None for the person, who is told all."""

    def __init__(self, db: Database, among: frozenset[str] | None = None) -> None:
        self._db, self._among = db, among

    def complete(self, text: str, limit: int = 8) -> list[Address]:
        """People whose names or addresses have words beginning like those typed, in the order of
        `People.complete`."""
        typed = words(text)
        if not typed:
            return []
        mail = {a.key: a for a in People(self._db, self._among).complete(text, limit)}
        with self._db.snapshot() as connection:
            noted = self._noted(connection, typed)
            if self._among is not None:
                noted += self._in_groups(typed)
            met = self._met(connection, {*mail, *(a.key for a in noted)})
            called = called_in_mail(connection, (a.key for a in noted))
            given = {} if self._among is not None else _given(connection, mail)
        found = {key: Address(given.get(key) or a.name, a.email) for key, a in mail.items()}
        for address in noted:
            if self._among is None:
                found.setdefault(
                    address.key,
                    Address(address.name or called.get(address.key, ""), address.email),
                )
            elif address.key in met and address.key not in found:
                found[address.key] = self._as_mail_has_it(address)
        now = self._db.clock()
        return sorted(found.values(), key=lambda a: _rank(met.get(a.key), now, a.key))[:limit]

    def groups(self, text: str, limit: int = 3) -> list[GroupRow]:
        """Groups with people, whose name has words beginning like those typed. For the person."""
        typed = words(text)
        if not typed or self._among is not None:
            return []
        found = [g for g in Groups(self._db).counted() if g.people and _begins(g.name, typed)]
        return found[:limit]

    def _noted(self, connection: apsw.Connection, typed: list[str]) -> list[Address]:
        """The addresses of noted people who are found, under the names that the person gave."""
        condition = " AND ".join([_WITH_WORD] * len(typed))
        bounds = [bound for word in typed for bound in (word, word + "\U0010ffff")]
        query = f"SELECT DISTINCT c.lead FROM contact c WHERE {condition} LIMIT ?"
        leads = [lead for (lead,) in connection.execute(query, (*bounds, MOST_LOOKED_AT))]
        people = rows.contacts(connection, leads).values()
        return [Address(c.name or a.name, a.email) for c in people for a in c.addresses]

    def _in_groups(self, typed: list[str]) -> list[Address]:
        groups = Groups(self._db)
        found = [g.name for g in groups.counted() if g.people and _begins(g.name, typed)]
        return [a for name in found for a in groups.addresses(name)]

    def _met(self, connection: apsw.Connection, keys: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """Counts and times of mail with the address keys, in the accounts that may be told of."""
        condition = ""
        if self._among is not None:
            numbers = [str(n) for n, id_ in names(connection).items() if id_ in self._among]
            condition = f" AND account IN ({', '.join(numbers)})"
        found: list[Any] = connection.execute(
            _MET.format(accounts=condition), (texts(keys),)
        ).fetchall()
        return {key: tuple(numbers) for key, *numbers in found}

    def _as_mail_has_it(self, address: Address) -> Address:
        """The address under the name of the mail that may be seen."""
        found = People(self._db, self._among).complete(address.key, 20)
        return next((a for a in found if a.key == address.key), Address("", address.email))


def _given(connection: apsw.Connection, keys: Iterable[str]) -> dict[str, str]:
    """The names that the person gave those of the address keys."""
    leads = rows.leads_of(connection, keys)
    people = rows.contacts(connection, set(leads.values()))
    return {key: people[lead].name for key, lead in leads.items()}


def _rank(met: tuple[int, ...] | None, now: float, key: str) -> tuple[object, ...]:
    """As `People.complete` orders them; noted people without mail come last."""
    if met is None:
        return (2, 0.0, 0.0, key)
    written, last_written, received, last_received = met
    return (
        0 if written else 1,
        -written / (1.0 + (now - last_written) / _WEEK),
        -received / (1.0 + (now - last_received) / _WEEK),
        key,
    )


def _begins(name: str, typed: list[str]) -> bool:
    """Whether every word typed begins a word of the name."""
    theirs = words(name)
    return all(any(word.startswith(each) for word in theirs) for each in typed)
