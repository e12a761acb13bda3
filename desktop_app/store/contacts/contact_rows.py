"""Rows of contacts: read, written and indexed, inside one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import apsw
import msgspec
import zstandard

from desktop_app.model.address import Address, unique
from desktop_app.model.contact import LONGEST_NOTE, CardField, Contact, NotedAlone
from desktop_app.search.fold import words
from desktop_app.store.base.binding import integers, texts
from desktop_app.store.base.compressed import decompressed

MOST_WORDS = 4_000
"""Words of one contact that it is found by."""
LONGEST_WORD = 100

_FIELDS = msgspec.json.Decoder(tuple[CardField, ...])
_COLUMNS = "id, joined_to, lead, kept, name, note, language"


def leads_of(connection: apsw.Connection, keys: Iterable[str]) -> dict[str, int]:
    """The contacts of the address keys that have one, each as who leads it."""
    rows = connection.execute(
        "SELECT a.key, c.lead FROM contact_address a JOIN contact c ON c.id = a.contact"
        " WHERE a.key IN (SELECT value FROM carray(?))",
        (texts(keys),),
    )
    return dict(rows)


def alone(
    connection: apsw.Connection, leads: Collection[int], *, cards: bool = False
) -> list[NotedAlone]:
    """Every contact of these leads, as it lies; who leads comes first of its own. `cards`: with the
    fields of vCards."""
    query = (
        f"SELECT {_COLUMNS} FROM contact WHERE lead IN (SELECT value FROM carray(?))"
        " ORDER BY lead, id <> lead, id"
    )
    found: list[Any] = connection.execute(query, (integers(leads),)).fetchall()
    ids = [row[0] for row in found]
    addresses = _addresses(connection, ids)
    groups = _groups(connection, ids)
    rest = _cards(connection, ids) if cards else {}
    return [
        NotedAlone(
            id=id_,
            joined_to=joined or 0,
            lead=lead,
            kept=bool(kept),
            name=name,
            note=note,
            language=language,
            addresses=tuple(addresses.get(id_, ())),
            groups=tuple(groups.get(id_, ())),
            rest=rest.get(id_, ()),
        )
        for id_, joined, lead, kept, name, note, language in found
    ]


def whole(parts: Sequence[NotedAlone]) -> Contact:
    """One person of the contacts that were merged, who leads first."""
    first = parts[0]
    notes = dict.fromkeys(part.note for part in parts if part.note)
    groups = dict.fromkeys(name for part in parts for name in part.groups)
    merged = parts[1:]
    return Contact(
        id=first.id,
        name=next((part.name for part in parts if part.name), ""),
        addresses=unique(a for part in parts for a in part.addresses),
        note="\n\n".join(notes),
        language=next((part.language for part in parts if part.language), ""),
        groups=tuple(sorted(groups, key=str.casefold)),
        parts=tuple(_as_contact(part) for part in merged),
        rest=tuple(field for part in parts for field in part.rest),
    )


def _as_contact(part: NotedAlone) -> Contact:
    return Contact(
        part.id, part.name, part.addresses, part.note, part.language, part.groups, rest=part.rest
    )


def contacts(
    connection: apsw.Connection, leads: Collection[int], *, cards: bool = False
) -> dict[int, Contact]:
    """The people of these leads, by them."""
    by_lead: dict[int, list[NotedAlone]] = {}
    for part in alone(connection, leads, cards=cards):
        by_lead.setdefault(part.lead, []).append(part)
    return {lead: whole(parts) for lead, parts in by_lead.items()}


def insert(connection: apsw.Connection, part: NotedAlone) -> int:
    """Stores a contact; its id, which is a new one where it has 0 or its own is taken. An address
    that another contact has stays with that one."""
    taken = connection.execute("SELECT 1 FROM contact WHERE id = ?", (part.id,)).get
    connection.execute(
        f"INSERT INTO contact ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            None if taken or not part.id else part.id,
            part.joined_to or None,
            part.lead,
            int(part.kept),
            part.name,
            part.note[:LONGEST_NOTE],
            part.language,
        ),
    )
    id_ = connection.last_insert_rowid()
    if not part.lead:
        connection.execute("UPDATE contact SET lead = id WHERE id = ?", (id_,))
    add_addresses(connection, id_, part.addresses)
    set_groups(connection, id_, part.groups)
    put_card(connection, id_, part.rest)
    index(connection, id_)
    return id_


def add_addresses(
    connection: apsw.Connection, contact: int, addresses: Iterable[Address]
) -> tuple[Address, ...]:
    """Puts addresses behind those that the contact has; those that another contact has are
    returned, and stay there."""
    refused = []
    query = "SELECT coalesce(max(place), -1) + 1 FROM contact_address WHERE contact = ?"
    place = int(connection.execute(query, (contact,)).get)
    for address in unique(addresses):
        found = "SELECT contact FROM contact_address WHERE key = ?"
        owner = connection.execute(found, (address.key,)).get
        if owner is not None:
            if owner != contact:
                refused.append(address)
            continue
        connection.execute(
            "INSERT INTO contact_address (key, contact, place, name, email) VALUES (?, ?, ?, ?, ?)",
            (address.key, contact, place, address.name, address.email),
        )
        place += 1
    return tuple(refused)


def set_groups(connection: apsw.Connection, contact: int, names: Iterable[str]) -> None:
    """The contact is in these groups alone; a group that is not there is made."""
    connection.execute("DELETE FROM contact_in_group WHERE contact = ?", (contact,))
    for name in names:
        connection.execute(
            "INSERT OR IGNORE INTO contact_in_group (contact, of) VALUES (?, ?)",
            (contact, group_id(connection, name)),
        )


def group_id(connection: apsw.Connection, name: str) -> int:
    """The group of that name, however it is written; made where there is none."""
    key = group_key(name)
    found = connection.execute("SELECT id FROM contact_group WHERE key = ?", (key,)).get
    if found is not None:
        return int(found)
    connection.execute("INSERT INTO contact_group (key, name) VALUES (?, ?)", (key, name))
    return connection.last_insert_rowid()


def group_key(name: str) -> str:
    """What is equal for two spellings of one group's name."""
    return " ".join(name.split()).casefold()


def put_card(connection: apsw.Connection, contact: int, rest: Sequence[CardField]) -> None:
    connection.execute("DELETE FROM contact_card WHERE contact = ?", (contact,))
    if rest:
        data = zstandard.compress(msgspec.json.encode(rest))
        connection.execute(
            "INSERT INTO contact_card (contact, data) VALUES (?, ?)", (contact, data)
        )


def delete(connection: apsw.Connection, ids: Iterable[int]) -> None:
    """Deletes contacts with all that is said of them. Groups stay."""
    for id_ in ids:
        for table in ("contact_address", "contact_in_group", "contact_card", "contact_word"):
            connection.execute(f"DELETE FROM {table} WHERE contact = ?", (id_,))
        connection.execute("DELETE FROM contact WHERE id = ?", (id_,))


def index(connection: apsw.Connection, contact: int) -> None:
    """Stores anew the words by which the contact is found."""
    connection.execute("DELETE FROM contact_word WHERE contact = ?", (contact,))
    query = "SELECT name, note FROM contact WHERE id = ?"
    name, note = connection.execute(query, (contact,)).fetchone() or ("", "")
    found = dict.fromkeys(words(name), 0)
    for address in _addresses(connection, [contact]).get(contact, ()):
        found |= dict.fromkeys((address.key, *words(address.key), *words(address.name)), 0)
    found = dict.fromkeys(words(note), 1) | found
    kept = sorted(found.items(), key=lambda item: item[1])[:MOST_WORDS]
    connection.executemany(
        "INSERT OR IGNORE INTO contact_word (word, contact, noted) VALUES (?, ?, ?)",
        [(word[:LONGEST_WORD], contact, noted) for word, noted in kept if word],
    )


def _addresses(connection: apsw.Connection, ids: Iterable[int]) -> dict[int, list[Address]]:
    found: dict[int, list[Address]] = {}
    query = (
        "SELECT contact, name, email FROM contact_address"
        " WHERE contact IN (SELECT value FROM carray(?)) ORDER BY contact, place"
    )
    for contact, name, email in connection.execute(query, (integers(ids),)):
        found.setdefault(contact, []).append(Address(name, email))
    return found


def _groups(connection: apsw.Connection, ids: Iterable[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    query = (
        "SELECT i.contact, g.name FROM contact_in_group i JOIN contact_group g ON g.id = i.of"
        " WHERE i.contact IN (SELECT value FROM carray(?)) ORDER BY g.key"
    )
    for contact, name in connection.execute(query, (integers(ids),)):
        found.setdefault(contact, []).append(name)
    return found


def _cards(connection: apsw.Connection, ids: Iterable[int]) -> dict[int, tuple[CardField, ...]]:
    query = "SELECT contact, data FROM contact_card WHERE contact IN (SELECT value FROM carray(?))"
    return {
        contact: _FIELDS.decode(decompressed(data))
        for contact, data in connection.execute(query, (integers(ids),))
    }
