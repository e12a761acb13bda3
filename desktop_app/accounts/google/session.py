"""One account's way to Google: paced, signed in, repeated where that is harmless, and every
failure one of ours.

Reads are tried again by themselves; a write is tried once, whatever became of it. Sending has a
way of its own (`post_once`) on a transport that can't repeat anything.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol

from desktop_app.accounts.google.errors import known_error, offline, unreadable
from desktop_app.accounts.google.quota import Bucket, Sleep, sleep
from desktop_app.accounts.google.transport import Http
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError, SlowDown
from desktop_app.settings import Settings

if TYPE_CHECKING:
    from desktop_app.accounts.google.once import Answer

TRIES = 5
LONGEST_WAIT = 64.0
"""Seconds; Google asks for a cap of 32 or 64 on the growing pauses."""
MOST_IN_A_BATCH = 50
_ENDPOINTS = {"gmail": "", "calendar": "calendar/v3/", "drive": "drive/v3/"}
_JITTER = random.SystemRandom()


class Tokens(Protocol):
    """Where access tokens come from; thread-safe."""

    @property
    def scopes(self) -> frozenset[str]: ...

    def token(self) -> str:
        """A token that is good now. Raises NeedsSignIn, Unavailable."""

    def reject(self, token: str) -> None:
        """Google has refused this one."""


class Session:
    """For any number of threads; each has its own connections."""

    def __init__(
        self,
        account_id: str,
        tokens: Tokens,
        settings: Settings,
        bucket: Bucket,
        *,
        clock: Clock = time.time,
        wait: Sleep = sleep,
    ) -> None:
        self.account_id = account_id
        self.bucket = bucket
        self._tokens = tokens
        self._root = settings.text("google.api_root")
        self._clock = clock
        self._wait = wait
        self._local = threading.local()
        self._guard = threading.Lock()
        self._opened: list[Http] = []

    @property
    def scopes(self) -> frozenset[str]:
        """What the person has granted."""
        return self._tokens.scopes

    def service(self, api: str, version: str) -> Any:
        """This thread's client of `gmail` v1, `drive` v3 or `calendar` v3. No network: the
        description of the API comes with the library."""
        made: dict[str, Any] = self._mine("services", dict)
        if api not in made:
            from googleapiclient.discovery import build

            options = {}
            if self._root:
                options["api_endpoint"] = self._root.rstrip("/") + "/" + _ENDPOINTS[api]
            made[api] = build(
                api,
                version,
                http=self._http(),
                client_options=options,
                static_discovery=True,
                cache_discovery=False,
            )
        return made[api]

    def call(self, request: Any, units: int, *, cancelled: Event, urgent: bool = True) -> Any:
        """Carries out one request of a `service`: the JSON of the answer, or bytes for media.

        Raises `KnownError` (`Cancelled` when the event is set meanwhile). A request that reads
        is tried five times; any other once. `urgent`: a person waits for it.
        """
        self._mend_upload(request)
        return self._repeat(
            lambda: self._execute(request),
            units,
            cancelled,
            urgent=urgent,
            tries=TRIES if request.method == "GET" else 1,
        )

    def batch(
        self,
        requests: Mapping[str, Any],
        units_each: int,
        *,
        cancelled: Event,
        urgent: bool = False,
    ) -> dict[str, Any]:
        """Carries out at most 50 reading requests in one go; by key the JSON of each answer or
        its `KnownError`. Raises `KnownError` when the batch as a whole failed.

        A part that Google puts off makes the whole account wait until the time it names.
        """
        assert len(requests) <= MOST_IN_A_BATCH, "Google advises at most 50 parts"
        if not requests:
            return {}
        answers: dict[str, Any] = self._repeat(
            lambda: self._execute_batch(requests),
            units_each * len(requests),
            cancelled,
            urgent=urgent,
            tries=TRIES,
        )
        for answer in answers.values():
            if isinstance(answer, SlowDown):
                self._heed(answer)
        return answers

    def post_once(self, path: str, body: Mapping[str, Any], units: int) -> Answer:
        """One POST of JSON to `path` (`gmail/v1/…`), on a transport that can't repeat it.

        Raises `once.NotReached`, `once.Lost`; `KnownError` when there is no token to be had.
        """
        from desktop_app.accounts.google.once import post_once

        self.bucket.take(units, Event(), urgent=True)
        token = self._tokens.token()
        root = self._root or "https://gmail.googleapis.com/"
        answer = post_once(root.rstrip("/") + "/" + path, token, body)
        if answer.status == 401:
            self._tokens.reject(token)
        return answer

    def error(self, status: int, body: Mapping[str, Any], head: Mapping[str, str]) -> KnownError:
        """An answer of `post_once` as one of our errors."""
        return known_error(status, "", body, head, clock=self._clock)

    def close(self) -> None:
        """Closes every thread's connections."""
        with self._guard:
            for http in self._opened:
                http.close()
            self._opened.clear()

    # One attempt

    def _repeat(
        self,
        attempt: Callable[[], Any],
        units: int,
        cancelled: Event,
        *,
        urgent: bool,
        tries: int,
    ) -> Any:
        refreshed = False
        tried = 0
        while True:
            self.bucket.take(units, cancelled, urgent=urgent)
            token = self._http().token = self._tokens.token()
            try:
                return attempt()
            except _Expired as expired:
                self._tokens.reject(token)
                if refreshed:
                    raise expired.error from expired
                refreshed = True
            except KnownError as error:
                tried += 1
                if isinstance(error, SlowDown):
                    self._heed(error)
                if tried >= tries or not error.retryable:
                    raise
                self._wait(_pause(tried), cancelled)

    def _heed(self, error: SlowDown) -> None:
        self.bucket.pause_for(error.resumes_at - self._clock())

    def _execute(self, request: Any) -> Any:
        with _mapped(self._clock):
            return _checked(request.execute(http=self._http(), num_retries=0))

    def _execute_batch(self, requests: Mapping[str, Any]) -> dict[str, Any]:
        from googleapiclient.http import BatchHttpRequest

        answers: dict[str, Any] = {}

        def note(key: str, answer: Any, error: Exception | None) -> None:
            failed = _mapped_error(error, self._clock) if error is not None else None
            answers[key] = failed or (unreadable() if _is_foreign(answer) else answer)

        root = (self._root or "https://gmail.googleapis.com/").rstrip("/")
        batch = BatchHttpRequest(callback=note, batch_uri=f"{root}/batch/gmail/v1")
        for key, request in requests.items():
            batch.add(request, request_id=key)
        with _mapped(self._clock):
            batch.execute(http=self._http())
        expired = [a for a in answers.values() if isinstance(a, _Expired)]
        if expired:
            raise expired[0]
        return answers

    def _mend_upload(self, request: Any) -> None:
        # The library takes https for granted where a media upload goes.
        if self._root.startswith("http:") and request.uri.startswith("https:"):
            request.uri = "http:" + request.uri.removeprefix("https:")

    def _http(self) -> Http:
        return self._mine("http", self._open)  # type: ignore[no-any-return]

    def _open(self) -> Http:
        http = Http()
        with self._guard:
            self._opened.append(http)
        return http

    def _mine(self, name: str, make: Callable[[], Any]) -> Any:
        if not hasattr(self._local, name):
            setattr(self._local, name, make())
        return getattr(self._local, name)


class _Expired(Exception):
    """Google refused the access token itself."""

    def __init__(self, error: KnownError) -> None:
        super().__init__(error.sentence)
        self.error = error


def _is_foreign(answer: Any) -> bool:
    # The library hands out text that is no JSON as it came.
    return isinstance(answer, str) and bool(answer.strip())


def _checked(answer: Any) -> Any:
    if _is_foreign(answer):
        raise unreadable()
    return answer


def _pause(tried: int) -> float:
    """Seconds before the next attempt: doubled each time, half of it left to chance."""
    longest: float = min(LONGEST_WAIT, 2.0**tried)
    return longest * _JITTER.uniform(0.5, 1.0)


class _mapped:  # noqa: N801 - reads as the statement it is used in
    """`with _mapped(clock): …` turns what the library raises into our errors."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, KnownError | Cancelled):
            ours = _mapped_error(error, self._clock)
            if ours is not None:
                raise ours from error


def _mapped_error(error: Exception, clock: Clock) -> Exception | None:
    """Our error for one of the library's or the network's; None for a bug of ours."""
    import requests
    from googleapiclient.errors import BatchError, HttpError

    if isinstance(error, requests.exceptions.RequestException):
        return offline(error)
    if isinstance(error, BatchError):
        return unreadable()
    if isinstance(error, HttpError):
        known = known_error(error.resp.status, "", error.content, error.resp, clock=clock)
        return _Expired(known) if error.resp.status == 401 else known
    if isinstance(error, ValueError | KeyError | IndexError):
        return unreadable()
    return None
