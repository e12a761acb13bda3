"""Quota units of Gmail, and the token bucket that keeps requests below the limit.

Source: https://developers.google.com/workspace/gmail/api/reference/quota
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event
from types import MappingProxyType

from desktop_app.model.errors import Cancelled


@dataclass(frozen=True, slots=True)
class PriceList:
    """What a call of each method of Gmail's costs, and how many units a minute a user has."""

    units_per_minute: int
    units: Mapping[str, int]


_BEFORE: Mapping[str, int] = MappingProxyType(
    {
        "drafts.create": 10,
        "drafts.delete": 10,
        "drafts.get": 5,
        "drafts.list": 5,
        "drafts.send": 100,
        "drafts.update": 15,
        "getProfile": 1,
        "history.list": 2,
        "labels.create": 5,
        "labels.delete": 5,
        "labels.list": 1,
        "labels.patch": 5,
        "messages.batchDelete": 50,
        "messages.batchModify": 50,
        "messages.delete": 10,
        "messages.get": 5,
        "messages.list": 5,
        "messages.modify": 5,
        "sendAs.list": 1,
        "threads.get": 10,
    }
)
_SINCE = MappingProxyType({**_BEFORE, "drafts.get": 20, "messages.get": 20, "threads.get": 40})
BEFORE_MAY_2026, SINCE_MAY_2026 = PriceList(15_000, _BEFORE), PriceList(6_000, _SINCE)
"""A Cloud project has the list of the time it was made in."""

MINUTE = 60.0
_BURST = 0.05
_RATE = 0.925
_KEPT_FOR_PEOPLE = 0.2
_SHORTEST_WAIT = 0.001
_LITTLE, _MUCH = 0.05, 0.9
"""Shares of the older list's limit. Its 5 % are half of the newer one's in messages.get."""

Sleep = Callable[[float, Event], None]


def sleep(seconds: float, cancelled: Event) -> None:
    """Wait; raises `Cancelled` as soon as `cancelled` is set."""
    if cancelled.wait(seconds):
        raise Cancelled("Stopped.")


class Postponed(Exception):
    """Units are available in `seconds`, later than whoever wants them waits."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:.0f} s")
        self.seconds = seconds


class Bucket:
    """Token bucket over `units_per_minute`; thread-safe.

    It holds 5 % of the units of a minute and fills at 92.5 %, so that no 60 seconds see more than
    97.5 % of the limit: the rest covers requests that arrive closer together than they were sent.
    `clock` is monotonic, in seconds.
    """

    def __init__(
        self,
        units_per_minute: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Sleep = sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._set(units_per_minute)
        self._level = self._capacity
        self._filled = clock()
        self._paused_until = 0.0
        self._taken: deque[tuple[float, int]] = deque()

    def _set(self, units_per_minute: int) -> None:
        self.units_per_minute = units_per_minute
        self._capacity = units_per_minute * _BURST
        self._rate = units_per_minute * _RATE / MINUTE

    def slow_to(self, units_per_minute: int) -> None:
        """Go on with fewer units a minute, as soon as what was used before is a minute ago."""
        with self._lock:
            self._set(units_per_minute)
            self._level, self._filled = self._capacity, self._clock()
            self._taken.clear()
        self.pause_for(MINUTE)

    @property
    def largest(self) -> int:
        """Most units that one request, or one batch, should take at once."""
        return max(1, int(self._capacity * (1 - _KEPT_FOR_PEOPLE)))

    def take(
        self,
        units: int,
        cancelled: Event,
        *,
        urgent: bool = False,
        longest_wait: float = math.inf,
    ) -> None:
        """Wait until `units` are available, and take them. Raises `Cancelled`; `Postponed`, with
        nothing taken, where that is longer than `longest_wait` seconds.

        `urgent` is for a person who waits: a fifth of the bucket is reserved for that.
        """
        while (wait := self._try(units, urgent=urgent)) > 0:
            if wait > longest_wait:
                raise Postponed(wait)
            self._sleep(wait, cancelled)

    def _try(self, units: int, *, urgent: bool) -> float:
        """Take the units and return 0, or return the seconds to wait before the next try."""
        with self._lock:
            now = self._clock()
            if now < self._paused_until:
                return self._paused_until - now
            # More than the bucket holds is saved up for, instead of overdrawn.
            most = max(self._capacity, float(units))
            self._level = min(most, self._level + (now - self._filled) * self._rate)
            self._filled = now
            kept = 0.0 if urgent else self._capacity * _KEPT_FOR_PEOPLE
            missing = min(units + kept, most) - self._level
            if missing > 0:
                # Never so short that a clock's last digit would swallow it.
                return max(missing / self._rate, _SHORTEST_WAIT)
            self._level -= units
            self._taken.append((now, units))
            self._forget(now)
            return 0.0

    def _forget(self, now: float) -> None:
        while self._taken and self._taken[0][0] <= now - MINUTE:
            self._taken.popleft()

    def pause_until(self, at: float) -> None:
        """Block every request of the account until `at`, by this bucket's clock."""
        with self._lock:
            self._paused_until = max(self._paused_until, at)

    def pause_for(self, seconds: float) -> None:
        self.pause_until(self._clock() + max(seconds, 0.0))

    @property
    def used_last_minute(self) -> int:
        with self._lock:
            self._forget(self._clock())
            return sum(units for _, units in self._taken)

    @property
    def resumes_in(self) -> float:
        """Seconds left of the pause that Google asked for; 0 without one."""
        with self._lock:
            return max(0.0, self._paused_until - self._clock())


class Prices:
    """Price list of one account's calls; thread-safe. Where it is not given, it is learned: the
    older list, which allows more, holds until Google refuses what that list allows.

    Which project's list holds is told nowhere but in a refusal, which may name the limit.
    """

    def __init__(self, bucket: Bucket, given: PriceList | None = None) -> None:
        self._bucket = bucket
        self._learns = given is None
        self._list = given or BEFORE_MAY_2026

    def of(self, method: str) -> int:
        """Units of one call."""
        return self._list.units[method]

    def heed(self, limit: int) -> None:
        """Google has refused a call for its rate; `limit` is what it named, 0 where it named none.
        A refusal of an account that has used little says nothing: others may use it too."""
        if not self._learns or self._list is SINCE_MAY_2026:
            return
        used, most = self._bucket.used_last_minute, self._list.units_per_minute
        if limit == SINCE_MAY_2026.units_per_minute or (
            not limit and most * _LITTLE <= used < most * _MUCH
        ):
            self._list = SINCE_MAY_2026
            self._bucket.slow_to(self._list.units_per_minute)
