"""Toasts: a passing message over the foot of the window, with Undo where there is one.

A pane may float a widget of its own there (the undo-send countdown). Announced politely.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QFrame, QPushButton, QWidget

from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.key_hint import KeyHint
from desktop_app.ui.widgets.parts import column, plain, row, wrap_within
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

SHOWN_MS = 7000
SHOWN_PLAIN_MS = 4000


class Toast(QFrame):
    """Toast: a newer one replaces the older. It stays while the pointer is on it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, "toast")
        self._work: Callable[[], object] | None = None
        self._undoes = False
        self._theme = theme
        self.text = plain()
        self.button = QPushButton()
        self._hint = KeyHint(self.button)
        set_role(self.button, "link")
        self.button.clicked.connect(self._pressed)
        margins = (theme.px(16), theme.px(8), theme.px(12), theme.px(8))
        row(self.text, self.button, owner=self, gap=theme.px(12), margins=margins)
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
            self._hint.show(undo.label, "Z" if self._undoes else "")
            self.button.setAccessibleName(undo.label)
        self.show()
        self._timer.start(SHOWN_MS if undo else SHOWN_PLAIN_MS)
        announce(self, text)

    def fit(self, most: int) -> None:
        """Words that are longer than a line, or than `most` pixels leave room for, take more."""
        px = self._theme.px
        line = px(Size.LIST)
        line += px(12) + self.button.sizeHint().width() if not self.button.isHidden() else 0
        wrap_within(self.text, min(line, most - px(28)), (self.button,), px(12))

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


class ToastArea(QWidget):
    """Area of toasts and floated widgets at the foot of `ground`, in its middle.

    It lies over what is there and moves nothing. It rises above a primary button, such as Send,
    which it would cover.
    """

    def __init__(self, theme: Theme, ground: QWidget) -> None:
        super().__init__(ground)
        self.toast = Toast(theme, self)
        self._floating: list[QWidget] = []
        self._gap, self._ground = theme.px(8), ground
        self._column = column(owner=self, gap=self._gap)
        self._stand(self.toast)
        ground.installEventFilter(self)
        self.hide()

    def place(self) -> None:
        """Stand where there is room, while anything is shown."""
        if self.isHidden():
            return
        ground = self._ground
        for widget in (self.toast, *self._floating):
            fit = getattr(widget, "fit", None)
            if callable(fit) and not widget.isHidden():
                fit(ground.width() - 2 * self._gap)
        self._column.activate()
        size = self.sizeHint()
        size.setWidth(min(size.width(), ground.width() - 2 * self._gap))
        place = QRect(QPoint((ground.width() - size.width()) // 2, 0), size)
        place.moveBottom(ground.height() - self._gap)
        for button in sorted(self._primary(ground), key=lambda rect: -rect.top()):
            if place.intersects(button):
                place.moveBottom(button.top() - self._gap)
        self.setGeometry(place)
        self.raise_()

    def _primary(self, ground: QWidget) -> list[QRect]:
        """Where the primary buttons of the panes are."""
        return [
            QRect(button.mapTo(ground, QPoint()), button.size())
            for button in ground.findChildren(QAbstractButton)
            if button.isVisible() and str(button.property("role")).startswith("primary")
        ]

    def show_toast(self, text: str, undo: Undo | None) -> None:
        self.toast.show_text(text, undo)

    def float_widget(self, widget: QWidget) -> None:
        """Keep a pane's widget here while it is visible."""
        if widget not in self._floating:
            shown = widget.isVisible()
            widget.destroyed.connect(lambda: self._forget(widget))
            self._floating.append(widget)
            self._stand(widget)
            widget.setVisible(shown)

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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Visible as long as something in it is, and placed anew with its ground."""
        if watched is self._ground:
            if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
                self.place()
        elif event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            here = (self.toast, *self._floating)
            self.setVisible(any(not widget.isHidden() for widget in here))
        return False

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self.place()
        return done

    def _stand(self, widget: QWidget) -> None:
        self._column.insertWidget(0, widget, 0, Qt.AlignmentFlag.AlignHCenter)
        widget.installEventFilter(self)

    def _forget(self, widget: QWidget) -> None:
        self._floating = [w for w in self._floating if w is not widget]
