"""Drafts, their versions and their files. An approved or sent draft never changes here.

Nothing here composes or sends mail.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence

import apsw

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
from desktop_app.model.hands import first_hands, may_change
from desktop_app.store.base.binding import texts
from desktop_app.store.base.days import outlived
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.draft_changes import DraftChanges
from desktop_app.store.drafts.draft_records import (
    DRAFT,
    OPEN_STATES,
    VERSION,
    as_json,
    author_of,
    draft_of,
    refuse_closed,
    refuse_stale,
    stored_draft,
    version_of,
)
from desktop_app.store.drafts.draft_versions import author_json, keep_version
from desktop_app.store.drafts.draft_writing import (
    keep_next,
    new_parts,
    store_files,
    versions_of,
    with_parts,
)

IGNORED_DAYS = 30
"""How long an ignored draft can be restored: days of use, see store/base/days.py."""

_DRAFTS = Changes(drafts=True)


class Drafts:
    def __init__(self, db: Database) -> None:
        self._db = db
        self.changes = DraftChanges(db)

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
        former_key: str = "",
        request_digest: str = "",
        former_digest: str = "",
    ) -> Draft:
        """Stores a new draft at revision 1, with `files` attached. A `request_key` used before
        returns that draft, as it is now, as does the `former_key` that versions without a digest
        stored. Raises `Conflict` where it had another digest then, and not the `former_digest`
        that versions before stored."""
        draft_id = uuid.uuid4().hex
        with self._db.write(_DRAFTS) as connection:
            known = _by_request_key(connection, request_key)
            if known is None:
                known = _by_former_key(connection, former_key, author)
            if known is not None:
                _refuse_other(connection, known, {request_digest, former_digest})
                return known
            content = with_parts(content, parts := new_parts(files))
            connection.execute(
                "INSERT INTO draft (id, account_id, author, state, revision, content, created,"
                " updated, reply_to_id, reply_all, sources, taken_out, hands, request_key,"
                " request_digest) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    draft_id,
                    account_id,
                    author_json(author),
                    state,
                    as_json(content),
                    int(now),
                    int(now),
                    reply_to_id,
                    reply_all,
                    as_json(tuple(sources)),
                    as_json(tuple(taken_out)),
                    as_json(first_hands(author)),
                    request_key or None,
                    request_digest,
                ),
            )
            store_files(connection, draft_id, parts, files)
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
        by: Author | None = None,
    ) -> Draft:
        """Stores a changed content, with `files` attached, as the next revision; the same content
        changes nothing. `by` saves it where that is not its author: the person, who takes words of
        an assistant.

        Raises `Conflict` when `base_revision` is not the newest, `Refused` when the draft has been
        approved, sent or ignored, or when somebody else wrote in it than who saves it and that is
        not the person (see store/drafts/draft_changes.py), `NotFound`.
        """
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            refuse_closed(draft)
            refuse_stale(draft, base_revision)
            _refuse_others(connection, draft, by or author)
            content = with_parts(content, parts := new_parts(files))
            if content == draft.content and reply_all in {None, draft.reply_all} and not sources:
                return draft
            store_files(connection, draft_id, parts, files)
            return keep_next(
                connection,
                draft,
                content,
                author,
                now=now,
                reply_all=reply_all,
                sources=sources,
                taken_out=taken_out,
            )

    def ask_to_send(
        self, draft_id: str, revision: int, author: Author, *, at: float = 0.0
    ) -> Draft:
        """Marks the draft as asking to be sent, at that moment where one is given; `author` asks.
        Raises like `save`."""
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            refuse_closed(draft)
            refuse_stale(draft, revision)
            connection.execute(
                "UPDATE draft SET asks_to_send = 1, asked_by = ?, proposed_time = ? WHERE id = ?",
                (author_json(author), at, draft_id),
            )
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
            draft_of,
            f"{DRAFT} WHERE d.state IN ({marks}) AND (? = '' OR d.account_id = ?)"
            " ORDER BY d.updated DESC, d.rowid DESC LIMIT ?",
            (*wanted, account_id, account_id, limit),
        )

    def asking(self) -> list[Draft]:
        """Open proposals that ask to be sent, newest change first."""
        return self._db.values(
            draft_of,
            f"{DRAFT} WHERE d.asks_to_send = 1 AND d.state IN ('proposed', 'edited')"
            " ORDER BY d.updated DESC, d.rowid DESC",
        )

    def in_thread(self, thread_id: int) -> list[Draft]:
        """Open drafts that answer a message of the thread, oldest first."""
        return self._db.values(
            draft_of,
            f"{DRAFT} WHERE m.thread = ? AND d.state IN ('proposed', 'edited') ORDER BY d.created",
            (thread_id,),
        )

    def count(self, *, proposed: bool) -> int:
        """The number of open drafts: those to review, or the person's own. An own draft beside
        which a change waits is both."""
        rows = self._db.rows(
            "SELECT count(*) FROM draft AS d WHERE d.state IN ('proposed', 'edited')"
            " AND (((d.author ->> 'origin' <> 'user') = ?1) OR (?1 AND EXISTS ("
            " SELECT 1 FROM draft_change AS c WHERE c.draft_id = d.id AND c.state = 'open')))",
            (proposed,),
        )
        return int(rows[0][0])

    def versions(self, draft_id: str) -> list[DraftVersion]:
        """Stored versions, oldest first."""
        return self._db.values(
            version_of,
            f"{VERSION} WHERE draft_id = ? ORDER BY revision",
            (draft_id,),
        )

    def writers(self, draft_ids: Iterable[str]) -> dict[str, tuple[Author, ...]]:
        """The authors of each draft's versions, in the order of their first one."""
        rows: list[tuple[str, str]] = self._db.rows(
            "SELECT draft_id, author FROM draft_version"
            " WHERE draft_id IN (SELECT value FROM carray(?))"
            " GROUP BY draft_id, author ORDER BY min(revision)",
            (texts(set(draft_ids)),),
        )
        found: dict[str, tuple[Author, ...]] = {}
        for draft_id, author in rows:
            found[draft_id] = (*found.get(draft_id, ()), author_of(author))
        return found

    def add_file(
        self, draft_id: str, filename: str, content_type: str, data: bytes, cid: str = ""
    ) -> DraftAttachment:
        """Stores the bytes of an attachment; the draft's content refers to it afterwards."""
        file = NewFile(filename, content_type, data, cid)
        (part,) = new_parts([file])
        with self._db.write(Changes()) as connection:
            store_files(connection, draft_id, [part], [file])
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

    def file_of(self, draft_id: str, file_id: str) -> bytes:
        """The bytes of a file that this very draft has. Raises `NotFound`."""
        files = self.get(draft_id).content.attachments
        if all(file.id != file_id for file in files):
            raise NotFound("The draft has no such file.")
        return self.read_file(file_id)

    def _move(
        self, draft_id: str, before: Iterable[DraftState], after: DraftState, now: float
    ) -> Draft:
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            if draft.state not in tuple(before):
                raise Refused(f"A draft that is {draft.state} can't become {after}.")
            connection.execute(
                "UPDATE draft SET state = ?, updated = ?, asks_to_send = 0, asked_by = ''"
                " WHERE id = ?",
                (after, int(now), draft_id),
            )
            return stored_draft(connection, draft_id)


def _by_request_key(connection: apsw.Connection, key: str) -> Draft | None:
    row = connection.execute(f"{DRAFT} WHERE d.request_key = ?", (key,)).get if key else None
    return None if row is None else draft_of(row)


def _by_former_key(connection: apsw.Connection, key: str, author: Author) -> Draft | None:
    """A draft of a version whose keys did not say which program it was: of none that is known to be
    another one."""
    row = (
        connection.execute(f"{DRAFT} WHERE d.request_key = ? AND d.request_digest = ''", (key,)).get
        if key
        else None
    )
    found = None if row is None else draft_of(row)
    return found if found and found.author.program in {"", author.program} else None


def _refuse_other(connection: apsw.Connection, draft: Draft, digests: set[str]) -> None:
    """Raises `Conflict` where the request that made the draft was another one."""
    stood_for = "SELECT request_digest FROM draft WHERE id = ?"
    before = connection.execute(stood_for, (draft.id,)).get
    if before and before not in digests:
        raise Conflict(
            "This request_key was used before, for something else.",
            next_step=f"Give another one, or change draft {draft.id} with update_draft.",
        )


def _refuse_others(connection: apsw.Connection, draft: Draft, author: Author) -> None:
    """Raises `Refused` where somebody wrote in the draft whose words `author` may not change."""
    authors = (draft.author, *(v.author for v in versions_of(connection, draft.id)))
    if not may_change(author, authors):
        raise Refused(
            "Somebody else wrote in this draft, so it is not changed.",
            next_step="Propose the change with update_draft.",
        )


def stored_bytes(value: object) -> bytes:
    """The bytes of a column. Raises TypeError for any other value."""
    if not isinstance(value, bytes):
        raise TypeError("bytes were stored")
    return value
