"""Writing styles of each identity, and the drafts from which the person's changes are learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftContent, DraftState, Origin
from desktop_app.model.writing_style import KeptStyle, StyleKey
from desktop_app.store.base.db import Database

_COLUMNS = "account_id, identity, recipient, learned, edited, forgotten, mark, updated"
_ONE = "account_id = ? AND identity = ? AND recipient = ?"
_SENT = """
    SELECT d.content, (SELECT v.content FROM draft_version v WHERE v.draft_id = d.id
        AND v.author ->> 'origin' <> ?3 ORDER BY v.revision DESC LIMIT 1), d.updated
    FROM draft d WHERE d.account_id = ?1 AND d.state = ?2 AND d.author ->> 'origin' <> ?3
    ORDER BY d.updated DESC, d.id LIMIT ?4
"""
# Decoders are made once, at import: see store/drafts/drafts.py.
_CONTENT = msgspec.json.Decoder(DraftContent)
_ORIGIN = str(Origin.USER)


class WritingStyles:
    def __init__(self, db: Database) -> None:
        self._db = db

    def list(self) -> list[KeptStyle]:
        """All of them: by account and identity, what is general first."""
        return self._db.values(_kept, f"SELECT {_COLUMNS} FROM writing_style ORDER BY 1, 2, 3")

    def get(self, key: StyleKey) -> KeptStyle | None:
        query = f"SELECT {_COLUMNS} FROM writing_style WHERE {_ONE}"
        found = self._db.values(_kept, query, _values(key))
        return found[0] if found else None

    def keep_learned(self, key: StyleKey, text: str, *, mark: str, now: float) -> None:
        """Keeps what was learned; the person's own text stays, and what is forgotten stays so."""
        with self._db.write(Changes(), flushed=False) as connection:
            connection.execute(
                "INSERT INTO writing_style (account_id, identity, recipient, learned, mark,"
                " updated) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                " learned = excluded.learned, mark = excluded.mark, updated = excluded.updated"
                " WHERE forgotten = 0",
                (*_values(key), text, mark, now),
            )

    def edit(self, key: StyleKey, text: str, *, now: float) -> None:
        """Keeps the person's own text, which counts from now on."""
        with self._db.write(Changes()) as connection:
            connection.execute(
                "INSERT INTO writing_style (account_id, identity, recipient, learned, edited,"
                " updated) VALUES (?, ?, ?, '', ?, ?) ON CONFLICT DO UPDATE"
                " SET edited = excluded.edited, updated = excluded.updated, forgotten = 0",
                (*_values(key), text, now),
            )

    def forget(self, key: StyleKey, *, now: float) -> None:
        """Deletes what was learned and written; nothing is learned before `begin_again`."""
        with self._db.write(Changes()) as connection:
            connection.execute(
                "INSERT OR REPLACE INTO writing_style (account_id, identity, recipient, learned,"
                " forgotten, updated) VALUES (?, ?, ?, '', 1, ?)",
                (*_values(key), now),
            )

    def begin_again(self, key: StyleKey) -> None:
        """Deletes all that is known of it, so that it is learned anew."""
        with self._db.write(Changes()) as connection:
            connection.execute(f"DELETE FROM writing_style WHERE {_ONE}", _values(key))

    def sent_proposals(
        self, account_id: str, *, limit: int
    ) -> Sequence[tuple[DraftContent, DraftContent, int]]:
        """The newest proposals that the person has sent: as they were last proposed, as they were
        sent, and when that was (seconds since the epoch)."""
        values = (account_id, str(DraftState.SENT), _ORIGIN, limit)
        rows: list[Any] = self._db.rows(_SENT, values)
        return [
            (_CONTENT.decode(proposed), _CONTENT.decode(sent), int(updated))
            for sent, proposed, updated in rows
            if proposed is not None
        ]


def _values(key: StyleKey) -> tuple[str, str, str]:
    return key.account_id, key.identity, key.recipient


def _kept(row: Any) -> KeptStyle:
    account_id, identity, recipient, learned, edited, forgotten, mark, updated = row
    key = StyleKey(account_id, identity, recipient)
    return KeptStyle(key, learned, edited, bool(forgotten), mark, updated)
