"""Contacts: what the person notes of people, which addresses are one person's, and groups.

A merge joins one contact to another and changes neither, so that separating gives both back as they
were. What is written of a merged person is stored with who leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import apsw

from desktop_app.model.address import Address
from desktop_app.model.contact import (
    LANGUAGES,
    LONGEST_NAME,
    LONGEST_NOTE,
    Contact,
    NotedAlone,
    PersonRef,
)
from desktop_app.model.errors import BadInput, Conflict, NotFound
from desktop_app.store.base.db import Database
from desktop_app.store.contacts import contact_rows as rows
from desktop_app.store.contacts.groups import PEOPLE, Groups
from desktop_app.store.contacts.taking import Taken, take

_PORTION = 500


class Contacts:
    """Contacts of the profile, whichever accounts their mail is in."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.groups = Groups(db)

    def get(self, ref: PersonRef, *, cards: bool = False) -> Contact | None:
        """What is noted of somebody; None where nothing is. `cards`: with the fields of vCards."""
        with self._db.snapshot() as connection:
            lead = _lead(connection, ref)
            return rows.contacts(connection, [lead], cards=cards)[lead] if lead else None

    def of_keys(self, keys: Iterable[str]) -> dict[str, Contact]:
        """What is noted of whoever has the address keys, by them; who is not noted is left out."""
        with self._db.snapshot() as connection:
            leads = rows.leads_of(connection, keys)
            found = rows.contacts(connection, set(leads.values()))
        return {key: found[lead] for key, lead in leads.items()}

    def every(self, group: str = "") -> Iterator[Contact]:
        """All contacts with the fields of their cards, or those of a group, in the order in which
        they were made. Raises NotFound for a group that is not there."""
        leads = self.groups.leads(group) if group else self._leads()
        for start in range(0, len(leads), _PORTION):
            portion = leads[start : start + _PORTION]
            with self._db.snapshot() as connection:
                found = rows.contacts(connection, portion, cards=True)
            yield from (found[lead] for lead in portion if lead in found)

    def _leads(self) -> list[int]:
        found = self._db.rows("SELECT DISTINCT lead FROM contact ORDER BY lead")
        return [lead for (lead,) in found]

    def note(
        self,
        ref: PersonRef,
        *,
        name: str | None = None,
        note: str | None = None,
        language: str | None = None,
        groups: Sequence[str] | None = None,
    ) -> PersonRef:
        """Notes what is given and leaves the rest; who was not noted is then. Raises BadInput for
        what is too long or no language, NotFound for somebody who is not there any more."""
        said = {
            "name": None if name is None else _name(name),
            "note": None if note is None else _note(note),
            "language": None if language is None else _language(language),
        }
        names = None if groups is None else [_group_name(each) for each in groups]
        with self._db.write(PEOPLE) as connection:
            lead = _lead(connection, ref) or self._make(connection, ref.key, kept=True)
            before = rows.contacts(connection, [lead])[lead]
            for column, value in said.items():
                if value is not None and value != getattr(before, column):
                    _set(connection, lead, column, value)
            if names is not None:
                for part in before.parts:
                    rows.set_groups(connection, part.id, ())
                rows.set_groups(connection, lead, names)
            connection.execute("UPDATE contact SET kept = 1 WHERE id = ?", (lead,))
            for id_ in (lead, *(part.id for part in before.parts)):
                rows.index(connection, id_)
        return PersonRef(lead)

    def add(self, name: str, addresses: Sequence[Address] = ()) -> PersonRef:
        """A new person. Raises BadInput without name and address, Conflict where an address is
        noted already."""
        name = _name(name)
        if not name and not addresses:
            raise BadInput("A person needs a name or an address.")
        with self._db.write(PEOPLE) as connection:
            there = rows.leads_of(connection, (a.key for a in addresses))
            if there:
                raise Conflict(f"{next(iter(there))} is noted already.")
            made = NotedAlone(0, 0, 0, True, name, "", "", tuple(addresses), ())
            return PersonRef(rows.insert(connection, made))

    def add_address(self, ref: PersonRef, address: Address) -> PersonRef:
        """One more address of somebody. Raises Conflict where it is somebody else's: those two are
        merged instead."""
        with self._db.write(PEOPLE) as connection:
            lead = _lead(connection, ref) or self._make(connection, ref.key, kept=True)
            if rows.leads_of(connection, [address.key]).get(address.key, lead) != lead:
                raise Conflict(
                    f"{address.email} is another person's.", next_step="Merge the two instead."
                )
            rows.add_addresses(connection, lead, [address])
            rows.index(connection, lead)
        return PersonRef(lead)

    def remove_address(self, ref: PersonRef, key: str) -> None:
        """Takes an address off somebody. Raises NotFound."""
        with self._db.write(PEOPLE) as connection:
            lead = rows.leads_of(connection, [key]).get(key)
            if lead is None or lead != _lead(connection, ref):
                raise NotFound("This person has no such address any more.")
            found = "SELECT contact FROM contact_address WHERE key = ?"
            owner = int(connection.execute(found, (key,)).get)
            connection.execute("DELETE FROM contact_address WHERE key = ?", (key,))
            rows.index(connection, owner)

    def write_first_to(self, ref: PersonRef, key: str) -> None:
        """Puts an address of somebody first: groups write to it. Raises NotFound."""
        with self._db.write(PEOPLE) as connection:
            lead = _lead(connection, ref)
            parts = rows.alone(connection, [lead]) if lead else []
            owner = next((p for p in parts if key in {a.key for a in p.addresses}), None)
            if owner is None:
                raise NotFound("This person has no such address any more.")
            if owner.id != lead:
                raise Conflict(
                    "Only an address of the person who leads can come first.",
                    next_step="Separate the two, and merge them the other way round.",
                )
            connection.execute(
                "UPDATE contact_address SET place = place + 1 WHERE contact = ?", (owner.id,)
            )
            connection.execute("UPDATE contact_address SET place = 0 WHERE key = ?", (key,))

    def merge(self, refs: Sequence[PersonRef]) -> tuple[PersonRef, tuple[int, ...]]:
        """Makes one person of several: the first leads. Its reference, and the contacts to
        `separate` to take it back. Raises BadInput for fewer than two."""
        with self._db.write(PEOPLE) as connection:
            leads = [_lead(connection, ref) or self._make(connection, ref.key) for ref in refs]
            first, *others = dict.fromkeys(leads) or (0,)
            if not others:
                raise BadInput("Choose at least two people to merge.")
            for other in others:
                connection.execute("UPDATE contact SET joined_to = ? WHERE id = ?", (first, other))
                connection.execute("UPDATE contact SET lead = ? WHERE lead = ?", (first, other))
        return PersonRef(first), tuple(others)

    def separate(self, ids: Iterable[int]) -> None:
        """Takes contacts out of whom they were merged into, with those that were merged into them
        before; who stands alone already stays so. Raises NotFound."""
        with self._db.write(PEOPLE) as connection:
            for id_ in ids:
                lead = connection.execute("SELECT lead FROM contact WHERE id = ?", (id_,)).get
                if lead is None:
                    raise NotFound("This person is not there any more.")
                connection.execute("UPDATE contact SET joined_to = NULL WHERE id = ?", (id_,))
                connection.execute(_LEAD_AGAIN, (id_, id_))
                self._forget_empty(connection, (id_, int(lead)))

    def forget(self, refs: Sequence[PersonRef]) -> tuple[NotedAlone, ...]:
        """Deletes all that is noted of somebody, and takes their merges apart; returns it for
        `put_back`."""
        with self._db.write(PEOPLE) as connection:
            leads = {lead for ref in refs if (lead := _lead(connection, ref))}
            gone = rows.alone(connection, leads, cards=True)
            rows.delete(connection, (part.id for part in gone))
        return tuple(gone)

    def put_back(self, gone: Sequence[NotedAlone]) -> None:
        """Notes again what was forgotten. Raises Conflict where something has been noted of the
        same people since."""
        with self._db.write(PEOPLE) as connection:
            keys = {a.key for part in gone for a in part.addresses}
            ids = {part.id for part in gone}
            found = "SELECT 1 FROM contact WHERE id = ?"
            taken = any(connection.execute(found, (id_,)).get for id_ in ids)
            if taken or rows.leads_of(connection, keys):
                raise Conflict("Something has been noted of these people since.")
            for part in gone:
                rows.insert(connection, part)

    def keep_apart(self, one: str, other: str) -> None:
        """Remembers that two address keys are two people's."""
        pair = tuple(sorted((one, other)))
        self._db.put(PEOPLE, "INSERT OR IGNORE INTO contact_apart (one, other) VALUES (?, ?)", pair)

    def apart(self) -> frozenset[tuple[str, str]]:
        """Pairs of address keys that are two people's, the smaller first."""
        return frozenset((a, b) for a, b in self._db.rows("SELECT one, other FROM contact_apart"))

    def take_cards(self, cards: Iterable[Contact]) -> list[Taken]:
        """Notes people of an import, in one transaction, and says of each what came of it."""
        with self._db.write(PEOPLE) as connection:
            return [take(connection, card) for card in cards]

    def _make(self, connection: apsw.Connection, key: str, *, kept: bool = False) -> int:
        """A contact of somebody known from mail, which says nothing yet. Raises NotFound."""
        query = "SELECT email FROM person WHERE key = ? ORDER BY written DESC LIMIT 1"
        email = connection.execute(query, (key,)).get if key else None
        if email is None or Address("", str(email)).key != key:
            raise NotFound("This person is not there any more.")
        made = NotedAlone(0, 0, 0, kept, "", "", "", (Address("", str(email).strip()),), ())
        return rows.insert(connection, made)

    @staticmethod
    def _forget_empty(connection: apsw.Connection, ids: Iterable[int]) -> None:
        """Deletes those of the contacts that a merge made, that stand alone and say nothing."""
        for id_ in ids:
            parts = rows.alone(connection, [id_])
            if [part.id for part in parts] != [id_] or parts[0].kept:
                continue
            said = replace(parts[0], addresses=())
            if not any((said.name, said.note, said.language, said.groups)):
                rows.delete(connection, [id_])


_LEAD_AGAIN = """
    WITH RECURSIVE below (id) AS (
        SELECT ? UNION SELECT c.id FROM contact c JOIN below ON c.joined_to = below.id
    )
    UPDATE contact SET lead = ? WHERE id IN below
"""


def _lead(connection: apsw.Connection, ref: PersonRef) -> int:
    """Who leads the contact that is meant; 0 for somebody who is not noted. Raises NotFound for a
    contact that has gone."""
    if ref.contact:
        found = connection.execute("SELECT lead FROM contact WHERE id = ?", (ref.contact,)).get
        if found is None:
            raise NotFound("This person is not there any more.")
        return int(found)
    return rows.leads_of(connection, [ref.key]).get(ref.key, 0)


def _set(connection: apsw.Connection, lead: int, column: str, value: str) -> None:
    """Who leads says it; whoever was merged into it says nothing of that any more."""
    connection.execute(f"UPDATE contact SET {column} = '' WHERE lead = ?", (lead,))
    connection.execute(f"UPDATE contact SET {column} = ? WHERE id = ?", (value, lead))


def _name(text: str) -> str:
    name = " ".join(text.replace("\0", "").split())
    if len(name) > LONGEST_NAME:
        raise BadInput(f"A name has at most {LONGEST_NAME} characters.")
    return name


def _note(text: str) -> str:
    note = text.replace("\0", "").replace("\r\n", "\n").strip()
    if len(note) > LONGEST_NOTE:
        raise BadInput(f"A note has at most {LONGEST_NOTE:,} characters.")
    return note


def _language(tag: str) -> str:
    if tag not in LANGUAGES:
        raise BadInput("This is none of the languages that can be chosen.")
    return tag


def _group_name(text: str) -> str:
    name = _name(text)
    if not name:
        raise BadInput("A group needs a name.")
    return name
