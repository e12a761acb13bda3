"""A server with peculiarities: a real one, whose answers are rewritten and whose refusals are made
up. Each was reported of a server that many people use.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import BinaryIO

_LITERAL = re.compile(rb"\{(\d+)\+?\}\r\n$")
_ANNOUNCED = re.compile(rb"\{\d+\+?\}\s*$")
Answer = Callable[[bytes], bytes]
"""A line of the server's as it is told; empty: not at all."""
Refusal = Callable[[bytes, int], bytes]
"""What is said instead of carrying a command out, by its line without the tag and the number of
mails in the open folder (-1: none is open); empty: it is carried out. `BYE` ends the connection."""


@dataclass
class Peculiar:
    """`commands` is what came, without tags; `ask` is what the real server is told of a line."""

    port: int = 0
    answer: Answer = bytes
    ask: Answer = bytes
    refuse: Refusal = lambda command, exists: b""
    commands: list[bytes] = field(default_factory=list)


@contextmanager
def peculiar(server_port: int) -> Iterator[Peculiar]:
    """A proxy on loopback before a server that speaks without TLS."""
    listening = socket.create_server(("127.0.0.1", 0))
    proxy = Peculiar(listening.getsockname()[1])
    ends: list[socket.socket] = []

    def serve() -> None:
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                server = socket.create_connection(("127.0.0.1", server_port))
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                ends.extend((client, server))
                line = _Line(proxy, client, server)
                threading.Thread(target=line.commands, daemon=True).start()
                threading.Thread(target=line.answers, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield proxy
    finally:
        for end in (listening, *ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class _Line:
    """One connection."""

    def __init__(self, proxy: Peculiar, client: socket.socket, server: socket.socket) -> None:
        self._proxy, self._client, self._server = proxy, client, server
        self._exists = -1

    def commands(self) -> None:
        with suppress(OSError), self._client.makefile("rb") as lines:
            while line := lines.readline():
                tag, _, command = line.partition(b" ")
                self._proxy.commands.append(command.rstrip())
                said = self._proxy.refuse(command.rstrip(), self._exists)
                if said == b"BYE":
                    break
                if said:
                    self._client.sendall(tag + b" " + said + b"\r\n")
                else:
                    self._server.sendall(self._proxy.ask(line))
                    self._literals(line, lines)
        self._end()

    def _literals(self, line: bytes, lines: BinaryIO) -> None:
        while found := _LITERAL.search(line):
            self._server.sendall(lines.read(int(found.group(1))))
            line = lines.readline()
            self._server.sendall(line)

    def answers(self) -> None:
        with suppress(OSError), self._server.makefile("rb") as lines:
            while line := lines.readline():
                if found := re.match(rb"\* (\d+) EXISTS", line):
                    self._exists = int(found.group(1))
                parts = [line]
                while literal := _LITERAL.search(parts[-1]):
                    parts += [lines.read(int(literal.group(1))), lines.readline()]
                self._client.sendall(b"".join(self._told(parts)))
        self._end()

    def _told(self, parts: list[bytes]) -> Iterator[bytes]:
        """The lines of an answer as they are told, with the literals that they still announce."""
        for line, *literal in zip_longest(parts[::2], parts[1::2], fillvalue=b""):
            told = self._proxy.answer(line)
            yield told
            if _ANNOUNCED.search(told):
                yield from literal

    def _end(self) -> None:
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
