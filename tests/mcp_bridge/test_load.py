"""Connections without a token are few and short-lived; those with one are bounded too."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from desktop_app.mcp_bridge.http import connections
from desktop_app.mcp_bridge.http.connections import MOST_OF_A_CLIENT, MOST_STRANGERS
from desktop_app.mcp_bridge.http.listener import MOST_BODY
from tests.end_to_end.desk import until
from tests.fakes.bridge import Served
from tests.mcp_bridge.hostile import Plain
from tests.mcp_bridge.test_http import BODY, request, right

PATIENCE = 10.0


def half_open(bridge: Served, sent: bytes = b"") -> socket.socket:
    one = socket.create_connection(("127.0.0.1", bridge.port), timeout=PATIENCE)
    one.sendall(sent)
    return one


@contextmanager
def many(bridge: Served, count: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    opened = [half_open(bridge, sent) for _ in range(count)]
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


def open_ones(bridge: Served) -> list[Any]:
    listener: Any = bridge.bridge._listener
    return list(listener._server.server_state.connections)


def known(bridge: Served) -> int:
    return len(open_ones(bridge))


def is_closed(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("sent", [b"", b"POST /mcp HTTP/1.1\r\nHost: x\r\n"])
def test_a_thousand_half_open_connections_hold_few_and_keep_nobody_out(
    bridge: Served, sent: bytes
) -> None:
    with many(bridge, 1_000, sent):
        until(lambda: known(bridge) <= MOST_STRANGERS)
        assert request(bridge, **right(bridge))[0] == 200
        assert known(bridge) <= MOST_STRANGERS + 1


@pytest.mark.parametrize("sent", [b"", b"POST /mcp HTTP/1.1\r\nHost: x\r\n", b"P"])
def test_a_head_has_seconds_to_come(
    bridge: Served, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    with many(bridge, 1, sent) as [one]:
        assert is_closed(one)
        until(lambda: known(bridge) == 0)


def test_a_head_that_trickles_is_not_given_more_time(
    bridge: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    with many(bridge, 1, b"POST /mcp HTTP/1.1\r\n") as [one]:
        begun = time.monotonic()
        while time.monotonic() < begun + PATIENCE:
            one.sendall(b"X")
            if select.select([one], [], [], 0.05)[0]:
                break  # its other end is closed
        assert time.monotonic() < begun + PATIENCE


def head(bridge: Served, token: str, length: int) -> bytes:
    return (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{bridge.port}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


def test_a_token_is_asked_for_before_a_body(
    bridge: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REFUSED_SECONDS", 0.3)
    with many(bridge, 1, head(bridge, "wrong", MOST_BODY)) as [one]:
        assert one.recv(4_000).startswith(b"HTTP/1.1 401")
        while not is_closed(one):
            pass
        until(lambda: known(bridge) == 0)


@pytest.mark.logs_errors  # of the SDK: the one who sent it is gone
def test_a_body_has_its_time_too(bridge: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    with many(bridge, 1, head(bridge, bridge.token, 1_000)) as [one]:
        assert is_closed(one)


def test_idling_with_a_token_is_allowed_and_bounded(
    bridge: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    asked = head(bridge, bridge.token, len(BODY)) + BODY.encode()
    with many(bridge, MOST_OF_A_CLIENT + 6) as opened:
        for one in opened:
            one.sendall(asked)
            assert one.recv(4_000).startswith(b"HTTP/1.1 200")
        until(lambda: known(bridge) == MOST_OF_A_CLIENT)
        assert all(one._deadline is None for one in open_ones(bridge))
        answer = b""
        opened[-1].sendall(asked)
        while b"200 OK" not in answer:
            answer += opened[-1].recv(4_000)


def test_all_connections_together_are_bounded(
    bridge: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 5)
    asked = head(bridge, bridge.token, len(BODY)) + BODY.encode()
    with contextlib.ExitStack() as opened:
        for _ in range(9):
            one = opened.enter_context(contextlib.closing(half_open(bridge, asked)))
            read_answer(one)
        until(lambda: known(bridge) <= 5)
        client = Plain(bridge)
        assert "result" in client.ask("tools/list", {})
        client.close()


def read_answer(one: socket.socket) -> None:
    """The whole of it: then nobody is in the middle of anything."""
    answer = b""
    while not answer.endswith(b"0\r\n\r\n"):
        answer += one.recv(4_000)
    assert answer.startswith(b"HTTP/1.1 200")
