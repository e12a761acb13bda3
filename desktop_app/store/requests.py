"""Requests of an assistant that the person has to allow. They survive a restart."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.store.db import Database

_REQUESTS = Changes(drafts=True)
_SELECT = "SELECT id, origin, client, tool, arguments, summary, asked FROM request"


@dataclass(frozen=True, slots=True)
class AskedFor:
    """`arguments` is the call's JSON; `asked` in seconds since the epoch."""

    id: int
    origin: str
    client: str
    tool: str
    arguments: str
    summary: str
    asked: float


class Requests:
    def __init__(self, db: Database) -> None:
        self._db = db

    def add(
        self, *, origin: str, client: str, tool: str, arguments: str, summary: str, now: float
    ) -> int:
        """Stores an open request; the same call repeated while it is open is the same request."""
        with self._db.write(_REQUESTS) as connection:
            known = connection.execute(
                "SELECT id FROM request WHERE answer = '' AND origin = ? AND client = ?"
                " AND tool = ? AND arguments = ?",
                (origin, client, tool, arguments),
            ).get
            if known is not None:
                return int(known)
            connection.execute(
                "INSERT INTO request (origin, client, tool, arguments, summary, asked)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (origin, client, tool, arguments, summary, now),
            )
            return connection.last_insert_rowid()

    def open(self) -> list[AskedFor]:
        """Open requests, newest first."""
        rows = self._db.rows(f"{_SELECT} WHERE answer = '' ORDER BY id DESC")
        return [AskedFor(*row) for row in rows]

    def clear(self) -> None:
        """Deletes every request, answered or not."""
        with self._db.write(_REQUESTS) as connection:
            connection.execute("DELETE FROM request")

    def answer(self, request_id: int, *, allow: bool) -> AskedFor:
        """Closes an open request. Raises `NotFound` when it is not open."""
        with self._db.write(_REQUESTS) as connection:
            row = connection.execute(f"{_SELECT} WHERE id = ? AND answer = ''", (request_id,)).get
            if row is None:
                raise NotFound("That request has been answered already.")
            connection.execute(
                "UPDATE request SET answer = ? WHERE id = ?",
                ("allowed" if allow else "refused", request_id),
            )
        return AskedFor(*row)
