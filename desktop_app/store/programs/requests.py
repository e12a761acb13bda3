"""Requests of assistants and programs that the person has to allow. They survive a restart, and
what became of one can be read for as long as it is kept."""

from __future__ import annotations

from typing import Any

import msgspec

from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, Origin, Source
from desktop_app.model.errors import NotFound
from desktop_app.model.request import Asker, Request, RequestState, WantedCall
from desktop_app.store.base.days import outlived
from desktop_app.store.base.db import Database
from desktop_app.store.base.drawn_numbers import drawn_number

EXPIRES_DAYS = 30
"""How long a request waits for an answer, and an answered one is kept: days of use, see
store/base/days.py."""

_REQUESTS = Changes(drafts=True)
_OPEN = "state IN ('waiting', 'failed')"
_SELECT = (
    "SELECT id, origin, client, caller, instance, talk, tool, arguments, sources, accounts,"
    " digest, asked, state, reason, answered, draft_id FROM request"
)
# Decoders are made once, at import: see store/drafts/drafts.py.
_SOURCES = msgspec.json.Decoder(tuple[Source, ...])
_ACCOUNTS = msgspec.json.Decoder(tuple[str, ...])


class Requests:
    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, call: WantedCall, *, now: float) -> Request:
        """Stores an open request; the same call repeated while it is open is the same request."""
        digest = call.digest
        author = call.asker.author
        with self._db.write(_REQUESTS) as connection:
            known = connection.execute(
                f"{_SELECT} WHERE {_OPEN} AND digest = ?", (digest,)
            ).fetchone()
            if known is not None:
                return _request(known)
            number = drawn_number(connection, "request")
            connection.execute(
                "INSERT INTO request (id, origin, client, caller, instance, talk, tool, arguments,"
                " sources, accounts, digest, asked, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')",
                (
                    number,
                    *(author.origin, author.name, call.asker.caller),
                    *(author.instance, call.asker.talk),
                    *(call.tool, call.arguments, _json(call.sources), _json(call.accounts)),
                    *(digest, now),
                ),
            )
        return self.get(number)

    def get(self, request_id: int) -> Request:
        """Raises `NotFound`."""
        with self._db.reading() as connection:
            row = connection.execute(f"{_SELECT} WHERE id = ?", (request_id,)).fetchone()
        if row is None:
            raise NotFound(f"There is no request {request_id}.")
        return _request(row)

    def open(self, limit: int = -1) -> list[Request]:
        """Open requests, newest first."""
        query = f"{_SELECT} WHERE {_OPEN} ORDER BY place DESC LIMIT ?"
        return self._db.values(_request, query, (limit,))

    def askers(self, origin: Origin) -> list[tuple[int, str]]:
        """The ids of the open requests of an origin, newest first, with the names of who asks."""
        return self._db.rows(
            f"SELECT id, client FROM request WHERE {_OPEN} AND origin = ? ORDER BY place DESC",
            (origin,),
        )

    def count_open(self) -> int:
        with self._db.reading() as connection:
            return int(connection.execute(f"SELECT count(*) FROM request WHERE {_OPEN}").get)

    def answer(
        self,
        request_id: int,
        state: RequestState,
        *,
        now: float,
        reason: str = "",
        draft_id: str = "",
    ) -> None:
        """Stores what became of an open request. Raises `NotFound` when it is not open."""
        with self._db.write(_REQUESTS) as connection:
            connection.execute(
                "UPDATE request SET state = ?, reason = ?, answered = ?, draft_id = ?, told = 0"
                f" WHERE id = ? AND {_OPEN}",
                (state, reason, now, draft_id, request_id),
            )
            if not connection.changes():
                raise NotFound("That request has been answered already.")

    def take_news(self, talk: str) -> list[Request]:
        """Requests of a conversation of the assistant that were answered and that it has not been
        told of, oldest first. Each is given once."""
        told = f"talk = ? AND told = 0 AND state != '{RequestState.WAITING}'"
        if not talk or not self._db.rows(f"SELECT 1 FROM request WHERE {told} LIMIT 1", (talk,)):
            return []
        with self._db.write(Changes()) as connection:
            rows = connection.execute(f"{_SELECT} WHERE {told} ORDER BY place", (talk,)).fetchall()
            connection.execute(f"UPDATE request SET told = 1 WHERE {told}", (talk,))
        return [_request(row) for row in rows]

    def expire(self, *, now: float) -> None:
        """Closes requests that nobody answered, and forgets those that were closed long ago."""
        with self._db.reading() as connection:
            before = outlived(connection, EXPIRES_DAYS)
        if not self._db.rows("SELECT 1 FROM request WHERE asked < ? LIMIT 1", (before,)):
            return
        with self._db.write(_REQUESTS) as connection:
            connection.execute(
                f"DELETE FROM request WHERE NOT {_OPEN} AND answered < ? AND asked < ?",
                (before, before),
            )
            connection.execute(
                "UPDATE request SET state = 'expired', reason = ?, answered = ?"
                f" WHERE {_OPEN} AND asked < ?",
                (f"Nobody answered it for {EXPIRES_DAYS} days.", now, before),
            )


def _request(row: tuple[Any, ...]) -> Request:
    number, origin, client, caller, instance, talk, *rest = row
    tool, arguments, sources, accounts, digest, asked, state, reason, answered, draft_id = rest
    call = WantedCall(
        Asker(Author(Origin(origin), client, caller, instance), caller, talk),
        tool,
        arguments,
        _SOURCES.decode(sources),
        _ACCOUNTS.decode(accounts),
    )
    return Request(number, call, digest, asked, RequestState(state), reason, answered, draft_id)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
