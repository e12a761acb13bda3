"""Connections to the bridge, bounded in number and time: whoever has shown no token holds few of
them, for seconds."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 5.0
"""From the first byte of a request, or from the connection, to the end of its headers."""

BODY_SECONDS = 30.0
REFUSED_SECONDS = 2.0
"""How long one may read why it was refused."""

MOST_STRANGERS = 128
"""Connections on which nobody has shown a token: the oldest gives way to a new one. Every
connection begins like that, so that a program which makes many at once needs room for all."""

MOST_OF_A_CLIENT = 64
MOST = 256
KEY = "draftdesk.connection"
"""Where a request finds its connection, in the state of its scope."""


class Connections:
    """All connections of one listener, oldest first. Used on the bridge's loop alone."""

    def __init__(self) -> None:
        self._open: dict[TimedConnection, str] = {}
        """Each with the id of its client, empty while nobody has shown a token on it."""

        self._numbers: Iterator[int] = itertools.count(1)

    def opened(self, connection: TimedConnection) -> int:
        """Note a connection; its number, which no other has had."""
        self._open[connection] = ""
        self._bound("", MOST_STRANGERS)
        while len(self._open) > MOST:
            next(iter(self._open)).end()
        return next(self._numbers)

    def known(self, connection: TimedConnection, client_id: str) -> None:
        """Whose it is, by the token of its newest request."""
        if connection in self._open and self._open[connection] != client_id:
            self._open[connection] = client_id
            self._bound(client_id, MOST_OF_A_CLIENT)

    def closed(self, connection: TimedConnection) -> None:
        self._open.pop(connection, None)

    def _bound(self, client_id: str, most: int) -> None:
        theirs = [one for one, whose in self._open.items() if whose == client_id]
        for one in theirs[: max(len(theirs) - most, 0)]:
            one.end()

    def end_busy(self) -> None:
        """Every connection on which something is still under way ends."""
        for one in tuple(self._open):
            if not one.idle:
                one.end()

    def __len__(self) -> int:
        return len(self._open)


class TimedConnection(H11Protocol):
    """uvicorn's connection with limits of time. It has none but for keeping alive."""

    # WORKAROUND uvicorn bounds neither the time of a head or a body nor the connections without a
    # request; https://github.com/Kludex/uvicorn/issues/157; uvicorn 0.54; remove when it does.

    number = 0
    registry: Connections
    """Those of its listener."""

    _deadline: asyncio.TimerHandle | None = None
    _client_id = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, KEY: self}
        self._within(HEAD_SECONDS)
        self.number = self.registry.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self.registry.closed(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        idle = self.idle
        super().data_received(data)
        if self.transport.is_closing():
            self._within(None)
        elif not self.idle:
            self._within(BODY_SECONDS if self.cycle.more_body else None, anew=idle)
        elif idle and self.conn.their_state is h11.IDLE:
            self._within(HEAD_SECONDS, anew=False)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._client_id:
            self._within(REFUSED_SECONDS)
        elif self.idle:
            self._within(None)

    def known(self, client_id: str) -> None:
        """A request on it has shown this client's token."""
        self._client_id = client_id
        self.registry.known(self, client_id)

    def end(self) -> None:
        """Break it off."""
        self.registry.closed(self)
        self._within(None)
        self.transport.abort()

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _within(self, seconds: float | None, *, anew: bool = True) -> None:
        """End in so many seconds, unless something happens by then."""
        if self._deadline is not None:
            if not anew and seconds is not None:
                return
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self.end)


def protocol_for(connections: Connections) -> type[TimedConnection]:
    """The class of a listener's connections, as uvicorn wants it."""
    return type("BridgeConnection", (TimedConnection,), {"registry": connections})


def connection_of(scope: dict[str, Any]) -> TimedConnection | None:
    found = scope.get("state", {}).get(KEY)
    return found if isinstance(found, TimedConnection) else None
