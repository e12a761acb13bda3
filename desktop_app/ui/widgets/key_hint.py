"""Words of a button with the letter that does the same, while that letter is not typed instead."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)

_ENTRIES = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)


class KeyHint(QObject):
    """Text of `button`: its words, and the letter that does the same, as long as the focus is where
    one does not type. The button keeps its width, so that nothing beside it moves."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__(button)
        self._button = button
        self._words = self._letter = ""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def show(self, words: str, letter: str = "") -> None:
        self._words, self._letter = words, letter
        self._button.setMinimumWidth(0)
        self._say(letter)
        if letter:
            self._button.setMinimumWidth(self._button.sizeHint().width())
            self.look()

    def look(self) -> None:
        """What has the focus may have begun, or ended, to be written in."""
        self._follow(QApplication.focusWidget())

    def _on_focus(self, _: QWidget | None, focused: QWidget | None) -> None:
        self._follow(focused)

    def _follow(self, focused: QWidget | None) -> None:
        if self._letter:
            self._say("" if types(focused) else self._letter)

    def _say(self, letter: str) -> None:
        self._button.setText(f"{self._words} ({letter})" if letter else self._words)


def types(focused: QWidget | None) -> bool:
    """Whether a letter is text where the focus is: in an entry, or in a pane that is no list."""
    if isinstance(focused, _ENTRIES) and not _only_read(focused):
        return True
    each = focused
    while each is not None and not hasattr(each, "letters"):
        each = each.parentWidget()
    return not getattr(each, "letters", True)


def _only_read(focused: QWidget) -> bool:
    return isinstance(focused, QPlainTextEdit | QTextEdit) and focused.isReadOnly()
