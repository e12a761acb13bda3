"""Programs that may use the MCP bridge."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Collection
from dataclasses import replace

import apsw
import msgspec

from desktop_app.model.bridge import LOCAL_NAME, LOCAL_PROGRAM, NAME_FAMILIES, BridgeClient
from desktop_app.model.changes import Changes
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.grant import EVERYTHING, Grant, checked
from desktop_app.store.base.db import Database
from desktop_app.store.base.versioned_cache import VersionedCache

TOKEN_BYTES = 32
PREFIX = "draftdesk_"
Row = tuple[BridgeClient, bytes | None]
"""A client and the SHA-256 of its token; programs started on this computer have none."""

_COLUMNS = "id, name, accounts, groups_off, created, last_call, family, may, origin"
_CHANGED = Changes(bridge=True)
_LOCAL = BridgeClient(LOCAL_PROGRAM, "Programs started on this computer")
_GRANT = msgspec.json.Decoder(Grant, strict=True)
_OWN_LABELS = (
    "SELECT id FROM label WHERE account = ? AND flag = 0"
    " AND id NOT IN (SELECT id FROM label WHERE account <> ?)"
)
_NOTHING = Grant(ends=1.0)
"""What holds where a stored grant can't be read: one that has ended."""


class BridgeClients:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._kept = VersionedCache(db, _CHANGED, self._read)

    def list(self) -> tuple[BridgeClient, ...]:
        """Every client, oldest first, with the one for programs started on this computer."""
        found = tuple(client for client, _ in self._read())
        if any(client.id == LOCAL_PROGRAM for client in found):
            return found
        return (BridgeClient(LOCAL_PROGRAM, LOCAL_NAME), *found)

    def get(self, client_id: str) -> BridgeClient:
        """The client's permissions. Its last call may be out of date. Raises `NotFound`."""
        for client, _ in self._kept.get():
            if client.id == client_id:
                return client
        if client_id == LOCAL_PROGRAM:
            return _LOCAL
        raise NotFound("This program is not connected any more.")

    def add(self, name: str, *, now: float) -> tuple[BridgeClient, str]:
        """A new client and its token. The token is shown once and not stored. Raises `BadInput`."""
        name = " ".join(name.split())[:80]
        if not name:
            raise BadInput("A program needs a name.")
        token = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        client = BridgeClient(secrets.token_hex(8), name, created=now)
        self._write(client, hash_of(token))
        return client, token

    def change(
        self,
        client_id: str,
        *,
        accounts: tuple[str, ...],
        groups_off: tuple[str, ...],
        family: str | None = None,
    ) -> BridgeClient:
        """Replaces the accounts and groups the client may use, and the names it is listed where a
        family is given. Raises `NotFound`, `BadInput` for an unknown family."""
        if family and family not in {known.id for known in NAME_FAMILIES}:
            raise BadInput(f"There is no family of names {family[:40]}.")
        kept = {client.id: (client, hashed) for client, hashed in self._read()}
        before, hashed = kept.get(client_id) or (self.get(client_id), None)
        listed = before.family if family is None else family
        client = replace(before, accounts=accounts, groups_off=groups_off, family=listed)
        self._write(client, hashed)
        return client

    def set_grant(self, client_id: str, grant: Grant) -> BridgeClient:
        """Replaces what the client is granted. For a person's press alone. Raises `NotFound`,
        `BadInput`."""
        grant = checked(grant)
        with self._db.write(_CHANGED):
            kept = {client.id: (client, hashed) for client, hashed in self._read()}
            before, hashed = kept.get(client_id) or (self.get(client_id), None)
            client = replace(before, grant=grant)
            self._write(client, hashed)
        return client

    def revoke(self, client_id: str) -> None:
        """Makes the client's token invalid at once; an unknown client is no error."""
        with self._db.write(_CHANGED) as connection:
            _delete(connection, client_id)

    def let_in(
        self,
        name: str,
        origin: str,
        *,
        accounts: tuple[str, ...],
        grant: Grant,
        now: float,
    ) -> BridgeClient:
        """A new client that asked over HTTP, without a token yet. Those of the same name and origin
        that can't get in any more go. For a person's press alone. Raises `BadInput`."""
        client = BridgeClient(
            secrets.token_hex(8),
            name,
            accounts=accounts,
            created=now,
            grant=checked(grant),
            origin=origin,
        )
        live = {
            str(client_id)
            for (client_id,) in self._db.rows(
                "SELECT DISTINCT client FROM bridge_token WHERE used = 0 AND ends > ?", (now,)
            )
        }
        with self._db.write(_CHANGED) as connection:
            for other, _ in self._read():
                over = other.id not in live or 0 < other.grant.ends <= now
                if over and (other.name, other.origin) == (name, origin):
                    _delete(connection, other.id)
            self._write(client, None)
        return client

    def with_token(self, token: str) -> BridgeClient | None:
        """The client with this token, or None. Every hash is compared, each in constant time."""
        wanted, found = hash_of(token), None
        for client, hashed in self._kept.get():
            if hashed is not None and hmac.compare_digest(hashed, wanted):
                found = client
        return found

    def called(self, client_id: str, *, now: float) -> None:
        """Notes the time of the client's last call, without announcing a change."""
        with self._db.write(Changes()) as connection:
            connection.execute(
                "UPDATE bridge_client SET last_call = ? WHERE id = ?", (now, client_id)
            )

    def _read(self) -> tuple[Row, ...]:
        """Oldest first."""
        rows = self._db.rows(
            f"SELECT {_COLUMNS}, token_hash FROM bridge_client ORDER BY created, id"
        )
        return tuple((_client(tuple(row)), hashed) for *row, hashed in rows)

    def _write(self, client: BridgeClient, token_hash: bytes | None) -> None:
        with self._db.write(_CHANGED) as connection:
            connection.execute(
                "INSERT OR REPLACE INTO bridge_client (id, name, token_hash, accounts, groups_off,"
                " created, last_call, family, may, origin)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    client.id,
                    client.name,
                    token_hash,
                    json.dumps(client.accounts),
                    json.dumps(client.groups_off),
                    client.created,
                    client.last_call,
                    client.family,
                    _stored(client.grant),
                    client.origin,
                ),
            )


def hash_of(token: str) -> bytes:
    """SHA-256 of a token. A token is 256 random bits, which can't be guessed from the hash."""
    return hashlib.sha256(token.encode()).digest()


def _client(row: tuple[object, ...]) -> BridgeClient:
    id_, name, accounts, groups_off, created, last_call, family, may, origin = row
    return BridgeClient(
        str(id_),
        str(name),
        tuple(json.loads(str(accounts))),
        tuple(json.loads(str(groups_off))),
        float(str(created)),
        float(str(last_call)),
        str(family),
        _granted(str(may)),
        str(origin),
    )


def _delete(connection: apsw.Connection, client_id: str) -> None:
    connection.execute("DELETE FROM bridge_client WHERE id = ?", (client_id,))
    connection.execute("DELETE FROM bridge_token WHERE client = ?", (client_id,))


def _stored(grant: Grant) -> str:
    return "" if grant == EVERYTHING else msgspec.json.encode(grant).decode()


def _granted(stored: str) -> Grant:
    """What can't be read grants nothing."""
    if not stored:
        return EVERYTHING
    try:
        return checked(_GRANT.decode(stored))
    except (msgspec.MsgspecError, BadInput):
        return _NOTHING


def forget_granted(connection: apsw.Connection, account: int, searches: Collection[str]) -> None:
    """Takes the names of an account's labels, and of these saved searches, out of every grant, and
    what was opened. A grant of which no place is left has ended: it is never a wider one."""
    connection.execute("DELETE FROM opened")
    gone = {id_ for (id_,) in connection.execute(_OWN_LABELS, (account, account))}
    rows = connection.execute("SELECT id, may FROM bridge_client WHERE may <> ''").fetchall()
    for client_id, may in rows:
        before = _granted(str(may))
        labels = tuple(each for each in before.labels if each not in gone)
        left = tuple(each for each in before.searches if each.name not in searches)
        after = replace(before, labels=labels, searches=left)
        if after != before:
            if not labels and not left:
                after = replace(after, begins=0.0, ends=_NOTHING.ends)
            stored = (_stored(after), client_id)
            connection.execute("UPDATE bridge_client SET may = ? WHERE id = ?", stored)
