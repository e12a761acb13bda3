"""Times of mail that is to leave later: what is due is queued, and what is missed is asked about.

A mail leaves by the clock on the wall, which is what the person chose by. That clock can be set:
what becomes due because it was set ahead does not leave, and is asked about.
"""

from __future__ import annotations

import math
from contextlib import suppress

from desktop_app.model.clock import Clock
from desktop_app.model.countdown import Monotonic
from desktop_app.model.errors import NotFound, Refused
from desktop_app.model.outbox import OutboxEntry
from desktop_app.store.drafts.outbox import Outbox

GRACE_SECONDS = 3_600.0
"""A mail whose time went by leaves when the computer is back within this."""
RETRY_SECONDS = 60.0
"""A mail that could not leave at its time is tried again after this."""
SET_SECONDS = 60.0
"""A clock that is set ahead by less is no other time."""
ANSWERED = (
    "Somebody wrote in this conversation after you had it sent later. Read that before it leaves."
)
MISSED = "Draftdesk was not running, or the computer was asleep or offline, when it was to leave."
SET_AHEAD = "The clock of the computer was set ahead past the time when it was to leave."


class SendTimes:
    """For the postman's thread. `since_boot` counts seconds through sleep, and is never set."""

    def __init__(self, outbox: Outbox, clock: Clock, since_boot: Monotonic) -> None:
        self._outbox, self._clock, self._since_boot = outbox, clock, since_boot
        self._offset = clock() - since_boot()
        """What the wall's clock is ahead of the other."""

    def attend(self) -> None:
        """Queue what is due, and give back what is not to leave any more without a word of the
        person's. Raises `StorageError`."""
        now = self._clock()
        ahead = self._set_ahead(now)
        times = self._outbox.scheduled.times()
        if not times:
            return
        for entry_id in self._outbox.scheduled.answered():
            self._hold(entry_id, ANSWERED)
        for entry_id, at, next_try in times:
            if at > now:
                continue
            if at > now - ahead:
                self._hold(entry_id, SET_AHEAD)
            elif now - at > GRACE_SECONDS:
                self._hold(entry_id, "")
            elif next_try <= now:
                with suppress(Refused, NotFound):  # taken back meanwhile, or held just now
                    self._outbox.scheduled.release(entry_id, now)

    def seconds(self) -> float:
        """Seconds until something is to be done, by the clock on the wall; infinite where nothing
        waits."""
        now = self._clock()
        moments = (max(at, next_try) for _, at, next_try in self._outbox.scheduled.times())
        return max(0.0, min(moments, default=math.inf) - now)

    def defer(self, entry: OutboxEntry, reason: str) -> bool:
        """Whether a mail that could not leave, and of which the server has taken nothing, waits for
        another try: within the time for which it may be late."""
        now = self._clock()
        if not entry.scheduled or now + RETRY_SECONDS - entry.scheduled > GRACE_SECONDS:
            return False
        self._outbox.scheduled.defer(entry.id, now + RETRY_SECONDS, reason)
        return True

    def _hold(self, entry_id: int, reason: str) -> None:
        with suppress(Refused, NotFound):
            why = reason or self._outbox.get(entry_id).last_error or MISSED
            self._outbox.scheduled.hold(entry_id, why)

    def _set_ahead(self, now: float) -> float:
        """Seconds by which the clock on the wall was set ahead since it was last looked at."""
        before, self._offset = self._offset, now - self._since_boot()
        return ahead if (ahead := self._offset - before) > SET_SECONDS else 0.0
