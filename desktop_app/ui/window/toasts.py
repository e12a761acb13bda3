"""Toasts: a passing message in the lower left corner of the window, with Undo where there is one.

A pane may float a widget of its own there (the undo-send countdown). Announced politely.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)

from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.controls import Choice, Number
from desktop_app.ui.widgets.key_hint import KeyHint
from desktop_app.ui.widgets.leaving_question import LeavingQuestion
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.passing_line import PassingLine
from desktop_app.ui.widgets.theme import Theme

SHOWN_MS = 7000
SHOWN_PLAIN_MS = 4000
_MOVED = frozenset(
    {
        QEvent.Type.Resize,
        QEvent.Type.Move,
        QEvent.Type.Show,
        QEvent.Type.Hide,
        QEvent.Type.LayoutRequest,
    }
)
CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QTextEdit, Choice, Number)
"""Kinds of widgets that a person uses; a row of a list is content."""


class Toast(PassingLine):
    """Toast: a newer one replaces the older. It stays while the pointer is on it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.button = QPushButton()
        super().__init__(theme, (self.button,), parent=parent)
        self._undo: Undo | None = None
        self._hint = KeyHint(self.button)
        self.button.clicked.connect(self._pressed)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        self.hide()

    @property
    def undoes(self) -> bool:
        """Whether it is there and its button takes something back."""
        return self.isVisible() and self._undo is not None and self._undo.label == "Undo"

    def take(self) -> tuple[str, Undo | None] | None:
        """What it says, and its button, for another window to go on with; None where it says
        nothing."""
        if self.isHidden():
            return None
        self.hide()
        return self.words, self._undo

    def show_text(self, text: str, undo: Undo | None) -> None:
        self.say(text)
        self.setAccessibleName(text)
        self._undo = undo
        self.button.setVisible(undo is not None)
        if undo is not None:
            self._hint.show(undo.label, "Z" if undo.label == "Undo" else "")
            self.button.setAccessibleName(undo.label)
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
        if self._undo is not None:
            self._undo.work()


class ToastArea(QWidget):
    """Area of toasts and floated widgets in the lower left corner of a window. It lies over what is
    there, moves nothing and covers no control that can be used.

    It stands over the rows of the `lists`; where there are none, or too narrow ones, it is one
    line over the `status` bar, beside its buttons. What has room in neither, a question, stands at
    the foot of the window, above its buttons.
    """

    def __init__(
        self, theme: Theme, central: QWidget, lists: tuple[QWidget, ...], status: QWidget
    ) -> None:
        super().__init__(central.window())
        self.toast = Toast(theme, self)
        self._floating: list[QWidget] = []
        self._theme, self._window, self._lists = theme, central.window(), lists
        self._central, self._status = central, status
        self._column = column(owner=self, gap=theme.px(8))
        self._stand(self.toast)
        self._grounds = (central, *lists, status)
        for ground in self._grounds:
            ground.installEventFilter(self)
        self.hide()

    @property
    def _gap(self) -> int:
        return self._theme.px(8)

    def place(self) -> None:
        """Stand where there is room, while anything is shown. In a window that goes nothing is
        looked at any more: what is in it may be gone."""
        if self.isHidden() or not self._window.isVisible():
            return
        self.setGeometry(self._over_lists() or self._over_status() or self._at_foot())
        self.raise_()

    def _over_lists(self) -> QRect | None:
        """Above what can be pressed at the foot of the lists."""
        shown = [self._box(widget) for widget in self._lists if widget.isVisible()]
        if not shown:
            return None
        room = shown[0].united(shown[-1]).adjusted(self._gap, 0, -self._gap, -self._gap)
        if self._least() > room.width():
            return None
        place = self._in(room)
        controls = [box for box in map(self._box, self._usable()) if box.intersects(room)]
        for box in sorted(controls, key=lambda box: -box.top()):
            if place.intersects(box):
                place.moveBottom(box.top() - self._gap)
        return place if place.top() >= room.top() else None

    def _over_status(self) -> QRect | None:
        """In one line, left of the first of its buttons."""
        bar = self._box(self._status)
        used = (self._box(widget) for widget in self._usable() if self._within_status(widget))
        end = min((box.left() for box in used), default=bar.right())
        room = QRect(bar.topLeft(), bar.bottomRight())
        room.setRight(end - self._gap)
        lines = self._lines()
        if len(lines) != 1 or self._asking() or lines[0].least() > room.width():
            return None
        lines[0].fit_line(room.width())
        self._column.activate()
        place = QRect(QPoint(), self.sizeHint())
        place.setHeight(min(place.height(), bar.height()))
        place.moveBottomLeft(room.bottomLeft())
        return place

    def _at_foot(self) -> QRect:
        """At the left, as low as it covers no button; where each place does, the least of them."""
        room = self._box(self._central)
        room = room.adjusted(self._gap, 0, -self._gap, -self._gap)
        place = self._in(room)
        column = QRect(place.left(), room.top(), place.width(), room.height())
        buttons = (self._box(w) for w in self._usable() if isinstance(w, QAbstractButton))
        boxes = [box for box in buttons if box.intersects(column)]
        feet = {place.bottom(), *(box.top() - self._gap for box in boxes)}
        seen = [foot for foot in feet if room.top() + place.height() <= foot <= place.bottom()]

        def covered(foot: int) -> int:
            there = place.translated(0, foot - place.bottom())
            over = (there.intersected(box) for box in boxes)
            return sum(box.width() * box.height() for box in over if not box.isEmpty())

        place.moveBottom(min(sorted(seen, reverse=True), key=covered, default=place.bottom()))
        return place

    def _in(self, room: QRect) -> QRect:
        """At the foot of a room, at its left, with words broken to it."""
        for widget in self._lines():
            widget.fit(room.width())
        self._column.activate()
        size = self.sizeHint()
        size.setWidth(min(size.width(), room.width()))
        place = QRect(QPoint(), size)
        place.moveBottomLeft(room.bottomLeft())
        return place

    def _least(self) -> int:
        """Pixels without which something of it is cut."""
        lines = self._lines()
        others = (
            widget
            for widget in self._floating
            if not widget.isHidden()
            and not any(widget is line or widget.isAncestorOf(line) for line in lines)
        )
        least = [line.least() for line in lines]
        return max((*least, *(widget.minimumSizeHint().width() for widget in others)), default=0)

    def _lines(self) -> list[PassingLine]:
        return [line for line in self.findChildren(PassingLine) if line.isVisibleTo(self)]

    def _asking(self) -> bool:
        """Whether something else than a line is shown."""
        here = [widget for widget in self._floating if not widget.isHidden()]
        return any(
            isinstance(q, LeavingQuestion) and q.isVisibleTo(self)
            for widget in here
            for q in (widget, *widget.findChildren(LeavingQuestion))
        )

    def _usable(self) -> list[QWidget]:
        """What can be pressed or written in, in the window."""
        return [
            widget
            for kind in CONTROLS
            for widget in self._window.findChildren(kind)
            if widget.isVisible()
            and widget.isEnabled()
            and not self.isAncestorOf(widget)
            and widget.window() is self._window
            and not _read_only(widget)
        ]

    def _within_status(self, widget: QWidget) -> bool:
        return self._status.isAncestorOf(widget)

    def _box(self, widget: QWidget) -> QRect:
        """What of a widget is in sight, in the window; empty where it is scrolled away."""
        box, at = widget.rect(), widget
        while at is not self._window and (parent := at.parentWidget()) is not None:
            box = box.translated(at.pos()).intersected(parent.rect())
            at = parent
        return box

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
        if watched in self._grounds:
            if event.type() in _MOVED:
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
        self._column.insertWidget(0, widget, 0, Qt.AlignmentFlag.AlignLeft)
        widget.installEventFilter(self)

    def _forget(self, widget: QWidget) -> None:
        self._floating = [w for w in self._floating if w is not widget]


def _read_only(widget: QWidget) -> bool:
    """Whether words can only be read in it."""
    return isinstance(widget, QPlainTextEdit | QTextEdit) and widget.isReadOnly()
