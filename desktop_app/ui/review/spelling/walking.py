"""The way from one misspelt word to the next, and what a screen reader is told on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.spelling.passages import Mark
from desktop_app.ui.review.spelling.marks import Marks, Place
from desktop_app.ui.review.spelling.subject_marks import SubjectMarks, WrittenLine
from desktop_app.ui.review.spelling.written import Written, selected
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import press

NONE, CHECKING = "No misspelt word.", "Still being checked."
OFF = "Spelling is not checked. Menu Draft, Check spelling."


class Walking(QObject):
    """Through the `subject` and then the words. `idle` is whether all is checked; `tell` shows a
    sentence; `look_up` has suggestions ready for the menu."""

    def __init__(
        self,
        editor: Written,
        entry: WrittenLine,
        marks: Marks,
        subject: SubjectMarks,
        *,
        idle: Callable[[], bool],
        look_up: Callable[[Mark], object],
        tell: Callable[[str], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._editor, self._entry, self._marks, self._subject = editor, entry, marks, subject
        self._idle, self._tell, self._look_up = idle, tell, look_up
        self._told: tuple[Place, Mark] | None = None
        self._revision = -1
        editor.cursorPositionChanged.connect(self._on_caret)

    def go(self, *, onward: bool) -> None:
        """Select the next misspelt word (in the subject, then in the words), or the one before."""
        if not self._marks.on:
            self._tell(OFF)
            return
        found = self._places()
        if not found:
            self._tell(NONE if self._idle() else CHECKING)
            return
        begin, end = self._here()
        if onward:
            ahead = [one for one in found if (one[0], one[1][0]) >= end]
            self._show(*(ahead or found)[0])
        else:
            ahead = [one for one in found if (one[0], one[1][1]) <= begin]
            self._show(*(ahead or found)[-1])

    def _places(self) -> list[tuple[int, Place, Mark]]:
        """Where the marks stand: 0 in the subject, 1 in the words."""
        words = self._marks.all() if cast("QWidget", self._editor).isVisible() else []
        return [
            *((0, place, mark) for place, mark in self._subject.all()),
            *((1, place, mark) for place, mark in words),
        ]

    def _here(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where the person is: begin and end of what is selected."""
        if self._entry.hasFocus():
            begin = end = self._entry.cursorPosition()
            if self._entry.hasSelectedText():
                begin, end = self._entry.selectionStart(), self._entry.selectionEnd()
            return (0, begin), (0, end)
        cursor = self._editor.textCursor()
        return (1, cursor.selectionStart()), (1, cursor.selectionEnd())

    def _show(self, where: int, place: Place, mark: Mark) -> None:
        widget = cast("QWidget", self._editor if where else self._entry)
        press(widget)
        self._told = (place, mark)  # and no second time when the caret is there
        if where:
            self._editor.setTextCursor(selected(self._editor.document(), place))
        else:
            self._entry.setSelection(place[0], place[1] - place[0])
        announce(widget, told(mark))
        self._look_up(mark)

    def _on_caret(self) -> None:
        """Who walks through the text is told of a misspelt word."""
        editor = self._editor
        position, revision = editor.textCursor().position(), editor.document().revision()
        walked, self._revision = revision == self._revision, revision
        self._marks.caret_at(position)
        found = self._marks.at(position) if walked else None
        before, self._told = self._told, found
        if found is not None and found != before and cast("QWidget", editor).hasFocus():
            announce(cast("QWidget", editor), told(found[1]))
            self._look_up(found[1])


def told(mark: Mark) -> str:
    """What a screen reader says of a mark."""
    return f"Misspelt: {mark.word}"
