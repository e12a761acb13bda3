"""Who is calling: one visit for each client and session, with a runner and its limits."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from desktop_app.model.bridge import BridgeClient
from desktop_app.model.errors import BadInput, SlowDown
from desktop_app.model.visible_state import Seen
from desktop_app.tools.calls.base import AnyTool, Effect, ToolResult
from desktop_app.tools.calls.context import Conversation
from desktop_app.tools.meaning import Meaning, meaning_of
from desktop_app.tools.runner import Runner

MOST_VISITS = 64
"""Of one client, which has them for itself."""

MOST_NAMES = 8
"""Names of one client whose pages of searches are kept between its connections."""

PROPOSALS = 12
"""Drafts and requests that one client may make in a minute."""

MINUTE = 60.0


class Door(Protocol):
    """What the bridge asks of the house: who has this token, and a runner stamped for them."""

    def client(self, token: str) -> BridgeClient | None:
        """Whose token it is, compared in constant time; None for nobody's."""

    def local_program(self) -> BridgeClient:
        """Whoever has the token of this run, which `draftdesk mcp` reads from the profile."""

    def runner(self, client_id: str, says_it_is: str, instance: str) -> Runner:
        """Stamped MCP, with the client's accounts and groups as they are at each call, and the
        name the person gave it; a program that was only started here has the one it gives, and
        deletes what this `instance` of it proposed."""

    def called(self, client_id: str) -> None:
        """Note that the client is there."""

    def sees(self, client_id: str) -> Seen:
        """What changes when something changes that the client may see, or is listed. Blocking."""


@dataclass
class Visit:
    """One conversation of one client. `client_id` decides everything; `name` is for people."""

    client_id: str
    runner: Runner
    limit: Limit
    ended: threading.Event = field(default_factory=threading.Event)
    _running: set[threading.Event] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def running(self, stop: threading.Event) -> Iterator[None]:
        """While a call runs, which ends when `stop` is set, and with the visit."""
        with self._lock:
            self._running.add(stop)
        if self.ended.is_set():
            stop.set()
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(stop)

    def end(self) -> None:
        """Stop what runs, and whatever begins from now on."""
        self.ended.set()
        with self._lock:
            for stop in self._running:
                stop.set()

    def meaning(self, name: str, arguments: Mapping[str, Any]) -> Meaning | None:
        """What a call of this client would mean; None for an unknown name."""
        return meaning_of(name, arguments, self.runner.family())

    def call(
        self, name: str, arguments: Mapping[str, Any], stop: threading.Event
    ) -> tuple[AnyTool, ToolResult[Any]]:
        """Run a tool for this client, until `stop` is set; what reads or only counts is no
        proposal. Raises `KnownError`. Blocking."""
        meaning = self.meaning(name, arguments)
        if meaning is not None and meaning.effect is not Effect.READ:
            self.limit.take()
        if not self.runner.visible_accounts():
            raise BadInput(
                "The person has not allowed this program any account yet.",
                next_step="Ask them to choose accounts in Draftdesk: Settings → MCP bridge.",
            )
        with self.running(stop):
            return self.runner.call_by_name(name, arguments, cancelled=stop)


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


@dataclass
class _Client:
    """What is kept of one client: its visits, the least recently used ones forgotten first."""

    limit: Limit = field(default_factory=Limit)
    visits: OrderedDict[tuple[str, str], Visit] = field(default_factory=OrderedDict)
    pages: OrderedDict[str, Conversation] = field(default_factory=OrderedDict)


class Visits:
    """The visits that are known. No client makes room at the cost of another."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._clients: dict[str, _Client] = {}
        self._lock = threading.Lock()
        self.sees = door.sees

    def visit(
        self, client_id: str, session: str, says_it_is: str = "", *, instance: str = ""
    ) -> Visit:
        """The visit of a client's session. A stateless call belongs to its `instance`: rows and
        sources are those of one running program, whatever another with the same token does. Pages
        of searches, which name their query, outlive a connection. Raises `NotFound`."""
        with self._lock:
            known = self._clients.get(client_id)
            place = (session or instance, says_it_is)
            if known is None or place not in known.visits:
                runner = self._door.runner(client_id, says_it_is, instance)
                known = self._clients.setdefault(client_id, known or _Client())
                if not session:
                    runner.conversation = self._pages(known, says_it_is).continued()
                known.visits[place] = Visit(client_id, runner, known.limit)
            known.visits.move_to_end(place)
            while len(known.visits) > MOST_VISITS:
                known.visits.popitem(last=False)
            return known.visits[place]

    @staticmethod
    def _pages(known: _Client, says_it_is: str) -> Conversation:
        pages = known.pages.setdefault(says_it_is, Conversation())
        known.pages.move_to_end(says_it_is)
        while len(known.pages) > MOST_NAMES:
            known.pages.popitem(last=False)
        return pages

    def end(self) -> None:
        """Stop what runs: the bridge is being switched off."""
        with self._lock:
            for known in self._clients.values():
                for visit in known.visits.values():
                    visit.end()
            self._clients.clear()
