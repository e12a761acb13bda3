"""Next revision of a draft, inside one transaction: its content, files, version and hands."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import apsw

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
from desktop_app.model.hands import hands_in, next_hands
from desktop_app.store.drafts.draft_records import VERSION, as_json, stored_draft, version_of
from desktop_app.store.drafts.draft_versions import keep_version


def keep_next(
    connection: apsw.Connection,
    draft: Draft,
    content: DraftContent,
    author: Author,
    *,
    now: float,
    reply_all: bool | None = None,
    sources: Sequence[Source] = (),
    taken_out: Sequence[str] = (),
) -> Draft:
    """Stores `content` as the next revision, written by `author`; the draft as it is then."""
    state = DraftState.PROPOSED if author == draft.author else DraftState.EDITED
    merged = (*draft.sources, *(s for s in sources if s not in draft.sources))
    hands = draft.hands or hands_in(versions_of(connection, draft.id))
    connection.execute(
        "UPDATE draft SET content = ?, revision = revision + 1, updated = ?, state = ?,"
        " reply_all = ?, sources = ?, taken_out = ?, hands = ?, asks_to_send = 0, asked_by = ''"
        " WHERE id = ?",
        (
            as_json(content),
            int(now),
            state if draft.proposed else DraftState.EDITED,
            draft.reply_all if reply_all is None else reply_all,
            as_json(merged),
            as_json(tuple(dict.fromkeys((*draft.taken_out, *taken_out)))),
            as_json(next_hands(hands, draft.content, content, author)),
            draft.id,
        ),
    )
    keep_version(connection, draft.id, draft.revision + 1, author, content, now)
    return stored_draft(connection, draft.id)


def versions_of(connection: apsw.Connection, draft_id: str) -> list[DraftVersion]:
    """Stored versions, oldest first."""
    rows: list[Any] = connection.execute(
        f"{VERSION} WHERE draft_id = ? ORDER BY revision", (draft_id,)
    ).fetchall()
    return [version_of(row) for row in rows]


def new_parts(files: Sequence[NewFile]) -> list[DraftAttachment]:
    """The files as attachments with ids of their own."""
    return [_part(file) for file in files]


def _part(file: NewFile) -> DraftAttachment:
    digest = hashlib.sha256(file.data).hexdigest()
    return DraftAttachment(
        uuid.uuid4().hex, file.filename, file.content_type, len(file.data), digest, file.cid
    )


def with_parts(content: DraftContent, parts: Sequence[DraftAttachment]) -> DraftContent:
    """The content with those attachments behind its own."""
    return replace(content, attachments=(*content.attachments, *parts))


def store_files(
    connection: apsw.Connection,
    draft_id: str,
    parts: Sequence[DraftAttachment],
    files: Sequence[NewFile],
) -> None:
    """Stores the bytes of the parts."""
    connection.executemany(
        "INSERT INTO draft_file (id, draft_id, data) VALUES (?, ?, ?)",
        [(part.id, draft_id, file.data) for part, file in zip(parts, files, strict=True)],
    )
