"""The keyboard's focus is always on something that can be seen and used."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.widgets.every_widget import every_window
from tests.ui.conftest import WindowDriver

ROUND = 30
"""More presses of Tab than there are stops in the window."""


def stops(driver: WindowDriver) -> list[QWidget | None]:
    """What Tab comes to."""
    found = []
    for _ in range(ROUND):
        QTest.keyClick(driver.window.windowHandle(), Qt.Key.Key_Tab)
        found.append(QApplication.focusWidget())
    return found


@pytest.mark.parametrize("place", ["go_inbox", "go_drafts", "go_outbox", "go_sent"])
def test_tab_comes_to_nothing_hidden(driver: WindowDriver, place: str) -> None:
    """Also where a pane is empty, or shows no conversation."""
    driver.bench.actions.trigger(place)
    driver.until(lambda: True)
    for widget in stops(driver):
        assert widget is not None
        assert widget.isVisible(), widget.accessibleName()


def test_a_pane_that_is_empty_takes_the_focus_itself(driver: WindowDriver) -> None:
    driver.thread.setFocus()
    assert QApplication.focusWidget() is driver.thread.states.currentWidget()
    driver.open_first()
    driver.thread.setFocus()
    assert QApplication.focusWidget() is driver.thread.column


def test_the_focus_moves_along_while_another_program_is_in_front(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An inactive window has no focus widget of the application's, but one of its own."""
    driver.open_first()
    driver.thread.column.setFocus()
    monkeypatch.setattr(QApplication, "focusWidget", lambda: None)
    driver.thread.states.empty("Nothing", "is here")
    assert driver.window.focusWidget() is driver.thread.states.currentWidget()


def test_no_menu_of_qts_own_hides_the_toolbar(driver: WindowDriver) -> None:
    bar = driver.window.menuBar()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, QPoint(5, 5), bar.mapToGlobal(QPoint())
    )
    QApplication.sendEvent(bar, event)
    assert not [m for m in every_window() if isinstance(m, QMenu) and m.isVisible()]


def test_a_toolbar_that_was_hidden_once_is_back(driver: WindowDriver) -> None:
    driver.window.bar.hide()
    state: QByteArray = driver.window.saveState()
    driver.window.restoreState(state)
    driver.window._restore()
    assert driver.window.bar.isVisible()


def test_a_page_of_settings_without_anything_to_focus_leaves_it_to_the_tabs(
    driver: WindowDriver,
) -> None:
    driver.bench.actions.trigger("settings")
    found: list[Any] = driver.window.findChildren(SettingsDialog)
    dialog = found[0]
    for place in range(dialog.tabs.count()):
        QTest.mouseClick(
            dialog.tabs.tabBar(),
            Qt.MouseButton.LeftButton,
            pos=dialog.tabs.tabBar().tabRect(place).center(),
        )
        assert QApplication.focusWidget() is not dialog.tabs.currentWidget()
    dialog.reject()
