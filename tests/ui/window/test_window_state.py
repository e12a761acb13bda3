"""The window on a screen that has no room for it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.parts import fit_to_screen


@pytest.mark.parametrize(("wide", "high"), [(5000, 300), (300, 5000), (5000, 5000), (300, 200)])
def test_a_window_is_no_larger_than_its_screen(qtbot: QtBot, wide: int, high: int) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(wide, high)
    fit_to_screen(window)
    room = window.screen().availableSize()
    assert (window.width(), window.height()) == (
        min(wide, room.width()),
        window.height() if high > 1000 else high,
    )
    assert window.height() < room.height()
