"""Stoppable wait for work that can't be stopped, such as a keyring that asks for its password."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from typing import TypeVar

from desktop_app.model.errors import Cancelled

T = TypeVar("T")
LOOK_SECONDS = 0.05


def unless_stopped(cancelled: Event, work: Callable[[], T]) -> T:
    """Result of `work`, or what it raises. Raises `Cancelled` soon after `cancelled` is set; the
    work is then left to end by itself."""
    came: Future[T] = Future()

    def run() -> None:
        try:
            came.set_result(work())
        except BaseException as error:  # noqa: BLE001 - whoever waits gets it
            came.set_exception(error)

    thread = Thread(target=run, name="assistant waiting", daemon=True)
    thread.start()
    while thread.is_alive():
        if cancelled.is_set():
            raise Cancelled("Stopped.")
        thread.join(LOOK_SECONDS)
    return came.result()
