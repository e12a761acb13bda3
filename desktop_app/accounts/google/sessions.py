"""Sessions of all Google accounts, made on first use."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from desktop_app.accounts.google.quota import BEFORE_MAY_2026, SINCE_MAY_2026, Bucket, Prices
from desktop_app.accounts.google.session import AccessTokens, GoogleSession
from desktop_app.model.api_use import CountCall, not_counted
from desktop_app.settings import Settings

_FEWEST = 300
"""Units a minute, below which one send would take minutes."""


class Sessions:
    """`tokens` returns an account's source of access tokens, and raises `NeedsSignIn` where
    there is none; `project` its quota project, and raises `BadInput` for one that is none.
    Thread-safe."""

    def __init__(
        self,
        settings: Settings,
        tokens: Callable[[str], AccessTokens],
        project: Callable[[str], str] = lambda _: "",
        count: CountCall = not_counted,
    ) -> None:
        self._settings = settings
        self._tokens, self._project, self._count = tokens, project, count
        self._lock = Lock()
        self._sessions: dict[str, GoogleSession] = {}

    def open(self, account_id: str) -> GoogleSession:
        """Session of the account, one a run. Raises `NeedsSignIn`."""
        with self._lock:
            found = self._sessions.get(account_id)
            if found is None:
                bucket, prices = self._quota()
                tokens = self._tokens(account_id)
                project = self._project(account_id)
                found = GoogleSession(
                    account_id,
                    tokens,
                    self._settings,
                    bucket,
                    prices=prices,
                    project=project,
                    count=self._count,
                )
                self._sessions[account_id] = found
            return found

    def _quota(self) -> tuple[Bucket, Prices]:
        """The limit that is set, with the price list it belongs to, or what is learned."""
        units = self._settings.number("google.units_per_minute")
        if not units:
            bucket = Bucket(BEFORE_MAY_2026.units_per_minute)
            return bucket, Prices(bucket)
        older = units == BEFORE_MAY_2026.units_per_minute
        bucket = Bucket(max(units, _FEWEST))
        return bucket, Prices(bucket, BEFORE_MAY_2026 if older else SINCE_MAY_2026)

    def quota(self, account_id: str) -> str:
        """Used part of the account's quota in words; empty before its first call."""
        with self._lock:
            found = self._sessions.get(account_id)
        if found is None:
            return ""
        bucket = found.bucket
        words = f"{bucket.used_last_minute:,} of {bucket.units_per_minute:,} units in a minute"
        wait = bucket.resumes_in
        return f"{words}, goes on in {wait:.0f} s" if wait else words

    def forget(self, account_id: str) -> None:
        """Drop the session, after a sign-out or a new sign-in: the next call makes a new one."""
        with self._lock:
            found = self._sessions.pop(account_id, None)
        if found is not None:
            found.close()

    def close(self) -> None:
        with self._lock:
            for session in self._sessions.values():
                session.close()
            self._sessions.clear()
