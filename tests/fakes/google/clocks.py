"""A clock that only waiting moves."""

from __future__ import annotations

from threading import Event

from desktop_app.model.errors import Cancelled


class WaitingClock:
    """`now()` in seconds; `wait` is a `Sleep` that moves it and notes for how long."""

    def __init__(self, start: float = 0.0) -> None:
        self.at = start
        self.waits: list[float] = []

    def now(self) -> float:
        return self.at

    def wait(self, seconds: float, cancelled: Event) -> None:
        if cancelled.is_set():
            raise Cancelled("Stopped.")
        self.waits.append(seconds)
        self.at += seconds
