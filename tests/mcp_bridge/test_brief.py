"""Short searches run on the bridge's own thread, and hold nobody up."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest
from mcp import Client

from desktop_app.model.errors import Cancelled
from desktop_app.store.finder import Finder
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, with_client

SEARCH = "search_messages"
BRIDGE = "MCP bridge"


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the thread of every search."""
    seen: list[str] = []
    real = Finder.summaries

    def searched(*given: Any, **more: Any) -> Any:
        seen.append(threading.current_thread().name)
        return real(*given, **more)

    monkeypatch.setattr(Finder, "summaries", searched)
    return seen


@pytest.mark.parametrize("era", ERAS)
def test_the_first_goes_to_a_thread_of_its_own(
    bridge: Served, threads: list[str], era: str
) -> None:
    """What a first call loads and opens takes longer than any search."""
    bridge.house.add(mail())

    async def work(client: Client) -> list[Any]:
        names = (SEARCH, SEARCH, "search_emails", "gmail_search_messages")
        return [await client.call_tool(name, {"query": "budget"}) for name in names]

    found = with_client(bridge, work, era)
    assert [f.structured_content["count"] for f in found] == [1, 1, 1, 1]
    first, *others = threads
    assert first != BRIDGE
    assert others == [BRIDGE] * 3
    assert [e.outcome for e in bridge.house.store.audit.newest(limit=9)] == ["done"] * 4


def test_what_is_no_search_never_does(bridge: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    message, seen = bridge.house.add(mail()), []
    store = type(bridge.house.store.threads)
    real = store.get

    def read(*given: Any) -> Any:
        seen.append(threading.current_thread().name)
        return real(*given)

    monkeypatch.setattr(store, "get", read)

    async def work(client: Client) -> None:
        for _ in range(3):
            found = await client.call_tool("get_thread", {"thread_id": str(message.thread_id)})
            assert not found.is_error, found.content

    with_client(bridge, work)
    assert seen
    assert BRIDGE not in seen


def test_a_long_search_holds_nobody_up(bridge: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    bridge.house.add(mail())
    tried, moved, released = [], threading.Event(), threading.Event()
    real = Finder.summaries

    def slow(self: Finder, *given: Any, cancelled: threading.Event, **more: Any) -> Any:
        here = threading.current_thread().name == BRIDGE
        tried.append(here)
        if here:  # as SQLite does, that looks at it every now and then
            while not cancelled.is_set():
                time.sleep(0.001)
            raise Cancelled("Stopped.")
        moved.set()
        assert released.wait(30)
        return real(self, *given, cancelled=cancelled, **more)

    async def work(client: Client) -> tuple[Any, Any]:
        await client.call_tool(SEARCH, {"query": "budget"})
        monkeypatch.setattr(Finder, "summaries", slow)
        searching = asyncio.create_task(client.call_tool(SEARCH, {"query": "budget"}))
        assert await asyncio.to_thread(moved.wait, 30)
        labels = await client.call_tool("list_labels", {})  # answered while the search goes on
        assert not searching.done()
        released.set()
        return labels, await searching

    labels, found = with_client(bridge, work)
    assert not labels.is_error
    assert found.structured_content["count"] == 1
    assert tried == [True, False]
    assert [e.tool for e in bridge.house.store.audit.newest(limit=9)] == [
        SEARCH,
        "list_labels",
        SEARCH,
    ]
