"""Arrivals: what has come that a person may be told of outside of the window, in small queries.

Only what is bounded by time or by what is open is read, however much mail there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.model.account import LOCAL
from desktop_app.model.message import MessageId, SystemLabel, ThreadId
from desktop_app.search.flags import FLAG, flags_of
from desktop_app.store.base.binding import integers
from desktop_app.store.base.db import Database

MOST = 500
"""Mails of one look; the newest come first."""

_WANTED = flags_of((SystemLabel.INBOX, SystemLabel.UNREAD))
_LEFT_OUT = flags_of((SystemLabel.SPAM, SystemLabel.TRASH, SystemLabel.SENT, SystemLabel.DRAFT))
_SENT = FLAG[SystemLabel.SENT]
_NEW = f"s.flags & {_WANTED | _LEFT_OUT} = {_WANTED}"

_REQUESTS = "SELECT id FROM request WHERE state = 'waiting' ORDER BY asked, id"


@dataclass(frozen=True, slots=True)
class Arrived:
    """An unread mail of the inbox."""

    id: MessageId
    thread_id: ThreadId
    account_id: str


class Arrivals:
    """Mail of accounts with a server; the sample mailbox and files that were imported never
    arrive."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def unread(self, since: float, until: float) -> list[Arrived]:
        """Unread mail of the inbox with a date between the two (seconds since the epoch), the
        newest `MOST` of it, newest first. The id of a mail is its date, or some seconds more."""
        rows = self._db.rows(
            "SELECT s.id, s.thread, a.id FROM state s CROSS JOIN account a ON a.key = s.account"
            f" WHERE s.id >= ? AND s.id <= ? AND {_NEW} AND a.sample = 0 AND a.kind <> ?"
            " ORDER BY s.id DESC LIMIT ?",
            (int(since), int(until), LOCAL, MOST),
        )
        return [Arrived(*row) for row in rows]

    def still_new(self, ids: Iterable[MessageId]) -> frozenset[MessageId]:
        """Those of the mails that are still unread, in the inbox, and not answered by a mail of the
        person's own that came later in the conversation."""
        rows = self._db.rows(
            f"SELECT s.id FROM state s WHERE s.id IN (SELECT value FROM carray(?)) AND {_NEW}"
            " AND NOT EXISTS (SELECT 1 FROM state n WHERE n.thread = s.thread AND n.id > s.id"
            f" AND n.flags & {_SENT})",
            (integers(list(ids)),),
        )
        return frozenset(id_ for (id_,) in rows)

    def to_review(self) -> list[str]:
        """Ids of the open drafts that somebody else wrote, or proposes to change; the oldest
        first."""
        rows = self._db.rows(
            "SELECT d.id FROM draft d JOIN account a ON a.id = d.account_id"
            " WHERE a.sample = 0 AND d.state IN ('proposed', 'edited')"
            " AND ((d.author ->> 'origin' <> 'user') OR EXISTS (SELECT 1 FROM draft_change c"
            " WHERE c.draft_id = d.id AND c.state = 'open')) ORDER BY d.rowid"
        )
        return [id_ for (id_,) in rows]

    def requests(self) -> list[int]:
        """Ids of the requests that wait for the person, the oldest first."""
        return [id_ for (id_,) in self._db.rows(_REQUESTS)]

    def not_sent(self) -> list[tuple[int, str, str]]:
        """Id, draft and state of each mail that could not be sent, or of which it is not known,
        and of which the person has not said yet what is to be done."""
        return self._db.rows(
            "SELECT o.id, o.draft_id, o.state FROM outbox o"
            " WHERE (o.state IN ('failed', 'uncertain') OR (o.state = 'held' AND o.scheduled > 0))"
            " AND NOT EXISTS (SELECT 1 FROM outbox n WHERE n.draft_id = o.draft_id AND n.id > o.id)"
            " AND (o.state = 'uncertain' OR EXISTS (SELECT 1 FROM draft d WHERE d.id = o.draft_id"
            " AND d.state IN ('proposed', 'edited'))) ORDER BY o.id"
        )
