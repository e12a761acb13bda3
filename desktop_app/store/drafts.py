"""Drafts, their versions and their files. An approved or sent draft never changes here.

Contents are stored as JSON of the model's values. Nothing here composes or sends mail.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import apsw
import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.draft import (
    Author,
    Draft,
    DraftAttachment,
    DraftContent,
    DraftState,
    DraftVersion,
    NewFile,
    Source,
)
from desktop_app.model.errors import Conflict, NotFound, Refused
from desktop_app.store.days import outlived
from desktop_app.store.db import Database
from desktop_app.store.draft_versions import author_json, keep_version
from desktop_app.store.sqlite_errors import decoded

IGNORED_DAYS = 30
"""How long an ignored draft can be restored: days of use, see store/days.py."""

OPEN_STATES = (DraftState.PROPOSED, DraftState.EDITED)
_DRAFTS = Changes(drafts=True)
# Decoders are made once, at import: msgspec 0.22 resolves a type when it is first
# decoded, and crashes when two threads do so at once.
_AUTHOR = msgspec.json.Decoder(Author)
_CONTENT = msgspec.json.Decoder(DraftContent)
_SOURCES = msgspec.json.Decoder(tuple[Source, ...])
_TEXTS = msgspec.json.Decoder(tuple[str, ...])
_COLUMNS = """
    d.id, d.account_id, d.author, d.state, d.revision, d.content, d.created, d.updated,
    coalesce(m.thread, 0), d.reply_to_id, d.asks_to_send, d.reply_all, d.sources,
    d.taken_out
"""
_FROM = f"SELECT {_COLUMNS} FROM draft AS d LEFT JOIN state AS m ON m.id = d.reply_to_id"


class Drafts:
    def __init__(self, db: Database) -> None:
        self._db = db

    def create(
        self,
        account_id: str,
        author: Author,
        content: DraftContent,
        *,
        state: DraftState,
        now: float,
        reply_to_id: int = 0,
        reply_all: bool = False,
        sources: Sequence[Source] = (),
        taken_out: Sequence[str] = (),
        files: Sequence[NewFile] = (),
        request_key: str = "",
        request_digest: str = "",
    ) -> Draft:
        """Stores a new draft at revision 1, with `files` attached. A `request_key` used before
        returns that draft, as it is now. Raises `Conflict` where it had another digest then."""
        draft_id = uuid.uuid4().hex
        with self._db.write(_DRAFTS) as connection:
            known = self._by_request_key(connection, request_key)
            if known is not None:
                _refuse_other(connection, known, request_digest)
                return known
            content = _with_files(content, parts := [_part(file) for file in files])
            connection.execute(
                "INSERT INTO draft (id, account_id, author, state, revision, content, created,"
                " updated, reply_to_id, reply_all, sources, taken_out, request_key, request_digest)"
                " VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    draft_id,
                    account_id,
                    author_json(author),
                    state,
                    _json(content),
                    int(now),
                    int(now),
                    reply_to_id,
                    reply_all,
                    _json(tuple(sources)),
                    _json(tuple(taken_out)),
                    request_key or None,
                    request_digest,
                ),
            )
            _store_files(connection, draft_id, parts, files)
            keep_version(connection, draft_id, 1, author, content, now)
        return self.get(draft_id)

    def get(self, draft_id: str) -> Draft:
        """The draft. Raises `NotFound`."""
        with self._db.reading() as connection:
            return stored_draft(connection, draft_id)

    def save(
        self,
        draft_id: str,
        base_revision: int,
        content: DraftContent,
        author: Author,
        *,
        now: float,
        reply_all: bool | None = None,
        sources: Sequence[Source] = (),
        taken_out: Sequence[str] = (),
        files: Sequence[NewFile] = (),
    ) -> Draft:
        """Stores a changed content, with `files` attached, as the next revision; the same content
        changes nothing.

        Raises `Conflict` when `base_revision` is not the newest, `Refused` when the draft has been
        approved, sent or ignored, `NotFound`.
        """
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            refuse_closed(draft)
            refuse_stale(draft, base_revision)
            content = _with_files(content, parts := [_part(file) for file in files])
            if content == draft.content and reply_all in {None, draft.reply_all} and not sources:
                return draft
            _store_files(connection, draft_id, parts, files)
            state = DraftState.PROPOSED if author == draft.author else DraftState.EDITED
            merged = (*draft.sources, *(s for s in sources if s not in draft.sources))
            connection.execute(
                "UPDATE draft SET content = ?, revision = revision + 1, updated = ?, state = ?,"
                " reply_all = ?, sources = ?, taken_out = ?, asks_to_send = 0 WHERE id = ?",
                (
                    _json(content),
                    int(now),
                    state if draft.proposed else DraftState.EDITED,
                    draft.reply_all if reply_all is None else reply_all,
                    _json(merged),
                    _json(tuple(dict.fromkeys((*draft.taken_out, *taken_out)))),
                    draft_id,
                ),
            )
            keep_version(connection, draft_id, draft.revision + 1, author, content, now)
            return stored_draft(connection, draft_id)

    def ask_to_send(self, draft_id: str, revision: int) -> Draft:
        """Marks the draft as asking to be sent. Raises like `save`."""
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            refuse_closed(draft)
            refuse_stale(draft, revision)
            connection.execute("UPDATE draft SET asks_to_send = 1 WHERE id = ?", (draft_id,))
            return stored_draft(connection, draft_id)

    def ignore(self, draft_id: str, *, now: float) -> Draft:
        """Moves an open draft to Ignored; `restore` moves it back."""
        return self._move(draft_id, OPEN_STATES, DraftState.IGNORED, now)

    def restore(self, draft_id: str, *, now: float) -> Draft:
        """Moves an ignored draft back to its former state; an unedited proposal is a proposal
        again."""
        draft = self.get(draft_id)
        as_proposed = draft.proposed and self.versions(draft_id)[-1].author == draft.author
        after = DraftState.PROPOSED if as_proposed else DraftState.EDITED
        return self._move(draft_id, (DraftState.IGNORED,), after, now)

    def forget_ignored(self) -> None:
        """Deletes drafts that have been ignored for longer than `IGNORED_DAYS`."""
        with self._db.write(_DRAFTS) as connection:
            connection.execute(
                "DELETE FROM draft WHERE state = 'ignored' AND updated < ?",
                (outlived(connection, IGNORED_DAYS),),
            )

    def delete(self, draft_id: str) -> None:
        """Deletes a draft that is not being sent. Raises `Refused`, `NotFound`."""
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            if draft.state is DraftState.APPROVED:
                raise Refused("This draft is on its way.", next_step="Undo the send first.")
            connection.execute("DELETE FROM draft WHERE id = ?", (draft_id,))

    def in_state(
        self, states: Iterable[DraftState], *, account_id: str = "", limit: int = 1000
    ) -> list[Draft]:
        """Drafts in any of `states`, newest change first."""
        wanted = [str(s) for s in states]
        marks = ",".join("?" * len(wanted))
        return self._db.values(
            _draft,
            f"{_FROM} WHERE d.state IN ({marks}) AND (? = '' OR d.account_id = ?)"
            " ORDER BY d.updated DESC, d.rowid DESC LIMIT ?",
            (*wanted, account_id, account_id, limit),
        )

    def asking(self) -> list[Draft]:
        """Open proposals that ask to be sent, newest change first."""
        return self._db.values(
            _draft,
            f"{_FROM} WHERE d.asks_to_send = 1 AND d.state IN ('proposed', 'edited')"
            " ORDER BY d.updated DESC, d.rowid DESC",
        )

    def in_thread(self, thread_id: int) -> list[Draft]:
        """Open drafts that answer a message of the thread, oldest first."""
        return self._db.values(
            _draft,
            f"{_FROM} WHERE m.thread = ? AND d.state IN ('proposed', 'edited') ORDER BY d.created",
            (thread_id,),
        )

    def count(self, *, proposed: bool) -> int:
        """The number of open drafts: those to review, or the person's own."""
        rows = self._db.rows(
            "SELECT count(*) FROM draft WHERE state IN ('proposed', 'edited')"
            " AND (author ->> 'origin' <> 'user') = ?",
            (proposed,),
        )
        return int(rows[0][0])

    def versions(self, draft_id: str) -> list[DraftVersion]:
        """Stored versions, oldest first."""
        return self._db.values(
            _version,
            "SELECT draft_id, revision, author, content, saved FROM draft_version"
            " WHERE draft_id = ? ORDER BY revision",
            (draft_id,),
        )

    def add_file(
        self, draft_id: str, filename: str, content_type: str, data: bytes
    ) -> DraftAttachment:
        """Stores the bytes of an attachment; the draft's content refers to it afterwards."""
        file = NewFile(filename, content_type, data)
        part = _part(file)
        with self._db.write(Changes()) as connection:
            _store_files(connection, draft_id, [part], [file])
        return part

    def read_whole(self, part: DraftAttachment) -> bytes:
        """The bytes of an attachment that are to be sent. Raises `NotFound`, `Refused` when they
        are not those that were attached."""
        data = self.read_file(part.id)
        if hashlib.sha256(data).hexdigest() != part.digest:
            raise Refused(
                f"The attached file {part.filename} has changed on the disk, so nothing was sent.",
                next_step="Remove it from the draft and attach it again.",
            )
        return data

    def read_file(self, file_id: str) -> bytes:
        """The bytes of an attachment of a draft. Raises `NotFound`."""
        query = "SELECT data FROM draft_file WHERE id = ?"
        found = self._db.values(lambda row: stored_bytes(row[0]), query, (file_id,))
        if not found:
            raise NotFound("An attached file is missing from the draft.")
        return found[0]

    def _move(
        self, draft_id: str, before: Iterable[DraftState], after: DraftState, now: float
    ) -> Draft:
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            if draft.state not in tuple(before):
                raise Refused(f"A draft that is {draft.state} can't become {after}.")
            connection.execute(
                "UPDATE draft SET state = ?, updated = ?, asks_to_send = 0 WHERE id = ?",
                (after, int(now), draft_id),
            )
            return stored_draft(connection, draft_id)

    @staticmethod
    def _by_request_key(connection: apsw.Connection, key: str) -> Draft | None:
        row = connection.execute(f"{_FROM} WHERE d.request_key = ?", (key,)).get if key else None
        return None if row is None else _draft(row)


def _refuse_other(connection: apsw.Connection, draft: Draft, digest: str) -> None:
    """Raises `Conflict` where the request that made the draft was another one."""
    stood_for = "SELECT request_digest FROM draft WHERE id = ?"
    before = connection.execute(stood_for, (draft.id,)).get
    if before and before != digest:
        raise Conflict(
            "This request_key was used before, with other words.",
            next_step=f"Give another one, or change draft {draft.id} with update_draft.",
        )


def stored_bytes(value: object) -> bytes:
    """The bytes of a column. Raises TypeError for any other value."""
    if not isinstance(value, bytes):
        raise TypeError("bytes were stored")
    return value


def refuse_stale(draft: Draft, base_revision: int) -> None:
    """Raises `Conflict` when that is not the newest revision."""
    if draft.revision != base_revision:
        raise Conflict(
            "The draft has changed in the meantime.",
            next_step=f"Read it again: it is at revision {draft.revision}.",
        )


def refuse_closed(draft: Draft) -> None:
    """Raises `Refused` for a draft that can't be changed any more."""
    if draft.state not in OPEN_STATES:
        raise Refused(
            f"This draft is {draft.state} and can't be changed.",
            next_step="Undo the send first." if draft.state is DraftState.APPROVED else "",
        )


def stored_draft(connection: apsw.Connection, draft_id: str) -> Draft:
    """The draft as it is stored. Raises `NotFound`."""
    row = connection.execute(f"{_FROM} WHERE d.id = ?", (draft_id,)).get
    if row is None:
        raise NotFound("There is no such draft.", next_step="list_drafts shows those there are.")
    return decoded(_draft, row)


def _version(row: Any) -> DraftVersion:
    draft, revision, author, content, saved = row
    return DraftVersion(draft, revision, _AUTHOR.decode(author), _CONTENT.decode(content), saved)


def _draft(row: Any) -> Draft:
    (
        id_,
        account,
        author,
        state,
        revision,
        content,
        created,
        updated,
        thread,
        reply_to,
        asks,
        reply_all,
        sources,
        taken_out,
    ) = row
    return Draft(
        id=id_,
        account_id=account,
        author=_AUTHOR.decode(author),
        state=DraftState(state),
        revision=revision,
        content=_CONTENT.decode(content),
        created=created,
        updated=updated,
        thread_id=thread,
        reply_to_id=reply_to,
        asks_to_send=bool(asks),
        reply_all=bool(reply_all),
        sources=_SOURCES.decode(sources),
        taken_out=_TEXTS.decode(taken_out),
    )


def _part(file: NewFile) -> DraftAttachment:
    digest = hashlib.sha256(file.data).hexdigest()
    return DraftAttachment(
        uuid.uuid4().hex, file.filename, file.content_type, len(file.data), digest
    )


def _with_files(content: DraftContent, parts: Sequence[DraftAttachment]) -> DraftContent:
    return replace(content, attachments=(*content.attachments, *parts))


def _store_files(
    connection: apsw.Connection,
    draft_id: str,
    parts: Sequence[DraftAttachment],
    files: Sequence[NewFile],
) -> None:
    connection.executemany(
        "INSERT INTO draft_file (id, draft_id, data) VALUES (?, ?, ?)",
        [(part.id, draft_id, file.data) for part, file in zip(parts, files, strict=True)],
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
