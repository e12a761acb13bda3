"""People of the mail that is seen, counted as the store counts those of all mail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw
import msgspec

from desktop_app.model.account import Identity
from desktop_app.search.flags import system_labels
from desktop_app.store.rows.people_book import PeopleBook
from desktop_app.store.rows.rows import Pairs, envelope_decoder

MOST = 20_000
"""The newest mails whose people are counted: a program waits meanwhile."""

_IDENTITIES = msgspec.json.Decoder(tuple[Identity, ...])
_MAILS = (
    "SELECT s.account, s.flags, s.date, m.envelope FROM (SELECT id FROM temp.granted"
    " ORDER BY id DESC LIMIT ?) g CROSS JOIN state s ON s.id = g.id"
    " CROSS JOIN message m ON m.id = g.id ORDER BY g.id"
)


@dataclass(frozen=True, slots=True)
class _Mail:
    labels: frozenset[str]
    from_: Pairs
    recipients: Pairs
    date: int


def count_people(connection: apsw.Connection) -> None:
    """Fills the empty tables `person` and `person_word` of a connection with the views."""
    owners: list[Any] = connection.execute("SELECT key, identities FROM account").fetchall()
    books = {
        key: PeopleBook(connection, key, frozenset(i.address.key for i in _IDENTITIES.decode(said)))
        for key, said in owners
    }
    rows: list[Any] = connection.execute(_MAILS, (MOST,)).fetchall()
    for account, flags, date, packed in rows:
        envelope = envelope_decoder.decode(packed)
        recipients = (*envelope.to, *envelope.cc, *envelope.bcc)
        mail = _Mail(system_labels(flags), envelope.from_, recipients, date)
        if account in books:
            books[account].count(mail)
    for book in books.values():
        book.flush()
