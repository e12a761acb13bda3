"""The proxy that cuts after a piece: carried out by the server first, then told to the client."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator

import pytest

from tests.fakes.mail_servers.cutting_proxy import cutting_proxy

_PATIENCE = 20.0


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A client, and the server's end of its connection, which is cut after the first piece."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        cutting_proxy(listening.getsockname()[1]) as proxy,
        socket.create_connection(("127.0.0.1", proxy.port), _PATIENCE) as client,
    ):
        proxy.arm(1, after=True)
        server, _ = listening.accept()
        server.settimeout(_PATIENCE)
        with server:
            yield client, server


def told(client: socket.socket) -> bool:
    return bool(select.select([client], [], [], 0)[0])


def test_the_client_is_told_when_the_server_has_carried_out_the_whole_piece(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    client, server = ends
    client.sendall(b"a command\r\n")
    assert server.recv(100) == b"a command\r\n"
    assert not told(client)
    server.sendall(b"the answer begins, ")
    assert server.recv(100) == b""
    server.sendall(b"and ends")
    assert not told(client)
    server.close()
    assert client.recv(100) == b"", "the answer is lost"


def test_half_a_command_has_no_answer_and_its_rest_never_comes(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    client, server = ends
    client.sendall(b"a literal")
    assert server.recv(100) == b"a literal"
    client.sendall(b"\r\n")
    assert server.recv(100) == b""
    assert not told(client)
