"""Chip of one recipient: name, address, badges, a button that removes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolButton, QWidget

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.ui.review.recipients.carry_phase import Carried, Phase
from desktop_app.ui.review.recipients.person_line import PersonLine
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

_REMOVING = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
_EDITING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2})
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Chip(QWidget):
    """Chip with the signals `removed(Address)`, `edit_wanted(Address)`, `step_wanted(chip, ±1)`,
    `menu_wanted(Address, QPoint)` with the place on the screen; and `carried(Carried, Phase,
    QPoint)` while it is dragged."""

    removed = Signal(object)
    edit_wanted = Signal(object)
    step_wanted = Signal(object, int)
    menu_wanted = Signal(object, QPoint)
    carried = Signal(object, str, QPoint)

    def __init__(self, theme: Theme, address: Address, badges: tuple[Badge, ...] = ()) -> None:
        super().__init__()
        self._theme = theme
        self.address = address
        self.read_only = False
        self._high = 28
        self._pressed: QPoint | None = None
        self._is_carried = False
        self.line = PersonLine(theme, address, badges)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._remove = QToolButton(self)
        self._remove.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_role(self._remove, "chip-close")
        self._remove.clicked.connect(lambda: self.removed.emit(self.address))
        self._describe()
        self._tint()
        theme.changed.connect(self._tint)

    @property
    def badges(self) -> tuple[Badge, ...]:
        return self.line.badges

    def set_badges(self, badges: tuple[Badge, ...], whence: str = "") -> None:
        """Say what the store knows about this person."""
        if (badges, whence) != (self.badges, self.line.whence):
            self.line = PersonLine(self._theme, self.address, badges, whence)
            self._describe()
            self.updateGeometry()
            self.update()

    def set_read_only(self, read_only: bool) -> None:
        self.read_only = read_only
        self._remove.setVisible(not read_only)

    def set_high(self, high: int) -> None:
        """Take so many pixels of height, at 100 % text."""
        self._high = high
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        px = self._theme.px
        return QSize(self.line.width + px(12) + self._close_side(), px(self._high))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(72), self._theme.px(self._high))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, px = QPainter(self), self._theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        room = self.width() - px(12) - self._close_side()
        self.line.paint(painter, QRect(px(8), 0, room + px(4), self.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side, px = self._close_side(), self._theme.px
        self._remove.setGeometry(
            self.width() - side - px(2), (self.height() - side) // 2, side, side
        )

    def event(self, event: QEvent) -> bool:
        """While it is dragged, Escape is no key of the draft's."""
        asked = self._is_carried and event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape and self._is_carried:
            self._carry(Phase.DROPPED_NOWHERE, QPoint())
        elif key in _STEPS:
            self.step_wanted.emit(self, _STEPS[key])
        elif key in _REMOVING and not self.read_only:
            self.removed.emit(self.address)
        elif key in _EDITING and not self.read_only:
            self.edit_wanted.emit(self.address)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.address, event.globalPos())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self.read_only:
            self._pressed = event.position().toPoint()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        far = (event.position().toPoint() - self._pressed).manhattanLength()
        if self._is_carried:
            self._carry(Phase.MOVED, event.globalPosition().toPoint())
        elif far >= QApplication.startDragDistance():
            self._carry(Phase.BEGUN, event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        if self._is_carried:
            self._carry(Phase.DROPPED, event.globalPosition().toPoint())
        event.accept()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._is_carried:  # the list was read again meanwhile
            self._carry(Phase.DROPPED_NOWHERE, QPoint())

    def _carry(self, phase: Phase, place: QPoint) -> None:
        self._is_carried = phase in {Phase.BEGUN, Phase.MOVED}
        if not self._is_carried:
            self._pressed = None
        self.carried.emit(Carried(self.address, self, self.grab), phase.value, place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self.read_only:
            self.edit_wanted.emit(self.address)
        event.accept()

    def _paint_ground(self, painter: QPainter) -> None:
        colour, line = self._theme.colour, self._theme.px(Size.FOCUS)
        edge = "accent" if self.hasFocus() else "hover" if self.line.valid else "danger"
        painter.setPen(QPen(colour(edge), line))
        painter.setBrush(colour("hover" if self.line.valid else "danger_wash"))
        radius = self._theme.px(Size.CONTROL_RADIUS)
        box = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.drawRoundedRect(box, radius, radius)

    def _close_side(self) -> int:
        return self._theme.px(20)

    def _describe(self) -> None:
        facts = self.line.facts
        self.setAccessibleName(". ".join(facts))
        self._remove.setAccessibleName(f"Remove {facts[0]}")
        self.setToolTip(as_tooltip("\n".join(facts)))

    def _tint(self) -> None:
        self._remove.setIcon(self._theme.icon("close", "second"))
        self.line = PersonLine(self._theme, self.address, self.badges, self.line.whence)
        self.update()
