"""Links between our drafts and the drafts on an account's server; implements `DraftLinks`."""

from __future__ import annotations

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.draft_link import DraftLink
from desktop_app.store.base.db import Database

BESIDE = "/beside/"
"""In the key of a draft that holds what another mail program wrote, before the id of the draft that
was changed here at the same time."""
_COLUMNS = "draft_id, remote_id, message_id, thread_id, revision"


class StoredDraftLinks:
    """Links of one account. A link outlives its draft, because a draft deleted here is still to
    be deleted on the server."""

    def __init__(self, db: Database, account_id: str) -> None:
        self._db = db
        self._account_id = account_id

    def get(self, draft_id: str) -> DraftLink | None:
        rows = self._db.rows(f"SELECT {_COLUMNS} FROM draft_link WHERE draft_id = ?", (draft_id,))
        return DraftLink(*rows[0]) if rows else None

    def at_server(self, remote_id: str) -> DraftLink | None:
        """The link of one of the server's drafts."""
        rows = self._db.rows(
            f"SELECT {_COLUMNS} FROM draft_link WHERE account_id = ? AND remote_id = ?",
            (self._account_id, remote_id),
        )
        return DraftLink(*rows[0]) if rows else None

    def list(self) -> tuple[DraftLink, ...]:
        """Every link, with those of deleted drafts."""
        rows = self._db.rows(
            f"SELECT {_COLUMNS} FROM draft_link WHERE account_id = ? ORDER BY draft_id",
            (self._account_id,),
        )
        return tuple(DraftLink(*row) for row in rows)

    def waiting(self) -> bool:
        """Whether an open draft has changes that the server does not have."""
        rows = self._db.rows(
            "SELECT EXISTS (SELECT 1 FROM draft d LEFT JOIN draft_link l ON l.draft_id = d.id"
            " WHERE d.account_id = ? AND d.state IN ('proposed', 'edited')"
            " AND d.revision IS NOT l.revision)",
            (self._account_id,),
        )
        return bool(rows[0][0])

    def keep(self, link: DraftLink) -> None:
        """Adds or replaces a link."""
        with self._db.write(Changes(drafts=True)) as connection:
            put_link(connection, self._account_id, link)

    def forget(self, draft_id: str) -> None:
        """Deletes the link of a draft that is gone from the server: sent or deleted."""
        with self._db.write(Changes(drafts=True)) as connection:
            connection.execute("DELETE FROM draft_link WHERE draft_id = ?", (draft_id,))

    def beside(self, draft_id: str) -> tuple[tuple[str, bool], ...]:
        """The drafts that hold the other text of one that was changed here and at the server at
        once, the newest first; each with whether it is the server's."""
        rows = self._db.rows(
            "SELECT o.id, o.request_key LIKE '%' || ?1 || ?2 FROM draft o"
            " WHERE o.account_id = ?3 AND (o.request_key LIKE 'remote/%' || ?1 || ?2"
            " OR EXISTS (SELECT 1 FROM draft d WHERE d.id = ?2"
            " AND d.request_key LIKE 'remote/%' || ?1 || o.id)) ORDER BY o.created DESC",
            (BESIDE, draft_id, self._account_id),
        )
        return tuple((id_, bool(theirs)) for id_, theirs in rows)

    def answers(self, draft_id: str) -> str:
        """The server's id of the message the draft answers; empty for a new conversation."""
        rows = self._db.rows(
            "SELECT m.source_id FROM draft d JOIN message m ON m.id = d.reply_to_id WHERE d.id = ?",
            (draft_id,),
        )
        return str(rows[0][0]) if rows else ""


def put_link(connection: apsw.Connection, account_id: str, link: DraftLink) -> None:
    """Adds or replaces a link, inside a transaction."""
    connection.execute(
        f"INSERT OR REPLACE INTO draft_link ({_COLUMNS}, account_id) VALUES (?, ?, ?, ?, ?, ?)",
        (
            link.draft_id,
            link.remote_id,
            link.message_id,
            link.thread_id,
            link.revision,
            account_id,
        ),
    )
