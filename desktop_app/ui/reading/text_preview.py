"""Text of a file in its preview, with what a search has found in it marked."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_app.mail.files.file_preview import FilePreview
from desktop_app.search.highlight import Field, Sought, Span, spans
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.hit_marks import MOST_MARKS
from desktop_app.ui.widgets.qt_offsets import in_qt
from desktop_app.ui.widgets.theme import set_role


class TextPreview(QPlainTextEdit):
    """It shows the first hit once that is known. `marked` are the places that are marked."""

    def __init__(
        self, bench: Workbench, name: str, preview: FilePreview, sought: tuple[Sought, ...]
    ) -> None:
        super().__init__(preview.text + ("\n\n[cut here]" if preview.cut else ""))
        self._bench = bench
        self.marked: tuple[Span, ...] = ()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(f"Text of {name}")
        set_role(self, "source")
        if sought:
            bench.calls.jobs.run(
                lambda: places(preview.text, sought),
                done=self._mark,
                failed=lambda _: None,
                owner=self,
            )

    def _mark(self, found: tuple[Span, ...]) -> None:
        self.marked = found
        marks = []
        for start, end in found:
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor = cursor
            mark.format.setBackground(self._bench.theme.colour("hit"))
            mark.format.setForeground(self._bench.theme.colour("text"))
            marks.append(mark)
        self.setExtraSelections(marks)
        if marks:
            first = QTextCursor(self.document())
            first.setPosition(found[0][0])
            self.setTextCursor(first)
            self.centerCursor()


def places(text: str, sought: tuple[Sought, ...]) -> tuple[Span, ...]:
    """The hits in a text, in Qt's offsets."""
    return in_qt(text, spans(text, sought, Field.TEXT)[:MOST_MARKS])
