"""Mirror of the folders of an account's mail server; implements `FolderLedger`.

The mirror holds which copies each folder has, no mail. Copies are written as they are read.
`settle` then compares every touched message with what was told of it last, and numbers the
differences: a message that left one folder and came to another has changed its labels, and did not
go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.model.folder import (
    FolderCopy,
    FolderCursor,
    FoundCopy,
    Place,
    header_digest,
)
from desktop_app.model.remote import RemoteHistory, RemotePage, RemoteRef
from desktop_app.store.base.binding import texts
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.base.db import Database
from desktop_app.store.server.folder_changes import as_text, event, from_text
from desktop_app.store.server.folder_settling import KEPT, MARKED_TEXT, newest, settle_some
from desktop_app.store.server.in_sight import InSight

_NOTHING = Changes()


class FolderMirror:
    """Mirror of one account."""

    def __init__(self, db: Database, account_id: str, seen: InSight) -> None:
        self._db, self._account_id, self._seen = db, account_id, seen

    # What the folders have

    def folders(self) -> dict[str, FolderCursor]:
        rows = self._db.rows(
            "SELECT name, uidvalidity, uidnext, modseq, total FROM folder WHERE account_id = ?",
            (self._account_id,),
        )
        return {row[0]: FolderCursor(*row) for row in rows}

    def copies(self, folder: str) -> dict[int, FolderCopy]:
        """The copies of a folder by UID."""
        rows = self._db.rows(
            "SELECT uid, message_id, labels FROM folder_copy WHERE account_id = ? AND folder = ?",
            (self._account_id, folder),
        )
        return {uid: FolderCopy(uid, id_, from_text(labels)) for uid, id_, labels in rows}

    def keep(self, cursor: FolderCursor) -> None:
        """The folder was read to its end."""
        row = (cursor.name, cursor.uidvalidity, cursor.uidnext, cursor.modseq, cursor.total)
        with self._db.write(_NOTHING) as connection:
            connection.execute(
                "INSERT INTO folder (account_id, name, uidvalidity, uidnext, modseq, total)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, name) DO UPDATE SET"
                " (uidvalidity, uidnext, modseq, total) ="
                " (excluded.uidvalidity, excluded.uidnext, excluded.modseq, excluded.total)",
                (self._account_id, *row),
            )

    def flags_at(self, folder: str) -> float:
        """When the flags of all of a folder's mails were read, in seconds since the epoch; 0 where
        they are to be read."""
        rows = self._db.rows(
            "SELECT flags_at FROM folder WHERE account_id = ? AND name = ?",
            (self._account_id, folder),
        )
        return float(rows[0][0]) if rows else 0.0

    def note_flags(self, folder: str, at: float) -> None:
        """The flags of all of a folder's mails were read."""
        with self._db.write(_NOTHING) as connection:
            connection.execute(
                "UPDATE folder SET flags_at = ? WHERE account_id = ? AND name = ?",
                (at, self._account_id, folder),
            )

    def want_flags(self) -> None:
        """Makes the next pass read the flags of all mails where the server counts no changes."""
        with self._db.write(_NOTHING) as connection:
            connection.execute(
                "UPDATE folder SET flags_at = 0 WHERE account_id = ?", (self._account_id,)
            )

    def in_sight(self, folder: str) -> frozenset[int]:
        return self._seen.uids(self._account_id, folder)

    def add(self, folder: str, found: Sequence[FoundCopy]) -> None:
        """Adds copies, and the messages that were not known."""
        account = self._account_id
        with self._db.write(_NOTHING) as connection:
            connection.executemany(
                "INSERT INTO folder_message (account_id, message_id, thread_id, date, size, header)"
                " VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (account_id, message_id) DO UPDATE SET touched = 1,"
                "   header = iif(header = '', excluded.header, header)",
                [(account, c.message_id, c.thread_id, c.date, c.size, c.header) for c in found],
            )
            connection.executemany(
                "INSERT OR REPLACE INTO folder_copy (account_id, folder, uid, message_id, labels)"
                " VALUES (?, ?, ?, ?, ?)",
                [(account, folder, c.uid, c.message_id, as_text(c.labels)) for c in found],
            )

    def relabel(self, folder: str, labels: Mapping[int, frozenset[str]]) -> None:
        """Replaces the labels of copies, by UID; unknown ones are left out."""
        key = (self._account_id, folder)
        with self._db.write(_NOTHING) as connection:
            _touch(connection, *key, labels)
            connection.executemany(
                "UPDATE folder_copy SET labels = ? WHERE account_id = ? AND folder = ? AND uid = ?",
                [(as_text(new), *key, uid) for uid, new in labels.items()],
            )

    def drop(self, folder: str, uids: Iterable[int]) -> None:
        """Drops copies that the folder no longer has."""
        key, gone = (self._account_id, folder), list(uids)
        with self._db.write(_NOTHING) as connection:
            _touch(connection, *key, gone)
            connection.executemany(
                "DELETE FROM folder_copy WHERE account_id = ? AND folder = ? AND uid = ?",
                [(*key, uid) for uid in gone],
            )

    def drop_folder(self, folder: str) -> None:
        """Drops a folder that is gone, or whose UIDs are no longer valid."""
        self.drop(folder, self.copies(folder))
        with self._db.write(_NOTHING) as connection:
            connection.execute(
                "DELETE FROM folder WHERE account_id = ? AND name = ?", (self._account_id, folder)
            )

    # Whose copies they are

    def known(self, ids: Sequence[str]) -> frozenset[str]:
        """Those of the messages that the mirror has."""
        rows = self._db.rows(
            "SELECT message_id FROM folder_message"
            " WHERE account_id = ? AND message_id IN (SELECT value FROM carray(?))",
            (self._account_id, texts(ids)),
        )
        return frozenset(id_ for (id_,) in rows)

    def headers(self, ids: Sequence[str]) -> dict[str, str]:
        """The digests that are kept of messages."""
        rows = self._db.rows(
            "SELECT message_id, header FROM folder_message"
            " WHERE account_id = ? AND message_id IN (SELECT value FROM carray(?))"
            " AND header <> ''",
            (self._account_id, texts(ids)),
        )
        return dict(rows)

    def stored_headers(self, ids: Sequence[str]) -> dict[str, str]:
        """The digests of messages whose bytes are stored here."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT m.source_id, r.data FROM message m JOIN state s USING (id)"
                " JOIN raw r USING (id)"
                " WHERE s.account = (SELECT key FROM account WHERE id = ?)"
                " AND m.source_id IN (SELECT value FROM carray(?))",
                (self._account_id, texts(ids)),
            )
            return {id_: header_digest(decompressed(data)) for id_, data in rows}

    def leave_out(self, folders: Mapping[str, str]) -> None:
        """Replaces the folders that could not be read."""
        if self.left_out() == dict(folders):
            return
        with self._db.write(Changes(accounts=True)) as connection:
            connection.execute(
                "DELETE FROM folder_left_out WHERE account_id = ?", (self._account_id,)
            )
            connection.executemany(
                "INSERT INTO folder_left_out (account_id, title, reason) VALUES (?, ?, ?)",
                [(self._account_id, title, reason) for title, reason in folders.items()],
            )

    def left_out(self) -> dict[str, str]:
        """The folders that could not be read, by title, with the reason (a sentence)."""
        rows = self._db.rows(
            "SELECT title, reason FROM folder_left_out WHERE account_id = ? ORDER BY title",
            (self._account_id,),
        )
        return dict(rows)

    # What changed

    def not_taken(self, labels: Mapping[str, tuple[frozenset[str], frozenset[str]]]) -> None:
        if not labels:
            return
        with self._db.write(_NOTHING) as connection:
            rows = connection.execute(
                "SELECT message_id, told FROM folder_message WHERE account_id = ?"
                " AND message_id IN (SELECT value FROM carray(?)) AND told IS NOT NULL",
                (self._account_id, texts(labels)),
            ).fetchall()
            told = [
                (
                    as_text((from_text(str(had)) | labels[str(id_)][0]) - labels[str(id_)][1]),
                    str(id_),
                )
                for id_, had in rows
            ]
            connection.executemany(
                "UPDATE folder_message SET told = ?1, touched = 1"
                " WHERE account_id = ?3 AND message_id = ?2",
                [(had, id_, self._account_id) for had, id_ in told],
            )

    def still_there(self, ids: Sequence[str]) -> None:
        if ids:
            with self._db.write(_NOTHING) as connection:
                connection.execute(
                    "UPDATE folder_message SET told = NULL, touched = 1"
                    " WHERE account_id = ? AND message_id IN (SELECT value FROM carray(?))",
                    (self._account_id, texts(ids)),
                )

    def settle(self, *, gone: bool = True) -> None:
        """Numbers what changed in the messages that were touched. A pass ends with it. Without
        `gone` those that no folder has are left for later: one that was not read may have them."""
        left = True
        while left:
            with self._db.write(_NOTHING) as connection:
                left = settle_some(connection, self._account_id, gone=gone)

    def newest(self) -> str:
        """The number of the newest change, as a history id."""
        with self._db.reading() as connection:
            return str(newest(connection))

    def history(self, start: str) -> RemoteHistory:
        """The changes since `start`. Raises `NotFound` when that is too long ago."""
        last = self.newest()
        if not start.isdigit() or not int(last) - KEPT <= int(start) <= int(last):
            raise NotFound("What happened since then is no longer known.")
        rows = self._db.rows(
            "SELECT message_id, thread_id, kind, added, removed FROM folder_change"
            " WHERE account_id = ? AND number > ? AND number <= ? ORDER BY number",
            (self._account_id, int(start), int(last)),
        )
        return RemoteHistory(last, tuple(event(*row) for row in rows))

    # What messages there are

    def page(self, *, since: int, label: str, token: str, limit: int) -> RemotePage:
        """One page of messages, newest first, received since then, all of them or those with a
        label. `token` is where the page before it ended."""
        date, _, last = (token or f"{2**62}:").partition(":")
        rows = self._db.rows(
            "SELECT m.message_id, m.thread_id, m.date FROM folder_message m"
            " WHERE m.account_id = ? AND (m.date >= ? OR m.date = 0)"
            " AND (m.date, m.message_id) < (?, ?)"
            " AND (? = '' OR EXISTS (SELECT 1 FROM folder_copy c INDEXED BY folder_copy_by_message"
            "   WHERE c.account_id = m.account_id AND c.message_id = m.message_id"
            "   AND instr(char(10) || c.labels || char(10), char(10) || ? || char(10))))"
            " AND EXISTS (SELECT 1 FROM folder_copy c INDEXED BY folder_copy_by_message"
            "   WHERE c.account_id = m.account_id AND c.message_id = m.message_id"
            "   AND c.labels <> ?)"
            " ORDER BY m.date DESC, m.message_id DESC LIMIT ?",
            (self._account_id, since, int(date), last, label, label, MARKED_TEXT, limit),
        )
        refs = tuple(RemoteRef(id_, thread_id) for id_, thread_id, _ in rows)
        more = f"{rows[-1][2]}:{rows[-1][0]}" if len(rows) == limit else ""
        return RemotePage(refs, more, len(refs))

    def total(self) -> int:
        """How many messages the folders have."""
        query = (
            "SELECT COUNT(DISTINCT message_id) FROM folder_copy"
            " WHERE account_id = ? AND labels <> ?"
        )
        return int(self._db.rows(query, (self._account_id, MARKED_TEXT))[0][0])

    def places(self, ids: Sequence[str]) -> dict[str, tuple[Place, ...]]:
        """Where the copies of messages are; those without any are left out."""
        rows = self._db.rows(
            "SELECT c.message_id, c.folder, c.uid, m.size, c.labels"
            " FROM folder_copy c INDEXED BY folder_copy_by_message"
            " JOIN folder_message m USING (account_id, message_id)"
            " WHERE c.account_id = ? AND c.message_id IN (SELECT value FROM carray(?))"
            " AND c.labels <> ? ORDER BY c.message_id, c.folder, c.uid",
            (self._account_id, texts(ids), MARKED_TEXT),
        )
        found: dict[str, list[Place]] = {}
        for id_, folder, uid, size, labels in rows:
            found.setdefault(id_, []).append(Place(folder, uid, size, from_text(labels)))
        return {id_: tuple(places) for id_, places in found.items()}

    def refs(self, folder: str, uids: Sequence[int]) -> tuple[RemoteRef, ...]:
        """The messages of UIDs of a folder, in their order; unknown ones are left out."""
        known = self.copies(folder)
        ids = [known[uid].message_id for uid in uids if uid in known]
        rows = self._db.rows(
            "SELECT message_id, thread_id FROM folder_message"
            " WHERE account_id = ? AND message_id IN (SELECT value FROM carray(?))",
            (self._account_id, texts(ids)),
        )
        threads = dict(rows)
        return tuple(RemoteRef(id_, threads[id_]) for id_ in ids if id_ in threads)

    def dates(self, ids: Sequence[str]) -> dict[str, tuple[int, str]]:
        """When the server received messages, in seconds since the epoch, and their threads."""
        rows = self._db.rows(
            "SELECT message_id, date, thread_id FROM folder_message"
            " WHERE account_id = ? AND message_id IN (SELECT value FROM carray(?))",
            (self._account_id, texts(ids)),
        )
        return {id_: (date, thread_id) for id_, date, thread_id in rows}


def _touch(connection: apsw.Connection, account_id: str, folder: str, uids: Iterable[int]) -> None:
    connection.executemany(
        "UPDATE folder_message SET touched = 1 WHERE account_id = ?1 AND message_id ="
        " (SELECT message_id FROM folder_copy"
        "   WHERE account_id = ?1 AND folder = ?2 AND uid = ?3)",
        [(account_id, folder, uid) for uid in uids],
    )
