"""Guarded HTTP client of a model: one origin, no redirect, and a record of every payload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from desktop_app.model.errors import Refused
from desktop_app.model.reach import Reach, reach_of

if TYPE_CHECKING:
    import httpx2

ANSWER_SECONDS = 120.0
"""Seconds that a server may be silent in the middle of an answer."""


def is_local(url: str) -> bool:
    """Whether nothing leaves this computer by it."""
    return reach_of(url) is Reach.THIS_COMPUTER


Leave = Callable[[str, bytes], Awaitable[None]]
"""Called with the address and the body of a request before it leaves; raises when it must not."""


Translated = Callable[["httpx2.AsyncBaseTransport"], "httpx2.AsyncBaseTransport"]


def guarded_client(
    base_url: str, leave: Leave, translated: Translated = lambda inner: inner
) -> httpx2.AsyncClient:
    """A client that reaches the endpoint's own origin and nothing else, follows no redirect, and
    waits for `leave` before anything is sent. `translated` puts a transport in front of that."""
    import httpx2

    origin = httpx2.URL(base_url)

    class Guard(httpx2.AsyncBaseTransport):
        def __init__(self) -> None:
            self._inner = httpx2.AsyncHTTPTransport(proxy=_proxy(base_url))

        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            url = request.url
            if (url.scheme, url.host, url.port) != (origin.scheme, origin.host, origin.port):
                raise Refused(f"The model may not reach {url.host}.")
            await leave(f"{url.scheme}://{url.netloc.decode()}{url.path}", await request.aread())
            return await self._inner.handle_async_request(request)

        async def aclose(self) -> None:
            await self._inner.aclose()

    patience = httpx2.Timeout(ANSWER_SECONDS, connect=10)
    guard = translated(Guard())
    return httpx2.AsyncClient(transport=guard, timeout=patience, follow_redirects=False)


def _proxy(url: str) -> str | None:
    """The system's proxy for an address, if any; none for this computer."""
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(url)
    if is_local(url) or proxy_bypass(parts.hostname or ""):
        return None
    return getproxies().get(parts.scheme)
