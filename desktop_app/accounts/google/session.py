"""Session of one account at Google: quota, access tokens, repeats, error mapping.

Reads are repeated after a failure that may pass; a write is tried once. Sending uses `post_once`,
on a transport that can't repeat anything.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from desktop_app.accounts.google.errors import known_error, offline, slow_down, unreadable
from desktop_app.accounts.google.quota import Bucket, Postponed, Sleep, sleep
from desktop_app.accounts.google.quota_project import headers
from desktop_app.accounts.google.transport import Http
from desktop_app.model.api_use import Call, CountCall, not_counted
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError, SlowDown, Unavailable
from desktop_app.settings import Settings

if TYPE_CHECKING:
    from desktop_app.accounts.google.single_post import PostAnswer

GMAIL = "gmail"
TRIES = 5
LONGEST_WAIT = 64.0
"""Seconds; Google asks for a cap of 32 or 64 on the growing pauses."""
MOST_IN_A_BATCH = 50
_ENDPOINTS = {"gmail": "", "calendar": "calendar/v3/", "drive": "drive/v3/"}
_JITTER = random.SystemRandom()


class AccessTokens(Protocol):
    """Source of access tokens; thread-safe."""

    @property
    def scopes(self) -> frozenset[str]: ...

    def token(self, cancelled: Event) -> str:
        """Valid token. Raises NeedsSignIn, Unavailable, Cancelled."""

    def reject(self, token: str) -> None:
        """Drop a token that Google refused."""


class GoogleSession:
    """For any number of threads; each has its own connections. `project` is the quota project;
    every attempt is told to `count`."""

    def __init__(
        self,
        account_id: str,
        tokens: AccessTokens,
        settings: Settings,
        bucket: Bucket,
        *,
        project: str = "",
        count: CountCall = not_counted,
        clock: Clock = time.time,
        wait: Sleep = sleep,
    ) -> None:
        self._always, self._count = headers(project), count
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
        """Granted scopes."""
        return self._tokens.scopes

    def service(self, api: str, version: str) -> Any:
        """This thread's client of `gmail` v1, `drive` v3 or `calendar` v3, made without network:
        the library ships the description of the API."""
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

    def call(
        self,
        request: Any,
        units: int,
        *,
        cancelled: Event,
        urgent: bool = True,
        longest_wait: float = LONGEST_WAIT,
        tries: int = TRIES,
    ) -> Any:
        """Run one request of a `service`; returns the JSON of the answer, or bytes for media.

        Raises `KnownError` (`Cancelled` when the event is set meanwhile, `SlowDown` where a wait
        would be longer than `longest_wait` seconds). A reading request is tried so many times, any
        other once. `urgent`: a person waits for it.
        """
        self._mend_upload(request)
        return self._repeat(
            lambda: self._counted(_service_of(request.uri), units, lambda: self._execute(request)),
            units,
            cancelled,
            urgent=urgent,
            longest_wait=longest_wait,
            tries=tries if request.method == "GET" else 1,
        )

    def batch(
        self,
        requests: Mapping[str, Any],
        units_each: int,
        *,
        cancelled: Event,
        urgent: bool = False,
    ) -> dict[str, Any]:
        """Run at most 50 reading requests at once; returns the JSON or the `KnownError` of each by
        its key. Raises `KnownError` when the whole batch failed.

        A part that Google postpones makes the whole account wait until the time it names.
        """
        assert len(requests) <= MOST_IN_A_BATCH, "Google advises at most 50 parts"
        if not requests:
            return {}
        answers: dict[str, Any] = self._repeat(
            lambda: self._execute_batch(requests, units_each),
            units_each * len(requests),
            cancelled,
            urgent=urgent,
            tries=TRIES,
        )
        for answer in answers.values():
            if isinstance(answer, SlowDown):
                self._heed(answer)
        return answers

    def post_once(
        self,
        path: str,
        body: Mapping[str, Any],
        units: int,
        *,
        cancelled: Event,
        longest_wait: float = LONGEST_WAIT,
    ) -> PostAnswer:
        """Send one POST of JSON to `path` (`gmail/v1/…`), on a transport that can't repeat it.

        Raises `NotReached`, `AnswerLost`; `KnownError` when nothing was asked: there is no token,
        the quota is used up for longer than that. What Google postpones is heeded.
        """
        from desktop_app.accounts.google.single_post import AnswerLost, NotReached, post_once

        self._take(units, cancelled, urgent=True, longest_wait=longest_wait)
        token = self._tokens.token(cancelled)
        root = self._root or "https://gmail.googleapis.com/"
        url = root.rstrip("/") + "/" + path
        try:
            answer = post_once(url, token, body, headers=self._always)
        except (NotReached, AnswerLost):
            self._count(Call(self.account_id, GMAIL, Unavailable.code), units=units)
            raise
        error = None
        if answer.status >= 400:
            error = self.error(answer.status, answer.body, answer.head)
        self._count(Call(self.account_id, GMAIL, error.code if error else ""), units=units)
        if isinstance(error, SlowDown):
            self._heed(error)
        if answer.status == 401:
            self._tokens.reject(token)
        return answer

    def error(self, status: int, body: Mapping[str, Any], head: Mapping[str, str]) -> KnownError:
        """Own error for an answer of `post_once`."""
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
        longest_wait: float = LONGEST_WAIT,
        tries: int,
    ) -> Any:
        refreshed = False
        tried = 0
        while True:
            self._take(units, cancelled, urgent=urgent, longest_wait=longest_wait)
            token = self._http().token = self._tokens.token(cancelled)
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
                pause = _pause(tried)
                if tried >= tries or not error.retryable or pause > longest_wait:
                    raise
                self._wait(pause, cancelled)

    def _take(
        self, units: int, cancelled: Event, *, urgent: bool, longest_wait: float
    ) -> None:
        try:
            self.bucket.take(units, cancelled, urgent=urgent, longest_wait=longest_wait)
        except Postponed as postponed:
            raise slow_down(self._clock() + postponed.seconds) from postponed

    def _heed(self, error: SlowDown) -> None:
        self.bucket.pause_for(error.resumes_at - self._clock())

    def _counted(self, service: str, units: int, attempt: Callable[[], Any]) -> Any:
        error = ""
        try:
            return attempt()
        except KnownError as known:
            error = known.code
            raise
        except _Expired as expired:
            error = expired.error.code
            raise
        finally:
            self._count(Call(self.account_id, service, error), units=units)

    def _execute(self, request: Any) -> Any:
        with _mapped(self._clock):
            return _checked(request.execute(http=self._http(), num_retries=0))

    def _execute_batch(self, requests: Mapping[str, Any], units_each: int) -> dict[str, Any]:
        from googleapiclient.http import BatchHttpRequest

        answers: dict[str, Any] = {}

        def note(key: str, answer: Any, error: Exception | None) -> None:
            failed = _mapped_error(error, self._clock) if error is not None else None
            answers[key] = failed or (unreadable() if _is_foreign(answer) else answer)

        # WORKAROUND A batch goes to an address of its own whatever `api_endpoint` is, so it is
        # named; no report known; google-api-python-client 2.202; remove when it follows the
        # endpoint.
        root = (self._root or "https://gmail.googleapis.com/").rstrip("/")
        batch = BatchHttpRequest(callback=note, batch_uri=f"{root}/batch/gmail/v1")
        for key, request in requests.items():
            batch.add(request, request_id=key)
        try:
            with _mapped(self._clock):
                batch.execute(http=self._http())
        except KnownError as error:
            self._count(Call(self.account_id, GMAIL, error.code), calls=len(requests))
            raise
        self._count_parts(answers, units_each)
        expired = [a for a in answers.values() if isinstance(a, _Expired)]
        if expired:
            raise expired[0]
        return answers

    def _count_parts(self, answers: Mapping[str, Any], units_each: int) -> None:
        """Count the parts of a batch, which are calls of their own to Google."""
        for error, calls in Counter(map(_code, answers.values())).items():
            call = Call(self.account_id, GMAIL, error)
            self._count(call, calls=calls, units=calls * units_each)

    def _mend_upload(self, request: Any) -> None:
        # The library takes https for granted where a media upload goes.
        if self._root.startswith("http:") and request.uri.startswith("https:"):
            request.uri = "http:" + request.uri.removeprefix("https:")

    def _http(self) -> Http:
        return self._mine("http", self._open)  # type: ignore[no-any-return]

    def _open(self) -> Http:
        http = Http(self._always)
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


def _code(answer: Any) -> str:
    """The code of an answer that is an error; else empty."""
    error = answer.error if isinstance(answer, _Expired) else answer
    return error.code if isinstance(error, KnownError) else ""


def _service_of(uri: str) -> str:
    path = urlsplit(uri).path
    return next((name for name in ("drive", "calendar") if f"/{name}/v3/" in path), GMAIL)


def _is_foreign(answer: Any) -> bool:
    # The library hands out text that is no JSON as it came.
    return isinstance(answer, str) and bool(answer.strip())


def _checked(answer: Any) -> Any:
    if _is_foreign(answer):
        raise unreadable()
    return answer


def _pause(tried: int) -> float:
    """Seconds before the next try: doubled each time, half of it random."""
    longest: float = min(LONGEST_WAIT, 2.0**tried)
    return longest * _JITTER.uniform(0.5, 1.0)


class _mapped:  # noqa: N801 - reads as the statement it is used in
    """Context manager that maps errors of the library to own ones."""

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
    """Own error for an error of the library or the network; None for a bug."""
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
