"""Callers: the stamps that this application gives, and what each may see at each of its calls.

Made here and nowhere else: no face and no model can claim another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from desktop_app.model.clock import Clock
from desktop_app.model.draft import Author, Origin
from desktop_app.model.request import Asker
from desktop_app.settings import Settings
from desktop_app.tools.calls.caller import Caller, Limit

if TYPE_CHECKING:
    from desktop_app.store.store import Store


STOPPED = "The person has stopped all assistants and programs, until they let them go on."
NOT_NOW = (
    "What the person granted this program does not hold now: it has ended, or has not begun. The"
    " person can change that in Draftdesk: Settings → MCP bridge."
)


class Callers:
    def __init__(self, store: Store, settings: Settings, clock: Clock) -> None:
        self._store, self._settings, self._clock = store, settings, clock

    def window_closed(self) -> None:
        """Grants that hold until the window closes have ended."""
        self._store.window = uuid4().hex

    def stopped(self) -> str:
        """Why nobody but the person may do anything now; empty where they may."""
        return STOPPED if self._store.stopping.on else ""

    def program(self, client_id: str, name: str, instance: str) -> Caller:
        """A program at the bridge, with its accounts, groups and grant as they are at each call."""
        clients = self._store.bridge_clients

        def held() -> str:
            stopped = self.stopped()
            grant = clients.get(client_id).grant
            if stopped or grant.in_force(self._clock(), self._store.window):
                return stopped
            return NOT_NOW

        return Caller(
            Author(Origin.MCP, name, client_id, instance),
            scope=lambda: frozenset(clients.get(client_id).accounts),
            groups_off=lambda: frozenset(clients.get(client_id).groups_off),
            family=lambda: clients.get(client_id).family,
            grant=lambda: clients.get(client_id).grant,
            held=held,
        )

    def assistant(self, name: str, limit: Limit | None = None) -> Caller:
        """The assistant, with the accounts that the chosen model may read at each call."""
        from desktop_app.assistant.providers import readable_accounts

        return Caller(
            Author(Origin.ASSISTANT, name),
            scope=lambda: readable_accounts(self._settings),
            limit=limit,
            held=self.stopped,
        )

    def of(self, asker: Asker) -> Caller:
        """Whoever asked for something, with what it may see now."""
        author = asker.author
        if author.origin is Origin.MCP:
            return self.program(asker.caller, author.name, author.instance)
        return self.assistant(author.name)


def in_one_account(name: str, account: str) -> Caller:
    """The assistant, in one account alone."""
    return Caller(Author(Origin.ASSISTANT, name), scope=lambda: frozenset({account}))
