"""Entries of the outbox as they are stored, read into the model's values."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import apsw
import msgspec

from desktop_app.model.draft import DraftState
from desktop_app.model.errors import NotFound, Refused
from desktop_app.model.outbox import NOT_SENT, OutboxEntry, OutboxState
from desktop_app.store.base.sqlite_errors import decoded
from desktop_app.store.drafts.drafts import stored_bytes

_COLUMNS = """id, draft_id, account_id, revision, digest, rfc822_message_id, mime, recipients,
    state, send_after, attempts, last_error, settle, then_archive, frozen, pressed, scheduled"""
SELECT = f"SELECT {_COLUMNS} FROM outbox"
SELECT_ROWS = SELECT.replace(" mime,", " x'' AS mime,")
"""Without the bytes of the mails, which a list does not show. Such an entry is never sent: it is
not what was approved (`OutboxEntry.intact`)."""
_GIVEN_BACK = frozenset({*NOT_SENT, OutboxState.UNDONE})
"""States in which the person has the draft again. Before that it stays approved."""

_AS_IT_WAS = """
    UPDATE draft SET state = CASE
        WHEN author ->> 'origin' <> 'user' AND author = (
            SELECT v.author FROM draft_version AS v WHERE v.draft_id = draft.id
            ORDER BY v.revision DESC LIMIT 1
        ) THEN 'proposed' ELSE 'edited' END
    WHERE id = ?
"""


def one(connection: apsw.Connection, entry_id: int) -> OutboxEntry:
    """Raises `NotFound`."""
    row = connection.execute(f"{SELECT} WHERE id = ?", (entry_id,)).get
    if row is None:
        raise NotFound("There is no such mail in the outbox.")
    return decoded(entry_of, row)


def entry_of(row: Any) -> OutboxEntry:
    """The entry of a row of `SELECT`."""
    (
        id_,
        draft,
        account,
        revision,
        digest,
        message_id,
        mime,
        recipients,
        state,
        send_after,
        attempts,
        error,
        settle,
        archive,
        frozen,
        pressed,
        scheduled,
    ) = row
    return OutboxEntry(
        id=id_,
        draft_id=draft,
        account_id=account,
        revision=revision,
        digest=digest,
        rfc822_message_id=message_id,
        mime=stored_bytes(mime),
        recipients=tuple(msgspec.json.decode(recipients, type=list[str])),
        state=OutboxState(state),
        send_after=send_after,
        attempts=attempts,
        last_error=error,
        settle=settle,
        then_archive=bool(archive),
        frozen=frozen,
        pressed=pressed,
        scheduled=scheduled,
    )


def ended(
    connection: apsw.Connection,
    entry_id: int,
    before: Collection[str],
    after: OutboxState,
    error: str,
) -> OutboxEntry:
    """Stores what became of an entry that was in one of the states `before`; the draft is sent, or
    the person has it again. Raises `Refused` in any other state, `NotFound`."""
    entry = one(connection, entry_id)
    if entry.state not in before:
        raise Refused(f"This mail is {entry.state}.")
    connection.execute(
        "UPDATE outbox SET state = ?, last_error = ? WHERE id = ?", (after, error, entry_id)
    )
    if after is OutboxState.SENT:
        connection.execute(
            "UPDATE draft SET state = ? WHERE id = ?", (DraftState.SENT, entry.draft_id)
        )
    elif after in _GIVEN_BACK:
        connection.execute(_AS_IT_WAS, (entry.draft_id,))
    return one(connection, entry_id)
