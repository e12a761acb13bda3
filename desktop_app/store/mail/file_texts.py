"""Text of attachments: the mails whose files are to be read, what was read, what a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.file_state import FileCounts, FileState
from desktop_app.model.message import Attachment, MessageId
from desktop_app.search.plan import FILES_OF_A_MAIL
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.base.db import Database
from desktop_app.store.rows.file_rows import (
    OF_MAIL,
    FileRecord,
    delete_files,
    mark_files_due,
    write_files,
)
from desktop_app.store.rows.rows import envelope_decoder

_FILES = Changes(files=True)
_PORTION = 200


@dataclass(frozen=True, slots=True)
class DueMail:
    """A mail and its files; `size` in bytes. `digest` tells it from one that is given its id
    later."""

    id: MessageId
    digest: bytes
    size: int
    files: tuple[Attachment, ...]


class FileTexts:
    """Everything of the profile, in whatever account."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def counts(self) -> FileCounts:
        [(files, waiting)] = self._db.rows(
            "SELECT (SELECT count(*) FROM file_text), (SELECT count(*) FROM file_due)"
        )
        return FileCounts(files, waiting)

    def waiting(self, among: frozenset[str] | None = None) -> int:
        """The number of mails of these accounts, or of all, whose files are still to be read."""
        if among is None:
            [(number,)] = self._db.rows("SELECT count(*) FROM file_due")
            return int(number)
        query = (
            "SELECT count(*) FROM file_due d JOIN state s ON s.id = d.message"
            " JOIN account a ON a.key = s.account WHERE a.id IN (SELECT value FROM json_each(?))"
        )
        [(number,)] = self._db.rows(query, (msgspec.json.encode(sorted(among)).decode(),))
        return int(number)

    def due(self, most: int, *, since: int = 0) -> list[MessageId]:
        """The newest mails whose files are to be read, of those that are not older than `since`
        (seconds since the epoch)."""
        query = "SELECT message FROM file_due WHERE message >= ? ORDER BY message DESC LIMIT ?"
        return [id_ for (id_,) in self._db.rows(query, (since, most))]

    def mail(self, message: MessageId) -> DueMail | None:
        """A mail whose files are to be read; None where it has gone."""
        query = (
            "SELECT m.digest, s.size, m.envelope FROM message m JOIN state s ON s.id = m.id"
            " WHERE m.id = ?"
        )
        with self._db.reading() as connection:
            row = connection.execute(query, (message,)).fetchone()
            if row is None:
                return None
            files = tuple(Attachment(*a) for a in envelope_decoder.decode(row[2]).attachments)
            return DueMail(message, row[0], row[1], files)

    def store(self, read: Iterable[tuple[DueMail, Sequence[FileRecord]]]) -> int:
        """Stores what was read of the files of some mails, and that they are not due any more, in
        one transaction that does not wait for the disk: after a power cut they are read again. The
        number of mails that it was news of."""
        with self._db.write(Changes(), flushed=False) as connection:
            return sum(write_files(connection, mail.id, mail.digest, f) for mail, f in read)

    def not_due(self, messages: Iterable[MessageId]) -> None:
        """Takes the marks of mails that are not there."""
        with self._db.write(Changes(), flushed=False) as connection:
            connection.executemany(
                "DELETE FROM file_due WHERE message = ?1"
                " AND NOT EXISTS (SELECT 1 FROM message WHERE id = ?1)",
                [(id_,) for id_ in messages],
            )

    def told(self) -> None:
        """Announces what was stored."""
        self._db.announce(_FILES)

    def of_mail(self, message: MessageId) -> dict[str, FileState]:
        """What became of each file of a mail, by the number of its part."""
        rows = self._db.rows(f"SELECT part, state FROM file_text WHERE id {OF_MAIL}", (message,))
        return {part: FileState(state) for part, state in rows}

    def text(self, message: MessageId, part: str) -> str:
        """What was read of a file, by the number of its part; empty where it was not."""
        query = (
            "SELECT b.data FROM file_text t JOIN file_body b ON b.id = t.body"
            f" WHERE t.id {OF_MAIL} AND t.part = ?2"
        )
        with self._db.reading() as connection:
            row = connection.execute(query, (message, part)).fetchone()
            return decompressed(row[0]).decode() if row else ""

    def once_more(self) -> bool:
        """Marks a portion of the mails with a file in which no word was found as not read. Whether
        there is more."""
        query = "SELECT DISTINCT id / ? FROM file_text WHERE state = ? LIMIT ?"
        with self._db.write(_FILES) as connection:
            found = connection.execute(query, (FILES_OF_A_MAIL, FileState.NOTHING, _PORTION))
            mails = [message for (message,) in found]
            delete_files(connection, mails)
            mark_files_due(connection, mails)
        return bool(mails)

    def forget_some(self) -> bool:
        """Deletes a portion of what was read, and marks it as not read: the person has switched it
        off. Whether there is more."""
        with self._db.write(_FILES) as connection:
            connection.execute("INSERT INTO fts_file (fts_file) VALUES ('delete-all')")
            query = "SELECT DISTINCT id / ? FROM file_text LIMIT ?"
            found = connection.execute(query, (FILES_OF_A_MAIL, _PORTION))
            mails = [message for (message,) in found]
            delete_files(connection, mails)
            mark_files_due(connection, mails)
        return bool(mails)
