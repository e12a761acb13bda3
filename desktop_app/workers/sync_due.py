"""When what seldom changes at a server is asked for again, where each call uses up some quota."""

from __future__ import annotations

from enum import Enum
from threading import Lock

from desktop_app.model.clock import Clock


class Topic(Enum):
    """What is asked for, and how often (seconds)."""

    IDENTITIES = 3600.0
    LABELS = 600.0
    """New labels are noticed when mail carries them; their names and colours wait that long."""
    DRAFTS = 3601.0
    """The history tells of a change before that."""


class Due:
    """Of every account, since the start of the process. Thread-safe."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = Lock()
        self._asked: dict[tuple[str, Topic], float] = {}

    def now(self, account_id: str, topic: Topic) -> bool:
        """Whether it is time; also when the clock was set back."""
        with self._lock:
            at = self._asked.get((account_id, topic), float("-inf"))
        return not 0 <= self._clock() - at < topic.value

    def asked(self, account_id: str, topic: Topic) -> None:
        """It was asked for just now."""
        with self._lock:
            self._asked[account_id, topic] = self._clock()

    def again(self, account_id: str, topic: Topic) -> None:
        """It has changed: the next pass asks, and so does every one until one succeeds."""
        with self._lock:
            self._asked.pop((account_id, topic), None)
