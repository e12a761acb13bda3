"""People of an import: noted anew, or added to whoever has one of their addresses.

What the person wrote is never overwritten. A card with addresses of two people merges nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from desktop_app.mail.cards.card_lines import escaped
from desktop_app.model.address import Address
from desktop_app.model.contact import LONGEST_NOTE, CardField, Contact, NotedAlone
from desktop_app.store.contacts import contact_rows as rows


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of one card: a `new` person, or one who was there and was `filled` up, or had it
    all. `elsewhere` are addresses that stay with another person."""

    new: bool = False
    filled: bool = False
    elsewhere: tuple[Address, ...] = ()


def take(connection: apsw.Connection, card: Contact) -> Taken:
    """Notes one person of a card."""
    owners = rows.leads_of(connection, (a.key for a in card.addresses))
    lead = next((owners[a.key] for a in card.addresses if a.key in owners), 0)
    if not lead and not card.addresses:
        lead = _without_address(connection, card)
    if not lead:
        groups = tuple(card.groups)
        made = (card.name, card.note, card.language, card.addresses, groups, card.rest)
        rows.insert(connection, NotedAlone(0, 0, 0, True, *made))
        return Taken(new=True)
    return _fill(connection, rows.alone(connection, [lead], cards=True), card)


def _without_address(connection: apsw.Connection, card: Contact) -> int:
    """Somebody without an address who is noted in the same words: a card that comes again."""
    query = (
        "SELECT c.lead FROM contact c WHERE c.name = ? AND NOT EXISTS"
        " (SELECT 1 FROM contact_address a WHERE a.contact = c.id)"
    )
    leads = [lead for (lead,) in connection.execute(query, (card.name,))]
    found = rows.contacts(connection, leads, cards=True)
    same = (lead for lead, c in found.items() if (c.note, c.rest) == (card.note, card.rest))
    return next(same, 0)


def _fill(connection: apsw.Connection, parts: Sequence[NotedAlone], card: Contact) -> Taken:
    """Adds to the person of these contacts, who leads first, what the card has besides."""
    there, lead = rows.whole(parts), parts[0].id
    filled = False
    for column in ("name", "language"):
        if getattr(card, column) and not getattr(there, column):
            said = (getattr(card, column), lead)
            connection.execute(f"UPDATE contact SET {column} = ? WHERE id = ?", said)
            filled = True
    note = "\n\n".join(filter(None, (there.note, card.note)))
    besides = card.rest
    if card.note in there.note:
        pass
    elif len(note) > LONGEST_NOTE:  # what finds no room is kept as it stands
        besides = (*besides, CardField("NOTE", escaped(card.note)))
    else:
        connection.execute("UPDATE contact SET note = '' WHERE lead = ?", (lead,))
        connection.execute("UPDATE contact SET note = ? WHERE id = ?", (note, lead))
        filled = True
    known = {a.key for a in there.addresses}
    fresh = [a for a in card.addresses if a.key not in known]
    elsewhere = rows.add_addresses(connection, lead, fresh)
    filled |= len(elsewhere) < len(fresh)
    groups = {rows.group_key(name) for name in there.groups}
    for name in card.groups:
        if rows.group_key(name) not in groups:
            of = rows.group_id(connection, name)
            connection.execute(
                "INSERT INTO contact_in_group (contact, of) VALUES (?, ?)", (lead, of)
            )
            filled = True
    more = tuple(each for each in besides if each not in there.rest)
    if more:
        rows.put_card(connection, lead, (*parts[0].rest, *more))
        filled = True
    connection.execute("UPDATE contact SET kept = 1 WHERE id = ?", (lead,))
    if filled:
        for part in parts:
            rows.index(connection, part.id)
    return Taken(filled=filled, elsewhere=elsewhere)
