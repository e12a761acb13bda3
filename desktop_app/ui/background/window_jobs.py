"""Jobs of a further window: its own keys and faults, the threads of the first.

A key cancels the older job of the same window alone: two windows read two drafts at once. What
fails is told in the window whose press it was.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from threading import Event
from typing import TypeVar

from PySide6.QtCore import QObject

from desktop_app.model.errors import KnownError
from desktop_app.ui.background.jobs import Bug, Job, Jobs

T = TypeVar("T")
_NUMBERS = count(1)


class WindowJobs(Jobs):
    """Jobs that `shared` runs. It has no threads of its own, and ends with `shared`."""

    def __init__(self, shared: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._shared, self._prefix = shared, f"window {next(_NUMBERS)}: "
        shared.busy.connect(self.busy)

    def run(
        self,
        function: Callable[[], T],
        *,
        done: Callable[[T], object] | None = None,
        failed: Callable[[KnownError], object] | None = None,
        broke: Callable[[Bug], object] | None = None,
        key: str | None = None,
        cancelled: Event | None = None,
        owner: QObject | None = None,
        lasting: bool = False,
    ) -> Job:
        """As `Jobs.run`. Its arguments are written out again: each is named to be passed on with
        what is this window's own, and callers are checked against them."""
        return self._shared.run(
            function,
            done=done,
            failed=failed or self.failed.emit,
            broke=broke or self.broke.emit,
            key=None if key is None else self._prefix + key,
            cancelled=cancelled,
            owner=self if owner is None else owner,
            lasting=lasting,
        )

    def cancel(self, key: str) -> None:
        self._shared.cancel(self._prefix + key)

    def hop(self, receive: Callable[[T], None]) -> Callable[[T], None]:
        return self._shared.hop(receive)

    @property
    def idle(self) -> bool:
        return self._shared.idle

    def shutdown(self, patience: float = 0.0) -> None:
        """The first window ends the jobs of all."""
        del patience
