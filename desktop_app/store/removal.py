"""Deletion for good: one message's rows, or an account down to the last byte.

Deleted rows remain in free pages, in the index's segments and in the write-ahead log. The removal
of an account therefore ends with rewriting all three.
"""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.message import MessageId
from desktop_app.store.conversations import delete_of_account
from desktop_app.store.db import Database
from desktop_app.store.terms import PIECES, recount

_MAIL = Changes(
    messages=True, labels=True, accounts=True, drafts=True, outbox=True, conversations=True
)
_BY_MESSAGE = ("message", "raw", "message_user_label", "message_label")
_CHUNK = 20_000


def delete_rows(connection: apsw.Connection, ids: Iterable[MessageId]) -> None:
    """Deletes the rows of each message; the caller updates labels' counts and threads."""
    keys = [(id_,) for id_ in ids]
    connection.executemany(
        "UPDATE account SET messages = messages - 1"
        " WHERE key = (SELECT account FROM state WHERE id = ?)",
        keys,
    )
    connection.executemany("DELETE FROM fts WHERE rowid = ?", keys)
    connection.executemany("DELETE FROM message_user_label WHERE message = ?", keys)
    for table in ("message", "state", "raw"):
        connection.executemany(f"DELETE FROM {table} WHERE id = ?", keys)


def remove_account(db: Database, account_id: str) -> None:
    """Deletes an account with all its rows, then rewrites the files."""
    with db.write(_MAIL) as connection:
        account = connection.execute("SELECT key FROM account WHERE id = ?", (account_id,)).get
        _delete_mail(connection, int(account))
        delete_of_account(connection, account_id)
        for table in _tables_naming(connection, "account_id"):
            connection.execute(f"DELETE FROM {table} WHERE account_id = ?", (account_id,))
        connection.execute("DELETE FROM account WHERE key = ?", (account,))
    purge(db)


def _delete_mail(connection: apsw.Connection, account: int) -> None:
    query = "SELECT id FROM state WHERE account = ? LIMIT ?"
    while ids := [id_ for (id_,) in connection.execute(query, (account, _CHUNK))]:
        delete_rows(connection, ids)
    one = (account,)
    run = connection.execute
    run("DELETE FROM message_label WHERE label IN (SELECT key FROM label WHERE account = ?)", one)
    run("DELETE FROM threading WHERE thread IN (SELECT id FROM thread WHERE account = ?)", one)
    run("DELETE FROM person_word WHERE person IN (SELECT id FROM person WHERE account = ?)", one)
    for table in ("thread", "label", "person", "import_progress"):
        run(f"DELETE FROM {table} WHERE account = ?", one)


def _tables_naming(connection: apsw.Connection, column: str) -> list[str]:
    """Other tables whose rows name an account: drafts, the outbox …"""
    rows = connection.execute(
        "SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c"
        " WHERE t.type = 'table' AND c.name = ?",
        (column,),
    )
    return [name for (name,) in rows]


def purge(db: Database) -> None:
    """Rewrites index, database and log, so that nothing deleted is left in any file."""
    with db.write(Changes()) as connection:
        empty = connection.execute("SELECT 1 FROM state LIMIT 1").get is None
        command = "delete-all" if empty else "optimize"
        connection.execute("INSERT INTO fts (fts) VALUES (?)", (command,))
        for low, high in PIECES:
            recount(connection, low, high)
    with db.alone() as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
