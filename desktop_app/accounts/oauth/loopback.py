"""Loopback listener for the redirect of a sign-in (RFC 8252 section 7.3).

It listens before the address is handed out, on the loopback interface only, at a port of the
system's choice and an unguessable path. Any request but a GET of that path with the right state is
answered with 404 and changes nothing; a silent connection is dropped after some seconds. The
browser gets its page when the outcome of the sign-in is known.

Some services take `http://localhost` alone, with any port and without a path. The state is the only
secret there, and both addresses of that name listen at one port.
"""

from __future__ import annotations

import errno
import hmac
import secrets
import socket
import threading
import time
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

from desktop_app.model.errors import Cancelled, Unavailable

HOSTS = ("127.0.0.1", "::1")
"""IPv6 where only that works; both for the name `localhost`."""

SILENCE_SECONDS = 5.0
PAGE_SECONDS = 60.0
"""How long the browser is kept waiting for its page."""

FINISH_SECONDS = 2.0
MOST_CONNECTIONS = 64
_LOOK_SECONDS = 0.1
_MOST_PORTS = 20
_NOT_FOUND = b"Not found.\n"


@dataclass(frozen=True, slots=True)
class Callback:
    """Result of the redirect: a code, or the reason why there is none. `description` is the
    service's text about that, which may hold anything."""

    code: str = field(default="", repr=False)
    error: str = ""
    description: str = field(default="", repr=False)


class LoopbackListener:
    """Listener of one sign-in. `localhost`: the redirect is `http://localhost:PORT`. Raises
    Unavailable when nothing can listen on this computer."""

    def __init__(
        self,
        state: str,
        *,
        hosts: Iterable[str] = HOSTS,
        silence: float = SILENCE_SECONDS,
        late_page: bytes = b"",
        localhost: bool = False,
    ) -> None:
        self.state = state
        self.path = "/" if localhost else "/" + secrets.token_urlsafe(16)
        self._late_page = late_page
        self._came: Future[Callback] = Future()
        self._page: Future[bytes] = Future()
        self._guard = threading.Lock()
        self._servers = _bind_together(tuple(hosts)) if localhost else (_bind(hosts),)
        self._threads = [
            threading.Thread(
                target=server.serve_forever,
                kwargs={"poll_interval": _LOOK_SECONDS},
                name="sign-in listener",
                daemon=True,
            )
            for server in self._servers
        ]
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.listener, server.silence = self, silence
            thread.start()
        self.redirect_uri = self._redirect_uri("localhost" if localhost else "")

    def _redirect_uri(self, name: str) -> str:
        host, port = self._servers[0].server_address[:2]
        if name:
            return f"http://{name}:{port}"
        shown = f"[{host!s}]" if ":" in str(host) else str(host)
        return f"http://{shown}:{port}{self.path}"

    def wait(self, cancelled: Event, seconds: float) -> Callback:
        """Wait for the redirect. Raises Cancelled, and Unavailable after `seconds`."""
        deadline = time.monotonic() + seconds
        while not cancelled.is_set():
            left = deadline - time.monotonic()
            if left <= 0:
                raise Unavailable(
                    "The sign-in was not finished in the browser in time.",
                    next_step="Start it again when you are ready.",
                )
            with suppress(TimeoutError):
                return self._came.result(min(left, _LOOK_SECONDS))
        raise Cancelled("The sign-in was cancelled.")

    def answer(self, page: bytes) -> None:
        """Set the page for the waiting browser; only the first call counts."""
        with self._guard:
            if not self._page.done():
                self._page.set_result(page)

    def close(self) -> None:
        """Stop listening. Waiting browsers get the page if there is one; a page being sent is
        waited for, because the program may end afterwards."""
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.shutdown()
            server.server_close()
            thread.join(5)
            if self._page.done():
                server.wait_for_pages(FINISH_SECONDS)

    # Called in a connection's thread

    def receive(self, target: str) -> bytes | None:
        """Page for a valid redirect, as soon as there is one; None for any other request."""
        parts = urlsplit(target)
        given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        ours = _same(parts.path, self.path) & _same(given.get("state", ""), self.state)
        words = [given.get(name, "") for name in ("code", "error", "error_description")]
        came = Callback(*words)
        if not ours or not (came.code or came.error):
            return None
        with self._guard:
            if not self._came.done():
                self._came.set_result(came)
        with suppress(TimeoutError):
            return self._page.result(PAGE_SECONDS)
        return self._late_page


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def _bind(hosts: Iterable[str]) -> _Server:
    """Server at the first host that works."""
    for host in hosts:
        with suppress(OSError):
            return _server(host)
    raise Unavailable(
        "No program may listen on this computer, so the browser has no way back.",
        next_step="Check the firewall, then try again.",
    )


def _bind_together(hosts: tuple[str, ...]) -> tuple[_Server, ...]:
    """Servers at every host that works, at one port: where another program holds the port of one
    of them, the browser could reach that instead."""
    for _ in range(_MOST_PORTS):
        made = [_bind(hosts)]
        host, port = made[0].server_address[:2]
        try:
            made += [_server(other, int(port)) for other in hosts[hosts.index(str(host)) + 1 :]]
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                made[0].server_close()
                continue
        return tuple(made)
    raise Unavailable("No port of this computer is free.", next_step="Try again.")


def _server(host: str, port: int = 0) -> _Server:
    return (_Server6 if ":" in host else _Server)((host, port), _Handler)


class _Server(ThreadingHTTPServer):
    allow_reuse_address = False
    daemon_threads = True
    block_on_close = False
    request_queue_size = MOST_CONNECTIONS
    listener: LoopbackListener
    silence: float

    def __init__(self, *given: Any) -> None:
        self._connections: set[socket.socket] = set()
        self._counting = threading.Condition()
        super().__init__(*given)

    def server_bind(self) -> None:
        """Bind without HTTPServer's look-up of the host name."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()

    def verify_request(self, request: Any, _: Any) -> bool:
        with self._counting:
            if len(self._connections) >= MOST_CONNECTIONS:
                return False
            self._connections.add(request)
            return True

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self._counting:
            self._connections.discard(request)
            self._counting.notify_all()

    def wait_for_pages(self, seconds: float) -> None:
        """Wait until every connection has its answer, at most so many seconds."""
        with self._counting:
            self._counting.wait_for(lambda: not self._connections, seconds)

    def server_close(self) -> None:
        super().server_close()
        with self._counting:
            waiting = tuple(self._connections)
        for connection in waiting:
            # A page under way is still sent; nothing more is read.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RD)

    def handle_error(self, *_: Any) -> None:
        """Say nothing: a closed connection is normal, and the text of an error could hold the
        code."""


class _Server6(_Server):
    address_family = socket.AF_INET6


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.connection.settimeout(self.server.silence)

    def do_GET(self) -> None:
        page = self.server.listener.receive(self.path)
        if page is None:
            self._send(HTTPStatus.NOT_FOUND, "text/plain", _NOT_FOUND)
        else:
            self._send(HTTPStatus.OK, "text/html", page)

    def send_error(self, *_: Any, **__: Any) -> None:
        """Answer 404 to any other method, and to anything that is not HTTP."""
        self._send(HTTPStatus.NOT_FOUND, "text/plain", _NOT_FOUND)

    def version_string(self) -> str:
        return "Draftdesk"

    def log_message(self, *_: Any) -> None:
        """Log nothing: the address holds the code."""

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        self.end_headers()
        self.wfile.write(body)
