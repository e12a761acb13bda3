"""Memory that large proposals have taken is given back when they have ended."""

from __future__ import annotations

import asyncio
import sys
from queue import SimpleQueue

import pytest

from desktop_app.mcp_bridge import memory
from desktop_app.mcp_bridge.memory import LARGE, GivingBack, give_back
from tests.fakes.bridge import Served
from tests.mcp_bridge.hostile import Plain, without_limits


def test_it_is_given_back_once_after_several_large_requests_and_not_after_small_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "PAUSE_SECONDS", 0.01)
    given = 0

    async def run() -> None:
        back = asyncio.Event()
        loop = asyncio.get_running_loop()

        def give() -> None:
            nonlocal given
            given += 1
            loop.call_soon_threadsafe(back.set)

        giving = GivingBack(give)
        giving.ended(LARGE - 1)
        assert giving._waiting is None
        for _ in range(3):
            giving.ended(LARGE)
        async with asyncio.timeout(10):
            await back.wait()

    asyncio.run(run())
    assert given == 1


def test_a_loop_that_is_ending_still_gives_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own threads take nothing more once it waits for them, and timers still come."""
    monkeypatch.setattr(memory, "PAUSE_SECONDS", 0.0)
    bugs: list[object] = []

    async def run() -> None:
        loop = asyncio.get_running_loop()
        back = asyncio.Event()

        def fail(_: object, context: object) -> None:
            bugs.append(context)
            back.set()

        def give() -> None:
            loop.call_soon_threadsafe(back.set)

        loop.set_exception_handler(fail)
        await asyncio.to_thread(lambda: None)
        await loop.shutdown_default_executor()
        GivingBack(give).ended(LARGE)
        async with asyncio.timeout(10):
            await back.wait()

    asyncio.run(run())
    assert bugs == []


def test_the_bridge_counts_what_comes_and_what_is_answered(
    bridge: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    said: SimpleQueue[int] = SimpleQueue()
    monkeypatch.setattr(GivingBack, "ended", lambda _, size: said.put(size))
    program, body = Plain(bridge), "x" * LARGE

    def counted(more_than: int) -> None:
        """An answer is counted when it has gone."""
        while max(sizes, default=0) <= more_than:
            sizes.append(said.get(timeout=10))

    program.ask("tools/call", {"name": "list_labels", "arguments": {}})
    counted(0)
    assert max(sizes) < LARGE
    with without_limits():
        program.ask("tools/call", {"name": "create_draft", "arguments": {"body": body}})
    counted(LARGE)
    sizes.clear()
    for n in range(200):
        bridge.house.store.labels.create("work", f"{n} {'y' * 200}")
    program.ask("tools/call", {"name": "list_labels", "arguments": {}})
    program.close()
    counted(200 * 2 * 200)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc")
def test_the_system_s_own_is_called() -> None:
    give_back()
    assert memory._trim() is not None
