"""Tokens of programs that were let in over HTTP: short ones to call with, and one that renews them.

What is kept of a token is its SHA-256. A token that renews is good once; whoever shows it again has
it from somebody else, and all tokens of that program end (RFC 9700, section 4.14).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from types import MappingProxyType

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.model.grant import Grant
from desktop_app.store.base.db import Database
from desktop_app.store.base.versioned_cache import VersionedCache
from desktop_app.store.programs.bridge_clients import PREFIX, TOKEN_BYTES, BridgeClients, hash_of

ACCESS_SECONDS = 3_600
RENEW_SECONDS = 30 * 86_400
MOST_USED = 64
"""Used tokens of one program that are still known as such."""

_CHANGED = Changes(bridge=True)


@dataclass(frozen=True, slots=True)
class IssuedTokens:
    """`seconds` is how long `access` is good."""

    access: str = field(repr=False)
    renewing: str = field(repr=False)
    seconds: int


class BridgeTokens:
    """`window` in what follows is the run of the window, with which some grants end."""

    def __init__(self, db: Database, clients: BridgeClients) -> None:
        self._db, self._clients = db, clients
        self._kept = VersionedCache(db, _CHANGED, self._read)

    def client_with(self, token: str, *, now: float) -> str:
        """The id of the client that calls with this token; empty for nobody's."""
        client, ends = self._kept.get().get(hash_of(token), ("", 0.0))
        return client if now < ends else ""

    def issue(
        self, client_id: str, program: str, *, now: float, window: str
    ) -> IssuedTokens | None:
        """The first tokens of a client, for the program of this `client_id` of OAuth. None where
        what it was granted has ended, or it is there no more."""
        with self._db.write(_CHANGED) as connection:
            return self._issue(connection, client_id, program, now, window)

    def renew(self, token: str, program: str, *, now: float, window: str) -> IssuedTokens | None:
        """New tokens for a token that renews, which is used up by that. None for one that is not
        good, or no more; one that was used ends all of its client."""
        with self._db.write(_CHANGED) as connection:
            row = connection.execute(
                "SELECT client, used, ends FROM bridge_token"
                " WHERE hash = ? AND program = ? AND renews = 1",
                (hash_of(token), program),
            ).fetchone()
            if row is None:
                return None
            client_id, used, ends = str(row[0]), bool(row[1]), float(str(row[2]))
            if used:
                connection.execute("DELETE FROM bridge_token WHERE client = ?", (client_id,))
                return None
            if now >= ends:
                return None
            connection.execute("UPDATE bridge_token SET used = 1 WHERE hash = ?", (hash_of(token),))
            return self._issue(connection, client_id, program, now, window)

    def end(self, token: str, program: str) -> None:
        """All tokens of the client that has this one, which is the program's; an unknown token is
        no error (RFC 7009)."""
        with self._db.write(_CHANGED) as connection:
            connection.execute(
                "DELETE FROM bridge_token WHERE client IN"
                " (SELECT client FROM bridge_token WHERE hash = ? AND program = ?)",
                (hash_of(token), program),
            )

    def end_of(self, client_id: str) -> None:
        """All tokens of a client."""
        with self._db.write(_CHANGED) as connection:
            connection.execute("DELETE FROM bridge_token WHERE client = ?", (client_id,))

    def _issue(
        self,
        connection: apsw.Connection,
        client_id: str,
        program: str,
        now: float,
        window: str,
    ) -> IssuedTokens | None:
        grant = self._grant(client_id)
        if grant is None or not grant.in_force(now, window):
            return None
        ends = min(now + ACCESS_SECONDS, grant.ends or now + ACCESS_SECONDS)
        access, renewing = _new(), _new()
        connection.execute(
            "DELETE FROM bridge_token WHERE ends <= ? OR (client = ? AND renews = 0)",
            (now, client_id),
        )
        connection.execute(
            "DELETE FROM bridge_token WHERE client = ?1 AND used = 1 AND hash NOT IN (SELECT hash"
            " FROM bridge_token WHERE client = ?1 AND used = 1 ORDER BY made DESC LIMIT ?2)",
            (client_id, MOST_USED),
        )
        for token, renews, until in ((access, 0, ends), (renewing, 1, now + RENEW_SECONDS)):
            connection.execute(
                "INSERT INTO bridge_token (hash, client, program, renews, made, ends)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (hash_of(token), client_id, program, renews, now, until),
            )
        return IssuedTokens(access, renewing, max(1, int(ends - now)))

    def _grant(self, client_id: str) -> Grant | None:
        try:
            return self._clients.get(client_id).grant
        except NotFound:
            return None

    def _read(self) -> MappingProxyType[bytes, tuple[str, float]]:
        rows = self._db.rows("SELECT hash, client, ends FROM bridge_token WHERE renews = 0")
        found = {bytes(hashed): (str(client), float(ends)) for hashed, client, ends in rows}
        return MappingProxyType(found)


def _new() -> str:
    return PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
