"""Tries the bridge as a program would: a handshake, the list of tools, one search."""

from __future__ import annotations

import asyncio
import time

import httpx2

from desktop_app.model.errors import Unavailable

PATIENCE_SECONDS = 10.0


def try_it(url: str, token: str) -> str:
    """What came of it, in a sentence. Raises `Unavailable`. Blocking."""
    try:
        return asyncio.run(asyncio.wait_for(_try(url, token), PATIENCE_SECONDS))
    except (OSError, TimeoutError, ExceptionGroup, httpx2.HTTPError) as error:
        raise Unavailable("The bridge did not answer as it should.") from error


async def _try(url: str, token: str) -> str:
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        tools = (await client.list_tools()).tools
        begun = time.perf_counter()
        found = await client.call_tool("search_messages", {"query": "", "max_results": 1})
        took = 1000 * (time.perf_counter() - begun)
    if found.is_error:
        return f"It answers, with {len(tools)} tools. No account is allowed yet."
    return f"It answers, with {len(tools)} tools. A search took {took:.0f} ms."
