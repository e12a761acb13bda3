"""Bar above the drafts while several are chosen: their number, and actions on all of them."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.parts import Button, clear, column, plain
from desktop_app.ui.widgets.theme import Theme


def counted(count: int) -> str:
    """`1 draft`, `3 drafts`."""
    return "1 draft" if count == 1 else f"{count} drafts"


class ChosenBar(QFrame):
    """Bar that is hidden while nothing is chosen. Every button names the number."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._count = 0
        self._ways: tuple[Button, ...] = ()
        self._names: list[str] = []
        self.setAccessibleName("Chosen drafts")
        self.text = plain(role="strong")
        line = QWidget()
        self._buttons = FlowLayout(line, theme.px(8))
        side, gap = theme.px(12), theme.px(8)
        column(self.text, line, owner=self, gap=gap, margins=(side, gap, side, gap))
        self.hide()

    def show_chosen(self, count: int, ways: tuple[Button, ...]) -> None:
        """`count` drafts are chosen and this can be done with them; none hides the bar. A way's
        name has `{}` where the number stands."""
        changed, self._count = count != self._count, count
        self._ways = ways if count else ()
        names = [name.format(counted(count)) for name, _ in self._ways]
        if names != self._names:
            self._names = names
            self._renew()
        self.text.setText(f"{counted(count)} chosen")
        self.setVisible(bool(names))
        if changed and ways:
            announce(self, f"{counted(count)} chosen." if count else "No drafts chosen.")

    def _renew(self) -> None:
        clear(self._buttons)
        for place, name in enumerate(self._names):
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, place=place: self._ways[place][1]())
            self._buttons.addWidget(button)
