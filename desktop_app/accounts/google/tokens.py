"""Access tokens of one account: in memory only, refreshed once however many threads need one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from desktop_app.accounts.google.token_endpoint import Tokens
from desktop_app.model.clock import Clock
from desktop_app.model.errors import NeedsSignIn

EARLY_SECONDS = 60.0
"""A token is renewed that long before it ends, so that none ends on its way."""


class Noted(Protocol):
    """Who is told what the token endpoint said; called off any lock."""

    def granted(self, scopes: frozenset[str]) -> None: ...

    def refused(self) -> None:
        """The refresh token is not accepted any more."""


@dataclass(frozen=True, slots=True)
class Silent:
    """Nobody is told."""

    def granted(self, scopes: frozenset[str]) -> None:
        del scopes

    def refused(self) -> None:
        return


class TokenSource:
    """Thread-safe. `renew` asks the token endpoint and raises KnownError; NeedsSignIn from it
    is final: nobody is asked again until there is a new sign-in."""

    def __init__(
        self,
        renew: Callable[[], Tokens],
        *,
        scopes: Iterable[str] = (),
        first: Tokens | None = None,
        noted: Noted | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._renew, self._clock = renew, clock
        self._noted = noted or Silent()
        self._scopes = frozenset(scopes)
        self._lock = Lock()
        self._token, self._ends = "", 0.0
        self._flight: Future[str] | None = None
        self._refused: NeedsSignIn | None = None
        if first is not None:
            self._take(first)

    def __repr__(self) -> str:
        return f"TokenSource({len(self._scopes)} scopes)"

    @property
    def scopes(self) -> frozenset[str]:
        """What the person has granted, as of the last answer."""
        return self._scopes

    def token(self) -> str:
        """An access token that is good now. Raises NeedsSignIn, NoKeyring, Unavailable."""
        with self._lock:
            if self._refused is not None:
                raise NeedsSignIn(
                    self._refused.sentence,
                    next_step=self._refused.next_step,
                    details=self._refused.details,
                )
            if self._token and self._clock() < self._ends:
                return self._token
            flight, leader = self._flight, self._flight is None
            if flight is None:
                flight = self._flight = Future()
        if leader:
            self._fly(flight)
        return flight.result()

    def reject(self, token: str) -> None:
        """The service refused this token: the next call gets a new one."""
        with self._lock:
            if token == self._token:
                self._token = ""

    def _fly(self, flight: Future[str]) -> None:
        """Renew for everybody who waits; they get the token, or the error."""
        before = self._scopes
        try:
            answer = self._renew()
        except NeedsSignIn as error:
            with self._lock:
                self._refused, self._flight = error, None
            flight.set_exception(error)
            self._noted.refused()
            return
        except BaseException as error:
            with self._lock:
                self._flight = None
            flight.set_exception(error)
            if not isinstance(error, Exception):
                raise
            return
        with self._lock:
            self._take(answer)
            self._flight = None
        flight.set_result(answer.access_token)
        if self._scopes != before:
            self._noted.granted(self._scopes)

    def _take(self, answer: Tokens) -> None:
        self._token = answer.access_token
        self._ends = self._clock() + max(0.0, answer.seconds - EARLY_SECONDS)
        if answer.scopes:
            self._scopes = answer.scopes
