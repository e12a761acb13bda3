"""Marks under misspelt words of an entry of one line, which draws them itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, QRect, Signal, SignalInstance
from PySide6.QtWidgets import QMenu

from desktop_app.spelling.known import Known
from desktop_app.spelling.passages import Judged, Mark, Passage
from desktop_app.ui.review.spelling.marks import Marks
from desktop_app.ui.review.spelling.paragraph import Paragraph
from desktop_app.ui.widgets.qt_offsets import Span, in_qt


class WrittenLine(Protocol):
    """An entry that marks words: `show_misspelt` takes their places in Qt's offsets. `replaced` is
    called when another text was put in."""

    replaced: Callable[[], object]

    @property
    def textChanged(self) -> SignalInstance: ...
    @property
    def cursorPositionChanged(self) -> SignalInstance: ...
    @property
    def customContextMenuRequested(self) -> SignalInstance: ...

    def text(self) -> str: ...
    def show_misspelt(self, places: Sequence[Span]) -> None: ...
    def cursorPosition(self) -> int: ...
    def cursorPositionAt(self, pos: QPoint) -> int: ...
    def hasSelectedText(self) -> bool: ...
    def selectionStart(self) -> int: ...
    def selectionEnd(self) -> int: ...
    def setSelection(self, start: int, length: int) -> None: ...
    def insert(self, text: str) -> None: ...
    def createStandardContextMenu(self) -> QMenu: ...
    def isReadOnly(self) -> bool: ...
    def hasFocus(self) -> bool: ...
    def cursorRect(self) -> QRect: ...


class SubjectMarks(QObject):
    """Marks of an entry, with the signal `unchecked` when it is to be checked. The marks of the
    words below it, in each of their editors, tell the languages of the mail (`follow`)."""

    unchecked = Signal()

    def __init__(self, entry: WrittenLine, parent: QObject) -> None:
        super().__init__(parent)
        self._entry = entry
        self._words: list[Marks] = []
        self._line = Paragraph()
        self.on = False
        entry.textChanged.connect(self._on_text)
        entry.replaced = self._on_text

    def switch(self, *, on: bool) -> None:
        """Begin anew, or take all marks away."""
        self.on = on
        self._become(Paragraph())
        self._on_text()

    def check_again(self) -> None:
        """What was found does not hold any more."""
        self._line = self._line.unread()
        self.unchecked.emit()

    def follow(self, words: Marks) -> None:
        """Once they show a language, a subject that shows none of its own is in that one."""
        self._words.append(words)
        words.settled.connect(self._told)

    def _told(self) -> None:
        if self._line.undecided:
            self.check_again()

    def wanted(self) -> Passage | None:
        """What is to be checked; None for nothing."""
        if not self.on or self._line.checked or not self._line.text:
            return None
        around = (language for words in self._words for language in words.languages())
        return Passage(self._line.text, tuple(around))

    def show(self, passage: Passage, judged: Judged) -> list[Mark]:
        """Show what was found, if the text is still the same. The marks that are new."""
        if self._line.text != passage.text:
            return []
        had = {mark.word for mark in self._line.marks}
        self._become(Paragraph(passage.text, judged.marks, True, judged.language, judged.settled))
        return [mark for mark in judged.marks if mark.word not in had]

    def forgive(self, known: Known) -> None:
        """Take away the marks of words that are known now."""
        self._become(self._line.without(known))

    def at(self, position: int) -> tuple[Span, Mark] | None:
        """The mark at a position, and where it stands."""
        return next((m for m in self.all() if m[0][0] <= position <= m[0][1]), None)

    def all(self) -> list[tuple[Span, Mark]]:
        """Every mark, from left to right."""
        marks = self._line.marks
        spans = in_qt(self._line.text or "", ((mark.start, mark.end) for mark in marks))
        return list(zip(spans, marks, strict=True))

    def _on_text(self) -> None:
        if not self.on:
            return
        text = self._entry.text()
        if text != self._line.text:
            self._become(self._line.edited(text))
            self.unchecked.emit()

    def _become(self, line: Paragraph) -> None:
        self._line = line
        self._entry.show_misspelt([place for place, _ in self.all()])
