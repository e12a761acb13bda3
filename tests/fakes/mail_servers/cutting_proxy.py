"""Proxy before a server that cuts the connection at a chosen piece of what the client sends.

Cut *before*, the server never sees the piece; cut *after*, it has carried it out and its answer is
lost. Connections after that go through.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Lock

_PATIENCE = 20.0
_CARRIED_OUT = 0.15
"""Seconds a server on loopback is given to carry out what it was sent, before the cut."""


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
            for work, *ends in ((_up, client, server, proxy), (_down, server, client, proxy)):
                threading.Thread(target=work, args=ends, daemon=True).start()

    accepting = threading.Thread(target=accept, daemon=True)
    accepting.start()
    try:
        yield proxy
    finally:
        proxy.speak()
        proxy.go_away()
        _close(listening)  # closing alone does not wake the thread that accepts
        accepting.join(_PATIENCE)


def _up(client: socket.socket, server: socket.socket, proxy: CuttingProxy) -> None:
    with suppress(OSError):
        while piece := client.recv(1 << 20):
            cut, after = proxy.cuts()
            if cut and not after:
                break
            if cut:
                with suppress(OSError):
                    client.shutdown(socket.SHUT_WR)  # no answer comes back
            server.sendall(piece)
            if cut:
                threading.Event().wait(_CARRIED_OUT)
                break
    _close(client, server)


def _down(server: socket.socket, client: socket.socket, proxy: CuttingProxy) -> None:
    with suppress(OSError):
        while piece := server.recv(1 << 20):
            if proxy.most and proxy.received + len(piece) >= proxy.most:
                client.sendall(piece[: proxy.most - proxy.received])
                proxy.most = 0
                break
            proxy.received += len(piece)
            while proxy.silent.is_set():
                proxy.spoke.wait(_PATIENCE)
            client.sendall(piece)
    _close(client, server)


def _close(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
