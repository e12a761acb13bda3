"""Tools run in worker threads, never on the bridge's event loop."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from mcp import Client

from desktop_app.store.mail.finder import Finder
from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, with_client

SEARCH = "search_messages"
BRIDGE = "MCP bridge"


@pytest.mark.parametrize("era", ERAS)
def test_no_search_runs_on_the_bridges_thread(
    bridge: Served, era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge.house.add(mail())
    threads: list[str] = []
    real = Finder.summaries

    def searched(*given: Any, **more: Any) -> Any:
        threads.append(threading.current_thread().name)
        return real(*given, **more)

    monkeypatch.setattr(Finder, "summaries", searched)

    async def work(client: Client) -> list[Any]:
        names = (SEARCH, SEARCH, "search_emails", "gmail_search_messages")
        return [await client.call_tool(name, {"query": "budget"}) for name in names]

    found = with_client(bridge, work, era)
    lists = ("results", "results", "emails", "messages")
    counts = [len(f.structured_content[name]) for f, name in zip(found, lists, strict=True)]
    assert counts == [1, 1, 1, 1]
    assert len(threads) == 4
    assert BRIDGE not in threads
    assert [e.outcome for e in bridge.house.store.audit.newest(limit=9)] == ["done"] * 4


@pytest.mark.parametrize("era", ERAS)
def test_a_long_search_holds_nobody_up(
    bridge: Served, era: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge.house.add(mail())
    begun, released = threading.Event(), threading.Event()
    real = Finder.summaries

    def slow(*given: Any, **more: Any) -> Any:
        begun.set()
        assert released.wait(30)
        return real(*given, **more)

    monkeypatch.setattr(Finder, "summaries", slow)

    async def work(client: Client) -> tuple[Any, Any]:
        searching = asyncio.create_task(client.call_tool(SEARCH, {"query": "budget"}))
        assert await asyncio.to_thread(begun.wait, 30)
        labels = await client.call_tool("list_labels", {})  # answered while the search goes on
        assert not searching.done()
        released.set()
        return labels, await searching

    labels, found = with_client(bridge, work, era)
    assert not labels.is_error
    assert found.structured_content["count"] == 1
    tools = [e.tool for e in bridge.house.store.audit.newest(limit=9)]
    assert tools == [SEARCH, "list_labels"]
