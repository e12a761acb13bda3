"""Watch on commits of other processes (an import from the command line), once a second while the
person has a window, every ten seconds else.

At its start it finishes what a killed import left. Then, and every hour, it notes the day and
deletes drafts and requests that have been set aside for long, and copies that were dragged out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from desktop_app.model.clock import Clock
from desktop_app.model.errors import KnownError
from desktop_app.model.loop import Loop
from desktop_app.store.mail.attachment_files import forget_dragged
from desktop_app.store.store import Store

_log = logging.getLogger(__name__)
SECONDS, UNATTENDED_SECONDS = 1.0, 10.0
HOUR = 3600.0


class Watch:
    """Thread that polls; subscribers of the store are told."""

    def __init__(self, store: Store, *, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._seconds = SECONDS
        self._thread = Loop("watch", self._loop)

    def start(self) -> None:
        self._thread.start()

    def attended(self, attended: bool) -> None:
        """Whether somebody looks. It looks at once when somebody begins to."""
        self._seconds = SECONDS if attended else UNATTENDED_SECONDS
        if attended:
            self._thread.wake()

    def shutdown(self) -> None:
        self._thread.shutdown()

    def _loop(self) -> None:
        self._try(self._store.tidy)
        self.clear_out()
        since = 0.0
        while self._thread.rest(self._seconds):
            self._try(self._store.poll_foreign_changes)
            since += self._seconds
            if since >= HOUR:
                since = 0.0
                self.clear_out()

    def clear_out(self) -> None:
        """Note the day, and delete what has been set aside for long."""
        self._try(lambda: self._store.days.note(self._clock()))
        self._try(self._store.drafts.forget_ignored)
        self._try(lambda: self._store.requests.expire(now=self._clock()))
        self._try(lambda: forget_dragged(self._store.profile, now=self._clock()))

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except KnownError as error:
            _log.warning("The profile can't be watched: %s", error)
