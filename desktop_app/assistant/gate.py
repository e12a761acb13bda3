"""Whether a request may leave: where the person wishes so, each one waits for their word.

The wait is part of the run, so Stop ends it like any other; not to send is to stop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Event as Cancelled
from threading import Lock

from desktop_app.assistant.transcript import AboutToSend
from desktop_app.model.errors import Refused

STOPPING_SECONDS = 5.0
"""How long a run that was told to stop may take until its request is refused instead."""


@dataclass(frozen=True, slots=True)
class _Asking:
    """Who is asked in this run, and what stops it."""

    tell: Callable[[AboutToSend], None]
    cancelled: Cancelled


_ASKING: ContextVar[_Asking | None] = ContextVar("asking", default=None)


class Gate:
    """One for each agent; `wanted` says whether requests have to wait, each time anew."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self._lock = Lock()
        self._waiting: dict[int, Callable[[bool], None]] = {}

    @property
    def asks(self) -> bool:
        return self._wanted()

    @contextmanager
    def open_to(self, tell: Callable[[AboutToSend], None], cancelled: Cancelled) -> Iterator[None]:
        """Within it, requests of this thread's run are shown through `tell`."""
        token = _ASKING.set(_Asking(tell, cancelled))
        try:
            yield
        finally:
            _ASKING.reset(token)

    async def passed(self, payload_id: int, endpoint: str, size: int) -> None:
        """Return when the request may leave. Raises `Refused` when it may not; being cancelled
        meanwhile is the usual way."""
        if not self._wanted():
            return
        asking = _ASKING.get()
        if asking is None:
            raise Refused("Nobody can be asked whether this may be sent.")
        if not await self._answer(asking, AboutToSend(payload_id, endpoint, size)):
            asking.cancelled.set()
            await asyncio.sleep(STOPPING_SECONDS)
            raise Refused("You did not let this be sent.")

    def answer(self, payload_id: int, *, yes: bool) -> None:
        """The person's word, from any thread; nothing happens when nobody waits for it."""
        with self._lock:
            settle = self._waiting.pop(payload_id, None)
            if settle is not None:
                settle(yes)

    async def _answer(self, asking: _Asking, request: AboutToSend) -> bool:
        loop = asyncio.get_running_loop()
        came: asyncio.Future[bool] = loop.create_future()

        def take(yes: bool) -> None:
            if not came.done():
                came.set_result(yes)

        with self._lock:
            self._waiting[request.payload_id] = lambda yes: _soon(loop, take, yes)
        asking.tell(request)
        try:
            return await came
        finally:
            with self._lock:
                self._waiting.pop(request.payload_id, None)


def _soon(loop: asyncio.AbstractEventLoop, take: Callable[[bool], None], yes: bool) -> None:
    loop.call_soon_threadsafe(take, yes)
