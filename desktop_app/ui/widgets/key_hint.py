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
    """Text of `button`: its words, and the key as long as the focus is where one does not type.
    The button keeps its width, so that nothing beside it moves."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__(button)
        self._button = button
        self._words = self._key = ""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def show(self, words: str, key: str = "") -> None:
        self._words, self._key = words, key
        self._button.setMinimumWidth(0)
        self._button.setText(f"{words} ({key})" if key else words)
        if key:
            self._button.setMinimumWidth(self._button.sizeHint().width())
            self._on_focus(None, QApplication.focusWidget())

    def _on_focus(self, _: QWidget | None, focused: QWidget | None) -> None:
        if self._key:
            works = not types(focused)
            self._button.setText(f"{self._words} ({self._key})" if works else self._words)


def types(focused: QWidget | None) -> bool:
    """Whether a letter is text where the focus is: in an entry, or in a pane that is no list."""
    each = focused
    while each is not None:
        if isinstance(each, _ENTRIES) and each is focused:
            return not (isinstance(each, QPlainTextEdit | QTextEdit) and each.isReadOnly())
        if not getattr(each, "letters", True):
            return True
        each = each.parentWidget()
    return False
