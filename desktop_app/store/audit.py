"""The audit trail: who called which tool, what was decided, and what came of it.

And undo: the labels messages had before a change. Neither holds message text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.store.db import Database

KEPT_UNDOS = 1000


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """`at` in seconds since the epoch; `outcome` is `done`, `asked`, `refused` or an error's
    code; `summary` is readable and holds ids and counts, not message text; `undo` is a key for
    `Undos.take`, empty where the change can't be taken back."""

    at: float
    origin: str
    client: str
    tool: str
    effect: str
    decision: str
    outcome: str
    summary: str
    undo: str = ""


class Audit:
    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, entry: AuditEntry, *, flushed: bool = True) -> None:
        """`flushed` as in `Database.write`."""
        with self._db.write(Changes(audit=True), flushed=flushed) as connection:
            connection.execute(
                "INSERT INTO audit (at, origin, client, tool, effect, decision, outcome, summary,"
                " undo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    entry.at,
                    entry.origin,
                    entry.client,
                    entry.tool,
                    entry.effect,
                    entry.decision,
                    entry.outcome,
                    entry.summary,
                    entry.undo,
                ),
            )

    def newest(self, *, limit: int, before: float = 0.0, origin: str = "") -> list[AuditEntry]:
        """Newest first; `before` (exclusive, 0 for now) pages."""
        rows = self._db.rows(
            "SELECT at, origin, client, tool, effect, decision, outcome, summary, undo"
            " FROM audit"
            " WHERE (?1 = 0 OR at < ?1) AND (?2 = '' OR origin = ?2) ORDER BY at DESC LIMIT ?3",
            (before, origin, limit),
        )
        return [AuditEntry(*row) for row in rows]

    def forget_words(self) -> None:
        """Blank every summary: a removed account's searches must not outlive it here."""
        with self._db.write(Changes(audit=True)) as connection:
            connection.execute("UPDATE audit SET summary = ''")


class Undos:
    def __init__(self, db: Database) -> None:
        self._db = db

    def keep(self, labels: dict[int, frozenset[str]], *, now: float) -> str:
        """Keep what messages were labelled; the key takes it back with `take`."""
        data = msgspec.json.encode({str(k): sorted(v) for k, v in labels.items()}).decode()
        with self._db.write(Changes()) as connection:
            connection.execute("INSERT INTO undo (made, data) VALUES (?, ?)", (now, data))
            key = connection.last_insert_rowid()
            connection.execute("DELETE FROM undo WHERE id <= ?", (key - KEPT_UNDOS,))
        return str(key)

    def left(self, keys: Iterable[str]) -> set[str]:
        """Those of the keys that still take something back."""
        wanted = [int(key) for key in keys if key.isdecimal()]
        rows = self._db.rows(
            "SELECT id FROM undo WHERE id IN (SELECT value FROM json_each(?))",
            (msgspec.json.encode(wanted).decode(),),
        )
        return {str(id_) for (id_,) in rows}

    def take(self, key: str) -> dict[int, frozenset[str]]:
        """What to put back, once. Raises `NotFound` for a key that was used or is too old."""
        with self._db.write(Changes()) as connection:
            data = connection.execute("SELECT data FROM undo WHERE id = ?", (key,)).get
            if data is None:
                raise NotFound("That change can no longer be undone.")
            connection.execute("DELETE FROM undo WHERE id = ?", (key,))
        kept = msgspec.json.decode(data, type=dict[str, list[str]])
        return {int(k): frozenset(v) for k, v in kept.items()}
