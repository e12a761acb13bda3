"""Proxy before a server that cuts the connection at a chosen piece of what the client sends.

Cut *before*, the server never sees the piece; cut *after*, it has carried it out and its answer is
lost: the client is told only when the server has ended the connection on its side. Connections
after that go through.
"""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Lock

_PATIENCE = 20.0
_ENDED = (OSError, ValueError)
"""The other direction has closed the sockets; `select` calls a closed one a bad value."""


@dataclass
class CuttingProxy:
    """`cut_at` counts pieces from 1; 0 cuts nothing. `seen` is how many came."""

    port: int = 0
    cut_at: int = 0
    after: bool = False
    seen: int = 0
    silent: Event = field(default_factory=Event)
    """While it is set nothing comes from the server, and no connection ends."""

    most: int = 0
    """After so many bytes from the server the connection ends, once; 0: never."""

    received: int = 0
    """Bytes that the server sent, all connections together."""

    spoke: Event = field(default_factory=Event)
    _ends: list[socket.socket] = field(default_factory=list)
    _away: bool = False
    _lock: Lock = field(default_factory=Lock)

    def arm(self, cut_at: int, *, after: bool) -> None:
        with self._lock:
            self.cut_at, self.after, self.seen = cut_at, after, 0

    def fall_silent(self) -> None:
        self.spoke.clear()
        self.silent.set()

    def speak(self) -> None:
        self.silent.clear()
        self.spoke.set()

    def hold(self, *ends: socket.socket) -> bool:
        """Keep the ends of a connection; False where nothing goes through any more."""
        with self._lock:
            self._ends += ends
            return not self._away

    def go_away(self) -> None:
        """Every connection ends, and no other one gets through."""
        with self._lock:
            self._away = True
            _close(*self._ends)

    def cuts(self) -> tuple[bool, bool]:
        """Whether to cut at the piece that has come, and whether after it."""
        with self._lock:
            self.seen += 1
            return self.seen == self.cut_at, self.after


@contextmanager
def cutting_proxy(target: int) -> Iterator[CuttingProxy]:
    listening = socket.create_server(("127.0.0.1", 0))
    proxy = CuttingProxy(listening.getsockname()[1])

    def accept() -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", target), _PATIENCE)
            if not proxy.hold(client, server):
                _close(client, server)
                continue
            client.settimeout(_PATIENCE)
            talk = _Talk(client, server, proxy)
            for work in (talk.up, talk.down):
                threading.Thread(target=work, daemon=True).start()

    accepting = threading.Thread(target=accept, daemon=True)
    accepting.start()
    try:
        yield proxy
    finally:
        proxy.speak()
        proxy.go_away()
        _close(listening)  # closing alone does not wake the thread that accepts
        accepting.join(_PATIENCE)


@dataclass
class _Talk:
    """One connection through the proxy. Once it is `cut` no answer goes to the client."""

    client: socket.socket
    server: socket.socket
    proxy: CuttingProxy
    cut: bool = False
    _lock: Lock = field(default_factory=Lock)

    def up(self) -> None:
        """What the client sends."""
        with suppress(*_ENDED):
            while piece := self.client.recv(1 << 20):
                cut, after = self.proxy.cuts()
                if cut and after:
                    self._carry_out(piece)
                if cut:
                    break
                self.server.sendall(piece)
        _close(self.client, self.server)

    def _carry_out(self, piece: bytes) -> None:
        """Return when the server is done with the piece. Its answer has begun, or the client, which
        waits for an answer to all that is whole, goes on: half a command has none."""
        with self._lock:
            self.cut = True
        self.server.sendall(piece)
        select.select([self.client, self.server], [], [], _PATIENCE)
        self.server.shutdown(socket.SHUT_WR)
        while self.server.recv(1 << 20):
            pass

    def down(self) -> None:
        """What the server sends."""
        with suppress(*_ENDED):
            while select.select([self.server], [], [])[0] and self._passed():
                pass
        if not self.cut:
            _close(self.client, self.server)

    def _passed(self) -> bool:
        """Whether something went to the client, and more may."""
        with self._lock:
            piece = b"" if self.cut else self.server.recv(1 << 20)
            if not piece:
                return False
            proxy = self.proxy
            if proxy.most and proxy.received + len(piece) >= proxy.most:
                self.client.sendall(piece[: proxy.most - proxy.received])
                proxy.most = 0
                return False
            proxy.received += len(piece)
            while proxy.silent.is_set():
                proxy.spoke.wait(_PATIENCE)
            self.client.sendall(piece)
            return True


def _close(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
