"""Gate before each request to a model: where the person wishes so, it waits for their consent.

The wait is part of the run, so that Stop ends it like any other. Refusing a request stops the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Event, Lock

from desktop_app.assistant.transcript import AboutToSend
from desktop_app.model.errors import Refused

STOPPING_SECONDS = 5.0
"""Seconds that a run may take to stop before its request is refused instead."""


@dataclass(frozen=True, slots=True)
class _Asking:
    """Listener of the run, and the event that stops it."""

    tell: Callable[[AboutToSend], None]
    cancelled: Event


_ASKING: ContextVar[_Asking | None] = ContextVar("asking", default=None)


class Gate:
    """Gate of an agent; `wanted` is read at each request."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self._lock = Lock()
        self._waiting: dict[int, Callable[[bool], None]] = {}

    @property
    def asks(self) -> bool:
        return self._wanted()

    @contextmanager
    def open_to(self, tell: Callable[[AboutToSend], None], cancelled: Event) -> Iterator[None]:
        """Context in which requests of this thread's run are shown through `tell`."""
        token = _ASKING.set(_Asking(tell, cancelled))
        try:
            yield
        finally:
            _ASKING.reset(token)

    async def passed(self, payload_id: int, endpoint: str, size: int) -> None:
        """Wait until the request may leave. Raises `Refused` when it may not; a stop usually
        cancels it first."""
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
        """Answer of the person, from any thread; without effect when no request waits."""
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
