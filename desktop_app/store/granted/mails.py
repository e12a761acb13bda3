"""Which mails a grant shows: found once for each state of the mail, by the search itself."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.errors import KnownError
from desktop_app.model.grant import DAY, Grant
from desktop_app.model.message import MessageId
from desktop_app.model.query import Node, Query, Term
from desktop_app.search.flags import FLAG
from desktop_app.search.parser import parse
from desktop_app.search.triage_condition import asks_triage
from desktop_app.store.base.binding import integers
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import Accounts
from desktop_app.store.mail.finder import Finder
from desktop_app.store.rows.rows import envelope_decoder

OPENED_FOR = 3600.0
"""Seconds for which a conversation that the person has opened is seen."""

_PORTION = 2_000
_ENVELOPES = "SELECT id, envelope FROM message WHERE id IN (SELECT value FROM carray(?))"
_PLACES = (
    "SELECT id, thread, account FROM state WHERE id IN (SELECT value FROM carray(?)) ORDER BY id"
)
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
            found: set[MessageId] = set()
            for place in self._places(grant):
                try:
                    found.update(self._finder.ids(Query("", place)))
                except KnownError:  # a search that can't be made here shows nothing
                    continue
            now = self._db.clock()
            rows = [tuple(row) for row in connection.execute(_PLACES, (integers(found),))]
            if grant.days:
                ids = (id_ for id_, _, _ in rows)
                dates = dict(
                    connection.execute(
                        "SELECT id, date FROM state WHERE id IN (SELECT value FROM carray(?))",
                        (integers(ids),),
                    )
                )
                rows = [row for row in rows if dates[row[0]] >= now - grant.days * DAY]
            if grant.opened:
                opened = {
                    thread
                    for (thread,) in connection.execute(
                        "SELECT thread FROM opened WHERE at > ?", (now - OPENED_FOR,)
                    )
                }
                rows = [row for row in rows if row[1] in opened]
        if grant.never:
            self._look_at([id_ for id_, _, _ in rows])
            rows = [row for row in rows if not self._hidden.get(row[0], True)]
        return rows

    def _places(self, grant: Grant) -> list[Node | None]:
        """Queries, of which a mail has to fit one."""
        labels = [_label(name) for name in grant.labels]
        searches = [found for each in grant.searches if (found := _searched(each.query))]
        if not grant.labels and not grant.searches:
            return [None]
        return [*labels, *searches]

    def _look_at(self, ids: list[MessageId]) -> None:
        new = [id_ for id_ in ids if id_ not in self._hidden]
        hides = self._whose.grant.hides
        for start in range(0, len(new), _PORTION):
            portion = integers(new[start : start + _PORTION])
            for id_, packed in self._db.rows(_ENVELOPES, (portion,)):
                said = envelope_decoder.decode(packed)
                groups = (said.from_, said.to, said.cc, said.bcc, said.reply_to)
                self._hidden[id_] = hides([email for group in groups for _, email in group])


def _label(name: str) -> Node:
    """Mail with a label: one of the system's by its id, any other by its name."""
    if name in FLAG:
        return Term("in", name.lower()) if name in {"INBOX", "SENT"} else Term("label", name)
    return Term("label", name)


def _searched(query: str) -> Node | None:
    """A granted search. One without a condition, or of what is judged of whole conversations,
    shows nothing: it would show what stands outside."""
    root = parse(query).root
    return None if root is None or asks_triage(root) else root


