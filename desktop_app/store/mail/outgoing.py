"""Mail that went out: whether the person has written to an address.

Mail from others proves nothing, whoever it names. A From can be forged, so that mail of an account
with a server counts where that server has it as sent. A local account has no such server: mail from
an own address counts there, unless it has come in.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from typing import Any

import apsw
import msgspec

from desktop_app.model.account import LOCAL, Identity
from desktop_app.model.message import SystemLabel
from desktop_app.search.flags import FLAG
from desktop_app.search.fold import words
from desktop_app.store.mail.accounts import names
from desktop_app.store.rows.people_book import CAME_IN
from desktop_app.store.rows.rows import Envelope, envelope_decoder
from desktop_app.store.rows.terms import spellings

MOST_READ = 500
"""Mails whose envelopes are read for one address; an index of words finds others besides."""

_MOST_SPELLINGS = 64
_SENT = FLAG[SystemLabel.SENT]
_CAME_IN = sum(FLAG[label] for label in CAME_IN)
_FOUND = """
    SELECT s.account, s.flags, m.envelope
    FROM fts JOIN state AS s ON s.id = fts.rowid JOIN message AS m ON m.id = fts.rowid
    WHERE fts MATCH ?1 AND ((s.flags & ?2) OR NOT (s.flags & ?3)) AND s.account IN ({accounts})
    ORDER BY fts.rowid DESC LIMIT ?4
"""
_ON_A_MAIL = "SELECT 1 FROM person WHERE key = ? AND account IN ({accounts}) LIMIT 1"
"""Everybody on a stored mail has a row for its account: who has none in those that are asked about
needs no search, and how long the answer takes tells nothing of others."""

_DELIVERED = """
    SELECT account_id FROM outbox AS o, json_each(o.recipients) AS r
    WHERE o.state = 'sent' AND lower(r.value) = ?
"""
_IDENTITIES = msgspec.json.Decoder(tuple[Identity, ...])


def went_out_to(connection: apsw.Connection, key: str, among: frozenset[str] | None = None) -> bool:
    """Whether mail of the accounts `among`, or of any, went out to the address key, with an
    international domain in either form."""
    from desktop_app.mail.wire.mailboxes import wire_address

    accounts = names(connection)
    if among is not None:
        accounts = {number: id_ for number, id_ in accounts.items() if id_ in among}
    forms = dict.fromkeys((key, wire_address(key) or key))
    return any(_went_out_to(connection, form, accounts) for form in forms)


def _went_out_to(connection: apsw.Connection, key: str, accounts: dict[int, str]) -> bool:
    delivered = connection.execute(_DELIVERED, (key,)).fetchall()
    if any(id_ in accounts.values() for (id_,) in delivered):
        return True
    typed, numbers = words(key), ", ".join(map(str, accounts))
    if not typed or connection.execute(_ON_A_MAIL.format(accounts=numbers), (key,)).get is None:
        return False
    former = {word: [word, *(term for term, _ in spellings(connection, word))] for word in typed}
    phrases = islice(product(*(former[word] for word in typed)), _MOST_SPELLINGS)
    query = "{recipient cc bcc} : (" + " OR ".join(f'"{" ".join(p)}"' for p in phrases) + ")"
    found = _FOUND.format(accounts=numbers)
    rows: list[Any] = connection.execute(found, (query, _SENT, _CAME_IN, MOST_READ)).fetchall()
    own = _local_addresses(connection)
    return any(
        _names(envelope_decoder.decode(envelope), key, flags, own.get(account, frozenset()))
        for account, flags, envelope in rows
    )


def _names(envelope: Envelope, key: str, flags: int, own: frozenset[str]) -> bool:
    """Whether the envelope is of a mail that went out, and has the address."""
    if not flags & _SENT and not own & _keys(envelope.from_):
        return False
    return key in _keys((*envelope.to, *envelope.cc, *envelope.bcc))


def _keys(pairs: Iterable[tuple[str, str]]) -> set[str]:
    return {email.strip().lower() for _, email in pairs}


def _local_addresses(connection: apsw.Connection) -> dict[int, frozenset[str]]:
    """The own addresses of each local account, by its number."""
    rows: list[Any] = connection.execute(
        "SELECT key, identities FROM account WHERE kind = ?", (LOCAL,)
    ).fetchall()
    return {
        number: frozenset(identity.address.key for identity in _IDENTITIES.decode(identities))
        for number, identities in rows
    }
