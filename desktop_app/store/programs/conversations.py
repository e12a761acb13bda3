"""Conversations with an assistant, their token use, and every payload sent for them."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING

from desktop_app.model.changes import Changes
from desktop_app.model.conversation import (
    KeptTurn,
    PayloadRow,
    SavedConversation,
    SentPayload,
    ShownTurn,
    Spent,
)
from desktop_app.model.errors import NotFound
from desktop_app.store.base.days import outlived
from desktop_app.store.base.db import Database

if TYPE_CHECKING:
    import apsw
    import zstandard

LONGEST_TITLE = 80
PAYLOAD_DAYS = 30
"""Days of use (store/base/days.py) that payloads are kept; older ones go when a new one comes."""

_CHANGED = Changes(conversations=True)


class Conversations:
    """Implements `assistant.model.notebook.Notebook`; thread-safe like the database."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._packer = _Packer()

    def keep_turn(self, conversation_id: str, agent: str, turn: KeptTurn, *, at: float) -> None:
        """Adds a turn. The first turn creates the conversation and gives it its title."""
        title = " ".join(turn.prompt.split())
        title = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
        with self._db.write(_CHANGED) as connection:
            connection.execute(
                "INSERT INTO conversation (id, title, agent, started, changed, history)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
                " SET agent = excluded.agent, changed = excluded.changed,"
                " history = excluded.history",
                (conversation_id, title, agent, at, at, self._packer.pack(turn.history)),
            )
            connection.execute(
                "INSERT INTO conversation_turn SELECT ?1, coalesce(max(position), 0) + 1,"
                " ?2, ?3, ?4, ?5 FROM conversation_turn WHERE conversation = ?1",
                (
                    conversation_id,
                    turn.prompt,
                    self._packer.pack(turn.events),
                    turn.text.casefold(),
                    at,
                ),
            )
            connection.executemany(
                "INSERT OR IGNORE INTO conversation_account VALUES (?, ?)",
                [(conversation_id, account) for account in turn.accounts],
            )

    def keep_payload(self, payload: SentPayload) -> int:
        """Stores a payload before it is sent; returns its id."""
        with self._db.write(_CHANGED) as connection:
            connection.execute(
                "DELETE FROM sent_payload WHERE at < ?", (outlived(connection, PAYLOAD_DAYS),)
            )
            connection.execute(
                "INSERT INTO sent_payload (conversation, at, endpoint, model, size, body)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    payload.conversation_id,
                    payload.at,
                    payload.endpoint,
                    payload.model,
                    len(payload.body),
                    self._packer.pack(payload.body),
                ),
            )
            return connection.last_insert_rowid()

    def forget_payload(self, payload_id: int) -> None:
        """Deletes a payload that was not sent after all."""
        with self._db.write(_CHANGED) as connection:
            connection.execute("DELETE FROM sent_payload WHERE id = ?", (payload_id,))

    def keep_spent(self, conversation_id: str, model: str, spent: Spent, *, at: float) -> None:
        """Stores the token use of a run."""
        row = (spent.requests, spent.input_tokens, spent.output_tokens, spent.cost)
        with self._db.write(_CHANGED) as connection:
            connection.execute(
                "INSERT INTO spent VALUES (?, ?, ?, ?, ?, ?, ?)", (conversation_id, at, model, *row)
            )

    def spent_since(self, since: float) -> Spent:
        """The token use of all runs since then, added up."""
        with self._db.reading() as connection:
            row = connection.execute(
                "SELECT coalesce(sum(requests), 0), coalesce(sum(input_tokens), 0),"
                " coalesce(sum(output_tokens), 0), sum(cost) FROM spent WHERE at >= ?",
                (since,),
            ).get
        return Spent(*row)

    def rows(self, words: str = "", *, limit: int = 100) -> list[SavedConversation]:
        """Conversations, newest first; with `words` those whose turns contain all of them."""
        every = [word.casefold() for word in words.split()]
        where = "".join(
            " AND EXISTS (SELECT 1 FROM conversation_turn t WHERE t.conversation = c.id"
            " AND instr(t.text, ?))"
            for _ in every
        )
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT c.id, c.title, c.agent, c.changed,"
                " (SELECT count(*) FROM conversation_turn t WHERE t.conversation = c.id)"
                f" FROM conversation c WHERE 1{where}"
                " ORDER BY c.changed DESC, c.id LIMIT ?",
                (*every, limit),
            )
            return [SavedConversation(*row) for row in rows]

    def turns(self, conversation_id: str) -> list[ShownTurn]:
        """The turns in order. Raises `NotFound`."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT prompt, events, at FROM conversation_turn WHERE conversation = ?"
                " ORDER BY position",
                (conversation_id,),
            )
            found = [
                ShownTurn(prompt, self._packer.unpack(events), at) for prompt, events, at in rows
            ]
        if not found:
            raise NotFound("This conversation is not there any more.")
        return found

    def history(self, conversation_id: str) -> bytes:
        """The messages a model needs to continue; empty after a turn without a model. Raises
        `NotFound`."""
        with self._db.reading() as connection:
            packed = connection.execute(
                "SELECT history FROM conversation WHERE id = ?", (conversation_id,)
            ).get
            if packed is None:
                raise NotFound("This conversation is not there any more.")
            return self._packer.unpack(packed)

    def accounts(self, conversation_id: str) -> tuple[str, ...]:
        """The ids of the accounts whose mail the conversation could read."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT account FROM conversation_account WHERE conversation = ? ORDER BY account",
                (conversation_id,),
            )
            return tuple(account for (account,) in rows)

    def of_draft(self, draft_id: str, *, since: float) -> tuple[str, ...]:
        """The ids of the conversations that proposed a draft made at `since`, oldest first."""
        mark = f'"draft_id":"{draft_id}","revision":'.encode()
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT conversation, events FROM conversation_turn WHERE at >= ? ORDER BY at",
                (since,),
            )
            found = [name for name, events in rows if mark in self._packer.unpack(events)]
        return tuple(dict.fromkeys(found))

    def payloads(self, *conversation_ids: str, limit: int = 200) -> list[PayloadRow]:
        """Payloads, newest first: of these conversations, or all."""
        places = ", ".join("?" * len(conversation_ids))
        where = f"WHERE conversation IN ({places})" if conversation_ids else ""
        with self._db.reading() as connection:
            rows = connection.execute(
                f"SELECT id, at, endpoint, model, size FROM sent_payload {where}"
                " ORDER BY id DESC LIMIT ?",
                (*conversation_ids, limit),
            )
            return [PayloadRow(*row) for row in rows]

    def payload(self, payload_id: int) -> bytes:
        """The body of one request exactly as sent. Raises `NotFound`."""
        with self._db.reading() as connection:
            packed = connection.execute(
                "SELECT body FROM sent_payload WHERE id = ?", (payload_id,)
            ).get
            if packed is None:
                raise NotFound("This request is not kept any more.")
            return self._packer.unpack(packed)

    def delete(self, conversation_id: str) -> None:
        """Deletes a conversation and its payloads. Its token use stays counted."""
        with self._db.write(_CHANGED) as connection:
            delete_conversations(connection, [conversation_id])


def delete_conversations(connection: apsw.Connection, ids: list[str]) -> None:
    keys = [(id_,) for id_ in ids]
    connection.executemany("DELETE FROM conversation WHERE id = ?", keys)
    for table in ("conversation_account", "sent_payload"):
        connection.executemany(f"DELETE FROM {table} WHERE conversation = ?", keys)


def delete_of_account(connection: apsw.Connection, account_id: str) -> None:
    """Deletes every conversation that could read the account's mail, and payloads without a
    conversation."""
    rows = connection.execute(
        "SELECT conversation FROM conversation_account WHERE account = ?", (account_id,)
    )
    delete_conversations(connection, [id_ for (id_,) in rows])
    connection.execute(
        "DELETE FROM sent_payload WHERE conversation NOT IN (SELECT id FROM conversation)"
    )


class _Packer(local):
    """zstd compression with a checksum, with one context a thread."""

    def __init__(self) -> None:
        import zstandard

        self._compressor: zstandard.ZstdCompressor = zstandard.ZstdCompressor(
            level=6, write_checksum=True
        )

    def pack(self, data: bytes) -> bytes:
        return self._compressor.compress(data)

    def unpack(self, data: bytes) -> bytes:
        from desktop_app.store.base.compressed import decompressed

        return decompressed(data)
