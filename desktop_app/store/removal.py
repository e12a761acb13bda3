"""Deletion for good: one message's rows, or an account down to the last byte.

Deleted rows remain in free pages, in the index's segments and in the write-ahead log, so the
removal of an account ends with rewriting all three. It is noted before anything is deleted, and
every step can be repeated: whoever finds the note goes on, until nothing is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw
import msgspec

from desktop_app.model.account import Removal
from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftContent, Source, SourceKind
from desktop_app.model.errors import NotFound, Refused
from desktop_app.store.base.db import Database
from desktop_app.store.programs.conversations import delete_of_account
from desktop_app.store.rows.bulk import merge_index
from desktop_app.store.rows.deletion import delete_rows
from desktop_app.store.rows.terms import PIECES, recount

_MAIL = Changes(
    messages=True, labels=True, accounts=True, drafts=True, outbox=True, conversations=True
) | Changes(searches=True)
_SELECT = "SELECT id, kind, name, secrets, sample, set_aside, files, searches FROM removal"
_INDEXES = ("fts", "fts_file")
_PORTION = 500
"""Messages deleted in one transaction, so that a draft being typed is saved in time."""

_OF_MESSAGES = frozenset({SourceKind.MESSAGE, SourceKind.ATTACHMENT})
# Decoders are made once, at import: see store/drafts/drafts.py.
_SOURCES = msgspec.json.Decoder(tuple[Source, ...])
_UNDO = msgspec.json.Decoder(dict[str, msgspec.Raw])
_TEXTS = msgspec.json.Decoder(tuple[str, ...])
_CONTENT = msgspec.json.Decoder(DraftContent)


class Removals:
    """Accounts that are being removed. The steps in their order: `begin`, `delete_some` until
    nothing is left, `rewrite`, `sweep` until it has succeeded, `end`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def under_way(self) -> tuple[Removal, ...]:
        return tuple(_removal(*row) for row in self._db.rows(f"{_SELECT} ORDER BY rowid"))

    def begin(
        self, account_id: str, *, searches: Sequence[str] = (), set_aside: bool = False
    ) -> Removal:
        """Notes the removal, and deletes what is written about the account's mail. From then on
        the account is not there for anyone else; one whose removal has begun goes on. The others
        as in `Removal`.

        Raises `NotFound`; `Refused` while one of its mails is on its way.
        """
        with self._db.write(_MAIL) as connection:
            known = connection.execute(f"{_SELECT} WHERE id = ?", (account_id,)).fetchone()
            if known is None:
                self._note(connection, account_id, searches)
            if set_aside:
                connection.execute("UPDATE removal SET set_aside = 1 WHERE id = ?", (account_id,))
            return _removal(*connection.execute(f"{_SELECT} WHERE id = ?", (account_id,)).get)

    @staticmethod
    def _note(connection: apsw.Connection, account_id: str, searches: Sequence[str]) -> None:
        row = connection.execute(
            "SELECT key, kind, name, sample FROM account WHERE id = ?", (account_id,)
        ).fetchone()
        if row is None:
            raise NotFound("There is no such account any more.", details={"id": account_id})
        key, kind, name, sample = row
        _refuse_sending(connection, account_id)
        files = msgspec.json.encode(sorted(_attached(connection, account_id))).decode()
        names = msgspec.json.encode(searches).decode()
        connection.execute(
            "INSERT INTO removal (id, kind, name, sample, files, searches, secrets)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, EXISTS"
            " (SELECT 1 FROM sign_in WHERE account_id = ?1 AND session_only = 0))",
            (account_id, kind, name, sample, files, names),
        )
        _delete_words(connection, account_id, int(key), searches)

    def secrets_gone(self, account_id: str) -> None:
        """Notes that the keyring has no secret of the account any more."""
        with self._db.write(Changes()) as connection:
            connection.execute("UPDATE removal SET secrets = 0 WHERE id = ?", (account_id,))

    def delete_some(self, account_id: str) -> bool:
        """Deletes a portion of the account's rows; returns whether there may be more."""
        with self._db.write(_MAIL) as connection:
            account = connection.execute("SELECT key FROM account WHERE id = ?", (account_id,)).get
            if account is not None and _delete_portion(connection, int(account)):
                return True
            if account is not None:
                _delete_rest(connection, int(account))
            for table in _account_tables(connection):
                connection.execute(f"DELETE FROM {table} WHERE account_id = ?", (account_id,))
            _forget_undos(connection, "NOT EXISTS (SELECT 1 FROM state WHERE id = value)")
            connection.execute("DELETE FROM account WHERE id = ?", (account_id,))
        return False

    def copies_gone(self, account_id: str) -> None:
        """Notes that only traces of the account are left: the note itself has no word of it."""
        with self._db.write(Changes()) as connection:
            connection.execute(
                "UPDATE removal SET name = '', files = '[]', searches = '[]' WHERE id = ?",
                (account_id,),
            )

    def rewrite(self) -> None:
        """Rewrites index and database, so that nothing deleted is left in them."""
        with self._db.write(Changes()) as connection:
            empty = connection.execute("SELECT 1 FROM state LIMIT 1").get is None
            if empty:
                for index in _INDEXES:
                    connection.execute(f"INSERT INTO {index} ({index}) VALUES ('delete-all')")
        if not empty:
            for index in _INDEXES:
                merge_index(self._db, flushed=True, index=index)
        for low, high in PIECES:
            with self._db.write(Changes()) as connection:
                recount(connection, low, high)
        with self._db.alone() as connection:
            connection.execute("VACUUM")

    def sweep(self) -> bool:
        """Empties the write-ahead log; False while somebody reads an older state of it."""
        return self._db.checkpoint()

    def end(self, account_id: str) -> None:
        """Deletes the note: nothing of the account is left."""
        with self._db.write(Changes(accounts=True)) as connection:
            connection.execute("DELETE FROM removal WHERE id = ?", (account_id,))


def names_account(db: Database, account_id: str) -> bool:
    """Whether any row says that it is of the account."""
    with db.reading() as connection:
        named = [("account", "id"), *((t, "account_id") for t in _account_tables(connection))]
        return any(
            connection.execute(f"SELECT 1 FROM {t} WHERE {c} = ? LIMIT 1", (account_id,)).get
            for t, c in named
        )


def take_out(db: Database, removal: Removal) -> None:
    """Deletes an account from a copy of the database, down to the last byte. Nothing leaves from a
    copy, so that a mail which is on its way is no reason to wait."""
    removals, account_id = Removals(db), removal.account_id
    with db.write(_MAIL) as connection:
        key = connection.execute("SELECT key FROM account WHERE id = ?", (account_id,)).get
        if key is not None:
            _delete_words(connection, account_id, int(key), removal.searches)
    while removals.delete_some(account_id):
        pass
    removals.end(account_id)
    removals.rewrite()


def _removal(
    account_id: str,
    kind: str,
    name: str,
    secrets: int,
    sample: int,
    set_aside: int,
    files: str,
    searches: str,
) -> Removal:
    flags = (bool(secrets), bool(sample), bool(set_aside))
    return Removal(account_id, kind, name, *flags, _TEXTS.decode(files), _TEXTS.decode(searches))


def _attached(connection: apsw.Connection, account_id: str) -> set[str]:
    """SHA-256 of every file that drafts of the account have or had."""
    contents = connection.execute(
        "SELECT content FROM draft WHERE account_id = ?1 UNION ALL"
        " SELECT v.content FROM draft_version v JOIN draft d ON d.id = v.draft_id"
        " WHERE d.account_id = ?1",
        (account_id,),
    )
    return {
        part.digest
        for (content,) in contents
        for part in _CONTENT.decode(content).attachments
        if part.digest
    }


def _refuse_sending(connection: apsw.Connection, account_id: str) -> None:
    under_way = connection.execute(
        "SELECT 1 FROM outbox WHERE account_id = ? AND state IN ('queued', 'sending')",
        (account_id,),
    ).get
    if under_way is not None:
        raise Refused("A mail of this account is on its way.", next_step="Wait, or undo the send.")
    later = connection.execute(
        "SELECT 1 FROM outbox WHERE account_id = ? AND state = 'scheduled'", (account_id,)
    ).get
    if later is not None:
        raise Refused(
            "A mail of this account is to be sent later.",
            next_step="Send it now, or edit it, in the Outbox.",
        )


def _delete_words(
    connection: apsw.Connection, account_id: str, account: int, searches: Sequence[str]
) -> None:
    """Deletes what was written about the account's mail: drafts, requests, conversations, the saved
    searches of these names, the labels its messages had, and what others' drafts quote of it."""
    from desktop_app.store.programs.bridge_clients import forget_granted

    connection.execute("DELETE FROM draft WHERE account_id = ?", (account_id,))
    connection.execute(
        "DELETE FROM request WHERE EXISTS"
        " (SELECT 1 FROM json_each(request.accounts) WHERE value = ?)",
        (account_id,),
    )
    delete_of_account(connection, account_id)
    connection.executemany("DELETE FROM saved_search WHERE name = ?", [(n,) for n in searches])
    connection.execute("DELETE FROM audit_before")
    forget_granted(connection, account, searches)
    of_it = "EXISTS (SELECT 1 FROM state WHERE id = value AND account = ?)"
    _forget_undos(connection, of_it, account)
    _forget_sources(connection, account_id, account)


def _forget_undos(connection: apsw.Connection, gone: str, *values: int) -> None:
    """Drops messages from what can be undone: their labels are words, and another message may
    be given the same id. `gone` is a condition on `value`, a message's id."""
    for id_, stored in _texts(connection, "SELECT id, data FROM undo"):
        labels = _UNDO.decode(stored)
        ids = msgspec.json.encode([int(key) for key in labels]).decode()
        found = connection.execute(f"SELECT value FROM json_each(?) WHERE {gone}", (ids, *values))
        dropped = {str(message) for (message,) in found}
        if dropped:
            kept = {key: value for key, value in labels.items() if key not in dropped}
            text = msgspec.json.encode(kept).decode()
            connection.execute("UPDATE undo SET data = ? WHERE id = ?", (text, id_))


def _forget_sources(connection: apsw.Connection, account_id: str, account: int) -> None:
    """Drops quotes of the account's mail, and looks into its calendar, from drafts of other
    accounts; a request that rests on one goes."""

    def of_the_account(source: Source) -> bool:
        if source.kind is SourceKind.CALENDAR:
            return source.ref == account_id
        id_ = source.ref.partition("/")[0]
        if source.kind not in _OF_MESSAGES or not id_.isdecimal():
            return False
        query = (
            "SELECT 1 FROM state WHERE id = ?1 AND account = ?2 UNION ALL"
            " SELECT 1 FROM expected_message WHERE id = ?1 AND account_id = ?3"
        )
        return connection.execute(query, (int(id_), account, account_id)).get is not None

    rows = _texts(connection, "SELECT id, sources FROM draft WHERE sources <> '[]'")
    for draft, stored in rows:
        sources = _SOURCES.decode(stored)
        kept = tuple(s for s in sources if not of_the_account(s))
        if kept != sources:
            text = msgspec.json.encode(kept).decode()
            connection.execute("UPDATE draft SET sources = ? WHERE id = ?", (text, draft))
    rows = _texts(connection, "SELECT id, sources FROM request WHERE sources <> '[]'")
    gone = [(id_,) for id_, stored in rows if any(map(of_the_account, _SOURCES.decode(stored)))]
    connection.executemany("DELETE FROM request WHERE id = ?", gone)


def _texts(connection: apsw.Connection, query: str) -> list[tuple[int | str, str]]:
    """Rows of an id and a text, all read before anything is written."""
    rows: list[Any] = connection.execute(query).fetchall()
    return rows


def _delete_portion(connection: apsw.Connection, account: int) -> bool:
    query = "SELECT id FROM state WHERE account = ? LIMIT ?"
    ids = [id_ for (id_,) in connection.execute(query, (account, _PORTION))]
    delete_rows(connection, ids)
    return bool(ids)


def _delete_rest(connection: apsw.Connection, account: int) -> None:
    one = (account,)
    run = connection.execute
    run("DELETE FROM message_label WHERE label IN (SELECT key FROM label WHERE account = ?)", one)
    run("DELETE FROM threading WHERE thread IN (SELECT id FROM thread WHERE account = ?)", one)
    run("DELETE FROM later_news WHERE message NOT IN (SELECT id FROM state)")
    for table in ("triage", "triage_due", "came_back"):
        run(f"DELETE FROM {table} WHERE thread IN (SELECT id FROM thread WHERE account = ?)", one)
    run("DELETE FROM person_word WHERE person IN (SELECT id FROM person WHERE account = ?)", one)
    for table in ("thread", "label", "person", "import_progress"):
        run(f"DELETE FROM {table} WHERE account = ?", one)


def _account_tables(connection: apsw.Connection) -> list[str]:
    """Other tables whose rows name an account, as `account_id`: drafts, the outbox …"""
    rows = connection.execute(
        "SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c"
        " WHERE t.type = 'table' AND c.name = 'account_id'"
    )
    return [name for (name,) in rows]
