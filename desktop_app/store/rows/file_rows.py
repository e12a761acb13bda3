"""Rows of files: which mails' are to be read, and what was read of each.

Whoever writes mail marks it, in the same transaction; whoever deletes a mail deletes its files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw
import msgspec

from desktop_app.model.message import MessageId
from desktop_app.search.plan import FILES_OF_A_MAIL

OF_MAIL = f"BETWEEN ?1 * {FILES_OF_A_MAIL} AND ?1 * {FILES_OF_A_MAIL} + {FILES_OF_A_MAIL - 1}"
"""SQL of the ids of the files of a mail."""


class FileRecord(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One file ready to be written; crosses from the reading process as msgpack. `state` is a
    FileState, `data` what was read of it (zstd), `words` the same as the index spells it."""

    part: str
    name: str
    state: str
    characters: int
    data: bytes
    words: str


def mark_files_due(connection: apsw.Connection, messages: Iterable[MessageId]) -> None:
    """The files of these mails are to be read."""
    connection.executemany(
        "INSERT OR IGNORE INTO file_due (message) VALUES (?)", [(id_,) for id_ in messages]
    )


def write_files(
    connection: apsw.Connection, message: MessageId, digest: bytes, files: Sequence[FileRecord]
) -> bool:
    """Writes what was read of a mail's files. False, and nothing is written, where the mail of this
    digest is not due: it has gone, another has its id, or somebody else has read them."""
    connection.execute(
        "DELETE FROM file_due WHERE message = ?1"
        " AND EXISTS (SELECT 1 FROM message WHERE id = ?1 AND digest = ?2)",
        (message, digest),
    )
    if not connection.changes():
        return False
    first = message * FILES_OF_A_MAIL
    numbered = list(enumerate(files[:FILES_OF_A_MAIL], first))
    bodies = [_add_body(connection, f.data) if f.words else 0 for f in files[:FILES_OF_A_MAIL]]
    connection.executemany(
        "INSERT INTO file_text (id, part, name, state, characters, body) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (id_, f.part, f.name, f.state, f.characters, body)
            for (id_, f), body in zip(numbered, bodies, strict=True)
        ],
    )
    connection.executemany(
        "INSERT INTO fts_file (rowid, words) VALUES (?, ?)",
        [(id_, f.words) for id_, f in numbered if f.words],
    )
    return True


def _add_body(connection: apsw.Connection, data: bytes) -> int:
    connection.execute("INSERT INTO file_body (data) VALUES (?)", (data,))
    return connection.last_insert_rowid()


def delete_files(connection: apsw.Connection, messages: Iterable[MessageId]) -> None:
    """Deletes the rows of each mail's files."""
    keys = [(id_,) for id_ in messages]
    for table, key, found in (("fts_file", "rowid", "id"), ("file_body", "id", "body")):
        connection.executemany(
            f"DELETE FROM {table} WHERE {key} IN"
            f" (SELECT {found} FROM file_text WHERE id {OF_MAIL} AND body > 0)",
            keys,
        )
    connection.executemany(f"DELETE FROM file_text WHERE id {OF_MAIL}", keys)
    connection.executemany("DELETE FROM file_due WHERE message = ?", keys)
