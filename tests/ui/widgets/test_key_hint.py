"""A button names its letter only where the letter is no text."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QListWidget, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.key_hint import KeyHint, types
from desktop_app.ui.widgets.parts import column


def test_the_letter_goes_while_one_types_and_the_width_stays(qtbot: QtBot) -> None:
    button, entry, rows = QPushButton(), QLineEdit(), QListWidget()
    hint = KeyHint(button)
    window = QWidget()
    column(button, entry, rows, owner=window)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    rows.setFocus()
    hint.show("Undo", "Z")
    assert button.text() == "Undo (Z)"
    width = button.minimumWidth()
    entry.setFocus()
    assert button.text() == "Undo"
    assert button.minimumWidth() == width
    rows.setFocus()
    assert button.text() == "Undo (Z)"
    hint.show("Try again")
    entry.setFocus()
    assert button.text() == "Try again"


def test_in_a_pane_that_is_no_list_letters_are_no_keys(qtbot: QtBot) -> None:
    class Written(QWidget):
        letters = False

    pane, text = Written(), QPlainTextEdit()
    button = QPushButton()
    column(button, text, owner=pane)
    qtbot.addWidget(pane)
    assert types(button)
    assert types(text)
    alone = QPlainTextEdit()
    qtbot.addWidget(alone)
    assert types(alone)
    alone.setReadOnly(True)
    assert not types(alone)
    assert not types(None)
