"""Bar of what can be done with several people who are selected."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.parts import column, flow, plain
from desktop_app.ui.widgets.theme import Theme


class PeopleBar(QWidget):
    """`group_wanted(QPoint)` with where a menu may open."""

    merge_wanted = Signal()
    write_wanted = Signal()
    group_wanted = Signal(QPoint)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.count = plain("", "strong")
        self.merge, self.group, self.write = map(QPushButton, ("Merge", "Add to a group…", "Write"))
        self.merge.clicked.connect(lambda *_: self.merge_wanted.emit())
        self.write.clicked.connect(lambda *_: self.write_wanted.emit())
        self.group.clicked.connect(
            lambda *_: self.group_wanted.emit(
                self.group.mapToGlobal(self.group.rect().bottomLeft())
            )
        )
        px = theme.px
        parts = flow(self.count, self.merge, self.group, self.write, gap=px(8))
        column(parts, owner=self, margins=(px(12), 0, px(12), px(8)))
        self.hide()

    def show_chosen(self, count: int) -> None:
        """Shown where there are several."""
        self.count.setText(f"{number(count)} people")
        for button in (self.merge, self.group, self.write):
            button.setAccessibleName(f"{button.text()}: {number(count)} people")
        self.setVisible(count > 1)
