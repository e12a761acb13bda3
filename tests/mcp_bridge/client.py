"""The SDK's own client on a bridge, in both eras of the protocol."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.fakes.bridge import Served

T = TypeVar("T")
ERAS = ("legacy", "2026-07-28")


@asynccontextmanager
async def connected(bridge: Served, era: str = "legacy", **more: Any) -> AsyncIterator[Client]:
    async with httpx2.AsyncClient(headers=bridge.headers, timeout=30, trust_env=False) as http:
        transport = streamable_http_client(bridge.url, http_client=http)
        async with Client(transport, mode=era, **more) as client:
            yield client


def with_client(
    bridge: Served, work: Callable[[Client], Awaitable[T]], era: str = "legacy", **more: Any
) -> T:
    """Connect, do it, and leave."""

    async def run() -> T:
        async with connected(bridge, era, **more) as client:
            return await work(client)

    return asyncio.run(run())
