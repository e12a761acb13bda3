"""HTTP/1.1 as the bridge reads and writes it: uvicorn's faster parser, a bound on what a head may
be, and replies that are one write.

Imports uvicorn: only when the bridge is switched on.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 65_536
"""Bytes of a request line and its headers (RFC 9110, section 5.4): nobody's are a tenth of it.
Before the head is whole nobody knows who sends it, and the parser would keep any amount. What the
first piece from the socket holds of it is not counted."""


class BridgeProtocol(HttpToolsProtocol):
    """One connection."""

    _in_head = True
    _begun = False
    _head = 0

    def on_message_begin(self) -> None:
        self._in_head = self._begun = True
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        if self.scope["method"] != "HEAD":
            self.cycle.transport = cast("asyncio.Transport", Together(self.transport))

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self._in_head or self.transport.is_closing():
            return
        if self._begun:  # in this piece, behind what may be the end of another message
            self._begun = False
            return
        self._head += len(data)
        if self._head > MOST_HEAD:
            self.send_400_response("The headers are too long.")


class Together:
    """The transport of one reply: a head that says how long the body is goes out with the body.
    In two pieces the client would wake up for either."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head: bytes | None = None

    def write(self, data: bytes) -> None:
        if self._head is None and not data.startswith(_CONTINUE):
            self._head = data if _LENGTH in data else b""
            if self._head:
                return
        elif self._head:
            data, self._head = self._head + data, b""
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


_CONTINUE = b"HTTP/1.1 100 "
_LENGTH = b"\r\ncontent-length: "
