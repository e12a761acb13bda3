"""The top of a message card: who, to whom, when. Painted in one piece while it is folded, so that
a conversation of a hundred messages opens at once. Open, its people are buttons.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolButton, QWidget

from desktop_app.model.address import people
from desktop_app.model.message import Message
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.thread.person_button import LineButton, PersonButton
from desktop_app.ui.widgets.avatars import initials, paint_initials
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.parts import STRETCH, column, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size, Type

LEAST_ADDRESS = 64
"""Pixels of a folded card below which an address says nothing."""


class CardHeader(QAbstractButton):
    """A button that folds its card. `set_open` tells it what to show on the second line;
    `people_wanted(shown)` when the recipients are to be unfolded, `menu_wanted` by the button at
    the end."""

    people_wanted = Signal(bool)
    menu_wanted = Signal()

    def __init__(self, bench: Workbench, message: Message) -> None:
        super().__init__()
        theme, now = bench.theme, bench.services.clock()
        self._bench, self._theme, self._message = bench, theme, message
        self._who = clean(message.sender.label) or "(no sender)"
        email = clean(message.sender.email)
        self._email = email or "no address"
        self._address = "" if email == self._who else self._email
        self._when = long_date(message.date, now)
        self._to = _to_line(message)
        self._snippet = clean(message.snippet)
        self._open = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.person: PersonButton | None = None
        self.recipients: LineButton | None = None
        self._third = QWidget()
        """Room for the address on a line of its own."""

        self._third.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._third.hide()
        self.more = self._more_button()
        self._lines = column(STRETCH, STRETCH)
        px = theme.px
        left = px(16) + px(Size.AVATAR) + px(12) - theme.px(Size.FOCUS)
        margins = (left, 0, px(8), 0)
        row(self._lines, self.more, owner=self, margins=margins, fill=self._lines)
        self.set_open(False)
        theme.changed.connect(self._measure)

    def set_open(self, opened: bool) -> None:
        self._open = opened
        if opened and self.person is None:
            self._add_people()
        for button in (self.person, self.recipients):
            if button is not None:
                button.setVisible(opened)
        self._share()
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

    def _more_button(self) -> QToolButton:
        button = QToolButton()
        set_role(button, "flat")
        self._theme.put_icon(button, "more", "second")
        button.setAccessibleName(f"More for the message from {self._who}")
        button.setToolTip("More")
        button.clicked.connect(self.menu_wanted)
        return button

    def _measure(self) -> None:
        """Lines are as high as the text is now."""
        height = self._line_height()
        for line in (self._third, self.person, self.recipients):
            if line is not None:  # those of a folded card are not made yet
                line.setFixedHeight(height)
        self.updateGeometry()

    def _add_people(self) -> None:
        self.person = PersonButton(
            self._bench, self._message.sender, self._message.account_id, "line-strong"
        )
        self.recipients = LineButton()
        self.recipients.setCheckable(True)
        self.recipients.toggled.connect(self._unfold)
        self._unfold(False)
        self._measure()
        for part in (row(self.person, STRETCH), row(self._third), row(self.recipients, STRETCH)):
            self._lines.insertLayout(self._lines.count() - 1, part)
        self._share()

    def _unfold(self, shown: bool) -> None:
        if self.recipients is not None:
            mark, state = ("▾", "shown") if shown else ("▸", "folded")
            self.recipients.set_words(f"{self._to} {mark}", f"{self._to}, all recipients {state}")
        self.people_wanted.emit(shown)

    def sizeHint(self) -> QSize:
        more = self._line_height() if self._has_third else 0
        return QSize(self._theme.px(320), self._theme.px(Size.AVATAR) + self._theme.px(24) + more)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _boxes(self) -> tuple[QRect, QRect]:
        """The lines beside the avatar; the upper one ends before the date."""
        px = self._theme.px
        half = self._line_height()
        lines = 3 if self._has_third else 2
        top = (self.height() - lines * half) // 2
        left = px(16) + px(Size.AVATAR) + px(12)
        right = self.width() - px(8) - self.more.sizeHint().width() - px(4)
        metrics = QFontMetrics(self._theme.font(Type.CAPTION))
        taken = metrics.horizontalAdvance(self._when) + px(12)
        taken += px(Size.ICON_SMALL) + px(8) if self._message.starred else 0
        width = max(0, right - left)
        upper = QRect(left, top, max(0, width - taken), half)
        return upper, QRect(left, top + half, width, half)

    @property
    def _has_third(self) -> bool:
        return not self._third.isHidden()

    def _line_height(self) -> int:
        """Of the two lines; buttons are higher than words by their ring."""
        words = QFontMetrics(self._theme.font(Type.STRONG)).height()
        return words + 2 * self._theme.px(Size.FOCUS)

    def _room_for_name(self, width: int) -> int:
        """Name and address: of a narrow line each has its share, so that no long name hides the
        address. Folded, the name has the larger one, and all where an address has no room; open,
        the address has a line of its own where both don't fit."""
        if not self._address:
            return width
        gap, least = self._theme.px(8), width // 2 if self._open else width * 3 // 5
        if not self._open and width - least - gap < self._theme.px(LEAST_ADDRESS):
            return width
        return max(least, width - self._address_width() - gap)

    def _share(self) -> None:
        if self.person is None:
            return
        width = self._boxes()[0].width()
        needed = self.person.sizeHint().width()
        if self._address:
            needed += self._theme.px(8) + self._address_width()
        wanted = self._open and needed > width
        if wanted == self._third.isHidden():
            self._third.setVisible(wanted)
            self.updateGeometry()
        self.person.setMaximumWidth(width if wanted else self._room_for_name(width))

    def _address_width(self) -> int:
        return QFontMetrics(self._theme.font(Type.CAPTION)).horizontalAdvance(self._address)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, px = QPainter(self), self._theme.px
        side = px(Size.AVATAR)
        avatar = QRectF(px(16), px(12), side, side)
        sender = self._message.sender
        paint_initials(painter, self._theme, avatar, initials(self._who), sender.key)
        upper, lower = self._boxes()
        self._date(painter, QRect(upper.left(), upper.y(), lower.width(), upper.height()))
        if self._has_third:
            middle = Qt.TextElideMode.ElideMiddle
            self._line(painter, lower, self._email, Type.CAPTION, "second", middle)
        else:
            self._name(painter, upper)
        if not self._open:
            self._line(painter, lower, self._snippet, Type.TEXT, "second")
        if self.hasFocus():
            self._ring(painter)

    def _date(self, painter: QPainter, box: QRect) -> None:
        painter.setFont(self._theme.font(Type.CAPTION))
        painter.setPen(self._theme.colour("second"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, int(flags), self._when)
        if self._message.starred:
            side = self._theme.px(Size.ICON_SMALL)
            width = painter.fontMetrics().horizontalAdvance(self._when)
            left = box.right() - width - side - self._theme.px(8)
            icon = QRectF(left, box.y() + (box.height() - side) / 2, side, side)
            self._theme.paint_icon(painter, "star_on", icon, "star")

    def _name(self, painter: QPainter, box: QRect) -> None:
        """The name, where it is no button, and the address, where a folded card has room for it."""
        most = self._room_for_name(box.width())
        if self._open and self.person is not None:
            width = min(self.person.sizeHint().width(), most)
        else:
            line = QRect(box.left(), box.y(), most, box.height())
            width = self._line(painter, line, self._who, Type.STRONG, "text")
        rest = box.adjusted(width + self._theme.px(8), 0, 0, 0)
        if self._address and (self._open or rest.width() >= self._theme.px(LEAST_ADDRESS)):
            middle = Qt.TextElideMode.ElideMiddle  # the end of a domain tells whose it is
            self._line(painter, rest, self._address, Type.CAPTION, "second", middle)

    def _line(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        role: Type,
        ink: str,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> int:
        """Draw one elided line; returns its width."""
        painter.setFont(self._theme.font(role))
        painter.setPen(self._theme.colour(ink))
        metrics = painter.fontMetrics()
        shown = fitted(metrics, text, box.width(), cut)
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
