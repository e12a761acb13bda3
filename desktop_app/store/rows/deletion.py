"""Deletion of the rows of messages, inside a transaction of the caller."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.model.message import MessageId


def delete_rows(connection: apsw.Connection, ids: Iterable[MessageId]) -> None:
    """Deletes the rows of each message; the caller updates labels' counts and threads."""
    from desktop_app.store.rows.file_rows import delete_files

    keys = [(id_,) for id_ in ids]
    connection.executemany(
        "UPDATE account SET messages = messages - 1"
        " WHERE key = (SELECT account FROM state WHERE id = ?)",
        keys,
    )
    connection.executemany("DELETE FROM fts WHERE rowid = ?", keys)
    connection.executemany("DELETE FROM message_user_label WHERE message = ?", keys)
    delete_files(connection, (id_ for (id_,) in keys))
    for table in ("message", "state", "raw"):
        connection.executemany(f"DELETE FROM {table} WHERE id = ?", keys)
