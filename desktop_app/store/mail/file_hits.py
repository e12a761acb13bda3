"""Files whose text a search finds, those of the newest mail first."""

from __future__ import annotations

from collections.abc import Iterator

import apsw

from desktop_app.model.file_state import FileHit
from desktop_app.model.message import MessageId
from desktop_app.search.plan import FILES_OF_A_MAIL, Plan
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.rows.file_rows import OF_MAIL
from desktop_app.store.rows.walk import IN_INDEX, values

_FOUND = f"""
    SELECT s.id, s.thread, t.part, t.name, b.data
    FROM fts_file CROSS JOIN state s ON s.id = fts_file.rowid / {FILES_OF_A_MAIL}
    CROSS JOIN file_text t ON t.id = fts_file.rowid
    CROSS JOIN file_body b ON b.id = t.body
    WHERE fts_file MATCH :files AND {{where}}
    ORDER BY fts_file.rowid DESC LIMIT :limit
"""


def file_hits(connection: apsw.Connection, plan: Plan, wanted: str, limit: int) -> list[FileHit]:
    """Files with the words (an FTS5 expression) of mails that the plan allows."""
    where = f"{plan.where} AND {IN_INDEX}" if plan.match else plan.where
    bound = {**values(plan, plan.low, plan.high), "files": wanted, "limit": limit}
    rows = connection.execute(_FOUND.format(where=where), bound)
    return [
        FileHit(message, thread, part, name, decompressed(data).decode())
        for message, thread, part, name, data in rows
    ]


def texts_of(connection: apsw.Connection, message: MessageId) -> Iterator[str]:
    """The texts of the files of a mail."""
    query = f"SELECT b.data FROM file_text t JOIN file_body b ON b.id = t.body WHERE t.id {OF_MAIL}"
    for (data,) in connection.execute(query, (message,)):
        yield decompressed(data).decode()
