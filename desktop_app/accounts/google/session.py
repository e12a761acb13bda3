"""Session of one account at Google: quota, access tokens, repeats, error mapping.

Reads are repeated after a failure that may pass; a write is tried once. Sending uses `post_once`,
on a transport that can't repeat anything.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

import msgspec

from desktop_app.accounts.google.batch import CHUNK_BYTES, Answer, answers, batch_body
from desktop_app.accounts.google.connections import Connections
from desktop_app.accounts.google.errors import known_error, slow_down, unreadable
from desktop_app.accounts.google.library_errors import Expired, checked, mapped
from desktop_app.accounts.google.quota import (
    SINCE_MAY_2026,
    Bucket,
    Postponed,
    Prices,
    Sleep,
    sleep,
)
from desktop_app.accounts.google.quota_project import headers
from desktop_app.model.api_use import Call, CountCall, not_counted
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError, SlowDown, Unavailable
from desktop_app.model.patience import left
from desktop_app.settings import Settings

if TYPE_CHECKING:
    from desktop_app.accounts.google.single_post import PostAnswer

GMAIL = "gmail"
TRIES = 5
LONGEST_WAIT = 64.0
"""Seconds; Google asks for a cap of 32 or 64 on the growing pauses."""
MOST_IN_A_BATCH = 50
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
    """For any number of threads; each has its own connections. `prices` are those of the newer
    list unless given, `project` is the quota project; every attempt is told to `count`."""

    def __init__(
        self,
        account_id: str,
        tokens: AccessTokens,
        settings: Settings,
        bucket: Bucket,
        *,
        prices: Prices | None = None,
        project: str = "",
        count: CountCall = not_counted,
        clock: Clock = time.time,
        wait: Sleep = sleep,
    ) -> None:
        self._always, self._count = headers(project), count
        self.account_id = account_id
        self.bucket = bucket
        self._prices = prices or Prices(bucket, SINCE_MAY_2026)
        self._tokens = tokens
        self._root = settings.text("google.api_root")
        self._clock = clock
        self._wait = wait
        self._connections = Connections(self._root, self._always)
        self.service, self.close = self._connections.service, self._connections.close

    @property
    def scopes(self) -> frozenset[str]:
        """Granted scopes."""
        return self._tokens.scopes

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
        read: Callable[[Any], Any] = lambda answer: answer,
    ) -> Iterator[tuple[str, Any]]:
        """Run at most 50 reading requests at once; yields what `read` makes of the JSON of each, or
        its `KnownError`, by its key, as it comes. Nothing else of an answer is kept. Raises
        `KnownError` when the batch as a whole failed.

        A part that Google postpones makes the whole account wait until the time it names.
        """
        assert len(requests) <= MOST_IN_A_BATCH, "Google advises at most 50 parts"
        waiting, tried, refreshed = dict(requests), 0, False
        while waiting:
            expired: dict[str, Expired] = {}
            try:
                parts = self._answers(waiting, units_each, cancelled, urgent, read)
                for key, answer in parts:
                    if key not in waiting:
                        continue  # answered twice
                    if isinstance(answer, Expired) and not refreshed:
                        expired[key] = answer
                        continue
                    del waiting[key]
                    yield key, answer.error if isinstance(answer, Expired) else answer
            except KnownError as error:
                tried += 1
                pause = _pause(tried)
                if tried >= TRIES or not error.retryable or pause > left():
                    raise
                self._wait(pause, cancelled)
                continue
            for key in waiting.keys() - expired.keys():
                yield key, unreadable()
            waiting = {key: waiting[key] for key in waiting if key in expired}
            if expired:
                self._tokens.reject(self._connections.http().token)
                refreshed = True

    def _answers(
        self,
        requests: Mapping[str, Any],
        units_each: int,
        cancelled: Event,
        urgent: bool,
        read: Callable[[Any], Any],
    ) -> Iterator[tuple[str, Any]]:
        """Answer to each part of one batch; a part without one is left out."""
        opened = self._repeat(
            lambda: self._open_batch(requests),
            units_each * len(requests),
            cancelled,
            urgent=urgent,
            tries=TRIES,
        )
        keys = list(requests)
        with closing(opened), mapped(self._clock):
            content_type = opened.headers.get("Content-Type", "")
            for answer in answers(content_type, opened.iter_content(CHUNK_BYTES)):
                if cancelled.is_set():
                    raise Cancelled("Stopped.")
                key, value = keys[answer.number], self._part(answer, read)
                del answer
                if isinstance(value, SlowDown):
                    self._heed(value)
                self._count(Call(self.account_id, GMAIL, _code(value)), units=units_each)
                yield key, value

    def _open_batch(self, requests: Mapping[str, Any]) -> Any:
        """Response to a batch, to be read and closed."""
        root = (self._root or "https://gmail.googleapis.com/").rstrip("/")
        body = batch_body([_target(request.uri) for request in requests.values()])
        try:
            with mapped(self._clock):
                reply = self._connections.http().stream(f"{root}/batch/gmail/v1", *body)
                if reply.status_code == 200:
                    return reply
                error = known_error(
                    reply.status_code, "", reply.content, reply.headers, clock=self._clock
                )
        except KnownError as failed:
            self._count(Call(self.account_id, GMAIL, failed.code), calls=len(requests))
            raise
        self._count(Call(self.account_id, GMAIL, error.code), calls=len(requests))
        raise Expired(error) if reply.status_code == 401 else error

    def _part(self, answer: Answer, read: Callable[[Any], Any]) -> Any:
        """What `read` makes of a part, its `KnownError`, or `Expired`."""
        if answer.status < 300:
            value = _json(answer.body)
            return value if isinstance(value, KnownError) else read(value)
        error = known_error(answer.status, "", answer.body, answer.head, clock=self._clock)
        return Expired(error) if answer.status == 401 else error

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
            token = self._connections.http().token = self._tokens.token(cancelled)
            try:
                return attempt()
            except Expired as expired:
                self._tokens.reject(token)
                if refreshed:
                    raise expired.error from expired
                refreshed = True
            except KnownError as error:
                tried += 1
                if isinstance(error, SlowDown):
                    self._heed(error)
                pause = _pause(tried)
                if tried >= tries or not error.retryable or pause > min(longest_wait, left()):
                    raise
                self._wait(pause, cancelled)

    def _take(self, units: int, cancelled: Event, *, urgent: bool, longest_wait: float) -> None:
        try:
            wait = min(longest_wait, left())
            self.bucket.take(units, cancelled, urgent=urgent, longest_wait=wait)
        except Postponed as postponed:
            raise slow_down(self._clock() + postponed.seconds) from postponed

    def units(self, method: str) -> int:
        """What a call of one of Gmail's methods costs (`messages.get`)."""
        return self._prices.of(method)

    def _heed(self, error: SlowDown) -> None:
        self._prices.heed(int(error.details.get("limit") or 0))
        self.bucket.pause_for(error.resumes_at - self._clock())

    def _counted(self, service: str, units: int, attempt: Callable[[], Any]) -> Any:
        error = ""
        try:
            return attempt()
        except KnownError as known:
            error = known.code
            raise
        except Expired as expired:
            error = expired.error.code
            raise
        finally:
            self._count(Call(self.account_id, service, error), units=units)

    def _execute(self, request: Any) -> Any:
        with mapped(self._clock):
            return checked(request.execute(http=self._connections.http(), num_retries=0))

    def _mend_upload(self, request: Any) -> None:
        # The library takes https for granted where a media upload goes.
        if self._root.startswith("http:") and request.uri.startswith("https:"):
            request.uri = "http:" + request.uri.removeprefix("https:")


def _code(answer: Any) -> str:
    """The code of an answer that is an error; else empty."""
    error = answer.error if isinstance(answer, Expired) else answer
    return error.code if isinstance(error, KnownError) else ""


def _target(uri: str) -> str:
    """Path and query of an address."""
    parts = urlsplit(uri)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _json(body: bytes) -> Any:
    """JSON of an answer, `Unavailable` where it is none."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return unreadable()


def _service_of(uri: str) -> str:
    path = urlsplit(uri).path
    return next((name for name in ("drive", "calendar") if f"/{name}/v3/" in path), GMAIL)


def _pause(tried: int) -> float:
    """Seconds before the next try: doubled each time, half of it random."""
    longest: float = min(LONGEST_WAIT, 2.0**tried)
    return longest * _JITTER.uniform(0.5, 1.0)
