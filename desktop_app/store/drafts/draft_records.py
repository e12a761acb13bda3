"""Records of drafts as they are stored, read into the model's values.

Contents are stored as JSON of the model's values.
"""

from __future__ import annotations

from typing import Any

import apsw
import msgspec

from desktop_app.model.draft import (
    Author,
    Draft,
    DraftContent,
    DraftState,
    DraftVersion,
    Hand,
    Source,
)
from desktop_app.model.draft_change import ChangeState, DraftChange
from desktop_app.model.errors import Conflict, NotFound, Refused
from desktop_app.store.base.sqlite_errors import decoded

OPEN_STATES = (DraftState.PROPOSED, DraftState.EDITED)
# Decoders are made once, at import: msgspec 0.22 resolves a type when it is first
# decoded, and crashes when two threads do so at once.
_AUTHOR = msgspec.json.Decoder(Author)
_CONTENT = msgspec.json.Decoder(DraftContent)
_SOURCES = msgspec.json.Decoder(tuple[Source, ...])
_TEXTS = msgspec.json.Decoder(tuple[str, ...])
_HANDS = msgspec.json.Decoder(tuple[Hand, ...])
_COLUMNS = """
    d.id, d.account_id, d.author, d.state, d.revision, d.content, d.created, d.updated,
    coalesce(m.thread, 0), d.reply_to_id, d.asks_to_send, d.reply_all, d.sources,
    d.taken_out, d.hands, d.asked_by, d.proposed_time
"""
DRAFT = f"SELECT {_COLUMNS} FROM draft AS d LEFT JOIN state AS m ON m.id = d.reply_to_id"
"""Statement whose rows `draft_of` reads."""

VERSION = "SELECT draft_id, revision, author, content, saved FROM draft_version"
"""Statement whose rows `version_of` reads."""

CHANGE = (
    "SELECT id, draft_id, author, base_revision, base, content, state, created, updated, sources,"
    " taken_out FROM draft_change"
)
"""Statement whose rows `change_of` reads."""


def stored_draft(connection: apsw.Connection, draft_id: str) -> Draft:
    """The draft as it is stored. Raises `NotFound`."""
    row = connection.execute(f"{DRAFT} WHERE d.id = ?", (draft_id,)).get
    if row is None:
        raise NotFound("There is no such draft.", next_step="list_drafts shows those there are.")
    return decoded(draft_of, row)


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


def version_of(row: Any) -> DraftVersion:
    """The version that a row of `VERSION` is."""
    draft, revision, author, content, saved = row
    return DraftVersion(draft, revision, _AUTHOR.decode(author), _CONTENT.decode(content), saved)


def draft_of(row: Any) -> Draft:
    """The draft that a row of `DRAFT` is."""
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
        hands,
        asked_by,
        proposed_time,
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
        hands=_HANDS.decode(hands),
        asked_by=_AUTHOR.decode(asked_by) if asked_by else None,
        proposed_time=proposed_time,
    )


def author_of(stored: str) -> Author:
    """The author that a column holds."""
    return _AUTHOR.decode(stored)


def change_of(row: Any) -> DraftChange:
    """The proposed change that a row of `CHANGE` is."""
    id_, draft, author, revision, base, content, state, created, updated, sources, taken_out = row
    return DraftChange(
        id_,
        draft,
        _AUTHOR.decode(author),
        revision,
        _CONTENT.decode(base),
        _CONTENT.decode(content),
        ChangeState(state),
        created,
        updated,
        _SOURCES.decode(sources),
        _TEXTS.decode(taken_out),
    )


def as_json(value: object) -> str:
    """A value of the model as it is stored."""
    return msgspec.json.encode(value).decode()
