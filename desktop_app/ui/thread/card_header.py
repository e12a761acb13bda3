"""The top of a message card: who, to whom, when. Painted in one piece, so that a conversation
of a hundred messages opens at once.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from desktop_app.model.address import Address, people
from desktop_app.model.message import Message
from desktop_app.ui.widgets.avatars import initials, paint_initials
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size, Type


class CardHeader(QAbstractButton):
    """A button that folds its card. `set_open` tells it what to show on the second line."""

    def __init__(self, theme: Theme, message: Message, now: float) -> None:
        super().__init__()
        self._theme, self._message = theme, message
        self._who = clean(message.sender.label) or "(no sender)"
        self._when = long_date(message.date, now)
        self._to = _to_line(message)
        self._snippet = clean(message.snippet)
        self._open = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(as_tooltip(_everyone(message), wrap=True))
        self.set_open(False)
        theme.changed.connect(self.updateGeometry)

    def set_open(self, opened: bool) -> None:
        self._open = opened
        parts = (
            "Unread" if self._message.unread else "",
            self._who,
            self._when,
            self._to if opened else self._snippet,
            "expanded" if opened else "collapsed",
        )
        self.setAccessibleName(". ".join(p for p in parts if p))
        self.update()

    def set_message(self, message: Message) -> None:
        """The same message with other labels."""
        self._message = message
        self.set_open(self._open)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(320), self._theme.px(Size.AVATAR) + self._theme.px(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, px = QPainter(self), self._theme.px
        side = px(Size.AVATAR)
        avatar = QRectF(px(16), px(12), side, side)
        sender = self._message.sender
        paint_initials(painter, self._theme, avatar, initials(self._who), sender.key)
        left, half = px(16) + side + px(12), side // 2
        right = self.width() - px(16)
        upper = QRect(left, px(12), right - left, half)
        lower = QRect(left, px(12) + half, right - left, half)
        width = self._date(painter, upper)
        self._name(painter, upper.adjusted(0, 0, -width - px(12), 0))
        second = self._to if self._open else self._snippet
        self._line(painter, lower, second, Type.TEXT, "second")
        if self.hasFocus():
            self._ring(painter)

    def _date(self, painter: QPainter, box: QRect) -> int:
        painter.setFont(self._theme.font(Type.CAPTION))
        painter.setPen(self._theme.colour("second"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, int(flags), self._when)
        width = painter.fontMetrics().horizontalAdvance(self._when)
        if not self._message.starred:
            return width
        side = self._theme.px(Size.ICON_SMALL)
        left = box.right() - width - side - self._theme.px(8)
        icon = QRectF(left, box.y() + (box.height() - side) / 2, side, side)
        self._theme.paint_icon(painter, "star_on", icon, "star")
        return width + side + self._theme.px(8)

    def _name(self, painter: QPainter, box: QRect) -> None:
        font = self._theme.font(Type.STRONG)
        width = self._line(painter, box, self._who, Type.STRONG, "text")
        del font
        email = self._message.sender.email
        rest = box.adjusted(width + self._theme.px(8), 0, 0, 0)
        if self._open and email and email != self._who and rest.width() > self._theme.px(80):
            self._line(painter, rest, clean(email), Type.CAPTION, "second")

    def _line(self, painter: QPainter, box: QRect, text: str, role: Type, ink: str) -> int:
        """Draw one elided line; returns its width."""
        painter.setFont(self._theme.font(role))
        painter.setPen(self._theme.colour(ink))
        metrics = painter.fontMetrics()
        shown = fitted(metrics, text, box.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, int(flags | Qt.AlignmentFlag.AlignAbsolute), shown)
        return metrics.horizontalAdvance(shown)

    def _ring(self, painter: QPainter) -> None:
        width = self._theme.px(Size.FOCUS)
        radius = self._theme.px(Size.RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("accent"), width))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)


def _to_line(message: Message) -> str:
    to = people(message.to, most=3)
    line = f"to {clean(to)}" if to else "no recipient named"
    if message.cc:
        line += f", cc {clean(people(message.cc, most=2))}"
    return line


def _everyone(message: Message) -> str:
    """All addresses in full, a line each kind."""

    def line(name: str, addresses: tuple[Address, ...]) -> str:
        shown = ", ".join(clean(str(a)) for a in addresses[:30])
        return f"{name}: {shown}" if shown else ""

    rows = (
        line("From", message.from_),
        line("To", message.to),
        line("Cc", message.cc),
        line("Reply to", message.reply_to),
    )
    return "\n".join(r for r in rows if r)
