"""Reading of the drafts one after the other: which there are, and each with all that is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from desktop_app.model.errors import KnownError
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.review.read_through.readable import MOST_MAILS, ReadMail, ids_of, read_mail

READ, LIST = "read through", "list to read through"


class Reading(QObject):
    """Signals: `listed` when it is known which drafts there are, `read(ReadMail)` for each,
    `missed(draft_id, KnownError)` for one that can't be read, `failed(KnownError)` where their list
    can't be, `ended` after the last. Nothing is read, or told, while `rests` holds."""

    listed = Signal()
    read = Signal(object)
    missed = Signal(str, object)
    failed = Signal(object)
    ended = Signal()

    def __init__(
        self,
        calls: Calls,
        rests: Callable[[], bool],
        parent: QObject,
        *,
        chosen: tuple[str, ...],
        mine: bool,
    ) -> None:
        super().__init__(parent)
        self._calls, self._rests = calls, rests
        self._chosen, self._mine = chosen, mine
        self.ids: tuple[str, ...] = ()
        """The drafts in the order in which they stand; one that comes later stands at the end."""
        self.left_out = 0
        """How many more there are than are read at once."""

    def begin(self) -> None:
        """Read everything, or everything again."""
        if self._rests():
            return
        calls, mine, chosen = self._calls, self._mine, self._chosen

        def work() -> tuple[str, ...]:
            listed = ids_of(calls, mine=mine)
            if not chosen:
                return listed
            there = {*listed, *ids_of(calls, mine=not mine)}
            return tuple(each for each in chosen if each in there)

        calls.jobs.run(work, done=self._list, failed=self.failed.emit, key=LIST, owner=self)

    def stop(self) -> None:
        """Read no further."""
        self._calls.jobs.cancel(LIST)
        self._calls.jobs.cancel(READ)

    def place_of(self, draft_id: str) -> frozenset[str]:
        """The drafts that stand before one."""
        return frozenset(self.ids[: self.ids.index(draft_id)])

    def _list(self, ids: tuple[str, ...]) -> None:
        if self._rests():
            return
        known = [each for each in self.ids if each in ids]
        every = [*known, *(each for each in ids if each not in self.ids)]
        self.ids = tuple(every[:MOST_MAILS])
        self.left_out = max(0, len(every) - MOST_MAILS)
        self.listed.emit()
        self._read_on(self.ids)

    def _read_on(self, ids: tuple[str, ...]) -> None:
        """One mail a job, so that each is shown in a turn of its own."""
        if self._rests():
            return
        if not ids:
            self.ended.emit()
            return
        calls, first, rest = self._calls, ids[0], ids[1:]

        def done(mail: ReadMail) -> None:
            if not self._rests():
                self.read.emit(mail)
                self._read_on(rest)

        def failed(error: KnownError) -> None:
            self.missed.emit(first, error)
            self._read_on(rest)

        calls.jobs.run(
            lambda: read_mail(calls, first), done=done, failed=failed, key=READ, owner=self
        )
