"""Questions of programs that ask to be let in, and what the person answered.

Nothing here is reached by a program but for asking and for taking an answer away: a question is
answered by the window's own tools alone. All of it is in memory, and bounded; whatever has ended
has ended by the clock, when somebody next comes.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NoReturn
from urllib.parse import quote, urlencode, urlsplit

from desktop_app.model.asking_program import QUESTION_SECONDS, AskingProgram
from desktop_app.model.clock import Clock
from desktop_app.model.errors import NotFound, SlowDown

A_MINUTE = 3
"""Questions that all programs together may ask in a minute."""

CODE_SECONDS = 60
"""How long a code is good after the browser was sent back with it."""

MOST_KEPT = 64
"""Questions that have an answer or an end, and codes that were used, that are still known."""

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a program asks with, as OAuth names it: `program` is its client_id, `redirect` one of
    its addresses, `challenge` that of PKCE (S256), `resource` the bridge's address. `key` tells one
    program from another."""

    program: str
    key: str
    name: str
    origin: str
    redirect: str
    challenge: str
    resource: str
    state: str | None = None


@dataclass(frozen=True, slots=True)
class Redeemed:
    """What a code stood for; `client_id` is that of the bridge's client that was let in. `again`:
    the code was used before."""

    wanted: Wanted
    client_id: str
    again: bool = False


@dataclass
class _Question:
    wanted: Wanted
    asked: AskingProgram
    issuer: str
    until: float
    """When it ends; an answer stays a while."""

    open: bool = True
    client_id: str = ""
    code: str = field(default="", repr=False)
    handed: float = 0.0
    """When the browser was first sent back with the code."""

    @property
    def refused(self) -> bool:
        return not self.open and not self.client_id


class Questions:
    """Used by any thread; `clock` gives seconds since the epoch. `told` is called when the open
    questions have changed, under no lock."""

    def __init__(self, clock: Clock, told: Callable[[], None] = lambda: None) -> None:
        self._clock, self._told = clock, told
        self._lock = threading.Lock()
        self._asked: deque[float] = deque()
        self._questions: OrderedDict[str, _Question] = OrderedDict()
        self._used: OrderedDict[bytes, Redeemed] = OrderedDict()

    def take_place(self) -> None:
        """One of the few places of a minute. Raises `SlowDown`."""
        with self._lock:
            now = self._clock()
            while self._asked and not now - MINUTE < self._asked[0] <= now:
                self._asked.popleft()
            if len(self._asked) >= A_MINUTE:
                raise SlowDown(
                    f"Draftdesk asks at most {A_MINUTE} times a minute.",
                    resumes_at=self._asked[0] + MINUTE,
                    next_step="Try again in a minute.",
                )
            self._asked.append(now)

    def ask(self, wanted: Wanted, issuer: str) -> AskingProgram:
        """A new question; one that the program asked before ends."""
        with self._lock:
            now = self._clock()
            self._forget(now)
            for key in [k for k, q in self._questions.items() if q.open and _same(q, wanted)]:
                del self._questions[key]
            id_ = secrets.token_urlsafe(24)
            until = now + QUESTION_SECONDS
            asked = _told(id_, wanted, until)
            self._questions[id_] = _Question(wanted, asked, issuer, until)
            while len(self._questions) > MOST_KEPT:
                self._questions.popitem(last=False)
        self._told()
        return asked

    def open(self) -> tuple[AskingProgram, ...]:
        """The questions that wait for the person, the oldest first."""
        with self._lock:
            self._forget(self._clock())
            return tuple(each.asked for each in self._questions.values() if each.open)

    def get(self, id_: str) -> AskingProgram:
        """A question that waits. Raises `NotFound`."""
        return next((each for each in self.open() if each.id == id_), None) or _gone()

    def answer(self, id_: str, client_id: str) -> None:
        """The person's answer: the client that was let in, empty for none. Raises `NotFound` for a
        question that does not wait any more."""
        with self._lock:
            now = self._clock()
            self._forget(now)
            question = self._questions.get(id_)
            if question is None or not question.open:
                _gone()
            question.open, question.client_id = False, client_id
            question.until = max(question.until, now + CODE_SECONDS)
            if client_id:
                question.code = secrets.token_urlsafe(32)
        self._told()

    def way(self, id_: str) -> str | None:
        """Where the browser goes with the answer; empty while there is none. None for a question
        that has ended."""
        with self._lock:
            now = self._clock()
            self._forget(now)
            question = self._questions.get(id_)
            if question is None:
                return None
            if question.open:
                return ""
            if question.refused:
                said = {"error": "access_denied", "error_description": "The person refused."}
                return _led(question, said)
            if not question.code:
                return None
            question.handed = question.handed or now
            return _led(question, {"code": question.code})

    def redeem(self, code: str) -> Redeemed | None:
        """What a code stands for, which is used up by that; None for one that is not good."""
        hashed = hashlib.sha256(code.encode()).digest()
        with self._lock:
            now = self._clock()
            self._forget(now)
            if hashed in self._used:
                return replace(self._used[hashed], again=True)
            for question in self._questions.values():
                known = hashlib.sha256(question.code.encode()).digest()
                if question.code and hmac.compare_digest(known, hashed):
                    question.code = ""
                    found = Redeemed(question.wanted, question.client_id)
                    self._used[hashed] = found
                    while len(self._used) > MOST_KEPT:
                        self._used.popitem(last=False)
                    return found
        return None

    def end(self) -> None:
        """The bridge is switched off: nothing that was asked counts any more."""
        with self._lock:
            self._questions.clear()
        self._told()

    def _forget(self, now: float) -> None:
        for id_, question in tuple(self._questions.items()):
            late = question.handed and now >= question.handed + CODE_SECONDS
            if now >= question.until or late:
                del self._questions[id_]


def _told(id_: str, wanted: Wanted, until: float) -> AskingProgram:
    redirect = urlsplit(wanted.redirect)
    return AskingProgram(
        id_,
        wanted.name,
        wanted.origin,
        urlsplit(wanted.origin).hostname or "",
        redirect.hostname or "",
        redirect.scheme == "http",
        until,
    )


def _same(question: _Question, wanted: Wanted) -> bool:
    return question.wanted.key == wanted.key


def _led(question: _Question, said: dict[str, str]) -> str:
    """The address that the program gave, with the answer (RFC 6749, section 4.1.2; RFC 9207)."""
    wanted = question.wanted
    if wanted.state is not None:
        said |= {"state": wanted.state}
    said |= {"iss": question.issuer}
    joint = "&" if "?" in wanted.redirect else "?"
    return f"{wanted.redirect}{joint}{urlencode(said, quote_via=quote)}"


def _gone() -> NoReturn:
    raise NotFound("This program does not ask any more.", next_step="Let it ask anew.")
