"""Line that says who a recipient is: name, address, badges. Painted by chips and by rows."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.ui.review.recipients.address_entry import is_valid
from desktop_app.ui.widgets.elision import fitted
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type

LEAST_ADDRESS = 120
"""Pixels of name and address, at 100 % text, that no badge takes."""
SLACK = 2
"""Pixels a text may be wider than its measured whole number of them."""
_SAID = {
    Badge.NEW: "you have never written to them",
    Badge.EXTERNAL: "outside your organisation",
    Badge.NOT_IN_THREAD: "not in this conversation",
    Badge.REPLY_TO_DIFFERS: "the reply goes to another address than the sender's",
    Badge.ONLY_IN_TEXT: "found only in the text of a mail",
    Badge.TYPED: "you named this address when you asked",
    Badge.ALWAYS: "in every mail from this account, as you set it under Accounts",
}
_LOUD = frozenset({Badge.ONLY_IN_TEXT, Badge.REPLY_TO_DIFFERS, Badge.NEW})


class PersonLine:
    """Line of one recipient, `width` pixels wide where there is room. Quiet badges are left out
    first, then the end of the name, then the address' middle; badges that warn stay, but where the
    address would have less than `LEAST_ADDRESS` pixels."""

    def __init__(
        self, theme: Theme, address: Address, badges: tuple[Badge, ...], whence: str = ""
    ) -> None:
        """`whence` says where the address of a stranger comes from: `only in the text of …`."""
        self._theme, self.badges, self.whence = theme, badges, whence
        self.valid = is_valid(address)
        email, name = clean(address.email), clean(address.name)
        self._words: list[tuple[str, QFont, str]] = []
        ink = "text" if self.valid else "danger"
        if name and name.casefold() != email.casefold():
            self._words.append((name, theme.font(Type.TEXT), ink))
            ink = "second" if self.valid else "danger"
        self._words.append((email, theme.font(Type.TEXT), ink))
        said = [_SAID[badge] for badge in badges]
        if whence:
            said.append(clean(whence))
        if not self.valid:
            said.insert(0, "not a complete mail address")
        self.facts = (clean(str(address)), *said)
        """The person, and what is known about them, a sentence each."""

    @property
    def width(self) -> int:
        return self.least + self._badges_width(self.badges)

    @property
    def least(self) -> int:
        """Width of name and address, without the badges."""
        return sum(_width(text, font) + self._gap for text, font, _ in self._words)

    def shown_badges(self, width: int) -> tuple[Badge, ...]:
        """The badges that have room in so many pixels."""
        warning = [badge for badge in self.badges if badge in _LOUD]
        left = width - min(self.least, self._theme.px(LEAST_ADDRESS))
        shown: list[Badge] = []
        for badge in warning:
            if (needed := self._badge_width(badge) + self._gap) <= left:
                shown.append(badge)
                left -= needed
        left = width - self.least - self._badges_width(shown)
        for badge in self.badges:
            if badge not in _LOUD and (needed := self._badge_width(badge) + self._gap) <= left:
                shown.append(badge)
                left -= needed
        return tuple(badge for badge in self.badges if badge in shown)

    def paint(self, painter: QPainter, box: QRect) -> None:
        *names, (email, font, ink) = self._words
        badges = self.shown_badges(box.width() + self._gap)  # none stands behind the last
        words = box.width() - self._badges_width(badges)
        address = min(_width(email, font), words)
        left = box.x()
        for text, name_font, name_ink in names:
            room = min(_width(text, name_font), words - address - self._gap)
            if room > self._gap:
                place = QRect(left, box.y(), room, box.height())
                self._text(painter, place, fitted(QFontMetrics(name_font), text, room), name_ink)
                left += room + self._gap
        shown = fitted(QFontMetrics(font), email, address, Qt.TextElideMode.ElideMiddle)
        self._text(painter, QRect(left, box.y(), address, box.height()), shown, ink)
        left += address + self._gap
        for badge in badges:
            width = self._badge_width(badge)
            self._paint_badge(painter, badge, QRect(left, box.y(), width, box.height()))
            left += width + self._gap

    def _text(self, painter: QPainter, box: QRect, text: str, ink: str) -> None:
        painter.setFont(self._theme.font(Type.TEXT))
        painter.setPen(self._theme.colour(ink))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, int(flags | Qt.AlignmentFlag.AlignAbsolute), text)

    def _paint_badge(self, painter: QPainter, badge: Badge, box: QRect) -> None:
        loud, px = badge in _LOUD, self._theme.px
        if loud:
            high = px(16)
            ground = QRect(box.x(), box.y() + (box.height() - high) // 2, box.width(), high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("warning_wash"))
            painter.drawRoundedRect(ground, px(4), px(4))
        painter.setFont(self._theme.font(Type.CAPTION))
        painter.setPen(self._theme.colour("warning" if loud else "second"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), badge.value)

    def _badge_width(self, badge: Badge) -> int:
        font = self._theme.font(Type.CAPTION)
        return _width(badge.value, font) + self._theme.px(12)

    def _badges_width(self, badges: Iterable[Badge]) -> int:
        return sum(self._badge_width(badge) + self._gap for badge in badges)

    @property
    def _gap(self) -> int:
        return self._theme.px(4)


def _width(text: str, font: QFont) -> int:
    return QFontMetrics(font).horizontalAdvance(text) + SLACK
