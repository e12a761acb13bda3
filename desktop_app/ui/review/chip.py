"""Chip of one recipient: name, badges, a button that removes it.

It paints its words itself: hundreds of recipients must not be hundreds of layouts.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.ui.review.address_entry import is_valid
from desktop_app.ui.widgets.elision import fitted, shortened
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size, Type

LONGEST = 40
SLACK = 2
"""Pixels a text may be wider than its measured whole number of them."""
_REMOVING = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
_EDITING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2})
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_SAID = {
    Badge.NEW: "you have never written to them",
    Badge.EXTERNAL: "outside your organisation",
    Badge.NOT_IN_THREAD: "not in this conversation",
    Badge.REPLY_TO_DIFFERS: "the reply goes to another address than the sender's",
    Badge.ONLY_IN_TEXT: "found only in the text of a mail",
    Badge.TYPED: "you named this address when you asked",
}
_LOUD = frozenset({Badge.ONLY_IN_TEXT, Badge.REPLY_TO_DIFFERS, Badge.NEW})


class Chip(QWidget):
    """Chip with the signals `removed(chip)`, `edit_wanted(chip)`, `step_wanted(chip, ±1)`."""

    removed = Signal(object)
    edit_wanted = Signal(object)
    step_wanted = Signal(object, int)

    def __init__(self, theme: Theme, address: Address, badges: tuple[Badge, ...] = ()) -> None:
        super().__init__()
        self._theme = theme
        self.address = address
        self.badges = badges
        self._valid = is_valid(address)
        self.read_only = False
        self._hint: QSize | None = None
        self._picture: QPixmap | None = None
        self._drawn_for: tuple[int, int, bool, float] = (0, 0, False, 0.0)
        self._shown = shortened(clean(address.label), LONGEST)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._remove = QToolButton(self)
        self._remove.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_role(self._remove, "chip-close")
        self._remove.setIcon(theme.icon("close", "second"))
        self._remove.clicked.connect(lambda: self.removed.emit(self))
        self._describe()

    def set_badges(self, badges: tuple[Badge, ...]) -> None:
        """Say what the store knows about this person."""
        if badges != self.badges:
            self.badges = badges
            self._hint = self._picture = None
            self._describe()
            self.updateGeometry()
            self.update()

    def set_read_only(self, read_only: bool) -> None:
        self.read_only = read_only
        self._remove.setVisible(not read_only)

    def polish(self) -> None:
        """Work out the style of all of it, as Qt would when it is first shown, and draw it."""
        self.ensurePolished()
        self._remove.ensurePolished()
        self.resize(self.sizeHint())
        self._picture_now()

    def sizeHint(self) -> QSize:
        """As wide as everything that is said here. A layout asks again and again."""
        if self._hint is None:
            self._hint = self._work_out()
        return self._hint

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._hint = self._picture = None

    def _work_out(self) -> QSize:
        px = self._theme.px
        width = QFontMetrics(self._font()).horizontalAdvance(self._shown) + SLACK
        width += sum(self._badge_width(badge) + px(4) for badge in self.badges)
        return QSize(width + px(16) + self._close_side(), px(28))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(72), self._theme.px(28))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).drawPixmap(0, 0, self._picture_now())

    def _picture_now(self) -> QPixmap:
        """What is drawn, kept: hundreds of chips are shown in one turn of the loop."""
        key = (self.width(), self.height(), self.hasFocus(), self.devicePixelRatioF())
        if self._picture is None or self._drawn_for != key:
            ratio = self.devicePixelRatioF()
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            self._draw(painter)
            painter.end()
            self._picture, self._drawn_for = picture, key
        return self._picture

    def _draw(self, painter: QPainter) -> None:
        """In a narrow field the last badges are left out first, then the end of the name."""
        px = self._theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        metrics = QFontMetrics(self._font())
        room = self.width() - px(12) - self._close_side()
        name = min(metrics.horizontalAdvance(self._shown) + SLACK, room)
        left = px(8) + name + px(4)
        painter.setFont(self._font())
        painter.setPen(self._theme.colour("text" if self._valid else "danger"))
        words = fitted(metrics, self._shown, name)
        painter.drawText(
            QRect(px(8), 0, name, self.height()), int(Qt.AlignmentFlag.AlignVCenter), words
        )
        for badge in self.badges:
            width = self._badge_width(badge)
            if left + width > px(8) + room:
                break
            self._paint_badge(painter, badge, QRect(left, 0, width, self.height()))
            left += width + px(4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side, px = self._close_side(), self._theme.px
        self._remove.setGeometry(
            self.width() - side - px(2), (self.height() - side) // 2, side, side
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.step_wanted.emit(self, _STEPS[key])
        elif key in _REMOVING and not self.read_only:
            self.removed.emit(self)
        elif key in _EDITING and not self.read_only:
            self.edit_wanted.emit(self)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self.read_only:
            self.edit_wanted.emit(self)
        event.accept()

    def _paint_ground(self, painter: QPainter) -> None:
        colour, line = self._theme.colour, self._theme.px(Size.FOCUS)
        edge = "accent" if self.hasFocus() else "hover" if self._valid else "danger"
        painter.setPen(QPen(colour(edge), line))
        painter.setBrush(colour("hover" if self._valid else "danger_wash"))
        radius = self._theme.px(Size.CONTROL_RADIUS)
        box = QRectF(self.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.drawRoundedRect(box, radius, radius)

    def _paint_badge(self, painter: QPainter, badge: Badge, box: QRect) -> None:
        loud, px = badge in _LOUD, self._theme.px
        if loud:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("warning_wash"))
            painter.drawRoundedRect(box.adjusted(0, px(6), 0, -px(6)), px(4), px(4))
        painter.setFont(self._theme.font(Type.CAPTION))
        painter.setPen(self._theme.colour("warning" if loud else "second"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), badge.value)

    def _badge_width(self, badge: Badge) -> int:
        metrics = QFontMetrics(self._theme.font(Type.CAPTION))
        return metrics.horizontalAdvance(badge.value) + self._theme.px(12)

    def _close_side(self) -> int:
        return self._theme.px(20)

    def _font(self) -> QFont:
        return self._theme.font(Type.TEXT)

    def _describe(self) -> None:
        said = [_SAID[badge] for badge in self.badges]
        if not self._valid:
            said.insert(0, "not a complete mail address")
        who = clean(str(self.address))
        self.setAccessibleName(". ".join([who, *said]))
        self._remove.setAccessibleName(f"Remove {who}")
        self.setToolTip(as_tooltip("\n".join([who, *said])))
