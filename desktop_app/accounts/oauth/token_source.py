"""Access tokens of one account, in memory only, renewed once for all waiting threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Protocol

from desktop_app.accounts.oauth.token_endpoint import TokenResponse
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, NeedsSignIn

if TYPE_CHECKING:
    from desktop_app.accounts.base import SignInLedger

EARLY_SECONDS = 60.0
"""A token is renewed that long before it ends, so that none ends on its way."""

_LOOK_UP_SECONDS = 0.1
"""How soon a thread that waits for a new token notices that it was called off."""


class TokenObserver(Protocol):
    """Receiver of answers of the token endpoint; called without a lock."""

    def granted(self, scopes: frozenset[str]) -> None: ...

    def refused(self) -> None:
        """The refresh token is no longer accepted."""


@dataclass(frozen=True, slots=True)
class NoObserver:
    """Observer that does nothing."""

    def granted(self, scopes: frozenset[str]) -> None:
        del scopes

    def refused(self) -> None:
        return


@dataclass(frozen=True, slots=True)
class LedgerObserver:
    """Writes answers of the token endpoint into the ledger."""

    ledger: SignInLedger
    account_id: str

    def granted(self, scopes: frozenset[str]) -> None:
        self.ledger.note_scopes(self.account_id, scopes)

    def refused(self) -> None:
        self.ledger.note_refused(self.account_id)


class TokenSource:
    """Thread-safe. `renew` asks the token endpoint and raises KnownError. NeedsSignIn is final:
    the endpoint is not asked again before a new sign-in."""

    def __init__(
        self,
        renew: Callable[[], TokenResponse],
        *,
        scopes: Iterable[str] = (),
        first: TokenResponse | None = None,
        observer: TokenObserver | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._renew, self._clock = renew, clock
        self._observer = observer or NoObserver()
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
        """Granted scopes, as of the last answer."""
        return self._scopes

    def token(self, cancelled: Event | None = None) -> str:
        """Valid access token. Raises NeedsSignIn, NoKeyring, Unavailable; `Cancelled` when the
        event is set meanwhile."""
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
            # On a thread of its own, because nobody can call off what the endpoint takes.
            Thread(target=self._fly, args=(flight,), name="access token", daemon=True).start()
        return _landed(flight, cancelled or Event())

    def reject(self, token: str) -> None:
        """Drop a token that the service refused; the next call gets a new one."""
        with self._lock:
            if token == self._token:
                self._token = ""

    def _fly(self, flight: Future[str]) -> None:
        """Renew the token for all waiting threads; they get the token, or the error."""
        try:
            flight.set_result(self._renewed())
        except BaseException as error:  # noqa: BLE001 - whoever waits is told, whatever it was
            with self._lock:
                self._flight = None
            flight.set_exception(error)

    def _renewed(self) -> str:
        before = self._scopes
        try:
            answer = self._renew()
        except NeedsSignIn as error:
            with self._lock:
                self._refused, self._flight = error, None
            self._observer.refused()
            raise
        with self._lock:
            self._take(answer)
            self._flight = None
        if self._scopes != before:
            self._observer.granted(self._scopes)
        return answer.access_token

    def _take(self, answer: TokenResponse) -> None:
        self._token = answer.access_token
        self._ends = self._clock() + max(0.0, answer.seconds - EARLY_SECONDS)
        if answer.scopes:
            self._scopes = answer.scopes


def _landed(flight: Future[str], cancelled: Event) -> str:
    """The token that everybody waits for; whoever has called it off waits no longer."""
    while True:
        try:
            return flight.result(_LOOK_UP_SECONDS)
        except TimeoutError:
            if flight.done():
                raise
            if cancelled.is_set():
                raise Cancelled("Stopped.") from None
