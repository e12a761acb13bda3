"""A request of a program that asks to be let in, read with care: all of it is a stranger's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from desktop_app.mcp_bridge.http.oauth_clients import LONGEST_ADDRESS

MOST_QUERY = 8_000
MOST_BODY = 16_000
MOST_FIELDS = 20
Headers = Mapping[bytes, bytes]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class RefusedRequest(Exception):
    """Why, as OAuth names it and in a sentence."""

    def __init__(self, error: str, words: str) -> None:
        super().__init__(words)
        self.error, self.words = error, words


@dataclass(frozen=True, slots=True)
class Request:
    """What came: `base` is the address of this server as its caller wrote it."""

    base: str
    headers: Headers
    query: bytes
    receive: Receive

    async def body(self, kind: bytes) -> bytes:
        """Raises `RefusedRequest` for another kind, or for too much."""
        given = self.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if given != kind:
            raise RefusedRequest("invalid_request", f"{kind.decode()} is expected.")
        data = bytearray()
        while True:
            message = await self.receive()
            data += message.get("body", b"")
            if len(data) > MOST_BODY:
                raise RefusedRequest("invalid_request", "That is too long.")
            if message["type"] != "http.request" or not message.get("more_body"):
                return bytes(data)


def is_own_page(headers: Headers) -> bool:
    """Whether a page is opened by itself, as a program opens it: by no other page, and in none
    (Fetch Metadata). What tells nothing of that is no browser of these years."""
    site = headers.get(b"sec-fetch-site", b"none")
    whole = headers.get(b"sec-fetch-dest", b"document") == b"document"
    return site in {b"none", b"same-origin"} and whole and b"sec-purpose" not in headers


def read_fields(data: bytes, most: int) -> dict[str, str]:
    """The fields of a query or a form, each there once. Raises `RefusedRequest`."""
    if len(data) > most:
        raise RefusedRequest("invalid_request", "That is too long.")
    try:
        pairs = parse_qsl(
            data.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(data),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise RefusedRequest("invalid_request", "The fields can't be read.") from None
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RefusedRequest("invalid_request", "A field is there twice.")
    if any(len(value) > 2 * LONGEST_ADDRESS for value in found.values()):
        raise RefusedRequest("invalid_request", "A field is too long.")
    return found
