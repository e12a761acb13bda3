"""List of people: those in the mail and those who are noted, each person once, found by words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import apsw

from desktop_app.model.address import Address
from desktop_app.model.contact import Contact, PeoplePage, PersonRef, PersonRow
from desktop_app.search.fold import words
from desktop_app.store.base.binding import texts
from desktop_app.store.base.db import Database
from desktop_app.store.contacts import contact_rows as rows

Order = Literal["last", "name"]
Who = Literal["written", "everyone"]
MOST_TYPED = 8
"""Words of a search that count."""

_ORDERS = {
    "last": "last DESC, name COLLATE NOCASE, who",
    "name": "name = '', name COLLATE NOCASE, who",
}
_EVERYBODY = """
    WITH mail AS (
        SELECT p.key AS key, max(p.name) AS name, sum(p.written) AS written,
               sum(p.received) AS received, max(p.last_written, p.last_received) AS last
        FROM person p
        WHERE p.key NOT IN (SELECT value FROM carray(?1))
        GROUP BY p.key
    ),
    one AS (
        SELECT coalesce(c.lead, m.key) AS who, m.key AS key, m.name AS name, 0 AS noted,
               m.written AS written, m.received AS received, m.last AS last
        FROM mail m LEFT JOIN contact_address a ON a.key = m.key
             LEFT JOIN contact c ON c.id = a.contact
        UNION ALL
        SELECT c.lead, '', c.name, 1, 0, 0, 0 FROM contact c
    )
    SELECT who, coalesce(max(CASE WHEN noted THEN nullif(name, '') END), max(name)) AS name,
           sum(written) AS written, sum(received) AS received, max(last) AS last,
           count(*) OVER () AS total
    FROM one {condition}
    GROUP BY who HAVING {having}
    ORDER BY {order} LIMIT ?2 OFFSET ?3
"""
_WITH_WORD = """
    who IN (
        SELECT coalesce(c.lead, p.key)
        FROM person_word w JOIN person p ON p.id = w.person
             LEFT JOIN contact_address a ON a.key = p.key LEFT JOIN contact c ON c.id = a.contact
        WHERE w.word >= ?{low} AND w.word < ?{high}
        UNION ALL
        SELECT c.lead FROM contact_word w JOIN contact c ON c.id = w.contact
        WHERE w.word >= ?{low} AND w.word < ?{high}
        UNION ALL
        SELECT value FROM json_each(?{groups})
    )
"""


_LEAD = "SELECT lead FROM contact WHERE id = ?"
_KEYS = """
    SELECT a.key FROM contact_address a JOIN contact c ON c.id = a.contact WHERE c.lead = ?
"""
_NUMBERS = """
    SELECT sum(written), sum(received), max(max(last_written, last_received)) FROM person
    WHERE key IN (SELECT value FROM carray(?))
"""


class EverybodyListed:
    """Everybody of all accounts, or of one, but for the own addresses."""

    def __init__(self, db: Database, own: frozenset[str]) -> None:
        self._db, self._own = db, own

    def page(
        self,
        text: str = "",
        *,
        group: str = "",
        who: Who = "written",
        order: Order = "last",
        limit: int = 200,
        offset: int = 0,
    ) -> PeoplePage:
        """People whose names, addresses, notes and groups have words beginning like those typed.
        `written`: those that the person has written to, or noted."""
        typed = words(text)[:MOST_TYPED]
        with self._db.snapshot() as connection:
            values: list[Any] = [texts(self._own), limit, offset]
            conditions = []
            for word in typed:
                low = len(values) + 1
                values += [word, word + "\U0010ffff", _json(_in_groups_like(connection, word))]
                conditions.append(_WITH_WORD.format(low=low, high=low + 1, groups=low + 2))
            if group:
                values.append(_json(_in_group(connection, group)))
                conditions.append(f"who IN (SELECT value FROM json_each(?{len(values)}))")
            query = _EVERYBODY.format(
                condition=f"WHERE {' AND '.join(conditions)}" if conditions else "",
                having="sum(written) > 0 OR max(noted)" if who == "written" else "1",
                order=_ORDERS[order],
            )
            found: list[Any] = connection.execute(query, values).fetchall()
            return self._page(connection, found)

    def one(self, ref: PersonRef) -> PersonRow | None:
        """The row of one person; None where nobody is there any more."""
        with self._db.snapshot() as connection:
            who: int | str = ref.contact or ref.key
            if ref.contact:
                who = connection.execute(_LEAD, (ref.contact,)).get or 0
            else:
                who = rows.leads_of(connection, [ref.key]).get(ref.key, ref.key)
            if isinstance(who, int):
                keys = [key for (key,) in connection.execute(_KEYS, (who,))]
            else:
                keys = [who]
            numbers = connection.execute(_NUMBERS, (texts(keys),)).fetchone() or (None,) * 3
            noted = rows.contacts(connection, [who]).get(who) if isinstance(who, int) else None
            if noted is None and numbers[0] is None:
                return None
            called = names_in_mail(connection, keys)
            return _row(who, noted, called, [number or 0 for number in numbers])

    def _page(self, connection: apsw.Connection, found: Sequence[Any]) -> PeoplePage:
        noted = rows.contacts(connection, [each[0] for each in found if isinstance(each[0], int)])
        keys = [each[0] for each in found if isinstance(each[0], str)]
        keys += [a.key for contact in noted.values() for a in contact.addresses]
        called = names_in_mail(connection, keys)
        made = tuple(
            _row(who, noted.get(who) if isinstance(who, int) else None, called, numbers)
            for who, _, *numbers, _ in found
        )
        return PeoplePage(made, found[0][-1] if found else 0)


def names_in_mail(
    connection: apsw.Connection, keys: Iterable[str]
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """By address key the address as mail writes it, and the names it goes by there."""
    query = (
        "SELECT key, email, name FROM person WHERE key IN (SELECT value FROM carray(?))"
        " ORDER BY written DESC, received DESC"
    )
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for key, email, name in connection.execute(query, (texts(keys),)):
        former, names = found.get(key, (email, ()))
        found[key] = (former, (*names, name) if name and name not in names else names)
    return found


def _row(
    who: int | str,
    noted: Contact | None,
    called: dict[str, tuple[str, tuple[str, ...]]],
    numbers: Sequence[int],
) -> PersonRow:
    written, received, last = numbers
    if noted is None:
        key = str(who)
        email, names = called.get(key, (key, ()))
        name = names[0] if names else ""
        address = Address(name, email)
        return PersonRow(
            PersonRef(key=key), name, (address,), False, (), (), written, received, last
        )
    theirs = [n for a in noted.addresses for n in called.get(a.key, ("", ()))[1]]
    of_cards = [a.name for a in noted.addresses if a.name]
    name = noted.name or next(iter((*of_cards, *theirs)), "")
    addresses = tuple(
        Address(a.name or next(iter(called.get(a.key, ("", ()))[1]), ""), a.email)
        for a in noted.addresses
    )
    others = tuple(n for n in dict.fromkeys(theirs) if n.casefold() != name.casefold())
    return PersonRow(
        PersonRef(noted.id),
        name,
        addresses,
        bool(noted.name),
        others,
        noted.groups,
        written,
        received,
        last,
    )


def _in_group(connection: apsw.Connection, name: str) -> list[int]:
    query = (
        "SELECT DISTINCT c.lead FROM contact_group g JOIN contact_in_group i ON i.of = g.id"
        " JOIN contact c ON c.id = i.contact WHERE g.key = ?"
    )
    return [lead for (lead,) in connection.execute(query, (rows.group_key(name),))]


def _in_groups_like(connection: apsw.Connection, word: str) -> list[int]:
    """Who is in a group of whose name a word begins so."""
    leads: list[int] = []
    names: list[Any] = connection.execute("SELECT name FROM contact_group").fetchall()
    for (name,) in names:
        if any(each.startswith(word) for each in words(name)):
            leads += _in_group(connection, name)
    return leads


def _json(values: Iterable[int]) -> str:
    return f"[{', '.join(map(str, values))}]"
