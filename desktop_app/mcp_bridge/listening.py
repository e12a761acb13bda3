"""Who wants to be told when mail or drafts have changed, in both eras of the protocol.

2025-11-25: sessions with a standing stream, which subscribe to resources one by one.
2026-07-28: `subscriptions/listen`, whose answer is the stream; the SDK's bus feeds those.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import (
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)
from mcp_types import INVALID_REQUEST

from desktop_app.mcp_bridge.resources import SCHEMES
from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.model.visible_state import Seen

MOST_SESSIONS = 32
"""Of one client."""

MOST_STREAMS = 16
"""Open streams of the newer protocol, of one client."""

MOST_URIS = 100
"""Resources that one session or stream may subscribe to."""

PAUSE_SECONDS = 0.5
"""Commits within this time are told as one: a sync makes many in a second."""

PATIENCE_SECONDS = 2.0
"""For a session that does not read what it is told."""

MAIL_HOSTS = frozenset({"messages", "message", "thread", "labels"})
DRAFT_HOSTS = frozenset({"drafts", "draft"})
_log = logging.getLogger(__name__)
Sees = Callable[[str], Seen]
"""What a client may see, as `Door.sees` has it."""


class ClientBus:
    """The SDK's bus, for the streams of one client at a time. `client` says whose a stream is that
    begins now."""

    def __init__(self, client: Callable[[], str]) -> None:
        self._client = client
        self._buses: dict[str, InMemorySubscriptionBus] = {}

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        bus = self._buses.setdefault(self._client(), InMemorySubscriptionBus())
        return bus.subscribe(listener)

    async def publish(self, event: ServerEvent) -> None:
        """Nothing is told to everybody: what changes for one program is nothing to another."""

    async def tell(self, client_id: str, event: ServerEvent) -> None:
        if client_id in self._buses:
            await self._buses[client_id].publish(event)


@dataclass
class SubscribedSession:
    """One session of the older protocol and what it has subscribed to."""

    session: ServerSession
    uris: set[str] = field(default_factory=set)


@dataclass
class _Listening:
    """What one client listens to, and what it could see when it was last told."""

    begun: bool = False
    seen: Seen = field(default_factory=Seen)
    sessions: OrderedDict[str, SubscribedSession] = field(default_factory=OrderedDict)
    watched: Counter[str] = field(default_factory=Counter)
    streams: int = 0


class Listeners:
    """Used on the bridge's loop alone."""

    def __init__(self, bus: ClientBus, sees: Sees) -> None:
        self._bus, self._sees = bus, sees
        self._clients: dict[str, _Listening] = {}
        self._pending = Changes()
        self._telling: asyncio.Task[None] | None = None

    async def opened(self, client_id: str, session_id: str, session: ServerSession) -> None:
        """A session has said that it is ready; the client's oldest are forgotten above a bound."""
        known = self._listening(client_id)
        known.sessions[session_id] = SubscribedSession(session)
        while len(known.sessions) > MOST_SESSIONS:
            known.sessions.popitem(last=False)
        await self._begin(client_id, known)

    def closed(self, client_id: str, session_id: str) -> None:
        known = self._clients.get(client_id)
        if known is not None:
            known.sessions.pop(session_id, None)
            self._forget(client_id)

    def subscribe(self, client_id: str, session_id: str, uri: str) -> None:
        """Tell the session when this resource changes; more than a bound are not kept."""
        known = self._session(client_id, session_id)
        if known is not None and len(known.uris) < MOST_URIS:
            known.uris.add(uri)

    def unsubscribe(self, client_id: str, session_id: str, uri: str) -> None:
        known = self._session(client_id, session_id)
        if known is not None:
            known.uris.discard(uri)

    @asynccontextmanager
    async def watching(self, client_id: str, uris: Sequence[str]) -> AsyncIterator[None]:
        """While a stream of the newer protocol is open for these resources. Raises `MCPError`
        where the client has as many as it may."""
        known = self._listening(client_id)
        if known.streams >= MOST_STREAMS:
            raise MCPError(INVALID_REQUEST, "You listen on too many streams already; close some.")
        wanted = Counter(uris[:MOST_URIS])
        known.watched += wanted
        known.streams += 1
        try:
            await self._begin(client_id, known)
            yield
        finally:
            known.watched -= wanted
            known.streams -= 1
            self._forget(client_id)

    def announce(self, changes: Changes) -> None:
        """Tell everybody whom it concerns, together with what follows within the pause."""
        self._pending |= changes
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(PAUSE_SECONDS)
        changes, self._pending, self._telling = self._pending, Changes(), None
        for client_id, known in list(self._clients.items()):
            hosts, tools = await self._changed(client_id, known, changes)
            await self._tell_client(client_id, known, hosts, tools=tools)

    async def _changed(
        self, client_id: str, known: _Listening, changes: Changes
    ) -> tuple[frozenset[str], bool]:
        """The hosts of resources that have changed for this client, and whether its list of tools
        has: of what it may not see it is told nothing, not even that something came, and nothing of
        another program."""
        mail, drafts = changes.messages or changes.labels, changes.drafts
        if not (mail or drafts or changes.bridge):
            return frozenset(), False
        before, now = known.seen, await self._look(client_id)
        known.seen = now
        mail = mail and (now.all_mail or now.mail != before.mail)
        drafts = drafts and now.drafts != before.drafts
        hosts = (MAIL_HOSTS if mail else frozenset()) | (DRAFT_HOSTS if drafts else frozenset())
        return hosts, now.tools != before.tools

    async def _look(self, client_id: str) -> Seen:
        try:
            return await asyncio.to_thread(self._sees, client_id)
        except KnownError:  # its token is worth nothing any more, or the store can't be read
            return Seen()

    async def _tell_client(
        self, client_id: str, known: _Listening, hosts: frozenset[str], *, tools: bool
    ) -> None:
        if tools:
            await self._bus.tell(client_id, ToolsListChanged())
        if hosts:
            await self._bus.tell(client_id, ResourcesListChanged())
        for uri in [uri for uri in known.watched if _of(uri, hosts)]:
            await self._bus.tell(client_id, ResourceUpdated(uri=uri))
        for session_id, session in list(known.sessions.items()):
            if not await self._told(session, hosts, tools=tools):
                self.closed(client_id, session_id)

    @staticmethod
    async def _told(known: SubscribedSession, hosts: frozenset[str], *, tools: bool) -> bool:
        """Whether the session is still there."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                if tools:
                    await known.session.send_tool_list_changed()
                if hosts:
                    await known.session.send_resource_list_changed()
                for uri in [uri for uri in known.uris if _of(uri, hosts)]:
                    await known.session.send_resource_updated(uri)
        except Exception:  # noqa: BLE001  # the SDK says in several ways that nobody is there
            _log.info("a session of the MCP bridge is gone")
            return False
        return True

    def _listening(self, client_id: str) -> _Listening:
        return self._clients.setdefault(client_id, _Listening())

    async def _begin(self, client_id: str, known: _Listening) -> None:
        """Changes from now on are told."""
        if not known.begun:
            known.begun, known.seen = True, await self._look(client_id)

    def _session(self, client_id: str, session_id: str) -> SubscribedSession | None:
        known = self._clients.get(client_id)
        return known.sessions.get(session_id) if known is not None else None

    def _forget(self, client_id: str) -> None:
        """Nothing is kept of a client that does not listen any more."""
        known = self._clients.get(client_id)
        if known is not None and not known.sessions and not known.streams:
            del self._clients[client_id]


def _of(uri: str, hosts: frozenset[str]) -> bool:
    parts = urlsplit(uri)
    return parts.scheme in SCHEMES and parts.netloc in hosts
