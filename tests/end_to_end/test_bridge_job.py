"""A program over MCP and the person at the window: it searches, reads, proposes and asks; the
person switches the bridge on, chooses the account, reviews, and presses Send."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests.end_to_end.desk import CHECKOUT, Desk, until
from tests.sure import of_kind

pytestmark = pytest.mark.system

LEASE = "Lease renewal, Unit 4"
LOCAL = "Programs started on this computer"


def over_stdio(desk: Desk, work: Callable[[Client], Awaitable[Any]]) -> Any:
    """As a host that only starts programs does it."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "desktop_app", "--profile", str(desk.profile), "mcp"],
        env={"PATH": os.environ["PATH"]},
        cwd=CHECKOUT,
    )

    async def run() -> Any:
        async with Client(server) as client:
            return await work(client)

    return asyncio.run(run())


async def data(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    found = await client.call_tool(name, arguments)
    assert not found.is_error, found.content
    return of_kind(dict, found.structured_content)


def switch_on(desk: Desk) -> None:
    """The toggle and the account's box in the settings, by the accessibility tree."""
    desk.open()
    desk.at("wait", "Conversations")
    desk.at("press", "MCP off")
    desk.at("press", "MCP bridge", role="check box")
    desk.at("wait", "On, at http://127.0.0.1:", prefix=True)
    desk.at("press", f"{LOCAL}: Sample mailbox", role="check box")
    desk.at("press", "Close", role="push button")
    desk.at("gone", "MCP bridge", role="check box")
    until((desk.profile / "bridge.json").exists)


def test_from_the_toggle_to_the_press(desk: Desk) -> None:
    switch_on(desk)

    async def propose(client: Client) -> str:
        found = await data(client, "search_messages", query="from:dana lease", max_results=1)
        assert LEASE in found["results"][0]["untrusted_subject"]
        await data(client, "get_message", number=1)
        saved = await data(client, "draft_reply", number=1, body="1 February is all right.")
        asked = await data(
            client, "send_draft", draft_id=saved["draft_id"], revision=saved["revision"]
        )
        assert asked["decision"] == "ask"
        return str(saved["draft_id"])

    draft_id = over_stdio(desk, propose)
    desk.at("wait", "MCP on, 1 program")
    desk.focus()
    desk.keys("g", "r")
    desk.at("wait", "Drafts", role="list")
    desk.keys("Home", "Return")  # the list may have been read before: the row it had stays current
    desk.reads("Draft body", "1 February is all right.")
    desk.at("press", "Send to Dana", prefix=True)
    desk.at("press", "Send now", prefix=True)
    [mail] = until(lambda: desk.command("search", "in:sent newer_than:1d February")["results"])
    assert mail["subject"] == f"Re: {LEASE}"

    async def look(client: Client) -> dict[str, Any]:
        return await data(client, "get_draft", draft_id=draft_id)

    told = over_stdio(desk, look)
    assert told["draft"]["delivery"] == "sent"
    assert desk.close() == 0
    assert not (desk.profile / "bridge.json").exists()


def test_off_again_a_program_is_told_what_to_do(desk: Desk) -> None:
    switch_on(desk)
    where = json.loads((desk.profile / "bridge.json").read_text())
    assert where["url"].startswith("http://127.0.0.1:")
    desk.at("press", "MCP on", prefix=True)
    desk.at("press", "MCP bridge", role="check box")
    desk.at("wait", "Off. Nothing listens.")
    until(lambda: not (desk.profile / "bridge.json").exists())
    told = over_stdio(desk, lambda client: client.call_tool("search_messages", {"query": "x"}))
    assert told.is_error
    assert "switch on" in told.content[0].text
    desk.at("press", "Close", role="push button")
    desk.at("gone", "MCP bridge", role="check box")
    assert desk.close() == 0
