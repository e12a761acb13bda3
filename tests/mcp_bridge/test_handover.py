"""The bridge from one process to the next: its port, who is connected, and that it rests."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

from desktop_app.house import HANDED_PORT, handed_port
from desktop_app.mcp_bridge.bridge import Bridge
from desktop_app.mcp_bridge.http.at_rest import ServerAtRest
from tests.end_to_end.desk import until
from tests.fakes.bridge import make_bridge
from tests.fakes.house import TestHouse

LOOPBACK = "127.0.0.1"


@contextmanager
def on(house: TestHouse, first_port: int = 0) -> Iterator[Bridge]:
    house.settings.change("bridge.enabled", True)
    bridge = make_bridge(house, first_port=first_port)
    bridge.start()
    try:
        assert bridge.wait().url
        yield bridge
    finally:
        bridge.shutdown()


def test_the_next_process_listens_where_this_one_did(house: TestHouse) -> None:
    with on(house) as bridge:
        port = bridge.port
        assert bridge.status.url.startswith(f"http://{LOOPBACK}:{port}/")
    assert bridge.port == 0
    with on(house, port) as following:
        assert following.port == port


def test_a_port_that_is_taken_meanwhile_and_one_that_is_set_are_given_up(house: TestHouse) -> None:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with on(house, port) as bridge:
            assert bridge.port not in {0, port}
            own = bridge.port
    house.settings.change("bridge.port", own)
    with on(house, port) as bridge:
        assert bridge.port == own


def test_who_is_connected_keeps_the_process_where_it_is(house: TestHouse) -> None:
    with on(house) as bridge:
        assert not bridge.busy
        with socket.create_connection((LOOPBACK, bridge.port)):
            until(lambda: bridge.busy)
        until(lambda: not bridge.busy)


def test_the_server_waits_for_its_end_and_looks_at_no_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def no_clock(seconds: float) -> None:
        raise AssertionError(f"it looks again in {seconds} s")

    async def work() -> None:
        server = ServerAtRest(uvicorn.Config(lambda: None, log_config=None))
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "sleep", no_clock)
            waiting = asyncio.create_task(server.main_loop())
            for _ in range(10):
                await asyncio.wait((asyncio.create_task(turn()),))
            assert not waiting.done()
        server.should_exit = True
        server.told.set()
        await waiting

    async def turn() -> None:
        """One turn of the loop."""

    asyncio.run(work())


@pytest.mark.parametrize("given", ["", "0x1", "-1", "65536", "1" * 99, "٣"])
def test_a_port_that_is_none_is_not_taken_over(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv(HANDED_PORT, given)
    assert handed_port() == 0
    monkeypatch.setenv(HANDED_PORT, "40123")
    assert handed_port() == 40123
    assert handed_port() == 0
