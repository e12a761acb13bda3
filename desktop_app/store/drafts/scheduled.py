"""Approved mail that waits for a moment of the person's: its time, and what keeps it here then.

The bytes are those that were approved; when the mail leaves, its Date becomes that of the leaving,
in the transaction that queues it.
"""

from __future__ import annotations

from collections.abc import Collection

import apsw
import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.errors import Refused
from desktop_app.model.message import SystemLabel, ThreadId
from desktop_app.model.outbox import NOT_APPROVED, OutboxEntry, OutboxState, frozen_digest
from desktop_app.search.flags import flags_of
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.outbox_records import SELECT_ROWS, ended, entry_of, one

_BOTH = Changes(drafts=True, outbox=True)
_OUTBOX = Changes(outbox=True)
_SCHEDULED = (OutboxState.SCHEDULED,)
_OWN = flags_of((SystemLabel.SENT, SystemLabel.DRAFT, SystemLabel.SPAM, SystemLabel.TRASH))
_WRONG_CLOCK = 86_400
"""Seconds by which the date of an answer may be too early: the clock or the zone of its sender is
wrong. What is held for an older mail asks the person once too often, and loses nothing."""
_ANSWERED = f"""
    SELECT o.id FROM outbox o JOIN draft d ON d.id = o.draft_id JOIN state m ON m.id = d.reply_to_id
    WHERE o.state = 'scheduled' AND EXISTS (
        SELECT 1 FROM state s WHERE s.thread = m.thread AND s.flags & {_OWN} = 0
            AND s.id NOT IN (SELECT value FROM json_each(o.known_mail))
            AND s.date > (SELECT coalesce(min(max(k.date), o.pressed), 0) - {_WRONG_CLOCK}
                FROM state k WHERE k.id IN (SELECT value FROM json_each(o.known_mail)))
    )
"""
"""Mail of the conversation that was not here at the press, and is no older mail that a sync has
brought since. An answer may have been on its way already when Send was pressed."""
_LEFT = "This mail has left, or was taken back."


class Scheduled:
    """Entries of the outbox that wait for their time."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def entries(self) -> list[OutboxEntry]:
        """All that wait, the first to leave first, without their bytes."""
        return self._db.values(
            entry_of, f"{SELECT_ROWS} WHERE state = 'scheduled' ORDER BY scheduled, id"
        )

    def times(self) -> list[tuple[int, float, float]]:
        """Of all that wait: the id, the moment the person chose, and when it is tried next (seconds
        since the epoch)."""
        return self._db.rows(
            "SELECT id, scheduled, send_after FROM outbox WHERE state = 'scheduled' ORDER BY id"
        )

    def count(self) -> int:
        return int(self._db.rows("SELECT count(*) FROM outbox WHERE state = 'scheduled'")[0][0])

    def change_time(self, entry_id: int, at: float) -> OutboxEntry:
        """Another moment for the same bytes. Raises `Refused` once it has left, `NotFound`."""
        with self._db.write(_OUTBOX) as connection:
            connection.execute(
                "UPDATE outbox SET scheduled = ?1, send_after = ?1, last_error = ''"
                " WHERE id = ?2 AND state = 'scheduled'",
                (at, entry_id),
            )
            if connection.changes() != 1:
                raise Refused(_LEFT)
            return one(connection, entry_id)

    def release(self, entry_id: int, now: float, *, at_once: bool = False) -> OutboxEntry:
        """SCHEDULED → QUEUED, due now, with the date of now. `at_once`: the person does not wait
        for its time any more. What is not what was approved is FAILED instead. Raises `Refused`
        once it has left, `NotFound`."""
        from desktop_app.mail.drafts.dated import with_date

        with self._db.write(_BOTH) as connection:
            entry = one(connection, entry_id)
            if entry.state is not OutboxState.SCHEDULED:
                raise Refused(_LEFT)
            if not entry.intact:
                return ended(connection, entry_id, _SCHEDULED, OutboxState.FAILED, NOT_APPROVED)
            try:
                mime = with_date(entry.mime, now)
            except ValueError:
                return ended(connection, entry_id, _SCHEDULED, OutboxState.FAILED, NOT_APPROVED)
            digest = frozen_digest(
                entry.account_id, entry.rfc822_message_id, entry.recipients, mime
            )
            connection.execute(
                "UPDATE outbox SET state = 'queued', send_after = ?, last_error = '', mime = ?,"
                " frozen = ?, scheduled = ? WHERE id = ?",
                (now, mime, digest, 0.0 if at_once else entry.scheduled, entry_id),
            )
            return one(connection, entry_id)

    def defer(self, entry_id: int, until: float, reason: str) -> None:
        """It could not leave: try again then. `reason` is a sentence. Whoever calls this knows that
        the server has accepted nothing. What was taken back meanwhile stays so."""
        with self._db.write(_OUTBOX) as connection:
            connection.execute(
                "UPDATE outbox SET state = 'scheduled', send_after = ?, last_error = ?"
                " WHERE id = ? AND state IN ('queued', 'sending') AND scheduled > 0",
                (until, reason, entry_id),
            )

    def hold(self, entry_id: int, reason: str) -> OutboxEntry:
        """The person has the draft again, and is asked; `reason` is a sentence. Raises `Refused`
        once it has left, `NotFound`."""
        with self._db.write(_BOTH) as connection:
            return ended(connection, entry_id, _SCHEDULED, OutboxState.HELD, reason)

    def answered(self) -> list[int]:
        """Those in whose conversation somebody else has written since."""
        return [row[0] for row in self._db.rows(_ANSWERED)]


def known_mail(connection: apsw.Connection, thread: ThreadId) -> str:
    """The ids of the mails of a conversation that are here now, as the column has them."""
    rows = connection.execute("SELECT id FROM state WHERE thread = ? AND ? <> 0", (thread, thread))
    return msgspec.json.encode([row[0] for row in rows]).decode()


def wait_again(connection: apsw.Connection, *, but: Collection[int]) -> None:
    """What was queued when its time came, and has not left, waits as before; but these ids."""
    marks = ",".join("?" * len(but))
    connection.execute(
        "UPDATE outbox SET state = 'scheduled' WHERE state = 'queued' AND scheduled > 0"
        f" AND id NOT IN ({marks})",
        tuple(but),
    )
