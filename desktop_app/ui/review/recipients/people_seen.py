"""Which recipients of a draft have been on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.model.address import Address

LOOK_MS = 30
"""After a change the layout comes to rest first, and is painted."""
ENOUGH = 0.75
"""Share of a widget's height in which what it says can be read."""


class PeopleSeen(QObject):
    """The people who were seen, with the signal `changed` when there are more of them. `in_view`
    gives those who are on the screen now."""

    changed = Signal()

    def __init__(self, owner: QObject, in_view: Callable[[], Iterable[Address]]) -> None:
        super().__init__(owner)
        self._in_view = in_view
        self._seen: set[Address] = set()
        self._soon = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._soon.timeout.connect(self._look)

    @property
    def settled(self) -> bool:
        """Whether what is in view now has been looked at."""
        return not self._soon.isActive()

    def holds(self, people: Sequence[Address]) -> bool:
        """Whether all of them were seen."""
        return self._seen.issuperset(people)

    def add(self, people: Iterable[Address]) -> None:
        """The person has written these, one by one."""
        self._seen.update(people)

    def forget(self) -> None:
        """Another draft comes: nobody of it was seen."""
        self._seen.clear()

    def look_soon(self) -> None:
        """Something was laid out anew, or has moved."""
        self._soon.start()

    def _look(self) -> None:
        before = len(self._seen)
        self._seen.update(self._in_view())
        if len(self._seen) > before:
            self.changed.emit()


def readable(widget: QWidget) -> bool:
    """Whether a widget is on the screen, but for a sliver of its height."""
    return (
        widget.isVisible()
        and widget.visibleRegion().boundingRect().height() >= ENOUGH * widget.height()
    )
