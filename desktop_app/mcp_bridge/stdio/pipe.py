"""`draftdesk mcp`: a thin pipe between a program that started it and the bridge of the running
application. Standard output is the wire; nothing else is ever written to it.

Messages are passed on as they are, in both eras of the protocol (2025-11-25: one session;
2026-07-28: each request by itself, its headers taken from its body). The application may be closed,
started or started again meanwhile: the pipe makes a new session by itself, and answers in the place
of an application that is not there.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import httpx2

from desktop_app.mcp_bridge.stdio.closed import NOT_THERE, answered
from desktop_app.mcp_bridge.stdio.lines import Line, NoMessage, lines, message_in
from desktop_app.mcp_bridge.stdio.place import Closed
from desktop_app.mcp_bridge.stdio.upstream import VERSION_KEY, Upstream

BROKEN = (
    "Draftdesk was closed before it had answered. What was asked for may have been done; look "
    "before you ask again."
)
ENDED = "The pipe to Draftdesk ends before there was an answer."
LAST_SECONDS = 10.0
"""How long answers may take once the program has closed its end."""

STOP_SECONDS = 1.0
"""And once the pipe is told to stop."""

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
Message = dict[str, Any]


class Pipe:
    """One program's messages. `incoming` and `outgoing` are its standard input and output."""

    def __init__(self, profile: Path, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._in, self._out = incoming.fileno(), outgoing.fileno()
        self._upstream = Upstream(profile, self._say)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._owed: dict[str, Message] = {}
        """Requests without an answer so far, by their ids."""

        self._stopped = asyncio.Event()
        self._deaf = False

    async def run(self) -> None:
        """Until the program closes its end, or the pipe is told to stop; then every request that is
        left is answered, and nothing is left behind."""
        loop = asyncio.get_running_loop()
        for interrupt in _INTERRUPTS:
            with suppress(NotImplementedError):  # Windows; `serve` takes Ctrl+C there
                loop.add_signal_handler(interrupt, self._stopped.set)
        try:
            await self._read()
            await self._finish(STOP_SECONDS if self._stopped.is_set() else LAST_SECONDS)
        finally:
            for message in list(self._owed.values()):
                self._fail(message, ENDED)
            await self._upstream.close()

    async def _read(self) -> None:
        """Take lines as they come, read by a thread that may be left waiting."""
        loop, queue = asyncio.get_running_loop(), asyncio.Queue[Line | None]()

        def read() -> None:
            for line in lines(self._in):
                loop.call_soon_threadsafe(queue.put_nowait, line)
            loop.call_soon_threadsafe(queue.put_nowait, None)

        threading.Thread(target=read, daemon=True).start()
        stopped = asyncio.create_task(self._stopped.wait())
        while not self._stopped.is_set():
            waiting = asyncio.create_task(queue.get())
            await asyncio.wait({waiting, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                waiting.cancel()
                break
            line = waiting.result()
            if line is None:
                break
            if line.data.strip() and (first := self._take(line)) is not None:
                await asyncio.wait({first, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()

    async def _finish(self, seconds: float) -> None:
        """Wait for what is being answered; a stream that only listens has no end."""
        waited_for = [
            task
            for key, task in self._tasks.items()
            if self._owed.get(key, {}).get("method") != "subscriptions/listen"
        ]
        if waited_for and not self._deaf:
            await asyncio.wait(waited_for, timeout=seconds)
        for task in self._tasks.values():
            task.cancel()

    def _take(self, line: Line) -> asyncio.Task[None] | None:
        """Begin to answer a line; the task where the next line has to wait for it."""
        try:
            message = message_in(line)
        except NoMessage as problem:
            self._say(problem.answer)
            return None
        params = message.get("params")
        if message.get("method") == "notifications/cancelled" and isinstance(params, dict):
            task = self._tasks.get(json.dumps(params.get("requestId")))
            if task is not None and not self._upstream.has_session:
                task.cancel()  # the newer protocol cancels by closing the answer
                return None
        return self._start(message)

    def _start(self, message: Message) -> asyncio.Task[None] | None:
        """In order as far as the handshake and notifications go; requests answer when they do."""
        key = json.dumps(message.get("id"))
        if "id" in message and "method" in message:
            self._owed[key] = message
        task = asyncio.create_task(self._post(message))
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._done(key, done))
        in_order = "id" not in message or message.get("method") == "initialize"
        return task if in_order else None

    def _done(self, key: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
            self._owed.pop(key, None)  # answered, or cancelled by who asked

    async def _post(self, message: Message) -> None:
        """Pass one message on, and whatever comes back for it."""
        try:
            words = await self._upstream.pass_on(message)
        except Closed:
            self._upstream.look_out()
            if "id" in message and "method" in message:
                self._say(answered(message, newer=VERSION_KEY in _meta(message)))
        except httpx2.HTTPError:
            self._fail(message, BROKEN)
        else:
            if json.dumps(message.get("id")) in self._owed:
                self._fail(message, words or BROKEN)

    def _fail(self, message: Mapping[str, Any], words: str) -> None:
        if "id" in message and "method" in message:
            error = {"code": NOT_THERE, "message": words}
            self._say({"jsonrpc": "2.0", "id": message["id"], "error": error})

    def _say(self, message: Any) -> None:
        """Write a message. Nobody reads any more: the pipe ends."""
        if isinstance(message, dict) and "method" not in message:
            self._owed.pop(json.dumps(message.get("id")), None)
        left = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        try:
            while left and not self._deaf:
                left = left[os.write(self._out, left) :]
        except OSError:
            self._deaf = True
            self._stopped.set()


def _meta(message: Mapping[str, Any]) -> Mapping[str, Any]:
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def serve(profile: Path) -> int:
    """Pipe until standard input ends, or Ctrl+C."""
    with suppress(KeyboardInterrupt):
        asyncio.run(Pipe(profile, sys.stdin.buffer, sys.stdout.buffer).run())
    return 0
