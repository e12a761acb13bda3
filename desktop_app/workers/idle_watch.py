"""Watch over one account's inbox: a thread that waits for the server to say that something came.

It begins after a pass that succeeded: until then the sign-in may be wrong, and some failures in a
row lock an account. Without it mail comes with the next check.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from desktop_app.accounts.base import Waiter
from desktop_app.model.errors import Cancelled, KnownError, SlowDown
from desktop_app.model.loop import Loop
from desktop_app.workers.pauses import LONGEST, growing

_log = logging.getLogger(__name__)
_AT_MOST_EVERY = 1.0
_TOO_MANY_SECONDS = 3600.0
"""Pause after a server has said that it has too many connections."""
_STEADY_SECONDS = 60.0
"""A connection that held for so long was no failure."""
_AT_ONCE = 24 * 3600.0


class IdleWatch:
    """Watch of one account. `connect` returns a waiter, None where the server has none, and then
    the thread ends; `wake` is called at most once a second, and once for every connection, for
    what came before it."""

    def __init__(
        self,
        connect: Callable[[], Waiter | None],
        wake: Callable[[], None],
        *,
        name: str = "idle",
        pause_after: Callable[[KnownError, int], float | None] | None = None,
    ) -> None:
        self._connect, self._wake = connect, wake
        self._pause_after = pause_after or seconds_after
        self._thread = Loop(name, self._run)

    def start(self) -> None:
        self._thread.start()

    def reached(self) -> None:
        """A pass has succeeded: the account can be signed in to."""
        self._thread.wake()

    def stop(self) -> None:
        self._thread.end()

    def join(self, seconds: float) -> None:
        """Wait for the end; a thread that still connects is left to itself."""
        self._thread.ended(seconds)

    def _run(self) -> None:
        failures = 0
        pause: float | None = None
        while self._rested(pause):
            self._thread.heed()  # what succeeded before says nothing of the next attempt
            began = time.monotonic()
            try:
                if not self._watch():
                    return
            except Cancelled:
                return
            except KnownError as error:
                failures = 1 if time.monotonic() - began > _STEADY_SECONDS else failures + 1
                pause = self._pause_after(error, failures)
            except Exception:  # noqa: BLE001 - a bug here must not leave an inbox unwatched
                if self._thread.stopping.is_set():
                    return
                _log.exception("The watch over an inbox failed")
                pause = LONGEST

    def _rested(self, pause: float | None) -> bool:
        """Wait; None is until a pass succeeds. False at the end."""
        return self._thread.rest() if pause is None else self._thread.pause(pause)

    def _watch(self) -> bool:
        """Until the watch ends, or the connection does. False where there is nothing to watch."""
        waiter = self._connect()
        if waiter is None:
            return False
        try:
            self._wake()
            while self._thread.pause(_AT_MOST_EVERY):
                if waiter.wait(self._thread.stopping, _AT_ONCE):
                    self._wake()
        finally:
            waiter.close()
        return True


def seconds_after(error: KnownError, failures: int) -> float | None:
    """Seconds to wait after a failure; None: until a pass has succeeded."""
    if isinstance(error, SlowDown):
        return _TOO_MANY_SECONDS
    return growing(failures) if error.retryable else None
