"""Subscribers to what changes in a database, and a number for each kind of change."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from desktop_app.model.changes import Changes

Subscriber = Callable[[Changes], None]
_log = logging.getLogger(__name__)


class Subscribers:
    """Of one database, in this process. Thread-safe."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._subscribers: list[Subscriber] = []
        self._versions: Counter[str] = Counter()

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """Calls `callback` after each commit, in the committing thread. Returns a function that
        unsubscribes."""
        with self._guard:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._guard, suppress(ValueError):
                self._subscribers.remove(callback)

        return unsubscribe

    def version(self, of: Changes) -> int:
        """A number that grows with every commit that changed one of these kinds."""
        versions = self._versions
        return sum([versions[kind] for kind in of.kinds])

    def announce(self, changes: Changes) -> None:
        """Tells of a commit, or of a change outside the database, such as a sync's progress."""
        if not changes:
            return
        with self._guard:
            for kind in changes.kinds:
                self._versions[kind] += 1
            subscribers = tuple(self._subscribers)
        for callback in subscribers:
            try:
                callback(changes)
            except Exception:  # noqa: BLE001 - the commit stands, whatever a subscriber raises
                _log.exception("A subscriber failed on %s", changes)

    def clear(self) -> None:
        """Tells nobody any more."""
        with self._guard:
            self._subscribers.clear()
