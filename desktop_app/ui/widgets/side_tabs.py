"""Tabs as a list at the left of their pages: the words lie flat, one below the other."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from desktop_app.ui.widgets.controls import Tabs
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size, Type


class SideTabs(Tabs):
    """Bar for a tab widget whose tabs are in the west. Up and Down go through them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        set_role(self, "side")
        self.setUsesScrollButtons(False)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setMouseTracking(True)
        theme.changed.connect(self.update)

    def tabSizeHint(self, index: int) -> QSize:
        del index
        px = self._theme.px
        words = (self.tabText(place) for place in range(self.count()))
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(text) for text in words), default=0)
        return QSize(widest + px(40), px(Size.CONTROL))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A row each: the wash with an accent edge for the page in front, a ring for the focus."""
        del event
        painter, px = QPainter(self), self._theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(self.count()):
            if not self.isTabVisible(place):
                continue
            chosen = place == self.currentIndex()
            box = self.tabRect(place).adjusted(px(4), 1, -px(4), -1)
            painter.setPen(Qt.PenStyle.NoPen)
            if chosen:
                painter.setBrush(self._theme.colour("wash"))
                painter.drawRoundedRect(box, px(4), px(4))
                painter.setBrush(self._theme.colour("accent"))
                painter.drawRect(QRect(box.left(), box.top(), px(Size.FOCUS), box.height()))
            if chosen and self.hasFocus():
                painter.setPen(self._theme.colour("accent"))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, px(4), px(4))
            painter.setFont(self._theme.font(Type.TEXT, bold=chosen))
            painter.setPen(self._theme.colour("text" if chosen else "second"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(box.adjusted(px(12), 0, 0, 0), int(flags), self.tabText(place))
