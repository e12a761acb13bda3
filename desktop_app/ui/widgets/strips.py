"""Strips: one line with a message and its buttons, where it belongs. Never modal."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QPushButton,
    QToolButton,
    QWidget,
)

from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.layout_scale import GROWS
from desktop_app.ui.widgets.parts import Button, plain, row
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

LEAST_WORDS = 200
_INKS = {
    "info": "accent",
    "warning": "warning",
    "danger": "danger",
    "good": "good",
    "made": "made",
}


class Strip(QFrame):
    """Strip of a `kind`: info, warning, danger, good or made. Its text is plain and selectable."""

    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        kind: str,
        icon: str,
        text: str,
        *,
        buttons: tuple[Button, ...] = (),
        closable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon_name, self._ink = theme, icon, _INKS[kind]
        set_role(self, f"strip-{kind}")
        self.setAccessibleName(text)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setProperty(GROWS, True)
        self._lines.setContentsMargins(theme.px(12), theme.px(4), theme.px(8), theme.px(4))
        self._lines.setSpacing(theme.px(8))
        self._row = QWidget()
        self._buttons = FlowLayout(self._row, theme.px(8))
        self._fitted: tuple[bool, int] | None = None
        self._icon, self.label = plain(), plain(text, wrap=True, select=True)
        words = row(self._icon, self.label, gap=theme.px(8), fill=self.label)
        self._lines.addLayout(words, 1)
        self._lines.addWidget(self._row)
        self._row.hide()
        for name, work in buttons:
            self.add_button(name, work)
        if closable:
            self.add(self._close_button())
        self._tint()
        theme.changed.connect(self._tint)

    def add(self, widget: QWidget) -> None:
        """One more button, or what else can be pressed."""
        self._buttons.addWidget(widget)
        self._row.show()

    def set_tight(self, tight: bool) -> None:
        """Do with less height: small words, no space around them."""
        px = self._theme.px
        high = px(1 if tight else 4)
        self._lines.setContentsMargins(px(8 if tight else 12), high, px(8), high)
        set_role(self.label, "caption" if tight else "")
        self._icon.setVisible(not tight)

    def minimumSizeHint(self) -> QSize:
        """Narrower than words and buttons in one line: they take two lines then."""
        return QSize(self._theme.px(200), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = self._buttons.one_line() - self._buttons.contentsMargins().left()
        narrow = self._buttons.count() > 0 and self.width() - wanted < self._theme.px(LEAST_WORDS)
        if (narrow, wanted) == self._fitted:
            return
        self._fitted = (narrow, wanted)
        way = QBoxLayout.Direction
        beside_icon = self._theme.px(Size.ICON_SMALL) if narrow else 0
        self._buttons.setContentsMargins(beside_icon, 0, 0, 0)
        self._row.setMinimumWidth(0 if narrow else wanted)
        self._lines.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def add_button(self, name: str, work: Callable[[], object]) -> QPushButton:
        """One more button with words."""
        button = QPushButton(name)
        set_role(button, "link")
        button.clicked.connect(lambda *_: work())
        self.add(button)
        return button

    def _close_button(self) -> QToolButton:
        button = QToolButton()
        set_role(button, "flat")
        self._theme.put_icon(button, "close", "second")
        button.setAccessibleName("Dismiss")
        button.setToolTip("Dismiss")
        button.clicked.connect(self._close)
        return button

    def _close(self) -> None:
        self.hide()
        self.closed.emit()

    def _tint(self) -> None:
        side = self._theme.px(Size.ICON_SMALL)
        self._icon.setPixmap(self._theme.icon(self._icon_name, self._ink).pixmap(side, side))
