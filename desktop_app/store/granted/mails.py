"""Which mails a grant shows: found once for each state of the mail, by the search itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw

from desktop_app.model.errors import KnownError
from desktop_app.model.grant import DAY, Grant
from desktop_app.model.message import MessageId
from desktop_app.model.query import Query
from desktop_app.search.parser import parse
from desktop_app.search.triage_condition import asks_triage
from desktop_app.store.base.binding import integers, texts
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import Accounts
from desktop_app.store.mail.finder import Finder
from desktop_app.store.rows.rows import envelope_decoder

OPENED_FOR = 3600.0
"""Seconds for which a conversation that the person has opened is seen."""

_PORTION = 2_000
_ENVELOPES = "SELECT id, envelope FROM message WHERE id IN (SELECT value FROM carray(?))"
_PLACES = (
    "SELECT id, thread, account, date FROM state"
    " WHERE id IN (SELECT value FROM carray(?1)) ORDER BY id"
)
_LABELLED = (
    "SELECT m.message FROM message_label m JOIN label l ON l.key = m.label"
    " JOIN account a ON a.key = l.account WHERE l.id IN (SELECT value FROM carray(?1))"
    " AND a.id IN (SELECT value FROM carray(?2))"
)
_OPENED = "SELECT thread FROM opened WHERE at > ? AND at < ?"
Mail = tuple[MessageId, int, int]
"""A mail that is seen: its id, its thread, the number of its account."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose view it is: the program, its accounts and what it was granted of their mail."""

    program: str
    accounts: frozenset[str]
    grant: Grant


class GrantedMails:
    def __init__(self, db: Database, whose: Whose) -> None:
        self._db, self._whose = db, whose
        self._finder = Finder(db, Accounts(db), among=whose.accounts)
        self._hidden: dict[MessageId, bool] = {}
        """Whether somebody who is never shown is on a mail: its envelope does not change."""

    @property
    def depends_on_time(self) -> bool:
        """Whether the same mail may be seen now and not be later."""
        grant = self._whose.grant
        return bool(grant.days or grant.opened or grant.searches)

    def read(self) -> list[Mail]:
        """The mails that are seen now, oldest first."""
        grant = self._whose.grant
        with self._db.snapshot() as connection:
            found = self._in_places(connection, grant)
            rows: list[Any] = connection.execute(_PLACES, (integers(found),)).fetchall()
            now = self._db.clock()
            if grant.days:
                since = now - grant.days * DAY
                rows = [row for row in rows if row[3] >= since]
            if grant.opened:
                seen = connection.execute(_OPENED, (now - OPENED_FOR, now + 1.0))
                opened = {thread for (thread,) in seen}
                rows = [row for row in rows if row[1] in opened]
        if grant.never:
            self._look_at([row[0] for row in rows])
            rows = [row for row in rows if not self._hidden.get(row[0], True)]
        return [(id_, thread, account) for id_, thread, account, _ in rows]

    def _in_places(self, connection: apsw.Connection, grant: Grant) -> set[MessageId]:
        """The mails of the accounts in the labels and searches, or all."""
        queries = [Query("", None)]
        found: set[MessageId] = set()
        if grant.labels or grant.searches:
            names, accounts = texts(grant.labels), texts(self._whose.accounts)
            found.update(id_ for (id_,) in connection.execute(_LABELLED, (names, accounts)))
            queries = [made for each in grant.searches if (made := _searched(each.query))]
        for query in queries:
            try:
                found.update(self._finder.ids(query))
            except KnownError:  # a search that can't be made here shows nothing
                continue
        return found

    def _look_at(self, ids: list[MessageId]) -> None:
        new = [id_ for id_ in ids if id_ not in self._hidden]
        hides = self._whose.grant.hides
        for start in range(0, len(new), _PORTION):
            portion = integers(new[start : start + _PORTION])
            for id_, packed in self._db.rows(_ENVELOPES, (portion,)):
                said = envelope_decoder.decode(packed)
                groups = (said.from_, said.to, said.cc, said.bcc, said.reply_to)
                self._hidden[id_] = hides([email for group in groups for _, email in group])


def _searched(text: str) -> Query | None:
    """A granted search. One without a condition, or of what is judged of whole conversations,
    shows nothing: that would show what stands outside."""
    try:
        query = parse(text)
    except KnownError:
        return None
    return None if query.root is None or asks_triage(query.root) else query
