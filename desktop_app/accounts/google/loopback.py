"""Loopback listener for the redirect of a sign-in (RFC 8252 section 7.3).

It listens before the address is handed out, on the loopback interface only, at a port of the
system's choice and an unguessable path. Any request but a GET of that path with the right state is
answered with 404 and changes nothing; a silent connection is dropped after some seconds. The
browser gets its page when the outcome of the sign-in is known.
"""

from __future__ import annotations

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
"""IPv6 where only that works."""

SILENCE_SECONDS = 5.0
PAGE_SECONDS = 60.0
"""How long the browser is kept waiting for its page."""

FINISH_SECONDS = 2.0
MOST_CONNECTIONS = 64
_LOOK_SECONDS = 0.1
_NOT_FOUND = b"Not found.\n"


@dataclass(frozen=True, slots=True)
class Callback:
    """Result of the redirect: a code, or the reason why there is none."""

    code: str = field(default="", repr=False)
    error: str = ""


class LoopbackListener:
    """Listener of one sign-in. Raises Unavailable when nothing can listen on this computer."""

    def __init__(
        self,
        state: str,
        *,
        hosts: Iterable[str] = HOSTS,
        silence: float = SILENCE_SECONDS,
        late_page: bytes = b"",
    ) -> None:
        self.state = state
        self.path = "/" + secrets.token_urlsafe(16)
        self._late_page = late_page
        self._came: Future[Callback] = Future()
        self._page: Future[bytes] = Future()
        self._guard = threading.Lock()
        self._server = _bind(hosts)
        self._server.listener = self
        self._server.silence = silence
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": _LOOK_SECONDS},
            name="sign-in listener",
            daemon=True,
        )
        self._thread.start()

    @property
    def redirect_uri(self) -> str:
        host, port = self._server.server_address[:2]
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
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
        if self._page.done():
            self._server.wait_for_pages(FINISH_SECONDS)

    # Called in a connection's thread

    def receive(self, target: str) -> bytes | None:
        """Page for a valid redirect, as soon as there is one; None for any other request."""
        parts = urlsplit(target)
        given = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        ours = _same(parts.path, self.path) & _same(given.get("state", ""), self.state)
        came = Callback(given.get("code", ""), given.get("error", ""))
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
    for host in hosts:
        kind = _Server6 if ":" in host else _Server
        with suppress(OSError):
            return kind((host, 0), _Handler)
    raise Unavailable(
        "No program may listen on this computer, so the browser has no way back.",
        next_step="Check the firewall, then try again.",
    )


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
