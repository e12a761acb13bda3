"""Who wants to be told when mail or drafts have changed, in both eras of the protocol.

2025-11-25: sessions with a standing stream, which subscribe to resources one by one.
2026-07-28: `subscriptions/listen`, whose answer is the stream; the SDK's bus feeds those.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from mcp.server.session import ServerSession
from mcp.server.subscriptions import SubscriptionBus
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated, ToolsListChanged

from desktop_app.mcp_bridge.resources import SCHEMES
from desktop_app.model.changes import Changes

MOST_SESSIONS = 64
MOST_URIS = 100
"""Resources that one session may subscribe to."""

PAUSE_SECONDS = 0.5
"""Commits within this time are told as one: a sync makes many in a second."""

PATIENCE_SECONDS = 2.0
"""For a session that does not read what it is told."""

MAIL_HOSTS = frozenset({"messages", "message", "thread", "labels"})
DRAFT_HOSTS = frozenset({"drafts", "draft"})
_log = logging.getLogger(__name__)


@dataclass
class SubscribedSession:
    """One session of the older protocol and what it has subscribed to."""

    session: ServerSession
    uris: set[str] = field(default_factory=set)


class Listeners:
    """Used on the bridge's loop alone."""

    def __init__(self, bus: SubscriptionBus) -> None:
        self._bus = bus
        self._sessions: OrderedDict[str, SubscribedSession] = OrderedDict()
        self._watched: Counter[str] = Counter()
        self._pending = Changes()
        self._telling: asyncio.Task[None] | None = None

    def opened(self, session_id: str, session: ServerSession) -> None:
        """A session has said that it is ready; the oldest are forgotten above a bound."""
        self._sessions[session_id] = SubscribedSession(session)
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)

    def closed(self, session_id: str) -> None:
        self._sessions.pop(session_id, None)

    def subscribe(self, session_id: str, uri: str) -> None:
        """Tell the session when this resource changes; more than a bound are not kept."""
        known = self._sessions.get(session_id)
        if known is not None and len(known.uris) < MOST_URIS:
            known.uris.add(uri)

    def unsubscribe(self, session_id: str, uri: str) -> None:
        known = self._sessions.get(session_id)
        if known is not None:
            known.uris.discard(uri)

    @contextmanager
    def watching(self, uris: Sequence[str]) -> Iterator[None]:
        """While a stream of the newer protocol is open for these resources."""
        if not uris:
            yield
            return
        wanted = Counter(uris[:MOST_URIS])
        self._watched += wanted
        try:
            yield
        finally:
            self._watched -= wanted

    def announce(self, changes: Changes) -> None:
        """Tell everybody whom it concerns, together with what follows within the pause."""
        self._pending |= changes
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(PAUSE_SECONDS)
        changes, self._pending, self._telling = self._pending, Changes(), None
        hosts = (MAIL_HOSTS if changes.messages or changes.labels else frozenset()) | (
            DRAFT_HOSTS if changes.drafts else frozenset()
        )
        if changes.bridge:
            await self._bus.publish(ToolsListChanged())
        if hosts:
            await self._bus.publish(ResourcesListChanged())
        for uri in [uri for uri in self._watched if _of(uri, hosts)]:
            await self._bus.publish(ResourceUpdated(uri=uri))
        for session_id, known in list(self._sessions.items()):
            await self._tell_session(session_id, known, hosts, tools=changes.bridge)

    async def _tell_session(
        self, session_id: str, known: SubscribedSession, hosts: frozenset[str], *, tools: bool
    ) -> None:
        """A session that is gone is forgotten."""
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
            self.closed(session_id)


def _of(uri: str, hosts: frozenset[str]) -> bool:
    parts = urlsplit(uri)
    return parts.scheme in SCHEMES and parts.netloc in hosts
