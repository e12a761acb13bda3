"""Calls take slots of their own program, and a call that is cancelled ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from mcp import Client

from desktop_app.mcp_bridge.server import AT_ONCE
from desktop_app.mcp_bridge.slots import Slots
from desktop_app.mcp_bridge.visits import Limit, Visit
from desktop_app.model.bridge import PIPE_HEADER
from desktop_app.model.errors import Cancelled
from desktop_app.tools.calls.context import Context
from desktop_app.tools.verbs import list_labels
from tests.fakes.bridge import RUN_TOKEN, Served
from tests.mcp_bridge.client import connected
from tests.mcp_bridge.test_who_is_who import another

PATIENCE = 10.0


class Held:
    """Work that goes on until it is let go or told to stop."""

    def __init__(self) -> None:
        self.let_go, self.stopped = threading.Event(), 0
        self._lock, self.running, self.most = threading.Lock(), 0, 0
        self._more = threading.Condition(self._lock)

    def __call__(self, stop: threading.Event) -> None:
        with self._more:
            self.running += 1
            self.most = max(self.most, self.running)
            self._more.notify_all()
        while not self.let_go.is_set() and not stop.wait(0.01):
            pass
        with self._more:
            self.stopped += stop.is_set()
            self.running -= 1
            self._more.notify_all()
        if stop.is_set():
            raise Cancelled("Called off.")

    async def until(self, running: int) -> None:
        """Until so many are at work."""

        def wait() -> bool:
            with self._more:
                return self._more.wait_for(lambda: self.running == running, PATIENCE)

        assert await asyncio.to_thread(wait)


def test_a_cancelled_call_keeps_its_slot_until_its_work_has_ended() -> None:
    async def run() -> None:
        slots, held = Slots(2), Held()
        stubborn = threading.Event()

        def work(stop: threading.Event) -> None:
            with held._more:
                held.running += 1
                held._more.notify_all()
            stubborn.wait(PATIENCE)  # it does not look whether it is to stop
            with held._more:
                held.running -= 1
                held._more.notify_all()

        first = [asyncio.create_task(slots.run("a", work)) for _ in range(2)]
        await held.until(2)
        for task in first:
            task.cancel()
        await asyncio.gather(*first, return_exceptions=True)
        more = [asyncio.create_task(slots.run("a", work)) for _ in range(3)]
        other = asyncio.create_task(slots.run("b", lambda stop: 7))
        assert await other == 7
        assert held.running == 2
        for task in more[:2]:
            task.cancel()  # while it waits for its turn
        stubborn.set()
        await more[2]
        both = [asyncio.create_task(slots.run("a", held)) for _ in range(2)]
        await held.until(2)
        held.let_go.set()
        await asyncio.gather(*both)
        assert (slots._of, slots._using) == ({}, {})

    asyncio.run(run())


@pytest.fixture
def held() -> Iterator[Held]:
    """Whoever lists the labels of the account `work` by its name is held up."""
    work, inner = Held(), list_labels.TOOL.run

    def run(context: Context, params: list_labels.ListLabels) -> Any:
        if params.account == "work":
            work(context.cancelled)
        return inner(context, params)

    object.__setattr__(list_labels.TOOL, "run", run)
    yield work
    object.__setattr__(list_labels.TOOL, "run", inner)


def slow(client: Client) -> asyncio.Task[Any]:
    return asyncio.create_task(client.call_tool("list_labels", {"account": "work"}))


def test_a_program_with_every_slot_taken_holds_up_no_other(bridge: Served, held: Held) -> None:
    async def run(elsewhere: Served) -> None:
        async with connected(bridge) as one, connected(elsewhere) as other:
            many = [slow(one) for _ in range(3 * AT_ONCE)]
            await held.until(AT_ONCE)
            async with asyncio.timeout(PATIENCE):
                found = await other.call_tool("list_labels", {})
            assert not found.is_error
            assert held.most == AT_ONCE
            held.let_go.set()
            await asyncio.gather(*many)
            assert held.most == AT_ONCE

    with another(bridge, "work", name="Elsewhere") as elsewhere:
        asyncio.run(run(elsewhere))


def test_programs_on_this_computer_have_slots_of_their_own(bridge: Served, held: Held) -> None:
    bridge.house.store.bridge_clients.change("local", accounts=("work",), groups_off=())
    pipes = [_Piped(bridge, name) for name in ("one", "other")]

    async def run() -> None:
        async with connected(pipes[0]) as one, connected(pipes[1]) as other:
            many = [slow(one) for _ in range(AT_ONCE + 1)]
            await held.until(AT_ONCE)
            async with asyncio.timeout(PATIENCE):
                assert not (await other.call_tool("list_labels", {})).is_error
            held.let_go.set()
            await asyncio.gather(*many)

    asyncio.run(run())


class _Piped(Served):
    """A program that comes through a pipe."""

    def __init__(self, bridge: Served, name: str) -> None:
        super().__init__(bridge.house, bridge.bridge, RUN_TOKEN, "local")
        self._pipe = name

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, PIPE_HEADER: self._pipe}


def test_a_call_that_is_cancelled_ends_and_its_slot_is_free(bridge: Served, held: Held) -> None:
    async def run() -> None:
        async with connected(bridge) as one:
            many = [slow(one) for _ in range(AT_ONCE)]
            await held.until(AT_ONCE)
            for task in many:
                task.cancel()
            await asyncio.gather(*many, return_exceptions=True)
            await held.until(0)
            assert held.stopped == AT_ONCE
            again = slow(one)
            await held.until(1)
            held.let_go.set()
            assert not (await again).is_error

    asyncio.run(run())


def test_what_runs_is_stopped_with_its_visit(bridge: Served) -> None:
    visit = Visit("c", bridge.house.runner(), Limit())
    running, later = threading.Event(), threading.Event()
    with visit.running(running):
        assert not running.is_set()
        visit.end()
        assert running.is_set()
    with visit.running(later):
        assert later.is_set()
