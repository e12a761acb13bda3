"""The guard in front of the bridge, and its life: on, off, paused."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import os
import socket
import stat
import threading
from http import HTTPStatus
from pathlib import Path
from typing import Any, Never

import pytest
from mcp.shared.exceptions import MCPError
from uvicorn.protocols.http.h11_impl import H11Protocol

from desktop_app.mcp_bridge.http.listener import MOST_BODY, MOST_HEAD
from desktop_app.mcp_bridge.visits import Visits
from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeState
from desktop_app.model.errors import NotFound, Unavailable
from desktop_app.store.mail.finder import Finder
from tests.fakes.bridge import RUN_TOKEN, Served, make_bridge, served
from tests.fakes.house import TestHouse
from tests.mcp_bridge.client import with_client

BODY = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }
)
ACCEPT = "application/json, text/event-stream"


def request(
    bridge: Served, method: str = "POST", path: str = "/mcp", body: str = BODY, **headers: str
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=10)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    given = {"accept": ACCEPT, "content-length": str(len(body)), **headers}
    for name, value in given.items():
        if value:
            connection.putheader(name.replace("_", "-"), value)
    connection.endheaders(body.encode())
    answer = connection.getresponse()
    try:
        return answer.status, answer.read(100) if answer.status != 200 else b""
    finally:
        connection.close()


def right(bridge: Served) -> dict[str, str]:
    return {
        "host": f"127.0.0.1:{bridge.port}",
        "authorization": f"Bearer {bridge.token}",
        "content_type": "application/json",
    }


def test_of_all_combinations_exactly_one_gets_in(bridge: Served) -> None:
    port = bridge.port
    hosts = (f"127.0.0.1:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"evil.example:{port}",
             "evil.example", f"127.0.0.1.evil.example:{port}", "")  # fmt: skip
    origins = ("", f"http://127.0.0.1:{port}", f"http://localhost:{port}", "http://localhost:3000",
               "https://evil.example", "null")  # fmt: skip
    tokens = (f"Bearer {bridge.token}", "", "Bearer ", f"Bearer {bridge.token}x",
              f"Basic {bridge.token}", bridge.token, f"Bearer {bridge.token[:-1]}")  # fmt: skip
    kinds = ("application/json", "text/plain", "application/x-www-form-urlencoded", "")
    methods = ("POST", "PUT", "OPTIONS", "HEAD", "GET", "DELETE", "PATCH", "TRACE")
    taken = []
    for combination in itertools.product(hosts, origins, tokens, kinds, methods):
        host, origin, token, kind, method = combination
        wrong = sum(
            each != choices[0]
            for each, choices in zip(
                combination, (hosts, origins, tokens, kinds, methods), strict=True
            )
        )
        if wrong > 2:
            continue  # what one or two faults do not open, more do not
        try:
            status, _ = request(
                bridge, method, host=host, origin=origin, authorization=token, content_type=kind
            )
        except ConnectionResetError:  # no HTTP without a host: closed before the body came
            assert host == ""
            continue
        if status < 400:
            taken.append(combination)
    assert taken == [(hosts[0], origins[0], tokens[0], kinds[0], methods[0])]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"origin": "http://localhost:5173"}, 403),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": ""}, 401),
        ({"content_type": "text/plain"}, 415),
    ],
)
def test_what_is_wrong_is_told_apart(bridge: Served, change: dict[str, str], status: int) -> None:
    assert request(bridge, **{**right(bridge), **change})[0] == status


def test_another_path_and_method_are_not_served(bridge: Served) -> None:
    assert request(bridge, path="/", **right(bridge))[0] == 404
    assert request(bridge, path="/mcp/../etc", **right(bridge))[0] == 404
    assert request(bridge, "PUT", **right(bridge))[0] == 405


def test_a_header_that_is_there_twice_is_refused(bridge: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=10)
    connection.putrequest("POST", "/mcp", skip_host=True)
    for name, value in {**right(bridge), "accept": ACCEPT}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.putheader("authorization", "Bearer other")
    connection.putheader("content-length", str(len(BODY)))
    connection.endheaders(BODY.encode())
    assert connection.getresponse().status == 400
    connection.close()


def test_a_body_of_too_many_bytes_is_refused(bridge: Served) -> None:
    long = {"x": "y" * MOST_BODY}
    huge = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": long})
    assert request(bridge, body=huge, **right(bridge))[0] == 413


ONE_READ = 256 * 1024
"""Bytes that asyncio takes from a socket at once: this much can arrive before the bound counts."""


@pytest.mark.parametrize("piece", [b"x" * 1000, b"x-a: b\r\n" * 100])
def test_a_head_that_does_not_end_is_cut_off(bridge: Served, piece: bytes) -> None:
    """One endless header, or endless headers: before they end nobody has been asked for a token.
    What the system holds back on the way is no matter: the bridge ends it after that much."""
    sent = 0
    with (
        contextlib.suppress(ConnectionError),
        socket.create_connection(("127.0.0.1", bridge.port), timeout=10) as connection,
    ):
        connection.sendall(b"POST /mcp HTTP/1.1\r\nhost: x\r\nx-a: b\r\nx-b: ")
        while sent < ONE_READ + 2 * MOST_HEAD:
            connection.sendall(piece)
            sent += len(piece)
        while connection.recv(4096):  # a TimeoutError when it waits for more of the head
            pass
    assert request(bridge, **right(bridge))[0] == 200


def test_a_head_of_a_common_length_is_read_again_and_again(bridge: Served) -> None:
    """The bound is each head's: not the connection's, and not the bodies'."""
    connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=10)
    filled = {"x-long": "y" * (MOST_HEAD - 2000)}
    body = BODY.replace('"1"', json.dumps("1" * 200_000))
    for _ in range(4):
        sent = {name.replace("_", "-"): value for name, value in right(bridge).items()}
        connection.request("POST", "/mcp", body, {**sent, **filled, "accept": ACCEPT})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
    connection.close()


def test_a_revoked_token_is_worth_nothing_at_once(bridge: Served) -> None:
    assert request(bridge, **right(bridge))[0] == 200
    bridge.house.store.bridge_clients.revoke(bridge.client_id)
    assert request(bridge, **right(bridge))[0] == 401


def test_a_program_revoked_while_its_request_is_read_is_told(
    bridge: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def revoked(*_: object, **__: object) -> Never:
        raise NotFound("This program is not connected any more.")

    monkeypatch.setattr(Visits, "visit", revoked)
    with pytest.raises(ExceptionGroup) as failed:
        with_client(bridge, lambda c: c.list_tools())
    assert failed.group_contains(MCPError, match="not connected any more", depth=None)


def test_tokens_are_kept_as_hashes_alone(bridge: Served) -> None:
    files = [p.read_bytes() for p in bridge.house.profile.rglob("*") if p.is_file()]
    assert all(bridge.token.encode() not in data for data in files)
    assert any(RUN_TOKEN.encode() in data for data in files), "the control: this run's token is"


def test_the_file_for_local_programs_is_private_and_gone_when_it_stops(bridge: Served) -> None:
    path = bridge.house.profile / "bridge.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert bridge.file() == {"url": bridge.url, "pid": os.getpid(), "token": RUN_TOKEN}
    bridge.bridge.shutdown()
    assert not path.exists()


def test_this_runs_token_is_the_local_programs(bridge: Served) -> None:
    headers = {**right(bridge), "authorization": f"Bearer {RUN_TOKEN}"}
    assert request(bridge, **headers)[0] == 200
    bridge.house.store.bridge_clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    assert request(bridge, **headers)[0] == 200


def test_switched_off_nothing_listens_and_on_again_it_does(house: TestHouse) -> None:
    told = threading.Event()
    bridge = make_bridge(house, told.set)
    bridge.start()
    assert bridge.status.state is BridgeState.OFF
    for _ in range(3):
        house.settings.change("bridge.enabled", True)
        assert bridge.wait().state is BridgeState.ON
        port = int(bridge.status.url.rpartition(":")[2].partition("/")[0])
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        house.settings.change("bridge.enabled", False)
        assert bridge.status.state is BridgeState.OFF
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5)
    assert told.is_set()
    bridge.shutdown()


def test_a_taken_port_is_told(house: TestHouse) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        house.settings.change("bridge.port", taken.getsockname()[1])
        house.settings.change("bridge.enabled", True)
        bridge = make_bridge(house)
        bridge.start()
        status = bridge.wait()
        assert status.state is BridgeState.FAILED
        assert "Port" in status.trouble
        assert not (house.profile / "bridge.json").exists()
        bridge.shutdown()


def test_a_pause_ends_by_itself_or_when_told(house: TestHouse) -> None:
    house.settings.change("bridge.enabled", True)
    bridge = make_bridge(house)
    bridge.start()
    assert bridge.wait().state is BridgeState.ON
    bridge.pause(3600)
    assert bridge.status.state is BridgeState.PAUSED
    assert bridge.status.resumes_at == house.now + 3600
    bridge.pause(0)
    assert bridge.wait().state is BridgeState.ON
    bridge.shutdown()


def test_a_reply_of_several_parts_is_sent_without_delay(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the second part waits for the client's system to acknowledge the first: 40 ms."""
    without_delay: list[int] = []
    made = H11Protocol.connection_made

    def see(self: H11Protocol, transport: asyncio.Transport) -> None:
        plain = transport.get_extra_info("socket")
        without_delay.append(plain.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        made(self, transport)

    monkeypatch.setattr(H11Protocol, "connection_made", see)
    with served(house) as bridge:
        assert request(bridge, **right(bridge))[0] == HTTPStatus.OK
    assert without_delay == [1]


def test_only_loopback_listens(bridge: Served) -> None:
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    listening = [line.split() for line in lines]
    port = f"{bridge.port:04X}"
    addresses = {row[1].partition(":")[0] for row in listening if row[1].endswith(f":{port}")}
    assert addresses == {"0100007F"}


@pytest.mark.logs_errors
def test_switched_off_in_the_middle_of_a_call_nothing_is_left(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, released = threading.Event(), threading.Event()

    def slow(*_: Any, **__: Any) -> list[Any]:
        started.set()
        released.wait(30)
        return []

    monkeypatch.setattr(Finder, "summaries", slow)
    with served(house) as bridge:
        failed: list[BaseException] = []

        def ask() -> None:
            try:
                with_client(bridge, lambda c: c.call_tool("search_messages", {"query": ""}))
            except BaseException as error:
                failed.append(error)

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        assert started.wait(10)
        port = bridge.port
        bridge.bridge.shutdown()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5)
        asking.join(20)
        assert not asking.is_alive()
        assert failed
        names = {thread.name for thread in threading.enumerate()}
        assert "MCP bridge" not in names
        released.set()


def test_trying_it_says_what_came_of_it(bridge: Served) -> None:
    assert "No account is allowed yet" in bridge.bridge.try_it()
    bridge.house.store.bridge_clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    assert "A search took" in bridge.bridge.try_it()
    bridge.house.settings.change("bridge.enabled", False)
    with pytest.raises(Unavailable):
        bridge.bridge.try_it()


@pytest.mark.parametrize("method", ["HEAD", "PUT", "OPTIONS"])
def test_a_reply_without_a_body_comes_too(bridge: Served, method: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=10)
    for _ in range(2):  # on one connection
        headers = {name.replace("_", "-"): value for name, value in right(bridge).items()}
        connection.request(method, "/mcp", headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == HTTPStatus.METHOD_NOT_ALLOWED
    connection.close()
