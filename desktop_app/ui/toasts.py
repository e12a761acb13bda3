"""Toasts: a sentence at the foot of the window, in passing, with Undo where there is one.

A pane may float a widget of its own there (the undo-send countdown). Announced politely.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop_app.ui.navigation import Undo
from desktop_app.ui.theme import Theme, set_role

SHOWN_MS = 7000
SHOWN_PLAIN_MS = 4000


class Toast(QFrame):
    """One at a time; a newer one replaces the older. It stays while the pointer is on it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "toast")
        self._work: Callable[[], object] | None = None
        self._undoes = False
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton()
        set_role(self.button, "link")
        self.button.clicked.connect(self._pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(theme.px(16), theme.px(8), theme.px(12), theme.px(8))
        layout.setSpacing(theme.px(12))
        layout.addWidget(self.text)
        layout.addWidget(self.button)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    @property
    def undoes(self) -> bool:
        """Whether it is there and its button takes something back."""
        return self.isVisible() and self._undoes

    def show_text(self, text: str, undo: Undo | None) -> None:
        self.text.setText(text)
        self.setAccessibleName(text)
        self._work = undo.work if undo else None
        self._undoes = undo is not None and undo.label == "Undo"
        self.button.setVisible(undo is not None)
        if undo is not None:
            self.button.setText(f"{undo.label} (Z)" if undo.label == "Undo" else undo.label)
            self.button.setAccessibleName(undo.label)
        self.adjustSize()
        self.show()
        self._timer.start(SHOWN_MS if undo else SHOWN_PLAIN_MS)
        announce(self, text)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Enter:
            self._timer.stop()
        elif event.type() == QEvent.Type.Leave:
            self._timer.start()
        return super().event(event)

    def _pressed(self) -> None:
        self.hide()
        if self._work is not None:
            self._work()


class Floor(QObject):
    """Where toasts and floated widgets stand: the foot of `window`, on the left, where they
    cover no button of the mail being read or written."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self.toast = Toast(theme, window)
        self._floating: list[QWidget] = []
        window.installEventFilter(self)

    def show_toast(self, text: str, undo: Undo | None) -> None:
        self.toast.show_text(text, undo)
        self.settle()

    def float_widget(self, widget: QWidget) -> None:
        """Keep a pane's widget here while it is visible."""
        if widget not in self._floating:
            widget.setParent(self._window)
            widget.installEventFilter(self)
            widget.destroyed.connect(lambda: self._forget(widget))
            self._floating.append(widget)
        self.settle()

    def undo(self) -> bool:
        """Let a visible floated widget undo, else the toast; whether one did."""
        for widget in self._floating:
            work = getattr(widget, "undo", None)
            if widget.isVisible() and callable(work):
                work()
                return True
        if self.toast.undoes:
            self.toast.button.click()
            return True
        return False

    def settle(self) -> None:
        """Put everything in its place, from the bottom upwards."""
        gap = self._theme.px(12)
        bottom = self._window.height() - self._theme.px(40)
        for widget in (*self._floating, self.toast):
            if not widget.isVisible():
                continue
            size = widget.sizeHint().expandedTo(widget.minimumSize())
            size.setWidth(min(size.width(), self._window.width() - 4 * gap))
            widget.setGeometry(gap, bottom - size.height(), size.width(), size.height())
            widget.raise_()
            bottom -= size.height() + gap

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = {QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest}
        if event.type() in kinds and (watched is self._window or watched in self._floating):
            QTimer.singleShot(0, self, self.settle)
        return False

    def _forget(self, widget: QWidget) -> None:
        self._floating = [w for w in self._floating if w is not widget]


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say it when it has finished what it is saying."""
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    event = QAccessibleAnnouncementEvent(widget, text)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)
