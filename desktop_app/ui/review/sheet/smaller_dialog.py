"""Question how small the pictures of a draft are to become, with their sizes before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QButtonGroup, QDialog, QDialogButtonBox, QRadioButton, QWidget

from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.sheets import hang

_BUTTON = QDialogButtonBox.StandardButton
TOLD = (
    "Where and when a photograph was taken, and what it was taken with, is left out of the smaller "
    "file. The pictures as they are stay in Versions."
)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make the pictures smaller: its name, and the bytes of all pictures then."""

    name: str
    size: int


class SmallerDialog(QDialog):
    """Sheet with a choice a way and *As they are*; `work(number)` is called with the number of the
    chosen way."""

    def __init__(
        self, parent: QWidget, size: int, ways: Sequence[Way], work: Callable[[int], object]
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Make pictures smaller")
        self._work = work
        self._group = QButtonGroup(self)
        self.choices = [self._choice(_words(way.name, size, way.size)) for way in ways]
        self.choices.append(self._choice(f"As they are: {file_size(size)}"))
        self.choices[len(ways) - 1].setChecked(True)
        buttons = QDialogButtonBox(_BUTTON.Ok | _BUTTON.Cancel)
        self.ok = buttons.button(_BUTTON.Ok)
        self.ok.setText("Make smaller")
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        self._group.buttonClicked.connect(lambda _: self._look())
        told = plain(TOLD, role="caption", wrap=True)
        told.setMinimumWidth(told.fontMetrics().averageCharWidth() * 56)
        column(*self.choices, told, buttons, owner=self, gap=STYLE, margins=STYLE)
        hang(self)
        present(self)
        press(self.choices[len(ways) - 1])

    def _choice(self, words: str) -> QRadioButton:
        made = QRadioButton(words)
        self._group.addButton(made, len(self._group.buttons()))
        made.toggled.connect(lambda _: self._look())
        return made

    def _look(self) -> None:
        if hasattr(self, "ok"):
            self.ok.setEnabled(not self.choices[-1].isChecked())

    def _accept(self) -> None:
        chosen = self._group.checkedId()
        self.accept()
        if chosen < len(self.choices) - 1:
            self._work(chosen)


def _words(name: str, before: int, after: int) -> str:
    return f"{name}: {file_size(before)} become {file_size(after)}"
