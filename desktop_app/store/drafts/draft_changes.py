"""Changes that somebody proposes to a draft which others wrote in. The draft itself stays as it is
until the person takes a part of the change.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, Draft, DraftContent, NewFile, Source
from desktop_app.model.draft_change import ChangeState, DraftChange
from desktop_app.model.errors import NotFound, Refused
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.draft_records import (
    CHANGE,
    as_json,
    change_of,
    refuse_closed,
    refuse_stale,
    stored_draft,
)
from desktop_app.store.drafts.draft_versions import author_json
from desktop_app.store.drafts.draft_writing import keep_next, new_parts, store_files, with_parts

_DRAFTS = Changes(drafts=True)


class DraftChanges:
    def __init__(self, db: Database) -> None:
        self._db = db

    def propose(
        self,
        draft_id: str,
        base_revision: int,
        content: DraftContent,
        author: Author,
        *,
        now: float,
        sources: Sequence[Source] = (),
        taken_out: Sequence[str] = (),
        files: Sequence[NewFile] = (),
    ) -> DraftChange:
        """Stores how `author` would have the draft, with `files` attached; an open change of theirs
        is replaced.

        Raises `Conflict` when `base_revision` is not the newest, `Refused` when the draft has been
        approved, sent or ignored, `NotFound`.
        """
        change_id = uuid.uuid4().hex
        with self._db.write(_DRAFTS) as connection:
            draft = stored_draft(connection, draft_id)
            refuse_closed(draft)
            refuse_stale(draft, base_revision)
            content = with_parts(content, parts := new_parts(files))
            store_files(connection, draft_id, parts, files)
            connection.execute(
                "UPDATE draft_change SET state = ?, updated = ?"
                " WHERE draft_id = ? AND author = ? AND state = 'open'",
                (ChangeState.REPLACED, int(now), draft_id, author_json(author)),
            )
            connection.execute(
                "INSERT INTO draft_change (id, draft_id, author, base_revision, base, content,"
                " sources, taken_out, state, created, updated)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?)",
                (
                    change_id,
                    draft_id,
                    author_json(author),
                    base_revision,
                    as_json(draft.content),
                    as_json(content),
                    as_json(tuple(sources)),
                    as_json(tuple(taken_out)),
                    int(now),
                    int(now),
                ),
            )
        return self.get(change_id)

    def get(self, change_id: str) -> DraftChange:
        """Raises `NotFound`."""
        found = self._db.values(change_of, f"{CHANGE} WHERE id = ?", (change_id,))
        if not found:
            raise NotFound("There is no such change.")
        return found[0]

    def of_draft(self, draft_id: str) -> list[DraftChange]:
        """All changes that were proposed to a draft, oldest first."""
        query = f"{CHANGE} WHERE draft_id = ? ORDER BY created, rowid"
        return self._db.values(change_of, query, (draft_id,))

    def open(self) -> dict[str, tuple[Author, ...]]:
        """The authors of all open changes, oldest first, by the ids of their drafts."""
        found: dict[str, tuple[Author, ...]] = {}
        query = f"{CHANGE} WHERE state = 'open' ORDER BY created, rowid"
        for change in self._db.values(change_of, query, ()):
            found[change.draft_id] = (*found.get(change.draft_id, ()), change.author)
        return found

    def take(
        self,
        change_id: str,
        base_revision: int,
        content: DraftContent,
        left: DraftContent,
        *,
        last: bool,
        now: float,
    ) -> Draft:
        """Stores what the person takes of an open change as the draft's next revision, by the
        change's author. From there the change leads on to `left`; `last` ends it.

        Raises `Conflict` when `base_revision` is not the newest, `Refused` for a change or a draft
        that is closed, `NotFound`.
        """
        with self._db.write(_DRAFTS) as connection:
            change = _open_change(connection, change_id)
            draft = stored_draft(connection, change.draft_id)
            refuse_closed(draft)
            refuse_stale(draft, base_revision)
            _go_on(connection, change, content, left, "taken", last=last, now=now)
            return keep_next(
                connection,
                draft,
                content,
                change.author,
                now=now,
                sources=change.sources,
                taken_out=change.taken_out,
            )

    def refuse(
        self, change_id: str, base: DraftContent, left: DraftContent, *, last: bool, now: float
    ) -> None:
        """Takes a part that the person refuses out of an open change: it leads from `base`, what
        the draft says, to `left`; `last` ends it. Raises `Refused` for a change that is closed,
        `NotFound`."""
        with self._db.write(_DRAFTS) as connection:
            change = _open_change(connection, change_id)
            _go_on(connection, change, base, left, "refused", last=last, now=now)


def _open_change(connection: apsw.Connection, change_id: str) -> DraftChange:
    row = connection.execute(f"{CHANGE} WHERE id = ?", (change_id,)).get
    if row is None:
        raise NotFound("There is no such change.")
    change = change_of(row)
    if change.state is not ChangeState.OPEN:
        raise Refused(f"This change is {change.state} already.")
    return change


def _go_on(
    connection: apsw.Connection,
    change: DraftChange,
    base: DraftContent,
    left: DraftContent,
    counted: str,
    *,
    last: bool,
    now: float,
) -> None:
    """Counts a part as taken or refused; the last one says what became of the whole."""
    connection.execute(
        f"UPDATE draft_change SET base = ?, content = ?, updated = ?, {counted} = {counted} + 1"
        " WHERE id = ?",
        (as_json(base), as_json(left), int(now), change.id),
    )
    if last:
        connection.execute(
            "UPDATE draft_change SET state = CASE WHEN refused = 0 THEN ?1 WHEN taken = 0 THEN ?2"
            " ELSE ?3 END WHERE id = ?4",
            (ChangeState.TAKEN, ChangeState.REFUSED, ChangeState.TAKEN_IN_PART, change.id),
        )
