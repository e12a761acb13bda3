"""Watch over somebody else's text: Send works once all of it was on the screen, and each file that
came with it.

What the person wrote alone asks for no such thing. It is remembered while the window lives, so
that a mail taken back need not be read again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from desktop_app.model.draft import newest_proposal
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.review.review_page import ReviewPage

SETTLE_MS = 30
"""Time from a move to a layout that is finished."""

KEY_MS = 200
"""Time after a key: a held one comes again sooner, and nobody reads meanwhile."""
_MOVES = frozenset({QEvent.Type.Show, QEvent.Type.Resize})
_KEYS = frozenset({QEvent.Type.KeyPress, QEvent.Type.KeyRelease})
Key = tuple[str, int]
Span = tuple[int, int]
NO_FILES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of each version: those that were seen whole, characters and files of others."""

    whole: set[Key] = field(default_factory=set)
    spans: dict[Key, list[Span]] = field(default_factory=dict)
    files: dict[Key, set[str]] = field(default_factory=dict)


class WordsSeen(QObject):
    """Watch with the signal `changed`, when the last of it has come into view."""

    changed = Signal()

    def __init__(self, page: ReviewPage) -> None:
        super().__init__(page)
        self._page = page
        self._wanted: Key | None = None
        self.seen = Seen()
        self._attached = NO_FILES
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self.look)
        editors = page.words.editors
        for bar in (page.verticalScrollBar(), *(each.verticalScrollBar() for each in editors)):
            bar.valueChanged.connect(lambda _: self._look_in(SETTLE_MS))
            bar.rangeChanged.connect(lambda *_: self._look_in(SETTLE_MS))
        page.files.moved.connect(lambda: self._look_in(SETTLE_MS))
        for editor in editors:
            editor.document().contentsChange.connect(self._on_edited)
        for watched in (page, *editors, page.formatted_body, page.files):
            watched.installEventFilter(self)

    @property
    def pending(self) -> bool:
        """Whether some of the version that is shown has still to be seen."""
        return self._wanted is not None and self._wanted not in self.seen.whole

    def remember(self, seen: Seen) -> None:
        """What was seen of the same text in another window. Told before that text is followed."""
        self.seen.whole.update(seen.whole)
        self.seen.spans.update({key: list(spans) for key, spans in seen.spans.items()})
        self.seen.files.update({key: set(files) for key, files in seen.files.items()})

    @property
    def settled(self) -> bool:
        """Whether what is in view now has been looked at."""
        return not self._settle.isActive()

    def follow(self, review: Review | None) -> None:
        """This draft is shown now, or none."""
        newest = newest_proposal(review.versions) if review is not None else None
        self._wanted = (newest.draft_id, newest.revision) if newest is not None else None
        self._attached = frozenset(f.id for f in newest.content.attachments) if newest else NO_FILES
        if self.pending:
            self._look_in(SETTLE_MS)

    def _look_in(self, milliseconds: int) -> None:
        """Look then, or later if that was said before."""
        if self._settle.remainingTime() < milliseconds:
            self._settle.start(milliseconds)

    def look(self) -> bool:
        """Look what is in view; whether nothing is pending then."""
        key = self._wanted
        if key is None or not self.pending:
            return not self.pending
        self.seen.files.setdefault(key, set()).update(self._page.files.in_view())
        span = self._page.words.in_view()
        if span is not None:
            self.seen.spans[key] = _merged([*self.seen.spans.get(key, ()), span])
        if self._read_to() >= self._page.words.length() and not self._files_left():
            self.seen.whole.add(key)
            self.changed.emit()
        return not self.pending

    def _read_to(self) -> int:
        """How far the text was seen from its beginning; -1 where that was not seen."""
        spans = self.seen.spans.get(self._wanted, []) if self._wanted is not None else []
        return spans[0][1] if spans and spans[0][0] == 0 else -1

    def _files_left(self) -> set[str]:
        """The files of the proposal that are still there and were not seen."""
        seen = self.seen.files.get(self._wanted, set()) if self._wanted is not None else set()
        return {file.id for file in self._page.files.files if file.id in self._attached} - seen

    def show_next(self) -> None:
        """Bring the first text that was not seen yet into view, or the first file."""
        read_to = self._read_to()
        if read_to < self._page.words.length():
            self._page.show_words_from(max(read_to, 0))
        elif left := self._files_left():
            self._page.files.show_first(left)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self._look_in(SETTLE_MS)
        elif event.type() in _KEYS:
            self._settle.start(KEY_MS)
        return super().eventFilter(watched, event)

    def _on_edited(self, place: int, removed: int, added: int) -> None:
        """What the person types is seen, and what stands behind it moves."""
        spans = self.seen.spans.get(self._wanted) if self._wanted is not None else None
        if self._wanted is None or spans is None or not self._page.edited_here:
            return
        by = added - removed
        moved = [
            (a if a <= place else max(place, a + by), b if b < place else max(place, b + by))
            for a, b in spans
        ]
        self.seen.spans[self._wanted] = _merged([*moved, (place, place + added)])


def _merged(spans: list[Span]) -> list[Span]:
    """The spans in order, those that touch as one: between two lines is one character."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
