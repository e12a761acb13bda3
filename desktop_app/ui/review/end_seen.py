"""Watch for the end of somebody else's text: Send works once it was on the screen.

What the person wrote alone asks for no such thing. It is remembered while the window lives, so
that a mail taken back need not be read again.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from desktop_app.model.draft import Origin
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.review.review_page import ReviewPage

SETTLE_MS = 30
"""Time from a move to a layout that is finished."""
_MOVES = frozenset({QEvent.Type.Show, QEvent.Type.Resize})
Key = tuple[str, int]


class EndSeen(QObject):
    """Watch with the signal `changed`, when the end has come into view."""

    changed = Signal()

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(page)
        self._page = page
        self._wanted: Key | None = None
        self._seen: set[Key] = set()
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.look)
        for bar in (page.verticalScrollBar(), page.body.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self._settle.start())
            bar.rangeChanged.connect(lambda *_: self._settle.start())
        page.installEventFilter(self)

    @property
    def pending(self) -> bool:
        """Whether the end of the version that is shown has still to be seen."""
        return self._wanted is not None and self._wanted not in self._seen

    def follow(self, review: Review | None) -> None:
        """This draft is shown now, or none."""
        self._wanted = written_by_another(review) if review is not None else None
        if self.pending:
            self._settle.start()

    def look(self) -> bool:
        """Look whether the end is in view; whether nothing is pending then."""
        if self._wanted is not None and self.pending and self._page.end_in_view():
            self._seen.add(self._wanted)
            self.changed.emit()
        return not self.pending

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self._settle.start()
        return super().eventFilter(watched, event)


def written_by_another(review: Review) -> Key | None:
    """The newest version that an assistant or a connected program wrote: draft and revision."""
    others = (v for v in reversed(review.versions) if v.author.origin is not Origin.USER)
    return next(((v.draft_id, v.revision) for v in others), None)
