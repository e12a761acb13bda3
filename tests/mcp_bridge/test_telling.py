"""A call that takes long tells its progress to whoever asked for it, and to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from mcp import Client

from desktop_app.mcp_bridge import telling
from desktop_app.tools.calls.context import Context
from desktop_app.tools.verbs import list_labels
from tests.fakes.bridge import Served
from tests.mcp_bridge.client import ERAS, connected
from tests.mcp_bridge.test_slots import Held

PATIENCE = 10.0
SLOW = {"account": "work"}


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Listing the labels of an account by its name takes until it is let go; progress comes
    quickly."""
    work, inner = Held(), list_labels.TOOL.run

    def run(context: Context, params: list_labels.ListLabels) -> Any:
        if params.account == "work":
            work(context.cancelled)
        return inner(context, params)

    monkeypatch.setattr(telling, "FIRST_SECONDS", 0.05)
    monkeypatch.setattr(telling, "EVERY_SECONDS", 0.11)
    object.__setattr__(list_labels.TOOL, "run", run)
    yield work
    object.__setattr__(list_labels.TOOL, "run", inner)


class Ear:
    """What a client was told, and when it has heard enough."""

    def __init__(self, enough: int = 3) -> None:
        self.heard: list[tuple[float, float | None, str | None]] = []
        self._enough, self.full = enough, asyncio.Event()

    async def __call__(self, progress: float, total: float | None, message: str | None) -> None:
        self.heard.append((progress, total, message))
        if len(self.heard) >= self._enough:
            self.full.set()


def slow(client: Client, ear: Ear) -> asyncio.Task[Any]:
    return asyncio.create_task(client.call_tool("list_labels", SLOW, progress_callback=ear))


@pytest.mark.parametrize("era", ERAS)
def test_progress_grows_until_the_answer(bridge: Served, held: Held, era: str) -> None:
    async def run() -> None:
        async with connected(bridge, era) as client:
            ear = Ear()
            call = slow(client, ear)
            async with asyncio.timeout(PATIENCE):
                await ear.full.wait()
            held.let_go.set()
            assert not (await call).is_error
            numbers = [progress for progress, _, _ in ear.heard]
            assert all(before < after for before, after in pairwise(numbers))
            assert {total for _, total, _ in ear.heard} == {None}
            assert all(str(words).startswith("Still at work") for _, _, words in ear.heard)

    asyncio.run(run())


def test_nothing_is_told_once_a_call_was_cancelled(bridge: Served, held: Held) -> None:
    async def run() -> None:
        async with connected(bridge) as client:
            ear = Ear(1)
            call = slow(client, ear)
            async with asyncio.timeout(PATIENCE):
                await ear.full.wait()
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            await held.until(0)
            assert held.stopped == 1
            other = Ear(2)
            again = slow(client, other)
            async with asyncio.timeout(PATIENCE):
                await other.full.wait()  # so long that the first would have been told once more
            heard = len(ear.heard)
            held.let_go.set()
            await again
            assert len(ear.heard) == heard <= 2

    asyncio.run(run())


async def turn() -> None:
    """One turn of the loop."""
    turned = asyncio.Event()
    asyncio.get_running_loop().call_soon(turned.set)
    await turned.wait()


class Listener:
    """A context that counts what it is told; `fails` as one that is gone."""

    def __init__(self, *, fails: bool = False) -> None:
        self.told, self._fails = 0, fails

    async def report_progress(
        self, progress: float, total: float | None, words: str | None
    ) -> None:
        self.told += 1
        if self._fails:
            raise ConnectionError("gone")


def test_a_quick_call_tells_nothing() -> None:
    async def run() -> int:
        listener = Listener()
        async with telling.told(listener):
            await turn()
        return listener.told

    assert asyncio.run(run()) == 0


def test_whoever_is_gone_is_told_nothing_more_and_the_call_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telling, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(telling, "EVERY_SECONDS", 0.0)

    async def run() -> tuple[int, str]:
        listener = Listener(fails=True)
        async with telling.told(listener):
            while not listener.told:
                await turn()
            for _ in range(10):
                await turn()
            answer = "answered"
        return listener.told, answer

    assert asyncio.run(run()) == (1, "answered")


def test_it_is_told_at_most_once_in_each_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses are counted, not waited for."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await turn()

    monkeypatch.setattr("desktop_app.mcp_bridge.telling.asyncio.sleep", sleep)

    async def run() -> int:
        listener = Listener()
        async with telling.told(listener):
            while len(pauses) < 20:
                await turn()
        return listener.told

    heard = asyncio.run(run())
    assert heard <= len(pauses)
    assert pauses[:3] == [telling.FIRST_SECONDS, telling.EVERY_SECONDS, telling.EVERY_SECONDS]
    assert telling.EVERY_SECONDS >= 1.0
