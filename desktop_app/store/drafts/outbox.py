"""Outbox: approved mail and its delivery states. Every state change is one transaction.

Nothing here uses a network. workers/postman.py does, and records the results here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import apsw
import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Draft, DraftState, SendPermit
from desktop_app.model.errors import Conflict, Refused
from desktop_app.model.outbox import (
    INTERRUPTED,
    NOT_SENT,
    OutboxEntry,
    OutboxState,
    frozen_digest,
)
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.draft_records import stored_draft
from desktop_app.store.drafts.drafts import Drafts
from desktop_app.store.drafts.outbox_records import SELECT, SELECT_ROWS, ended, entry_of, one
from desktop_app.store.drafts.presses import Presses, hold_presses, taken_up
from desktop_app.store.drafts.scheduled import Scheduled, known_mail, wait_again

_BOTH = Changes(drafts=True, outbox=True)


class Outbox:
    def __init__(self, db: Database) -> None:
        self._db = db
        self.presses = Presses(db, Drafts(db))
        self.scheduled = Scheduled(db)
        self._approved: list[int] = []

    @property
    def approvals(self) -> int:
        """The number of approvals through this object so far: by this run of the program."""
        return len(self._approved)

    def approve(
        self,
        draft: Draft,
        permit: SendPermit,
        *,
        mime: bytes,
        rfc822_message_id: str,
        recipients: Sequence[str],
        send_after: float,
        now: float,
        then_archive: bool = False,
        scheduled: float = 0.0,
    ) -> OutboxEntry:
        """Marks the draft approved and queues its frozen bytes in the place of its press, in one
        transaction. With `scheduled` they wait for that moment.

        Raises `Refused` when the permit is for another draft, revision or content, when what is
        stored is not what was shown, or when the permit has been used; `Conflict` when the stored
        draft is no longer `draft`.
        """
        _refuse_unshown(draft, permit)
        with self._db.write(_BOTH) as connection:
            _refuse_unshown(stored_draft(connection, draft.id), permit)
            connection.execute(
                "UPDATE draft SET state = ?, asks_to_send = 0"
                " WHERE id = ? AND revision = ? AND state IN ('proposed', 'edited')",
                (DraftState.APPROVED, draft.id, draft.revision),
            )
            if connection.changes() != 1:
                raise Conflict(
                    "The draft has changed in the meantime, so nothing was sent.",
                    next_step="Look at it again and press Send.",
                )
            self._insert(
                connection,
                draft,
                permit,
                mime,
                rfc822_message_id,
                recipients,
                send_after,
                taken_up(connection, draft.id, now),
                then_archive,
                scheduled,
            )
            entry_id = connection.last_insert_rowid()
            self._approved.append(entry_id)
            return one(connection, entry_id)

    @staticmethod
    def _insert(
        connection: apsw.Connection,
        draft: Draft,
        permit: SendPermit,
        mime: bytes,
        rfc822_message_id: str,
        recipients: Sequence[str],
        send_after: float,
        pressed: float,
        then_archive: bool,
        scheduled: float,
    ) -> None:
        try:
            connection.execute(
                "INSERT INTO outbox (draft_id, account_id, revision, digest, rfc822_message_id,"
                " mime, recipients, state, send_after, pressed, then_archive, permit, frozen,"
                " scheduled, known_mail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    draft.id,
                    draft.account_id,
                    draft.revision,
                    permit.digest,
                    rfc822_message_id,
                    mime,
                    msgspec.json.encode(list(recipients)).decode(),
                    OutboxState.SCHEDULED if scheduled else OutboxState.QUEUED,
                    scheduled or send_after,
                    pressed,
                    then_archive,
                    permit.nonce,
                    frozen_digest(draft.account_id, rfc822_message_id, recipients, mime),
                    scheduled,
                    known_mail(connection, draft.thread_id) if scheduled else "[]",
                ),
            )
        except apsw.ConstraintError as error:
            raise Refused(
                "That press of Send has been used, or the mail is already on its way.",
            ) from error

    def get(self, entry_id: int) -> OutboxEntry:
        """Raises `NotFound`."""
        with self._db.reading() as connection:
            return one(connection, entry_id)

    def for_draft(self, draft_id: str) -> OutboxEntry | None:
        """The newest entry of a draft, without its bytes."""
        found = self._db.values(
            entry_of, f"{SELECT_ROWS} WHERE draft_id = ? ORDER BY id DESC LIMIT 1", (draft_id,)
        )
        return found[0] if found else None

    def in_state(self, states: Sequence[OutboxState], *, limit: int = 500) -> list[OutboxEntry]:
        """Entries in any of `states`, newest first, without their bytes."""
        marks = ",".join("?" * len(states))
        return self._db.values(
            entry_of,
            f"{SELECT_ROWS} WHERE state IN ({marks}) ORDER BY id DESC LIMIT ?",
            (*(str(s) for s in states), limit),
        )

    def count_open(self, account_id: str = "") -> int:
        """The number of entries a person may still be waiting for, in one account or in all."""
        rows = self._db.rows(
            "SELECT count(*) FROM outbox"
            " WHERE state IN ('scheduled', 'queued', 'sending', 'uncertain')"
            " AND (? = '' OR account_id = ?)",
            (account_id, account_id),
        )
        return int(rows[0][0])

    def not_sent(self) -> dict[str, OutboxEntry]:
        """Mail for which Send was pressed, that was not sent, and of which the person has not said
        yet what is to be done: the newest entry of each draft that is open, by the draft's id; what
        was pressed last comes first. Without their bytes."""
        marks = ",".join("?" * len(NOT_SENT))
        found = self._db.values(
            entry_of,
            f"{SELECT_ROWS} AS o WHERE state IN ({marks}) AND NOT EXISTS"
            " (SELECT 1 FROM outbox n WHERE n.draft_id = o.draft_id AND n.id > o.id) AND EXISTS"
            " (SELECT 1 FROM draft d WHERE d.id = o.draft_id AND d.state IN ('proposed', 'edited'))"
            " ORDER BY id DESC",
            NOT_SENT,
        )
        return {entry.draft_id: entry for entry in found}

    def keep_as_draft(self, draft_id: str) -> None:
        """The person has said it: what was not sent is a draft like any other. Raises `Refused`
        where nothing is to be said."""
        entry = self.not_sent().get(draft_id)
        if entry is None:
            raise Refused("This draft is not one that was not sent.")
        self._end(entry.id, NOT_SENT, OutboxState.UNDONE, "")

    def waiting(self) -> list[tuple[int, float]]:
        """Id and send time of each queued entry, in the order of approval."""
        return self._db.rows("SELECT id, send_after FROM outbox WHERE state = 'queued' ORDER BY id")

    def waits_until(self) -> float:
        """When the first mail that waits for its server is tried again; 0 where none waits."""
        rows = self._db.rows(
            "SELECT min(send_after) FROM outbox WHERE state = 'queued' AND last_error <> ''"
        )
        return float(rows[0][0] or 0.0)

    def claim(self, entry_id: int, settle: str) -> OutboxEntry | None:
        """QUEUED → SENDING, before the network is touched. Stores what settling a doubt needs.
        None when the entry is no longer queued (undone, or claimed by another process)."""
        with self._db.write(Changes(outbox=True)) as connection:
            connection.execute(
                "UPDATE outbox SET state = 'sending', settle = ?, attempts = attempts + 1,"
                " last_error = ''"
                " WHERE id = ? AND state = 'queued'",
                (settle, entry_id),
            )
            return one(connection, entry_id) if connection.changes() == 1 else None

    def finish(self, entry_id: int, state: OutboxState, error: str = "") -> OutboxEntry:
        """Stores the outcome of a claimed entry. Raises `Refused` from any other state."""
        return self._end(entry_id, ("sending", "uncertain"), state, error)

    def wait(self, entry_id: int, until: float, reason: str, *, claimed: bool) -> None:
        """Lets a mail wait in the queue until then; `reason` is a sentence. `claimed`: by who calls
        this, and the server has accepted nothing. Any other mail in another state stays as it is:
        taken back meanwhile, or claimed by another process."""
        before = OutboxState.SENDING if claimed else OutboxState.QUEUED
        with self._db.write(Changes(outbox=True)) as connection:
            connection.execute(
                "UPDATE outbox SET state = 'queued', send_after = ?, last_error = ?"
                " WHERE id = ? AND state = ?",
                (until, reason, entry_id, before),
            )

    def undo(self, entry_id: int) -> OutboxEntry:
        """Returns a queued or scheduled mail to its draft. Raises `Refused` once it is being
        sent."""
        return self._end(entry_id, ("queued", "scheduled"), OutboxState.UNDONE, "")

    def hasten(self, entry_id: int, now: float) -> OutboxEntry:
        """Makes a queued mail due now."""
        with self._db.write(Changes(outbox=True)) as connection:
            connection.execute(
                "UPDATE outbox SET send_after = ? WHERE id = ? AND state = 'queued'",
                (now, entry_id),
            )
            return one(connection, entry_id)

    def hasten_all(self, now: float) -> None:
        """Makes every queued mail due now, but what waits for its server."""
        with self._db.write(Changes(outbox=True)) as connection:
            connection.execute(
                "UPDATE outbox SET send_after = ? WHERE state = 'queued' AND last_error = ''",
                (now,),
            )

    def postpone(self, entry_id: int, send_after: float) -> OutboxEntry:
        """Makes a queued mail due at `send_after`. Raises `Refused` once it is being sent."""
        with self._db.write(Changes(outbox=True)) as connection:
            connection.execute(
                "UPDATE outbox SET send_after = ? WHERE id = ? AND state = 'queued'",
                (send_after, entry_id),
            )
            entry = one(connection, entry_id)
        if entry.state is not OutboxState.QUEUED:
            raise Refused("This mail is already on its way.")
        return entry

    def recover(self, *, since: int | None = None) -> None:
        """Recovery after a restart of the window's process, in one transaction. An interrupted
        countdown, and a press for which nothing was queued yet, return to the person as HELD; an
        interrupted attempt becomes uncertain; what was scheduled is so again. With `since` this
        process goes on: its presses stay, and what it has approved after the first `since`
        approvals through this object."""
        with self._db.write(_BOTH) as connection:
            goes_on = since is not None
            self.hold(
                but=self._approved[since:] if goes_on else (),
                pressed=self.presses.own if goes_on else (),
            )
            connection.execute(
                "UPDATE outbox SET state = 'uncertain', last_error = ? WHERE state = 'sending'",
                (INTERRUPTED,),
            )

    def hold(self, *, but: Collection[int] = (), pressed: Collection[int] = ()) -> None:
        """Returns what is queued, and what Send was pressed for, to its drafts, HELD, with what it
        waited for as the reason; but the entries of these ids. What was scheduled stays so."""
        with self._db.write(_BOTH) as connection:
            hold_presses(connection, but=pressed)
            wait_again(connection, but=but)
            for entry_id, reason in self._db.rows(
                "SELECT id, last_error FROM outbox WHERE state = 'queued'"
            ):
                if entry_id not in but:
                    self._end(entry_id, ("queued",), OutboxState.HELD, reason)

    def unfiled(self) -> list[OutboxEntry]:
        """Sent mail that is not yet in its Sent folder."""
        return self._db.values(entry_of, f"{SELECT} WHERE state = 'sent' AND filed = 0")

    def mark_filed(self, entry_id: int) -> None:
        """Notes that the mail is in Sent, and deletes its bytes from the outbox."""
        with self._db.write(Changes(outbox=True)) as connection:
            connection.execute(
                "UPDATE outbox SET filed = 1, mime = x'' WHERE id = ? AND state = 'sent'",
                (entry_id,),
            )

    def _end(
        self, entry_id: int, before: Sequence[str], after: OutboxState, error: str
    ) -> OutboxEntry:
        with self._db.write(_BOTH) as connection:
            return ended(connection, entry_id, before, after, error)


def _refuse_unshown(draft: Draft, permit: SendPermit) -> None:
    shown = (permit.draft_id, permit.revision, permit.digest)
    if (draft.id, draft.revision, draft.digest) != shown:
        raise Refused(
            "What is stored is not what was shown, so nothing was sent.",
            next_step="Look at the draft again and press Send.",
        )
