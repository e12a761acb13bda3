"""Switch of a message card: as the Reader shows it, or the Original its sender designed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from desktop_app.ui.widgets.parts import STRETCH, row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role


class ViewSwitch(QWidget):
    """`wanted(original)` by a press; `show_state` says which of the two is shown."""

    wanted = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.reader = self._button("Reader", "Show the words of this mail, simply set", False)
        self.original = self._button("Original", "Show this mail as its sender designed it", True)
        row(STRETCH, self.reader, self.original, owner=self, gap=theme.px(4))
        self.show_state(original=False)

    def show_state(self, *, original: bool) -> None:
        self._is_original = original
        self.reader.setChecked(not original)
        self.original.setChecked(original)

    def _button(self, text: str, tip: str, original: bool) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setCheckable(True)
        button.setAccessibleName(f"{text} view")
        button.setToolTip(as_tooltip(tip))
        set_role(button, "flat")
        button.clicked.connect(lambda: self._on_press(original=original))
        return button

    def _on_press(self, *, original: bool) -> None:
        """What is marked is what is shown, whether or not the press leads to another."""
        before = self._is_original
        self.show_state(original=before)
        if original is not before:
            self.wanted.emit(original)
