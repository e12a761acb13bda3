"""Row of the sheet a mail is written on: a label, what it is about, a hairline below both."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QWidget

from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.theme import Theme, set_role

NAMES = ("From", "To", "Cc", "Bcc", "Subject")
"""The labels: they are all as wide as the widest."""


class SheetRow(QFrame):
    """Row of `content`, one of `NAMES` long. Its line is the accent's while `entry` has the
    focus."""

    def __init__(self, theme: Theme, name: str, entry: QWidget, content: QLayout) -> None:
        super().__init__()
        self._theme = theme
        set_role(self, "row")
        self.label = self._label(name, entry)
        self._line = row(self.label, content, owner=self, gap=theme.px(8), fill=content)
        self.set_short(False)
        entry.installEventFilter(self)
        theme.changed.connect(self._widen)

    def set_short(self, short: bool) -> None:
        """Do with less height, or take what is usual again."""
        px = self._theme.px
        self._high = 1 if short else px(4)
        self._line.setContentsMargins(px(8), self._high, 0, self._high)
        self._widen()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            set_role(self, "row-focus")
        elif event.type() == QEvent.Type.FocusOut:
            set_role(self, "row")
        return super().eventFilter(watched, event)

    def _label(self, name: str, entry: QWidget) -> QLabel:
        label = plain(name, "second")
        label.setBuddy(entry)
        return label

    def _widen(self) -> None:
        """One left edge for all that stands behind a label, and the label level with its first
        line."""
        px, text = self._theme.px, self.label.fontMetrics()
        self.label.setFixedWidth(max(text.horizontalAdvance(name) for name in NAMES) + px(4))
        first = px(20)  # the height of what stands beside it
        self.label.setContentsMargins(0, max(0, (first - text.height()) // 2), 0, 0)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
