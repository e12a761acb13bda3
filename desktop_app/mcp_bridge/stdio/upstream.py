"""The pipe's way to the running application, whichever run of it that is at the moment."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import httpx2

from desktop_app.mcp_bridge.stdio.place import Closed, Place, place_of, prove
from desktop_app.model.bridge import PIPE_HEADER

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
NAMES = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Whose name the newer protocol wants in a header (2026-07-28, transports, standard headers)."""

CONNECTS = "connection.connect_tcp.started"
"""What the HTTP client says when it makes a connection."""

RENEWAL = "draftdesk-renewal"
"""Id of the requests that the pipe makes itself."""

AGAIN_SECONDS = 2.0
"""How often a pipe whose application was closed looks for it again."""

SAID = {
    413: "The message is too large.",
    503: "Draftdesk has too many connections; try again in a moment.",
}
Message = Mapping[str, Any]
_GONE = frozenset((401, 404))
"""Statuses of another run of the application: another token, or a session it does not know."""


class Upstream:
    """`say` takes what comes from the application, message by message."""

    def __init__(self, profile: Path, say: Callable[[Any], None]) -> None:
        self._profile, self._say = profile, say
        self._pipe = secrets.token_hex(8)
        self._client: httpx2.AsyncClient | None = None
        self._where = Place("", "")
        self._hello: Message | None = None
        self._session = self._version = ""
        self._uris: set[str] = set()
        self._renewing = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def has_session(self) -> bool:
        """Whether the program talks by the older protocol."""
        return self._hello is not None

    async def pass_on(self, message: Message) -> str:
        """Ask, and say what comes back. Returns what went wrong in words where nothing came. Raises
        `Closed`, and `HTTPError` where an answer broke off."""
        self._note(message)
        if message.get("method") == "initialize":
            self._session = ""
        words = await self._once(message)
        if words is not None:
            return words
        self._session = ""  # another run of the application: once more, in a session of that
        words = await self._once(message)
        if words is None:
            raise Closed
        return words

    async def _once(self, message: Message) -> str | None:
        """As `pass_on`; None where another run of the application has been asked."""
        client, url, token = self._reached()
        if self._hello is not None and not self._session and not _begins(message):
            await self._renew()
        headers = {**self._headers(token), **_standard_headers(message)}
        body = json.dumps(message, ensure_ascii=False).encode()
        headers["Content-Type"] = "application/json"
        try:
            async with client.stream(
                "POST", url, content=body, headers=headers, extensions=self._proving()
            ) as answer:
                if answer.status_code in _GONE:
                    return None
                return await self._taken(message, answer)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            raise Closed from error

    def _reached(self) -> tuple[httpx2.AsyncClient, str, str]:
        """The running bridge. Connections to an earlier run of it are of no use any more."""
        where = place_of(self._profile)
        if self._client is None or where != self._where:
            self._where, self._session = where, ""
            if self._client is not None:
                self._ending = asyncio.create_task(self._client.aclose())
            patience = httpx2.Timeout(None, connect=5)
            self._client = httpx2.AsyncClient(timeout=patience, trust_env=False)
        return (self._client, *where)

    def _proving(self) -> dict[str, Any]:
        """Whoever is to be connected to proves to be the application first."""
        place = self._where

        async def traced(name: str, _: Any) -> None:
            if name == CONNECTS:
                await prove(place)

        return {"trace": traced}

    def _note(self, message: Message) -> None:
        """What a new session has to know of the one before."""
        method, params = message.get("method"), message.get("params")
        uri = params.get("uri") if isinstance(params, dict) else None
        if method == "initialize":
            self._hello = message
        elif method == "resources/subscribe" and isinstance(uri, str):
            self._uris.add(uri)
        elif method == "resources/unsubscribe" and isinstance(uri, str):
            self._uris.discard(uri)

    async def _renew(self) -> None:
        """A session like the one there was. Raises as `pass_on`."""
        async with self._renewing:
            if self._session or self._hello is None:
                return
            if not await self._ask({**self._hello, "id": RENEWAL}, first=True):
                raise Closed  # it has no session to go on with, and would be asked again at once
            await self._ask({"jsonrpc": "2.0", "method": "notifications/initialized"})
            for uri in sorted(self._uris):
                wanted = {"method": "resources/subscribe", "params": {"uri": uri}}
                await self._ask({"jsonrpc": "2.0", "id": RENEWAL, **wanted})
            self._listen()
            for changed in ("tools", "resources"):
                method = f"notifications/{changed}/list_changed"
                self._say({"jsonrpc": "2.0", "method": method})

    async def _ask(self, message: Message, *, first: bool = False) -> str:
        """A request of the pipe's own; the program hears nothing of the answer. Returns the id of
        the session."""
        client, url, token = self._reached()
        headers = {**self._headers(token), "Content-Type": "application/json"}
        try:
            async with client.stream(
                "POST",
                url,
                content=json.dumps(message).encode(),
                headers=headers,
                extensions=self._proving(),
            ) as answer:
                if answer.status_code in _GONE:
                    raise Closed
                if first:
                    self._session = answer.headers.get("mcp-session-id", "")
                async for each in _messages(answer):
                    self._note_version(first=first, message=each)
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            raise Closed from error
        return self._session

    async def _taken(self, message: Message, answer: httpx2.Response) -> str:
        """Say what comes back; in words what went wrong, where it is no message."""
        first = message.get("method") == "initialize"
        if first and (session := answer.headers.get("mcp-session-id")):
            self._session = session
        words = ""
        async for each in _messages(answer):
            if isinstance(each, dict) and "jsonrpc" in each:
                self._note_version(first=first, message=each)
                self._say(_to_who_asked(each, message))
            elif isinstance(each, dict) and isinstance(each.get("error"), str):
                words = each["error"]
        if answer.status_code >= 300 and not words:
            refused = f"Draftdesk refused the call ({answer.status_code})."
            words = SAID.get(answer.status_code, refused)
        if message.get("method") == "notifications/initialized" and self._session:
            self._listen()
        return words

    def look_out(self) -> None:
        """Tell the program when the application is there, by saying that lists have changed."""
        if self._hello is not None and self._listening is None:
            self._listen()

    def _listen(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        self._listening = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        """What the older protocol's server says by itself. When the application was closed it is
        looked for, and listened to again once it is there."""
        while True:
            try:
                client, url, token = self._reached()
                if not self._session:
                    self._listening = None
                    await self._renew()
                    return  # the new session has a task of its own
                async with client.stream(
                    "GET", url, headers=self._headers(token), extensions=self._proving()
                ) as answer:
                    if answer.status_code in _GONE:
                        self._session = ""
                    elif answer.status_code >= 300:
                        return
                    async for event in _events(answer):
                        self._say(event)
            except (Closed, httpx2.HTTPError):
                self._session = ""
            await self._pause()

    async def _pause(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)

    async def close(self) -> None:
        """End the session; nothing is left there."""
        if self._listening is not None:
            self._listening.cancel()
        if self._client is None:
            return
        try:
            if self._session:
                url, token = self._where
                await self._client.delete(
                    url, headers=self._headers(token), timeout=2, extensions=self._proving()
                )
            await self._client.aclose()
        except (OSError, httpx2.HTTPError, Closed):
            return

    def _headers(self, token: str) -> dict[str, str]:
        headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/json, text/event-stream",
            PIPE_HEADER: self._pipe,
        }
        if self._session:
            headers["Mcp-Session-Id"] = self._session
        if self._version and self._session:
            headers["Mcp-Protocol-Version"] = self._version
        return headers

    def _note_version(self, *, first: bool, message: Any) -> None:
        result = message.get("result") if first and isinstance(message, dict) else None
        if isinstance(result, dict):
            self._version = str(result.get("protocolVersion", ""))


def _begins(message: Message) -> bool:
    return message.get("method") == "initialize"


def _to_who_asked(answer: dict[str, Any], message: Message) -> dict[str, Any]:
    """An error without an id is the answer to the one message that was sent."""
    if "error" in answer and answer.get("id") is None and "id" in message:
        return {**answer, "id": message["id"]}
    return answer


def _standard_headers(message: Message) -> dict[str, str]:
    """What the newer protocol repeats from the body."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    if not isinstance(version, str) or not version.isascii() or not version.isprintable():
        return {}
    from mcp.shared.inbound import encode_header_value

    method = str(message.get("method", ""))
    headers = {"Mcp-Protocol-Version": version, "Mcp-Method": encode_header_value(method)}
    name = params.get(NAMES.get(method, "")) if isinstance(params, dict) else None
    if isinstance(name, str):
        headers["Mcp-Name"] = encode_header_value(name)
    return headers


async def _messages(answer: httpx2.Response) -> AsyncIterator[Any]:
    """The messages of an answer, as a stream or as one."""
    kind = answer.headers.get("content-type", "")
    if kind.startswith("text/event-stream"):
        async for event in _events(answer):
            yield event
        return
    body = await answer.aread()
    if kind.startswith("application/json") and body.strip():
        try:
            yield json.loads(body)
        except ValueError:
            return


async def _events(answer: httpx2.Response) -> AsyncIterator[Any]:
    """The messages of an event stream (HTML Living Standard, server-sent events)."""
    data: list[str] = []
    async for line in answer.aiter_lines():
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            text = "\n".join(data)
            data = []
            if text.strip():
                try:
                    yield json.loads(text)
                except ValueError:
                    continue
