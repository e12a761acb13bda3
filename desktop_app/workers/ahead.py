"""Work that is done ahead, in a thread of its own, while its caller is busy with what came before.

For one caller and one piece of work at a time. What the work raises, its caller gets.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Ahead(Generic[T]):
    """The thread begins with the first piece of work and ends with `close`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._asked: SimpleQueue[Callable[[], T] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[list[T], BaseException | None]] = SimpleQueue()
        self._thread: Thread | None = None
        self.under_way = False
        """Whether something was begun that nobody has taken yet."""

    def begin(self, work: Callable[[], T]) -> None:
        """Begin a piece of work; the last one was taken."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self.under_way = True
        self._asked.put(work)

    def take(self) -> T:
        """Wait for the work that is under way. Raises what it raised."""
        found, error = self._answers.get()
        self.under_way = False
        if error is not None:
            raise error
        return found.pop()

    def close(self) -> None:
        """Wait for the work that is under way, whatever becomes of it, and end."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join()
            self._thread, self.under_way = None, False

    def _run(self) -> None:
        while (work := self._asked.get()) is not None:
            try:
                self._answers.put(([work()], None))
            except BaseException as error:  # noqa: BLE001 - carried over to the one who asked
                self._answers.put(([], error))
            del work
