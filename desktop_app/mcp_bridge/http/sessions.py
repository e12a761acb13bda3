"""Sessions of the older protocol, bounded for each client: its own oldest gives way."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

MOST = 32
"""Sessions of one client; a program has one."""

HEADER = b"mcp-session-id"
End = Callable[[str, str], Awaitable[None]]
"""Ends a client's session."""


class Sessions:
    """Used on the bridge's loop alone."""

    def __init__(self, end: End) -> None:
        self._end = end
        self._of: dict[str, OrderedDict[str, None]] = {}

    def used(self, client_id: str, session: str) -> None:
        """A request names the session."""
        known = self._of.get(client_id, OrderedDict())
        if session in known:
            known.move_to_end(session)

    async def opened(self, client_id: str, session: str) -> None:
        """An answer names a session: a new one, unless it is known."""
        known = self._of.setdefault(client_id, OrderedDict())
        known[session] = None
        known.move_to_end(session)
        while len(known) > MOST:
            oldest, _ = known.popitem(last=False)
            await self._end(client_id, oldest)

    async def end_all(self) -> None:
        """Every session of every client ends."""
        known, self._of = self._of, {}
        for client_id, sessions in known.items():
            for session in sessions:
                await self._end(client_id, session)

    def closed(self, client_id: str, session: str) -> None:
        self._of.get(client_id, OrderedDict()).pop(session, None)


def session_in(headers: list[tuple[bytes, bytes]]) -> str:
    found: Any = next((value for name, value in headers if name.lower() == HEADER), b"")
    return bytes(found).decode("latin-1")
