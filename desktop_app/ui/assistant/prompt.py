"""Prompt of the assistant pane: the text, its context, Ask and Stop."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role

MOST_LINES = 6
LONGEST = 34


class PromptEntry(QPlainTextEdit):
    """`sent` on Enter; Shift+Enter is a new line. As high as its text, up to six lines."""

    sent = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Assistant prompt")
        self.setPlaceholderText("Ask about your mail…")
        self.setTabChangesFocus(True)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())
        self._grow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sent.emit()
            return
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.insertPlainText(source.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def _grow(self) -> None:
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        height = lines * QFontMetricsF(self.font()).lineSpacing() + self._theme.px(20)
        if round(height) != self.height():
            self.setFixedHeight(round(height))


class ContextChip(QFrame):
    """Chip of what the assistant may look at first; the person can remove it."""

    removed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        set_role(self, "recipient")
        self._label = plain()
        self._close = QToolButton()
        set_role(self._close, "chip-close")
        theme.put_icon(self._close, "close", "second")
        self._close.clicked.connect(self.removed)
        margins = (theme.px(8), 0, theme.px(2), 0)
        row(self._label, self._close, owner=self, gap=theme.px(4), margins=margins)
        self.hide()

    def show_words(self, words: str) -> None:
        """Name it; empty hides the chip."""
        self._label.setText(shortened(words, LONGEST))
        self._close.setAccessibleName(f"Leave out: {words}")
        self._close.setToolTip("Ask without it")
        self.setToolTip(as_tooltip(words))
        self.setVisible(bool(words))


class PromptBox(QWidget):
    """Box with the signals `asked(text)`, `stopped`, `context_left_out`."""

    asked = Signal(str)
    stopped = Signal()
    context_left_out = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.entry = PromptEntry(theme)
        self.entry.sent.connect(self._send)
        self.context = ContextChip(theme)
        self.context.removed.connect(self.context_left_out)
        self.ask = QPushButton("Ask")
        set_role(self.ask, "primary")
        self.ask.clicked.connect(self._send)
        self.stop = QPushButton("Stop")
        self.stop.clicked.connect(self.stopped)
        self.stop.setEnabled(False)
        self.setFocusProxy(self.entry)
        gap, margins = theme.px(8), (theme.px(16), theme.px(8), theme.px(16), theme.px(12))
        chips, buttons = row(self.context, STRETCH), row(self.ask, self.stop, STRETCH, gap=gap)
        column(chips, self.entry, buttons, owner=self, gap=gap, margins=margins)
        self.entry.textChanged.connect(self._allow)
        self._running = False
        self._allow()

    def set_running(self, running: bool) -> None:
        """While an answer comes, Stop is there and Ask waits."""
        self._running = running
        if running and self.ask.hasFocus():
            press(self.entry)
        self._allow()
        if not running and self.stop.hasFocus():
            press(self.entry)
        self.stop.setEnabled(running)

    def _allow(self) -> None:
        self.ask.setEnabled(bool(self.entry.toPlainText().strip()) and not self._running)

    def _send(self) -> None:
        text = self.entry.toPlainText().strip()
        if text and not self._running:
            self.entry.clear()
            self.asked.emit(text)
