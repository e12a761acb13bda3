"""Getting in over HTTP: the SDK's own client, and everything that is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from tests.fakes.house import TestHouse
from tests.mcp_bridge.letting_in import DOCUMENT, REDIRECT, Asking, asking, document


class _Kept:
    """What a program keeps of its tokens."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


def _sdk(one: Asking, kept: _Kept, document_address: str | None, host: str) -> OAuthClientProvider:
    """The SDK's client, with a browser that waits and a person who lets it in."""
    came: dict[str, str] = {}

    async def browse(url: str) -> None:
        place = (await asyncio.to_thread(one.http.get, url)).headers["location"]
        waiting = await asyncio.to_thread(one.get, place)
        assert (waiting.status_code, "Draftdesk asks you" in waiting.text) == (200, True)
        await asyncio.to_thread(one.let_in)
        came.update(await asyncio.to_thread(one.answered, place))

    async def back() -> AuthorizationCodeResult:
        return AuthorizationCodeResult(code=came["code"], state=came["state"], iss=came["iss"])

    return OAuthClientProvider(
        f"http://{host}:{one.bridge.port}/mcp",
        OAuthClientMetadata(redirect_uris=[AnyUrl(REDIRECT)], client_name="A client"),
        kept,
        browse,
        back,
        document_address,
    )


@pytest.mark.parametrize("address", [DOCUMENT, None])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_sdks_client_gets_in(house: TestHouse, address: str | None, host: str) -> None:
    async def calls(one: Asking, kept: _Kept) -> int:
        async with httpx2.AsyncClient(auth=_sdk(one, kept, address, host)) as client:
            found = await client.post(
                f"http://{host}:{one.bridge.port}/mcp",
                json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _HELLO},
                headers={"Accept": "application/json, text/event-stream"},
            )
            return found.status_code

    with asking(house, {DOCUMENT: document()}) as one:
        kept = _Kept()
        assert asyncio.run(calls(one, kept)) == 200
        assert kept.tokens is not None
        assert kept.tokens.scope == "mail"
        [client] = [each for each in house.store.bridge_clients.list() if each.origin]
        assert (client.name, client.accounts) == ("A client", ("work",))
        assert client.origin == (address or "registered")


_HELLO: dict[str, Any] = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "t", "version": "1"},
}
