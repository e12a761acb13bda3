"""Conversations that the person has opened in the window, kept while some grant asks for it."""

from __future__ import annotations

from desktop_app.model.changes import Changes
from desktop_app.model.message import ThreadId
from desktop_app.store.base.db import Database
from desktop_app.store.programs.bridge_clients import BridgeClients

KEPT = 86_400.0


class Openings:
    def __init__(self, db: Database, clients: BridgeClients) -> None:
        self._db, self._clients = db, clients

    def note(self, thread: ThreadId, *, now: float) -> None:
        """The person has opened the conversation. Nothing is written while no grant asks."""
        if not any(client.grant.opened for client in self._clients.list()):
            return
        with self._db.write(Changes(), flushed=False) as connection:
            connection.execute("DELETE FROM opened WHERE at < ?", (now - KEPT,))
            connection.execute("INSERT OR REPLACE INTO opened VALUES (?, ?)", (thread, now))
