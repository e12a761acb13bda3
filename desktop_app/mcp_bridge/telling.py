"""Progress of calls that take long, told to whoever gave a token for it.

How much is left nobody knows: what a server is asked comes when it comes. So what is told is that
the work goes on, and for how long: a number that grows, once every two seconds.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol

FIRST_SECONDS, EVERY_SECONDS = 1.0, 2.0
"""Time until something is told, and from then on. Most calls have answered before the first."""

_log = logging.getLogger(__name__)


class Told(Protocol):
    """Who is told: the SDK's context of a call, which tells nobody where there is no token."""

    @property
    def report_progress(self) -> Callable[[float, float | None, str | None], Awaitable[None]]: ...


@asynccontextmanager
async def told(context: Told | None) -> AsyncIterator[None]:
    """While the call inside runs. Once it has ended, or was cancelled, nothing more is told."""
    telling = asyncio.create_task(_tell(context)) if context is not None else None
    try:
        yield
    finally:
        if telling is not None:
            telling.cancel()
            with suppress(asyncio.CancelledError):
                await telling


async def _tell(context: Told) -> None:
    """Whoever does not listen any more is told nothing: the call goes on without it."""
    begun = time.monotonic()
    pause = FIRST_SECONDS
    try:
        while True:
            await asyncio.sleep(pause)
            pause, seconds = EVERY_SECONDS, round(time.monotonic() - begun, 1)
            words = f"Still at work, for {seconds:.0f} {'second' if seconds < 1.5 else 'seconds'}."
            await context.report_progress(seconds, None, words)
    except Exception:  # noqa: BLE001  # the SDK says in several ways that nobody is there
        _log.info("the progress of a call could not be told")
