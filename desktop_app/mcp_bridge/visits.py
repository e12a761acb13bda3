"""Who is calling: one visit for each client and session, with a runner and its limits."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from desktop_app.model.asking_program import AskingProgram
from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient
from desktop_app.model.errors import BadInput, Refused, SlowDown
from desktop_app.model.visible_state import Seen
from desktop_app.tools.calls.base import AnyTool, Decision, Effect, ToolResult
from desktop_app.tools.calls.context import Conversation
from desktop_app.tools.meaning import Meaning, meaning_of
from desktop_app.tools.runner import Runner

MOST_VISITS = 64
"""Of one client, which has them for itself."""

MOST_NAMES = 8
"""Names of one client whose pages of searches are kept between its connections."""

PROPOSALS = 12
"""Drafts and requests that one program may make in a minute."""

MOST_LIMITS = 512
"""Programs that share one token whose proposals are counted, the longest silent forgotten first."""

MINUTE = 60.0


class LetInTokens(Protocol):
    """Tokens of a program that was let in over HTTP; `access` is good for `seconds`."""

    @property
    def access(self) -> str: ...

    @property
    def renewing(self) -> str: ...

    @property
    def seconds(self) -> int: ...


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

    def stopped(self) -> str:
        """Why nobody is let in now, in a sentence; empty where they are."""

    def asks(self, asked: AskingProgram) -> None:
        """A program asks to be let in: the window is told, which interrupts nobody."""

    def document(self, address: str, cancelled: threading.Event) -> bytes:
        """What the https address of a program's document answers, without following it elsewhere.
        Raises `KnownError`. Blocking."""

    def new_tokens(self, client_id: str, program: str) -> LetInTokens | None:
        """The first tokens of a client that the person let in; None where that has ended."""

    def renewed_tokens(self, token: str, program: str) -> LetInTokens | None:
        """New tokens for one that renews; None for one that is not good. Blocking."""

    def give_back(self, token: str, program: str) -> None:
        """The program needs its tokens no more. Blocking."""

    def end_tokens(self, client_id: str) -> None:
        """A client's tokens are worth nothing from now on. Blocking."""

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
        """Run a tool for this client, until `stop` is set. Only what comes to a draft or a request
        the person has not seen yet is a proposal. Raises `KnownError`. Blocking."""
        if not self.runner.visible_accounts():
            if held := self.runner.held():
                raise Refused(held)
            raise BadInput(
                "The person has not allowed this program any account yet.",
                next_step="Ask them to choose accounts in Draftdesk: Settings → MCP bridge.",
            )
        with self.running(stop):
            if not self._may_propose(name, arguments):
                return self.runner.call_by_name(name, arguments, cancelled=stop)
            with self.limit.proposing() as proposal:
                tool, found = self.runner.call_by_name(name, arguments, cancelled=stop)
                proposal.came_to = _proposed(found)
            return tool, found

    def _may_propose(self, name: str, arguments: Mapping[str, Any]) -> bool:
        meaning = self.meaning(name, arguments)
        if meaning is None or meaning.effect is Effect.READ:
            return False
        organises = meaning.effect is Effect.ORGANISE
        return not (organises and self.runner.decision(meaning.tool) is Decision.ALLOW)


def _proposed(found: ToolResult[Any]) -> str:
    """What the person has to look at after a call, as a key; empty where there is nothing."""
    if found.request_id:
        return f"request {found.request_id}"
    value, asks = found.value, found.decision is Decision.ASK
    draft = found.draft_id or getattr(value, "draft_id", "")
    revision = getattr(value, "revision", "")
    return f"{draft} {revision} {asks}" if draft and found.decision is not Decision.DENY else ""


@dataclass
class Proposal:
    """One call that may come to a proposal; `came_to` says to which."""

    came_to: str = ""


class Limit:
    """A sliding window of a minute, of one running program. What is refused, misspelt, or comes to
    what a former call came to takes no place in it."""

    def __init__(self, most: int = PROPOSALS, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._times: deque[float] = deque()
        self._known: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def proposing(self) -> Iterator[Proposal]:
        """Around a call: it takes a place, and gives it back where it comes to nothing new. Raises
        `SlowDown` when there is none."""
        taken, proposal = self.take(), Proposal()
        try:
            yield proposal
        finally:
            with self._lock:
                if not proposal.came_to or proposal.came_to in self._known:
                    with suppress(ValueError):
                        self._times.remove(taken)
                else:
                    self._known[proposal.came_to] = taken

    def take(self) -> float:
        """A place, by the time it was taken. Raises `SlowDown` when there is none."""
        with self._lock:
            now = self._clock()
            while self._times and self._times[0] <= now - MINUTE:
                self._times.popleft()
            while self._known and next(iter(self._known.values())) <= now - MINUTE:
                self._known.popitem(last=False)
            if len(self._times) >= self._most:
                wait = self._times[0] + MINUTE - now
                raise SlowDown(
                    f"At most {self._most} proposals a minute: the person has to read them.",
                    resumes_at=time.time() + wait,
                    next_step=f"Go on in {wait:.0f} seconds, with fewer at once.",
                )
            self._times.append(now)
            return now


@dataclass
class _Client:
    """What is kept of one client: its visits, the least recently used ones forgotten first."""

    limits: OrderedDict[str, Limit] = field(default_factory=OrderedDict)
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
                limit = self._limit(known, client_id, instance)
                known.visits[place] = Visit(client_id, runner, limit)
            known.visits.move_to_end(place)
            while len(known.visits) > MOST_VISITS:
                known.visits.popitem(last=False)
            return known.visits[place]

    @staticmethod
    def _limit(known: _Client, client_id: str, instance: str) -> Limit:
        """Of a client with a token of its own; of each running program of those that share one."""
        program = instance if client_id == LOCAL_PROGRAM else ""
        limit = known.limits.setdefault(program, Limit())
        known.limits.move_to_end(program)
        while len(known.limits) > MOST_LIMITS:
            known.limits.popitem(last=False)
        return limit

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
