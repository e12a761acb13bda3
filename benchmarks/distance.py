"""A line to a server at a distance: what is sent comes after half a round trip, in each direction.

The delay takes nothing from the throughput: pieces are under way at the same time.
"""

from __future__ import annotations

import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_UNDER_WAY = 256
"""Pieces that are under way at most, in each direction."""
_PIECE = 1 << 16


@contextmanager
def at_distance(target: int, round_trip: float) -> Iterator[int]:
    """The port of a proxy on loopback before a port there; `round_trip` in seconds."""
    listening = socket.create_server(("127.0.0.1", 0))
    ends: list[socket.socket] = []

    def accept() -> None:
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                server = socket.create_connection(("127.0.0.1", target))
                ends.extend((client, server))
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                _carry(client, server, round_trip / 2)
                _carry(server, client, round_trip / 2)

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listening.getsockname()[1]
    finally:
        for end in (listening, *ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def _carry(source: socket.socket, target: socket.socket, delay: float) -> None:
    under_way: queue.Queue[tuple[float, bytes]] = queue.Queue(_UNDER_WAY)

    def take() -> None:
        piece = b"-"
        while piece:
            try:
                piece = source.recv(_PIECE)
            except OSError:
                piece = b""
            under_way.put((time.monotonic() + delay, piece))

    def give() -> None:
        while True:
            due, piece = under_way.get()
            time.sleep(max(due - time.monotonic(), 0.0))
            with suppress(OSError):
                if not piece:
                    target.shutdown(socket.SHUT_WR)
                target.sendall(piece)
            if not piece:
                return

    for work in (take, give):
        threading.Thread(target=work, daemon=True).start()
