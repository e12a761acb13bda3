"""The bridge on loopback: one listener, one path, one guard in front of it (guard.py).

Only this file listens.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import threading
from collections.abc import Callable, Coroutine, Sized
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.mcp_bridge.http.loopback import HOST, PATH
from desktop_app.model.bridge import BridgeState, BridgeStatus
from desktop_app.model.changes import Changes

if TYPE_CHECKING:
    from desktop_app.mcp_bridge.questions import Questions
    from desktop_app.mcp_bridge.visits import Door

MOST_HEAD = 65_536
"""Bytes of a request line with its headers. They are held in memory before a token is known."""

MOST_BODY = 5_000_000
"""Bytes of a request's body: more than the files that a draft may be given by their content."""

FILE = "bridge.json"
PATIENCE_SECONDS = 5.0
STOP_SECONDS = 0.5
"""How long answers under way may take once the bridge is switched off, or everything is stopped."""

KEPT_SECONDS = 120
"""How long a connection is kept for the next call: longer than clients keep theirs, or one would
send just when it is closed. uvicorn's own 5 are what HTTPX has."""

_log = logging.getLogger(__name__)


class Listener:
    """The bridge while it is on: a thread with its own loop. `start` and `stop` take less than a
    second; calls under way are broken off."""

    def __init__(
        self, door: Door, profile: Path, version: str, run_token: str, questions: Questions
    ) -> None:
        self._door, self._profile, self._version = door, profile, version
        self._run_token, self._questions = run_token, questions
        self._thread: threading.Thread | None = None
        self._server: Any = None
        self._app: Any = None
        self._visits: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._connections: Sized = ()
        self._end_sessions: Callable[[], Coroutine[Any, Any, None]] | None = None
        self.port = 0
        self.status = BridgeStatus(BridgeState.OFF)

    @property
    def connected(self) -> bool:
        """Whether anybody is connected."""
        return len(self._connections) > 0

    def start(self, port: int, told: Callable[[], None] = lambda: None, *, first: int = 0) -> None:
        """Listen on a port of loopback, 0 for any: `first`, where that is free. `told` is called
        when the status changed."""
        self.status = BridgeStatus(BridgeState.STARTING)
        self._ready.clear()
        self._thread = threading.Thread(
            target=self._run, args=(port, told, first), name="MCP bridge", daemon=True
        )
        self._thread.start()

    def wait(self) -> BridgeStatus:
        """Until it listens, or can't."""
        self._ready.wait(PATIENCE_SECONDS)
        return self.status

    def stop(self) -> None:
        """Close the port and end every call."""
        if self._thread is None:
            return
        self._ready.wait(PATIENCE_SECONDS)
        if self._visits is not None:
            self._visits.end()
        if self._server is not None:
            self._server.should_exit = True
            self._tell_to_end()
            self._thread.join(STOP_SECONDS)
            self._server.force_exit = True
        self._thread.join(PATIENCE_SECONDS)
        (self._profile / FILE).unlink(missing_ok=True)
        self._thread = self._server = self._loop = None
        self.status = BridgeStatus(BridgeState.OFF)

    def _tell_to_end(self) -> None:
        with suppress(RuntimeError, AttributeError):  # its loop has ended, or not begun
            self._loop.call_soon_threadsafe(self._server.told.set)  # type: ignore[union-attr]

    def announce(self, changes: Changes) -> None:
        """Something has changed: those who listen are told. Called by any thread."""
        loop, app = self._loop, self._app
        if changes.bridge and self._door.stopped():
            self._end_all()
        concerns = changes.messages or changes.labels or changes.drafts or changes.bridge
        if loop is None or app is None or not concerns:
            return
        try:
            loop.call_soon_threadsafe(app.announce, changes)
        except RuntimeError:
            return  # it has just been switched off

    def _end_all(self) -> None:
        """Every call and session ends, and every connection."""
        loop, end = self._loop, self._end_sessions
        if self._visits is None or loop is None or end is None:
            return
        self._visits.end()
        with suppress(RuntimeError):  # its loop has ended
            loop.call_soon_threadsafe(lambda: loop.create_task(end()))

    def _run(self, port: int, told: Callable[[], None], first: int) -> None:
        try:
            listening = _listen_first(port, first)
        except OSError as error:
            words = f"Port {port} can't be used: {error.strerror}."
            self.status = BridgeStatus(BridgeState.FAILED, trouble=words)
            self._ready.set()
            told()
            return
        try:
            asyncio.run(self._serve(listening, told))
        except Exception:  # noqa: BLE001  # the window says that it failed
            _log.exception("the bridge failed")
            self.status = BridgeStatus(BridgeState.FAILED, trouble="The bridge failed.")
        finally:
            listening.close()
            self._ready.set()
            told()

    async def _serve(self, listening: socket.socket, told: Callable[[], None]) -> None:
        import uvicorn

        from desktop_app.mcp_bridge.http.at_rest import ServerAtRest
        from desktop_app.mcp_bridge.http.connections import Connections, protocol_for
        from desktop_app.mcp_bridge.http.guard import Guard
        from desktop_app.mcp_bridge.http.oauth import LettingIn
        from desktop_app.mcp_bridge.server import CLIENT, INSTANCE, BridgeServer
        from desktop_app.mcp_bridge.visits import Visits

        self._loop = asyncio.get_running_loop()
        self.port = listening.getsockname()[1]
        self._visits = Visits(self._door)
        self._app = BridgeServer(self._visits, self._version)
        served = self._app.streamable_http_app(
            streamable_http_path=PATH, max_request_body_size=MOST_BODY
        )
        keys = (CLIENT, INSTANCE)
        letting_in = LettingIn(self._door, self._questions, lambda: self.port)
        guard = Guard(
            served,
            self._door,
            lambda: self.port,
            keys,
            run_token=self._run_token,
            letting_in=letting_in,
        )
        connections = self._connections = Connections()

        async def end_sessions() -> None:
            await guard.end_sessions()
            await asyncio.sleep(STOP_SECONDS)  # what was told to end can still say so
            connections.end_busy()

        self._end_sessions = end_sessions
        config = uvicorn.Config(
            guard,
            http=protocol_for(connections),  # h11: the one parser that bounds a head
            h11_max_incomplete_event_size=MOST_HEAD,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=1,
            timeout_keep_alive=KEPT_SECONDS,
            lifespan="off",
            interface="asgi3",
            proxy_headers=False,  # nobody stands in between
            ws="none",
        )
        self._server = ServerAtRest(config)
        url = f"http://{HOST}:{self.port}{PATH}"
        async with self._app.session_manager.run():
            _write(self._profile / FILE, {"url": url, "pid": os.getpid(), "token": self._run_token})
            self.status = BridgeStatus(BridgeState.ON, url)
            self._ready.set()
            told()
            await self._server.serve(sockets=[listening])


def _listen_first(port: int, first: int) -> socket.socket:
    """On `port`; where any will do, on `first` if that is free. Raises `OSError`."""
    if first and not port:
        with suppress(OSError):
            return _listen(first)
    return _listen(port)


def _listen(port: int) -> socket.socket:
    # asyncio sets TCP_NODELAY only on sockets whose protocol is named as TCP. Without it a reply
    # of several parts takes 40 ms longer.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(64)
    except OSError:
        listening.close()
        raise
    return listening


def _write(path: Path, values: dict[str, Any]) -> None:
    """Readable by this person alone, whole or not at all."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(values, file)
    fresh.replace(path)
