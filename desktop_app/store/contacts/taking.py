"""People of an import: noted anew, or added to whoever has one of their addresses.

What the person wrote is never overwritten. A card with addresses of two people merges nobody.
"""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from desktop_app.model.address import Address
from desktop_app.model.contact import LONGEST_NOTE, Contact, NotedAlone
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
    return _fill(connection, rows.contacts(connection, [lead], cards=True)[lead], card)


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


def _fill(connection: apsw.Connection, there: Contact, card: Contact) -> Taken:
    lead = there.id
    if not there.name and card.name:
        connection.execute("UPDATE contact SET name = ? WHERE id = ?", (card.name, lead))
    if not there.language and card.language:
        connection.execute("UPDATE contact SET language = ? WHERE id = ?", (card.language, lead))
    if card.note and card.note not in there.note:
        note = "\n\n".join(filter(None, (there.note, card.note)))[:LONGEST_NOTE]
        connection.execute("UPDATE contact SET note = '' WHERE lead = ?", (lead,))
        connection.execute("UPDATE contact SET note = ? WHERE id = ?", (note, lead))
    known = {a.key for a in there.addresses}
    fresh = [a for a in card.addresses if a.key not in known]
    elsewhere = rows.add_addresses(connection, lead, fresh)
    for name in card.groups:
        connection.execute(
            "INSERT OR IGNORE INTO contact_in_group (contact, of) VALUES (?, ?)",
            (lead, rows.group_id(connection, name)),
        )
    own = rows.alone(connection, [lead], cards=True)[0].rest
    more = tuple(each for each in card.rest if each not in there.rest)
    if more:
        rows.put_card(connection, lead, (*own, *more))
    connection.execute("UPDATE contact SET kept = 1 WHERE id = ?", (lead,))
    for part in (lead, *(part.id for part in there.parts)):
        rows.index(connection, part)
    after = rows.contacts(connection, [lead], cards=True)[lead]
    return Taken(filled=after != there, elsewhere=elsewhere)
