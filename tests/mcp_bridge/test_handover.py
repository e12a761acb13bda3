"""The bridge from one process to the next: its port, who is connected, and that it rests."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop_app.house import HANDED_PORT, handed_port
from desktop_app.mcp_bridge.bridge import Bridge
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


def soon(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


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
            soon(lambda: bridge.busy)
        soon(lambda: not bridge.busy)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
def test_a_bridge_that_nobody_calls_does_not_wake(house: TestHouse) -> None:
    there = _threads()
    with on(house):
        ours = _threads() - there
        soon(lambda: _rests(ours))


@pytest.mark.parametrize("given", ["", "0x1", "-1", "65536", "1" * 99, "٣"])
def test_a_port_that_is_none_is_not_taken_over(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv(HANDED_PORT, given)
    assert handed_port() == 0
    monkeypatch.setenv(HANDED_PORT, "40123")
    assert handed_port() == 40123
    assert handed_port() == 0


def _threads() -> set[str]:
    return {task.name for task in Path("/proc/self/task").iterdir()}


def _rests(threads: set[str]) -> bool:
    """Whether none of them is woken for half a second; uvicorn's own loop wakes five times."""
    before = {thread: _switches(thread) for thread in threads}
    time.sleep(0.5)
    return bool(threads) and all(_switches(t) == count for t, count in before.items())


def _switches(thread: str) -> int:
    text = Path(f"/proc/self/task/{thread}/status").read_text("utf-8")
    found = re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0
