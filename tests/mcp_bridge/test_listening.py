"""Programs that listen are told what has changed, in both eras."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPDeprecationWarning

from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import with_client

PATIENCE = 10.0


class Heard:
    """What an older client's standing stream has brought."""

    def __init__(self) -> None:
        self.methods: list[str] = []
        self.uris: list[str] = []
        self._more = asyncio.Event()

    async def take(self, message: Any) -> None:
        method = getattr(message, "method", "")
        if method:
            self.methods.append(method)
            self.uris += [str(message.params.uri)] if method.endswith("updated") else []
            self._more.set()

    async def until(self, *methods: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while not set(methods) <= set(self.methods):
                self._more.clear()
                await self._more.wait()


async def subscribed(client: Client, uri: str, *, on: bool = True) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        await (client.subscribe_resource(uri) if on else client.unsubscribe_resource(uri))


def test_an_older_session_is_told_what_it_has_subscribed_to(bridge: Served) -> None:
    heard = Heard()

    async def work(client: Client) -> None:
        can = client.server_capabilities
        assert can.resources is not None
        assert can.tools is not None
        assert (can.resources.subscribe, can.resources.list_changed) == (True, True)
        assert can.tools.list_changed
        await subscribed(client, "mail://drafts")
        await subscribed(client, "gmail://messages?query=budget")
        await subscribed(client, "gmail://messages?query=budget", on=False)
        await client.call_tool("create_draft", {"to": "a@lee.example", "subject": "Hi"})
        await heard.until("notifications/resources/updated", "notifications/resources/list_changed")
        bridge.house.add(mail())
        bridge.allow("work", off=("drafts",))
        await heard.until("notifications/tools/list_changed")

    with_client(bridge, work, message_handler=heard.take)
    assert set(heard.uris) == {"mail://drafts"}


def test_a_newer_client_listens_to_what_it_names(bridge: Served) -> None:
    async def work(client: Client) -> list[Any]:
        wanted = ["mail://draft/no-such-draft", "gmail://messages?query=budget"]
        async with client.listen(resource_subscriptions=wanted) as events:
            bridge.house.add(mail())
            async with asyncio.timeout(PATIENCE):
                return [await anext(aiter(events))]

    [event] = with_client(bridge, work, "2026-07-28")
    assert event.uri == "gmail://messages?query=budget"


def test_many_commits_in_a_row_are_told_as_one(bridge: Served) -> None:
    heard = Heard()

    async def work(client: Client) -> None:
        await subscribed(client, "gmail://messages")
        for n in range(20):
            bridge.house.add(mail(message_id=f"{n}@lee.example"))
        await heard.until("notifications/resources/updated")
        await asyncio.sleep(0)

    with_client(bridge, work, message_handler=heard.take)
    assert 1 <= heard.methods.count("notifications/resources/updated") < 10


@pytest.mark.parametrize("era", ["legacy"])
def test_a_session_that_is_gone_breaks_nothing(bridge: Served, era: str) -> None:
    async def work(client: Client) -> None:
        await subscribed(client, "gmail://messages")

    for _ in range(3):
        with_client(bridge, work, era)
    heard = Heard()

    async def then(client: Client) -> None:
        await subscribed(client, "gmail://messages")
        bridge.house.add(mail())
        await heard.until("notifications/resources/updated")

    with_client(bridge, then, message_handler=heard.take)
    assert heard.uris == ["gmail://messages"]
