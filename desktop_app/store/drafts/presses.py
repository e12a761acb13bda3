"""Presses on Send: written down before anything else is done for them.

A press is an entry of the outbox in the state PRESSED. The approval takes its place; a stop that
the person is told of deletes it. Whatever else becomes of the program, the next start finds it and
says that the mail was not sent (`Outbox.recover`).
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, Draft, DraftContent
from desktop_app.model.outbox import OutboxState
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.draft_records import refuse_closed, stored_draft
from desktop_app.store.drafts.drafts import Drafts

_BOTH = Changes(drafts=True, outbox=True)


class Presses:
    """`own` has the ids of the presses of this run of the program."""

    def __init__(self, db: Database, drafts: Drafts) -> None:
        self._db, self._drafts = db, drafts
        self.own: set[int] = set()

    def note(self, draft_id: str, *, now: float) -> None:
        """Writes down that Send was pressed for the draft as it is stored. Raises `Refused` for a
        draft that is not open, `NotFound`."""
        with self._db.write(Changes(outbox=True)) as connection:
            draft = stored_draft(connection, draft_id)
            refuse_closed(draft)
            self._insert(connection, draft, now)

    def note_with(
        self,
        draft_id: str,
        base_revision: int,
        content: DraftContent,
        author: Author,
        *,
        now: float,
        by: Author,
    ) -> Draft:
        """Stores what was shown when Send was pressed, and the press, in one transaction. Raises
        like `Drafts.save`; then neither is stored."""
        with self._db.write(_BOTH) as connection:
            draft = self._drafts.save(draft_id, base_revision, content, author, now=now, by=by)
            self._insert(connection, draft, now)
            return draft

    def take_back(self, draft_id: str) -> None:
        """Deletes the press: the person was told in the window that the mail does not go."""
        with self._db.write(Changes(outbox=True)) as connection:
            connection.execute(
                "DELETE FROM outbox WHERE draft_id = ? AND state = 'pressed'", (draft_id,)
            )

    def give_up(self, draft_id: str, reason: str) -> bool:
        """Nothing more is done for the press: the mail was not sent, and is told of as such with
        this reason. Whether there was a press."""
        with self._db.write(_BOTH) as connection:
            return _hold(connection, "draft_id = ?", (draft_id,), reason)

    def _insert(self, connection: apsw.Connection, draft: Draft, now: float) -> None:
        """One of this run is this very press, noted again with a newer revision; one of an earlier
        run was never sent."""
        row = connection.execute(
            "SELECT id FROM outbox WHERE draft_id = ? AND state = 'pressed'", (draft.id,)
        ).get
        if row in self.own:
            connection.execute(
                "UPDATE outbox SET revision = ?, digest = ? WHERE id = ?",
                (draft.revision, draft.digest, row),
            )
            return
        _hold(connection, "draft_id = ?", (draft.id,), "")
        connection.execute(
            "INSERT INTO outbox (draft_id, account_id, revision, digest, rfc822_message_id, mime,"
            " recipients, state, send_after, pressed, permit)"
            " VALUES (?, ?, ?, ?, '', x'', '[]', 'pressed', 0, ?, ?)",
            (
                draft.id,
                draft.account_id,
                draft.revision,
                draft.digest,
                now,
                f"press {secrets.token_hex(16)}",
            ),
        )
        self.own.add(connection.last_insert_rowid())


def taken_up(connection: apsw.Connection, draft_id: str, now: float) -> float:
    """Deletes the press of a draft that is approved in this transaction: when it was, else `now`
    (both in seconds since the epoch)."""
    noted: list[Any] = connection.execute(
        "DELETE FROM outbox WHERE draft_id = ? AND state = 'pressed' RETURNING pressed", (draft_id,)
    ).fetchall()
    return float(noted[0][0]) if noted else now


def hold_presses(connection: apsw.Connection, *, but: Collection[int]) -> None:
    """Nothing more is done for any press, but those of these ids: the mail was not sent."""
    marks = ",".join("?" * len(but))
    _hold(connection, f"id NOT IN ({marks})", tuple(but), "")


def _hold(connection: apsw.Connection, which: str, values: tuple[object, ...], reason: str) -> bool:
    connection.execute(
        "UPDATE outbox SET state = ?, last_error = CASE ? WHEN '' THEN last_error ELSE ? END"
        f" WHERE state = 'pressed' AND {which}",
        (OutboxState.HELD, reason, reason, *values),
    )
    return connection.changes() > 0
