"""An agent that ends with everything else when the person stops all assistants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any, cast

from desktop_app.assistant.transcript import Agent, Emit, Ended, Refine, RefineEvent
from desktop_app.model.changes import Changes
from desktop_app.model.errors import Refused

Subscribe = Callable[[Callable[[Changes], None]], Callable[[], None]]


def stoppable(agent: Agent, stopped: Callable[[], str], subscribe: Subscribe) -> Agent:
    """The agent, which does nothing while `stopped` says why, and stops soon after it does."""
    return cast("Agent", _Stoppable(agent, stopped, subscribe))


class _Stoppable:
    """Everything else is the agent's own."""

    def __init__(self, agent: Agent, stopped: Callable[[], str], subscribe: Subscribe) -> None:
        self._agent, self._stopped, self._subscribe = agent, stopped, subscribe

    def __getattr__(self, name: str) -> Any:
        return getattr(self._agent, name)

    def run(self, ask: Any, emit: Emit, cancelled: Event) -> None:
        if why := self._stopped():
            emit(Ended(error=why))
            return
        with self._ending(cancelled):
            self._agent.run(ask, emit, cancelled)

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        if why := self._stopped():
            emit(Ended(error=why))
            return
        with self._ending(cancelled):
            self._agent.refine(request, emit, cancelled)

    def summary(self, thread_id: str, cancelled: Event) -> str:
        """Raises `Refused` while all are stopped, and what the agent raises."""
        if why := self._stopped():
            raise Refused(why)
        with self._ending(cancelled):
            return self._agent.summary(thread_id, cancelled)

    @contextmanager
    def _ending(self, cancelled: Event) -> Iterator[None]:
        """Sets `cancelled` when everything is stopped meanwhile."""

        def heed(changes: Changes) -> None:
            if changes.bridge and self._stopped():
                cancelled.set()

        end = self._subscribe(heed)
        try:
            yield
        finally:
            end()
