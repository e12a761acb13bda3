"""Door of a house: what the bridge asks of it, of programs with a token and of those without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient, instance_of, name_of
from desktop_app.model.clock import Clock
from desktop_app.model.errors import NotFound
from desktop_app.model.visible_state import Seen
from desktop_app.store.store import Store
from desktop_app.store.visible_state import visible_state
from desktop_app.tools.calls.caller import Caller
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    from desktop_app.callers import Callers
    from desktop_app.model.asking_program import AskingProgram
    from desktop_app.model.wish import Wish
    from desktop_app.store.programs.bridge_tokens import IssuedTokens


@dataclass(frozen=True)
class HouseDoor:
    """Implements the bridge's `Door`. `make_runner` makes a runner for a caller; `wish` asks the
    window to show something."""

    store: Store
    callers: Callers
    make_runner: Callable[[Caller], Runner]
    wish: Callable[[Wish], None]
    clock: Clock

    def client(self, token: str) -> BridgeClient | None:
        known = self.store.bridge_clients.with_token(token)
        if known is not None or not token:
            return known
        id_ = self.store.bridge_tokens.client_with(token, now=self.clock())
        try:
            return self.store.bridge_clients.get(id_) if id_ else None
        except NotFound:
            return None

    def local_program(self) -> BridgeClient:
        return self.store.bridge_clients.get(LOCAL_PROGRAM)

    def runner(self, client_id: str, says_it_is: str, instance: str) -> Runner:
        client = self.store.bridge_clients.get(client_id)
        name = name_of(client, says_it_is)
        caller = self.callers.program(client_id, name, instance_of(client, instance))
        return self.make_runner(caller)

    def sees(self, client_id: str) -> Seen:
        return visible_state(self.store, self.store.bridge_clients.get(client_id))

    def stopped(self) -> str:
        return self.callers.stopped()

    def called(self, client_id: str) -> None:
        self.store.bridge_clients.called(client_id, now=self.clock())

    def asks(self, asked: AskingProgram) -> None:
        from desktop_app.model.wish import Want, Wish

        self.wish(Wish(Want.LET_IN, asked_by=asked.name, question=asked.id))

    def document(self, address: str, cancelled: Event) -> bytes:
        from desktop_app.accounts.program_document import program_document
        from desktop_app.accounts.public_web import PublicWeb

        return program_document(PublicWeb(), address, cancelled)

    def new_tokens(self, client_id: str, program: str) -> IssuedTokens | None:
        return self.store.bridge_tokens.issue(
            client_id, program, now=self.clock(), window=self.store.window
        )

    def renewed_tokens(self, token: str, program: str) -> IssuedTokens | None:
        return self.store.bridge_tokens.renew(
            token, program, now=self.clock(), window=self.store.window
        )

    def give_back(self, token: str, program: str) -> None:
        self.store.bridge_tokens.end(token, program)

    def end_tokens(self, client_id: str) -> None:
        self.store.bridge_tokens.end_of(client_id)
