"""How answers go out: as one JSON document, unless something is said before the answer.

The SDK opens a stream of events (SSE) for every request of the older protocol, and most clients
close the connection together with the stream: each call made a new one. A server may answer with
either (MCP 2025-11-25, Transports, Streamable HTTP, "Sending Messages to the Server"). In the
newer protocol it answers with a document anyway, but gets ready for a stream first.

And what is in them: the SDK goes through a result four times, to check it, to copy it, to copy the
message that it is in, and to write that. The rows of a search are written once, and put into the
message when it goes out.

Imports the SDK: only when the bridge is switched on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import anyio
import msgspec
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from desktop_app.tools.catalogue import BY_ANY_NAME

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_DATA = b"data: "
_BRIEF = frozenset(name.encode() for name, tool in BY_ANY_NAME.items() if tool.brief)
"""Of these tools nothing is said on the way."""

_MODERN = frozenset(version.encode() for version in MODERN_PROTOCOL_VERSIONS)


FILLING = "draftdesk.filling"
"""Where the scope of a request has the `Filling` of its answer."""


class Replies:
    """ASGI, between the guard and the SDK. `streams` and `documents` are the SDK's session
    managers; of the second no stream ever comes, and it knows no sessions."""

    def __init__(self, streams: App, documents: App) -> None:
        self._streams, self._documents = streams, documents

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            await self._streams(scope, receive, send)
        elif _is_brief(scope):
            scope[FILLING] = filling = Filling(send)
            await self._documents(scope, receive, filling.send)
        else:
            exchange = _Exchange(receive, send)
            await self._streams(scope, exchange.receive, exchange.send)


def _is_brief(scope: Scope) -> bool:
    """Whether it says that it calls such a tool of the newer protocol; the SDK holds these
    headers against the body."""
    brief = modern = False
    for name, value in scope["headers"]:
        if name == b"mcp-name":
            brief = value in _BRIEF
        elif name == b"mcp-protocol-version":
            modern = value in _MODERN
    return brief and modern


class Filling:
    """What a result gets besides what the SDK makes of it. `members` are JSON that is ready, by
    their names in the result (CallToolResult), where they take the place of the SDK's; without
    any the answer goes out as it is."""

    def __init__(self, send: Send) -> None:
        self.members: dict[str, msgspec.Raw] = {}
        self._send = send
        self._head: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self.members:
            self._head = message
            return
        head, self._head = self._head, None
        if head is not None:
            document = filled(message["body"], self.members)
            await self._send({**head, "headers": _as_document(head["headers"], document)})
            message = {**message, "body": document}
        await self._send(message)


def filled(answer: bytes, members: Mapping[str, msgspec.Raw]) -> bytes:
    """A JSON-RPC answer with these members in its result; an error as it is."""
    message = _raw_decoder.decode(answer)
    if "result" not in message:
        return answer
    result = {**_raw_decoder.decode(message["result"]), **members}
    return msgspec.json.encode({**message, "result": result})


_raw_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


class _Exchange:
    """One request: a stream that begins with its answer becomes that answer."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._head: Message | None = None
        self._answered = False

    async def receive(self) -> Message:
        message = await self._receive()
        if self._answered:  # it is not the client who left: what the SDK still does ends by itself
            await anyio.sleep_forever()
        return message

    async def send(self, message: Message) -> None:
        if self._answered:
            return
        if message["type"] == "http.response.start" and _is_stream(message):
            self._head = message
            return
        head, self._head = self._head, None
        if head is not None:
            document = answer_of(message.get("body", b""))
            if document is not None:
                self._answered = True
                await self._send({**head, "headers": _as_document(head["headers"], document)})
                message = {"type": "http.response.body", "body": document}
            else:
                await self._send(head)
        await self._send(message)


def _is_stream(head: Message) -> bool:
    return any(
        name == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in head["headers"]
    )


def _as_document(headers: list[tuple[bytes, bytes]], document: bytes) -> list[tuple[bytes, bytes]]:
    return [
        *((name, value) for name, value in headers if name not in _OF_A_BODY),
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(document)),
    ]


_OF_A_BODY = frozenset({b"content-type", b"content-length"})


class _Sent(msgspec.Struct):
    """What tells a JSON-RPC answer from a request or a notification: it names no method."""

    method: str | None = None


_decoder = msgspec.json.Decoder(_Sent)


def answer_of(event: bytes) -> bytes | None:
    """The JSON of an event (WHATWG HTML, 9.2.6) that is a JSON-RPC answer and no more: not one
    that a client may come back to by its id, nor a comment that keeps the connection open."""
    kind, _, rest = event.partition(b"\r\n")
    data, _, end = rest.partition(b"\r\n")
    if kind != b"event: message" or not data.startswith(_DATA) or end != b"\r\n":
        return None
    document = data[len(_DATA) :]
    try:
        return document if _decoder.decode(document).method is None else None
    except msgspec.DecodeError:
        return None
