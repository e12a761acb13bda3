"""Entries of the outbox as they are stored, read into the model's values."""

from __future__ import annotations

from typing import Any

import apsw
import msgspec

from desktop_app.model.errors import NotFound
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.base.sqlite_errors import decoded
from desktop_app.store.drafts.drafts import stored_bytes

_COLUMNS = """id, draft_id, account_id, revision, digest, rfc822_message_id, mime, recipients,
    state, send_after, attempts, last_error, settle, then_archive, frozen, pressed"""
SELECT = f"SELECT {_COLUMNS} FROM outbox"


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
    )
