"""Servers on loopback with a certificate authority of their own: for https, and for greetings."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import trustme

PATIENCE = 5.0
READ, TLS = "read", "tls"
"""Steps of a mail server beside the bytes it sends: read once, begin with TLS."""


@dataclass
class Authority:
    context: ssl.SSLContext
    ca_file: str


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    ca, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ca.issue_cert("localhost").configure_cert(context)
    path: Path = tmp_path_factory.mktemp("ca") / "ca.pem"
    ca.cert_pem.write_to_path(str(path))
    return Authority(context, str(path))


@dataclass
class Web:
    """Web server that answers as `pages` says: status, header fields, body. `end` ends a body that
    drips."""

    port: int
    pages: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    end: Event = field(default_factory=Event)

    def url(self, path: str, scheme: str = "https") -> str:
        """As one that listens at the usual port: the client is told the real one."""
        return f"{scheme}://localhost{path}"

    def redirect(self, path: str, to: str) -> None:
        self.pages[path] = (302, {"Location": to}, b"")


@contextmanager
def web_server(context: ssl.SSLContext | None) -> Iterator[Web]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            served.headers.append(dict(self.headers))
            path = self.path.partition("?")[0]
            status, fields, body = served.pages.get(path, (404, {}, b""))
            self.send_response(status)
            for name, value in fields.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(body)
                while path == "/drip" and not served.end.wait(0.02):
                    self.wfile.write(b"x")

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def finish_request(self, request: Any, address: Any) -> None:
            with suppress(OSError), ExitStack() as stack:
                if context:
                    request = stack.enter_context(context.wrap_socket(request, server_side=True))
                super().finish_request(request, address)

    with Server(("127.0.0.1", 0), Handler) as server:
        served = Web(server.server_address[1])
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield served
        finally:
            served.end.set()
            server.shutdown()
            thread.join(PATIENCE)


@pytest.fixture
def web(authority: Authority) -> Iterator[Web]:
    with web_server(authority.context) as made:
        yield made


@pytest.fixture
def plain_web() -> Iterator[Web]:
    with web_server(None) as made:
        yield made


@dataclass
class MailServer:
    port: int
    heard: list[bytes] = field(default_factory=list)


@pytest.fixture
def mail_server(authority: Authority) -> Iterator[Callable[..., MailServer]]:
    """Starts a server that goes through the steps with whoever connects."""
    with ExitStack() as stack:

        def start(*steps: bytes | str, context: ssl.SSLContext = authority.context) -> MailServer:
            listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            listener.settimeout(PATIENCE)
            made = MailServer(listener.getsockname()[1])
            thread = Thread(target=_serve, args=(listener, steps, context, made.heard))
            thread.start()
            stack.callback(thread.join, PATIENCE)
            return made

        yield start


def _serve(
    listener: socket.socket,
    steps: tuple[bytes | str, ...],
    context: ssl.SSLContext,
    heard: list[bytes],
) -> None:
    with suppress(OSError), ExitStack() as stack:
        connection = stack.enter_context(closing(listener.accept()[0]))
        connection.settimeout(PATIENCE)
        for step in steps:
            if step == READ:
                heard.append(connection.recv(1024))
            elif isinstance(step, str):
                wrapped = context.wrap_socket(connection, server_side=True)
                connection = stack.enter_context(closing(wrapped))
            else:
                connection.sendall(step)
        while said := connection.recv(1024):
            heard.append(said)
