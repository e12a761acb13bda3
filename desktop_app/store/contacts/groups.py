"""Groups of people. A group is no address: it is written to as the people in it."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.contact import GroupRow, PersonRef
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.store.base.binding import integers, texts
from desktop_app.store.base.db import Database
from desktop_app.store.contacts import contact_rows as rows

PEOPLE = Changes(people=True)
_IN_IT = """
    SELECT DISTINCT c.lead FROM contact_in_group i JOIN contact c ON c.id = i.contact
    WHERE i.of = ? ORDER BY c.lead
"""
_COUNTED = """
    SELECT g.name, count(DISTINCT c.lead),
           count(DISTINCT CASE WHEN EXISTS (
               SELECT 1 FROM contact p JOIN contact_address a ON a.contact = p.id
               WHERE p.lead = c.lead
           ) THEN c.lead END)
    FROM contact_group g
    LEFT JOIN contact_in_group i ON i.of = g.id LEFT JOIN contact c ON c.id = i.contact
    GROUP BY g.id ORDER BY g.key
"""


class Groups:
    def __init__(self, db: Database) -> None:
        self._db = db

    def counted(self) -> tuple[GroupRow, ...]:
        """Every group by name, with how many people are in it."""
        found = self._db.rows(_COUNTED)
        return tuple(GroupRow(name, people, people - reached) for name, people, reached in found)

    def make(self, name: str) -> None:
        """Raises BadInput without a name, Conflict where there is one of that name."""
        name = _name(name)
        with self._db.write(PEOPLE) as connection:
            if _id(connection, name):
                raise Conflict(f"There is a group {name} already.")
            rows.group_id(connection, name)

    def rename(self, name: str, new: str) -> None:
        """Raises BadInput, NotFound, Conflict where there is another group of the new name."""
        new = _name(new)
        with self._db.write(PEOPLE) as connection:
            id_, there = _there(connection, name), _id(connection, new)
            if there not in {0, id_}:
                raise Conflict(f"There is a group {new} already.")
            connection.execute(
                "UPDATE contact_group SET key = ?, name = ? WHERE id = ?",
                (rows.group_key(new), new, id_),
            )

    def delete(self, name: str) -> tuple[PersonRef, ...]:
        """Deletes a group; its people stay. Returns who was in it. Raises NotFound."""
        with self._db.write(PEOPLE) as connection:
            id_ = _there(connection, name)
            inside: list[int] = [
                contact
                for (contact,) in connection.execute(
                    "SELECT contact FROM contact_in_group WHERE of = ?", (id_,)
                )
            ]
            connection.execute("DELETE FROM contact_in_group WHERE of = ?", (id_,))
            connection.execute("DELETE FROM contact_group WHERE id = ?", (id_,))
        return tuple(map(PersonRef, inside))

    def put(self, name: str, contacts: Iterable[int]) -> int:
        """Puts contacts into a group, which is made where it is not there; how many of them were
        not in it. Raises BadInput, NotFound."""
        name, fresh = _name(name), 0
        with self._db.write(PEOPLE) as connection:
            id_ = rows.group_id(connection, name)
            there = {lead for (lead,) in connection.execute(_IN_IT, (id_,))}
            for contact in dict.fromkeys(contacts):
                lead = connection.execute("SELECT lead FROM contact WHERE id = ?", (contact,)).get
                if lead is None:
                    raise NotFound("This person is not there any more.")
                if lead not in there:
                    fresh += 1
                    connection.execute(
                        "INSERT OR IGNORE INTO contact_in_group (contact, of) VALUES (?, ?)",
                        (contact, id_),
                    )
        return fresh

    def take_out(self, name: str, contacts: Iterable[int]) -> None:
        """Takes contacts out of a group, with whoever was merged into them. Raises NotFound."""
        with self._db.write(PEOPLE) as connection:
            id_ = _there(connection, name)
            connection.execute(
                "DELETE FROM contact_in_group WHERE of = ? AND contact IN ("
                " SELECT p.id FROM contact c JOIN contact p ON p.lead = c.lead"
                " WHERE c.id IN (SELECT value FROM carray(?)))",
                (id_, integers(contacts)),
            )

    def leads(self, name: str) -> list[int]:
        """Who is in a group, each person once. Raises NotFound."""
        with self._db.snapshot() as connection:
            id_ = _there(connection, name)
            return [lead for (lead,) in connection.execute(_IN_IT, (id_,))]

    def addresses(self, name: str) -> tuple[Address, ...]:
        """The people of a group as they are written to, by name: each by the first address, under
        the name that the person gave, else the one in their mail. Raises NotFound."""
        with self._db.snapshot() as connection:
            leads = self.leads(name)
            people = rows.contacts(connection, leads)
            first = [
                (people[lead].name, people[lead].addresses[0])
                for lead in leads
                if people[lead].addresses
            ]
            called = called_in_mail(connection, (a.key for _, a in first))
        found = [Address(given or a.name or called.get(a.key, ""), a.email) for given, a in first]
        return tuple(sorted(found, key=lambda a: (a.label.casefold(), a.key)))


def called_in_mail(connection: apsw.Connection, keys: Iterable[str]) -> dict[str, str]:
    """The names that mail has for address keys; of several that of the account that writes most."""
    query = (
        "SELECT key, name FROM person WHERE name <> ''"
        " AND key IN (SELECT value FROM carray(?)) ORDER BY written, received"
    )
    return dict(connection.execute(query, (texts(keys),)))


def _name(text: str) -> str:
    name = " ".join(text.replace("\0", "").split())
    if not name or len(name) > 100:
        raise BadInput("A group needs a name of at most 100 characters.")
    return name


def _id(connection: apsw.Connection, name: str) -> int:
    key = rows.group_key(name)
    return int(connection.execute("SELECT id FROM contact_group WHERE key = ?", (key,)).get or 0)


def _there(connection: apsw.Connection, name: str) -> int:
    """Raises NotFound."""
    found = _id(connection, name)
    if not found:
        raise NotFound(f"There is no group {name[:100]} any more.")
    return found
