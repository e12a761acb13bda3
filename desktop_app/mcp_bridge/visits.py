"""Who is calling: one visit for each client and session, with a runner and its limits."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from desktop_app.model.bridge import BridgeClient
from desktop_app.model.errors import BadInput, SlowDown
from desktop_app.tools.base import AnyTool, Effect, ToolResult
from desktop_app.tools.meaning import Meaning, meaning_of
from desktop_app.tools.runner import Runner

MOST_VISITS = 64
PROPOSALS = 12
"""Drafts and requests that one client may make in a minute."""

MINUTE = 60.0


class Door(Protocol):
    """What the bridge asks of the house: who has this token, and a runner stamped for them."""

    def client(self, token: str) -> BridgeClient | None:
        """Whose token it is, compared in constant time; None for nobody's."""

    def runner(self, client_id: str, says_it_is: str) -> Runner:
        """Stamped MCP, with the client's accounts and groups as they are at each call, and the
        name the person gave it; a program that was only started here has the one it gives."""

    def called(self, client_id: str) -> None:
        """Note that the client is there."""


@dataclass
class Visit:
    """One conversation of one client. `client_id` decides everything; `name` is for people."""

    client_id: str
    runner: Runner
    limit: Limit
    cancelled: threading.Event = field(default_factory=threading.Event)

    def meaning(self, name: str, arguments: Mapping[str, Any]) -> Meaning | None:
        """What a call of this client would mean; None for an unknown name."""
        return meaning_of(name, arguments, self.runner.family())

    def call(self, name: str, arguments: Mapping[str, Any]) -> tuple[AnyTool, ToolResult[Any]]:
        """Run a tool for this client. Raises `KnownError`. Blocking."""
        meaning = self.meaning(name, arguments)
        if meaning is not None and meaning.effect is not Effect.READ:
            self.limit.take()
        if not self.runner.visible_accounts():
            raise BadInput(
                "The person has not allowed this program any account yet.",
                next_step="Ask them to choose accounts in Draftdesk: Settings → MCP bridge.",
            )
        return self.runner.call_by_name(name, arguments, cancelled=self.cancelled)


class Limit:
    """A sliding window of a minute, shared by all visits of a client."""

    def __init__(self, most: int = PROPOSALS, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._times: deque[float] = deque()
        self._lock = threading.Lock()

    def take(self) -> None:
        """Count one more. Raises `SlowDown` when there were too many."""
        with self._lock:
            now = self._clock()
            while self._times and self._times[0] <= now - MINUTE:
                self._times.popleft()
            if len(self._times) >= self._most:
                wait = self._times[0] + MINUTE - now
                raise SlowDown(
                    f"At most {self._most} proposals a minute: the person has to read them.",
                    resumes_at=time.time() + wait,
                    next_step=f"Go on in {wait:.0f} seconds, with fewer at once.",
                )
            self._times.append(now)


class Visits:
    """The visits that are known, the least recently used ones forgotten first."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._visits: OrderedDict[tuple[str, str, str], Visit] = OrderedDict()
        self._limits: dict[str, Limit] = {}
        self._lock = threading.Lock()

    def visit(self, client_id: str, session: str, says_it_is: str = "") -> Visit:
        """The visit of a client's session; all stateless calls of a client are one."""
        with self._lock:
            key = (client_id, session, says_it_is)
            if key not in self._visits:
                limit = self._limits.setdefault(client_id, Limit())
                self._visits[key] = Visit(
                    client_id, self._door.runner(client_id, says_it_is), limit
                )
            self._visits.move_to_end(key)
            while len(self._visits) > MOST_VISITS:
                self._visits.popitem(last=False)
            return self._visits[key]

    def end(self) -> None:
        """Stop what runs: the bridge is being switched off."""
        with self._lock:
            for visit in self._visits.values():
                visit.cancelled.set()
            self._visits.clear()
