"""Work on the network in a thread that neither a cancelled wait nor the program's end waits for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Event, Thread
from typing import TypeVar

from desktop_app.model.errors import Cancelled

T = TypeVar("T")
LOOK_SECONDS = 0.1


def in_thread(work: Callable[[], T], name: str = "server discovery") -> Future[T]:
    """Start work in a thread that the end of the program does not wait for."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:  # noqa: BLE001 - raised again where the result is asked for
            future.set_exception(error)

    Thread(target=run, name=name, daemon=True).start()
    return future


def awaited(future: Future[T], cancelled: Event) -> T:
    """The result. Raises `Cancelled` at once when it is called off, and what the work raised."""
    while not future.done():
        if cancelled.is_set():
            raise Cancelled("Stopped.")
        wait([future], LOOK_SECONDS)
    return future.result()
