"""What stands above the drafts while several are chosen: how many, and what can be done at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.theme import Theme, set_role

Way = tuple[str, Callable[[], object]]


def counted(count: int) -> str:
    """`1 draft`, `3 drafts`."""
    return "1 draft" if count == 1 else f"{count} drafts"


class ChosenBar(QFrame):
    """Hidden while nothing is chosen. Every button names the number."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._count = 0
        self._ways: tuple[Way, ...] = ()
        self._names: list[str] = []
        self.setAccessibleName("Chosen drafts")
        self.text = QLabel()
        set_role(self.text, "strong")
        line = QWidget()
        self._buttons = FlowLayout(line, theme.px(8))
        self._buttons.setContentsMargins(0, 0, 0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        layout.setSpacing(theme.px(8))
        layout.addWidget(self.text)
        layout.addWidget(line)
        self.hide()

    def show_chosen(self, count: int, ways: tuple[Way, ...]) -> None:
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
        while item := self._buttons.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        for place, name in enumerate(self._names):
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, place=place: self._ways[place][1]())
            self._buttons.addWidget(button)
