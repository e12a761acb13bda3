"""Ticks for a setting that lists what somebody does not get: a tick is what they get."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.theme import Theme


class Ticks(QWidget):
    """A tick for each of `members` (code, words), with the signal `changed(tuple)` of the codes
    that have none, by the person. A code that is not among them stays as it is."""

    changed = Signal(object)

    def __init__(self, theme: Theme, name: str, members: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._off: tuple[str, ...] = ()
        self.boxes: dict[str, QCheckBox] = {}
        layout = FlowLayout(self, theme.px(16))
        for code, words in members:
            box = QCheckBox(words)
            box.setAccessibleName(f"{name}: {words}")
            box.toggled.connect(self._on_toggled)
            layout.addWidget(box)
            self.boxes[code] = box

    def show_off(self, off: tuple[str, ...]) -> None:
        """Show that these are not had, without a word that it changed."""
        self._off = off
        for code, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(code not in off)

    def _on_toggled(self, on: bool) -> None:
        del on
        others = tuple(code for code in self._off if code not in self.boxes)
        self._off = (*(c for c, box in self.boxes.items() if not box.isChecked()), *others)
        self.changed.emit(self._off)
