"""One POST to a list: what goes out, and to whom nothing does. A real server with TLS answers."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from threading import Thread

import pytest
import trustme

from desktop_app.accounts import one_click
from desktop_app.accounts.one_click import OneClick
from desktop_app.accounts.public_web import PublicWeb
from desktop_app.model.errors import Refused, Unavailable

HOST = "news.example"
PAGE = f"https://{HOST}/off?u=1"
PUBLIC = "93.184.215.14"


@dataclass
class ListServer:
    """Answers each connection with `answer`; `requests` is what came."""

    authority: trustme.CA
    name: str = HOST
    answer: bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    requests: list[bytes] = field(default_factory=list)
    connected: list[str] = field(default_factory=list)
    port: int = 0
    slow: bool = False

    def __post_init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.authority.issue_cert(self.name).configure_cert(self.context)
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                plain, _ = self.listener.accept()
            except OSError:
                return
            with closing(plain):
                try:
                    self._talk(plain)
                except OSError:
                    continue

    def _talk(self, plain: socket.socket) -> None:
        with self.context.wrap_socket(plain, server_side=True) as there:
            got = b""
            while b"One-Click" not in got:
                more = there.recv(4096)
                if not more:
                    return
                got += more
            self.requests.append(got)
            if self.slow:
                self._drip(there)
            there.sendall(self.answer)

    def _drip(self, there: ssl.SSLSocket) -> None:
        """An answer that never stops for long, and takes two seconds."""
        there.settimeout(0.05)
        for byte in b"HTTP/1.1 200 OK\r\nX: slowly\r\nY: slowly\r\n":
            there.sendall(bytes([byte]))
            with suppress(TimeoutError):
                there.recv(1)
        self.answer = b"\r\n"

    def connect(self, address: str, seconds: float) -> socket.socket:
        self.connected.append(address)
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def post(
        self, url: str = f"https://{HOST}/off?u=1", found: tuple[str, ...] = (PUBLIC,)
    ) -> None:
        trust = ssl.create_default_context()
        self.authority.configure_trust(trust)
        web = PublicWeb(resolve=lambda _: list(found), context=trust, connect=self.connect)
        OneClick(web).post(url)


@pytest.fixture
def server() -> Iterator[ListServer]:
    made = ListServer(trustme.CA())
    yield made
    made.listener.close()


def test_one_post_goes_out_with_nothing_of_the_person(server: ListServer) -> None:
    server.post()
    [request] = server.requests
    head, _, body = request.partition(b"\r\n\r\n")
    names = {line.partition(b":")[0].lower() for line in head.split(b"\r\n")[1:]}
    assert head.startswith(b"POST /off?u=1 HTTP/1.1\r\n")
    assert body == b"List-Unsubscribe=One-Click"
    assert names == {b"host", b"content-type", b"content-length", b"connection", b"accept-encoding"}
    assert server.connected == [PUBLIC]


@pytest.mark.parametrize(
    "found",
    [
        *(("127.0.0.1",), ("10.0.0.8",), ("192.168.1.1",), ("169.254.169.254",), ("0.0.0.0",)),
        *(("::1",), ("fe80::1%eth0",), ("fd00::1",), ("::ffff:127.0.0.1",), ("64:ff9b::7f00:1",)),
        *(("2002:7f00:1::",), ("100.64.0.1",), ("224.0.0.1",), (PUBLIC, "127.0.0.1")),
    ],
)
def test_no_host_that_is_not_public_is_spoken_to(
    server: ListServer, found: tuple[str, ...]
) -> None:
    with pytest.raises(Refused, match="public internet"):
        server.post(found=found)
    assert server.connected == []


@pytest.mark.parametrize(
    "url",
    [
        *(
            f"http://{HOST}/",
            f"https://a@{HOST}/",
            f"https://{HOST}:8443/",
            "https:///x",
            "https://[",
        ),
        *(
            f"https://{HOST}/a b",
            f"https://{HOST}/\r\nX: 1",
            f"ftp://{HOST}/",
            "mailto:a@b.example",
        ),
    ],
)
def test_no_address_of_another_kind_is_used(server: ListServer, url: str) -> None:
    with pytest.raises(Refused):
        server.post(url)
    assert server.connected == []


@pytest.mark.parametrize(
    "status", [b"302 Found\r\nLocation: http://127.0.0.1/", b"404 No", b"500 No"]
)
def test_a_redirect_is_not_followed_and_a_refusal_is_said(
    server: ListServer, status: bytes
) -> None:
    server.answer = b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\n\r\n"
    with pytest.raises(Unavailable, match=f"answered with {status[:3].decode()}"):
        server.post()
    assert len(server.connected) == 1


def test_a_host_with_another_name_in_its_certificate_is_told_nothing() -> None:
    server = ListServer(trustme.CA(), name="other.example")
    with pytest.raises(Unavailable):
        server.post()
    assert server.requests == []
    server.listener.close()


def test_a_host_that_never_ends_its_answer_is_given_up(
    server: ListServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_click, "MOST_SECONDS", 0.3)
    server.slow = True
    with pytest.raises(Unavailable):
        server.post()


def test_a_host_that_is_not_found_says_so(server: ListServer) -> None:
    with pytest.raises(Unavailable, match="can't be reached"):
        server.post(found=())
