"""The bridge on loopback: one listener, one path, one guard in front of it.

Only this file of the room listens. A request gets past the guard with the right method, host,
content type and token, and without an Origin: no web page may talk to the bridge.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.model.bridge import BridgeState, BridgeStatus
from desktop_app.model.changes import Changes

if TYPE_CHECKING:
    from desktop_app.mcp_bridge.visits import Door

PATH = "/mcp"
HOST = "127.0.0.1"
MOST_HEAD = 65_536
"""Bytes of a request line with its headers. They are held in memory before a token is known."""

MOST_BODY = 5_000_000
"""Bytes of a request's body: more than the files that a draft may be given by their content."""

NOTED_SECONDS = 5.0
"""How exactly the time of a client's last call is known."""

FILE = "bridge.json"
PATIENCE_SECONDS = 5.0
STOP_SECONDS = 0.5
"""How long answers under way may take once the bridge is switched off."""

METHODS = frozenset({"POST", "GET", "DELETE"})
KEPT_SECONDS = 120
"""How long a connection is kept for the next call: longer than clients keep theirs, or one would
send just when it is closed. uvicorn's own 5 are what HTTPX has."""

_log = logging.getLogger(__name__)
Scope = dict[str, Any]
Headers = dict[bytes, bytes]


class Guard:
    """ASGI: lets through who has a token, and puts the client's id into the scope."""

    def __init__(self, inner: Any, door: Door, port: Callable[[], int], key: str) -> None:
        self._inner, self._door, self._port, self._key = inner, door, port, key
        self._noted: dict[str, float] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        headers, twice = _by_name(scope["headers"])
        status, words = self._judge(scope, headers, twice)
        if status is None:
            client = self._door.client(_token(headers))
            if client is not None:
                scope[self._key] = client.id
                await self._note(client.id)
                await self._inner(scope, receive, send)
                return
            status, words = HTTPStatus.UNAUTHORIZED, "A token is needed."
        await _refuse(send, status, words)

    async def _note(self, client_id: str) -> None:
        """That the client is there: written down once in a while, not for every call."""
        now = time.monotonic()
        if now - self._noted.get(client_id, -NOTED_SECONDS) >= NOTED_SECONDS:
            self._noted[client_id] = now
            await asyncio.to_thread(self._door.called, client_id)

    def _judge(
        self, scope: Scope, given: Headers, twice: frozenset[bytes]
    ) -> tuple[HTTPStatus | None, str]:
        """What is wrong with a request besides its token, if anything."""
        if not _ONCE.isdisjoint(twice):
            return HTTPStatus.BAD_REQUEST, "A header is there twice."
        host, _, port = given.get(b"host", b"").partition(b":")
        if host not in _HOSTS or port != b"%d" % self._port():
            return HTTPStatus.MISDIRECTED_REQUEST, "This is not the host."
        if b"origin" in given:
            return HTTPStatus.FORBIDDEN, "No web page may call."
        if scope["path"] != PATH:
            return HTTPStatus.NOT_FOUND, "There is nothing here."
        if scope["method"] not in METHODS:
            return HTTPStatus.METHOD_NOT_ALLOWED, "This method is not served."
        kind = given.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if scope["method"] == "POST" and kind != b"application/json":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "JSON is expected."
        return None, ""


_HOSTS = frozenset({HOST.encode(), b"localhost"})
_ONCE = frozenset({b"host", b"origin", b"authorization", b"content-type", b"mcp-session-id"})


def _by_name(headers: Iterable[tuple[bytes, bytes]]) -> tuple[Headers, frozenset[bytes]]:
    """The headers, names in small letters as ASGI has them, and which are there twice."""
    given: Headers = {}
    twice = set()
    for name, value in headers:
        if name in given:
            twice.add(name)
        given[name] = value
    return given, frozenset(twice)


def _token(headers: Headers) -> str:
    """The bearer token (RFC 6750, section 2.1), or the empty text."""
    scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def _refuse(send: Any, status: HTTPStatus, words: str) -> None:
    body = json.dumps({"error": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status is HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Listener:
    """The bridge while it is on: a thread with its own loop. `start` and `stop` take less than a
    second; calls under way are broken off."""

    def __init__(self, door: Door, profile: Path, version: str, run_token: str) -> None:
        self._door, self._profile, self._version = door, profile, version
        self._run_token = run_token
        self._thread: threading.Thread | None = None
        self._server: Any = None
        self._app: Any = None
        self._visits: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._port = 0
        self.status = BridgeStatus(BridgeState.OFF)

    def start(self, port: int, told: Callable[[], None] = lambda: None) -> None:
        """Listen on a port of loopback, 0 for any. `told` is called when the status changed."""
        self.status = BridgeStatus(BridgeState.STARTING)
        self._ready.clear()
        self._thread = threading.Thread(
            target=self._run, args=(port, told), name="MCP bridge", daemon=True
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
            self._thread.join(STOP_SECONDS)
            self._server.force_exit = True
        self._thread.join(PATIENCE_SECONDS)
        (self._profile / FILE).unlink(missing_ok=True)
        self._thread = self._server = self._loop = None
        self.status = BridgeStatus(BridgeState.OFF)

    def announce(self, changes: Changes) -> None:
        """Something has changed: those who listen are told. Called by any thread."""
        loop, app = self._loop, self._app
        concerns = changes.messages or changes.labels or changes.drafts or changes.bridge
        if loop is None or app is None or not concerns:
            return
        try:
            loop.call_soon_threadsafe(app.announce, changes)
        except RuntimeError:
            return  # it has just been switched off

    def _run(self, port: int, told: Callable[[], None]) -> None:
        try:
            listening = _listen(port)
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

        from desktop_app.mcp_bridge.server import CLIENT, BridgeServer
        from desktop_app.mcp_bridge.visits import Visits

        self._loop = asyncio.get_running_loop()
        self._port = listening.getsockname()[1]
        self._visits = Visits(self._door)
        self._app = BridgeServer(self._visits, self._version)
        served = self._app.streamable_http_app(
            streamable_http_path=PATH, max_request_body_size=MOST_BODY
        )
        guard = Guard(served, self._door, lambda: self._port, CLIENT)
        config = uvicorn.Config(
            guard,
            http="h11",  # the one parser of uvicorn's that bounds a head
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
        self._server = uvicorn.Server(config)
        url = f"http://{HOST}:{self._port}{PATH}"
        async with self._app.session_manager.run():
            _write(self._profile / FILE, {"url": url, "pid": os.getpid(), "token": self._run_token})
            self.status = BridgeStatus(BridgeState.ON, url)
            self._ready.set()
            told()
            await self._server.serve(sockets=[listening])


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
