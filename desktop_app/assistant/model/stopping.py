"""Stop: a run of the model library ends soon after the person has pressed it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Event

from pydantic_ai import CancellationToken

STOP_SECONDS = 0.05
"""Seconds between two looks at Stop."""


@asynccontextmanager
async def stopping(cancelled: Event) -> AsyncIterator[CancellationToken]:
    """Token of the model library that ends a run soon after `cancelled` is set."""
    token = CancellationToken()

    async def watch() -> None:
        while not cancelled.is_set():  # noqa: ASYNC110  # it is set in another thread
            await asyncio.sleep(STOP_SECONDS)
        token.cancel()

    watching = asyncio.create_task(watch())
    try:
        yield token
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
