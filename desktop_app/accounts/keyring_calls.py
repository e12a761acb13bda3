"""Calls to a keyring: one at a time, each in a thread that nobody waits for without end.

A keyring may wait for its password for ever, or hang, and no call of it can be stopped. What is
asked is none of this module's business, and it does not know the keyring library.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread

from desktop_app.model.errors import NoKeyring

LATE_SECONDS = 1.0
"""How long a call waits for its turn behind one that is overdue already."""

ENDING_SECONDS = 3.0
"""How long a call may still take once the program is to end."""

_NEXT_STEP = "Unlock it, then try again, or keep the sign-in for this session only."
Work = Callable[[], str | None]


class _Call:
    """One call under way. `late`: its caller has gone on without it."""

    def __init__(self) -> None:
        self.done = self.late = False
        self.answer: str | None = None
        self.error: BaseException | None = None


class KeyringCalls:
    """Calls in the order they came, `patience` seconds for each. While one is overdue, those that
    follow are refused soon: there is never more than one thread that hangs. Thread-safe."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._changed = Condition()
        self._current: _Call | None = None
        self._until = float("inf")

    def run(self, work: Work, undo: Work | None = None) -> str | None:
        """The answer of `work`, or its error. Raises `NoKeyring` after the patience; `undo` is
        called if it succeeds later, so that a call that was given up has no effect."""
        end = time.monotonic() + self._patience
        call = _Call()
        with self._changed:
            self._wait(lambda: self._current is None, end)
            self._current = call
        Thread(target=self._carry_out, args=(call, work, undo), name="keyring", daemon=True).start()
        with self._changed:
            try:
                self._wait(lambda: call.done, end)
            except NoKeyring:
                call.late = True
                self._changed.notify_all()
                raise
        if call.error is not None:
            raise call.error
        return call.answer

    def end(self) -> None:
        """The program ends: no call is waited for longer than a few seconds from now."""
        with self._changed:
            self._until = min(self._until, time.monotonic() + ENDING_SECONDS)
            self._changed.notify_all()

    def _carry_out(self, call: _Call, work: Work, undo: Work | None) -> None:
        """In the thread."""
        try:
            call.answer = work()
        except BaseException as error:  # noqa: BLE001 - the caller gets it
            call.error = error
        with self._changed:
            call.done = True
            given_up = call.late and call.error is None
            if not given_up:
                self._leave()
        if given_up:
            # Whoever asked has been told that it failed, and nobody is left to be told more.
            with suppress(Exception):
                if undo is not None:
                    undo()
            with self._changed:
                self._leave()

    def _leave(self) -> None:
        self._current = None
        self._changed.notify_all()

    def _wait(self, holds: Callable[[], bool], end: float) -> None:
        """Until it holds. Raises `NoKeyring` at `end`, soon behind a call that is late, and when
        the program ends."""
        behind: float | None = None
        while not holds():
            late = self._current is not None and self._current.late
            behind = (behind or time.monotonic() + LATE_SECONDS) if late else None
            left = min(end, self._until, behind or end) - time.monotonic()
            if left <= 0:
                raise NoKeyring(
                    "Your keyring does not answer. It may be waiting for its password.",
                    next_step=_NEXT_STEP,
                    details={"fault": "waiting"},
                )
            self._changed.wait(left)
