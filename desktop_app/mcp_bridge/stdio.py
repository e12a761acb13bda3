"""`draftdesk mcp`: a thin pipe between a program that started it and the bridge of the running
application. Standard output is the wire; nothing else is ever written to it.

Messages are passed on as they are, in both eras of the protocol (2025-11-25: one session;
2026-07-28: each request by itself, its headers taken from its body).
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import IO, Any

import httpx2

FILE = "bridge.json"
NOT_THERE = -32000
OFF = (
    "Draftdesk is not running, or its MCP bridge is off. Ask the person to start Draftdesk and to "
    "switch on Settings → MCP bridge, then try again."
)
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
NAMES = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Whose name the newer protocol wants in a header (2026-07-28, transports, standard headers)."""

LONGEST_LINE = 1_000_000


class Pipe:
    """One program's messages. `incoming` and `outgoing` are its standard input and output."""

    def __init__(self, profile: Path, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._profile, self._in, self._out = profile, incoming, outgoing
        self._lock = threading.Lock()
        self._session = self._version = ""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._others: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the program closes its end; then nothing is left behind."""
        patience = httpx2.Timeout(None, connect=5)
        async with httpx2.AsyncClient(timeout=patience, trust_env=False) as client:
            try:
                async for line in self._lines():
                    await self._take(client, line)
            finally:
                for task in (*self._tasks.values(), *self._others):
                    task.cancel()
                await self._end_session(client)

    async def _lines(self) -> AsyncIterator[bytes]:
        """Lines as they come, read by a thread that may be left waiting."""
        loop, queue = asyncio.get_running_loop(), asyncio.Queue[bytes]()

        def read() -> None:
            for line in iter(lambda: self._in.readline(LONGEST_LINE), b""):
                loop.call_soon_threadsafe(queue.put_nowait, line)
            loop.call_soon_threadsafe(queue.put_nowait, b"")

        threading.Thread(target=read, daemon=True).start()
        while line := await queue.get():
            if line.strip():
                yield line

    async def _take(self, client: httpx2.AsyncClient, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            self._say(
                {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "No JSON."}}
            )
            return
        if not isinstance(message, dict):
            self._say(
                {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "No message."}}
            )
            return
        params = message.get("params")
        if message.get("method") == "notifications/cancelled" and isinstance(params, dict):
            task = self._tasks.get(json.dumps(params.get("requestId")))
            if task is not None and not self._session:
                task.cancel()  # the newer protocol cancels by closing the answer
                return
        await self._start(client, message)

    async def _start(self, client: httpx2.AsyncClient, message: dict[str, Any]) -> None:
        """In order as far as the handshake and notifications go; requests answer when they do."""
        key = json.dumps(message.get("id"))
        task = asyncio.create_task(self._post(client, message))
        if "id" not in message or message.get("method") == "initialize":
            await task
            return
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    async def _post(self, client: httpx2.AsyncClient, message: dict[str, Any]) -> None:
        """Pass one message on, and whatever comes back for it."""
        try:
            where = self._where()
            headers = {**self._headers(where), **_standard_headers(message)}
            async with client.stream("POST", where["url"], json=message, headers=headers) as answer:
                await self._answer(client, message, answer)
        except (OSError, ValueError, KeyError, httpx2.HTTPError):
            self._fail(message, OFF)

    async def _answer(
        self, client: httpx2.AsyncClient, message: dict[str, Any], answer: httpx2.Response
    ) -> None:
        first = message.get("method") == "initialize"
        if first and (session := answer.headers.get("mcp-session-id")):
            self._session = session
        kind = answer.headers.get("content-type", "")
        if kind.startswith("text/event-stream"):
            async for event in _events(answer):
                self._note_version(first, event)
                self._say(event)
        elif answer.status_code < 300 or kind.startswith("application/json"):
            body = await answer.aread()
            if body.strip():
                self._say_answer(message, json.loads(body), first=first)
        else:
            self._fail(message, f"Draftdesk refused the call ({answer.status_code}).")
        if message.get("method") == "notifications/initialized" and self._session:
            task = asyncio.create_task(self._listen(client))
            self._others.add(task)
            task.add_done_callback(self._others.discard)

    def _say_answer(self, message: dict[str, Any], found: Any, *, first: bool) -> None:
        if isinstance(found, dict) and "jsonrpc" in found:
            self._note_version(first, found)
            self._say(found)
        else:
            self._fail(message, OFF)

    async def _listen(self, client: httpx2.AsyncClient) -> None:
        """What the older protocol's server says by itself: that a list has changed."""
        try:
            where = self._where()
            headers = {**self._headers(where), "Accept": "text/event-stream"}
            async with client.stream("GET", where["url"], headers=headers) as answer:
                if answer.status_code == 200:
                    async for event in _events(answer):
                        self._say(event)
        except (OSError, ValueError, KeyError, httpx2.HTTPError):
            return

    async def _end_session(self, client: httpx2.AsyncClient) -> None:
        if not self._session:
            return
        try:
            where = self._where()
            await client.delete(where["url"], headers=self._headers(where), timeout=2)
        except (OSError, ValueError, KeyError, httpx2.HTTPError):
            return

    def _where(self) -> dict[str, Any]:
        """The running bridge. Raises `OSError`, `ValueError`, `KeyError` when there is none."""
        found = json.loads((self._profile / FILE).read_text("utf-8"))
        return {"url": str(found["url"]), "token": str(found["token"])}

    def _headers(self, where: Mapping[str, Any]) -> dict[str, str]:
        headers = {
            "Authorization": f"Bearer {where['token']}",
            "Accept": "application/json, text/event-stream",
        }
        if self._session:
            headers["Mcp-Session-Id"] = self._session
        if self._version:
            headers["Mcp-Protocol-Version"] = self._version
        return headers

    def _note_version(self, first: bool, message: Any) -> None:
        result = message.get("result") if first and isinstance(message, dict) else None
        if isinstance(result, dict):
            self._version = str(result.get("protocolVersion", ""))

    def _fail(self, message: Mapping[str, Any], words: str) -> None:
        if "id" in message and "method" in message:
            error = {"code": NOT_THERE, "message": words}
            self._say({"jsonrpc": "2.0", "id": message["id"], "error": error})

    def _say(self, message: Any) -> None:
        with self._lock:
            self._out.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._out.flush()


def _no_message(code: int, words: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": words}}


def _standard_headers(message: Mapping[str, Any]) -> dict[str, str]:
    """What the newer protocol repeats from the body."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    if not isinstance(version, str):
        return {}
    method = str(message.get("method", ""))
    headers = {"Mcp-Protocol-Version": version, "Mcp-Method": method}
    name = params.get(NAMES.get(method, "")) if isinstance(params, dict) else None
    if isinstance(name, str):
        from mcp.shared.inbound import encode_header_value

        headers["Mcp-Name"] = encode_header_value(name)
    return headers


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
                yield json.loads(text)


def serve(profile: Path) -> int:
    """Pipe until standard input ends."""
    asyncio.run(Pipe(profile, sys.stdin.buffer, sys.stdout.buffer).run())
    return 0
