"""The real bridge over a test house, listening on loopback."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event

from desktop_app.callers import STOPPED
from desktop_app.mcp_bridge.bridge import Bridge
from desktop_app.model.asking_program import AskingProgram
from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient, BridgeState, instance_of, name_of
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Origin
from desktop_app.model.errors import KnownError, Unavailable
from desktop_app.model.visible_state import Seen
from desktop_app.store.mail.told_ids import SealedIds, sealed_ids
from desktop_app.store.programs.bridge_tokens import IssuedTokens
from desktop_app.store.visible_state import visible_state
from desktop_app.tools.runner import Runner
from tests.fakes.house import TestHouse

RUN_TOKEN = "the-token-of-this-run"


@dataclass(frozen=True)
class HouseDoor:
    """As the application's own door, over a test house."""

    house: TestHouse
    wishes: list[AskingProgram] = field(default_factory=list)
    documents: dict[str, bytes | KnownError] = field(default_factory=dict)

    def client(self, token: str) -> BridgeClient | None:
        clients = self.house.store.bridge_clients
        id_ = self.house.store.bridge_tokens.client_with(token, now=self.house.clock())
        return clients.get(id_) if id_ else clients.with_token(token)

    def asks(self, asked: AskingProgram) -> None:
        self.wishes.append(asked)

    def document(self, address: str, cancelled: Event) -> bytes:
        del cancelled
        found = self.documents.get(address, Unavailable("It can't be reached."))
        if isinstance(found, KnownError):
            raise found
        return found

    def new_tokens(self, client_id: str, program: str) -> IssuedTokens | None:
        tokens = self.house.store.bridge_tokens
        return tokens.issue(client_id, program, now=self.house.clock(), window="")

    def renewed_tokens(self, token: str, program: str) -> IssuedTokens | None:
        tokens = self.house.store.bridge_tokens
        return tokens.renew(token, program, now=self.house.clock(), window="")

    def give_back(self, token: str, program: str) -> None:
        self.house.store.bridge_tokens.end(token, program)

    def end_tokens(self, client_id: str) -> None:
        self.house.store.bridge_tokens.end_of(client_id)

    def local_program(self) -> BridgeClient:
        return self.house.store.bridge_clients.get(LOCAL_PROGRAM)

    def runner(self, client_id: str, says_it_is: str, instance: str) -> Runner:
        clients = self.house.store.bridge_clients
        client = clients.get(client_id)
        return self.house.runner(
            Origin.MCP,
            name_of(client, says_it_is),
            scope=lambda: frozenset(clients.get(client_id).accounts),
            without=lambda: frozenset(clients.get(client_id).groups_off),
            family=lambda: clients.get(client_id).family,
            caller=client_id,
            instance=instance_of(client, instance),
            grant=lambda: clients.get(client_id).grant,
            held=self.stopped,
        )

    def stopped(self) -> str:
        return STOPPED if self.house.store.stopping.on else ""

    def sees(self, client_id: str) -> Seen:
        store = self.house.store
        return visible_state(store, store.bridge_clients.get(client_id))

    def called(self, client_id: str) -> None:
        self.house.store.bridge_clients.called(client_id, now=self.house.clock())


@dataclass
class Served:
    """A bridge that is on, and a client that may read everything."""

    house: TestHouse
    bridge: Bridge
    token: str
    client_id: str

    @property
    def url(self) -> str:
        return self.bridge.status.url

    @property
    def ids(self) -> SealedIds:
        """Ids of mail as programs at the bridge are told them."""
        return sealed_ids(self.house.store.db)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2].partition("/")[0])

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def allow(self, *accounts: str, off: tuple[str, ...] = (), family: str | None = None) -> None:
        self.house.store.bridge_clients.change(
            self.client_id, accounts=accounts, groups_off=off, family=family
        )

    def file(self) -> dict[str, object]:
        found: dict[str, object] = json.loads((self.house.profile / "bridge.json").read_text())
        return found


def make_bridge(
    house: TestHouse, told: Callable[[], None] = lambda: None, *, first_port: int = 0
) -> Bridge:
    def subscribe(callback: Callable[[Changes], None]) -> Callable[[], None]:
        return house.store.subscribe(callback)

    return Bridge(
        HouseDoor(house),
        house.settings,
        house.profile,
        version="1.2.3",
        clock=house.clock,
        told=told,
        subscribe=subscribe,
        run_token=RUN_TOKEN,
        first_port=first_port,
    )


@contextmanager
def served(house: TestHouse, *, name: str = "Test program") -> Iterator[Served]:
    """Switched on, with one client that may see the account `work` and use every tool."""
    bridge = make_bridge(house)
    house.settings.change("bridge.enabled", True)
    client, token = house.store.bridge_clients.add(name, now=house.now)
    bridge.start()
    try:
        assert bridge.wait().state is BridgeState.ON
        one = Served(house, bridge, token, client.id)
        one.allow("work")
        yield one
    finally:
        bridge.shutdown()
